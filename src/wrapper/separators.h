/* wrapper/separators.h: texts that hold several values with separators. */
#ifndef DT_WRAPPER_SEPARATORS_H
#define DT_WRAPPER_SEPARATORS_H

#include "wrapper/record_set.h"

/* Whether a text is only a mark between the items of a list: ",". */
bool dt_is_list_mark(detm_text text);
/* Splits a text into parts if all its instances hold the same separators; else returns false. */
bool dt_marks_find(detm_wrapper *wrapper, dt_wrapper_node *w, const detm_text *texts, uint32_t count);
/* Splits a text into words, a numeric date and possibly more, if nearly all its instances have that form. */
bool dt_dates_find(detm_wrapper *wrapper, dt_wrapper_node *w, const detm_text *texts, uint32_t count);
/* The value of the part at the start of *rest, which is advanced.  If its separator is missing, all of the rest.
 * shapes: as DT_SPLIT_SHAPES. */
detm_text dt_marks_next(const dt_part *part, bool last, bool shapes, detm_text *rest);
/* The value of a part without what is around it: blanks, bars, the bracket that belongs to its separator. */
detm_text dt_marks_trim(const dt_part *part, detm_text value);
/* The first position of a separator in a text, and its length in *length; SIZE_MAX = not found. */
size_t dt_mark_find(detm_text text, detm_text mark, bool shapes, size_t *length);

#endif
