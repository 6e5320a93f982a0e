/* wrapper/labels.h: the page's own labels for the texts of its records. */
#ifndef DT_WRAPPER_LABELS_H
#define DT_WRAPPER_LABELS_H

#include "wrapper/record_set.h"

/* Length in bytes of the label at the start of a text, with its colon and the space after it: "Author: "; 0 = none.
 * "https:" and "12:" are not labels. */
size_t dt_label_length(const char *text, size_t length);
/* Whether all of a text is a label. */
static inline bool dt_is_label(detm_text text) {
  return text.length > 1 && dt_label_length(text.data, text.length) == text.length;
}
/* Whether words end with a colon. */
bool dt_ends_like_label(detm_text text);
/* The length of the caption with which a text begins, with the space after it; 0 = it does not begin with one. */
size_t dt_caption_at_start(const dt_wrapper_node *text);
/* Whether words are the caption of what a text is in. */
bool dt_is_own_caption(const dt_wrapper_node *text, detm_text words);
/* Makes a label of an itemprop: "numberOfPages" becomes "number Of Pages". */
const char *dt_label_of_itemprop(dt_arena *arena, const char *itemprop);
/* Sets the labels of the texts: headers of columns, "Price:", dt, th, itemprop. */
void dt_wrapper_label(detm_wrapper *wrapper);

#endif
