/* wrapper/empty.h: statements of pages that they have no records. */
#ifndef DT_WRAPPER_EMPTY_H
#define DT_WRAPPER_EMPTY_H

#include "wrapper/record_set.h"

/* Returns the page's statement that it has no records, or an empty text.  `place` is where records should be if that is
 * certain, else DT_NONE.  `list` is the first node of another list on the page, where the search ends, or DT_NONE. */
detm_text dt_empty_statement(const detm_wrapper *wrapper, dt_scope *scope, const dt_tree *tree, dt_index place,
                             dt_index list);
/* Stores statements of the sample pages as notices, to be ignored: these pages do have records. */
void dt_wrapper_note_notices(detm_wrapper *wrapper, const dt_record_set *sets, uint32_t set_count);
/* The first text below a node; empty if it has no text or place is DT_NONE. */
detm_text dt_first_text(const dt_tree *tree, dt_index place);

#endif
