/* cli/common/formats.c: the formats of results: their names, the endings of their files, and their writers. */
#include "cli/common/formats.h"

#include <string.h>

#define CHOICE(name, value, header, endings, note) {name, value},
#define SHARED DT_FORMATS_OF_ALL(CHOICE, CHOICE)

/* clang-format off */
const dt_choice dt_formats[] = {
    SHARED DT_FORMATS_OF_RECORDS(CHOICE) DT_FORMAT_SQLITE(CHOICE) {"table", DT_TABLE}, {NULL, 0}};
const dt_choice dt_report_formats[] = {{"text", DT_NO_FORMAT}, SHARED {NULL, 0}};
const dt_choice dt_content_formats[] = {SHARED DT_FORMATS_OF_TEXTS(CHOICE) DT_FORMAT_SQLITE(CHOICE) {NULL, 0}};

/* The endings of the files of formats; the first of a format is that of the files in a folder. */
#define ENDING(name, value, header, endings, note) {value, header, endings, note},
static const struct {
  int format;
  bool has_header;
  const char *endings, *note;
} files[] = {DT_FORMATS_OF_ALL(ENDING, ENDING) DT_FORMATS_OF_RECORDS(ENDING) DT_FORMATS_OF_TEXTS(ENDING)
             DT_FORMAT_SQLITE(ENDING)};
/* clang-format on */

enum { FILE_FORMATS = sizeof files / sizeof *files };

/* The first of the endings; the rest begins after it. */
static detm_text first_ending(const char *endings) { return (detm_text){endings, strcspn(endings, " ")}; }

/* The row of a format; FILE_FORMATS = it has no files. */
static size_t find_files(int format) {
  size_t f = 0;
  while (f < FILE_FORMATS && files[f].format != format) f++;
  return f;
}

detm_format dt_format(const dt_options *options) {
  if (options->results.format == DT_TABLE) return DETM_CSV;
  return options->results.format != DT_NO_FORMAT ? (detm_format)options->results.format : DETM_XML;
}

bool dt_options_plain_names(const dt_options *options) {
  return options->results.plain_names || options->extract.names == DETM_NAMES_PLAIN;
}

detm_writer *dt_format_writer(const dt_options *options, detm_write write, void *data, size_t max_bytes,
                              detm_error *error) {
  const char *table = options->results.table != NULL ? options->results.table : "records";
  detm_writer *writer = options->results.format == DT_SQLITE
                            ? detm_table_writer_new(options->output.file, table, max_bytes, error)
                            : detm_writer_new(dt_format(options), write, data, max_bytes, error);
  detm_writer_set_plain_names(writer, dt_options_plain_names(options));
  detm_writer_set_sheets(writer, (detm_sheets)options->results.sheets);
  if (writer == NULL || (detm_writer_set_csv(writer, &options->csv, error) == DETM_OK &&
                         detm_writer_set_sheet(writer, table, error) == DETM_OK))
    return writer;
  detm_writer_free(writer);
  return NULL;
}

bool dt_format_is_table(detm_format format) {
  const size_t f = find_files((int)format);
  return f < FILE_FORMATS && files[f].has_header;
}

detm_text dt_format_ending(detm_format format) {
  const size_t f = find_files((int)format);
  return f < FILE_FORMATS ? first_ending(files[f].endings) : DT_TEXT(".ndjson"); /* DETM_NDJSON_PAGES */
}

void dt_format_list_endings(const dt_choice *choices, dt_buffer *out) {
  for (const char *before = ""; choices->name != NULL; choices++) {
    const size_t f = find_files(choices->value);
    if (f == FILE_FORMATS) continue;
    const detm_text ending = first_ending(files[f].endings);
    dt_buffer_format(out, "%s%.*s%s", before, (int)ending.length, ending.data, files[f].note);
    before = ", ";
  }
}

static bool has_ending(const char *endings, detm_text ending) {
  for (; *endings != '\0'; endings += strspn(endings, " ")) {
    const detm_text known = first_ending(endings);
    if (dt_text_equal_ci(ending, known)) return true;
    endings += known.length;
  }
  return false;
}

bool dt_format_of_ending(const dt_choice *choices, detm_text ending, int *format) {
  for (; choices->name != NULL; choices++) {
    const size_t f = find_files(choices->value);
    if (f == FILE_FORMATS || !has_ending(files[f].endings, ending)) continue;
    *format = choices->value;
    return true;
  }
  return false;
}
