/* store/disabled/filter.c: filters in a build without SQLite, where none can be created. */
#include "store/disabled/disabled.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

const detm_sink *detm_filter_sink(detm_filter *filter) { return NULL; }

void detm_filter_free(detm_filter *filter) {}
