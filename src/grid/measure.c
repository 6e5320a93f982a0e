/* grid/measure.c: how probable it is that a table holds data, and is not there for the layout of the page.
 *
 * A logistic score of what the table says itself (head cells, caption, scope, thead, borders) and of its cells: in a
 * table of data they are short, one block each, and the values of a column are of one kind. */
#include "grid/grid.h"

#include "base/map.h"
#include "values/value_kind.h"

#include <math.h>

enum {
  MOST_MEASURED = 40, /* rows */
  LONG_CELL = 200,    /* bytes */
  MANY_CELLS = 3
};

const dt_feature dt_table_features[DT_TABLE_FEATURE_COUNT] = {DT_TABLE_FEATURES(DT_FEATURE_ROW)};

dt_node_sums dt_node_sums_read(dt_arena *arena, const dt_tree *tree) {
  size_t count = (size_t)tree->node_count + 1;
  dt_node_sums s = {DT_ARRAY(arena, uint32_t, count), DT_ARRAY(arena, uint32_t, count),
                    DT_ARRAY(arena, uint32_t, count), DT_ARRAY(arena, uint32_t, count),
                    DT_ARRAY(arena, uint32_t, count), DT_ARRAY(arena, uint32_t, count)};

  s.texts[0] = s.bytes[0] = s.blocks[0] = s.tables[0] = s.controls[0] = s.pictures[0] = 0;
  for (dt_index node = 0; node < tree->node_count; node++) {
    dt_tag tag = tree->nodes[node].tag;
    bool text = tag == DT_TAG_TEXT;
    dt_display display = text ? DT_DISPLAY_INLINE : dt_tag_display(tag);
    s.texts[node + 1] = s.texts[node] + text;
    s.bytes[node + 1] = s.bytes[node] + (text ? (uint32_t)dt_text_of(tree, node).length : 0);
    bool of_text = tag == DT_TAG_li || tag == DT_TAG_ul || tag == DT_TAG_p;
    s.blocks[node + 1] = s.blocks[node] + (display == DT_DISPLAY_BLOCK && !of_text);
    s.tables[node + 1] = s.tables[node] + (tag == DT_TAG_table);
    s.pictures[node + 1] = s.pictures[node] + (tag == DT_TAG_img);
    s.controls[node + 1] = s.controls[node] + (tag == DT_TAG_input || tag == DT_TAG_select || tag == DT_TAG_textarea);
  }

  return s;
}

static uint32_t sum_within(const uint32_t *sums, const dt_tree *tree, dt_index node) {
  return sums[tree->nodes[node].end] - sums[node + 1 <= tree->nodes[node].end ? node + 1 : node];
}

/* ---- columns ---- */

enum { SEVERAL_KINDS = 6 };

unsigned dt_grid_kind_of(unsigned kind) {
  if ((kind & (DT_KIND_DIGIT | DT_KIND_LETTER)) == 0) return 0;
  if (kind & DT_KIND_COUNT) return 1;
  if (kind & DT_KIND_PRICE) return 2;
  if (kind & DT_KIND_DATE) return 3;
  return kind & DT_KIND_DIGIT ? (kind & DT_KIND_LETTER ? 4 : 1) : 5;
}

unsigned dt_grid_kind_of_value(detm_text text) { return text.length != 0 ? dt_grid_kind_of(dt_kind_of(text)) : 0; }

bool dt_grid_is_kind(unsigned kind) { return kind != 0 && kind != SEVERAL_KINDS; }

unsigned dt_grid_kind_of_column(const dt_grid *grid, uint32_t c, dt_arena *scratch) {
  uint32_t counts[SEVERAL_KINDS] = {0}, values = 0;
  for (uint32_t row = grid->head_count; row < grid->row_count && row < grid->head_count + MOST_MEASURED; row++) {
    uint32_t slot = dt_grid_slot(grid, row, c);
    if (slot == DT_NONE || grid->slots[slot].columns > 1) continue;
    dt_mark mark = dt_arena_mark(scratch);
    unsigned kind = dt_grid_kind_of_value(dt_cell_text(scratch, grid->tree, dt_slot_cell(grid, slot)->node));
    dt_arena_rewind(scratch, mark);
    if (kind == 0) continue;
    counts[kind]++;
    values++;
  }

  if (values < 2) return 0;
  for (unsigned k = 1; k < SEVERAL_KINDS; k++)
    if (10 * counts[k] >= 8 * values) return k;
  return SEVERAL_KINDS;
}

/* The share of columns whose values are of one kind, of those with several values. */
static double typed_columns(const dt_grid *grid, dt_arena *scratch) {
  enum { MOST_COLUMNS = 64 };
  uint32_t typed = 0, all = 0;
  for (uint32_t c = 0; c < grid->column_count && c < MOST_COLUMNS; c++) {
    unsigned kind = dt_grid_kind_of_column(grid, c, scratch);
    all += kind != 0;
    typed += dt_grid_is_kind(kind);
  }
  return all != 0 ? (double)typed / all : 0;
}

/* ---- what the table says itself ---- */

static bool has_markup(const dt_grid *grid) {
  const dt_tree *tree = grid->tree;
  if (dt_attribute_of(tree, grid->node, DT_ATTRIBUTE_role).length != 0) return true;
  for (uint32_t k = 0; k < tree->nodes[grid->node].kid_count; k++) {
    dt_tag tag = tree->nodes[dt_child(tree, grid->node, k)].tag;
    if (tag == DT_TAG_caption || tag == DT_TAG_thead) return true;
  }
  for (uint32_t c = 0; c < grid->cell_count && c < DT_MAX_COLUMNS; c++)
    if (dt_attribute_of(tree, grid->cells[c].node, DT_ATTRIBUTE_scope).length != 0) return true;
  return false;
}

/* Whether all columns but one at most have names, though the table has no head: their cells say them. */
static bool has_labels(const dt_grid *grid) {
  uint32_t named = 0;
  for (uint32_t c = 0; c < grid->column_count && grid->head_count == 0; c++)
    named += grid->columns[c].label.length != 0;
  return named >= 2 && named + 1 >= grid->column_count;
}

static bool has_head_cells(const dt_grid *grid) {
  if (has_labels(grid)) return true;
  for (uint32_t row = 0; row < grid->head_count; row++) {
    uint32_t heads = 0;
    for (uint32_t s = grid->rows[row].first; s < grid->rows[row].first + grid->rows[row].count; s++)
      heads += dt_slot_cell(grid, s)->head;
    if (heads >= 2 || (heads == 1 && grid->column_count == 1)) return true;
  }
  return grid->head_count != 0 && grid->rows[0].section == DT_SECTION_HEAD;
}

/* ---- the measure ---- */

/* The share of rows that look like the row two or three above, and unlike the row above: they take turns.  One row
 * between two others says nothing: it lacks a value, or has a cell of two columns. */
static double taking_turns(const uint64_t *looks, uint32_t count) {
  uint32_t turns = 0;
  for (uint32_t r = 2; r < count; r++)
    turns += looks[r] != looks[r - 1] && (looks[r] == looks[r - 2] || (r > 2 && looks[r] == looks[r - 3]));
  return count > 3 ? (double)turns / (count - 2) : 0;
}

/* The share of filled rows in which the same columns are filled. */
static double usual_pattern(const uint64_t *patterns, uint32_t count) {
  uint32_t most = 0;
  for (uint32_t a = 0; a < count; a++) {
    uint32_t same = 0;
    for (uint32_t b = 0; b < count; b++) same += patterns[a] == patterns[b];
    if (same > most) most = same;
  }
  return count != 0 ? (double)most / count : 0;
}

/* Whether cells of a table without a head are over several rows: these may be the rows of one record, and then look
 * different, or the rows of a group. */
static bool binds_rows(const dt_grid *grid) {
  for (uint32_t c = 0; c < grid->cell_count && grid->head_count == 0; c++)
    if (grid->cells[c].rows > 1) return true;
  return false;
}

static void measure_cells(const dt_grid *grid, const dt_node_sums *sums, double *x) {
  bool bound = binds_rows(grid), headed = has_head_cells(grid);
  const dt_tree *tree = grid->tree;
  double cells = 0, rows = 0, gaps = 0;
  uint64_t patterns[MOST_MEASURED], looks[MOST_MEASURED];
  uint32_t filled = 0;

  for (uint32_t row = grid->head_count; row < grid->row_count && rows < MOST_MEASURED; row++) {
    const dt_grid_row *r = &grid->rows[row];
    uint64_t pattern = 0, look = 0, covered = 0;
    uint32_t shown = 0;
    bool wide = false; /* a cell over several columns shows something */
    dt_index own = DT_NONE;
    for (uint32_t s = r->first; s < r->first + r->count; s++) {
      dt_index cell = dt_slot_cell(grid, s)->node;
      uint32_t bytes = sum_within(sums->bytes, tree, cell), controls = sum_within(sums->controls, tree, cell);
      cells++;
      if (dt_slot_cell(grid, s)->row == row) own = cell;
      x[DT_T_long_] += bytes > LONG_CELL;
      x[DT_T_blocks] += sum_within(sums->blocks, tree, cell) > 1 && sum_within(sums->texts, tree, cell) > 1;
      x[DT_T_nested] += sum_within(sums->tables, tree, cell) != 0;
      x[DT_T_controls] += controls > 1;
      x[DT_T_empty] += bytes == 0;
      x[DT_T_texts] += sum_within(sums->texts, tree, cell) > 2;
      x[DT_T_pictures] += sum_within(sums->pictures, tree, cell) != 0;
      look = dt_hash_mix(look, (uint64_t)grid->slots[s].column << 16 | grid->slots[s].columns);
      if (bytes != 0) look = dt_hash_mix(look, 1);
      shown += bytes != 0 || sum_within(sums->pictures, tree, cell) != 0;
      wide = wide || (bytes != 0 && grid->slots[s].columns > 1);
      if (bytes != 0) pattern |= UINT64_C(1) << (grid->slots[s].column & 63);
      for (uint32_t c = 0; c < grid->slots[s].columns && bytes != 0; c++)
        covered |= UINT64_C(1) << ((grid->slots[s].column + c) & 63);
    }
    /* a row of several cells looks the same if one of them is over more columns: "Deck" for "Hold | Port side" */
    if (r->count >= MANY_CELLS) look = covered;
    /* below head cells, one with a cell in each column is a record whichever of these are empty */
    if (headed && r->count == grid->column_count) look = 1;
    if (bound && own != DT_NONE) look = dt_hash_mix(look, tree->nodes[own].shape);
    if (pattern == 0) {
      gaps++;
    } else if (shown > 1 || !wide || grid->column_count == 1) {
      looks[filled] = look;
      patterns[filled++] = pattern;
    }
    rows++;
  }

  for (int f = DT_T_long_; f <= DT_T_empty; f++) x[f] /= cells != 0 ? cells : 1;
  x[DT_T_pattern] = usual_pattern(patterns, filled);
  x[DT_T_turns] = taking_turns(looks, filled);
  x[DT_T_gaps] = rows != 0 ? gaps / rows : 0;
}

/* All features but the kinds of the columns, which need the texts of the cells. */
static void read_looks(const dt_grid *grid, const dt_node_sums *sums, double *x) {
  bool heads = has_head_cells(grid);
  memset(x, 0, DT_TABLE_FEATURE_COUNT * sizeof *x);
  measure_cells(grid, sums, x);
  x[DT_T_constant] = 1;
  x[DT_T_head] = heads;
  x[DT_T_set_apart] = !heads && (grid->head_count != 0 || (grid->column_count > 2 && dt_grid_begins_with_heads(grid)));
  x[DT_T_markup] = has_markup(grid);
  x[DT_T_columns] = log(fmin(grid->column_count, 8));
}

void dt_grid_features(const dt_grid *grid, const dt_node_sums *sums, dt_arena *scratch, double *x) {
  read_looks(grid, sums, x);
  x[DT_T_typed] = typed_columns(grid, scratch);
}

static double weigh(const double *x) {
  double sum = 0;
  for (int f = 0; f < DT_TABLE_FEATURE_COUNT; f++) sum += dt_table_features[f].weight * x[f];
  return dt_logistic(sum);
}

/* Whether a table without a head has the same in each cell: a link and another text, as cards side by side. */
static bool has_cards(const dt_grid *grid, const dt_node_sums *sums) {
  enum { LEAST_CARDS = 4 };
  const dt_tree *tree = grid->tree;
  uint32_t cards = 0;
  dt_shape shape = 0;
  if (grid->head_count != 0 || grid->column_count < 2) return false;

  for (uint32_t c = 0; c < grid->cell_count; c++) {
    dt_index cell = grid->cells[c].node;
    if (sum_within(sums->texts, tree, cell) == 0 && sum_within(sums->pictures, tree, cell) == 0) continue;
    if (sum_within(sums->tables, tree, cell) != 0) return false;
    bool linked = false;
    for (dt_index node = cell; node < tree->nodes[cell].end; node++)
      linked = linked || tree->nodes[node].tag == DT_TAG_a;
    if (!linked || sum_within(sums->texts, tree, cell) < 2) return false;
    if (cards++ == 0) shape = tree->nodes[cell].shape;
    if (tree->nodes[cell].shape != shape) return false;
  }

  return cards >= LEAST_CARDS;
}

double dt_grid_measure(const dt_grid *grid, const dt_node_sums *sums, dt_arena *scratch) {
  double x[DT_TABLE_FEATURE_COUNT];
  if (has_cards(grid, sums)) return 0;
  read_looks(grid, sums, x);
  if (grid->column_count == 1 && 2 * x[DT_T_texts] > 1) return 0; /* a list: the parts of the cells are the values */
  x[DT_T_typed] = 1;
  double most = weigh(x);
  if (most < DT_LEAST_LIKE_DATA) return most; /* layout, whatever the texts are: most tables of many pages */
  x[DT_T_typed] = typed_columns(grid, scratch);
  return weigh(x);
}
