/* export/table_values.c: finds the selectors of fields of tables by trying them on the sample pages.
 *
 * In which cell a value is, and what of the cell is the value, are tried in all combinations, the ways that also fit
 * other pages first: those by the header of the column before those by its place. */
#include "export/table_values.h"

enum {
  MAX_TRIES = 200000, /* selectors in a record */
  MAX_ABOVE = 1000    /* records, for each of which all rows above are searched */
};

/* Whether a way can find the column of a field. */
static bool is_way_of(const dt_selector *s, dt_way way, uint64_t records) {
  bool above = way == DT_WAY_HEADER_ABOVE || way == DT_WAY_PLACE_ABOVE;
  return (dt_way_is_by_place(way) || s->column->test != DT_HEADER_UNKNOWN) && !(above && records > MAX_ABOVE);
}

static detm_status find_table_field(dt_selectors *all, uint32_t number, const dt_samples *samples, uint64_t *tries,
                                    uint64_t records, detm_error *error) {
  dt_selector *s = &all->fields[number];
  const char *reason = s->reason;
  detm_status status = DETM_OK;
  dt_cell_part parts = s->node == s->column->cell ? DT_CELL_PARTS : 1;
  for (dt_way way = DT_WAY_HEADER; way < DT_WAYS && status == DETM_OK; way++)
    for (dt_cell_part part = DT_CELL_ALL; part < parts && is_way_of(s, way, records) && status == DETM_OK; part++) {
      if (*tries > MAX_TRIES) continue;
      *tries += records;
      if (!dt_selector_remake(all, number, way, part)) return dt_error_memory(error);
      if (s->reason == NULL) status = dt_selectors_check(all, number, number + 1, samples, error);
      if (s->reason == NULL) return status;
    }
  if (status == DETM_OK && !dt_selector_remake(all, number, dt_column_first_way(s->column), DT_CELL_ALL))
    return dt_error_memory(error);
  s->reason = reason;
  return status;
}

detm_status dt_selectors_find_in_tables(dt_selectors *all, const dt_samples *samples, detm_error *error) {
  detm_status status = DETM_OK;
  uint64_t records = 0;
  uint64_t tries = 0;
  for (size_t s = 0; s < samples->count; s++) records += samples->items[s].records;
  for (uint32_t f = 0; f < all->count && status == DETM_OK; f++)
    if (all->fields[f].reason != NULL && all->fields[f].column != NULL)
      status = find_table_field(all, f, samples, &tries, records, error);
  return status;
}
