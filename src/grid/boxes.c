/* grid/boxes.c: tables that are made of other elements than those of tables, with a head of the same number of cells.
 *
 * The rows are the children of one element, or of the elements in it that follow the head; the cells are the children
 * of the rows.  Or one element has all cells of the table, and its style or the look of the first of them says how many
 * make a row.  Most elements are none of this, so that the first row decides: all of its cells are short texts. Without
 * a head, the cells of all rows say in an attribute under which one they belong. */
#include "config.h"

#include "grid/grid.h"

#include "base/map.h"
#include "base/vec.h"

enum {
  LEAST_ROWS = 2, /* below the head */
  LEAST_LINES = 3,
  MOST_COLUMNS = 60,
  MOST_HEAD_BYTES = 60,
  MOST_CELL_NODES = 120,
  MOST_TITLES = 2, /* texts before the head */
  MOST_DEPTH = 3   /* of the cells below their row */
};

/* ---- the parts ---- */

/* An element may be around the cells of a row. */
static dt_index around_cells(const dt_tree *tree, dt_index row) {
  for (int depth = 1; depth < MOST_DEPTH && tree->nodes[row].kid_count == 1; depth++) {
    dt_index only = dt_child(tree, row, 0);
    if (tree->nodes[only].kid_count == 0 || tree->nodes[row].tag == DT_TAG_a) break;
    row = only;
  }
  return row;
}

/* Whether a dl is a row, and no list of terms: one term and two descriptions or more. */
static bool is_row_of_terms(const dt_tree *tree, dt_index dl) {
  uint32_t count = tree->nodes[dl].kid_count;
  for (uint32_t k = 0; k < count; k++)
    if (tree->nodes[dt_child(tree, dl, k)].tag != (k == 0 ? DT_TAG_dt : DT_TAG_dd)) return false;
  return count > 2;
}

/* The number of the cells of a row; 0 = some of its children cannot be cells. */
static uint32_t count_cells(const dt_tree *tree, dt_index row) {
  row = around_cells(tree, row);
  const dt_node *node = &tree->nodes[row];
  if (node->tag == DT_TAG_tr || node->tag == DT_TAG_select) return 0;
  if (node->tag == DT_TAG_dl && !is_row_of_terms(tree, row)) return 0;
  for (uint32_t k = 0; k < node->kid_count; k++)
    if (tree->nodes[dt_child(tree, row, k)].tag == DT_TAG_TEXT) return 0;
  return node->kid_count;
}

/* Whether a node may be a cell of the head: it shows one short text at most, and nothing else. */
static bool may_be_head_cell(const dt_tree *tree, dt_index cell, bool *filled) {
  uint32_t texts = 0;
  if (dt_size(tree, cell) > MOST_DEPTH + 2) return false;
  for (dt_index node = cell; node < tree->nodes[cell].end; node++) {
    dt_tag tag = tree->nodes[node].tag;
    if (tag == DT_TAG_img || tag == DT_TAG_table) return false;
    if (tag != DT_TAG_TEXT) continue;
    if (++texts > 1 || dt_text_of(tree, node).length > MOST_HEAD_BYTES) return false;
  }
  *filled = texts != 0;
  return tree->nodes[cell].tag != DT_TAG_TEXT && tree->nodes[cell].tag != DT_TAG_a;
}

/* The number of the cells of a row that may be a head; 0 = it is none. */
static uint32_t count_head_cells(const dt_tree *tree, dt_index row) {
  uint32_t count = count_cells(tree, row), filled = 0;
  row = around_cells(tree, row);
  if (count < 2 || count > MOST_COLUMNS || tree->nodes[row].tag == DT_TAG_a) return 0;
  for (uint32_t k = 0; k < count; k++) {
    bool own = false;
    if (!may_be_head_cell(tree, dt_child(tree, row, k), &own)) return 0;
    filled += own;
  }
  return filled >= 2 && 4 * filled >= 3 * count ? count : 0;
}

static bool shows_nothing(const dt_tree *tree, dt_index element) {
  for (dt_index node = element; node < tree->nodes[element].end; node++)
    if (tree->nodes[node].tag == DT_TAG_TEXT || tree->nodes[node].tag == DT_TAG_img) return false;
  return true;
}

/* Whether an element holds rows of so many cells. */
static bool holds_rows(const dt_tree *tree, dt_index element, uint32_t columns) {
  uint32_t count = tree->nodes[element].kid_count, rows = 0;
  for (uint32_t k = 0; k < count; k++) rows += count_cells(tree, dt_child(tree, element, k)) == columns;
  return rows != 0 && 4 * rows >= 3 * count && (rows >= LEAST_ROWS || columns != count);
}

/* ---- the rows ---- */

static bool is_too_large(const dt_tree *tree, dt_index row, uint32_t columns) {
  return dt_size(tree, row) > MOST_CELL_NODES * columns;
}

/* Whether the first cells of an element are heads that a wrapper knows: most of both. */
static bool are_known(const dt_known_heads *known, dt_arena *scratch, const dt_tree *tree, dt_index row,
                      uint32_t columns) {
  uint32_t found = 0;
  for (uint32_t h = 0; h < known->count && columns != 0; h++) {
    bool there = false;
    for (uint32_t k = 0; k < columns && !there; k++)
      there = dt_text_equal(dt_cell_text(scratch, tree, dt_child(tree, row, k)), known->texts[h]);
    found += there;
  }
  return found >= 2 && 3 * found >= 2 * known->count && 3 * found >= 2 * columns;
}

typedef struct rows {
  DT_VEC(dt_index) items;
  uint32_t regular; /* rows with as many cells as the head */
  dt_index whole;   /* the first of these below the head; DT_NONE = none */
} rows;

static bool fills_columns(const dt_tree *tree, dt_index row, uint32_t columns) {
  return count_cells(tree, row) == columns && !is_too_large(tree, row, columns);
}

static void add_row(rows *r, dt_arena *scratch, const dt_tree *tree, dt_index row, uint32_t columns) {
  if (shows_nothing(tree, row)) return;
  bool whole = fills_columns(tree, row, columns);
  if (whole && r->whole == DT_NONE && r->items.count != 0) r->whole = row;
  r->regular += whole;
  DT_VEC_PUSH(scratch, &r->items, row);
}

/* The first child of an element from `k` on that shows something; kid_count = none. */
static uint32_t next_shown(const dt_tree *tree, dt_index element, uint32_t k) {
  while (k < tree->nodes[element].kid_count && shows_nothing(tree, dt_child(tree, element, k))) k++;
  return k;
}

/* Finds the rows of an element from its child `first` on, which is the head. */
static void find_rows(rows *r, dt_arena *scratch, const dt_tree *tree, dt_index element, uint32_t first,
                      uint32_t columns) {
  uint32_t count = tree->nodes[element].kid_count, next = next_shown(tree, element, first + 1);
  uint32_t after = next < count ? next_shown(tree, element, next + 1) : count;
  bool bodies = next < count && holds_rows(tree, dt_child(tree, element, next), columns);
  /* records of as many parts as there are columns, each of as many again, are rows */
  if (bodies && after < count && count_cells(tree, dt_child(tree, element, next)) == columns &&
      count_cells(tree, dt_child(tree, element, after)) == columns)
    bodies = false;
  add_row(r, scratch, tree, dt_child(tree, element, first), columns);
  for (uint32_t k = first + 1; k < count; k++) {
    dt_index kid = dt_child(tree, element, k);
    if (!bodies || !holds_rows(tree, kid, columns)) {
      add_row(r, scratch, tree, kid, columns);
      continue;
    }
    for (uint32_t i = 0; i < tree->nodes[kid].kid_count; i++)
      add_row(r, scratch, tree, dt_child(tree, kid, i), columns);
  }
}

static bool look_alike(const dt_tree *tree, dt_index a, dt_index b) {
  return tree->nodes[a].tag == tree->nodes[b].tag && dt_have_same_class(tree, a, b);
}

/* The column of a cell of a row that lacks some: the next one from `column` on whose cell looks like it in a whole row;
 * else the next one.  `whole` is what is around the cells of that row. */
static uint32_t column_by_look(const dt_tree *tree, dt_index cell, dt_index whole, uint32_t column) {
  for (uint32_t c = column; c < tree->nodes[whole].kid_count; c++)
    if (look_alike(tree, cell, dt_child(tree, whole, c))) return c;
  return column;
}

/* Whether a row looks like the whole ones, but lacks some of their cells. */
static bool lacks_cells(const rows *r, const dt_tree *tree, dt_index row, uint32_t columns) {
  uint32_t count = is_too_large(tree, row, columns) ? 0 : count_cells(tree, row);
  return r->whole != DT_NONE && count >= 2 && count < columns && look_alike(tree, row, r->whole);
}

static void read_box_row(dt_grid_builder *b, const rows *r, dt_index row, uint32_t columns) {
  const dt_tree *tree = b->grid->tree;
  bool lacks = lacks_cells(r, tree, row, columns);
  dt_grid_builder_row(b, row, DT_SECTION_BODY);

  if (lacks || fills_columns(tree, row, columns)) {
    dt_index parent = around_cells(tree, row);
    uint32_t column = 0;
    for (uint32_t k = 0; k < tree->nodes[parent].kid_count; k++) {
      dt_index cell = dt_child(tree, parent, k);
      if (lacks) column = column_by_look(tree, cell, around_cells(tree, r->whole), column);
      dt_grid_builder_cell(b, cell, false, column++, 1, 1);
    }
  } else {
    dt_grid_builder_cell(b, row, false, DT_NONE, columns, 1); /* a heading, a note */
  }

  dt_grid_builder_row_end(b);
}

/* The child of an element that may be the head of the rows after it, and its number of cells; 0 = none.  *sure: it is
 * the head that a wrapper knows. */
static uint32_t find_head(const dt_tree *tree, dt_index element, const dt_known_heads *known, dt_arena *scratch,
                          uint32_t *first, bool *sure) {
  uint32_t count = tree->nodes[element].kid_count;
  for (uint32_t k = 0; k < count && k <= MOST_TITLES; k++) {
    dt_index kid = dt_child(tree, element, k);
    uint32_t columns = count_head_cells(tree, kid);
    *first = k;
    if (columns != 0) {
      uint32_t after = next_shown(tree, element, k + 1);
      *sure = tree->nodes[kid].kid_count == columns && are_known(known, scratch, tree, kid, columns);
      if (*sure || after == count) return *sure ? columns : 0;
      dt_index next = dt_child(tree, element, after);
      return count_cells(tree, next) == columns || holds_rows(tree, next, columns) ? columns : 0;
    }
    if (dt_size(tree, kid) > MOST_DEPTH) break; /* more than a title */
  }
  return 0;
}

static dt_grid *read_boxed_rows(dt_arena *arena, dt_arena *scratch, const dt_tree *tree, dt_index element,
                                const dt_known_heads *known, bool *sure) {
  uint32_t first, columns = find_head(tree, element, known, scratch, &first, sure);
  rows found = {.whole = DT_NONE};
  if (columns == 0) return NULL;
  find_rows(&found, scratch, tree, element, first, columns);
  uint32_t odd = 0;
  for (uint32_t r = 0; r < found.items.count; r++)
    odd += !fills_columns(tree, found.items.items[r], columns) &&
           !lacks_cells(&found, tree, found.items.items[r], columns);
  if (found.regular <= (*sure ? 0 : LEAST_ROWS) || (!*sure && 3 * odd > found.regular)) return NULL;
  dt_grid_builder b;
  dt_grid_builder_start(&b, arena, scratch, tree, element);
  for (uint32_t r = 0; r < found.items.count; r++) read_box_row(&b, &found, found.items.items[r], columns);
  return b.grid;
}

/* ---- cells without rows ---- */

/* The number of columns that the style of an element says: "grid-template-columns: 2fr 1fr 1fr", "repeat(3, 1fr)". */
static uint32_t columns_of_style(const dt_tree *tree, dt_index element) {
  detm_text style = dt_attribute_of(tree, element, DT_ATTRIBUTE_style), name = DT_TEXT("grid-template-columns");
  const char *at = style.length != 0 ? memmem(style.data, style.length, name.data, name.length) : NULL;
  if (at == NULL) return 0;

  const char *end = style.data + style.length, *stop = memchr(at, ';', (size_t)(end - at));
  if (stop != NULL) end = stop;
  for (at += name.length; at < end && (*at == ':' || *at == ' ');) at++;

  detm_text value = {at, (size_t)(end - at)}, repeat = DT_TEXT("repeat(");
  uint32_t count = 0;
  if (dt_text_starts_ci(value, repeat)) {
    value = dt_text_strip(dt_text_from(value, repeat.length), " ");
    for (size_t i = 0; i < value.length && dt_is_digit(value.data[i]) && count < MOST_COLUMNS; i++)
      count = 10 * count + (uint32_t)(value.data[i] - '0');
    return count;
  }

  int depth = 0; /* of brackets: minmax(0, 1fr) is one column */
  for (size_t i = 0; i < value.length; i++) {
    depth += (value.data[i] == '(') - (value.data[i] == ')');
    count += depth == 0 && value.data[i] != ' ' && (i + 1 == value.length || value.data[i + 1] == ' ');
  }

  return count;
}

/* The number of the first children that look alike, if none of the others looks like them; 0 = some do. */
static uint32_t columns_of_look(const dt_tree *tree, dt_index element) {
  uint32_t count = tree->nodes[element].kid_count, columns = 1;
  dt_index first = dt_child(tree, element, 0);
  while (columns < count && columns <= MOST_COLUMNS && look_alike(tree, first, dt_child(tree, element, columns)))
    columns++;
  for (uint32_t k = columns; k < count; k++)
    if (look_alike(tree, first, dt_child(tree, element, k))) return 0;
  return columns;
}

/* The number of columns of an element that holds all cells of a table; 0 = it holds none. */
static uint32_t columns_without_rows(const dt_tree *tree, dt_index element, const dt_known_heads *known,
                                     dt_arena *scratch, bool *sure) {
  uint32_t count = tree->nodes[element].kid_count;
  bool filled = false;
  if (count == 0 || !may_be_head_cell(tree, dt_child(tree, element, 0), &filled) || !filled) return 0;
  *sure = known->count >= 2 && known->count <= count && count % known->count == 0 &&
          are_known(known, scratch, tree, element, known->count);
  if (*sure) return known->count;
  if (count < 2 * (1 + LEAST_LINES)) return 0;
  uint32_t columns = columns_of_style(tree, element);
  if (columns == 0) columns = columns_of_look(tree, element);
  if (columns < 2 || columns > MOST_COLUMNS || count % columns != 0 || count / columns < 1 + LEAST_LINES) return 0;
  return columns;
}

static dt_grid *read_cells_without_rows(dt_arena *arena, dt_arena *scratch, const dt_tree *tree, dt_index element,
                                        const dt_known_heads *known, bool *sure) {
  uint32_t count = tree->nodes[element].kid_count;
  uint32_t columns = columns_without_rows(tree, element, known, scratch, sure);
  bool filled;
  if (columns == 0) return NULL;
  for (uint32_t k = 0; k < count; k++) {
    dt_index kid = dt_child(tree, element, k);
    if (tree->nodes[kid].tag == DT_TAG_TEXT || tree->nodes[kid].tag == DT_TAG_dt) return NULL;
    if (dt_size(tree, kid) > MOST_CELL_NODES || (k < columns && !may_be_head_cell(tree, kid, &filled))) return NULL;
  }
  dt_grid_builder b;
  dt_grid_builder_start(&b, arena, scratch, tree, element);
  for (uint32_t k = 0; k < count; k++) {
    if (k % columns == 0) dt_grid_builder_row(&b, DT_NONE, DT_SECTION_BODY);
    dt_grid_builder_cell(&b, dt_child(tree, element, k), false, DT_NONE, 1, 1);
    if ((k + 1) % columns == 0) dt_grid_builder_row_end(&b);
  }
  return b.grid;
}

/* ---- rows without a head, whose cells say it ---- */

/* Whether all cells of a row, and at least two, say the head of their column. */
static bool is_labelled(const dt_tree *tree, dt_index row) {
  uint32_t count = count_cells(tree, row);
  if (count < 2 || count > MOST_COLUMNS) return false;
  row = around_cells(tree, row);
  for (uint32_t k = 0; k < count; k++)
    if (dt_grid_label(tree, dt_child(tree, row, k)).length == 0) return false;
  return true;
}

static dt_grid *read_labelled(dt_arena *arena, dt_arena *scratch, const dt_tree *tree, dt_index element) {
  uint32_t count = tree->nodes[element].kid_count;
  uint64_t cells = 0;
  dt_lookup labels; /* by column */
  if (count < LEAST_ROWS) return NULL;

  for (uint32_t k = 0; k < count; k++)
    if (!is_labelled(tree, dt_child(tree, element, k))) return NULL;
  dt_lookup_start(&labels, scratch, 0);
  dt_grid_builder b;
  dt_grid_builder_start(&b, arena, scratch, tree, element);

  for (uint32_t k = 0; k < count; k++) {
    dt_index row = dt_child(tree, element, k), parent = around_cells(tree, row);
    dt_grid_builder_row(&b, row, DT_SECTION_BODY);
    for (uint32_t i = 0; i < tree->nodes[parent].kid_count; i++) {
      dt_index cell = dt_child(tree, parent, i);
      detm_text label = dt_grid_label(tree, cell);
      cells++;
      dt_grid_builder_cell(&b, cell, false, dt_lookup_add(&labels, dt_hash_bytes(label.data, label.length, 8)), 1, 1);
    }
    dt_grid_builder_row_end(&b);
  }

  /* else their order is not that of columns, or each row has labels of its own */
  return b.grid->column_count == labels.count && 2 * cells > (uint64_t)labels.count * count ? b.grid : NULL;
}

dt_grid *dt_grid_read_boxes(dt_arena *arena, dt_arena *scratch, const dt_tree *tree, dt_index element,
                            const dt_known_heads *known) {
  const dt_node *node = &tree->nodes[element];
  bool sure = false;
  if (node->kid_count < 2 && (known->count == 0 || node->kid_count == 0)) return NULL;
  if (node->tag == DT_TAG_a || node->tag == DT_TAG_dl || node->tag == DT_TAG_nav) return NULL;
  if (node->tag == DT_TAG_tr || node->tag == DT_TAG_tbody || node->tag == DT_TAG_thead || node->tag == DT_TAG_table)
    return NULL;
  dt_grid *grid = read_boxed_rows(arena, scratch, tree, element, known, &sure);
  if (grid == NULL) grid = read_cells_without_rows(arena, scratch, tree, element, known, &sure);
  if (grid == NULL || (!sure && !dt_grid_is_headed(grid, scratch))) return read_labelled(arena, scratch, tree, element);
  dt_grid_row *head = &grid->rows[0];
  head->section = DT_SECTION_HEAD;
  for (uint32_t s = head->first; s < head->first + head->count; s++) grid->cells[grid->slots[s].cell].head = true;
  return grid;
}
