/* wrapper/remember.h: profiles of the values of the sample pages. */
#ifndef DT_WRAPPER_REMEMBER_H
#define DT_WRAPPER_REMEMBER_H

#include "wrapper/record_set.h"

/* Applies the wrapper to the sample pages and stores profiles of the values, within the time left in the scope (NULL =
 * each page has its own limit).  Not to be called within a scope. */
detm_status dt_wrapper_remember(detm_wrapper *wrapper, const detm_page *const *pages, size_t page_count,
                                const detm_extract_options *options, const dt_scope *scope, detm_error *error);
/* Notes the fields that have several values in a record of the profile. */
void dt_wrapper_note_lists(detm_wrapper *wrapper);

#endif
