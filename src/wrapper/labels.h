/* wrapper/labels.h: the page's own labels for the texts of its records. */
#ifndef DT_WRAPPER_LABELS_H
#define DT_WRAPPER_LABELS_H

#include "wrapper/record_set.h"

/* Length in bytes of the label at the start of a text, with its colon and the space after it: "Author: "; 0 = none.
 * "https:" and "12:" are not labels. */
size_t dt_label_length(const char *text, size_t length);
/* Returns the cells of the last header row before the records in their table, in `arena`; NULL if the records are not
 * rows or have no header. */
const dt_cell *dt_header_cells(const dt_record_set *set, dt_arena *arena, uint32_t *count);
/* Sets the labels of the texts: table headers, "Price:", dt, th, itemprop. */
void dt_wrapper_label(detm_wrapper *wrapper, dt_arena *scratch, const dt_record_set *set);

#endif
