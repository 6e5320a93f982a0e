/* store/make.h: making the file of a store. */
#ifndef DT_STORE_MAKE_H
#define DT_STORE_MAKE_H

#include "store/sql.h"

/* Connects a store that had no file (detm_store.make of sql.h) to the one that somebody else has made meanwhile; if
 * there is none and it is to be written into, makes one. */
detm_status dt_store_make(detm_store *store, bool to_write, detm_error *error) DETM_CHECK;

#endif
