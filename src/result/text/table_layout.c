/* result/text/table_layout.c: collects the cells of a table, and formats the table when it ends. */
#include "result/text/table_layout.h"
#include "text/sentences.h"

enum {
  MAX_PADDING = 40, /* columns of plain text are padded up to this width */
  GAP = 2,          /* spaces between columns of plain text */
  MAX_DIGITS = 4    /* digits of a colspan or rowspan */
};

/* ---- collecting cells ---- */

static void end_cell_text(dt_table *table) {
  while (table->cells.length != 0 && table->cells.data[table->cells.length - 1] == ' ') table->cells.length--;
  dt_buffer_byte(&table->cells, DT_CELL_END);
  table->column++;
}

static unsigned read_span(const dt_markup_event *event, const char *name) {
  unsigned span;
  return dt_markup_number(event, name, MAX_DIGITS, &span) && span != 0 ? span : 1;
}

void dt_cells_start_table(dt_text_document *d) {
  dt_table *table = &d->table;
  if (table->depth++ != 0) {
    dt_cells_apart(d);
    return;
  }
  dt_buffer cells = table->cells;
  cells.length = 0;
  *table = (dt_table){.cells = cells, .depth = 1};
}

void dt_cells_start_row(dt_text_document *d) {
  if (d->table.depth > 1) dt_cells_apart(d);
  dt_cells_end_row(d); /* a row without an end tag, or cells outside a row */
}

void dt_cells_start_cell(dt_text_document *d, const dt_markup_event *event) {
  dt_table *table = &d->table;
  if (table->depth != 1 || table->in_cell) {
    if (table->in_cell && table->has_text && !table->apart) {
      dt_buffer_byte(&table->cells, ' ');
      table->has_text = false; /* only a blank between cells of a nested row */
    }
    return;
  }

  /* Cells of earlier rows that span this one are empty cells here. */
  while (table->column < DT_MAX_SPAN && table->below[table->column] != 0) {
    table->below[table->column]--;
    end_cell_text(table);
  }

  table->in_cell = true;
  table->has_text = table->apart = false;
  table->is_th = event->tag == DT_M_TH;
  table->colspan = read_span(event, "colspan");
  table->rowspan = read_span(event, "rowspan");
}

void dt_cells_end_cell(dt_text_document *d) {
  dt_table *table = &d->table;
  if (table->depth != 1 || !table->in_cell) return;
  table->in_cell = false;
  if (table->rows == 0 && table->has_text) {
    table->has_th = table->has_th || table->is_th;
    table->has_td = table->has_td || !table->is_th;
  }
  for (unsigned i = 0; i < table->colspan && i < DT_MAX_SPAN; i++) {
    if (table->column < DT_MAX_SPAN) table->below[table->column] = (uint16_t)(table->rowspan - 1);
    end_cell_text(table);
  }
}

void dt_cells_end_row(dt_text_document *d) {
  dt_table *table = &d->table;
  if (table->depth != 1) return;
  dt_cells_end_cell(d);
  if (table->column == 0) return;
  for (size_t i = table->column; i < DT_MAX_SPAN; i++)
    if (table->below[i] != 0) table->below[i]--;
  if (table->column > table->columns) table->columns = table->column;
  dt_buffer_byte(&table->cells, DT_ROW_END);
  table->column = 0;
  table->rows++;
}

void dt_cells_apart(dt_text_document *d) { d->table.apart = true; }

/* ---- formatting ---- */

/* Reads the next cell of a row from the front of the table's text; false at the end of the row. */
static bool take_table_cell(detm_text *rest, detm_text *cell) {
  if (rest->length == 0) return false;
  if (rest->data[0] == DT_ROW_END) {
    *rest = dt_text_from(*rest, 1);
    return false;
  }
  const char *end = memchr(rest->data, DT_CELL_END, rest->length);
  *cell = (detm_text){rest->data, end != NULL ? (size_t)(end - rest->data) : rest->length};
  *rest = dt_text_from(*rest, cell->length + (end != NULL));
  return true;
}

/* Writes a row and returns its number of cells. */
static size_t add_markdown_row(dt_text_document *d, detm_text *rest) {
  detm_text cell;
  size_t count = 0;
  for (dt_buffer_byte(d->out, '|'); take_table_cell(rest, &cell); count++) {
    dt_buffer_byte(d->out, ' ');
    dt_buffer_add(d->out, cell.data, cell.length);
    dt_buffer_text(d->out, cell.length != 0 ? " |" : "|");
  }
  return count;
}

/* Writes a GFM table.  It must have a header, which is empty if the page has none. */
static void add_markdown_table(dt_text_document *d) {
  const dt_table *table = &d->table;
  detm_text rest = {table->cells.data, table->cells.length};
  size_t count = 0;

  if (table->has_th && !table->has_td)
    count = add_markdown_row(d, &rest);
  else
    dt_buffer_byte(d->out, '|');

  dt_document_repeat(d->out, " |", table->columns > count ? table->columns - count : 0);
  dt_document_new_line(d);
  dt_buffer_byte(d->out, '|');
  dt_document_repeat(d->out, " --- |", table->columns);

  while (rest.length != 0) {
    dt_document_new_line(d);
    add_markdown_row(d, &rest);
  }
}

static size_t monospace_width(detm_text text) {
  size_t width = 0;
  for (const char *at = text.data, *end = at + text.length; at < end;) {
    uint32_t code;
    at += dt_utf8_read(at, end, &code);
    width += dt_is_cjk(code) ? 2 : 1;
  }
  return width;
}

/* Writes the rows with the columns padded to the width of their widest cell. */
static void add_aligned_table(dt_text_document *d) {
  size_t widths[DT_MAX_SPAN] = {0};
  detm_text all = {d->table.cells.data, d->table.cells.length}, rest = all, cell;

  while (rest.length != 0) {
    for (size_t column = 0; take_table_cell(&rest, &cell); column++) {
      size_t width = column < DT_MAX_SPAN ? monospace_width(cell) : 0;
      if (width <= MAX_PADDING && column < DT_MAX_SPAN && width > widths[column]) widths[column] = width;
    }
  }

  for (rest = all; rest.length != 0;) {
    if (rest.data != all.data) dt_document_new_line(d);
    size_t start = d->out->length;
    for (size_t column = 0; take_table_cell(&rest, &cell); column++) {
      size_t width = monospace_width(cell), wanted = column < DT_MAX_SPAN ? widths[column] : 0;
      dt_buffer_add(d->out, cell.data, cell.length);
      dt_document_repeat(d->out, " ", (wanted > width ? wanted - width : 0) + GAP);
    }
    while (d->out->length > start && d->out->data[d->out->length - 1] == ' ') d->out->length--;
  }
}

void dt_cells_end_table(dt_text_document *d) {
  dt_table *table = &d->table;
  if (table->depth > 1) {
    table->depth--;
    dt_cells_apart(d);
    return;
  }

  if (table->depth == 0) return;
  dt_cells_end_row(d);
  table->depth = 0;
  if (table->rows == 0) return;
  dt_document_begin_block(d, DT_M_TABLE);

  if (d->markdown)
    add_markdown_table(d);
  else
    add_aligned_table(d);
}
