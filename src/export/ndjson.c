/* ndjson.c: results as NDJSON, one record a line.
 *
 *   {"@page":"shop.html","@region":1,"@record":1,"@confidence":0.98,"title":"...","tags":["a","b"]}
 *
 * @confidence and @fit are there only where they are known, "@template":"shop.xml" after the page's name only where a
 * file of a library was applied; several values of a field, and all of a list's, are an array.  Where a template's
 * first anchor did not serve, "@fallback":["price"] at the end names the fields. */
#include "export/writer.h"

static void add_string(dt_buffer *to, const char *bytes, size_t length) {
  dt_buffer_byte(to, '"');
  dt_escape(to, DT_ESCAPE_JSON, bytes, length);
  dt_buffer_byte(to, '"');
}

static void check_line(detm_writer *writer, const dt_buffer *part) {
  if (part->failed) dt_writer_fail(writer, DETM_NO_MEMORY, "out of memory for the results");
}

static void page_begin(detm_writer *writer, const detm_page_info *page) {
  detm_text name = dt_text(page->name);
  dt_buffer *to = &writer->line.page;
  to->length = 0;
  add_string(to, name.data, name.length);
  if (page->file != NULL) {
    dt_buffer_text(to, ",\"@template\":");
    add_string(to, page->file, strlen(page->file));
  }
  check_line(writer, to);
}

static void add_share(dt_buffer *to, const char *key, double share) {
  if (!(share >= 0)) return;
  dt_buffer_text(to, key);
  dt_buffer_share(to, share);
}

static void region_begin(detm_writer *writer, const detm_region_info *region) {
  dt_line *line = &writer->line;
  line->before.length = line->after.length = 0;
  dt_buffer_text(&line->before, "{\"@page\":");
  dt_buffer_add(&line->before, line->page.data, line->page.length);
  line->numbered = region->number != 0;
  if (line->numbered) {
    dt_buffer_text(&line->before, ",\"@region\":");
    dt_buffer_count(&line->before, region->number);
    dt_buffer_text(&line->before, ",\"@record\":");
  }
  add_share(&line->after, ",\"@confidence\":", region->confidence);
  add_share(&line->after, ",\"@fit\":", region->fit);
  check_line(writer, &line->before);
  check_line(writer, &line->after);
}

static void head(dt_buffer *to, const detm_column *column) {
  detm_text key = dt_text(column->name);
  dt_buffer_byte(to, ',');
  add_string(to, key.data, key.length);
  dt_buffer_byte(to, ':');
  if (column->list) dt_buffer_byte(to, '[');
}

static void record_begin(detm_writer *writer, size_t number) {
  dt_line *line = &writer->line;
  dt_buffer_add(&writer->out, line->before.data, line->before.length);
  if (line->numbered) dt_buffer_count(&writer->out, number);
  dt_buffer_add(&writer->out, line->after.data, line->after.length);
  line->values = 0;
  line->fallback.length = 0;
}

static void end_array(detm_writer *writer) {
  if (writer->line.values > 1 || (writer->line.values == 1 && writer->line.list)) dt_buffer_byte(&writer->out, ']');
}

/* The first value was taken for the only one: it moves by one byte. */
static void begin_array(detm_writer *writer) {
  dt_buffer *out = &writer->out;
  if (!dt_buffer_reserve(out, 1)) return;
  char *value = out->data + writer->line.value;
  memmove(value + 1, value, out->length - writer->line.value);
  *value = '[';
  ++out->length;
}

/* Once for a field, though several of its values may come from fall-backs. */
static void note_fallback(detm_writer *writer, const detm_field *value) {
  dt_line *line = &writer->line;
  if (value->rank < 2 || line->noted) return;
  line->noted = true;
  dt_buffer_byte(&line->fallback, line->fallback.length == 0 ? '[' : ',');
  add_string(&line->fallback, value->name, strlen(value->name));
}

static void field(detm_writer *writer, const detm_field *value, detm_text before) {
  dt_buffer *out = &writer->out;
  dt_line *line = &writer->line;
  if (line->values != 0 && value->column == line->column) {
    if (line->values == 1 && !line->list) begin_array(writer);
    dt_buffer_byte(out, ',');
    ++line->values;
  } else {
    end_array(writer);
    dt_buffer_add(out, before.data, before.length);
    line->column = value->column;
    line->value = out->length;
    line->values = 1;
    line->list = before.length != 0 && before.data[before.length - 1] == '[';
    line->noted = false;
  }
  note_fallback(writer, value);
  if (!line->numbered && strcmp(value->type, "figure") == 0)
    dt_buffer_add(out, value->value.data, value->value.length);
  else
    add_string(out, value->value.data, value->value.length);
}

static void record_end(detm_writer *writer) {
  dt_line *line = &writer->line;
  end_array(writer);
  if (line->fallback.length != 0) {
    dt_buffer_text(&writer->out, ",\"@fallback\":");
    dt_buffer_add(&writer->out, line->fallback.data, line->fallback.length);
    dt_buffer_byte(&writer->out, ']');
  }
  check_line(writer, &line->fallback);
  dt_buffer_add(&writer->out, "}\n", 2);
}

static void close_document(detm_writer *writer) { (void)writer; }

const dt_format dt_format_ndjson = {
    .page_begin = page_begin,
    .region_begin = region_begin,
    .head = head,
    .record_begin = record_begin,
    .field = field,
    .record_end = record_end,
    .close = close_document,
};
