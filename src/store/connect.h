/* store/connect.h: the connection to the file of a store. */
#ifndef DT_STORE_CONNECT_H
#define DT_STORE_CONNECT_H

#include "store/sql.h"

/* The database of a store that has no file yet. */
#define DT_NO_FILE ":memory:"
/* A database in a temporary file, which is removed when it is closed. */
#define DT_TEMPORARY_FILE ""

/* Connects a store to `file` or to DT_NO_FILE; `create`: a missing or empty file becomes a store.  After a failure,
 * too, dt_disconnect frees the connection. */
detm_status dt_connect(detm_store *store, const char *file, bool create, detm_error *error) DETM_CHECK;
void dt_disconnect(detm_store *store);

/* Returns the errno for which files cannot be created in the folder of `path`, 0 if they can or if `path` is a symbolic
 * link, which SQLite resolves. */
int dt_folder_fault(const char *path);

#endif
