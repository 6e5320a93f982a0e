/* store/connect.h: the connection to the file of a store. */
#ifndef DT_STORE_CONNECT_H
#define DT_STORE_CONNECT_H

#include "store/sql.h"

/* What a store is connected to that has no file yet. */
#define DT_NO_FILE ":memory:"

/* Connects a store to `file` or DT_NO_FILE; create: what is not there or empty is made.  Of what failed dt_disconnect
 * lets go. */
detm_status dt_connect(detm_store *store, const char *file, bool create, detm_error *error) DETM_CHECK;
void dt_disconnect(detm_store *store);

/* Why no names in the folder of a file may be made or removed, as errno has it; 0: they may.  Of a link SQLite tells.
 */
int dt_folder_fault(const char *path);

#endif
