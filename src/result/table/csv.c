/* result/table/csv.c: results as CSV (RFC 4180, UTF-8, CRLF), one record per row.  Values of one field are joined by "
 * | ".
 */
#include "base/escape.h"
#include "result/table/rows.h"

#define BYTE_ORDER_MARK "\xef\xbb\xbf"

/* Whether the cell must be quoted; `comma`: its decimal point becomes a comma. */
static bool must_quote(const detm_writer *writer, detm_text text, bool comma) {
  const char *end = text.data + text.length;
  char delimiter = writer->csv.delimiter;
  if (text.length == 0) return false;
  if (comma && delimiter == ',' && memchr(text.data, '.', text.length) != NULL) return true;
  return dt_escape_find(text.data, end, DT_CSV_QUOTING) != end || memchr(text.data, delimiter, text.length) != NULL;
}

/* Whether the text is a number below 0 for a spreadsheet: "-5", "-1,200.50", "-5 %". */
static bool is_negative_number(detm_text text) {
  bool digit = false;
  for (size_t i = 1; i < text.length; i++) {
    bool is_digit = text.data[i] >= '0' && text.data[i] <= '9';
    if (!is_digit && memchr("., %", text.data[i], 4) == NULL) return false;
    digit |= is_digit;
  }
  return digit && text.data[0] == '-';
}

/* Whether a spreadsheet computes the text instead of showing it. */
static bool is_formula(detm_text text) {
  return text.length != 0 && memchr("=+-@\t\r", text.data[0], 6) != NULL && !is_negative_number(text);
}

/* Adds the number with a decimal comma. */
static void csv_decimal_comma(dt_buffer *out, detm_text number) {
  for (size_t i = 0; i < number.length; i++) dt_buffer_byte(out, number.data[i] == '.' ? ',' : number.data[i]);
}

static void csv_cell(detm_writer *writer, const dt_row_cell *cell, bool is_number) {
  dt_buffer *out = &writer->out;
  bool comma = is_number && writer->csv.decimal_comma;
  bool quoted = false;

  for (size_t v = 0; v < cell->count && !quoted; v++) quoted = must_quote(writer, cell->values[v], comma);
  if (quoted) dt_buffer_byte(out, '"');
  if (writer->csv.no_formulas && !is_number && cell->count != 0 && is_formula(cell->values[0]))
    dt_buffer_byte(out, '\'');

  for (size_t v = 0; v < cell->count; v++) {
    if (v != 0) dt_buffer_add(out, " | ", 3);
    if (comma)
      csv_decimal_comma(out, cell->values[v]);
    else
      dt_escape(out, DT_ESCAPE_CSV, cell->values[v].data, cell->values[v].length);
  }

  if (quoted) dt_buffer_byte(out, '"');
}

static void csv_row(detm_writer *writer, const dt_row_column *columns, const dt_row_cell *cells, size_t count) {
  dt_buffer *out = &writer->out;
  size_t start = out->length;
  for (size_t i = 0; i < count; i++) {
    if (i != 0) dt_buffer_byte(out, writer->csv.delimiter);
    csv_cell(writer, &cells[i], columns[i].kind != DT_CELLS_TEXT);
  }
  if (out->length == start) dt_buffer_add(out, "\"\"", 2); /* CSV readers ignore an empty line */
  dt_buffer_add(out, "\r\n", 2);
}

static void csv_head(detm_writer *writer, const dt_row_column *columns, size_t count) {
  dt_buffer *out = &writer->out;
  if (writer->csv.bom) dt_buffer_text(out, BYTE_ORDER_MARK);
  for (size_t i = 0; i < count; i++) {
    if (i != 0) dt_buffer_byte(out, writer->csv.delimiter);
    csv_cell(writer, &(dt_row_cell){&columns[i].name, 1}, false);
  }
  dt_buffer_add(out, "\r\n", 2);
}

static const dt_rows_format csv = {.head = csv_head, .row = csv_row};

const dt_format dt_format_csv = {DT_ROWS_FORMAT(&csv)};
