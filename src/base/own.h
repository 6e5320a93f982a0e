/* base/own.h: results that say something of a page itself: one record, in region 0 (sink.h). */
#ifndef DT_OWN_H
#define DT_OWN_H

#include "base/result.h"

typedef struct dt_own {
  const detm_sink *sink;
  const detm_column *columns;
  size_t column_count;
  detm_error *error;
  detm_status status; /* the first failure: nothing more is pushed */
} dt_own;

/* Each pushes a value; a text that is NULL is none. */
void dt_own_text(dt_own *own, size_t column, const char *text);
void dt_own_share(dt_own *own, size_t column, double share); /* with three decimals */
void dt_own_count(dt_own *own, size_t column, size_t count);
void dt_own_markup(dt_own *own, size_t column, detm_text text, detm_text markup);

/* Pushes page_begin, the region with its record, whose values `values` pushes (NULL = there is no record), and
 * page_end. */
detm_status dt_own_emit(dt_own *own, const detm_page_info *page, double score,
                        void (*values)(dt_own *own, const detm_result *result), const detm_result *result);

#endif
