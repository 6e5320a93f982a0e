/* gathered.h: profiles made of a few texts. */
#ifndef TEST_GATHERED_H
#define TEST_GATHERED_H

#include "profile/profile.h"

#include <stddef.h>

/* Adds one page whose records have a column for each of `names`. `values` are the values of `rows` records, one after
 * the other; NULL = the record has no such value. */
static inline void gather_rows(dt_profile *profile, const char *const *names, size_t columns, const char *const *values,
                               size_t rows) {
  const detm_sink *sink = dt_profile_sink(profile);
  detm_page_info page = {.name = "page", .encoding = "UTF-8"};
  detm_column column[8] = {{.name = NULL}};
  for (size_t c = 0; c < columns; c++) column[c] = (detm_column){.name = names[c], .type = "text"};
  detm_region_info region = {.number = 1, .path = "/html/body/div[2]/ul", .fit = 1, .records = rows, .columns = column};
  region.column_count = columns;
  (void)sink->page_begin(sink->data, &page, NULL);
  (void)sink->region_begin(sink->data, &region, NULL);
  for (size_t r = 0; r < rows; r++) {
    (void)sink->record_begin(sink->data, r + 1, NULL);
    for (size_t c = 0; c < columns; c++) {
      const char *value = values[r * columns + c];
      detm_field field = {.column = c, .name = names[c], .type = "text", .value = dt_text(value != NULL ? value : "")};
      field.place = c + 1;
      if (value != NULL) (void)sink->field(sink->data, &field, NULL);
    }
  }
  (void)sink->page_end(sink->data, NULL);
}

#endif
