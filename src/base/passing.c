/* base/passing.c: callbacks that push what they get into the next sink. */
#include "base/passing.h"

static const detm_sink *next_of(void *data) { return ((dt_passing *)data)->next; }

static detm_status page_begin(void *data, const detm_page_info *page, detm_error *error) {
  return DT_PUSH(next_of(data), page_begin, page, error);
}

static detm_status region_begin(void *data, const detm_region_info *region, detm_error *error) {
  return DT_PUSH(next_of(data), region_begin, region, error);
}

static detm_status record_begin(void *data, size_t number, detm_error *error) {
  return DT_PUSH(next_of(data), record_begin, number, error);
}

static detm_status field(void *data, const detm_field *value, detm_error *error) {
  return DT_PUSH(next_of(data), field, value, error);
}

static detm_status record_end(void *data, detm_error *error) { return DT_PUSH(next_of(data), record_end, error); }
static detm_status region_end(void *data, detm_error *error) { return DT_PUSH(next_of(data), region_end, error); }
static detm_status page_end(void *data, detm_error *error) { return DT_PUSH(next_of(data), page_end, error); }

void dt_passing_start(dt_passing *passing, const detm_sink *next) {
  passing->next = next;
  passing->sink = (detm_sink){.data = passing,
                              .page_begin = page_begin,
                              .region_begin = region_begin,
                              .record_begin = record_begin,
                              .field = field,
                              .record_end = record_end,
                              .region_end = region_end,
                              .page_end = page_end,
                              .wants_places = next != NULL && next->wants_places,
                              .wants_columns = next != NULL && next->wants_columns,
                              .wants_machine = next != NULL && next->wants_machine};
}
