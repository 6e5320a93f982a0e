/* store/disabled/disabled.h: the store of a build without SQLite. */
#ifndef DT_STORE_DISABLED_H
#define DT_STORE_DISABLED_H

#include <detm/store.h>

#include "base/base.h"

/* Reports DETM_USAGE: this build has no store. */
detm_status dt_store_refuse(detm_error *error);

#endif
