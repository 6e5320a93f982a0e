/* content/text/record_runs.h: runs of records among the blocks. */
#ifndef DT_CONTENT_TEXT_RECORD_RUNS_H
#define DT_CONTENT_TEXT_RECORD_RUNS_H

#include "content/text/features.h"

/* Finds the runs of records; call it after dt_find_landmarks. */
void dt_find_runs(dt_features *features);

#endif
