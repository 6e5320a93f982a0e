/* engine/list_parts.c: parts of a list that are laid out in several parents and that rank.c took for separate lists
 * (doc/method 2.8).
 *
 * Small records are similar to each other by chance, and rows of tables differ where cells are empty.  So the ranking
 * does not count them as parts.  Once a list is known to be a region of its own, it gets the parts whose records say
 * the same kinds of things: headers, footers and pagers do not.  In the same way, sections of one list of siblings that
 * say other things are left out of it. */
#include "engine/composition.h"
#include "engine/engine.h"
#include "engine/tunables.h"

enum {
  MIN_SIZE = 2,  /* nodes of a small record */
  MAX_SIZE = 5,  /* the ranking joins larger ones */
  MIN_NAMES = 2, /* equal texts of two header rows */
  MIN_CELLS = 3, /* of rows without such a header */
  MAX_CELLS = 64
};

/* ---- sections of one list of siblings ---- */

enum { MIN_SECTION = 3 }; /* records */

static bool is_divider(const dt_tree *tree, dt_index node) {
  return dt_tag_is(tree->nodes[node].tag, DT_HEADING) || tree->nodes[node].tag == DT_TAG_hr;
}

/* Whether a heading or rule is between the starts of two records of one parent. */
static bool are_divided(const dt_tree *tree, const dt_record *a, const dt_record *b) {
  const dt_node *nodes = tree->nodes;
  if (nodes[a->nodes[0]].parent != nodes[b->nodes[0]].parent) return false;
  for (dt_index node = nodes[a->nodes[0]].end; node < b->nodes[0]; node = nodes[node].end)
    if (is_divider(tree, node)) return true;
  return false;
}

/* The number of records before the next divider. */
static uint32_t section_size(const dt_tree *tree, const dt_record *records, uint32_t count) {
  uint32_t size = 1;
  while (size < count && !are_divided(tree, &records[size - 1], &records[size])) size++;
  return size;
}

static dt_composition composition_of_records(dt_engine *e, const dt_record *records, uint32_t count) {
  dt_composition p = {0};
  for (uint32_t r = 0; r < count; r++) dt_composition_add(e, records[r].nodes, records[r].count, &p);
  dt_composition_finish(&p);
  return p;
}

static void cut_at_divider(const dt_tree *tree, dt_record *record) {
  for (uint32_t n = 1; n < record->count; n++)
    if (is_divider(tree, record->nodes[n])) record->count = n;
}

uint32_t dt_drop_other_sections(dt_engine *e, dt_record *records, uint32_t count) {
  uint32_t largest = 0, from = 0, kept = 0;
  for (uint32_t at = 0, size; at < count; at += size) {
    size = section_size(e->tree, records + at, count - at);
    if (size > largest) from = at, largest = size;
    dt_scope_tick(e->arena->scope);
  }
  if (largest == count || largest < MIN_SECTION) return count;
  dt_composition main = composition_of_records(e, records + from, largest);
  for (uint32_t at = 0, size; at < count; at += size) {
    size = section_size(e->tree, records + at, count - at);
    dt_composition p = composition_of_records(e, records + at, size);
    bool keep = size < MIN_SECTION || dt_compositions_agree(&main, &p);
    if (!keep && kept != 0) cut_at_divider(e->tree, &records[kept - 1]);
    for (uint32_t r = at; r < at + size && keep; r++) records[kept++] = records[r];
  }
  return kept;
}

/* ---- lists of small records ---- */

static dt_index reference_node(const dt_region *r) { return r->cut.list->nodes[r->cut.starts[r->cut.reference]]; }

static dt_composition composition_of(dt_engine *e, const dt_region *r) {
  dt_composition p = {0};
  const dt_cut *cut = &r->cut;
  for (uint32_t i = 0; i < cut->count; i++)
    dt_composition_add(e, cut->list->nodes + cut->starts[i], cut->starts[i + 1] - cut->starts[i], &p);
  dt_composition_finish(&p);
  return p;
}

static bool have_same_parents(const dt_engine *e, const dt_region *a, const dt_region *b) {
  return a->path == b->path && !dt_titles_differ(a->title, b->title) &&
         a->cut.list->concatenated == b->cut.list->concatenated &&
         dt_have_same_class(e->tree, a->cut.list->parent, b->cut.list->parent);
}

/* The list whose parts are looked for; what is compared is computed once. */
typedef struct list {
  const dt_region *region;
  bool rows;
  dt_index header; /* the first row of its table */
  uint32_t cells;  /* of nearly all rows, 0 if that differs */
  dt_composition *columns;
  dt_composition records;
} list;

static bool is_small_and_alike(dt_engine *e, const list *a, const dt_region *b) {
  const dt_region *r = a->region;
  uint32_t least = r->reference_size < b->reference_size ? r->reference_size : b->reference_size;
  if (least < MIN_SIZE || least > MAX_SIZE) return false;
  if (!have_same_parents(e, r, b) || !dt_have_same_class(e->tree, reference_node(r), reference_node(b))) return false;
  if (r->reference != b->reference && !dt_similar(e->distances, r->reference, b->reference)) return false;
  dt_composition p = composition_of(e, b);
  return dt_compositions_agree(&a->records, &p) && dt_lengths_agree(&a->records, &p, DT_MAX_LENGTH_RATIO);
}

/* ---- rows of tables ---- */

static bool has_rows(const dt_engine *e, const dt_region *r) {
  return e->tree->nodes[reference_node(r)].tag == DT_TAG_tr;
}

/* The first row of the table that is or has this parent of rows, DT_NONE if the table begins with something else. */
static dt_index first_row(const dt_tree *tree, dt_index table) {
  if (tree->nodes[table].tag != DT_TAG_table) table = tree->nodes[table].parent;
  if (table == DT_NONE || tree->nodes[table].tag != DT_TAG_table) return DT_NONE;
  dt_index row = table + 1, end = tree->nodes[table].end;
  if (row < end && (tree->nodes[row].tag == DT_TAG_thead || tree->nodes[row].tag == DT_TAG_tbody)) row++;
  return row < end && tree->nodes[row].tag == DT_TAG_tr ? row : DT_NONE;
}

static bool is_first_row(const dt_tree *tree, dt_index row) {
  return tree->nodes[row].tag == DT_TAG_tr && first_row(tree, tree->nodes[row].parent) == row;
}

static dt_index header_of(const dt_tree *tree, const dt_region *r) { return first_row(tree, r->cut.list->parent); }

/* Whether two cells of header rows name the same column: equal texts, or two numbers (years).  An empty cell has any
 * name.  Adds 1 to `names` for equal texts. */
static bool name_the_same(dt_engine *e, dt_index a, dt_index b, uint32_t *names) {
  uint32_t first, end, other, other_end;
  dt_record_texts(e, &a, 1, &first, &end);
  dt_record_texts(e, &b, 1, &other, &other_end);
  if (first == end || other == other_end) return true;
  if (end - first != 1 || other_end - other != 1) return false;
  bool equal = e->text_number[first] == e->text_number[other];
  *names += equal;
  return equal || ((dt_text_kind(e, first) & dt_text_kind(e, other)) & DT_KIND_COUNT) != 0;
}

/* Whether the first rows of two tables are header rows with the same names. */
static bool have_same_header(dt_engine *e, dt_index a, dt_index b) {
  if (a == DT_NONE || b == DT_NONE || a == b) return false;
  const dt_node *x = &e->tree->nodes[a], *y = &e->tree->nodes[b];
  uint32_t names = 0;
  for (uint32_t c = 0; c < x->kid_count && c < y->kid_count; c++)
    if (!name_the_same(e, dt_child(e->tree, a, c), dt_child(e->tree, b, c), &names)) return false;
  return x->kid_count == y->kid_count && names >= MIN_NAMES && 2 * names >= x->kid_count;
}

uint32_t dt_drop_repeated_headers(dt_engine *e, dt_record *records, uint32_t count) {
  enum { MAX_HEADERS = 64 };
  dt_index headers[MAX_HEADERS], before = DT_NONE;
  uint32_t header_count = 0, kept = 0;
  for (uint32_t r = 0; r < count && header_count < MAX_HEADERS; r++) {
    dt_index row = records[r].nodes[0], parent = e->tree->nodes[row].parent;
    if (e->tree->nodes[row].tag != DT_TAG_tr || parent == before) continue;
    dt_index header = first_row(e->tree, before = parent);
    if (header != DT_NONE) headers[header_count++] = header;
  }
  if (header_count < 2) return count;
  for (uint32_t r = 0; r < count; r++) {
    bool repeated = false;
    for (uint32_t h = 0; h < header_count && is_first_row(e->tree, records[r].nodes[0]) && !repeated; h++)
      repeated = have_same_header(e, records[r].nodes[0], headers[h]);
    if (!repeated) records[kept++] = records[r];
  }
  return kept;
}

/* The number of cells of nearly all rows; 0 if it differs. */
static uint32_t cells_of_rows(const dt_engine *e, const dt_region *r) {
  uint32_t rows[MAX_CELLS] = {0}, best = 0;
  for (uint32_t i = 0; i < r->cut.count; i++) {
    uint32_t cells = e->tree->nodes[r->cut.list->nodes[r->cut.starts[i]]].kid_count;
    if (cells < MAX_CELLS && ++rows[cells] > rows[best]) best = cells;
  }
  return 10 * (uint64_t)rows[best] >= DT_TENTHS_NEARLY_ALL * (uint64_t)r->cut.count ? best : 0;
}

static dt_composition composition_of_column(dt_engine *e, const dt_region *r, uint32_t column, uint32_t cells) {
  dt_composition p = {0};
  for (uint32_t i = 0; i < r->cut.count; i++) {
    dt_index row = r->cut.list->nodes[r->cut.starts[i]];
    if (e->tree->nodes[row].kid_count != cells) continue;
    dt_index cell = dt_child(e->tree, row, column);
    dt_composition_add(e, &cell, 1, &p);
  }
  dt_composition_finish(&p);
  return p;
}

/* Whether rows have as many cells, and the columns the same kinds of values, at least one of them not plain text.  A
 * column that is empty in one of the tables agrees with any. */
static bool has_same_columns(dt_engine *e, const list *a, const dt_region *b) {
  bool typed = false;
  if (a->cells < MIN_CELLS || a->cells != cells_of_rows(e, b)) return false;
  for (uint32_t c = 0; c < a->cells; c++) {
    dt_composition p = a->columns[c], q = composition_of_column(e, b, c, a->cells);
    if (p.share[DT_SHARE_EMPTY] >= DT_MAX_EMPTY || q.share[DT_SHARE_EMPTY] >= DT_MAX_EMPTY) continue;
    if (!dt_compositions_agree(&p, &q)) return false;
    for (int k = DT_SHARE_LINKED; k < DT_SHARE_COUNT; k++) typed = typed || (p.share[k] >= 0.5 && q.share[k] >= 0.5);
  }
  return typed;
}

/* ---- parts ---- */

static list read_list(dt_engine *e, const dt_region *r) {
  list a = {.region = r, .rows = has_rows(e, r), .header = DT_NONE};
  if (!a.rows) {
    a.records = composition_of(e, r);
    return a;
  }
  a.header = header_of(e->tree, r);
  a.cells = cells_of_rows(e, r);
  a.columns = DT_ARRAY(e->scratch, dt_composition, a.cells);
  for (uint32_t c = 0; c < a.cells; c++) a.columns[c] = composition_of_column(e, r, c, a.cells);
  return a;
}

static bool is_part(dt_engine *e, const list *a, const dt_region *b) {
  if (a->rows != has_rows(e, b)) return false;
  if (!a->rows) return is_small_and_alike(e, a, b);
  return have_same_header(e, a->header, header_of(e->tree, b)) ||
         (have_same_parents(e, a->region, b) && has_same_columns(e, a, b));
}

void dt_list_parts_add(dt_engine *e, const dt_region *region) {
  uint32_t known = 1, known_count = e->like_main_count; /* after the first they are in the order of regions */
  dt_mark mark = dt_arena_mark(e->scratch);
  list a = read_list(e, region);
  for (uint32_t i = 0; i < e->region_count; i++) {
    const dt_region *other = &e->regions[i];
    if (known < known_count && e->like_main[known] == other)
      known++;
    else if (other != region && is_part(e, &a, other))
      e->like_main[e->like_main_count++] = other;
  }
  dt_arena_rewind(e->scratch, mark);
}
