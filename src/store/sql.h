/* store/sql.h: an open store, and its statements.
 *
 * Whatever comes from outside is bound to a parameter.  The first failure of a query stays with it: what is called
 * after it does nothing, and dt_query_end tells it. */
#ifndef DT_STORE_SQL_H
#define DT_STORE_SQL_H

#include <detm/store.h>
#include <sqlite3.h>

#include "base/base.h"
#include "store/index.h"

struct detm_store {
  sqlite3 *database;
  char *file;
  int patience; /* milliseconds to wait for another program that writes */
  /* While there is no file yet an empty store is read: what is to be done before each transaction (store.c), where the
   * file is to be made, whatever folder is current by then, and whether its folders may be made, too. */
  detm_status (*make)(detm_store *store, bool to_write, detm_error *error);
  char *place;
  bool users;
  bool still;       /* nobody may write to it from here: it is read as it lies there */
  dt_stamp as_read; /* then: when its file was changed last */
};

/* What SQLite's answer `code` means, told as an error of this store. */
detm_status dt_store_fail(const detm_store *store, int code, detm_error *error);
detm_status dt_store_no_memory(detm_error *error);
/* Whether its name leads to another file by now, or to none: what is written goes nowhere. */
bool dt_store_moved(const detm_store *store);

typedef struct dt_query {
  const detm_store *store;
  sqlite3_stmt *statement;
  detm_error *error;
  detm_status status;
  int bound; /* parameters that have a value */
} dt_query;

dt_query dt_query_start(detm_store *store, const char *sql, detm_error *error);
/* The value of the next parameter, which must live until the row is stepped over; NULL is NULL. */
void dt_query_text(dt_query *query, const char *text);
void dt_query_bytes(dt_query *query, detm_text bytes); /* as text */
void dt_query_blob(dt_query *query, detm_text bytes);
void dt_query_count(dt_query *query, int64_t count);
void dt_query_real(dt_query *query, double number);
/* The next row; false: there is none, or it failed. */
bool dt_query_row(dt_query *query);
/* Values of the row; strings live until the next step. */
int64_t dt_column_count(const dt_query *query, int column);
double dt_column_real(const dt_query *query, int column);
bool dt_column_is_null(const dt_query *query, int column);
const char *dt_column_text(dt_query *query, int column); /* NULL is NULL */
const char *dt_column_name(dt_query *query,
                           int column); /* of a column NOT NULL: NULL is damage, which fails the query */
detm_text dt_column_bytes(dt_query *query, int column);
/* Steps to the end and makes the query ready to be bound anew, for statements that are run very often. */
detm_status dt_query_again(dt_query *query, detm_error *error);
/* Steps once where it was not stepped, and lets go of it. */
detm_status dt_query_run(dt_query *query);
detm_status dt_query_end(dt_query *query);

/* Statements without parameters or rows. */
detm_status dt_sql(detm_store *store, const char *sql, detm_error *error);
/* The one number that a statement without parameters gives. */
detm_status dt_sql_number(detm_store *store, const char *sql, int64_t *number, detm_error *error);

/* A transaction, as the outermost or within another one (then only the other's end counts). */
typedef struct dt_transaction {
  detm_store *store;
  bool own, to_write;
} dt_transaction;

enum { DT_TO_READ, DT_TO_WRITE, DT_TO_REMOVE /* for which no file is made */ };
detm_status dt_transaction_begin(dt_transaction *t, detm_store *store, int to_write, detm_error *error);
/* Commits if `status` is DETM_OK, else takes all back; hands back what came of it. */
detm_status dt_transaction_end(dt_transaction *t, detm_status status, detm_error *error);

/* "2026-11-22T01:20:00Z" */
enum { DT_TIME_SIZE = 32 };
void dt_time_text(int64_t seconds, char text[DT_TIME_SIZE]);

#endif
