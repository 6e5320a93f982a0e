/* grid/rows.c: what the rows of a table are, below its head: records, headings of groups, totals, notes.
 *
 * Every row is a record, unless it says itself what else it is: it repeats the head; it has one cell over the columns;
 * it is in tfoot, or begins with a word for sums and has numbers, or is set apart and has the sums of the numbers above
 * it; it shows nothing. */
#include "grid/grid.h"

#include "base/search.h"

#include "text/fold.h"
#include "values/value_kind.h"

enum { MOST_TOTAL_BYTES = 40, MOST_COMPARED = 30 /* rows on each side */ };

/* First words of rows that sum up the rows above. */
static const char *const total_words[] = {
    "total",         "totals",   "grand total", "sub total", "sub-total",  "subtotal",       "subtotals",   "sum",
    "sums",          "overall",  "average",     "mean",      "median",     "gesamt",         "gesamtsumme", "summe",
    "zwischensumme", "σ",        "∅",           "teilsumme", "insgesamt",  "durchschnitt",   "mittelwert",  "totaal",
    "subtotaal",     "somme",    "totale",      "subtotale", "sous-total", "totaux",         "totales",     "suma",
    "suma parcial",  "celkem",   "mezisoučet",  "razem",     "∑",          "suma częściowa", "итого",       "всего",
    "итог",          "összesen", "részösszeg",  "yhteensä",  "välisumma",  "summa",          "delsumma",    "totalt",
    "i alt",         "toplam",   "ara toplam",  "合計",      "小計",       "总计",           "合计",        "小计",
    "합계",          "소계",     "σύνολο",      "moyenne",   "promedio",   "média",          "media"};

/* What the first text of a row says of sums: a word for them alone ("Total (12)", "Sum:"), or one with another word,
 * which may be a name, too: "Total points", "Total Recall". */
typedef enum total_word { NO_TOTAL, MAY_BE_TOTAL, IS_TOTAL } total_word;

/* *name: the words beside the one for sums, folded in the buffer: "north" of "Total North" and "North total". */
static total_word read_total_word(detm_text text, char folded[static MOST_TOTAL_BYTES], detm_text *name) {
  total_word found = NO_TOTAL;
  *name = dt_text("");
  text = dt_text_strip(text, " :.");
  if (text.length == 0 || text.length > MOST_TOTAL_BYTES) return NO_TOTAL;
  text = dt_fold_copy(folded, MOST_TOTAL_BYTES, text);

  for (size_t w = 0; w < sizeof total_words / sizeof *total_words && found != IS_TOTAL; w++) {
    detm_text word = dt_text(total_words[w]);
    size_t before = text.length - word.length - 1;
    if (text.length > word.length + 1 && dt_text_ends(text, word) && text.data[before] == ' ')
      *name = dt_text_strip((detm_text){text.data, before}, " :-");
    if (!dt_text_starts(text, word)) continue;
    if (text.length == word.length) return IS_TOTAL;
    if (text.data[word.length] != ' ' && text.data[word.length] != ':') continue;
    *name = dt_text_strip(dt_text_from(text, word.length), " :");
    bool sign = (unsigned char)*word.data >= 0x80 && dt_utf8_count(word) == 1;
    if (sign || (dt_kind_of(*name) & DT_KIND_LETTER) == 0)
      found = IS_TOTAL;
    else if (memchr(name->data, ' ', name->length) == NULL)
      found = MAY_BE_TOTAL;
  }

  return found;
}

/* What the cells of a row show, each cell once. */
typedef struct shown {
  uint32_t filled;  /* cells with a text or picture */
  uint32_t slot;    /* the first of these */
  uint32_t columns; /* that it covers */
  uint32_t numbers; /* cells with digits that are no text of a head */
  uint32_t repeats; /* cells that have the text of a head of their column */
  uint32_t heads;   /* cells of heads */
  uint32_t choices; /* of the repeats: cells with a link or box, which the head has not */
  bool other_first; /* the first of these has another text than a head of its column */
} shown;

typedef struct row_reader {
  dt_grid *grid;
  dt_arena *scratch;
  unsigned *kinds;  /* of the values of each column: dt_grid_kind_of_column */
  detm_text *heads; /* texts of the head, by slot: its rows come first */
  int64_t *numbers; /* digits_of the cells, by slot; UNREAD = not read yet */
  bool *counting;   /* columns that number the rows */
  shown *shown;     /* by row */
  bool words;       /* several rows have texts of the head as their values */
  uint64_t steps;   /* numbers that may still be added to find sums */
} row_reader;

#define UNREAD INT64_MIN

static detm_text text_in_slot(const row_reader *r, uint32_t slot) {
  return dt_cell_text(r->scratch, r->grid->tree, dt_slot_cell(r->grid, slot)->node);
}

static bool shows_picture(const dt_tree *tree, dt_index cell) {
  return dt_has_tag(tree, cell + 1, tree->nodes[cell].end, DT_TAG_img);
}

/* Whether a cell has the text of a head of its column, in any row of the head. */
static bool repeats_head(const row_reader *r, const dt_slot *slot, detm_text text) {
  const dt_grid *grid = r->grid;
  if (text.length == 0) return false;
  if (dt_text_equal(text, grid->columns[slot->column].head) || dt_text_equal(text, grid->columns[slot->column].label))
    return true;
  for (uint32_t row = 0; row < grid->head_count; row++) {
    uint32_t head = dt_grid_slot(grid, row, slot->column);
    if (head != DT_NONE && dt_text_equal(text, r->heads[head])) return true;
  }
  return false;
}

/* Whether a cell has a link or box. */
static bool has_choice(const dt_tree *tree, dt_index cell) {
  for (dt_index node = cell; node < tree->nodes[cell].end; node++)
    if ((tree->nodes[node].flags & DT_NODE_LINKED) || dt_is_box(tree, node)) return true;
  return false;
}

/* Whether a cell of a row is a choice of its record: "PDF" under PDF, with a link that the head has not. */
static bool is_linked_choice(const dt_grid *grid, uint32_t slot) {
  uint32_t head = grid->columns[grid->slots[slot].column].cell;
  return has_choice(grid->tree, dt_slot_cell(grid, slot)->node) &&
         !(head != DT_NONE && has_choice(grid->tree, grid->cells[head].node));
}

static shown read_shown(const row_reader *r, uint32_t row) {
  const dt_grid_row *own = &r->grid->rows[row];
  shown found = {.slot = DT_NONE};
  for (uint32_t s = own->first; s < own->first + own->count; s++) {
    const dt_cell *cell = dt_slot_cell(r->grid, s);
    detm_text text = text_in_slot(r, s);
    if (text.length == 0 && !shows_picture(r->grid->tree, cell->node)) continue;
    if (found.filled++ == 0) {
      found.slot = s;
      found.columns = r->grid->slots[s].columns;
    }
    found.heads += cell->head;
    bool repeats = repeats_head(r, &r->grid->slots[s], text);
    found.numbers += !repeats && (dt_kind_of(text) & DT_KIND_DIGIT) != 0;
    found.repeats += repeats;
    found.choices += repeats && is_linked_choice(r->grid, s);
    if (found.slot == s) found.other_first = !repeats;
  }

  return found;
}

static bool is_hidden_row(const dt_grid *grid, uint32_t row) {
  dt_index node = grid->rows[row].node;
  for (; node != DT_NONE && node != grid->node; node = grid->tree->nodes[node].parent)
    if (grid->tree->nodes[node].flags & DT_NODE_HIDDEN) return true;
  return false;
}

/* Whether a row is one cell over the columns: more of them than any cell of a record covers. */
static bool is_banner(const row_reader *r, uint32_t row, const shown *s) {
  const dt_grid *grid = r->grid;
  if (s->filled != 1 || grid->column_count < 2) return false;
  const dt_cell *cell = dt_slot_cell(grid, s->slot);
  if (cell->row != row) return false; /* one that began in a row above */
  bool alone = cell->head && grid->rows[row].count == 1;
  return alone || (s->columns > 1 && 2 * s->columns > grid->column_count);
}

/* Whether a row has one cell only, whose value is of another kind than those of its column: "March" above dates. */
static bool is_lone_heading(const row_reader *r, uint32_t row, const shown *s) {
  const dt_grid *grid = r->grid;
  if (s->filled != 1 || grid->rows[row].count != 1 || grid->column_count < 3) return false;
  unsigned usual = r->kinds[grid->slots[s->slot].column], own = dt_grid_kind_of_value(text_in_slot(r, s->slot));
  return dt_grid_is_kind(usual) && own != 0 && own != usual;
}

static bool is_bold_cell(const dt_grid *grid, uint32_t slot) {
  const dt_cell *cell = dt_slot_cell(grid, slot);
  return cell->head || dt_grid_is_bold(grid->tree, cell->node);
}

/* How the page sets a row apart: the rows around it, and how many of these have its class, or a bold first cell. */
typedef struct apart {
  uint32_t others, same_class, bold;
  bool is_bold, takes_turns; /* its first cell is bold; the row two above has its class */
} apart;

static apart look_around(const dt_grid *grid, uint32_t row) {
  const dt_tree *tree = grid->tree;
  dt_index node = grid->rows[row].node;
  apart found = {0};
  if (node == DT_NONE || grid->rows[row].count == 0) return found;
  found.is_bold = is_bold_cell(grid, grid->rows[row].first);

  uint32_t from = row > grid->head_count + MOST_COMPARED ? row - MOST_COMPARED : grid->head_count;
  for (uint32_t other = from; other < grid->row_count && other <= row + MOST_COMPARED; other++) {
    if (other == row || grid->rows[other].node == DT_NONE || grid->rows[other].count == 0) continue;
    bool same = dt_have_same_class(tree, node, grid->rows[other].node);
    found.others++;
    found.same_class += same;
    found.takes_turns = found.takes_turns || (same && other + 2 == row);
    found.bold += is_bold_cell(grid, grid->rows[other].first);
  }

  return found;
}

/* Whether the page sets a row apart from all others: by a class of its own, or by a bold first cell. */
static bool is_set_apart(const apart *a) {
  return a->others != 0 && (a->same_class == 0 || (a->is_bold && a->bold == 0));
}

/* Whether it sets a row apart from most, as it does with sums of groups; not with every second row. */
static bool is_set_apart_from_most(const apart *a) {
  return (a->is_bold && 2 * a->bold < a->others) || (3 * a->same_class < a->others && !a->takes_turns);
}

/* Whether a name is that of rows above: the text of their cell in a column, or of one cell over the columns. */
static bool names_rows_above(const row_reader *r, uint32_t row, uint32_t column, detm_text name) {
  const dt_grid *grid = r->grid;
  for (uint32_t n = 1; name.length != 0 && n <= MOST_COMPARED && grid->head_count + n <= row; n++) {
    uint32_t slot = dt_grid_slot(grid, row - n, column);
    detm_text above = slot != DT_NONE ? text_in_slot(r, slot) : dt_text("");
    char folded[MOST_TOTAL_BYTES];
    if (above.length != 0 && above.length <= MOST_TOTAL_BYTES &&
        dt_text_equal(dt_fold_copy(folded, sizeof folded, above), name))
      return true;
  }
  return false;
}

/* The digits of a number or price as a whole number, whatever marks are between them; 0 = it is none. */
static int64_t digits_of(detm_text text) {
  enum { MOST_DIGITS = 15 };
  int64_t value = 0;
  uint32_t digits = 0;
  unsigned kind = text.length != 0 ? dt_kind_of(text) : DT_KIND_LETTER;
  if ((kind & DT_KIND_PRICE) == 0 && (kind & (DT_KIND_LETTER | DT_KIND_DATE)) != 0) return 0;
  for (size_t i = 0; i < text.length && digits <= MOST_DIGITS; i++) {
    if (!dt_is_digit(text.data[i])) continue;
    value = 10 * value + (text.data[i] - '0');
    digits++;
  }
  if (digits > MOST_DIGITS) return 0;
  return *text.data == '-' || dt_text_starts(text, DT_TEXT("−")) ? -value : value;
}

static int64_t number_at(row_reader *r, uint32_t slot) {
  if (r->numbers[slot] == UNREAD) {
    dt_mark mark = dt_arena_mark(r->scratch);
    r->numbers[slot] = r->grid->slots[slot].columns == 1 ? digits_of(text_in_slot(r, slot)) : 0;
    dt_arena_rewind(r->scratch, mark);
  }
  return r->numbers[slot];
}

/* Whether the numbers of a column count the rows: each, or all but one, is one more than the number above it.  3 below
 * 1 and 2 is no sum of these. */
static bool counts_rows(row_reader *r, uint32_t column) {
  enum { LEAST_NUMBERS = 3 };
  uint32_t numbers = 0, others = 0;
  int64_t last = 0;
  for (uint32_t row = r->grid->head_count; row < r->grid->row_count && others <= 1; row++) {
    uint32_t slot = dt_grid_slot(r->grid, row, column);
    int64_t number = slot != DT_NONE ? number_at(r, slot) : 0;
    if (number == 0) continue;
    others += numbers++ != 0 && number != last + 1;
    last = number;
  }
  return numbers >= LEAST_NUMBERS && others <= 1;
}

/* Whether a number is the sum of those above it in a column: of all records, or of those since the last row that is
 * none, `least` numbers or more. */
static bool is_sum(row_reader *r, uint32_t row, uint32_t column, int64_t number, uint32_t least) {
  enum { MOST_ADDED = 500 };
  const dt_grid *grid = r->grid;
  int64_t sum = 0;
  uint32_t added = 0;
  bool found = false;

  for (uint32_t above = row; above > grid->head_count && row - above < MOST_ADDED && r->steps != 0 && !found;) {
    bool record = grid->rows[--above].kind == DT_ROW_RECORD;
    uint32_t slot = record ? dt_grid_slot(grid, above, column) : DT_NONE;
    int64_t value = slot != DT_NONE ? number_at(r, slot) : 0;
    sum += value;
    added += value != 0;
    found = (!record || above == grid->head_count) && added >= least && sum == number;
    r->steps--;
  }

  return found;
}

/* Whether a row has the next number of a column that counts the rows. */
static bool is_next_number(row_reader *r, uint32_t slot) {
  const dt_grid *grid = r->grid;
  uint32_t column = grid->slots[slot].column;
  int64_t last = 0;
  if (!r->counting[column]) return false;
  for (uint32_t above = dt_slot_cell(grid, slot)->row; above-- > grid->head_count && last == 0;) {
    uint32_t other = dt_grid_slot(grid, above, column);
    if (other != DT_NONE) last = number_at(r, other);
  }
  return number_at(r, slot) == last + 1;
}

static bool has_numbers_below(row_reader *r, uint32_t row) {
  for (uint32_t below = row + 1; below < r->grid->row_count; below++) {
    const dt_grid_row *own = &r->grid->rows[below];
    for (uint32_t s = own->first; s < own->first + own->count; s++)
      if (number_at(r, s) != 0) return true;
  }
  return false;
}

/* Whether half of the numbers of a row or more are the sums of those above them.  If the page does not set the row
 * apart, it must be the last with numbers, two or more, and all of them sums of three numbers or more.  A row whose
 * number counts the rows is a record. */
static bool has_sums(row_reader *r, uint32_t row, bool set_apart) {
  enum { ADDED = 2, ADDED_ALIKE = 3, LEAST = 1000 /* smaller sums are often those of some rows by chance */ };
  int64_t largest = 0;
  if (!set_apart && has_numbers_below(r, row)) return false;
  const dt_grid_row *own = &r->grid->rows[row];
  uint32_t numbers = 0, sums = 0;
  for (uint32_t s = own->first; s < own->first + own->count; s++) {
    int64_t number = number_at(r, s);
    if (number == 0) continue;
    if (is_next_number(r, s)) return false;
    numbers++;
    if (number > largest) largest = number;
    sums += is_sum(r, row, r->grid->slots[s].column, number, set_apart ? ADDED : ADDED_ALIKE);
  }
  return set_apart ? sums != 0 && 2 * sums >= numbers : sums >= 2 && sums == numbers && largest >= LEAST;
}

/* Whether a row has no value of the first column: its first cell is over several, or has no text as others have. */
static bool lacks_first(const row_reader *r, uint32_t row) {
  uint32_t first = r->grid->rows[row].first;
  return r->grid->slots[first].columns > 1 || (r->kinds[0] != 0 && text_in_slot(r, first).length == 0);
}

/* Whether a row with numbers sums up rows above: it says so alone, or is set apart and says so or has their sums, or it
 * names them. */
static bool is_total(row_reader *r, uint32_t row, const shown *s) {
  char folded[MOST_TOTAL_BYTES];
  detm_text name;
  total_word word = read_total_word(text_in_slot(r, s->slot), folded, &name);
  if (word == IS_TOTAL) return true;
  apart look = look_around(r->grid, row);
  if (word == MAY_BE_TOTAL && is_set_apart(&look)) return true;
  if (has_sums(r, row, is_set_apart_from_most(&look) || lacks_first(r, row))) return true;
  return names_rows_above(r, row, r->grid->slots[s->slot].column, name);
}

/* Whether a row repeats the head: most of its cells. */
static bool is_head_again(const shown *s) { return s->repeats >= 2 && 3 * s->repeats >= 2 * s->filled; }

/* Whether a row repeats the head but for its first cell. */
static bool has_other_first(const shown *s) { return s->other_first && s->repeats >= 2 && s->repeats + 1 == s->filled; }

/* Whether a row of cells like those of records repeats a part of the head: it is the head of a part, or a record whose
 * values are the words of the head. */
static bool repeats_partly(const shown *s) {
  return s->repeats < s->filled && s->heads < s->filled && (is_head_again(s) || has_other_first(s));
}

/* Whether records have the words of the head as values, "S" and "L" of sizes: more than a third of the rows do, or two
 * rows without another between them. */
static bool are_words_of_values(const row_reader *r) {
  uint32_t rows = 0, repeat = 0;
  bool before = false;

  for (uint32_t row = r->grid->head_count; row < r->grid->row_count; row++) {
    const shown *s = &r->shown[row];
    if (s->filled == 0) continue;
    bool partly = repeats_partly(s);
    if (partly && before) return true;
    rows++;
    repeat += partly;
    before = partly;
  }

  return 3 * repeat > rows;
}

/* Whether a row may repeat the head, and is not a record with words of the head. */
static bool may_repeat_head(const row_reader *r, const shown *s) {
  return r->grid->head_count != 0 && !(repeats_partly(s) && (r->words || s->choices != 0));
}

static uint32_t first_slot(const dt_grid *grid, uint32_t row) { return grid->rows[row].first; }

/* Whether a row of cells like those of records is the head of a part of the table: it looks like the head and begins
 * with another name.  The head begins with one, too; records are between the two, and two or more below. */
static bool is_part_like_head(const row_reader *r, uint32_t row, const shown *s) {
  enum { LEAST_BELOW = 2 };
  const dt_grid *grid = r->grid;
  uint32_t head = grid->head_count - 1, below = row + 1, records = 0;
  if (!has_other_first(s) || row == grid->head_count || grid->rows[head].count == 0) return false;
  if (grid->rows[head].section != grid->rows[row].section || s->slot != first_slot(grid, row)) return false;
  if (r->heads[first_slot(grid, head)].length == 0) return false;
  if (is_bold_cell(grid, first_slot(grid, head)) != is_bold_cell(grid, s->slot)) return false;
  if (dt_slot_cell(grid, first_slot(grid, head))->head != dt_slot_cell(grid, s->slot)->head) return false;
  for (; below < grid->row_count && records < LEAST_BELOW && !repeats_partly(&r->shown[below]); below++)
    records += r->shown[below].filled >= 2 && r->shown[below].repeats < r->shown[below].filled;
  return records >= LEAST_BELOW;
}

/* Whether a row is the head of the next part of the table, which has another first column or half of the columns:
 * one of head cells, or one like the head. */
static bool is_head_of_part(const row_reader *r, uint32_t row, const shown *s) {
  if (s->heads < s->filled) return is_part_like_head(r, row, s);
  return has_other_first(s) || (s->heads >= 2 && s->numbers == 0 && 2 * s->repeats >= s->filled);
}

/* Whether a row is in a thead below records. */
static bool is_in_later_head(const dt_grid *grid, uint32_t row) {
  return grid->rows[row].section == DT_SECTION_HEAD && grid->rows[grid->head_count].section == DT_SECTION_BODY;
}

static dt_row_kind kind_of_row(row_reader *r, uint32_t row) {
  const dt_grid *grid = r->grid;
  dt_mark mark = dt_arena_mark(r->scratch);
  const shown s = r->shown[row];
  bool again = may_repeat_head(r, &s), part = again && is_head_of_part(r, row, &s);

  dt_row_kind kind = DT_ROW_RECORD;
  if (is_hidden_row(grid, row))
    kind = DT_ROW_HIDDEN;
  else if (s.filled == 0)
    kind = DT_ROW_EMPTY;
  else if (again && s.repeats == s.filled && is_head_again(&s))
    kind = DT_ROW_REPEATED;
  else if (is_in_later_head(grid, row) || part)
    kind = DT_ROW_GROUP;
  else if (again && is_head_again(&s))
    kind = DT_ROW_REPEATED;
  else if (is_banner(r, row, &s) || is_lone_heading(r, row, &s))
    kind = DT_ROW_GROUP;
  else if (s.numbers != 0 && grid->column_count >= 2 && is_total(r, row, &s))
    kind = DT_ROW_TOTAL;

  r->grid->rows[row].of_part = part && kind == DT_ROW_GROUP;
  dt_arena_rewind(r->scratch, mark);
  return kind;
}

/* ---- rows of one cell ---- */

/* Whether rows of one cell follow nearly all records: then the first of these belongs to its record.  Where the last
 * row is one, it is no heading, and fewer records need to have one. */
static bool has_details(const dt_grid *grid) {
  uint32_t records = 0, details = 0;
  dt_row_kind before = DT_ROW_HEAD;
  for (uint32_t row = grid->head_count; row < grid->row_count; row++) {
    dt_row_kind kind = grid->rows[row].kind;
    if (kind == DT_ROW_EMPTY || kind == DT_ROW_HIDDEN) continue;
    records += kind == DT_ROW_RECORD;
    if (kind == DT_ROW_GROUP) {
      if (before != DT_ROW_RECORD && before != DT_ROW_GROUP) return false;
      details += before == DT_ROW_RECORD;
    }
    before = kind;
  }

  uint32_t share = before == DT_ROW_GROUP ? 7 : 9;
  return details >= 2 && 10 * details >= share * records;
}

/* Whether the last row before this one that has texts is one of one cell. */
static bool follows_banner(const dt_grid *grid, uint32_t row) {
  while (row-- > grid->head_count) {
    dt_row_kind kind = grid->rows[row].kind;
    if (kind != DT_ROW_EMPTY && kind != DT_ROW_HIDDEN) return kind == DT_ROW_GROUP;
  }
  return false;
}

/* Whether a row shows its first cell alone. */
static bool shows_first_alone(const dt_grid *grid, uint32_t row, bool *first) {
  const dt_grid_row *own = &grid->rows[row];
  uint32_t filled = 0;
  *first = false;
  for (uint32_t s = own->first; s < own->first + own->count; s++) {
    const dt_cell *cell = dt_slot_cell(grid, s);
    bool seen = shows_picture(grid->tree, cell->node) || dt_shows_text(grid->tree, cell->node);
    filled += seen;
    if (s == own->first) *first = seen;
  }
  return filled == 1 && *first;
}

/* Rows that show their first cell alone are headings of groups if no other row shows that cell: "Roads" above the rows
 * of its staff. */
static void find_headings_in_first_column(dt_grid *grid) {
  uint32_t headings = 0, records = 0;
  for (uint32_t row = grid->head_count; row < grid->row_count; row++) {
    bool first;
    if (grid->rows[row].kind != DT_ROW_RECORD) continue;
    bool alone = shows_first_alone(grid, row, &first);
    if (first != alone) return;
    headings += alone;
    records += !alone;
  }

  for (uint32_t row = grid->head_count; row < grid->row_count && headings >= 2 && records >= 2; row++) {
    bool first;
    if (grid->rows[row].kind == DT_ROW_RECORD && shows_first_alone(grid, row, &first))
      grid->rows[row].kind = DT_ROW_GROUP;
  }
}

/* Rows of one cell are headings of the records after them; those with no record after them are notes. */
static void divide_banners(dt_grid *grid) {
  bool details = has_details(grid), before_record = false;
  for (uint32_t row = grid->row_count; row-- > grid->head_count;) {
    dt_grid_row *r = &grid->rows[row];
    if (r->kind == DT_ROW_RECORD) before_record = true;
    if (r->kind != DT_ROW_GROUP) continue;
    if (details)
      r->kind = follows_banner(grid, row) ? DT_ROW_NOTE : DT_ROW_DETAIL;
    else if (!before_record)
      r->kind = DT_ROW_NOTE;
  }
}

/* ---- the records ---- */

/* If nearly all rows are hidden, a script shows them: then they are records. */
static void show_hidden(dt_grid *grid) {
  uint32_t hidden = 0, records = 0;
  for (uint32_t row = grid->head_count; row < grid->row_count; row++) {
    hidden += grid->rows[row].kind == DT_ROW_HIDDEN;
    records += grid->rows[row].kind == DT_ROW_RECORD;
  }
  for (uint32_t row = grid->head_count; row < grid->row_count && records == 0 && hidden != 0; row++)
    if (grid->rows[row].kind == DT_ROW_HIDDEN) grid->rows[row].kind = DT_ROW_RECORD;
}

/* Rows of tfoot are totals of the records of a body; without those they are the records. */
static void read_foot(dt_grid *grid) {
  bool body = false;
  for (uint32_t row = grid->head_count; row < grid->row_count && !body; row++)
    body = grid->rows[row].kind == DT_ROW_RECORD && grid->rows[row].section != DT_SECTION_FOOT;
  if (!body) return;
  for (uint32_t row = grid->head_count; row < grid->row_count; row++) {
    dt_grid_row *own = &grid->rows[row];
    if (own->section != DT_SECTION_FOOT || own->kind != DT_ROW_RECORD) continue;
    own->kind = DT_ROW_TOTAL;
    own->by_section = true;
  }
}

/* Whether half of the numbers of a row or more are the sums of all records below it. */
static bool has_sums_below(row_reader *r, uint32_t row) {
  enum { LEAST_ADDED = 3 };
  const dt_grid *grid = r->grid;
  const dt_grid_row *own = &grid->rows[row];
  uint32_t numbers = 0, sums = 0;

  for (uint32_t s = own->first; s < own->first + own->count; s++) {
    int64_t number = number_at(r, s), sum = 0;
    uint32_t added = 0;
    if (number == 0) continue;
    numbers++;
    for (uint32_t below = row + 1; below < grid->row_count && r->steps != 0; below++, r->steps--) {
      uint32_t slot =
          grid->rows[below].kind == DT_ROW_RECORD ? dt_grid_slot(grid, below, grid->slots[s].column) : DT_NONE;
      int64_t value = slot != DT_NONE ? number_at(r, slot) : 0;
      sum += value;
      added += value != 0;
    }
    sums += added >= LEAST_ADDED && sum == number;
  }

  return sums != 0 && 2 * sums >= numbers;
}

/* The first record is a total if the page sets it apart from all others, and its numbers are the sums of theirs. */
static void read_total_above(row_reader *r) {
  dt_grid *grid = r->grid;
  uint32_t row = grid->head_count;
  while (row < grid->row_count && grid->rows[row].kind != DT_ROW_RECORD) row++;
  if (row == grid->row_count) return;
  apart look = look_around(grid, row);
  if (is_set_apart(&look) && has_sums_below(r, row)) grid->rows[row].kind = DT_ROW_TOTAL;
}

/* Whether two rows begin with a cell over the same columns, several of them. */
static bool begin_alike(const dt_grid *grid, uint32_t a, uint32_t b) {
  const dt_grid_row *own = &grid->rows[a], *other = &grid->rows[b];
  if (own->count < 2 || own->count != other->count) return false;
  const dt_slot *first = &grid->slots[own->first];
  return first->columns > 1 && grid->slots[other->first].columns == first->columns;
}

/* The first record that begins with a cell over several columns; row_count = none. */
static uint32_t first_wide_record(const dt_grid *grid) {
  uint32_t row = grid->head_count;
  while (row < grid->row_count && !(grid->rows[row].kind == DT_ROW_RECORD && begin_alike(grid, row, row))) row++;
  return row;
}

/* Whether a number of a total is the sum of all records above it in the column. */
static bool adds_all_above(row_reader *r, uint32_t row) {
  const dt_grid_row *own = &r->grid->rows[row];
  for (uint32_t s = own->first; s < own->first + own->count; s++) {
    int64_t sum = 0;
    if (number_at(r, s) == 0) continue;
    for (uint32_t above = r->grid->head_count; above < row && r->steps != 0; above++, r->steps--) {
      bool record = r->grid->rows[above].kind == DT_ROW_RECORD;
      uint32_t slot = record ? dt_grid_slot(r->grid, above, r->grid->slots[s].column) : DT_NONE;
      if (slot != DT_NONE) sum += number_at(r, slot);
    }
    if (sum == number_at(r, s)) return true;
  }
  return false;
}

/* Rows right before a total of which the first cell is over the same columns are parts of the sum, as "Shipping" above
 * "To pay", unless a record before them has such a cell. */
static void read_parts_of_total(row_reader *r) {
  dt_grid *grid = r->grid;
  uint32_t wide = first_wide_record(grid);
  for (uint32_t row = grid->row_count; row-- > grid->head_count + 1;) {
    uint32_t first = row;
    if (grid->rows[row].kind != DT_ROW_TOTAL || !adds_all_above(r, row)) continue;
    while (first > wide && grid->rows[first - 1].kind == DT_ROW_RECORD && begin_alike(grid, row, first - 1)) first--;
    for (uint32_t part = first; part < row && first == wide && first > grid->head_count; part++)
      grid->rows[part].kind = DT_ROW_TOTAL;
  }
}

/* Notes the rows that are heads of parts.  The last row of the head is that of the first part if it is one of those
 * that are like the others. */
static void list_parts(dt_grid *grid, dt_arena *arena) {
  uint32_t head = grid->head_count;
  grid->parts = DT_ARRAY(arena, dt_index, grid->row_count);
  grid->part_count = 0;
  for (uint32_t row = 0; row < head; row++) grid->rows[row].of_part = false;
  for (uint32_t row = head; row < grid->row_count && head != 0; row++)
    if (grid->rows[row].kind == DT_ROW_GROUP && grid->rows[row].of_part) grid->rows[head - 1].of_part = true;
  for (uint32_t row = head != 0 ? head - 1 : 0; row < grid->row_count; row++) {
    const dt_grid_row *own = &grid->rows[row];
    bool listed = own->of_part && (own->kind == DT_ROW_GROUP || own->kind == DT_ROW_HEAD) && own->node != DT_NONE;
    if (listed && (grid->part_count == 0 || own->node > grid->parts[grid->part_count - 1]))
      grid->parts[grid->part_count++] = own->node;
  }
}

bool dt_grid_has_part(const dt_grid *grid, dt_index row) {
  uint32_t at, count = grid != NULL ? grid->part_count : 0;
  DT_LOWER_BOUND(at, 0, count, grid->parts[at] < row);
  return at < count && grid->parts[at] == row;
}

void dt_grid_choose_records(dt_grid *grid, bool totals) {
  grid->record_count = 0;
  for (uint32_t row = grid->head_count; row < grid->row_count; row++) {
    dt_row_kind kind = grid->rows[row].kind;
    if (kind == DT_ROW_RECORD || (totals && kind == DT_ROW_TOTAL))
      grid->records[grid->record_count++] = (dt_grid_record){row, DT_NONE};
    else if (kind == DT_ROW_DETAIL && grid->record_count != 0)
      grid->records[grid->record_count - 1].detail = row;
  }
}

static uint32_t end_of_row(const dt_grid_row *row) { return row->first + row->count; }

void dt_grid_find_records(dt_grid *grid, dt_arena *arena, dt_arena *scratch) {
  enum { STEPS = 50 /* for each cell: a row that is no sum costs a walk over those above */ };
  dt_mark mark = dt_arena_mark(scratch);
  uint32_t slots = grid->head_count != 0 ? end_of_row(&grid->rows[grid->head_count - 1]) : 0;

  row_reader r = {.grid = grid,
                  .scratch = scratch,
                  .kinds = DT_ARRAY(scratch, unsigned, grid->column_count),
                  .heads = DT_ARRAY(scratch, detm_text, slots),
                  .numbers = DT_ARRAY(scratch, int64_t, grid->slot_count),
                  .counting = DT_ARRAY(scratch, bool, grid->column_count),
                  .shown = DT_ZERO(scratch, shown, grid->row_count),
                  .steps = (uint64_t)STEPS * grid->slot_count};
  for (uint32_t s = 0; s < grid->slot_count; s++) r.numbers[s] = UNREAD;
  for (uint32_t s = 0; s < slots; s++) r.heads[s] = text_in_slot(&r, s);
  for (uint32_t c = 0; c < grid->column_count; c++) {
    r.kinds[c] = dt_grid_kind_of_column(grid, c, scratch);
    r.counting[c] = counts_rows(&r, c);
  }

  for (uint32_t row = grid->head_count; row < grid->row_count; row++) {
    dt_mark before = dt_arena_mark(scratch);
    r.shown[row] = read_shown(&r, row);
    dt_arena_rewind(scratch, before);
  }

  r.words = are_words_of_values(&r);
  for (uint32_t row = grid->head_count; row < grid->row_count; row++) {
    grid->rows[row].kind = kind_of_row(&r, row);
    dt_scope_tick(arena->scope);
  }

  show_hidden(grid);
  find_headings_in_first_column(grid);
  divide_banners(grid);
  read_foot(grid);
  read_parts_of_total(&r);
  read_total_above(&r);
  dt_arena_rewind(scratch, mark);
  list_parts(grid, arena);
  grid->records = DT_ARRAY(arena, dt_grid_record, grid->row_count);
  dt_grid_choose_records(grid, false);
}
