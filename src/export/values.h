/* export/values.h: finds the selector of a field by the places of its values on the sample pages. */
#ifndef DT_EXPORT_VALUES_H
#define DT_EXPORT_VALUES_H

#include "export/check.h"

/* For each field whose selector finds other values than the wrapper, or which has none: looks for the elements, texts
 * or attributes that have its values, and for tests that distinguish them from all others in the records.  A field for
 * which that succeeds on all pages has no reason any more.  DETM_NO_MEMORY. */
detm_status dt_selectors_find_values(dt_selectors *selectors, const dt_samples *samples, detm_error *error) DETM_CHECK;

#endif
