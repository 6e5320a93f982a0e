/* base/own.c: pushing the one record of a page's own. */
#include "base/own.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void dt_own_markup(dt_own *own, size_t column, detm_text text, detm_text markup) {
  const detm_column *c = &own->columns[column];
  detm_field field = {.column = column, .name = c->name, .type = c->type, .value = text, .markup = markup};
  if (own->status == DETM_OK) own->status = DT_PUSH(own->sink, field, &field, own->error);
}

void dt_own_text(dt_own *own, size_t column, const char *text) {
  if (text != NULL) dt_own_markup(own, column, dt_text(text), (detm_text){NULL, 0});
}

/* "0.970", whatever the locale. */
void dt_own_share(dt_own *own, size_t column, double share) {
  char text[40];
  long long thousandths = llround(share * 1000), whole = llabs(thousandths);
  snprintf(text, sizeof text, "%s%lld.%03lld", thousandths < 0 ? "-" : "", whole / 1000, whole % 1000);
  dt_own_text(own, column, text);
}

void dt_own_count(dt_own *own, size_t column, size_t count) {
  char text[24];
  snprintf(text, sizeof text, "%zu", count);
  dt_own_text(own, column, text);
}

static void push_region(dt_own *own, double score, void (*values)(dt_own *own, const detm_result *result),
                        const detm_result *result) {
  detm_region_info info = {.number = 0,
                           .path = "/",
                           .score = score,
                           .confidence = -1,
                           .fit = -1,
                           .records = 1,
                           .columns = own->columns,
                           .column_count = own->column_count};
  own->status = DT_PUSH(own->sink, region_begin, &info, own->error);
  if (own->status == DETM_OK) own->status = DT_PUSH(own->sink, record_begin, 1, own->error);
  if (own->status == DETM_OK) values(own, result);
  if (own->status == DETM_OK) own->status = DT_PUSH(own->sink, record_end, own->error);
  if (own->status == DETM_OK) own->status = DT_PUSH(own->sink, region_end, own->error);
}

detm_status dt_own_emit(dt_own *own, const detm_page_info *page, double score,
                        void (*values)(dt_own *own, const detm_result *result), const detm_result *result) {
  own->status = DT_PUSH(own->sink, page_begin, page, own->error);
  if (own->status == DETM_OK && values != NULL) push_region(own, score, values, result);
  if (own->status == DETM_OK) own->status = DT_PUSH(own->sink, page_end, own->error);
  return own->status;
}
