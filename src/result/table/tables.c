/* result/table/tables.c: results as a table of Markdown (GFM) or HTML. */
#include "base/escape.h"
#include "result/table/rows.h"

/* ---- Markdown ---- */

/* Adds a text in which no character is markup and no line ends. */
static void add_markdown_text(dt_buffer *out, detm_text text) {
  for (size_t i = 0; i < text.length; i++) {
    char c = text.data[i];
    if (c == '<')
      dt_buffer_text(out, "&lt;");
    else if (c == '&')
      dt_buffer_text(out, "&amp;");
    else if (c == '\n' || c == '\r' || c == '\t' || c == '\0')
      dt_buffer_byte(out, ' ');
    else {
      if (strchr("\\|`*_[]~", c) != NULL) dt_buffer_byte(out, '\\');
      dt_buffer_byte(out, c);
    }
  }
}

static void markdown_row(detm_writer *writer, const dt_row_column *columns, const dt_row_cell *cells, size_t count) {
  dt_buffer *out = &writer->out;
  (void)columns;
  for (size_t i = 0; i < count; i++) {
    dt_buffer_text(out, i == 0 ? "| " : " | ");
    for (size_t v = 0; v < cells[i].count; v++) {
      if (v != 0) dt_buffer_text(out, "<br>");
      add_markdown_text(out, cells[i].values[v]);
    }
  }
  dt_buffer_text(out, " |\n");
}

/* Numbers are aligned on the right. */
static void markdown_head(detm_writer *writer, const dt_row_column *columns, size_t count) {
  dt_buffer *out = &writer->out;
  for (size_t i = 0; i < count; i++) {
    dt_buffer_text(out, i == 0 ? "| " : " | ");
    add_markdown_text(out, columns[i].name);
  }
  dt_buffer_text(out, " |\n");
  for (size_t i = 0; i < count; i++) {
    dt_buffer_text(out, i == 0 ? "| " : " | ");
    dt_buffer_text(out, columns[i].kind == DT_CELLS_TEXT ? "---" : "---:");
  }
  dt_buffer_text(out, " |\n");
}

static const dt_rows_format markdown = {.head = markdown_head, .row = markdown_row};

const dt_format dt_format_markdown_table = {DT_ROWS_FORMAT(&markdown)};

/* ---- HTML ---- */

static void add_html(dt_buffer *out, detm_text text) { dt_escape(out, DT_ESCAPE_TEXT, text.data, text.length); }

static void html_row(detm_writer *writer, const dt_row_column *columns, const dt_row_cell *cells, size_t count) {
  dt_buffer *out = &writer->out;
  (void)columns;
  dt_buffer_text(out, "<tr>");

  for (size_t i = 0; i < count; i++) {
    dt_buffer_text(out, "<td>");
    for (size_t v = 0; v < cells[i].count; v++) {
      if (v != 0) dt_buffer_text(out, "<br>");
      add_html(out, cells[i].values[v]);
    }
    dt_buffer_text(out, "</td>");
  }

  dt_buffer_text(out, "</tr>\n");
}

static void html_head(detm_writer *writer, const dt_row_column *columns, size_t count) {
  dt_buffer *out = &writer->out;
  dt_buffer_text(out, "<!DOCTYPE html>\n<html>\n<head><meta charset=\"utf-8\"><title>Records</title></head>\n<body>\n"
                      "<table>\n<thead><tr>");
  for (size_t i = 0; i < count; i++) {
    dt_buffer_text(out, "<th>");
    add_html(out, columns[i].name);
    dt_buffer_text(out, "</th>");
  }
  dt_buffer_text(out, "</tr></thead>\n<tbody>\n");
}

#define HTML_END "</tbody>\n</table>\n</body>\n</html>\n"
enum { END = sizeof HTML_END - 1 };

static void html_end(detm_writer *writer) { dt_buffer_text(&writer->out, HTML_END); }

static const dt_rows_format html = {.head = html_head, .row = html_row, .end = html_end};

const dt_format dt_format_html_table = {DT_ROWS_FORMAT(&html), .closing = {END, END, END, END}};
