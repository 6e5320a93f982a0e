/* grid/head.c: finds the head of a table, and names its columns.
 *
 * The head is the rows of thead and the rows below them of head cells alone; without these, a first row that is set
 * apart from the rows below it: it alone is bold, or it has words above numbers.
 *
 * The name of a column is its lowest head cell.  Where other columns have the same, those above it are put before:
 * "Goals For", "Points For". */
#include "config.h"

#include "grid/grid.h"

#include "base/map.h"
#include "text/value_kind.h"

enum {
  MOST_HEAD_ROWS = 8,
  MOST_COMPARED = 30, /* rows whose values are compared with a head */
  MOST_HEAD_BYTES = 120
};

/* ---- rows ---- */

/* What one row looks like. */
typedef struct look {
  uint32_t filled;  /* cells that show something */
  uint32_t heads;   /* of these: head cells */
  uint32_t bold;    /* of these: all of their text is bold, and no link */
  uint32_t cells;   /* all cells, each once */
  uint32_t columns; /* that the filled cells cover */
  bool inherited;   /* a cell of an earlier row is in it */
} look;

bool dt_grid_is_bold(const dt_tree *tree, dt_index cell) {
  bool bold = false;
  for (dt_index node = cell + 1; node < tree->nodes[cell].end; node++) {
    if (tree->nodes[node].tag != DT_TAG_TEXT) continue;
    if (!(tree->nodes[node].flags & DT_NODE_BOLD) || (tree->nodes[node].flags & DT_NODE_LINKED)) return false;
    bold = true;
  }
  return bold;
}

static bool shows_something(const dt_tree *tree, dt_index cell) {
  for (dt_index node = cell + 1; node < tree->nodes[cell].end; node++)
    if (tree->nodes[node].tag == DT_TAG_TEXT || tree->nodes[node].tag == DT_TAG_img) return true;
  return false;
}

static look look_at(const dt_grid *grid, uint32_t row) {
  look l = {0};
  const dt_grid_row *r = &grid->rows[row];
  for (uint32_t s = r->first; s < r->first + r->count; s++) {
    const dt_cell *cell = dt_slot_cell(grid, s);
    l.cells++;
    l.inherited = l.inherited || cell->row != row;
    if (cell->row != row || !shows_something(grid->tree, cell->node)) continue;
    l.filled++;
    l.columns += cell->columns;
    l.heads += cell->head;
    l.bold += cell->head || dt_grid_is_bold(grid->tree, cell->node);
  }
  return l;
}

/* The number of columns that most rows from `from` fill. */
static uint32_t usual_width(const dt_grid *grid, uint32_t from) {
  uint32_t widths[MOST_COMPARED], count = 0, most = 0, usual = 0;
  for (uint32_t row = from; row < grid->row_count && count < MOST_COMPARED; row++)
    widths[count++] = look_at(grid, row).filled;
  for (uint32_t a = 0; a < count; a++) {
    uint32_t same = 0;
    for (uint32_t b = 0; b < count; b++) same += widths[a] == widths[b];
    if (same > most || (same == most && widths[a] > usual)) usual = widths[a];
    if (same > most) most = same;
  }
  return usual;
}

/* Whether a row may be a title of the table, above the head: it fills less than half of the usual columns, and no one
 * cell of a column of its own. */
static bool is_title(const dt_grid *grid, uint32_t row) {
  look l = look_at(grid, row);
  if (grid->column_count < 2 || l.inherited || l.filled == 0) return l.filled == 0;
  return (l.filled == 1 && (l.columns > 1 || l.cells == 1)) || 2 * l.filled < usual_width(grid, row + 1);
}

static bool is_head_row(const dt_grid *grid, uint32_t row) {
  look l = look_at(grid, row);
  return l.filled != 0 && l.heads == l.filled && (l.filled > 1 || grid->column_count == 1 || l.inherited);
}

/* ---- a first row that is set apart ---- */

/* What a value looks like: a number (with or without a unit or currency), a date, words, nothing. */
typedef enum form { FORM_NONE, FORM_NUMBER, FORM_DATE, FORM_WORDS } form;

static form form_of(detm_text text) {
  unsigned kind = text.length != 0 ? dt_kind_of(text) : 0;
  if (kind == 0) return FORM_NONE;
  if (kind & (DT_KIND_COUNT | DT_KIND_PRICE)) return FORM_NUMBER;
  if (kind & DT_KIND_DATE) return FORM_DATE;
  size_t digits = 0, letters = 0;
  for (size_t i = 0; i < text.length; i++) {
    digits += dt_is_digit(text.data[i]);
    letters += dt_is_ascii_letter(text.data[i]) || (unsigned char)text.data[i] >= 0x80;
  }
  if (digits != 0 && letters <= digits && letters <= 3) return FORM_NUMBER;
  return letters != 0 ? FORM_WORDS : FORM_NONE;
}

/* The form of most values of a column in the rows from `from`; FORM_NONE = they have several. */
static form form_of_column(const dt_grid *grid, dt_arena *scratch, uint32_t column, uint32_t from) {
  uint32_t counts[FORM_WORDS + 1] = {0}, all = 0;
  for (uint32_t row = from; row < grid->row_count && row < from + MOST_COMPARED; row++) {
    uint32_t slot = dt_grid_slot(grid, row, column);
    if (slot == DT_NONE || grid->slots[slot].columns > 1) continue;
    form f = form_of(dt_cell_text(scratch, grid->tree, dt_slot_cell(grid, slot)->node));
    if (f == FORM_NONE) continue;
    counts[f]++;
    all++;
  }
  for (int f = FORM_NUMBER; f <= FORM_WORDS; f++)
    if (all >= 2 && 10 * counts[f] >= 8 * all) return (form)f;
  return FORM_NONE;
}

/* Whether a row has words above columns of numbers or dates, and hardly anywhere a value like those below it. */
static bool has_words_over_numbers(const dt_grid *grid, dt_arena *scratch, uint32_t row) {
  uint32_t over = 0, against = 0, filled = 0;
  const dt_grid_row *r = &grid->rows[row];
  for (uint32_t s = r->first; s < r->first + r->count; s++) {
    detm_text text = dt_cell_text(scratch, grid->tree, dt_slot_cell(grid, s)->node);
    form own = form_of(text), below = form_of_column(grid, scratch, grid->slots[s].column, row + 1);
    if (text.length > MOST_HEAD_BYTES) return false;
    if (text.length == 0) continue;
    filled++;
    if (below != FORM_NUMBER && below != FORM_DATE) continue;
    over += own == FORM_WORDS;
    against += own == FORM_DATE || own == FORM_NUMBER;
  }
  return over > 2 * against && filled >= 2 && 4 * filled >= 3 * usual_width(grid, row + 1);
}

/* Whether the cells of a row are bold, and those of the rows below are not. */
static bool is_bold_alone(const dt_grid *grid, uint32_t row) {
  look l = look_at(grid, row);
  uint32_t alike = 0, compared = 0;
  if (l.filled < 2 || l.bold != l.filled || l.inherited) return false;
  for (uint32_t below = row + 1; below < grid->row_count && compared < MOST_COMPARED; below++) {
    look other = look_at(grid, below);
    if (other.filled < 2) continue;
    compared++;
    alike += other.bold == other.filled;
  }
  return compared != 0 && 4 * alike <= compared;
}

/* ---- the head ---- */

/* The number of rows of the head at the top of a table. */
static uint32_t count_head(const dt_grid *grid, dt_arena *scratch) {
  uint32_t head = 0, titles = 0;
  while (head < grid->row_count && head < MOST_HEAD_ROWS && grid->rows[head].section == DT_SECTION_HEAD) head++;
  if (head == grid->row_count || (head == MOST_HEAD_ROWS && grid->rows[head].section == DT_SECTION_HEAD)) head = 0;

  while (head == 0 && titles + 1 < grid->row_count && titles < MOST_HEAD_ROWS && is_title(grid, titles)) titles++;
  uint32_t end = head != 0 ? head : titles;
  /* a table of head cells alone has one row of them */
  while (end < grid->row_count && end < MOST_HEAD_ROWS && is_head_row(grid, end) &&
         (end == titles || head != 0 || end + 1 < grid->row_count))
    end++;
  if (end > titles || head != 0) return end;
  if (titles + 1 < grid->row_count && (is_bold_alone(grid, titles) || has_words_over_numbers(grid, scratch, titles)))
    return titles + 1;
  return 0;
}

/* ---- the names ---- */

/* The text of a head cell; its columns may be read several times, so that it is kept by cell. */
static detm_text text_of_head(dt_arena *arena, const dt_grid *grid, uint32_t cell, detm_text *known) {
  if (known[cell].data == NULL) {
    known[cell] = dt_cell_text(arena, grid->tree, grid->cells[cell].node);
    if (known[cell].data == NULL) known[cell] = (detm_text){"", 0};
  }
  return known[cell];
}

/* The head cell of a row that covers a column; DT_NONE = none, or one over all columns, which names the table. */
static uint32_t head_cell(const dt_grid *grid, uint32_t row, uint32_t column) {
  uint32_t slot = dt_grid_slot(grid, row, column);
  if (slot == DT_NONE) return DT_NONE;
  bool all = grid->column_count > 1 && dt_slot_cell(grid, slot)->columns >= grid->column_count;
  return all ? DT_NONE : grid->slots[slot].cell;
}

/* Whether another column under another head has the same text as its lowest head. */
static bool is_ambiguous(const dt_grid *grid, uint32_t column) {
  const dt_grid_column *own = &grid->columns[column];
  for (uint32_t c = 0; c < grid->column_count; c++)
    if (grid->columns[c].cell != own->cell && own->head.length != 0 && dt_text_equal(grid->columns[c].head, own->head))
      return true;
  return false;
}

static detm_text join(dt_arena *arena, detm_text a, detm_text b) {
  if (a.length == 0 || dt_text_equal(a, b)) return b;
  if (b.length == 0) return a;
  return dt_cell_join(arena, (const detm_text[]){a, b}, 2);
}

/* The texts of the heads above the lowest one of a column, from the top. */
static detm_text heads_above(dt_arena *arena, const dt_grid *grid, uint32_t column, detm_text *known) {
  detm_text above = {"", 0};
  uint32_t last = DT_NONE;
  for (uint32_t row = 0; row < grid->head_count; row++) {
    uint32_t cell = head_cell(grid, row, column);
    if (cell == DT_NONE || cell == last) continue;
    if (cell == grid->columns[column].cell) break;
    above = join(arena, above, text_of_head(arena, grid, cell, known));
    last = cell;
  }
  return above;
}

/* Names the columns.  Where a name is ambiguous, all columns below the same upper head get that head in their name. */
void dt_grid_name_columns(dt_grid *grid, dt_arena *arena, dt_arena *scratch) {
  dt_mark mark = dt_arena_mark(scratch);
  detm_text *known = DT_ZERO(scratch, detm_text, grid->cell_count);
  for (uint32_t c = 0; c < grid->column_count; c++) {
    dt_grid_column *column = &grid->columns[c];
    *column = (dt_grid_column){.head = {"", 0}, .label = {"", 0}, .cell = DT_NONE};
    for (uint32_t row = grid->head_count; row-- > 0 && column->head.length == 0;) {
      uint32_t cell = head_cell(grid, row, c);
      if (cell == DT_NONE) continue;
      column->head = text_of_head(arena, grid, cell, known);
      if (column->head.length != 0) column->cell = cell;
    }
  }
  detm_text *above = DT_ZERO(scratch, detm_text, grid->column_count);
  bool *ambiguous = DT_ZERO(scratch, bool, grid->column_count);
  for (uint32_t c = 0; c < grid->column_count; c++) {
    above[c] = heads_above(arena, grid, c, known);
    ambiguous[c] = is_ambiguous(grid, c);
  }
  for (uint32_t c = 0; c < grid->column_count; c++) {
    bool joined = false;
    for (uint32_t d = 0; d < grid->column_count && !joined && above[c].length != 0; d++)
      joined = ambiguous[d] && dt_text_equal(above[d], above[c]);
    detm_text head = grid->columns[c].head;
    grid->columns[c].label = joined && head.length != 0 ? join(arena, above[c], head) : head;
  }
  dt_arena_rewind(scratch, mark);
}

/* Whether a head is a part of each value below it, as 2024 of 2024-01-07: it is the title of the table, and no name. */
static bool is_in_all_values(const dt_grid *grid, uint32_t column, dt_arena *scratch) {
  detm_text head = grid->columns[column].head;
  uint32_t values = 0;
  if (head.length == 0 || !dt_is_digit(*head.data) || form_of(head) != FORM_NUMBER) return false;
  for (uint32_t row = grid->head_count; row < grid->row_count; row++) {
    uint32_t slot = dt_grid_slot(grid, row, column);
    detm_text text = {"", 0};
    if (slot != DT_NONE) text = dt_cell_text(scratch, grid->tree, dt_slot_cell(grid, slot)->node);
    if (text.length == 0) continue;
    if (form_of(text) != FORM_DATE || memmem(text.data, text.length, head.data, head.length) == NULL) return false;
    values++;
  }
  return values >= 2;
}

void dt_grid_set_head(dt_grid *grid, uint32_t count, dt_arena *arena, dt_arena *scratch) {
  dt_mark mark = dt_arena_mark(scratch);
  grid->head_count = count;
  for (uint32_t row = 0; row < grid->head_count; row++) grid->rows[row].kind = DT_ROW_HEAD;
  dt_grid_name_columns(grid, arena, scratch);
  for (uint32_t c = 0; c < grid->column_count; c++)
    if (is_in_all_values(grid, c, scratch)) grid->columns[c].label = (detm_text){"", 0};
  dt_arena_rewind(scratch, mark);
}

void dt_grid_find_head(dt_grid *grid, dt_arena *arena, dt_arena *scratch) {
  dt_mark mark = dt_arena_mark(scratch);
  uint32_t count = count_head(grid, scratch);
  dt_arena_rewind(scratch, mark);
  dt_grid_set_head(grid, count, arena, scratch);
}
