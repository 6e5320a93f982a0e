/* store/connect.h: the connection to the file of a store. */
#ifndef DT_STORE_CONNECT_H
#define DT_STORE_CONNECT_H

#include "store/sql.h"

/* What a store is connected to that has no file yet. */
#define DT_NO_FILE ":memory:"

/* Connects a store to `file`, which is there or DT_NO_FILE; create: an empty one gets its tables.  Of what failed
 * dt_disconnect lets go. */
detm_status dt_connect(detm_store *store, const char *file, bool create, detm_error *error) DETM_CHECK;
void dt_disconnect(detm_store *store);

#endif
