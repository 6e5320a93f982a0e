/* store/make.h: making the file of a store. */
#ifndef DT_STORE_MAKE_H
#define DT_STORE_MAKE_H

#include "store/sql.h"

/* Begins a transaction that writes, as dt_transaction_begin does, and makes the file before it where there is none. */
detm_status dt_store_begin(dt_transaction *t, detm_store *store, detm_error *error) DETM_CHECK;

#endif
