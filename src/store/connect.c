/* store/connect.c: connecting to the file of a store: limits, rights, read-only files. */
#include "store/connect.h"

#include "base/files.h"
#include "store/schema.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* Forbids what detm does not need, since the file may be hostile: triggers, views, extensions, long statements. */
static detm_status secure_connection(detm_store *store, detm_error *error) {
  static const int settings[][2] = {
      {SQLITE_DBCONFIG_DEFENSIVE, 1},   {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},        {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
      {SQLITE_DBCONFIG_ENABLE_VIEW, 0}, {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0}, {SQLITE_DBCONFIG_ENABLE_FKEY, 1}};
  static const int limits[][2] = {
      {SQLITE_LIMIT_LENGTH, 1 << 29},   {SQLITE_LIMIT_SQL_LENGTH, 100000},    {SQLITE_LIMIT_COLUMN, 100},
      {SQLITE_LIMIT_EXPR_DEPTH, 50},    {SQLITE_LIMIT_COMPOUND_SELECT, 5},    {SQLITE_LIMIT_VDBE_OP, 25000},
      {SQLITE_LIMIT_FUNCTION_ARG, 10},  {SQLITE_LIMIT_ATTACHED, 0},           {SQLITE_LIMIT_VARIABLE_NUMBER, 50},
      {SQLITE_LIMIT_TRIGGER_DEPTH, 10}, {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1}};

  for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
    int code = sqlite3_db_config(store->database, settings[i][0], settings[i][1], NULL);
    if (code != SQLITE_OK) return dt_store_fail(store, code, error);
  }

  for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
    sqlite3_limit(store->database, limits[i][0], limits[i][1]);
  return dt_sql(store, "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0; PRAGMA synchronous = FULL", error);
}

/* Whether the write-ahead log or journal of a database (`ending`) exists and is not empty. */
static bool has_log(const char *path, const char *ending) {
  char file[PATH_MAX + 10];
  struct stat about;
  snprintf(file, sizeof file, "%s%s", path, ending);
  return stat(file, &about) == 0 && about.st_size != 0;
}

int dt_folder_fault(const char *path) {
  struct stat about;
  if (lstat(path, &about) == 0 && S_ISLNK(about.st_mode)) return 0;
  const char *slash = strrchr(path, '/');
  char folder[PATH_MAX] = ".";
  if (slash != NULL && (size_t)(slash - path) < sizeof folder)
    snprintf(folder, sizeof folder, "%.*s", slash > path ? (int)(slash - path) : 1, path);
  return access(folder, W_OK | X_OK) == 0 ? 0 : errno;
}

/* Opens a file as immutable if the user may not write the store and its folder: SQLite creates files beside a database
 * even to read it, and cannot create them then, or creates files that the owner of the store cannot write.  A log that
 * is not empty holds changes, so the file cannot be immutable.  sql.c checks whether the file is written to while it is
 * open. */
static int open_database(detm_store *store, const char *file, bool create) {
  int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  char path[PATH_MAX];
  dt_buffer uri = {0};

  store->immutable = strcmp(file, DT_NO_FILE) != 0 && realpath(file, path) != NULL &&
                     (access(path, W_OK) != 0 || dt_folder_fault(path) != 0) &&
                     dt_folder_stamp(path, &store->as_read) && !has_log(path, "-wal") && !has_log(path, "-journal");
  if (!store->immutable)
    return sqlite3_open_v2(file, &store->database, flags | SQLITE_OPEN_READWRITE | (create ? SQLITE_OPEN_CREATE : 0),
                           NULL);

  /* "file:%61%2E%64%62?immutable=1" */
  dt_buffer_text(&uri, "file:");
  for (; *file != '\0'; file++) dt_buffer_format(&uri, "%%%02X", (unsigned char)*file);
  dt_buffer_format(&uri, "?immutable=1");
  int code = SQLITE_NOMEM;
  if (!uri.failed)
    code = sqlite3_open_v2(uri.data, &store->database, flags | SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL);

  dt_buffer_free(&uri);
  return code;
}

detm_status dt_connect(detm_store *store, const char *file, bool create, detm_error *error) {
  int code = open_database(store, file, create);
  if (store->database == NULL) return dt_error_memory(error);
  if (code == SQLITE_OK) code = sqlite3_busy_timeout(store->database, store->busy_milliseconds);
  if (code != SQLITE_OK) return dt_store_fail(store, code, error);
  detm_status status = secure_connection(store, error);
  return status == DETM_OK ? dt_schema_prepare(store, create, error) : status;
}

void dt_disconnect(detm_store *store) {
  if (store->database != NULL) sqlite3_close_v2(store->database);
  store->database = NULL;
}
