/* result/markdown.c: the content of pages as Markdown and as plain text.
 *
 * Markdown:                          Text:
 *   ---                                The title
 *   page: "news.html"
 *   title: "The title"                 The text ...
 *   keywords: ["one", "two"]
 *   ---
 *
 *   The text ...
 *
 * In Markdown, pages follow each other, each with its metadata; without metadata they are separated by a thematic
 * break. In text they are separated by a form feed. */
#include "result/escape.h"
#include "result/text_blocks.h"
#include "result/writer.h"

static bool is_markdown(const detm_writer *writer) { return writer->format == &dt_format_markdown; }

static void add_string(dt_buffer *to, const char *bytes, size_t length) {
  dt_buffer_byte(to, '"');
  dt_escape(to, DT_ESCAPE_JSON, bytes, length);
  dt_buffer_byte(to, '"');
}

static void check_part(detm_writer *writer, const dt_buffer *part) {
  if (part->failed) dt_writer_fail_memory(writer);
}

/* ---- one page ---- */

static void page_begin(detm_writer *writer, const detm_page_info *page) {
  dt_buffer *name = &writer->line.page;
  name->length = 0;
  add_string(name, page->name, strlen(page->name));
  check_part(writer, name);
}

static void region_begin(detm_writer *writer, const detm_region_info *region) {
  if (region->number != 0) {
    dt_writer_fail(writer, DETM_USAGE,
                   "Markdown and text are only for the content of pages: write records as XML, NDJSON or CSV");
    return;
  }
  writer->line.described = false;
  for (size_t i = 0; i < region->column_count; i++)
    if (strcmp(region->columns[i].type, "content") != 0) writer->line.described = true;
}

static void record_begin(detm_writer *writer, size_t number) {
  (void)number;
  writer->line.before.length = writer->line.after.length = 0;
  writer->line.values = 0;
}

static void end_list(dt_line_state *line) {
  if (line->values != 0 && line->list) dt_buffer_byte(&line->before, ']');
}

/* Adds metadata as YAML: name: "value", name: ["value", "value"]. */
static void add_metadata(detm_writer *writer, const detm_field *value, detm_text before) {
  dt_line_state *line = &writer->line;
  bool goes_on = line->values != 0 && line->column == value->column;
  if (goes_on) {
    dt_buffer_text(&line->before, ", ");
  } else {
    end_list(line);
    line->list = before.length != 0 && before.data[before.length - 1] == '[';
    dt_buffer_byte(&line->before, '\n');
    dt_buffer_add(&line->before, before.data, before.length);
  }
  add_string(&line->before, value->value.data, value->value.length);
  line->column = value->column;
  line->values++;
}

/* Adds a text without markup; each line is a paragraph. */
static void add_plain_value(dt_buffer *out, detm_text value, bool markdown) {
  dt_buffer markup = {0};
  while (value.length != 0) {
    const char *end = memchr(value.data, '\n', value.length);
    size_t length = end != NULL ? (size_t)(end - value.data) : value.length, taken = end != NULL ? length + 1 : length;
    dt_buffer_text(&markup, "<p>");
    dt_escape(&markup, DT_ESCAPE_TEXT, value.data, length);
    dt_buffer_text(&markup, "</p>");
    value = (detm_text){value.data + taken, value.length - taken};
  }
  dt_document_write(out, (detm_text){markup.data, markup.length}, markdown);
  if (markup.failed) out->failed = true;
  dt_buffer_free(&markup);
}

static void add_text(detm_writer *writer, const detm_field *value) {
  dt_buffer *text = &writer->line.after;
  bool markdown = is_markdown(writer);
  if (value->markup.data != NULL && value->markup.length != 0) {
    dt_document_write(text, value->markup, markdown);
  } else {
    add_plain_value(text, value->value, markdown);
  }
  check_part(writer, text);
}

static void separate(detm_writer *writer, const char *separator) {
  if (writer->written != 0 || writer->out.length != 0) dt_buffer_text(&writer->out, separator);
}

static void add_part(detm_writer *writer, const dt_buffer *part) {
  if (part->length == 0) return;
  dt_buffer_add(&writer->out, part->data, part->length);
  dt_buffer_byte(&writer->out, '\n');
}

/* ---- Markdown ---- */

static void head(dt_buffer *to, const detm_column *column) {
  dt_buffer_text(to, column->name);
  dt_buffer_text(to, column->list ? ": [" : ": ");
}

static void field(detm_writer *writer, const detm_field *value, detm_text before) {
  if (strcmp(value->type, "content") == 0) {
    add_text(writer, value);
  } else {
    add_metadata(writer, value, before);
    check_part(writer, &writer->line.before);
  }
}

static void record_end(detm_writer *writer) {
  dt_line_state *line = &writer->line;
  dt_buffer *out = &writer->out;
  end_list(line);
  check_part(writer, &line->before);
  separate(writer, line->described ? "\n" : "\n---\n\n");
  if (line->described) {
    dt_buffer_text(out, "---\npage: ");
    dt_buffer_add(out, line->page.data, line->page.length);
    add_part(writer, &line->before);
    if (line->before.length == 0) dt_buffer_byte(out, '\n');
    dt_buffer_text(out, line->after.length != 0 ? "---\n\n" : "---\n");
  }
  add_part(writer, &line->after);
}

static void close_document(detm_writer *writer) { (void)writer; }

const dt_format dt_format_markdown = {
    .page_begin = page_begin,
    .region_begin = region_begin,
    .head = head,
    .record_begin = record_begin,
    .field = field,
    .record_end = record_end,
    .close = close_document,
};

/* ---- plain text ---- */

/* Adds the title; other metadata is not part of the text. */
static void field_of_text(detm_writer *writer, const detm_field *value, detm_text before) {
  dt_buffer *title = &writer->line.before;
  (void)before;
  if (strcmp(value->type, "content") == 0) {
    add_text(writer, value);
  } else if (strcmp(value->name, "title") == 0 && title->length == 0) {
    dt_buffer_add(title, value->value.data, value->value.length);
    check_part(writer, title);
  }
}

/* Whether the text begins with the title, which is then written only once. */
static bool begins_with_title(const dt_line_state *line) {
  size_t length = line->before.length;
  return length <= line->after.length && memcmp(line->before.data, line->after.data, length) == 0 &&
         (length == line->after.length || line->after.data[length] == '\n');
}

static void record_end_of_text(detm_writer *writer) {
  dt_line_state *line = &writer->line;
  separate(writer, "\f\n");
  if (line->before.length != 0 && !begins_with_title(line)) {
    add_part(writer, &line->before);
    if (line->after.length != 0) dt_buffer_byte(&writer->out, '\n');
  }
  add_part(writer, &line->after);
}

const dt_format dt_format_text = {
    .page_begin = page_begin,
    .region_begin = region_begin,
    .record_begin = record_begin,
    .field = field_of_text,
    .record_end = record_end_of_text,
    .close = close_document,
};
