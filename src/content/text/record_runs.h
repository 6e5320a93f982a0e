/* content/text/record_runs.h: finds runs of records: siblings with one tag and class and several blocks each. */
#ifndef DT_CONTENT_TEXT_RECORD_RUNS_H
#define DT_CONTENT_TEXT_RECORD_RUNS_H

#include "content/text/features.h"

/* Finds the runs of records, after the landmarks. */
void dt_find_runs(dt_features *features);

#endif
