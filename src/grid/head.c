/* grid/head.c: finds the head of a table, and names its columns.
 *
 * The head is the rows of thead and the rows below them of head cells alone; without these, a first row that is set
 * apart from the rows below it: it alone is bold, in capitals or of another look, or it has words above numbers, dates
 * or pictures.
 *
 * The name of a column is its lowest head cell.  Where other columns have the same, those above it are put before:
 * "Goals For", "Points For". */
#include "config.h"

#include "grid/grid.h"

#include "base/map.h"
#include "html/span_cells.h"
#include "text/chars.h"
#include "text/fold.h"
#include "text/words.h"
#include "values/scan.h"
#include "values/value_kind.h"

#include <stdio.h>

enum {
  MOST_HEAD_ROWS = 8,
  LEAST_SET_APART = 2, /* rows below a head that only its class tells */
  MOST_COMPARED = 30,  /* rows whose values are compared with a head */
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

/* What a value looks like: a number (with or without a unit or currency), a date, a picture without text, words,
 * nothing. */
typedef enum form { FORM_NONE, FORM_NUMBER, FORM_DATE, FORM_PICTURE, FORM_WORDS } form;

static form form_of_text(detm_text text) {
  unsigned kind = text.length != 0 ? dt_kind_of(text) : 0;
  if ((kind & (DT_KIND_DIGIT | DT_KIND_LETTER)) == 0) return FORM_NONE;
  if (kind & (DT_KIND_COUNT | DT_KIND_PRICE)) return FORM_NUMBER;
  if (kind & DT_KIND_DATE) return FORM_DATE;
  size_t digits = 0, letters = 0;
  const char *end = text.data + text.length;
  int width = 1;
  for (const char *at = text.data; at < end; at += width) {
    bool digit = dt_digit_at(at, end, &width) >= 0; /* of any script */
    if (!digit) width = 1;
    digits += digit;
    letters += !digit && (dt_is_ascii_letter(*at) || (unsigned char)*at >= 0x80);
  }
  bool unit = letters <= digits || dt_digit_at(text.data, end, &width) >= 0; /* "1 kg" */
  if (digits != 0 && letters <= 3 && unit) return FORM_NUMBER;
  return letters != 0 ? FORM_WORDS : FORM_NONE;
}

/* The form of a cell.  A picture has a text, too, if the page gives an alternative one; here only what is seen counts.
 */
static form form_of_cell(const dt_tree *tree, dt_index cell, dt_arena *scratch) {
  bool text = dt_has_tag(tree, cell + 1, tree->nodes[cell].end, DT_TAG_TEXT);
  if (!text && dt_cell_read(scratch, tree, cell, (detm_text){"", 0}, NULL).image_count != 0) return FORM_PICTURE;
  return form_of_text(dt_cell_text(scratch, tree, cell));
}

/* The form of most values of a column in the rows from `from`; FORM_NONE = they have several. */
static form form_of_column(const dt_grid *grid, dt_arena *scratch, uint32_t column, uint32_t from) {
  uint32_t counts[FORM_WORDS + 1] = {0}, all = 0;
  for (uint32_t row = from; row < grid->row_count && row < from + MOST_COMPARED; row++) {
    uint32_t slot = dt_grid_slot(grid, row, column);
    if (slot == DT_NONE || grid->slots[slot].columns > 1) continue;
    form f = form_of_cell(grid->tree, dt_slot_cell(grid, slot)->node, scratch);
    if (f == FORM_NONE) continue;
    counts[f]++;
    all++;
  }
  for (int f = FORM_NUMBER; f <= FORM_WORDS; f++)
    if (all >= 2 && 10 * counts[f] >= 8 * all) return (form)f;
  return FORM_NONE;
}

static bool is_year_cell(detm_text text) {
  if (text.length != 4 || (text.data[0] != '1' && text.data[0] != '2')) return false;
  for (size_t i = 0; i < text.length; i++)
    if (!dt_is_digit(text.data[i])) return false;
  return (text.data[0] == '1' && text.data[1] >= '7') || (text.data[0] == '2' && text.data[1] == '0');
}

/* Whether a value of a column, in the rows from `from`, is a year. */
static bool has_years(const dt_grid *grid, dt_arena *scratch, uint32_t column, uint32_t from) {
  for (uint32_t row = from; row < grid->row_count && row < from + MOST_COMPARED; row++) {
    uint32_t slot = dt_grid_slot(grid, row, column);
    if (slot != DT_NONE && is_year_cell(dt_cell_text(scratch, grid->tree, dt_slot_cell(grid, slot)->node))) return true;
  }
  return false;
}

/* A copy of the text of a cell in lower case, with each number as one 0 if it has letters, too: "PIER 4" and "Pier 12"
 * are values of one column. */
static detm_text read_pattern(const dt_grid *grid, dt_arena *scratch, uint32_t slot) {
  detm_text text = dt_cell_text(scratch, grid->tree, dt_slot_cell(grid, slot)->node);
  bool letters = text.length != 0 && (dt_kind_of(text) & DT_KIND_LETTER) != 0;
  char *pattern = DT_ARRAY(scratch, char, text.length + 1);
  size_t length = 0;
  text = dt_fold_copy(pattern, text.length, text);
  if (!letters) return text;

  for (size_t i = 0; i < text.length; i++) {
    bool digit = dt_is_digit(pattern[i]);
    if (digit && length != 0 && pattern[length - 1] == '0') continue;
    pattern[length++] = digit ? '0' : pattern[i];
  }
  return (detm_text){pattern, length};
}

/* Whether two rows have the same text in a column of the first one, but for capitals and numbers, not empty: both are
 * values of the column. */
static bool same_in_column(const dt_grid *grid, dt_arena *scratch, uint32_t slot, uint32_t other) {
  uint32_t theirs = dt_grid_slot(grid, other, grid->slots[slot].column);
  if (theirs == DT_NONE || grid->slots[slot].columns > 1 || grid->slots[theirs].cell == grid->slots[slot].cell)
    return false;
  dt_mark mark = dt_arena_mark(scratch);
  detm_text text = read_pattern(grid, scratch, slot);
  bool same = text.length != 0 && dt_text_equal(text, read_pattern(grid, scratch, theirs));
  dt_arena_rewind(scratch, mark);
  return same;
}

/* The number of columns in which two rows have the same text. */
static uint32_t count_same(const dt_grid *grid, dt_arena *scratch, uint32_t row, uint32_t other) {
  const dt_grid_row *r = &grid->rows[row];
  uint32_t same = 0;
  for (uint32_t s = r->first; s < r->first + r->count; s++) same += same_in_column(grid, scratch, s, other);
  return same;
}

/* Whether a row below has the texts of a row, all of them or all but the first of three or more: the head again, above
 * the next part of the table, which the first cell may name ("East", "W", "L" and "West", "W", "L"). */
static bool is_row_again(const dt_grid *grid, dt_arena *scratch, uint32_t row, uint32_t below) {
  enum { LEAST_SAME = 2 };
  uint32_t same = count_same(grid, scratch, row, below), filled = look_at(grid, row).filled;
  if (same >= filled) return true;
  return below > row + 1 && same >= LEAST_SAME && same + 1 == filled && look_at(grid, below).filled == filled &&
         !same_in_column(grid, scratch, grid->rows[row].first, below);
}

/* Marks the cells of a row whose text is also a value below, of a row that is not the row again: "closed" above times
 * of day and "closed".  Returns a mark for each slot of the row. */
static bool *values_below(const dt_grid *grid, dt_arena *scratch, uint32_t row) {
  const dt_grid_row *r = &grid->rows[row];
  bool *marked = DT_ZERO(scratch, bool, r->count);
  for (uint32_t below = row + 1; below < grid->row_count && below <= row + MOST_COMPARED; below++) {
    if (is_row_again(grid, scratch, row, below)) continue;
    for (uint32_t s = 0; s < r->count; s++) marked[s] |= same_in_column(grid, scratch, r->first + s, below);
  }
  return marked;
}

/* Whether a row has words above columns of numbers, dates or pictures, or values of another form in two columns or
 * more: days or years above numbers; and hardly anywhere a value like those below. */
static bool has_words_over_values(const dt_grid *grid, dt_arena *scratch, uint32_t row) {
  uint32_t over = 0, against = 0, filled = 0, others = 0;
  const dt_grid_row *r = &grid->rows[row];
  const bool *values = NULL;

  for (uint32_t s = r->first; s < r->first + r->count; s++) {
    dt_index cell = dt_slot_cell(grid, s)->node;
    detm_text text = dt_cell_text(scratch, grid->tree, cell);
    form own = form_of_cell(grid->tree, cell, scratch),
         below = form_of_column(grid, scratch, grid->slots[s].column, row + 1);
    if (text.length > MOST_HEAD_BYTES) return false;
    if (text.length == 0 && own != FORM_PICTURE) continue;
    filled++;
    if (below == FORM_WORDS || below == FORM_NONE) continue;
    /* a year over numbers, a day over numbers, a number over times of day */
    bool year = is_year_cell(text) && below == FORM_NUMBER && !has_years(grid, scratch, grid->slots[s].column, row + 1);
    bool differs = (own == FORM_DATE && below == FORM_NUMBER) || (own == FORM_NUMBER && below == FORM_DATE);
    others += year || differs;
    if (values == NULL && own == FORM_WORDS) values = values_below(grid, scratch, row);
    bool word = own == FORM_WORDS && !values[s - r->first];
    over += word;
    against += !word && own != FORM_NONE;
  }

  if (others >= 2) {
    over += others;
    against -= others;
  }

  return over > 2 * against && filled >= 2 && 4 * filled >= 3 * usual_width(grid, row + 1);
}

/* ---- traits that set a row apart ---- */

/* What all cells of a head may have, and those below not. */
typedef enum trait {
  TRAIT_BOLD,
  TRAIT_CAPITALS,   /* all letters are capitals */
  TRAIT_COLON,      /* it ends with one */
  TRAIT_LINK,       /* nothing but links, by which the rows are sorted */
  TRAIT_DECORATION, /* all text is in one kind of inline elements: u, i, span of a class */
  TRAIT_STYLE,      /* colours or fonts in a style of the cell or its row */
  TRAIT_CLASS,      /* one class of cells, while those below have one other */
  TRAITS
} trait;

static bool is_capital_text(detm_text text) {
  uint32_t capitals = 0;
  for (const char *at = text.data, *end = text.data + text.length; at < end;) {
    uint32_t code;
    at += dt_utf8_read(at, end, &code);
    if ((dt_char_flags(code) & DT_CHAR_LETTER) == 0) continue;
    if (dt_lower(code) == code) return false;
    capitals++;
  }
  return capitals >= 2;
}

static bool is_linked_cell(const dt_tree *tree, dt_index cell) {
  bool linked = false;
  for (dt_index node = cell; node < tree->nodes[cell].end; node++) {
    if (tree->nodes[node].tag != DT_TAG_TEXT) continue;
    if (!(tree->nodes[node].flags & DT_NODE_LINKED)) return false;
    linked = true;
  }
  return linked;
}

/* A hash of the tag and class of the outermost decoration, if all text of a cell is in one kind and in no link; else 0.
 */
static uint64_t hash_of_decoration(const dt_tree *tree, dt_index cell) {
  uint64_t hash = 0;
  for (dt_index node = cell; node < tree->nodes[cell].end; node++) {
    if (tree->nodes[node].tag != DT_TAG_TEXT) continue;
    if (tree->nodes[node].flags & DT_NODE_LINKED) return 0;
    const dt_string *string = &tree->texts[tree->nodes[node].detail];
    for (uint32_t f = string->first; f < string->first + string->count; f++) {
      uint32_t chain = tree->fragments[f].chain;
      while (chain != 0 && tree->chains[chain].parent != 0) chain = tree->chains[chain].parent;
      const dt_chain *outer = &tree->chains[chain];
      if (chain == 0 || (outer->tag == DT_TAG_span && outer->class_length == 0)) return 0;
      uint64_t own = dt_hash_bytes(tree->values + outer->start, outer->class_length, outer->tag);
      if (hash != 0 && own != hash) return 0;
      hash = own;
    }
  }

  return hash;
}

/* A hash of the style of a cell, or of its row, if it says more than measures; else 0. */
static uint64_t hash_of_style(const dt_tree *tree, dt_index cell) {
  static const char *const words[] = {"background", "color", "font", "text-transform"};
  detm_text style = dt_attribute_of(tree, cell, DT_ATTRIBUTE_style);
  if (style.length == 0) style = dt_attribute_of(tree, tree->nodes[cell].parent, DT_ATTRIBUTE_style);
  for (size_t w = 0; w < sizeof words / sizeof *words; w++)
    if (style.length != 0 && memmem(style.data, style.length, words[w], strlen(words[w])) != NULL)
      return dt_hash_bytes(style.data, style.length, 1);
  return 0;
}

/* A hash of the class of a cell, or if it has none of the only element in it; 0 = there is none. */
static uint64_t hash_of_cell_class(const dt_tree *tree, dt_index cell) {
  detm_text class = dt_attribute_of(tree, cell, DT_ATTRIBUTE_class);
  if (class.length == 0 && tree->nodes[cell].kid_count == 1)
    class = dt_attribute_of(tree, dt_child(tree, cell, 0), DT_ATTRIBUTE_class);
  return class.length != 0 ? dt_hash_bytes(class.data, class.length, 2) : 0;
}

/* A trait of a cell: cells that look alike have the same number; 0 = it has none. */
static uint64_t trait_of_cell(const dt_grid *grid, dt_arena *scratch, const dt_cell *cell, trait m) {
  const dt_tree *tree = grid->tree;
  if (m == TRAIT_BOLD) return cell->head || dt_grid_is_bold(tree, cell->node);
  if (m == TRAIT_LINK) return is_linked_cell(tree, cell->node);
  if (m == TRAIT_DECORATION) return hash_of_decoration(tree, cell->node);
  if (m == TRAIT_STYLE) return hash_of_style(tree, cell->node);
  if (m == TRAIT_CLASS) return hash_of_cell_class(tree, cell->node);
  dt_mark before = dt_arena_mark(scratch);
  detm_text text = dt_cell_text(scratch, tree, cell->node);
  bool marked = m == TRAIT_CAPITALS ? is_capital_text(text) : text.length > 1 && text.data[text.length - 1] == ':';
  dt_arena_rewind(scratch, before);
  return marked;
}

/* The trait of all filled cells of a row; 0 = they have none, or several. */
static uint64_t trait_of_row(const dt_grid *grid, dt_arena *scratch, uint32_t row, trait m) {
  const dt_grid_row *r = &grid->rows[row];
  uint64_t all = 0;
  for (uint32_t s = r->first; s < r->first + r->count; s++) {
    const dt_cell *cell = dt_slot_cell(grid, s);
    if (cell->row != row || !shows_something(grid->tree, cell->node)) continue;
    uint64_t own = trait_of_cell(grid, scratch, cell, m);
    if (own == 0 || (all != 0 && own != all)) return 0;
    all = own;
  }
  return all;
}

/* The number of cells of a row with a trait. */
static uint32_t count_with_trait(const dt_grid *grid, dt_arena *scratch, uint32_t row, trait m, uint64_t value) {
  const dt_grid_row *r = &grid->rows[row];
  uint32_t marked = 0;
  for (uint32_t s = r->first; s < r->first + r->count; s++) {
    const dt_cell *cell = dt_slot_cell(grid, s);
    marked += cell->row == row && trait_of_cell(grid, scratch, cell, m) == value;
  }
  return marked;
}

/* Whether all rows from `from` on of which two cells or more show something have one trait, the same. */
static bool have_one_trait(const dt_grid *grid, dt_arena *scratch, uint32_t from, trait m) {
  uint64_t all = 0;
  for (uint32_t row = from; row < grid->row_count && row < from + MOST_COMPARED; row++) {
    if (look_at(grid, row).filled < 2) continue;
    uint64_t own = trait_of_row(grid, scratch, row, m);
    if (own == 0 || (all != 0 && own != all)) return false;
    all = own;
  }
  return all != 0;
}

/* Whether all cells of a row have a trait, and the rows below do not and have other values. */
static bool has_trait_alone(const dt_grid *grid, dt_arena *scratch, uint32_t row, bool below_head, trait m) {
  look l = look_at(grid, row);
  uint64_t own = l.filled >= 2 && (!l.inherited || below_head) ? trait_of_row(grid, scratch, row, m) : 0;
  uint32_t alike = 0, compared = 0, shared = 0, marked = 0;
  if (own == 0) return false;
  uint32_t next = row + 1; /* after the lower rows of the same head */
  while (next < grid->row_count && next < row + MOST_HEAD_ROWS &&
         (look_at(grid, next).filled == 0 || trait_of_row(grid, scratch, next, m) == own))
    next++;

  for (uint32_t below = next; below < grid->row_count && compared < MOST_COMPARED; below++) {
    if (look_at(grid, below).filled < 2 || is_row_again(grid, scratch, row, below)) continue;
    uint32_t cells = count_with_trait(grid, scratch, below, m, own);
    compared++;
    marked += cells;
    alike += cells != 0 && trait_of_row(grid, scratch, below, m) == own;
    shared += cells == 0 && count_same(grid, scratch, row, below) != 0;
  }

  bool alone = m == TRAIT_BOLD ? compared != 0 : compared >= LEAST_SET_APART && marked == 0;
  if (m == TRAIT_CLASS) alone = alone && have_one_trait(grid, scratch, next, m);
  return alone && 4 * alike <= compared && shared == 0;
}

/* Whether the cells of a row are bold, and those of the rows below are not and have other values: a row in bold may be
 * the record of today.  below_head: the row above it is one of the head, whose cells may cover it, too. */
static bool is_bold_alone(const dt_grid *grid, dt_arena *scratch, uint32_t row, bool below_head) {
  return has_trait_alone(grid, scratch, row, below_head, TRAIT_BOLD);
}

/* Whether a row lacks only its first cell, as no row below does: a corner beside the names of the columns, all of them
 * different words. */
static bool has_empty_corner(const dt_grid *grid, dt_arena *scratch, uint32_t row) {
  const dt_grid_row *r = &grid->rows[row];
  if (r->count != grid->column_count || r->count < 3) return false;
  detm_text *texts = DT_ARRAY(scratch, detm_text, r->count);

  for (uint32_t s = 0; s < r->count; s++) {
    dt_index cell = dt_slot_cell(grid, r->first + s)->node;
    texts[s] = dt_cell_text(scratch, grid->tree, cell);
    if (s == 0 ? shows_something(grid->tree, cell) : form_of_text(texts[s]) != FORM_WORDS) return false;
    for (uint32_t other = 1; other < s; other++)
      if (dt_text_equal(texts[other], texts[s])) return false;
    if (s != 0 && texts[s].length > MOST_HEAD_BYTES) return false;
  }

  for (uint32_t below = row + 1; below < grid->row_count && below <= row + MOST_COMPARED; below++) {
    uint32_t slot = dt_grid_slot(grid, below, 0);
    if (slot == DT_NONE || !shows_something(grid->tree, dt_slot_cell(grid, slot)->node)) return false;
    if (count_same(grid, scratch, row, below) != 0) return false;
  }

  return true;
}

/* The case and the number of words of a text, which names of columns and values of one column seldom share. */
static unsigned shape_of(detm_text text) {
  enum { MOST_WORDS = 3, UPPER = 1, LOWER = 2 };
  unsigned words = (unsigned)dt_word_count(text, MOST_WORDS), first = 0, others = 0;
  for (const char *at = text.data, *end = text.data + text.length; at < end;) {
    uint32_t code;
    at += dt_utf8_read(at, end, &code);
    if ((dt_char_flags(code) & DT_CHAR_LETTER) == 0) continue;
    unsigned own = dt_lower(code) == code ? LOWER : UPPER;
    if (first == 0)
      first = own;
    else
      others |= own;
  }
  return words << 4 | first << 2 | others;
}

/* Whether each filled cell of a row has the shape of most values of its column: the row may be a record. */
static bool has_shapes_of_values(const dt_grid *grid, dt_arena *scratch, uint32_t row) {
  const dt_grid_row *r = &grid->rows[row];
  dt_mark mark = dt_arena_mark(scratch);
  bool alike = true;
  for (uint32_t s = r->first; s < r->first + r->count && alike; s++) {
    detm_text text = dt_cell_text(scratch, grid->tree, dt_slot_cell(grid, s)->node);
    uint32_t same = 0, values = 0;
    if (!dt_has_words(text)) continue;
    unsigned shape = shape_of(text);
    for (uint32_t below = row + 1; below < grid->row_count && below <= row + MOST_COMPARED; below++) {
      uint32_t slot = dt_grid_slot(grid, below, grid->slots[s].column);
      detm_text value = slot != DT_NONE ? dt_cell_text(scratch, grid->tree, dt_slot_cell(grid, slot)->node) : text;
      if (slot == DT_NONE || !dt_has_words(value)) continue;
      values++;
      same += shape_of(value) == shape;
    }
    alike = 2 * same > values;
  }
  dt_arena_rewind(scratch, mark);
  return alike;
}

/* Whether values of a column below a cell of a row, or below its empty corner, are no words: numbers, dates, pictures.
 */
static bool is_over_other_kind(const dt_grid *grid, dt_arena *scratch, uint32_t row) {
  const dt_grid_row *r = &grid->rows[row];
  for (uint32_t s = r->first; s < r->first + r->count; s++) {
    form own = form_of_cell(grid->tree, dt_slot_cell(grid, s)->node, scratch);
    form values = form_of_column(grid, scratch, grid->slots[s].column, row + 1);
    bool names = own == FORM_WORDS || (own == FORM_NONE && s == r->first);
    if (names && values != FORM_WORDS && values != FORM_NONE) return true;
  }
  return false;
}

/* Whether most rows below a row lack a cell: no other than its corner is empty in the row, so that it names the columns
 * of them all. */
static bool is_over_gaps(const dt_grid *grid, uint32_t row) {
  uint32_t compared = 0, gaps = 0;
  for (uint32_t below = row + 1; below < grid->row_count && below <= row + MOST_COMPARED; below++) {
    compared++;
    gaps += look_at(grid, below).filled < grid->column_count;
  }
  return 2 * gaps > compared;
}

static bool fills_all_columns(const dt_grid *grid, uint32_t row) {
  return 4 * look_at(grid, row).filled >= 3 * usual_width(grid, row + 1);
}

/* Whether another trait than bold texts sets a row apart from all rows below: fewer pages mean a head by these, so that
 * no cell below may have the trait, nor a cell of the row be a value like those below.  An empty corner is enough where
 * the row does not look like a record that lacks its first value. */
static bool is_otherwise_apart(const dt_grid *grid, dt_arena *scratch, uint32_t row) {
  const dt_grid_row *r = &grid->rows[row];
  for (uint32_t s = r->first; s < r->first + r->count; s++) {
    form own = form_of_cell(grid->tree, dt_slot_cell(grid, s)->node, scratch);
    bool value = own == FORM_NUMBER || own == FORM_DATE;
    if (value && form_of_column(grid, scratch, grid->slots[s].column, row + 1) == own) return false;
  }

  bool alike = has_shapes_of_values(grid, scratch, row), corner = has_empty_corner(grid, scratch, row);
  if (corner && (!alike || is_over_other_kind(grid, scratch, row) || is_over_gaps(grid, row))) return true;
  if (!corner && (alike || !fills_all_columns(grid, row))) return false;
  for (trait m = TRAIT_BOLD + 1; m < TRAITS; m++)
    if (has_trait_alone(grid, scratch, row, false, m)) return true;
  return false;
}

/* Whether a row of a few cells, some over several columns and one of them not bold, is above the head: a month and a
 * note.  An upper row of the head is bold, too. */
static bool is_title_above_head(const dt_grid *grid, dt_arena *scratch, uint32_t row) {
  look l = look_at(grid, row), next = look_at(grid, row + 1);
  return l.filled != 0 && l.columns > l.filled && l.bold != l.filled && !l.inherited && 2 * l.filled <= next.filled &&
         (is_head_row(grid, row + 1) || is_bold_alone(grid, scratch, row + 1, false));
}

/* Whether a row of head cells below another one is a record that the page has in bold: each column has a head of its
 * own, and where there is a number or date, others of its form are below it, and none is above it. */
static bool is_record_of_heads(const dt_grid *grid, dt_arena *scratch, uint32_t row) {
  const dt_grid_row *above = &grid->rows[row - 1], *own = &grid->rows[row];
  uint32_t values = 0;
  if (above->count != grid->column_count || own->count != above->count) return false;
  for (uint32_t c = 0; c < grid->column_count; c++) {
    const dt_cell *head = dt_slot_cell(grid, above->first + c);
    form value = form_of_cell(grid->tree, dt_slot_cell(grid, own->first + c)->node, scratch);
    if (head->rows > 1 || head->columns > 1) return false;
    if (value != FORM_NUMBER && value != FORM_DATE) continue;
    if (form_of_column(grid, scratch, c, row + 1) != value) return false;
    values += form_of_cell(grid->tree, head->node, scratch) != value;
  }
  return values != 0;
}

/* Whether half of the cells of the first row or more say their head themselves, as the cells below do, and are not it:
 * then the row is a record. */
static bool says_other_head(const dt_grid *grid, dt_arena *scratch) {
  const dt_grid_row *row = &grid->rows[0];
  uint32_t says = 0;
  dt_mark mark = dt_arena_mark(scratch);

  for (uint32_t s = row->first; s < row->first + row->count && grid->row_count > 1; s++) {
    dt_index cell = dt_slot_cell(grid, s)->node;
    uint32_t below = dt_grid_slot(grid, 1, grid->slots[s].column);
    detm_text label = dt_grid_label(grid->tree, cell);
    if (label.length == 0 || below == DT_NONE) continue;
    says += dt_text_equal(label, dt_grid_label(grid->tree, dt_slot_cell(grid, below)->node)) &&
            !dt_text_equal(label, dt_cell_text(scratch, grid->tree, cell));
  }

  dt_arena_rewind(scratch, mark);
  return 2 * says >= row->count && says != 0;
}

/* ---- the head ---- */

/* Whether a row only numbers the columns, from 1, all of them or all but the first: "1 2 3 4", "(1) (2) (3)".  One of
 * them has words below. */
static bool counts_columns(const dt_grid *grid, uint32_t row, dt_arena *scratch) {
  enum { LEAST_NUMBERS = 3 };
  const dt_grid_row *r = &grid->rows[row];
  uint32_t number = 0;
  char expected[16];
  bool counts = r->count == grid->column_count, over_words = false;
  dt_mark mark = dt_arena_mark(scratch);

  for (uint32_t s = r->first; s < r->first + r->count && counts; s++) {
    detm_text text = dt_text_strip(dt_cell_text(scratch, grid->tree, dt_slot_cell(grid, s)->node), " ().[]");
    snprintf(expected, sizeof expected, "%u", number + 1);
    counts =
        grid->slots[s].columns == 1 && (dt_text_equal(text, dt_text(expected)) || (s == r->first && text.length == 0));
    number += text.length != 0;
    over_words = over_words || form_of_column(grid, scratch, grid->slots[s].column, row + 1) == FORM_WORDS;
  }

  dt_arena_rewind(scratch, mark);
  return counts && over_words && number >= LEAST_NUMBERS;
}

/* Whether a row below the head has the units of the columns: no first cell, as the row below it has, and a few letters
 * above numbers, dates and times alone: "mmol/l", "(m)". */
static bool has_units(const dt_grid *grid, uint32_t row, dt_arena *scratch) {
  enum { MOST_UNIT_BYTES = 16, LEAST_BELOW = 2 };
  const dt_grid_row *r = &grid->rows[row];
  uint32_t below = dt_grid_slot(grid, row + 1, 0), units = 0;
  bool has = r->count == grid->column_count && row + LEAST_BELOW < grid->row_count && r->section != DT_SECTION_FOOT &&
             below != DT_NONE && !shows_something(grid->tree, dt_slot_cell(grid, r->first)->node) &&
             shows_something(grid->tree, dt_slot_cell(grid, below)->node);
  dt_mark mark = dt_arena_mark(scratch);

  for (uint32_t s = r->first; s < r->first + r->count && has; s++) {
    detm_text text = dt_cell_text(scratch, grid->tree, dt_slot_cell(grid, s)->node);
    form own = form_of_text(text), other = form_of_column(grid, scratch, grid->slots[s].column, row + 1);
    if (own == FORM_NONE) continue;
    has = own == FORM_WORDS && text.length <= MOST_UNIT_BYTES && (other == FORM_NUMBER || other == FORM_DATE);
    units++;
  }

  dt_arena_rewind(scratch, mark);
  return has && units != 0;
}

/* The number of rows of the head at the top of a table. */
static uint32_t count_head(const dt_grid *grid, dt_arena *scratch) {
  uint32_t head = 0, titles = 0;
  while (head < grid->row_count && head < MOST_HEAD_ROWS && grid->rows[head].section == DT_SECTION_HEAD) head++;
  if (head == grid->row_count || (head == MOST_HEAD_ROWS && grid->rows[head].section == DT_SECTION_HEAD)) head = 0;

  while (head == 0 && titles + 1 < grid->row_count && titles < MOST_HEAD_ROWS &&
         (is_title(grid, titles) || is_title_above_head(grid, scratch, titles)))
    titles++;
  uint32_t end = head != 0 ? head : titles;
  /* a table of head cells alone has one row of them */
  while (end < grid->row_count && end < MOST_HEAD_ROWS && is_head_row(grid, end) &&
         (end == titles || head != 0 || (end + 1 < grid->row_count && !is_record_of_heads(grid, scratch, end))))
    end++;
  if (end > titles || head != 0) return end;
  if (titles == 0 && says_other_head(grid, scratch)) return 0;
  while (end + 1 < grid->row_count && end < MOST_HEAD_ROWS && is_bold_alone(grid, scratch, end, end > titles)) end++;
  if (end == titles && end + 1 < grid->row_count && has_words_over_values(grid, scratch, end)) end++;
  bool apart = end == titles && end + LEAST_SET_APART < grid->row_count;
  if (apart && is_otherwise_apart(grid, scratch, end)) return end + 1;
  if (apart && end == 0 && fills_all_columns(grid, 0) && dt_grid_is_headed(grid, scratch)) end++;
  return end > titles ? end : 0;
}

/* ---- the head of a table that is not one of table elements ---- */

static bool class_says_head(const dt_tree *tree, dt_index node) {
  return dt_class_says_head(dt_attribute_of(tree, node, DT_ATTRIBUTE_class));
}

/* The attributes in which cells have the text of their head, for narrow screens. */
static const dt_attribute_name label_attributes[] = {DT_ATTRIBUTE_data_label,  DT_ATTRIBUTE_data_title,
                                                     DT_ATTRIBUTE_data_th,     DT_ATTRIBUTE_data_header,
                                                     DT_ATTRIBUTE_data_column, DT_ATTRIBUTE_aria_label};
enum { LABEL_ATTRIBUTES = sizeof label_attributes / sizeof *label_attributes };

/* Whether an attribute of the page's own says by its name that it has a head: "data-heading", "data-column-name". */
static bool is_name_of_label(const char *name) {
  detm_text rest = dt_text(name);
  if (!dt_text_starts(rest, DT_TEXT("data-"))) return false;
  while (rest.length != 0) {
    size_t dash = 0;
    while (dash < rest.length && rest.data[dash] != '-') dash++;
    rest = dt_text_from(rest, dash < rest.length ? dash + 1 : dash);
    if (dt_word_at_start(rest, "head|label|title|caption|col|name") != 0) return true;
  }
  return false;
}

detm_text dt_grid_label(const dt_tree *tree, dt_index cell) {
  for (size_t n = 0; n < LABEL_ATTRIBUTES; n++) {
    detm_text label = dt_text_strip(dt_attribute_of(tree, cell, label_attributes[n]), " :");
    if (label.length != 0 && label_attributes[n] != DT_ATTRIBUTE_aria_label)
      return label; /* which may be of a control */
  }
  dt_attribute_walk walk = dt_attribute_walk_start(tree, cell, cell + 1);
  dt_attribute_view view;
  while (dt_attribute_walk_next(&walk, &view))
    if (view.node == cell && view.chain == 0 && view.general == DT_ATTRIBUTE_COUNT && is_name_of_label(view.name) &&
        (dt_kind_of(view.value) & DT_KIND_LETTER) != 0)
      return dt_text_strip(view.value, " :");
  return (detm_text){"", 0};
}

/* Whether a cell repeats the text of its head: in such an attribute, or as its first text. */
static bool repeats_label(const dt_tree *tree, dt_index cell, detm_text head) {
  for (size_t n = 0; n < LABEL_ATTRIBUTES; n++)
    if (dt_text_equal(dt_attribute_of(tree, cell, label_attributes[n]), head)) return true;
  for (dt_index node = cell; node < tree->nodes[cell].end; node++) {
    if (tree->nodes[node].tag != DT_TAG_TEXT) continue;
    const dt_string *string = &tree->texts[tree->nodes[node].detail];
    detm_text first = dt_text_strip(dt_fragment_text(tree, &tree->fragments[string->first]), " :");
    return (string->count > 1 || node + 1 < tree->nodes[cell].end) && dt_text_equal(first, head);
  }
  return false;
}

/* What the rows below a possible head have in one of its columns, as numbers of cells. */
typedef struct below {
  uint32_t cells, same_tag, same_class, links, pictures, labels, copies;
  uint32_t usual;   /* cells with the class of the first of them */
  uint32_t several; /* cells of several lines */
} below;

static below look_below(const dt_grid *grid, uint32_t column, dt_index head, detm_text text, dt_arena *scratch) {
  const dt_tree *tree = grid->tree;
  below found = {0};
  dt_index first = DT_NONE;
  for (uint32_t row = 1; row < grid->row_count && row <= MOST_COMPARED; row++) {
    uint32_t slot = dt_grid_slot(grid, row, column);
    if (slot == DT_NONE || grid->slots[slot].columns > 1) continue;
    dt_index cell = dt_slot_cell(grid, slot)->node;
    if (first == DT_NONE) first = cell;
    bool label = text.length != 0 && repeats_label(tree, cell, text);
    found.cells++;
    found.same_tag += tree->nodes[cell].tag == tree->nodes[head].tag;
    found.same_class += dt_have_same_class(tree, cell, head);
    found.usual += dt_have_same_class(tree, cell, first);
    found.links += dt_has_tag(tree, cell, tree->nodes[cell].end, DT_TAG_a);
    found.pictures += dt_has_tag(tree, cell, tree->nodes[cell].end, DT_TAG_img);
    found.labels += label;
    found.several += dt_cell_read(scratch, tree, cell, text, NULL).item_count > 1;
    found.copies += text.length != 0 && !label && dt_text_equal(dt_cell_text(scratch, tree, cell), text);
  }

  return found;
}

/* Whether the row of the head has another tag or class than all rows below, most of which are alike. */
static bool row_looks_different(const dt_grid *grid) {
  const dt_tree *tree = grid->tree;
  dt_index head = grid->rows[0].node, usual = grid->row_count > 1 ? grid->rows[1].node : DT_NONE;
  uint32_t compared = 0, alike = 0;
  if (head == DT_NONE || usual == DT_NONE) return false;
  for (uint32_t row = 1; row < grid->row_count && row <= MOST_COMPARED; row++) {
    dt_index node = grid->rows[row].node;
    if (tree->nodes[node].tag == tree->nodes[head].tag && dt_have_same_class(tree, node, head)) return false;
    compared++;
    alike += dt_have_same_class(tree, node, usual);
  }
  return 5 * alike >= 2 * compared; /* rows may take turns with two classes */
}

/* Whether a column numbers its rows from 1 on: these are no values that a head would stand above. */
static bool numbers_rows(const dt_grid *grid, uint32_t column, dt_arena *scratch) {
  char text[16];
  for (uint32_t row = 1; row < grid->row_count && row <= MOST_COMPARED; row++) {
    uint32_t slot = dt_grid_slot(grid, row, column);
    if (slot == DT_NONE) return false;
    detm_text own = dt_text_strip(dt_cell_text(scratch, grid->tree, dt_slot_cell(grid, slot)->node), " .#");
    snprintf(text, sizeof text, "%u", row);
    if (!dt_text_equal(own, dt_text(text))) return false;
  }
  return true;
}

/* Whether the head is in another element than the rows: it may be the title of a list and something beside it. */
static bool is_head_apart(const dt_grid *grid) {
  dt_index head = grid->rows[0].node, row = grid->rows[1].node;
  return head != DT_NONE && row != DT_NONE && grid->tree->nodes[head].parent != grid->tree->nodes[row].parent;
}

/* Points speak for the first row as the head.  Nothing is enough alone but bold texts, repeated labels and words above
 * numbers in several columns: the first card of a list may be of another class, or have no price.  Two texts may be a
 * title and a link to more. */
bool dt_grid_is_headed(const dt_grid *grid, dt_arena *scratch) {
  const dt_tree *tree = grid->tree;
  const dt_grid_row *head = &grid->rows[0];
  uint32_t filled = 0, tags = 0, classes = 0, links = 0, pictures = 0, labels = 0, over = 0, linked = 0, several = 0;
  bool says = head->node != DT_NONE && class_says_head(tree, head->node) &&
              !(grid->rows[1].node != DT_NONE && class_says_head(tree, grid->rows[1].node));
  dt_mark mark = dt_arena_mark(scratch);
  bool copied = false;

  for (uint32_t s = head->first; s < head->first + head->count && !copied; s++) {
    dt_index cell = dt_slot_cell(grid, s)->node;
    uint32_t column = grid->slots[s].column;
    detm_text text = dt_cell_text(scratch, tree, cell);
    below b = look_below(grid, column, cell, text, scratch);
    form own = form_of_text(text), other = form_of_column(grid, scratch, column, 1);
    bool link = dt_has_tag(tree, cell, tree->nodes[cell].end, DT_TAG_a),
         values = other == FORM_NUMBER || other == FORM_DATE;
    filled += text.length != 0;
    tags += b.same_tag == 0;
    classes += b.same_class == 0 && 4 * b.usual >= 3 * b.cells;
    linked += link;
    links += !link && 2 * b.links >= b.cells;
    pictures += 2 * b.pictures >= b.cells;
    labels += 2 * b.labels >= b.cells;
    several += 2 * b.several >= b.cells;
    over += values && own == FORM_WORDS && !numbers_rows(grid, column, scratch);
    copied = b.copies != 0 || (values && (own == FORM_NUMBER || own == FORM_DATE));
  }

  bool repeated = 2 * labels >= filled && labels >= 2, alone = is_bold_alone(grid, scratch, 0, false),
       apart = is_head_apart(grid);
  int points = repeated ? 3 : 0;
  points += over >= 2 ? 3 : over == 1;
  points += says ? 2 : 0;
  points += (links != 0 && linked == 0) + (pictures != 0);
  points += alone ? (apart ? 2 : 3) : 0;

  /* what is in another element than the rows looks different in any case */
  if (!apart) points += 2 * (tags == head->count) + 2 * (classes == head->count) + row_looks_different(grid);
  dt_arena_rewind(scratch, mark);
  if (3 * several > head->count) return false; /* the parts of the cells are the values */
  if (copied || filled < 2 || (linked != 0 && !(linked == filled && says))) return false;
  return grid->column_count > 2 ? points >= 3 : points >= 4 && !apart;
}

/* ---- the names ---- */

/* The text of a head cell; its columns may be read several times, so that it is kept by cell. */
static detm_text text_of_head(dt_arena *arena, const dt_grid *grid, uint32_t cell, detm_text *known) {
  if (known[cell].data == NULL) {
    known[cell] = dt_cell_heading(arena, grid->tree, grid->cells[cell].node);
    if (known[cell].data == NULL) known[cell] = (detm_text){"", 0};
  }
  return known[cell];
}

/* The head cell of a row that covers a column; DT_NONE = none, or one over all columns, which names the table, or only
 * the number of the column. */
static uint32_t head_cell(const dt_grid *grid, uint32_t row, uint32_t column) {
  uint32_t slot = dt_grid_slot(grid, row, column);
  if (slot == DT_NONE || grid->rows[row].counts) return DT_NONE;
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

static detm_text join_heads(dt_arena *arena, detm_text a, detm_text b) {
  if (a.length == 0 || dt_text_equal(a, b)) return b;
  if (b.length == 0) return a;
  return dt_cell_join(arena, (const detm_text[]){a, b}, 2);
}

/* Whether several cells of a row of the head are over one column each: with one only, it may be a title. */
static bool has_own_heads(const dt_grid *grid, uint32_t row) {
  const dt_grid_row *r = &grid->rows[row];
  uint32_t own = 0;
  for (uint32_t s = r->first; s < r->first + r->count; s++) {
    const dt_cell *cell = dt_slot_cell(grid, s);
    own += cell->columns == 1 && cell->rows == 1 && shows_something(grid->tree, cell->node);
  }
  return own >= 2;
}

/* The texts of the heads above the lowest one of a column, from the top.  own: only those over no other column, in the
 * rows that have several. */
static detm_text heads_above(dt_arena *arena, const dt_grid *grid, uint32_t column, const bool *own, detm_text *known) {
  detm_text above = {"", 0};
  uint32_t last = DT_NONE;
  for (uint32_t row = 0; row < grid->head_count; row++) {
    uint32_t cell = head_cell(grid, row, column);
    if (cell == DT_NONE || cell == last) continue;
    if (cell == grid->columns[column].cell) break;
    if (own != NULL && (!own[row] || grid->cells[cell].columns > 1)) continue;
    above = join_heads(arena, above, text_of_head(arena, grid, cell, known));
    last = cell;
  }
  return above;
}

/* ---- names that the cells repeat ---- */

/* The words that a text begins with before a colon; empty = it has none, or nothing after it. */
static detm_text words_before_colon(detm_text text) {
  const char *colon = text.length != 0 ? memchr(text.data, ':', text.length) : NULL;
  size_t length = colon != NULL ? (size_t)(colon - text.data) : 0;
  return colon != NULL && length + 2 < text.length && colon[1] == ' ' ? (detm_text){text.data, length} : dt_text("");
}

/* The first text of a cell if it is in an element of its own, with others after it, or ends with a colon: "Date" of
 * "<b>Date</b> 4 May" and "Date: 4 May".  Empty = none. *shows: whether the cell has a text. */
static detm_text first_words(const dt_tree *tree, dt_index cell, bool *shows) {
  enum { MOST_BYTES = 40, LEAST_BYTES = 2 };
  *shows = false;
  for (dt_index node = cell + 1; node < tree->nodes[cell].end; node++) {
    if (tree->nodes[node].tag != DT_TAG_TEXT || dt_is_sign_on_button(tree, node)) continue;
    const dt_string *string = &tree->texts[tree->nodes[node].detail];
    const dt_fragment *first = &tree->fragments[string->first];
    *shows = true;
    bool apart = string->count > 1 ? first->chain != first[1].chain : first->chain != 0 || node > cell + 1;
    bool more = string->count > 1 || node + 1 < tree->nodes[cell].end;
    detm_text text = dt_text_strip(dt_fragment_text(tree, first), " :"), before = words_before_colon(text);
    if (before.length != 0) {
      text = before;
      apart = more = true;
    }
    bool words = (dt_kind_of(text) & (DT_KIND_LETTER | DT_KIND_DIGIT)) == DT_KIND_LETTER;
    bool linked = (tree->nodes[node].flags & DT_NODE_LINKED) != 0;
    return apart && more && words && !linked && text.length >= LEAST_BYTES && text.length <= MOST_BYTES ? text
                                                                                                        : dt_text("");
  }

  return dt_text("");
}

/* What all cells of a column begin with, if it is in an element of its own; empty = nothing. */
static detm_text words_of_column(const dt_grid *grid, uint32_t column, uint32_t *cells) {
  detm_text words = {"", 0};
  *cells = 0;
  for (uint32_t row = grid->head_count; row < grid->row_count; row++) {
    uint32_t slot = dt_grid_slot(grid, row, column);
    bool shows = false;
    if (slot == DT_NONE || grid->slots[slot].columns > 1) continue;
    detm_text own = first_words(grid->tree, dt_slot_cell(grid, slot)->node, &shows);
    if (!shows) continue;
    if (++*cells == 1) words = own;
    if (own.length == 0 || !dt_text_equal(own, words)) return (detm_text){"", 0};
  }
  return words;
}

/* Notes the names that cells repeat for narrow screens: the head, or in other words, if all cells of half of the
 * columns begin with words, which are others in each column. */
static void find_repeated_names(dt_grid *grid, dt_arena *scratch) {
  enum { LEAST_CELLS = 2, MOST_COLUMNS = 64 };
  detm_text *words = DT_ZERO(scratch, detm_text, grid->column_count);
  uint32_t found = 0, filled = 0;
  bool distinct = grid->column_count <= MOST_COLUMNS;

  for (uint32_t c = 0; c < grid->column_count; c++) grid->columns[c].said = grid->columns[c].label;
  for (uint32_t c = 0; c < grid->column_count && distinct; c++) {
    uint32_t cells;
    words[c] = words_of_column(grid, c, &cells);
    filled += cells != 0;
    if (cells < LEAST_CELLS) words[c].length = 0;
    found += words[c].length != 0;
    for (uint32_t d = 0; d < c && words[c].length != 0; d++) distinct = distinct && !dt_text_equal(words[c], words[d]);
  }

  for (uint32_t c = 0; c < grid->column_count && distinct && found >= 2 && 2 * found >= filled; c++) {
    dt_grid_column *column = &grid->columns[c];
    if (words[c].length == 0) continue;
    column->said = words[c];
    if (column->label.length == 0) column->label = column->path = words[c];
  }
}

/* The head that all cells of a column without one say themselves; empty = none. */
static detm_text label_of_cells(const dt_grid *grid, uint32_t column) {
  enum { LEAST = 2 };
  detm_text label = {"", 0};
  uint32_t cells = 0;

  for (uint32_t row = grid->head_count; row < grid->row_count; row++) {
    uint32_t slot = dt_grid_slot(grid, row, column);
    if (slot == DT_NONE || grid->slots[slot].columns > 1) continue;
    dt_index cell = dt_slot_cell(grid, slot)->node;
    detm_text own = dt_grid_label(grid->tree, cell);
    if (own.length == 0) own = dt_text_strip(dt_attribute_of(grid->tree, cell, DT_ATTRIBUTE_aria_label), " :");
    if (own.length == 0 || (cells++ != 0 && !dt_text_equal(own, label))) return (detm_text){"", 0};
    label = own;
  }

  return cells >= LEAST ? label : (detm_text){"", 0};
}

bool dt_shows_text(const dt_tree *tree, dt_index cell) {
  return dt_has_tag(tree, cell + 1, tree->nodes[cell].end, DT_TAG_TEXT);
}

/* Says of each column whether it shows a text below the head. */
static bool *find_shown(const dt_grid *grid, dt_arena *scratch) {
  bool *shown = DT_ZERO(scratch, bool, grid->column_count);
  for (uint32_t row = grid->head_count; row < grid->row_count; row++) {
    const dt_grid_row *r = &grid->rows[row];
    for (uint32_t s = r->first; s < r->first + r->count; s++) {
      const dt_slot *slot = &grid->slots[s];
      if (slot->columns == 1 && !shown[slot->column])
        shown[slot->column] = dt_shows_text(grid->tree, dt_slot_cell(grid, s)->node);
    }
  }
  return shown;
}

/* Whether a column shows no text, and its head is also that of a column that does: a picture or a field of colour
 * beside a name. */
static bool is_blank_beside_values(const dt_grid *grid, uint32_t column, const bool *shown) {
  uint32_t cell = grid->columns[column].cell;
  bool beside = false;
  if (cell == DT_NONE || shown[column]) return false;
  const dt_cell *head = &grid->cells[cell];
  for (uint32_t c = head->column; c < (uint32_t)head->column + head->columns; c++) beside = beside || shown[c];
  return beside;
}

/* What an icon in the head of a column without a text says of itself: "<i class=icon-bed title=Beds></i>".  The title
 * of the cell itself says what to do there.  Empty = nothing. */
static detm_text label_in_head(const dt_grid *grid, uint32_t column) {
  const dt_tree *tree = grid->tree;
  detm_text title = {"", 0};

  for (uint32_t row = grid->head_count; row-- > 0;) {
    uint32_t cell = head_cell(grid, row, column);
    if (cell == DT_NONE || grid->cells[cell].columns > 1) continue;
    dt_index node = grid->cells[cell].node;
    dt_attribute_walk walk = dt_attribute_walk_start(tree, node, tree->nodes[node].end);
    dt_attribute_view view;
    while (dt_attribute_walk_next(&walk, &view)) {
      if (!dt_has_words(view.value)) continue;
      if (view.general == DT_ATTRIBUTE_aria_label) return dt_text_strip(view.value, " ");
      bool own = view.node == node && view.chain == 0;
      if (view.general == DT_ATTRIBUTE_title && !own && title.length == 0) title = dt_text_strip(view.value, " ");
    }
  }

  return title;
}

/* Names the columns.  Heads over one column are all in its name.  Where a name is ambiguous, all columns below the same
 * upper head get that head in their name. */
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
  bool *own = DT_ZERO(scratch, bool, grid->head_count + (size_t)1);
  const bool *shown = find_shown(grid, scratch);
  for (uint32_t row = 0; row < grid->head_count; row++) own[row] = has_own_heads(grid, row);

  for (uint32_t c = 0; c < grid->column_count; c++) {
    above[c] = heads_above(arena, grid, c, NULL, known);
    ambiguous[c] = is_ambiguous(grid, c);
  }

  for (uint32_t c = 0; c < grid->column_count; c++) {
    bool joined = false;
    for (uint32_t d = 0; d < grid->column_count && !joined && above[c].length != 0; d++)
      joined = ambiguous[d] && dt_text_equal(above[d], above[c]);
    dt_grid_column *column = &grid->columns[c];
    column->path = column->head.length != 0 ? join_heads(arena, above[c], column->head) : column->head;
    column->label = joined ? column->path : join_heads(arena, heads_above(arena, grid, c, own, known), column->head);
    if (is_blank_beside_values(grid, c, shown)) column->label = column->path = (detm_text){"", 0};
    if (column->head.length != 0) continue;
    detm_text label = label_of_cells(grid, c);
    if (label.length == 0 && shown[c]) label = label_in_head(grid, c); /* no name of boxes that choose rows */
    column->label = column->path = label;
  }

  find_repeated_names(grid, scratch);
  dt_arena_rewind(scratch, mark);
}

/* Whether a head is a part of each value below it, as 2024 of 2024-01-07: it is the title of the table, and no name. */
static bool is_in_all_values(const dt_grid *grid, uint32_t column, dt_arena *scratch) {
  detm_text head = grid->columns[column].head;
  uint32_t values = 0;
  if (head.length == 0 || !dt_is_digit(*head.data) || form_of_text(head) != FORM_NUMBER) return false;
  for (uint32_t row = grid->head_count; row < grid->row_count; row++) {
    uint32_t slot = dt_grid_slot(grid, row, column);
    detm_text text = {"", 0};
    if (slot != DT_NONE) text = dt_cell_text(scratch, grid->tree, dt_slot_cell(grid, slot)->node);
    if (text.length == 0) continue;
    if (form_of_text(text) != FORM_DATE || memmem(text.data, text.length, head.data, head.length) == NULL) return false;
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
  for (uint32_t row = 1; count != 0 && row <= count && row + 1 < grid->row_count; row++) {
    grid->rows[row].counts = counts_columns(grid, row, scratch);
    if (row == count && (grid->rows[row].counts || has_units(grid, row, scratch))) count++;
  }
  dt_arena_rewind(scratch, mark);
  dt_grid_set_head(grid, count, arena, scratch);
}
