/* store/schema.h: the tables of a store. */
#ifndef DT_STORE_SCHEMA_H
#define DT_STORE_SCHEMA_H

#include "store/sql.h"

/* PRAGMA application_id of a store: "detm". */
#define DT_STORE_ID 0x6465746D

/* Creates the tables of a new file, or migrates those of an older version, in one transaction; DETM_BAD_FILE if the
 * file belongs to another program or to a newer detm. */
detm_status dt_schema_prepare(detm_store *store, bool create, detm_error *error) DETM_CHECK;

#endif
