/* store/runs.h: saved runs. */
#ifndef DT_STORE_RUNS_H
#define DT_STORE_RUNS_H

#include "store/sql.h"

/* DETM_NOTHING if the store does not have the run. */
detm_status dt_run_check(detm_store *store, size_t run, detm_error *error) DETM_CHECK;

#endif
