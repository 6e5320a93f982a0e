/* cli/rules/corrections.c: loading the corrections of a folder, and making one from an answer. */
#include "cli/rules/corrections.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

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
  dt_buffer bytes;
  detm_page_kind kind;
  detm_answer answer;
} answer_text;

/* The text after "word:" at the start of a line; NULL if the line begins otherwise. */
static char *value_of_line(char *line, const char *word) {
  size_t length = strlen(word);
  if (strncasecmp(line, word, length) != 0 || line[length] != ':') return NULL;
  return line + length + 1 + strspn(line + length + 1, " \t");
}

/* Reads lines "kind: ..." and "element: ...", then the text. */
static bool read_answer(answer_text *text, const char *file, dt_report *report) {
  for (char *line = text->bytes.data; line != NULL;) {
    line += strspn(line, " \t\r\n");
    char *end = strchr(line, '\n'), *kind = value_of_line(line, "kind"), *path = value_of_line(line, "element");
    if (kind == NULL && path == NULL) {
      text->answer.text = dt_text(line);
      return true;
    }

    if (end != NULL) *end = '\0';
    for (size_t length = strlen(line); length != 0 && strchr(" \t\r", line[length - 1]) != NULL;) line[--length] = '\0';
    if (path != NULL) text->answer.path = path;

    for (int k = 0; kind != NULL; k++) {
      const char *known = detm_page_kind_name((detm_page_kind)k);
      if (known == NULL) {
        dt_report_error(report, DT_EXIT_FAILED, file, 0, "'%s' is not a kind: write topic, list or navigation", kind);
        return false;
      }
      if (strcasecmp(known, kind) != 0) continue;
      text->kind = (detm_page_kind)k;
      text->answer.kind = &text->kind;
      break;
    }

    line = end != NULL ? end + 1 : NULL;
  }
  return true;
}

static bool load_answer(answer_text *text, dt_run *run, const char *file) {
  detm_error error = DETM_ERROR_NONE;
  const char *wrong = NULL;

  if (!dt_input_file(file, MAX_ANSWER_BYTES, &text->bytes, &error)) {
    dt_report_failure(&run->report, file, &error);
    return false;
  }

  dt_buffer_byte(&text->bytes, '\0');
  if (text->bytes.failed)
    wrong = "out of memory";
  else if (strncmp(text->bytes.data + strspn(text->bytes.data, " \t\r\n"), "<?xml", 5) == 0)
    wrong = "is XML: write only the text, as a person reads it";
  else if (!read_answer(text, file, &run->report))
    return false;
  else if (text->answer.kind == NULL && text->answer.path == NULL && text->answer.text.length == 0)
    wrong = "holds no answer: write 'kind: list', 'element: /html/body/div[2]', or the text that should have been "
            "printed";

  if (wrong != NULL) dt_report_error(&run->report, DT_EXIT_FAILED, file, 0, "%s", wrong);
  return wrong == NULL;
}

/* ---- the file ---- */

/* Returns "FOLDER/PAGE.xml" after the page's file name, in malloc'ed memory; or PAGE_2.xml ..., so that no correction
 * is replaced: of two corrections that fit equally the one that is loaded later counts. */
static char *correction_file_of(const char *folder, const char *page) {
  const char *slash = strrchr(page, '/'), *base = slash != NULL ? slash + 1 : page, *point = strrchr(base, '.');
  size_t start = strlen(folder) + 1, length = point != NULL && point != base ? (size_t)(point - base) : strlen(base);
  dt_buffer file = {0};

  dt_buffer_format(&file, "%s/%.*s", folder, (int)length, strcmp(base, "-") == 0 ? "page" : base);
  for (size_t at = start; at < file.length; at++) {
    char c = file.data[at];
    bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || strchr("-_.", c) != NULL;
    if (!plain) file.data[at] = '-';
  }

  size_t end = file.length;
  dt_buffer_format(&file, ".xml");

  for (unsigned number = 2; !file.failed && access(file.data, F_OK) == 0; number++) {
    file.length = end;
    dt_buffer_format(&file, "_%u.xml", number);
  }

  if (file.failed) dt_buffer_free(&file);
  return file.data;
}

/* Applies the correction to its page and reports the result. */
static void report_effect(dt_run *run, const detm_page *page, const char *file) {
  detm_error error = DETM_ERROR_NONE;
  dt_buffer bytes = {0};
  detm_corrections *corrections = detm_corrections_new(&error);
  detm_content_options options = {.corrections = corrections};
  detm_content *content = NULL;

  if (corrections != NULL && dt_input_read(file, 0, &bytes, &error) &&
      detm_corrections_load(corrections, bytes.data, bytes.length, file, &error) == DETM_OK)
    content = detm_content_find(page, &options, &error);

  const char *text = content != NULL ? detm_content_text(content) : "";
  if (content != NULL && detm_content_correction(content) != NULL)
    dt_report_warning(&run->report, file, "from now on the text of pages like %s begins with \"%.*s\"",
                      detm_page_name(page), (int)strcspn(text, "\n"), text);
  else
    dt_report_warning(&run->report, file, "from now on pages like %s are corrected", detm_page_name(page));

  detm_content_free(content);
  detm_corrections_free(corrections);
  dt_buffer_free(&bytes);
}

static void write_correction(dt_run *run, const detm_page *page, const detm_answer *answer, char *file) {
  dt_output output;
  detm_error error = DETM_ERROR_NONE;

  for (char *at = file + 1; *at != '\0'; at++) {
    if (*at != '/') continue;
    *at = '\0';
    bool made = mkdir(file, 0777) == 0 || errno == EEXIST;
    *at = '/';
    if (made) continue;
    *strrchr(file, '/') = '\0';
    dt_report_error(&run->report, DT_EXIT_FAILED, file, 0, "cannot be created: %s", strerror(errno));
    return;
  }

  if (!dt_output_open(&output, file, run->options.output.max_bytes, &run->report)) return;
  char *ending = file + strlen(file) - strlen(".xml");
  *ending = '\0';

  bool done = detm_correction_make(page, answer, strrchr(file, '/') + 1, dt_output_write, &output, &error) == DETM_OK;
  *ending = '.';
  if (!done && output.error == 0)
    dt_report_error(&run->report, error.status == DETM_NOTHING ? DT_EXIT_PAGE : DT_EXIT_FAILED,
                    error.status == DETM_NOTHING ? detm_page_name(page) : NULL, 0, "%s", error.text);

  dt_output_close(&output, done, &run->report);
  if (done) report_effect(run, page, file);
}

void dt_correct(dt_run *run, const char *folder, const char *answer) {
  answer_text text = {0};
  if (run->options.pages.count != 1) {
    dt_report_usage(&run->report, "--correct takes one page: name the one with the wrong result");
    return;
  }

  if (folder == NULL) folder = DT_CORRECTIONS_FOLDER;
  if (load_answer(&text, run, answer)) {
    const char *name = run->options.pages.names[0];
    detm_page *page = dt_page_read(run, 0);
    char *file = page != NULL ? correction_file_of(folder, name) : NULL;
    if (page != NULL && file == NULL)
      dt_report_memory(&run->report, folder);
    else if (page != NULL)
      write_correction(run, page, &text.answer, file);
    free(file);
    detm_page_free(page);
  }

  dt_buffer_free(&text.bytes);
}
