/* result/text/markdown.c: the content of pages as Markdown and as plain text.
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
#include "base/escape.h"
#include "result/text/text_blocks.h"
#include "result/writer.h"

/* ---- one page ---- */

static void markdown_page_begin(detm_writer *writer, const detm_page_info *page) {
  writer->line.page.length = 0;
  dt_escape_json_string(&writer->line.page, dt_text(page->name));
}

static void markdown_region_begin(detm_writer *writer, const detm_region_info *region) {
  if (region->number != 0) {
    dt_writer_fail(writer, DETM_USAGE,
                   "Markdown and text are only for the content of pages: write records as XML, NDJSON or CSV");
    return;
  }
  writer->line.described = false;
  for (size_t i = 0; i < region->column_count; i++)
    if (strcmp(region->columns[i].type, "content") != 0) writer->line.described = true;
}

static void markdown_record_begin(detm_writer *writer, size_t number) {
  (void)number;
  writer->line.before.length = writer->line.after.length = 0;
  writer->line.values = 0;
}

static void end_list(dt_line_state *line) {
  if (line->values != 0 && line->list) dt_buffer_byte(&line->before, ']');
}

/* Adds the text of a page; without markup, each line is a paragraph. */
static void add_page_text(detm_writer *writer, const detm_field *value) {
  bool markdown = writer->format == &dt_format_markdown;
  dt_buffer *text = &writer->line.after, made = {0};
  detm_text rest = value->value;

  if (value->markup.data != NULL && value->markup.length != 0) {
    dt_document_write(text, value->markup, markdown);
    return;
  }

  while (rest.length != 0) {
    const char *end = memchr(rest.data, '\n', rest.length);
    size_t length = end != NULL ? (size_t)(end - rest.data) : rest.length;
    dt_buffer_text(&made, "<p>");
    dt_escape(&made, DT_ESCAPE_TEXT, rest.data, length);
    dt_buffer_text(&made, "</p>");
    rest = dt_text_from(rest, end != NULL ? length + 1 : length);
  }

  dt_document_write(text, (detm_text){made.data, made.length}, markdown);
  if (made.failed) text->failed = true;

  dt_buffer_free(&made);
}

static void separate(detm_writer *writer, const char *separator) {
  if (writer->written != 0 || writer->out.length != 0) dt_buffer_text(&writer->out, separator);
}

static void add_markdown_part(detm_writer *writer, const dt_buffer *part) {
  if (part->length == 0) return;
  dt_buffer_add(&writer->out, part->data, part->length);
  dt_buffer_byte(&writer->out, '\n');
}

/* ---- Markdown ---- */

static void markdown_key(dt_buffer *to, const detm_column *column) {
  dt_buffer_text(to, column->name);
  dt_buffer_text(to, column->list ? ": [" : ": ");
}

/* Adds the text, or metadata as YAML: name: "value", name: ["value", "value"]. */
static void markdown_field(detm_writer *writer, const detm_field *value, detm_text before) {
  dt_line_state *line = &writer->line;
  if (strcmp(value->type, "content") == 0) {
    add_page_text(writer, value);
    return;
  }

  if (line->values != 0 && line->column == value->column) {
    dt_buffer_text(&line->before, ", ");
  } else {
    end_list(line);
    line->list = before.length != 0 && before.data[before.length - 1] == '[';
    dt_buffer_byte(&line->before, '\n');
    dt_buffer_add(&line->before, before.data, before.length);
  }

  dt_escape_json_string(&line->before, value->value);
  line->column = value->column;
  line->values++;
}

static void markdown_record_end(detm_writer *writer) {
  dt_line_state *line = &writer->line;
  dt_buffer *out = &writer->out;

  end_list(line);
  separate(writer, line->described ? "\n" : "\n---\n\n");

  if (line->described) {
    dt_buffer_text(out, "---\npage: ");
    dt_buffer_add(out, line->page.data, line->page.length);
    add_markdown_part(writer, &line->before);
    if (line->before.length == 0) dt_buffer_byte(out, '\n');
    dt_buffer_text(out, line->after.length != 0 ? "---\n\n" : "---\n");
  }

  add_markdown_part(writer, &line->after);
}

const dt_format dt_format_markdown = {
    .page_begin = markdown_page_begin,
    .region_begin = markdown_region_begin,
    .head = markdown_key,
    .record_begin = markdown_record_begin,
    .field = markdown_field,
    .record_end = markdown_record_end,
};

/* ---- plain text ---- */

/* Adds the title; other metadata is not part of the text. */
static void field_of_text(detm_writer *writer, const detm_field *value, detm_text before) {
  dt_buffer *title = &writer->line.before;
  (void)before;
  if (strcmp(value->type, "content") == 0)
    add_page_text(writer, value);
  else if (strcmp(value->name, "title") == 0 && title->length == 0)
    dt_buffer_add(title, value->value.data, value->value.length);
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
    add_markdown_part(writer, &line->before);
    if (line->after.length != 0) dt_buffer_byte(&writer->out, '\n');
  }
  add_markdown_part(writer, &line->after);
}

const dt_format dt_format_text = {
    .page_begin = markdown_page_begin,
    .region_begin = markdown_region_begin,
    .record_begin = markdown_record_begin,
    .field = field_of_text,
    .record_end = record_end_of_text,
};
