/* stores.h: stores in temporary folders, for the tests of src/store. */
#ifndef TEST_STORES_H
#define TEST_STORES_H

#include <detm/store.h>

/* Opens FOLDER/NAME; a missing file is created by the first write. */
detm_store *store_open(const char *folder, const char *name);
/* Creates FOLDER/NAME as an empty store. */
void store_make(const char *folder, const char *name);
/* Opens FOLDER/NAME without creating it; returns the status, with details in *error. */
detm_status store_refused(const char *folder, const char *name, detm_error *error);
/* Puts a rule; returns the version that has these bytes. */
size_t store_put(detm_store *store, const char *name, const char *bytes);
/* Runs SQL on FOLDER/NAME with a connection of its own. */
void store_sql(const char *folder, const char *name, const char *sql);
/* Returns the number that is the result of SQL on FOLDER/NAME. */
long long store_number(const char *folder, const char *name, const char *sql);

#endif
