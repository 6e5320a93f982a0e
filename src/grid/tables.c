/* grid/tables.c: finds the tables of a page that hold data, and reads their rows and cells.
 *
 * A table is a table element, an element with the role of one, or other elements with a head (boxes.c).  Rows of thead
 * come first and those of tfoot last, wherever the page has them.  The tables within a table of data are parts of its
 * cells. */
#include "grid/grid.h"

#include "base/map.h"
#include "base/search.h"
#include "base/vec.h"
#include "values/value_kind.h"

#include <stdlib.h>

static const double LEAST_DATA = 0.5;

/* ---- attributes ---- */

static bool has_role(const dt_tree *tree, dt_index node, const char *role) {
  return dt_text_equal(dt_attribute_of(tree, node, DT_ATTRIBUTE_role), dt_text(role));
}

/* A number in an attribute; `otherwise` if it is missing or no number. */
static uint32_t number_in_attribute(const dt_tree *tree, dt_index node, dt_attribute_name name, uint32_t most,
                                    uint32_t otherwise) {
  detm_text value = dt_text_strip(dt_attribute_of(tree, node, name), " ");
  uint32_t number = 0;
  if (value.length == 0 || !dt_is_digit(*value.data)) return otherwise;
  for (size_t i = 0; i < value.length && dt_is_digit(value.data[i]); i++) {
    number = number * 10 + (uint32_t)(value.data[i] - '0');
    if (number > most) return most;
  }
  return number;
}

/* ---- rows of table elements ---- */

enum { MOST_ROWS_SPANNED = 65534 };

static void read_row(dt_grid_builder *b, dt_index row, dt_row_section section) {
  const dt_tree *tree = b->grid->tree;
  dt_grid_builder_row(b, row, section);
  for (uint32_t k = 0; k < tree->nodes[row].kid_count; k++) {
    dt_index cell = dt_child(tree, row, k);
    if (!dt_is_table_cell(tree->nodes[cell].tag)) continue;
    uint32_t columns = number_in_attribute(tree, cell, DT_ATTRIBUTE_colspan, DT_MAX_COLUMNS, 1);
    uint32_t rows = number_in_attribute(tree, cell, DT_ATTRIBUTE_rowspan, MOST_ROWS_SPANNED, 1);
    bool head = tree->nodes[cell].tag == DT_TAG_th || has_role(tree, cell, "columnheader") ||
                dt_attribute_of(tree, cell, DT_ATTRIBUTE_scope).length != 0;
    dt_grid_builder_cell(b, cell, head, DT_NONE, columns == 0 ? 1 : columns, rows);
  }
  dt_grid_builder_row_end(b);
}

static void read_section(dt_grid_builder *b, dt_index element, dt_row_section section) {
  const dt_tree *tree = b->grid->tree;
  dt_grid_builder_section(b);
  for (uint32_t k = 0; k < tree->nodes[element].kid_count; k++) {
    dt_index row = dt_child(tree, element, k);
    if (tree->nodes[row].tag == DT_TAG_tr) read_row(b, row, section);
  }
}

/* Adds the words of the headers attribute of a cell: the ids of its heads. */
static void add_named_heads(dt_lookup *ids, const dt_tree *tree, dt_index cell) {
  detm_text headers = dt_attribute_of(tree, cell, DT_ATTRIBUTE_headers);
  while (headers.length != 0) {
    size_t end = 0;
    while (end < headers.length && headers.data[end] != ' ') end++;
    if (end != 0) dt_lookup_insert(ids, dt_hash_bytes(headers.data, end, 9));
    headers = dt_text_from(headers, end < headers.length ? end + 1 : end);
  }
}

/* Cells whose ids others name in their headers attributes are heads. */
static void find_named_heads(dt_grid *grid, dt_arena *scratch) {
  dt_lookup ids;
  dt_lookup_start(&ids, scratch, 0);
  for (uint32_t c = 0; c < grid->cell_count; c++) add_named_heads(&ids, grid->tree, grid->cells[c].node);

  for (uint32_t c = 0; c < grid->cell_count && ids.count != 0; c++) {
    detm_text id = dt_attribute_of(grid->tree, grid->cells[c].node, DT_ATTRIBUTE_id);
    if (id.length != 0 && dt_lookup_find(&ids, dt_hash_bytes(id.data, id.length, 9)) != DT_NO_NUMBER)
      grid->cells[c].head = true;
  }
}

dt_grid *dt_grid_read_table(dt_arena *arena, dt_arena *scratch, const dt_tree *tree, dt_index table) {
  static const struct {
    dt_tag tag;
    dt_row_section section;
  } order[] = {{DT_TAG_thead, DT_SECTION_HEAD}, {DT_TAG_tbody, DT_SECTION_BODY}, {DT_TAG_tfoot, DT_SECTION_FOOT}};

  dt_grid_builder b;
  dt_mark mark = dt_arena_mark(scratch);
  dt_grid_builder_start(&b, arena, scratch, tree, table);

  for (unsigned s = 0; s < sizeof order / sizeof *order; s++) {
    bool rows = false, head_read = false; /* before the section */
    for (uint32_t k = 0; k < tree->nodes[table].kid_count; k++) {
      dt_index kid = dt_child(tree, table, k);
      dt_tag tag = tree->nodes[kid].tag;
      bool again = tag == DT_TAG_thead && rows && head_read; /* it is shown where it is */
      rows = rows || tag == DT_TAG_tbody || tag == DT_TAG_tr;
      head_read = head_read || tag == DT_TAG_thead;
      if (again ? order[s].section == DT_SECTION_BODY : tag == order[s].tag)
        read_section(&b, kid, again ? DT_SECTION_HEAD : order[s].section);
      if (tag == DT_TAG_tr && order[s].section == DT_SECTION_BODY) read_row(&b, kid, DT_SECTION_BODY);
    }
  }

  find_named_heads(b.grid, scratch);
  dt_arena_rewind(scratch, mark);
  return b.grid;
}

/* ---- rows by roles ---- */

/* Whether an element has one of some roles. */
static bool has_one_role(const dt_tree *tree, dt_index node, const char *const *roles) {
  detm_text role = dt_attribute_of(tree, node, DT_ATTRIBUTE_role);
  for (; role.length != 0 && *roles != NULL; roles++)
    if (dt_text_equal(role, dt_text(*roles))) return true;
  return false;
}

static bool is_role_of_table(const dt_tree *tree, dt_index node) {
  static const char *const roles[] = {"table", "grid", "treegrid", NULL};
  return has_one_role(tree, node, roles);
}

static bool is_role_of_head(const dt_tree *tree, dt_index node) {
  static const char *const roles[] = {"columnheader", "rowheader", NULL};
  return has_one_role(tree, node, roles);
}

static bool is_role_of_cell(const dt_tree *tree, dt_index node) {
  static const char *const roles[] = {"cell", "gridcell", "columnheader", "rowheader", NULL};
  return has_one_role(tree, node, roles);
}

/* A cell with the number of its column, from 1; 0 = the page does not say it. */
typedef struct numbered_cell {
  dt_index node;
  uint32_t column;
} numbered_cell;

static int by_column_number(const void *a, const void *b) {
  const numbered_cell *x = a, *y = b;
  if (x->column != y->column) return x->column < y->column ? -1 : 1;
  return x->node < y->node ? -1 : 1;
}

/* Reads the cells of a row; they may be in other elements within it.  Grids that scripts draw add columns at the end of
 * the row, wherever they show them: so cells that all say their column are read in the order of these. */
static void read_row_by_role(dt_grid_builder *b, dt_arena *scratch, dt_index row, dt_row_section section) {
  const dt_tree *tree = b->grid->tree;
  DT_VEC(numbered_cell) cells = {0};
  bool numbered = true;
  for (dt_index node = row + 1; node < tree->nodes[row].end; node++) {
    if (!is_role_of_cell(tree, node)) continue;
    uint32_t column = number_in_attribute(tree, node, DT_ATTRIBUTE_aria_colindex, DT_MAX_COLUMNS, 0);
    DT_VEC_PUSH(scratch, &cells, (numbered_cell){node, column});
    numbered = numbered && column != 0;
    node = tree->nodes[node].end - 1;
  }
  if (numbered && cells.count > 1) qsort(cells.items, cells.count, sizeof *cells.items, by_column_number);

  dt_grid_builder_row(b, row, section);
  for (uint32_t c = 0; c < cells.count; c++) {
    dt_index node = cells.items[c].node;
    uint32_t column = cells.items[c].column;
    uint32_t columns = number_in_attribute(tree, node, DT_ATTRIBUTE_aria_colspan, DT_MAX_COLUMNS, 1);
    uint32_t rows = number_in_attribute(tree, node, DT_ATTRIBUTE_aria_rowspan, MOST_ROWS_SPANNED, 1);
    dt_grid_builder_cell(b, node, is_role_of_head(tree, node), column == 0 ? DT_NONE : column - 1,
                         columns == 0 ? 1 : columns, rows);
  }
  dt_grid_builder_row_end(b);
}

static dt_grid *read_by_roles(dt_arena *arena, dt_arena *scratch, const dt_tree *tree, dt_index table) {
  dt_grid_builder b;
  dt_mark mark = dt_arena_mark(scratch);
  dt_grid_builder_start(&b, arena, scratch, tree, table);
  for (dt_index node = table + 1; node < tree->nodes[table].end; node++) {
    if (!has_role(tree, node, "row")) continue;
    read_row_by_role(&b, scratch, node, DT_SECTION_BODY);
    node = tree->nodes[node].end - 1;
  }
  dt_arena_rewind(scratch, mark);
  return b.grid;
}

/* ---- what is known of a grid ---- */

/* The parent of the record rows, if they have one; else the table. */
static dt_index parent_of_records(const dt_grid *grid) {
  dt_index parent = DT_NONE;
  for (uint32_t r = 0; r < grid->record_count; r++) {
    dt_index row = grid->rows[grid->records[r].row].node;
    dt_index own = row != DT_NONE ? grid->tree->nodes[row].parent : DT_NONE;
    if (r != 0 && own != parent) return grid->node;
    parent = own;
  }
  return parent != DT_NONE ? parent : grid->node;
}

/* A hash of the class of an element, and of the tags from the root to it. */
static uint64_t hash_of_path(const dt_tree *tree, dt_index node) {
  detm_text class = dt_attribute_of(tree, node, DT_ATTRIBUTE_class);
  uint64_t hash = dt_hash_bytes(class.data, class.length, 5);
  for (; node != DT_NONE; node = tree->nodes[node].parent) hash = dt_hash_mix(hash, tree->nodes[node].tag);
  return hash;
}

/* A hash of the names of the columns, which are the same in any order. */
static uint64_t hash_of_labels(const dt_grid *grid) {
  uint64_t sum = 0;
  for (uint32_t c = 0; c < grid->column_count; c++) {
    detm_text label = grid->columns[c].label;
    sum += dt_hash_bytes(label.data, label.length, 3);
  }
  return dt_hash_mix(grid->column_count, sum);
}

static bool has_head(const dt_grid *grid) {
  for (uint32_t c = 0; c < grid->column_count; c++)
    if (grid->columns[c].label.length != 0) return true;
  return false;
}

/* The kind of the values of a column, also if the table has a single row: one of several parts of a list. */
static unsigned kind_of_part(const dt_grid *grid, uint32_t column, dt_arena *scratch) {
  uint32_t slot = grid->row_count == grid->head_count + 1 ? dt_grid_slot(grid, grid->head_count, column) : DT_NONE;
  if (slot == DT_NONE) return dt_grid_kind_of_column(grid, column, scratch);
  return dt_grid_kind_of_value(dt_cell_text(scratch, grid->tree, dt_slot_cell(grid, slot)->node));
}

/* A hash that is equal for tables that are parts of one list: of the names of their columns; without names, of where
 * they are, and how many columns they have. */
static uint64_t identity_of(const dt_grid *grid, dt_arena *scratch) {
  uint64_t hash = hash_of_labels(grid);
  if (has_head(grid)) return hash;
  /* numbers, prices and dates; words may be anything, and a column may be empty in one of the tables */
  for (uint32_t c = 0; c < grid->column_count; c++) {
    unsigned kind = kind_of_part(grid, c, scratch);
    hash = dt_hash_mix(hash, dt_grid_is_kind(kind) && kind < DT_GRID_KIND_MIXED ? kind : 0);
  }
  return dt_hash_mix(hash, hash_of_path(grid->tree, grid->node));
}

/* ---- tables that belong together ---- */

/* A table that may hold data, before it is decided. */
typedef struct candidate {
  dt_grid *grid;
  uint64_t path;    /* hash_of_path */
  uint64_t *labels; /* of its first column; NULL = it has more than two columns, or a head */
} candidate;

typedef DT_VEC(candidate) candidates;

enum { MOST_COMPARED = 20 /* tables that a table is compared with */ };

/* The first tables of each key: a table is compared with these alone, whatever their number. */
typedef struct sample {
  uint32_t items[MOST_COMPARED + 1], count; /* one more: a table is not compared with itself */
} sample;

typedef struct samples {
  dt_lookup keys;
  DT_VEC(sample) items; /* by the number of the key */
} samples;

/* key_of: 0 = the table is in no sample. */
static samples samples_make(const candidates *all, uint64_t (*key_of)(const candidate *), dt_arena *scratch) {
  samples s = {0};
  dt_lookup_start(&s.keys, scratch, 0);
  for (uint32_t i = 0; i < all->count; i++) {
    uint64_t key = key_of(&all->items[i]);
    if (key == 0) continue;
    uint32_t number = dt_lookup_add(&s.keys, key);
    if (number == s.items.count) DT_VEC_PUSH(scratch, &s.items, (sample){.count = 0});
    sample *own = &s.items.items[number];
    if (own->count <= MOST_COMPARED) own->items[own->count++] = i;
  }
  return s;
}

/* The sample of a table that is in one. */
static const sample *sample_of_table(const samples *s, uint64_t key) {
  return &s->items.items[dt_lookup_find(&s->keys, key)];
}

/* Where a table is, and how many columns it has. */
static uint64_t form_of_table(const candidate *c) { return dt_hash_mix(c->path, c->grid->column_count); }

static bool is_heading_between(const dt_tree *tree, dt_index from, dt_index to) {
  for (dt_index node = from; node < to; node++)
    if (dt_tag_is(tree->nodes[node].tag, DT_HEADING)) return true;
  return false;
}

/* Whether a table continues another: it has no head, is at a place of the same form, and has values of the same kinds
 * in its columns. */
static bool continues_table(const candidate *a, const candidate *before, dt_arena *scratch) {
  if (has_head(a->grid) || !has_head(before->grid) || form_of_table(a) != form_of_table(before)) return false;
  uint32_t agree = 0, differ = 0;
  for (uint32_t c = 0; c < a->grid->column_count; c++) {
    unsigned own = dt_grid_kind_of_column(a->grid, c, scratch),
             other = dt_grid_kind_of_column(before->grid, c, scratch);
    agree += own != 0 && own == other;
    differ += own != 0 && other != 0 && own != other;
  }
  return agree >= 2 && 3 * differ <= agree;
}

enum { MOST_LABELS = 40 /* rows of a table about one record */ };

/* Whether a text may be a label of a value: a date or a time is a value itself. */
static bool may_be_label(detm_text text) { return text.length != 0 && (dt_kind_of(text) & DT_KIND_DATE) == 0; }

/* Reads the hashes of the first cells of a table of two columns without head, which may be about one record. */
static void read_labels(candidate *c, dt_arena *scratch) {
  const dt_grid *grid = c->grid;
  if (grid->column_count != 2 || has_head(grid) || grid->row_count > MOST_LABELS) return;
  c->labels = DT_ZERO(scratch, uint64_t, grid->row_count);
  for (uint32_t r = 0; r < grid->row_count; r++) {
    if (grid->rows[r].count == 0) continue;
    detm_text text = dt_cell_text(scratch, grid->tree, dt_slot_cell(grid, grid->rows[r].first)->node);
    if (may_be_label(text)) c->labels[r] = dt_hash_bytes(text.data, text.length, 6);
  }
}

/* How many of the labels of a table another has. */
static uint32_t count_same_labels(const candidate *a, const candidate *b) {
  uint32_t same = 0;
  for (uint32_t r = 0; r < a->grid->row_count; r++) {
    bool found = false;
    for (uint32_t o = 0; o < b->grid->row_count && a->labels[r] != 0; o++)
      found = found || a->labels[r] == b->labels[o];
    same += found;
  }
  return same;
}

static uint64_t form_if_labels(const candidate *c) { return c->labels != NULL ? form_of_table(c) : 0; }

/* Whether a table has labels in its first column and values in its second: others like it have the same labels. */
static bool is_one_record(const candidates *all, const samples *alike_in_form, uint32_t number) {
  const candidate *own = &all->items[number];
  uint32_t alike = 0, compared = 0;
  if (own->labels == NULL) return false;
  const sample *others = sample_of_table(alike_in_form, form_of_table(own));
  for (uint32_t i = 0; i < others->count && compared < MOST_COMPARED; i++) {
    if (others->items[i] == number) continue;
    compared++;
    alike += 2 * count_same_labels(own, &all->items[others->items[i]]) >= own->grid->row_count;
  }
  return alike != 0 && 2 * alike >= compared;
}

/* Tables about one record each are none of data. */
static void find_single_records(candidates *all, dt_arena *scratch) {
  for (uint32_t i = 0; i < all->count; i++) read_labels(&all->items[i], scratch);
  samples alike_in_form = samples_make(all, form_if_labels, scratch);
  for (uint32_t i = 0; i < all->count; i++)
    if (is_one_record(all, &alike_in_form, i)) all->items[i].grid->data = 0;
}

/* The form of a table, and the names of its columns. */
static uint64_t form_and_head(const candidate *c) { return dt_hash_mix(form_of_table(c), hash_of_labels(c->grid)); }

static bool is_data_table(const dt_grid *grid) { return grid->data >= LEAST_DATA; }

/* The forms and heads of the tables that are of data: another that is probably none is one, too. */
static dt_lookup forms_of_data(const candidates *all, dt_arena *scratch) {
  dt_lookup forms;
  dt_lookup_start(&forms, scratch, 0);
  for (uint32_t i = 0; i < all->count; i++)
    if (is_data_table(all->items[i].grid)) dt_lookup_add(&forms, form_and_head(&all->items[i]));
  return forms;
}

static bool is_like_data(const candidate *c, const dt_lookup *forms) {
  return c->grid->data >= DT_LEAST_LIKE_DATA && dt_lookup_find(forms, form_and_head(c)) != DT_NO_NUMBER;
}

/* Gives a table the head of the one before, if it continues that. */
static void continue_head(const candidate *own, const candidate *before, dt_arena *scratch) {
  const dt_tree *tree = own->grid->tree;
  if (!continues_table(own, before, scratch)) return;
  if (is_heading_between(tree, tree->nodes[before->grid->node].end, own->grid->node)) return;
  for (uint32_t c = 0; c < before->grid->column_count; c++) {
    own->grid->columns[c] = before->grid->columns[c];
    own->grid->columns[c].cell = DT_NONE;
  }
}

/* ---- a head in a table of its own ---- */

enum { WORDS = 5 /* of dt_grid_kind_of_value */, MOST_HEAD_BYTES = 60 };

/* Whether a table is one row of head cells, a short text each: it stays where it is while the rows below scroll.  Cells
 * that are no head cells are words, one of them above numbers, prices or dates of the table below. */
static bool is_head_alone(const dt_grid *grid, const dt_grid *below, dt_arena *scratch) {
  if (grid->tree->nodes[grid->node].tag != DT_TAG_table || grid->row_count != 1 || grid->column_count < 2) return false;
  const dt_grid_row *row = &grid->rows[0];
  uint32_t filled = 0, heads = 0, words = 0, over = 0;

  for (uint32_t s = row->first; s < row->first + row->count; s++) {
    const dt_cell *cell = dt_slot_cell(grid, s);
    detm_text text = dt_cell_text(scratch, grid->tree, cell->node);
    if (grid->slots[s].columns > 1) return false;
    unsigned kind = dt_grid_kind_of_column(below, grid->slots[s].column, scratch);
    heads += cell->head;
    filled += text.length != 0;
    words += dt_grid_kind_of_value(text) == WORDS && text.length <= MOST_HEAD_BYTES;
    over += kind != 0 && kind < DT_GRID_KIND_MIXED;
  }

  bool head = heads == row->count || (words == row->count && over != 0);
  return head && row->count == grid->column_count && filled >= 2;
}

/* Gives a table without a head that of the table before it, if that is nothing else and no text is between them. */
static void take_head_above(dt_grid *own, const dt_grid *above, const dt_node_sums *sums, dt_arena *arena,
                            dt_arena *scratch) {
  const dt_node *nodes = own->tree->nodes;
  dt_index end = nodes[above->node].end;
  if (own->head_count != 0 || own->column_count != above->column_count || own->node < end) return;
  if (sums->texts[own->node] != sums->texts[end] || !is_head_alone(above, own, scratch)) return;
  for (uint32_t c = 0; c < own->column_count; c++) {
    detm_text head = dt_cell_text(arena, own->tree, dt_slot_cell(above, dt_grid_slot(above, 0, c))->node);
    own->columns[c] = (dt_grid_column){.head = head, .label = head, .path = head, .cell = DT_NONE};
  }
  own->data = dt_grid_measure(own, sums, scratch);
}

/* ---- a first row that several tables have ---- */

enum { LEAST_SHARED = 2 /* cells that two first rows share */, LEAST_SHARING = 3 /* rows of such tables */ };

/* Whether two rows say the same, but for one cell of four ("2024"), each cell something else, and none a link. */
static bool rows_agree(const dt_grid *a, uint32_t row_a, const dt_grid *b, uint32_t row_b, dt_arena *scratch) {
  const dt_grid_row *own = &a->rows[row_a], *other = &b->rows[row_b];
  uint32_t same = 0, linked = 0;
  detm_text last = {"", 0};
  if (own->count != other->count || own->count != a->column_count) return false;

  for (uint32_t s = 0; s < own->count; s++) {
    dt_index cell = dt_slot_cell(a, own->first + s)->node;
    detm_text text = dt_cell_text(scratch, a->tree, cell);
    for (dt_index node = cell; node < a->tree->nodes[cell].end; node++) linked += a->tree->nodes[node].tag == DT_TAG_a;
    if (text.length == 0 || dt_text_equal(text, last)) return false;
    same += dt_text_equal(text, dt_cell_text(scratch, b->tree, dt_slot_cell(b, other->first + s)->node));
    last = text;
  }

  return linked == 0 && same >= LEAST_SHARED && 4 * same >= 3 * own->count;
}

/* Whether the first row of a table without head is one: another table begins with it, and it is not a row of both. */
static bool shares_first_row(const candidates *all, const samples *as_wide, uint32_t number, dt_arena *scratch) {
  const dt_grid *own = all->items[number].grid;
  uint32_t compared = 0;
  bool shares = false;
  if (own->head_count != 0 || own->row_count < LEAST_SHARING || own->column_count <= LEAST_SHARED) return false;
  if (rows_agree(own, 0, own, 1, scratch)) return false;

  const sample *others = sample_of_table(as_wide, own->column_count);
  for (uint32_t i = 0; i < others->count && compared < MOST_COMPARED && !shares; i++) {
    const dt_grid *other = all->items[others->items[i]].grid;
    if (other == own) continue;
    compared++;
    shares = rows_agree(own, 0, other, 0, scratch) && !rows_agree(own, 1, other, 1, scratch);
  }

  return shares;
}

static uint64_t width_if_rows(const candidate *c) {
  return c->grid->row_count >= LEAST_SHARING ? c->grid->column_count : 0;
}

/* Gives heads to tables that begin with the same row. */
static void share_heads(candidates *all, const dt_node_sums *sums, dt_arena *arena, dt_arena *scratch) {
  bool *shared = DT_ZERO(scratch, bool, all->count);
  samples as_wide = samples_make(all, width_if_rows, scratch);
  for (uint32_t i = 0; i < all->count; i++) {
    dt_mark mark = dt_arena_mark(scratch);
    shared[i] = shares_first_row(all, &as_wide, i, scratch);
    dt_arena_rewind(scratch, mark);
    dt_scope_clock(arena->scope);
  }

  for (uint32_t i = 0; i < all->count; i++) {
    if (!shared[i]) continue;
    dt_grid_set_head(all->items[i].grid, 1, arena, scratch);
    all->items[i].grid->data = dt_grid_measure(all->items[i].grid, sums, scratch);
  }
}

/* ---- the grids of a page ---- */

/* Whether an element may be a table of data by its tag and role. */
static bool may_be_table(const dt_tree *tree, dt_index node) {
  static const char *const roles[] = {"presentation", "none", NULL};
  if (tree->nodes[node].tag != DT_TAG_table) return tree->nodes[node].kid_count != 0;
  return !has_one_role(tree, node, roles);
}

/* Reads an element with its head and its measure, whatever it holds; NULL = it is no table, or has no cells.  *sums are
 * read with the first table. */
static dt_grid *read_element(dt_arena *arena, dt_arena *scratch, const dt_tree *tree, dt_index node, dt_node_sums *sums,
                             const dt_known_heads *known) {
  dt_grid *grid;
  if (tree->nodes[node].tag == DT_TAG_table)
    grid = dt_grid_read_table(arena, scratch, tree, node);
  else if (is_role_of_table(tree, node))
    grid = read_by_roles(arena, scratch, tree, node);
  else
    grid = dt_grid_read_boxes(arena, scratch, tree, node, known);
  if (grid == NULL || grid->column_count == 0) return NULL;
  if (sums->texts == NULL) *sums = dt_node_sums_read(scratch, tree);
  dt_grid_merge_columns(grid, scratch);
  grid->columns = DT_ZERO(arena, dt_grid_column, grid->column_count);
  dt_grid_find_head(grid, arena, scratch);
  grid->data = dt_grid_measure(grid, sums, scratch);
  return grid;
}

/* Whether a table is read as one of data: it is one, or like one, or the user says what its rows begin with. */
static bool is_read(const candidate *c, const dt_lookup *forms, dt_grid_direction direction) {
  return is_data_table(c->grid) || is_like_data(c, forms) ||
         (direction == DT_RECORDS_IN_COLUMNS && dt_grid_begins_with_heads(c->grid));
}

/* Turns a table with its records in columns. */
static void turn(candidate *c, dt_arena *arena, dt_arena *scratch, dt_grid_direction direction) {
  if (direction == DT_RECORDS_IN_COLUMNS ||
      (direction == DT_RECORDS_DETECTED && dt_grid_has_records_in_columns(c->grid, scratch)))
    c->grid = dt_grid_transpose(arena, scratch, c->grid);
}

dt_grids dt_grids_read(dt_arena *arena, dt_arena *scratch, const dt_tree *tree, dt_grid_direction direction) {
  return dt_grids_read_known(arena, scratch, tree, direction, (dt_known_heads){NULL, 0});
}

dt_grids dt_grids_read_known(dt_arena *arena, dt_arena *scratch, const dt_tree *tree, dt_grid_direction direction,
                             dt_known_heads known) {
  dt_grids grids = {0};
  dt_node_sums sums = {0};
  candidates all = {0};
  for (dt_index node = 0; node < tree->node_count; node++) {
    dt_scope_tick(arena->scope);
    dt_grid *grid = may_be_table(tree, node) ? read_element(arena, scratch, tree, node, &sums, &known) : NULL;
    if (grid == NULL) continue;
    DT_VEC_PUSH(scratch, &all, (candidate){grid, hash_of_path(tree, node), NULL});
    dt_scope_clock(arena->scope);
  }

  if (all.count > 1) share_heads(&all, &sums, arena, scratch);
  for (uint32_t i = 1; i < all.count; i++)
    take_head_above(all.items[i].grid, all.items[i - 1].grid, &sums, arena, scratch);
  find_single_records(&all, scratch);
  dt_lookup forms = forms_of_data(&all, scratch);
  dt_index end = 0; /* of the last grid: tables within it are parts of its cells */
  const candidate *last = NULL;
  for (uint32_t i = 0; i < all.count; i++) {
    dt_grid *grid = all.items[i].grid;
    if (grid->node < end) continue;
    if (!is_read(&all.items[i], &forms, direction)) continue;
    turn(&all.items[i], arena, scratch, direction);
    grid = all.items[i].grid;
    if (last != NULL) continue_head(&all.items[i], last, scratch);
    last = &all.items[i];
    dt_grid_find_records(grid, arena, scratch);
    grid->parent = parent_of_records(grid);
    grid->identity = identity_of(grid, scratch);
    DT_RESERVE(arena, grids.items, grids.count, grids.capacity, 1);
    grids.items[grids.count++] = grid;
    end = tree->nodes[grid->node].end;
  }
  return grids;
}

const dt_grid *dt_grids_at(const dt_grids *grids, dt_index node) {
  uint32_t g; /* the first grid after the node */
  DT_LOWER_BOUND(g, 0, grids->count, grids->items[g]->node <= node);
  return g != 0 && node < grids->items[g - 1]->tree->nodes[grids->items[g - 1]->node].end ? grids->items[g - 1] : NULL;
}
