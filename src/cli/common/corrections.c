/* Corrections: loading those of a folder, and making one from an answer. */
#include "cli/common/corrections.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/common/input.h"
#include "cli/common/output.h"
#include "cli/common/pages.h"

#define MAX_ANSWER_BYTES ((size_t)1 << 20)

/* ---- loading ---- */

static bool is_folder(const char *name) {
  struct stat about;
  return stat(name, &about) == 0 && S_ISDIR(about.st_mode);
}

bool dt_corrections_open(dt_run *run, const char *folder, detm_corrections **loaded) {
  detm_error error = DETM_ERROR_NONE;
  *loaded = NULL;
  if (folder == NULL && is_folder(DT_CORRECTIONS_FOLDER)) folder = DT_CORRECTIONS_FOLDER;
  if (folder == NULL) return true;
  *loaded = detm_corrections_new(&error);
  if (*loaded == NULL || detm_corrections_load_folder(*loaded, folder, &error) != DETM_OK)
    dt_report_fault(&run->report, error.where[0] != '\0' ? error.where : folder, &error);
  if (*loaded != NULL) dt_report_note(&run->report, folder, "%zu corrections", detm_corrections_count(*loaded));
  return *loaded != NULL && error.status != DETM_NO_MEMORY && (is_folder(folder) || error.status == DETM_OK);
}

/* ---- the answer ---- */

typedef struct answer_text {
  char *bytes;
  char *path;
  detm_page_kind kind;
  detm_answer answer;
} answer_text;

/* The text after "word:" at the start of a line, NULL = the line begins otherwise. */
static char *value_of(char *line, const char *word) {
  size_t length = strlen(word);
  if (strncasecmp(line, word, length) != 0 || line[length] != ':') return NULL;
  return line + length + 1 + strspn(line + length + 1, " \t");
}

static void trim_end(char *line) {
  size_t length = strlen(line);
  while (length != 0 && strchr(" \t\r", line[length - 1]) != NULL) line[--length] = '\0';
}

static bool set_kind(answer_text *text, const char *name) {
  const char *known;
  for (int kind = 0; (known = detm_page_kind_name((detm_page_kind)kind)) != NULL; kind++) {
    if (strcasecmp(known, name) != 0) continue;
    text->kind = (detm_page_kind)kind;
    text->answer.kind = &text->kind;
    return true;
  }
  return false;
}

/* Lines "kind: ..." and "element: ...", then the text. */
static bool read_answer(answer_text *text, const char *file, dt_report *report) {
  for (char *line = text->bytes; line != NULL;) {
    line += strspn(line, " \t\r\n");
    char *end = strchr(line, '\n'), *kind = value_of(line, "kind"), *path = value_of(line, "element");
    if (kind == NULL && path == NULL) {
      text->answer.text = (detm_text){line, strlen(line)};
      return true;
    }
    if (end != NULL) *end = '\0';
    trim_end(line);
    if (path != NULL) text->answer.path = path;
    if (kind != NULL && !set_kind(text, kind)) {
      dt_report_error(report, DT_EXIT_FAILED, file, 0, "'%s' is not a kind: write topic, list or navigation", kind);
      return false;
    }
    line = end != NULL ? end + 1 : NULL;
  }
  return true;
}

static bool load_answer(answer_text *text, dt_run *run, const char *file) {
  detm_error error = DETM_ERROR_NONE;
  size_t length;
  char *bytes;
  if (!dt_input_file(file, MAX_ANSWER_BYTES, &bytes, &length, &error)) {
    dt_report_failure(&run->report, file, &error);
    return false;
  }
  text->bytes = malloc(length + 1);
  if (text->bytes != NULL) memcpy(text->bytes, bytes, length);
  free(bytes);
  if (text->bytes == NULL) {
    dt_report_error(&run->report, DT_EXIT_FAILED, file, 0, "out of memory");
    return false;
  }
  text->bytes[length] = '\0';
  if (strncmp(text->bytes + strspn(text->bytes, " \t\r\n"), "<?xml", 5) == 0) {
    dt_report_error(&run->report, DT_EXIT_FAILED, file, 0, "is XML: write only the text, as a person reads it");
    return false;
  }
  if (!read_answer(text, file, &run->report)) return false;
  if (text->answer.kind != NULL || text->answer.path != NULL || text->answer.text.length != 0) return true;
  dt_report_error(
      &run->report, DT_EXIT_FAILED, file, 0,
      "holds no answer: write 'kind: list', 'element: /html/body/div[2]', or the text that should have been "
      "printed");
  return false;
}

/* ---- the file ---- */

static bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || strchr("-_.", c) != NULL;
}

/* "FOLDER/PAGE.xml" after the page's file name, malloc'ed; or PAGE_2.xml ..., so that no correction is lost: those are
 * loaded later, and of two that fit as well the later one counts. */
static char *file_of(const char *folder, const char *page) {
  const char *slash = strrchr(page, '/'), *base = slash != NULL ? slash + 1 : page;
  const char *point = strrchr(base, '.');
  size_t length = point != NULL && point != base ? (size_t)(point - base) : strlen(base);
  size_t start = strlen(folder) + 1, room = start + length + sizeof "page_4294967295.xml";
  char *file = malloc(room);
  if (file == NULL) return NULL;
  snprintf(file, room, "%s/%.*s", folder, (int)length, strcmp(base, "-") == 0 ? "page" : base);
  for (char *at = file + start; *at != '\0'; at++)
    if (!is_plain(*at)) *at = '-';
  size_t end = strlen(file);
  strcpy(file + end, ".xml");
  for (unsigned number = 2; access(file, F_OK) == 0; number++) snprintf(file + end, room - end, "_%u.xml", number);
  return file;
}

/* Makes the folders that the file is in. */
static bool make_folder(char *path) {
  for (char *at = path + 1; *at != '\0'; at++) {
    if (*at != '/') continue;
    *at = '\0';
    bool made = mkdir(path, 0777) == 0 || errno == EEXIST;
    *at = '/';
    if (!made) return false;
  }
  return true;
}

/* Reports the result for the page with the correction. */
static void report_effect(dt_run *run, const detm_page *page, const char *file) {
  detm_error error = DETM_ERROR_NONE;
  char *bytes = NULL;
  size_t length;
  detm_corrections *corrections = detm_corrections_new(&error);
  detm_content_options options = {.corrections = corrections};
  detm_content *content = NULL;
  if (corrections != NULL && dt_input_read(file, 0, &bytes, &length, &error) &&
      detm_corrections_load(corrections, bytes, length, file, &error) == DETM_OK)
    content = detm_content_find(page, &options, &error);
  const char *text = content != NULL ? detm_content_text(content) : "";
  if (content != NULL && detm_content_correction(content) != NULL)
    dt_report_warning(&run->report, file, "from now on the text of pages like %s begins with \"%.*s\"",
                      detm_page_name(page), (int)strcspn(text, "\n"), text);
  else
    dt_report_warning(&run->report, file, "from now on pages like %s are corrected", detm_page_name(page));
  detm_content_free(content);
  detm_corrections_free(corrections);
  free(bytes);
}

static void write_correction(dt_run *run, const detm_page *page, const detm_answer *answer, const char *file) {
  dt_output output;
  detm_error error = DETM_ERROR_NONE;
  char *name = strdup(strrchr(file, '/') + 1);
  if (name == NULL || !dt_output_open(&output, file, run->options.output.max_bytes, &run->report)) {
    free(name);
    return;
  }
  name[strlen(name) - strlen(".xml")] = '\0';
  bool done = detm_correction_make(page, answer, name, dt_output_write, &output, &error) == DETM_OK;
  free(name);
  if (!done && output.error == 0)
    dt_report_error(&run->report, error.status == DETM_NOTHING ? DT_EXIT_PAGE : DT_EXIT_FAILED,
                    error.status == DETM_NOTHING ? detm_page_name(page) : NULL, 0, "%s", error.text);
  dt_output_close(&output, done, &run->report);
  if (done) report_effect(run, page, file);
}

static void correct_page(dt_run *run, const char *folder, const detm_answer *answer) {
  detm_error error = DETM_ERROR_NONE;
  const char *name = run->options.pages.names[0];
  if (folder == NULL) folder = DT_CORRECTIONS_FOLDER;
  detm_page *page = dt_page_read(&run->options, name, &error);
  dt_page_report(run, page);
  char *file = file_of(folder, name);
  if (page == NULL) {
    dt_report_fault(&run->report, name, &error);
  } else if (file == NULL || !make_folder(file)) {
    dt_report_error(&run->report, DT_EXIT_FAILED, folder, 0, "cannot be created: %s", strerror(errno));
  } else {
    write_correction(run, page, answer, file);
  }
  free(file);
  detm_page_free(page);
}

void dt_correct(dt_run *run, const char *folder, const char *answer) {
  answer_text text = {.bytes = NULL};
  if (run->options.pages.count != 1) {
    dt_report_error(&run->report, DT_EXIT_FAILED, NULL, 0,
                    "--correct takes one page: name the one with the wrong result");
    return;
  }
  if (load_answer(&text, run, answer)) correct_page(run, folder, &text.answer);
  free(text.bytes);
}
