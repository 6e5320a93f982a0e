/* wrapper/tables/left_out.c: rows of tables that are not records. */
#include "base/vec.h"
#include "wrapper/tables/tables.h"

enum { SAMPLE_CHARACTERS = 80 };

/* What a row is for people, in the order of messages; one that shows nothing new is not worth a message. */
typedef enum sort { HEADING, TOTAL, FOOT, NOTE, REPEATED, EMPTY, HIDDEN, SORTS, MENTIONED = REPEATED } sort;

static const struct {
  const char *reason, *one, *several;
} sorts[SORTS] = {
    [HEADING] = {"row-heading", "heading of a group", "headings of groups"},
    [TOTAL] = {"row-total", "total", "totals"},
    [FOOT] = {"row-total", "row of tfoot", "rows of tfoot"},
    [NOTE] = {"row-odd", "note", "notes"},
    [REPEATED] = {"row-heading", "repeated header", "repeated headers"},
    [EMPTY] = {"row-empty", "empty row", "empty rows"},
    [HIDDEN] = {"hidden", "hidden row", "hidden rows"},
};

typedef struct finder {
  dt_wrapper_result *result;
  dt_arena *arena;
  DT_VEC(detm_left_row) rows;
  DT_VEC(uint8_t) sorts; /* of the rows */
  uint32_t tables;       /* that have rows to mention */
} finder;

/* The first characters of what a row shows. */
static detm_text text_of_row(dt_arena *arena, dt_arena *scratch, const dt_grid *grid, uint32_t row) {
  enum { MOST_BYTES = 4 * SAMPLE_CHARACTERS };
  const dt_grid_row *own = &grid->rows[row];
  char text[MOST_BYTES];
  size_t length = 0, characters = 0;
  bool full = false;
  dt_mark mark = dt_arena_mark(scratch);
  for (uint32_t s = own->first; s < own->first + own->count && !full; s++) {
    const dt_cell *cell = dt_slot_cell(grid, s);
    detm_text part = cell->row == row ? dt_cell_text(scratch, grid->tree, cell->node) : (detm_text){NULL, 0};
    if (part.length == 0) continue;
    if (length != 0 && characters++ < SAMPLE_CHARACTERS) text[length++] = ' ';
    for (size_t i = 0; i < part.length && !full; i++) {
      characters += ((unsigned char)part.data[i] & 0xC0) != 0x80;
      full = characters > SAMPLE_CHARACTERS || length == MOST_BYTES;
      if (!full) text[length++] = part.data[i];
    }
  }
  dt_arena_rewind(scratch, mark);
  while (length != 0 && text[length - 1] == ' ') length--;
  return (detm_text){dt_arena_copy(arena, text, length), length};
}

/* The headings of groups that are values of the records: nodes before a record, or before the parents of records. */
static dt_lookup headings_of(dt_arena *scratch, const dt_record_set *set) {
  dt_lookup headings;
  dt_lookup_start(&headings, scratch, 0);
  for (uint32_t r = 0; r < set->count; r++)
    for (uint32_t h = 0; h < set->records[r].heading_count; h++)
      if (set->records[r].headings[h] != DT_NONE) dt_lookup_add(&headings, set->records[r].headings[h]);
  return headings;
}

static bool is_column(const dt_grid *grid, const dt_lookup *headings, uint32_t row) {
  dt_index node = grid->rows[row].node;
  return node != DT_NONE && (dt_lookup_find(headings, node) != DT_NO_NUMBER ||
                             dt_lookup_find(headings, grid->tree->nodes[node].parent) != DT_NO_NUMBER);
}

/* What a row is; SORTS = a record, a part of one, or a name or value of records. */
static sort sort_of(const dt_grid *grid, const dt_lookup *headings, uint32_t row, bool totals) {
  const dt_grid_row *own = &grid->rows[row];
  switch (own->kind) {
  case DT_ROW_GROUP:
    return is_column(grid, headings, row) ? SORTS : HEADING;
  case DT_ROW_TOTAL:
    return totals ? SORTS : own->by_section ? FOOT : TOTAL;
  case DT_ROW_NOTE:
    return NOTE;
  case DT_ROW_REPEATED:
    return REPEATED;
  case DT_ROW_EMPTY:
    return EMPTY;
  case DT_ROW_HIDDEN:
    return HIDDEN;
  default:
    return SORTS;
  }
}

static void read_grid(finder *f, const dt_grid *grid, const dt_lookup *headings, size_t region) {
  bool mentioned = false;
  for (uint32_t row = 0; row < grid->row_count; row++) {
    sort is = sort_of(grid, headings, row, f->result->totals);
    dt_scope_tick(f->arena->scope);
    if (is == SORTS) continue;
    DT_VEC_PUSH(f->arena, &f->rows,
                ((detm_left_row){.region = region,
                                 .reason = sorts[is].reason,
                                 .what = sorts[is].one,
                                 .text = text_of_row(f->arena, &f->result->scratch, grid, row)}));
    DT_VEC_PUSH(f->arena, &f->sorts, (uint8_t)is);
    mentioned = mentioned || is < MENTIONED;
  }
  f->tables += mentioned;
}

/* Counts the rows from `first` on by reason. */
static void sum_up(finder *f, dt_result_region *region, uint32_t first) {
  region->left_out = DT_ZERO(f->arena, detm_left_out, SORTS);
  for (uint32_t r = first; r < f->rows.count; r++) {
    const detm_left_row *row = &f->rows.items[r];
    uint32_t i = 0;
    while (i < region->left_out_count && region->left_out[i].reason != row->reason) i++;
    if (i == region->left_out_count) region->left_out[region->left_out_count++].reason = row->reason;
    detm_left_out *out = &region->left_out[i];
    out->count++;
    if (out->sample.length == 0) out->sample = row->text;
  }
}

static void remark(finder *f) {
  uint32_t counts[SORTS] = {0}, all = 0;
  const char *list = "";
  for (uint32_t r = 0; r < f->rows.count; r++) counts[f->sorts.items[r]]++;
  for (unsigned s = 0; s < MENTIONED; s++) {
    if (counts[s] == 0) continue;
    all += counts[s];
    list = dt_arena_format(f->arena, "%s%s%u %s", list, *list != '\0' ? ", " : "", counts[s],
                           counts[s] == 1 ? sorts[s].one : sorts[s].several);
  }
  const char *tables = f->tables == 1 ? "the table" : "the tables";
  if (all != 0)
    dt_remark_add(f->result, DETM_REMARK_ROWS,
                  all == 1 ? dt_arena_format(f->arena, "1 row of %s is no record: %s", tables, list)
                           : dt_arena_format(f->arena, "%u rows of %s are no records: %s", all, tables, list),
                  NULL);
}

void dt_remark_add(dt_wrapper_result *result, detm_remark_kind kind, const char *text, const char *path) {
  result->result.remarks[result->result.remark_count++] = (detm_remark){kind, text, path};
}

void dt_left_out_find(dt_wrapper_result *result) {
  finder f = {.result = result, .arena = &result->arena};
  bool cut = false, too_wide = false;
  for (size_t i = 0; i < result->result.region_count; i++) {
    dt_result_region *region = &result->regions[i];
    const dt_record_set *set = &region->set;
    dt_mark mark = dt_arena_mark(&result->scratch);
    dt_lookup headings = headings_of(&result->scratch, set);
    uint32_t first = f.rows.count;
    /* the records of a table follow each other */
    for (uint32_t r = 0; r < set->count; r++) {
      const dt_grid *grid = set->records[r].grid;
      if (grid == NULL || (r != 0 && grid == set->records[r - 1].grid)) continue;
      read_grid(&f, grid, &headings, i + 1);
      cut = cut || grid->cut;
      too_wide = too_wide || grid->too_wide;
    }
    if (f.rows.count != first) sum_up(&f, region, first);
    dt_arena_rewind(&result->scratch, mark);
  }
  result->result.left_rows = f.rows.items;
  result->result.left_row_count = f.rows.count;
  remark(&f);
  const char *repeated =
      "cells over many rows are too large to repeat: they are values of the first of these rows alone";
  const char *wide = dt_arena_format(&result->arena, "cells after column %d are left out", DT_MAX_COLUMNS);
  if (cut || too_wide)
    dt_remark_add(result, DETM_REMARK_CUT,
                  !too_wide ? repeated
                  : !cut    ? wide
                            : dt_arena_format(&result->arena, "%s; %s", repeated, wide),
                  NULL);
}
