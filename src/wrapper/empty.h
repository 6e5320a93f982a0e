/* wrapper/empty.h: statements of pages that they have no records. */
#ifndef DT_WRAPPER_EMPTY_H
#define DT_WRAPPER_EMPTY_H

#include "wrapper/record_set.h"

/* Returns the page's statement that it has no records; empty if there is none.  `place` is where records should be if
 * that is certain, else DT_NONE.  `list` is the first node of another list on the page, where the search ends; DT_NONE
 * = there is none. */
detm_text dt_empty_statement(const detm_wrapper *wrapper, dt_scope *scope, const dt_tree *tree, dt_index place,
                             dt_index list);
/* Whether a text is such a statement; at_place: it is where records should be. */
bool dt_is_empty_statement(detm_text text, bool at_place);
/* Stores statements of the sample pages as notices, to be ignored: these pages do have records. */
void dt_wrapper_note_notices(detm_wrapper *wrapper, const dt_record_set *sets, uint32_t set_count);
/* The first text below a node; empty if there is none or place is DT_NONE. */
detm_text dt_first_text(const dt_tree *tree, dt_index place);

#endif
