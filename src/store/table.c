/* store/table.c: a format of tables (result/table/rows.h) that adds the rows to a table of an SQLite database.
 *
 * The database belongs to the user, so it may have other tables, and the table further columns.  A store is refused:
 * its schema is checked whenever it is opened, so another table in it would spoil it.  Nothing is created before the
 * first row, since the columns of a run without records are not those of the next one. */
#include "base/escape.h"
#include "base/files.h"
#include "result/table/rows.h"
#include "store/connect.h"
#include "store/schema.h"
#include "store/sql.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUSY_MILLISECONDS = 10000 }; /* for another program that writes its rows, in one transaction */

typedef struct sql_table {
  sqlite3 *database; /* NULL before the first row */
  sqlite3_stmt *insert;
  char *table;
  char *path;     /* as SQLite gets it */
  bool is_new;    /* the file did not exist */
  dt_buffer text; /* of a statement, then of the arrays of a row */
  dt_buffer name; /* of a column */
} sql_table;

static bool fail_code(detm_writer *writer, int code) {
  sql_table *t = writer->data;
  int number = t->database != NULL ? sqlite3_system_errno(t->database) : 0;

  if ((code & 0xff) == SQLITE_NOMEM)
    dt_writer_fail_memory(writer);
  else if ((code & 0xff) == SQLITE_BUSY || (code & 0xff) == SQLITE_LOCKED)
    dt_writer_fail(writer, DETM_BUSY, "another program writes to it; nothing was changed: try again");
  else if ((code & 0xff) == SQLITE_NOTADB)
    dt_writer_fail(writer, DETM_BAD_FILE, "is not an SQLite database, and is not replaced: name another file");
  else
    dt_error_set(&writer->failure, DETM_WRITE, "cannot be written, and nothing was changed: %s%s%s",
                 sqlite3_errmsg(t->database), number != 0 ? ": " : "", number != 0 ? strerror(number) : "");

  return false;
}

/* Reads a number: 0 after a failure. */
static int64_t query_number(detm_writer *writer, const char *sql) {
  sql_table *t = writer->data;
  sqlite3_stmt *query = NULL;
  int64_t number = 0;
  int code = sqlite3_prepare_v2(t->database, sql, -1, &query, NULL);
  if (code == SQLITE_OK) code = sqlite3_step(query);
  if (code == SQLITE_ROW) number = sqlite3_column_int64(query, 0);
  sqlite3_finalize(query);
  if (code != SQLITE_ROW && code != SQLITE_DONE) fail_code(writer, code);
  return number;
}

/* Opens the database and begins the transaction.  Files are not trusted: their schema may call no functions with
 * effects, and load nothing. */
static bool begin_table(detm_writer *writer) {
  static const int settings[][2] = {
      {SQLITE_DBCONFIG_DEFENSIVE, 1}, {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0}, {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0}};
  sql_table *t = writer->data;
  struct stat about;

  t->is_new = stat(t->path, &about) != 0 && errno == ENOENT;
  int code =
      sqlite3_open_v2(t->path, &t->database,
                      SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
  if (t->database == NULL) return fail_code(writer, SQLITE_NOMEM);
  if (code == SQLITE_OK) code = sqlite3_busy_timeout(t->database, BUSY_MILLISECONDS);
  for (size_t i = 0; i < sizeof settings / sizeof *settings && code == SQLITE_OK; i++)
    code = sqlite3_db_config(t->database, settings[i][0], settings[i][1], NULL);
  if (code == SQLITE_OK) code = sqlite3_exec(t->database, "BEGIN IMMEDIATE", NULL, NULL, NULL);
  if (code != SQLITE_OK) return fail_code(writer, code);
  if (query_number(writer, "PRAGMA application_id") == DT_STORE_ID)
    dt_writer_fail(writer, DETM_BAD_FILE, "is a store, to which no tables are added: name another file");
  return writer->failure.status == DETM_OK;
}

/* Ends the transaction and closes the database.  A file that was created for nothing is removed, under the lock for
 * which others would wait. */
static void end_table(detm_writer *writer, bool commit) {
  sql_table *t = writer->data;
  if (t->database == NULL) return;
  sqlite3_finalize(t->insert);
  t->insert = NULL;
  int code = commit ? sqlite3_exec(t->database, "COMMIT", NULL, NULL, NULL) : SQLITE_OK;
  if (code != SQLITE_OK) commit = fail_code(writer, code);
  struct stat about;
  if (!commit && t->is_new && stat(t->path, &about) == 0 && about.st_size == 0) unlink(t->path);
  if (!commit && sqlite3_get_autocommit(t->database) == 0) sqlite3_exec(t->database, "ROLLBACK", NULL, NULL, NULL);
  sqlite3_close_v2(t->database);
  t->database = NULL;
}

static bool has_column_before(const dt_row_column *columns, size_t count, detm_text name) {
  for (size_t i = 0; i < count; i++)
    if (dt_text_equal_ci(columns[i].name, name)) return true;
  return false;
}

/* Makes the name of a column in t->name.  SQLite's names have no case: "Price" after "price" is "Price_2", or the next
 * number that is in no name of the page's. */
static detm_text table_column_name(sql_table *t, const dt_row_column *columns, size_t count, size_t at) {
  size_t same = 0, number = 1;
  detm_text own = columns[at].name, name = own;

  for (size_t i = 0; i < at; i++) same += dt_text_equal_ci(columns[i].name, own);
  t->name.length = 0;
  dt_buffer_add(&t->name, own.data, own.length);

  while (same != 0 && !t->name.failed) {
    t->name.length = own.length;
    dt_buffer_format(&t->name, "_%zu", ++number);
    name = (detm_text){t->name.data, t->name.failed ? 0 : t->name.length};
    same -= !has_column_before(columns, count, name);
  }

  t->text.failed |= t->name.failed;
  return (detm_text){t->name.data, t->name.failed ? 0 : t->name.length};
}

/* Runs the statement in t->text. */
static bool run(detm_writer *writer) {
  sql_table *t = writer->data;
  dt_buffer_byte(&t->text, '\0');
  int code = t->text.failed ? SQLITE_NOMEM : sqlite3_exec(t->database, t->text.data, NULL, NULL, NULL);
  return code == SQLITE_OK || fail_code(writer, code);
}

/* Begins a statement in t->text with the table and its columns in parentheses. */
static void write_column_names(sql_table *t, const char *verb, const dt_row_column *columns, size_t count, bool typed) {
  static const char *const types[] = {
      [DT_CELLS_TEXT] = " TEXT", [DT_CELLS_WHOLE] = " INTEGER", [DT_CELLS_DECIMAL] = " REAL"};
  t->text.length = 0;
  dt_buffer_text(&t->text, verb);
  dt_escape_sql_name(&t->text, dt_text(t->table));
  for (size_t i = 0; i < count; i++) {
    dt_buffer_byte(&t->text, i == 0 ? '(' : ',');
    dt_escape_sql_name(&t->text, table_column_name(t, columns, count, i));
    if (typed) dt_buffer_text(&t->text, types[columns[i].list ? DT_CELLS_TEXT : columns[i].kind]);
  }
  dt_buffer_byte(&t->text, ')');
}

static bool create_table(detm_writer *writer, const dt_row_column *columns, size_t count) {
  write_column_names(writer->data, "CREATE TABLE ", columns, count, true);
  return run(writer);
}

/* Whether the table exists. */
static bool has_table(detm_writer *writer) {
  sql_table *t = writer->data;
  sqlite3_stmt *query = NULL;
  int code = sqlite3_prepare_v2(t->database, "SELECT 1 FROM pragma_table_info(?)", -1, &query, NULL);
  if (code == SQLITE_OK) code = sqlite3_bind_text(query, 1, t->table, -1, SQLITE_STATIC);
  if (code == SQLITE_OK) code = sqlite3_step(query);
  sqlite3_finalize(query);
  if (code != SQLITE_ROW && code != SQLITE_DONE) fail_code(writer, code);
  return code == SQLITE_ROW;
}

/* Refuses a table that lacks columns of the records. */
static bool check_columns(detm_writer *writer, const dt_row_column *columns, size_t count) {
  sql_table *t = writer->data;
  sqlite3_stmt *query = NULL;
  int code = sqlite3_prepare_v2(t->database, "SELECT 1 FROM pragma_table_info(?) WHERE name = ? COLLATE NOCASE", -1,
                                &query, NULL);

  for (size_t i = 0; i < count && (code == SQLITE_OK || code == SQLITE_ROW); i++) {
    detm_text name = table_column_name(t, columns, count, i);
    sqlite3_reset(query);
    code = name.length == 0 ? SQLITE_NOMEM : sqlite3_bind_text(query, 1, t->table, -1, SQLITE_STATIC);
    if (code == SQLITE_OK) code = sqlite3_bind_text64(query, 2, name.data, name.length, SQLITE_STATIC, SQLITE_UTF8);
    if (code != SQLITE_OK) break;
    code = sqlite3_step(query);
    if (code == SQLITE_DONE)
      dt_error_set(&writer->failure, DETM_BAD_FILE,
                   "the table %s has no column %.*s, as the records have, and was not changed: name another table, or "
                   "another file",
                   t->table, (int)name.length, name.data);
  }

  sqlite3_finalize(query);
  if (code != SQLITE_OK && code != SQLITE_ROW && code != SQLITE_DONE) fail_code(writer, code);
  return writer->failure.status == DETM_OK;
}

static bool prepare_insert(detm_writer *writer, const dt_row_column *columns, size_t count) {
  sql_table *t = writer->data;
  write_column_names(t, "INSERT INTO ", columns, count, false);
  dt_buffer_text(&t->text, " VALUES");
  for (size_t i = 0; i < count; i++) dt_buffer_text(&t->text, i == 0 ? "(?" : ",?");
  dt_buffer_byte(&t->text, ')');
  dt_buffer_byte(&t->text, '\0');
  int code = t->text.failed ? SQLITE_NOMEM : sqlite3_prepare_v2(t->database, t->text.data, -1, &t->insert, NULL);
  return code == SQLITE_OK || fail_code(writer, code);
}

static bool open_table(detm_writer *writer, const dt_row_column *columns, size_t count) {
  if (!begin_table(writer)) return false;
  bool exists = has_table(writer);
  if (writer->failure.status != DETM_OK) return false;
  if (exists ? !check_columns(writer, columns, count) : !create_table(writer, columns, count)) return false;
  return prepare_insert(writer, columns, count);
}

/* Adds the values as a JSON array; numbers are numbers, and a value without that part is null. */
static void add_array(dt_buffer *to, const dt_row_column *column, const dt_row_cell *cell) {
  dt_buffer_byte(to, '[');
  for (size_t v = 0; v < cell->count; v++) {
    if (v != 0) dt_buffer_byte(to, ',');
    if (column->kind == DT_CELLS_TEXT)
      dt_escape_json_string(to, cell->values[v]);
    else if (cell->values[v].length == 0)
      dt_buffer_text(to, "null");
    else
      dt_buffer_add(to, cell->values[v].data, cell->values[v].length);
  }
  dt_buffer_byte(to, ']');
}

/* Texts are bound: the type of a column makes numbers of them. */
static int bind_cell(sql_table *t, int at, const dt_row_column *column, const dt_row_cell *cell) {
  bool number = column->kind != DT_CELLS_TEXT;
  if (cell->count == 0 || (number && !column->list && cell->count == 1 && cell->values[0].length == 0))
    return sqlite3_bind_null(t->insert, at);
  if (cell->count == 1 && !column->list)
    return sqlite3_bind_text64(t->insert, at, cell->values[0].data != NULL ? cell->values[0].data : "",
                               cell->values[0].length, SQLITE_STATIC, SQLITE_UTF8);
  t->text.length = 0;
  add_array(&t->text, column, cell);
  if (t->text.failed) return SQLITE_NOMEM;
  return sqlite3_bind_text64(t->insert, at, t->text.data, t->text.length, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static void table_head(detm_writer *writer, const dt_row_column *columns, size_t count) {
  (void)writer, (void)columns, (void)count;
}

static void table_row(detm_writer *writer, const dt_row_column *columns, const dt_row_cell *cells, size_t count) {
  sql_table *t = writer->data;
  if (t->database == NULL && !open_table(writer, columns, count)) return;
  int code = SQLITE_OK;
  for (size_t i = 0; i < count && code == SQLITE_OK; i++) code = bind_cell(t, (int)i + 1, &columns[i], &cells[i]);
  if (code == SQLITE_OK) code = sqlite3_step(t->insert);
  if (code != SQLITE_DONE) fail_code(writer, code);
  sqlite3_reset(t->insert);
}

static void table_close(detm_writer *writer) {
  dt_rows_close(writer);
  end_table(writer, writer->failure.status == DETM_OK);
}

static void free_table(sql_table *t) {
  dt_buffer_free(&t->text);
  dt_buffer_free(&t->name);
  free(t->table);
  free(t->path);
  free(t);
}

static void table_free(detm_writer *writer) {
  end_table(writer, false);
  free_table(writer->data);
  dt_rows_free(writer);
}

static int write_nothing(void *data, const char *bytes, size_t length) {
  (void)data, (void)bytes, (void)length;
  return 0;
}

static const dt_rows_format sql_rows = {.head = table_head, .row = table_row};
static const dt_format sql_format = {
    DT_ROWS_RECORDS(&sql_rows),           .start = dt_rows_start, .page_begin = dt_rows_page_begin,
    .region_begin = dt_rows_region_begin, .close = table_close,   .free = table_free};

/* Checks what can be known of the file before the first row.  False: the writer has the failure. */
static bool check_database_file(detm_writer *writer) {
  sql_table *t = writer->data;
  struct stat about;

  if (stat(t->path, &about) == 0 && !S_ISREG(about.st_mode)) {
    dt_writer_fail(writer, DETM_BAD_FILE, "is not a regular file, as an SQLite database is: name another file");
  } else if (stat(t->path, &about) == 0) {
    begin_table(writer);
    end_table(writer, false);
  } else if (errno != ENOENT || dt_folder_fault(t->path) != 0) {
    int number = errno != ENOENT ? errno : dt_folder_fault(t->path);
    dt_error_set(&writer->failure, DETM_WRITE, "cannot be created: %s; name a file in a folder that you can write to",
                 strerror(number));
  }

  return writer->failure.status == DETM_OK;
}

detm_writer *detm_table_writer_new(const char *file, const char *table, size_t max_bytes, detm_error *error) {
  if (file == NULL || file[0] == '\0' || table == NULL || table[0] == '\0' || strncmp(table, "sqlite_", 7) == 0) {
    dt_error_set(error, DETM_USAGE,
                 "a table needs the name of a file and of the table, not one that begins with sqlite_");
    return NULL;
  }

  sql_table *t = calloc(1, sizeof *t);
  dt_buffer path = {0};

  /* "./" prevents SQLite from reading a name as something other than a file: ":memory:", "file:x?mode=memory" */
  if (file[0] == ':' || strncmp(file, "file:", 5) == 0) dt_buffer_text(&path, "./");
  dt_buffer_add(&path, file, strlen(file) + 1);
  if (t != NULL) *t = (sql_table){.table = strdup(table), .path = path.failed ? NULL : path.data};

  detm_writer *writer = NULL;
  if (t != NULL && t->table != NULL && t->path != NULL)
    writer = dt_writer_new(&sql_format, 0, write_nothing, t, max_bytes, error);
  else
    dt_error_memory(error);

  if (writer == NULL) {
    if (t != NULL) free_table(t);
    if (t == NULL) dt_buffer_free(&path);
    return NULL;
  }

  if (check_database_file(writer)) return writer;
  dt_error_at(error, writer->failure.status, file, 0, 0, "%s", writer->failure.text);

  detm_writer_free(writer);
  return NULL;
}
