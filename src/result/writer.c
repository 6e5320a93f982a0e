/* result/writer.c: the part of detm_writer that all formats share; the formats are in xml.c, ndjson.c, table/ and
 * text/. */
#include "result/writer.h"

#include <stdlib.h>

enum { PIECE = 64 * 1024 };

static const char *const place_names[] = {"outside of a page", "in a page", "in a region", "in a record",
                                          "after detm_writer_finish"};

void dt_writer_fail(detm_writer *writer, detm_status status, const char *text) {
  dt_error_set(&writer->failure, status, "%s", text);
  if (writer->out.length > writer->whole) writer->out.length = writer->whole;
}

void dt_writer_fail_memory(detm_writer *writer) {
  dt_writer_fail(writer, DETM_NO_MEMORY, "out of memory for the results");
}

void dt_writer_fail_limit(detm_writer *writer) {
  dt_error_set(&writer->failure, DETM_LIMIT,
               "more than %zu bytes of results, the rest is left out: raise the writer's max_bytes", writer->max_bytes);
  writer->out.length = writer->whole;
}

/* Checks memory and the limit after each call.  The end of the document must also fit. */
static bool check_limits(detm_writer *writer) {
  const dt_line_state *line = &writer->line;
  if (writer->failure.status != DETM_OK) return false;
  if (writer->out.failed || writer->heads.failed || writer->typed.part.failed || line->page.failed ||
      line->file.failed || line->before.failed || line->after.failed || line->fallback.failed) {
    dt_writer_fail_memory(writer);
  } else if (writer->max_bytes != 0) {
    size_t left = writer->max_bytes - writer->written, closing = writer->format->closing[writer->place];
    if (closing > left || writer->out.length > left - closing) dt_writer_fail_limit(writer);
  }
  return writer->failure.status == DETM_OK;
}

static void flush_writer(detm_writer *writer) {
  size_t length = writer->whole;
  writer->whole = writer->out.length = 0;
  if (length == 0) return;
  if (writer->write(writer->data, writer->out.data, length) != 0)
    dt_writer_fail(writer, DETM_WRITE, "the results could not be written");
  else
    writer->written += length;
}

bool dt_writer_settle(detm_writer *writer) {
  bool by_page = writer->format->by_page;
  if (!check_limits(writer)) return false;
  if (by_page && writer->place != DT_OUTSIDE) return true;
  writer->whole = writer->out.length;
  if (writer->whole >= PIECE || by_page) flush_writer(writer);
  return writer->failure.status == DETM_OK;
}

/* Returns the first failure; repeats it for a caller with a new error. */
static detm_status first_failure(const detm_writer *writer, detm_error *error) {
  if (writer->failure.status == DETM_OK) return DETM_OK;
  return dt_error_set(error, writer->failure.status, "%s", writer->failure.text);
}

/* Whether a call is allowed in the current state; if not, reports DETM_USAGE. */
static bool may_call(detm_writer *writer, dt_writer_state place, const char *call) {
  if (writer->failure.status != DETM_OK) return false;
  if (writer->place == place) return true;
  writer->out.length = writer->whole;
  dt_error_set(&writer->failure, DETM_USAGE, "%s was called %s, but belongs %s", call, place_names[writer->place],
               place_names[place]);
  return false;
}

static detm_status writer_page_begin(void *data, const detm_page_info *page, detm_error *error) {
  detm_writer *writer = data;
  if (may_call(writer, DT_OUTSIDE, "page_begin")) {
    if (writer->format->page_begin != NULL) writer->format->page_begin(writer, page);
    writer->place = DT_IN_PAGE;
    if (!dt_writer_settle(writer)) writer->place = DT_OUTSIDE;
  }
  return first_failure(writer, error);
}

/* Returns the head of a field's column.  A head for a field without a column is added after the others. */
static detm_text find_column_head(detm_writer *writer, const detm_field *field) {
  size_t count = writer->head_ends.count, *ends = writer->head_ends.items;
  if (writer->format->head == NULL) return (detm_text){NULL, 0};

  if (field->column < count) {
    size_t start = field->column != 0 ? ends[field->column - 1] : 0;
    return (detm_text){writer->heads.data + start, ends[field->column] - start};
  }

  size_t known = count != 0 ? ends[count - 1] : 0;
  writer->heads.length = known;
  detm_column unknown = {.name = field->name, .type = field->type};
  writer->format->head(&writer->heads, &unknown);
  if (writer->heads.failed) return (detm_text){NULL, 0};
  return dt_text_between(writer->heads.data + known, writer->heads.data + writer->heads.length);
}

static detm_status writer_region_begin(void *data, const detm_region_info *region, detm_error *error) {
  detm_writer *writer = data;
  if (may_call(writer, DT_IN_PAGE, "region_begin")) {
    size_t count = writer->format->head != NULL ? region->column_count : 0;
    writer->heads.length = writer->head_ends.count = 0;
    if (!DT_VEC_RESERVE(NULL, &writer->head_ends, count)) dt_writer_fail_memory(writer);
    for (size_t at = 0; at < count && writer->failure.status == DETM_OK; ++at) {
      writer->format->head(&writer->heads, &region->columns[at]);
      DT_VEC_PUSH(NULL, &writer->head_ends, writer->heads.length);
    }
    writer->format->region_begin(writer, region);
    writer->place = DT_IN_REGION;
    if (!dt_writer_settle(writer)) writer->place = DT_IN_PAGE;
  }

  return first_failure(writer, error);
}

static detm_status writer_record_begin(void *data, size_t number, detm_error *error) {
  detm_writer *writer = data;
  if (may_call(writer, DT_IN_REGION, "record_begin")) {
    writer->typed.count = 0;
    writer->typed.kind = 0;
    writer->format->record_begin(writer, number);
    if (check_limits(writer)) writer->place = DT_IN_RECORD;
  }
  return first_failure(writer, error);
}

/* Writes a field.  If the format writes parts of values separately, collects them until the field ends. */
static detm_status writer_field(void *data, const detm_field *value, detm_error *error) {
  detm_writer *writer = data;
  if (may_call(writer, DT_IN_RECORD, "field")) {
    bool apart = writer->format->part != NULL;
    if (apart && writer->typed.count != 0 && writer->typed.column != value->column) dt_typed_end(writer);
    writer->format->field(writer, value, find_column_head(writer, value));
    writer->typed.column = value->column;
    if (apart && !dt_typed_add(writer, value)) dt_writer_fail_memory(writer);
    if (!check_limits(writer)) writer->place = DT_IN_REGION;
  }
  return first_failure(writer, error);
}

static detm_status writer_record_end(void *data, detm_error *error) {
  detm_writer *writer = data;
  if (may_call(writer, DT_IN_RECORD, "record_end")) {
    dt_typed_end(writer);
    writer->format->record_end(writer);
    writer->place = DT_IN_REGION;
    dt_writer_settle(writer);
  }
  return first_failure(writer, error);
}

static detm_status writer_region_end(void *data, detm_error *error) {
  detm_writer *writer = data;
  if (may_call(writer, DT_IN_REGION, "region_end")) {
    if (writer->format->region_end != NULL) writer->format->region_end(writer);
    writer->place = DT_IN_PAGE;
    if (!dt_writer_settle(writer)) writer->place = DT_IN_REGION;
  }
  return first_failure(writer, error);
}

static detm_status writer_page_end(void *data, detm_error *error) {
  detm_writer *writer = data;
  if (may_call(writer, DT_IN_PAGE, "page_end")) {
    if (writer->format->page_end != NULL) writer->format->page_end(writer);
    writer->place = DT_OUTSIDE;
    if (!dt_writer_settle(writer)) writer->place = DT_IN_PAGE;
  }
  return first_failure(writer, error);
}

detm_writer *detm_writer_new(detm_format format, detm_write write, void *data, size_t max_bytes, detm_error *error) {
#define FORMAT_OF_VALUE(value, name) [value] = &dt_format_##name,
  static const dt_format *const formats[] = {DT_WRITER_FORMATS(FORMAT_OF_VALUE)};
  if ((size_t)format >= sizeof formats / sizeof *formats || write == NULL) {
    dt_error_set(error, DETM_USAGE, "a writer needs a known format and a write callback");
    return NULL;
  }

  const char delimiter = format == DETM_TSV ? '\t' : format == DETM_CSV ? ',' : 0;
  return dt_writer_new(formats[format], delimiter, write, data, max_bytes, error);
}

detm_writer *dt_writer_new(const dt_format *format, char delimiter, detm_write write, void *data, size_t max_bytes,
                           detm_error *error) {
  detm_writer *writer = calloc(1, sizeof *writer);
  if (writer != NULL) {
    writer->sink = (detm_sink){.data = writer,
                               .page_begin = writer_page_begin,
                               .region_begin = writer_region_begin,
                               .record_begin = writer_record_begin,
                               .field = writer_field,
                               .record_end = writer_record_end,
                               .region_end = writer_region_end,
                               .page_end = writer_page_end,
                               .wants_columns = format->rows != NULL};
    writer->format = format;
    writer->csv.delimiter = delimiter;
    writer->write = write;
    writer->data = data;
    writer->max_bytes = max_bytes;
  }
  if (writer == NULL || (writer->format->start != NULL && !writer->format->start(writer))) {
    dt_error_memory(error);
    detm_writer_free(writer);
    return NULL;
  }
  dt_writer_settle(writer);
  return writer;
}

detm_text dt_writer_free_name(detm_writer *writer, char mark) {
  dt_buffer *name = &writer->typed.part;
  size_t length = name->length;
  for (unsigned number = 2;; number++) {
    detm_text made = {name->data, name->length};
    if (name->failed || !writer->format->has_field(writer, made)) return made;
    name->length = length;
    dt_buffer_format(name, "%c%u", mark, number);
  }
}

detm_text dt_writer_name(detm_writer *writer, detm_text name) {
  if (!writer->plain) return name;
  writer->typed.part.length = 0;
  for (size_t i = 1; i < name.length; i++) {
    char c = name.data[i];
    bool digit = c >= '0' && c <= '9', letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (i == 1 && digit) dt_buffer_byte(&writer->typed.part, 'n');
    dt_buffer_byte(&writer->typed.part, letter || digit ? c : '_');
  }
  return dt_writer_free_name(writer, '_');
}

void detm_writer_set_plain_names(detm_writer *writer, int plain) {
  if (writer != NULL) writer->plain = plain != 0;
}

detm_status detm_writer_set_csv(detm_writer *writer, const detm_csv_options *options, detm_error *error) {
  if (writer == NULL || writer->csv.delimiter == 0) return DETM_OK;
  detm_csv_options own = *options;
  if (own.excel) own.bom = own.no_formulas = 1;
  if (own.delimiter == 0)
    own.delimiter = own.excel && own.decimal_comma && writer->csv.delimiter == ',' ? ';' : writer->csv.delimiter;
  if (!dt_is_csv_delimiter(own.delimiter))
    return dt_error_set(error, DETM_USAGE, "the delimiter of CSV is one character of ASCII, such as ; but not \" or |");
  writer->csv = own;
  return DETM_OK;
}

detm_status detm_writer_set_sheet(detm_writer *writer, const char *name, detm_error *error) {
  return writer != NULL && writer->format->set_sheet != NULL ? writer->format->set_sheet(writer, name, error) : DETM_OK;
}

void detm_writer_set_sheets(detm_writer *writer, detm_sheets sheets) {
  if (writer != NULL && writer->format->set_sheet != NULL) writer->sheets = sheets;
}

void detm_writer_show_columns(detm_writer *writer, unsigned columns) {
  if (writer != NULL) writer->columns = columns;
}

void detm_writer_set_note(detm_writer *writer, const detm_page_note *note) {
  if (writer != NULL) writer->note = note;
}

const detm_sink *detm_writer_sink(detm_writer *writer) { return writer == NULL ? NULL : &writer->sink; }

/* Ends the document even after a limit or within a page, so that it holds whole records. */
detm_status detm_writer_finish(detm_writer *writer, detm_error *error) {
  if (writer == NULL) return dt_error_set(error, DETM_USAGE, "there is no writer to finish");
  if (writer->place == DT_FINISHED) return first_failure(writer, error);
  bool closed = writer->failure.status == DETM_OK || writer->failure.status == DETM_LIMIT;
  if (writer->format->by_page) writer->out.length = writer->whole;
  may_call(writer, DT_OUTSIDE, "detm_writer_finish");

  if (closed) {
    if (writer->format->close != NULL) writer->format->close(writer);
    if (writer->out.failed) dt_writer_fail_memory(writer);
    writer->whole = writer->out.length;
    flush_writer(writer);
  }

  writer->place = DT_FINISHED;
  return first_failure(writer, error);
}

const char *detm_writer_warning(const detm_writer *writer) {
  return writer != NULL && writer->warning[0] != '\0' ? writer->warning : NULL;
}

void detm_writer_free(detm_writer *writer) {
  if (writer == NULL) return;
  if (writer->format->free != NULL) writer->format->free(writer);
  dt_line_state *line = &writer->line;
  dt_buffer *buffers[] = {&writer->out, &writer->heads, &writer->typed.field, &writer->typed.part, &line->before,
                          &line->after, &line->page,    &line->file,          &line->fallback};
  for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++) dt_buffer_free(buffers[i]);
  free(writer->typed.values);
  free(writer->head_ends.items);
  free(writer);
}
