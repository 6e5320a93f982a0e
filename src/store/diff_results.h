/* store/diff_results.h: the differences between two runs as results. */
#ifndef DT_STORE_DIFF_RESULTS_H
#define DT_STORE_DIFF_RESULTS_H

#include "store/diff.h"

/* Pushes new and changed records in the order of `after`, then those that are gone in the order of `before`. */
detm_status dt_changes_push(detm_store *store, const detm_diff_options *options, const dt_diff_side *before,
                            const dt_diff_side *after, const detm_sink *sink, detm_error *error) DETM_CHECK;

#endif
