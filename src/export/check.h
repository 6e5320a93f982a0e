/* export/check.h: compares the selectors of a wrapper with the wrapper on sample pages. */
#ifndef DT_EXPORT_CHECK_H
#define DT_EXPORT_CHECK_H

#include "export/distinguish.h"
#include "export/sample.h"
#include "export/selectors.h"

typedef struct dt_samples {
  dt_sample_page *items;
  size_t count;
  int views; /* the first views of each sample are used; 0: the first, where only numbers of records are compared */
} dt_samples;

/* What the selector of records finds. */
typedef struct dt_selection {
  bool same;             /* the elements that begin the records, or as many if these are not known */
  bool whole;            /* all elements that begin records, and perhaps `others` */
  size_t found, records; /* numbers on the first page where they are not the same */
  dt_elements firsts;    /* the elements that begin records, of all pages */
  dt_elements others;    /* the other elements that were found */
} dt_selection;

/* Evaluates the selector of records.  DETM_NO_MEMORY.  dt_selection_free frees the selection in any case. */
detm_status dt_selectors_select(const dt_selectors *selectors, const dt_samples *samples, dt_selection *selection,
                                detm_error *error) DETM_CHECK;
/* Evaluates the selector of records in one view, and compares only the numbers of records.  DETM_NO_MEMORY.  The
 * selection does not need to be freed. */
detm_status dt_selectors_count(const dt_selectors *selectors, const dt_samples *samples, int view,
                               dt_selection *selection, detm_error *error) DETM_CHECK;
void dt_selection_free(dt_selection *selection);

/* Sets the reason of each of the selectors [from, to) of fields that finds other values on a page than the wrapper
 * does; addresses are compared by their number.  Pages with other records are not compared.  DETM_NO_MEMORY. */
detm_status dt_selectors_check(dt_selectors *selectors, uint32_t from, uint32_t to, const dt_samples *samples,
                               detm_error *error) DETM_CHECK;

#endif
