/* store/schema.h: the tables of a store. */
#ifndef DT_STORE_SCHEMA_H
#define DT_STORE_SCHEMA_H

#include "store/sql.h"

/* "detm": whose file it is (PRAGMA application_id). */
#define DT_STORE_ID 0x6465746D

/* Makes the tables of a new file, or brings those of an older one up to date, whole or not at all; DETM_BAD_FILE if the
 * file is another program's or of a newer detm. */
detm_status dt_schema_prepare(detm_store *store, bool create, detm_error *error) DETM_CHECK;

#endif
