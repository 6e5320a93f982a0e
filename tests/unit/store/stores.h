/* stores.h: stores in files of their own, for the tests of src/store. */
#ifndef TEST_STORES_H
#define TEST_STORES_H

#include <detm/store.h>

/* FOLDER/NAME, made by the first who puts something into it where it is not there. */
detm_store *store_open(const char *folder, const char *name);
/* FOLDER/NAME as an empty store. */
void store_make(const char *folder, const char *name);
/* What opening FOLDER/NAME says, without making it; *error tells. */
detm_status store_refused(const char *folder, const char *name, detm_error *error);
/* Puts a rule; the version that has these bytes now. */
size_t store_put(detm_store *store, const char *name, const char *bytes);
/* Runs SQL on FOLDER/NAME behind the store's back. */
void store_sql(const char *folder, const char *name, const char *sql);
/* The one number that SQL gives. */
long long store_number(const char *folder, const char *name, const char *sql);

#endif
