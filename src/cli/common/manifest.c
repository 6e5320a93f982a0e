/* The list of pages with their URLs. */
#include "cli/common/manifest.h"

#include <detm/detm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common/input.h"

typedef struct reading {
  dt_manifest *manifest;
  const char *name;
  size_t folder; /* bytes of the name before its last slash, and that */
  size_t room;
  dt_report *report;
  size_t faults;
  bool well;
} reading;

/* Counts an error; returns whether it is reported, which the first 20 are. */
static bool is_reported(reading *r, size_t line) {
  enum { MAX_FAULTS = 20 };
  r->well = false;
  if (++r->faults == MAX_FAULTS + 1)
    dt_report_error(r->report, DT_EXIT_FAILED, r->name, line, "and more errors like these: correct them first");
  return r->faults <= MAX_FAULTS;
}

static void fail(reading *r, size_t line, const char *text) {
  if (is_reported(r, line)) dt_report_error(r->report, DT_EXIT_FAILED, r->name, line, "%s", text);
}

/* The next byte of a path, `before` is the one before: "./a/b" and "a//b" are read as "a/b". */
static char next_byte(const char **at, char before) {
  bool start = before == '\0' || before == '/';
  while ((start && (*at)[0] == '.' && (*at)[1] == '/') || (before == '/' && **at == '/')) *at += **at == '.' ? 2 : 1;
  return **at != '\0' ? *(*at)++ : '\0';
}

static char *path_of(const reading *r, const char *file) {
  size_t folder = *file == '/' ? 0 : r->folder;
  char *path = malloc(folder + strlen(file) + 1), *out = path, before = '\0';
  if (path == NULL) return NULL;
  memcpy(path, r->name, folder);
  strcpy(path + folder, file);
  for (const char *at = path; (before = next_byte(&at, before)) != '\0';) *out++ = before;
  *out = '\0';
  return path;
}

/* The writer of detm_url_normalize: a string from malloc. */
static int keep(void *data, const char *bytes, size_t length) {
  char **kept = data, *more = realloc(*kept, length + 1);
  if (more == NULL) return -1;
  memcpy(more, bytes, length);
  more[length] = '\0';
  *kept = more;
  return 0;
}

static bool grow(reading *r) {
  dt_manifest *m = r->manifest;
  if (m->count < r->room) return true;
  size_t room = r->room != 0 ? 2 * r->room : 64;
  dt_manifest_entry *more = realloc(m->entries, room * sizeof *more);
  if (more == NULL) return false;
  m->entries = more;
  r->room = room;
  return true;
}

static void add_entry(reading *r, const char *file, const char *url, const char *type, size_t number) {
  detm_error error = DETM_ERROR_NONE;
  dt_manifest_entry entry = {.type = type, .line = number};
  detm_status status = detm_url_normalize(url, keep, &entry.url, &error);
  if (status == DETM_OK) entry.file = path_of(r, file);
  if (entry.file != NULL && grow(r)) {
    r->manifest->entries[r->manifest->count++] = entry;
    return;
  }
  free(entry.file);
  free(entry.url);
  fail(r, number,
       status != DETM_BAD_INPUT ? "out of memory"
                                : "the URL is not absolute: write all of it, as in https://example.org/list");
}

static void add_line(reading *r, char *line, size_t number) {
  char *url = strchr(line, '\t'), *type = url != NULL ? strchr(url + 1, '\t') : NULL;
  if (url != NULL) *url++ = '\0';
  if (type != NULL) *type++ = '\0';
  if (url == NULL || *line == '\0' || *url == '\0' || (type != NULL && strchr(type, '\t') != NULL))
    fail(r, number, "is not an entry: write FILE, a tab, its URL and, if known, a tab and its content type");
  else
    add_entry(r, line, url, type != NULL && *type != '\0' ? type : NULL, number);
}

static void read_lines(reading *r, char *bytes, size_t length) {
  static const char mark[] = "\xef\xbb\xbf";
  char *at = bytes + (strncmp(bytes, mark, 3) == 0 ? 3 : 0), *end = bytes + length;
  for (size_t number = 1; at < end; number++) {
    char *stop = memchr(at, '\n', (size_t)(end - at));
    if (stop == NULL) stop = end;
    bool whole = memchr(at, '\0', (size_t)(stop - at)) == NULL;
    *stop = '\0';
    if (whole && stop > at && stop[-1] == '\r') stop[-1] = '\0';
    if (!whole)
      fail(r, number, "holds a NUL byte: write a list of files and URLs as text in UTF-8");
    else if (*at != '\0')
      add_line(r, at, number);
    at = stop + 1;
  }
}

/* ---- duplicates ---- */

static int by_file(const void *a, const void *b) {
  const dt_manifest_entry *x = *(dt_manifest_entry *const *)a, *y = *(dt_manifest_entry *const *)b;
  int order = strcmp(x->file, y->file);
  return order != 0 ? order : (x->line > y->line) - (x->line < y->line);
}

static int by_url(const void *a, const void *b) {
  const dt_manifest_entry *x = *(dt_manifest_entry *const *)a, *y = *(dt_manifest_entry *const *)b;
  int order = strcmp(x->url, y->url);
  return order != 0 ? order : (x->line > y->line) - (x->line < y->line);
}

static void report_duplicates(reading *r, dt_manifest_entry **sorted, bool files) {
  size_t count = r->manifest->count;
  qsort(sorted, count, sizeof *sorted, files ? by_file : by_url);
  for (size_t i = 1; i < count; i++) {
    const dt_manifest_entry *a = sorted[i - 1], *b = sorted[i];
    if (strcmp(files ? a->file : a->url, files ? b->file : b->url) != 0) continue;
    if (is_reported(r, b->line))
      dt_report_error(r->report, DT_EXIT_FAILED, r->name, b->line, "%s is already in line %zu: leave one of them out",
                      files ? "the file" : "the URL", a->line);
  }
}

static void sort(reading *r) {
  dt_manifest *m = r->manifest;
  m->by_file = malloc((m->count + 1) * sizeof(dt_manifest_entry *));
  if (m->by_file == NULL) {
    fail(r, 0, "out of memory");
    return;
  }
  for (size_t i = 0; i < m->count; i++) m->by_file[i] = &m->entries[i];
  if (m->count == 0) return;
  report_duplicates(r, m->by_file, false);
  report_duplicates(r, m->by_file, true);
}

bool dt_manifest_read(dt_manifest *manifest, char *bytes, size_t length, const char *name, dt_report *report) {
  const char *slash = strrchr(name, '/');
  reading r = {.manifest = manifest, .name = name, .report = report, .well = true};
  *manifest = (dt_manifest){.bytes = bytes};
  r.folder = slash != NULL ? (size_t)(slash - name) + 1 : 0;
  bytes[length] = '\0';
  read_lines(&r, bytes, length);
  sort(&r);
  return r.well;
}

bool dt_manifest_load(dt_manifest *manifest, const char *name, dt_report *report) {
  detm_error error = DETM_ERROR_NONE;
  size_t length;
  char *bytes, *room;
  *manifest = (dt_manifest){.count = 0};
  if (!dt_input_list(name, &bytes, &length, &error)) {
    dt_report_error(report, DT_EXIT_FAILED, name, 0, "%s", error.text);
    return false;
  }
  room = realloc(bytes, length + 1);
  if (room == NULL) {
    free(bytes);
    dt_report_error(report, DT_EXIT_FAILED, name, 0, "out of memory");
    return false;
  }
  return dt_manifest_read(manifest, room, length, name, report);
}

/* strcmp of a path, however it is written, and an entry's. */
static int compare_path(const void *path, const void *entry) {
  const char *at = path, *file = (*(dt_manifest_entry *const *)entry)->file;
  char byte = '\0';
  while ((byte = next_byte(&at, byte)) == *file && byte != '\0') file++;
  return (unsigned char)byte - (unsigned char)*file;
}

const dt_manifest_entry *dt_manifest_find(const dt_manifest *manifest, const char *file) {
  if (manifest->count == 0) return NULL;
  dt_manifest_entry **found =
      bsearch(file, manifest->by_file, manifest->count, sizeof *manifest->by_file, compare_path);
  return found != NULL ? *found : NULL;
}

void dt_manifest_free(dt_manifest *manifest) {
  for (size_t i = 0; i < manifest->count; i++) {
    free(manifest->entries[i].file);
    free(manifest->entries[i].url);
  }
  free(manifest->entries);
  free(manifest->by_file);
  free(manifest->bytes);
  *manifest = (dt_manifest){.count = 0};
}
