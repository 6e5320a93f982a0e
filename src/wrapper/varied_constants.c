/* wrapper/varied_constants.c: finds the columns that are left out because all records of the samples have the same text
 * there, and that say something else in the records of a page. */
#include "wrapper/varied_constants.h"

#include "wrapper/learn/learn.h"
#include "wrapper/values/roles.h"
#include "wrapper/values/values.h"

/* Whether a text is what all records of the samples have: "comment", where they have "comments"; "Our price ~", where
 * the price after "Our price" is missing and signs that stood after it follow. */
static bool is_same(detm_text text, detm_text constant) {
  if (dt_text_starts_ci(text, constant)) {
    detm_text rest = dt_text_from(text, constant.length);
    if (rest.length != 0 && rest.data[0] == ' ' && !dt_has_words(rest)) return true;
  }
  return dt_text_equal_ci(text, constant) || (!dt_text_has_digit(constant) && dt_same_unit(text, constant));
}

static bool has_constants(const detm_wrapper *wrapper) {
  bool any = false;
  for (uint32_t f = 0; f < wrapper->field_count; f++) {
    const dt_field *field = &wrapper->fields[f];
    if (field->reason == DT_REASON_UNNAMED) return false; /* the user chose the columns */
    any = any || (!field->wanted && field->constant != NULL);
  }
  return any;
}

void dt_region_find_varied(const dt_wrapper_result *result, dt_result_region *region, dt_arena *arena,
                           dt_arena *scratch) {
  const detm_wrapper *wrapper = region->wrapper;
  bool all_read = result->applied == NULL && region->set.count <= DT_MAX_SAMPLE_RECORDS; /* by learning */
  if (all_read || result->all_columns || !has_constants(wrapper)) return;
  bool *varied = DT_ZERO(arena, bool, wrapper->field_count);
  for (uint32_t r = 0; r < region->set.count; r++) {
    dt_mark mark = dt_arena_mark(scratch);
    dt_record_reading own = dt_read_record(region, r, scratch);
    for (uint32_t v = 0; v < own.count; v++) {
      const dt_value *value = &own.values[v];
      const dt_field *field = &wrapper->fields[value->field];
      if (field->wanted || field->constant == NULL || value->address) continue;
      if (!is_same(value->text, dt_text(field->constant))) varied[value->field] = true;
    }
    dt_arena_rewind(scratch, mark);
  }
  region->varied = varied;
}
