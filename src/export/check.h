/* export/check.h: compares the selectors of a wrapper with the wrapper on a page. */
#ifndef DT_EXPORT_CHECK_H
#define DT_EXPORT_CHECK_H

#include "export/selectors.h"

/* Records of a page by the two ways. */
typedef struct dt_check {
  size_t selected; /* by the selectors */
  size_t records;  /* by the wrapper */
} dt_check;

/* Sets the reason of each selector that finds other values on the page than the wrapper does; addresses are compared by
 * their number.  If the numbers of records differ, values are not compared.  DETM_NO_MEMORY, DETM_LIMIT. */
detm_status dt_selectors_check(dt_selectors *selectors, const detm_page *page, dt_check *check,
                               detm_error *error) DETM_CHECK;

#endif
