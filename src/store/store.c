/* store/store.c: opening and closing the file of a store. */
#include "config.h"

#include "store/folder.h"
#include "store/schema.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

const detm_store_options detm_store_defaults = {.create = 0, .seconds = 10};

/* ---- its name ---- */

static char *join(const char *folder, const char *rest) {
  size_t room = strlen(folder) + strlen(rest) + 1;
  char *path = malloc(room);
  if (path != NULL) snprintf(path, room, "%s%s", folder, rest);
  return path;
}

/* A relative XDG_DATA_HOME is none, says its specification. */
static char *users_file(detm_error *error) {
  const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
  char *path = NULL;
  if (data != NULL && data[0] == '/')
    path = join(data, "/detm/store.db");
  else if (home != NULL && home[0] == '/')
    path = join(home, "/.local/share/detm/store.db");
  else {
    dt_error_set(error, DETM_USAGE, "neither XDG_DATA_HOME nor HOME says where the store is; name its file");
    return NULL;
  }
  if (path == NULL) dt_store_no_memory(error);
  return path;
}

/* SQLite takes some names for no files: "", ":memory:", "file:x?mode=memory". */
static char *given_file(const char *file, detm_error *error) {
  if (file[0] == '\0') {
    dt_error_set(error, DETM_USAGE, "the name of the store is empty; name a file");
    return NULL;
  }
  char *path = join(file[0] == ':' || strncmp(file, "file:", 5) == 0 ? "./" : "", file);
  if (path == NULL) dt_store_no_memory(error);
  return path;
}

static detm_status make_folders(char *path, detm_error *error) {
  for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
    *slash = '\0';
    int failed = mkdir(path, 0700) != 0 ? errno : 0;
    if (failed != 0 && failed != EEXIST) {
      detm_status status =
          dt_error_at(error, DETM_WRITE, path, 0, 0, "this folder cannot be made: %s", strerror(failed));
      *slash = '/';
      return status;
    }
    *slash = '/';
  }
  return DETM_OK;
}

/* Why no names in the folder of a file may be made or removed, as errno has it; 0: they may.  Of a link SQLite tells.
 */
static int folder_fault(const char *path) {
  struct stat about;
  if (lstat(path, &about) == 0 && S_ISLNK(about.st_mode)) return 0;
  const char *slash = strrchr(path, '/');
  char folder[PATH_MAX] = ".";
  if (slash != NULL && (size_t)(slash - path) < sizeof folder)
    snprintf(folder, sizeof folder, "%.*s", slash > path ? (int)(slash - path) : 1, path);
  return access(folder, W_OK | X_OK) == 0 ? 0 : errno;
}

/* What is there, before SQLite makes something of it. */
static detm_status look_at_file(const char *path, bool create, bool *made, detm_error *error) {
  struct stat about;
  *made = false;
  if (stat(path, &about) == 0) {
    if (S_ISREG(about.st_mode)) return DETM_OK;
    return dt_error_at(error, DETM_BAD_FILE, path, 0, 0, "is %s; name the file of a store",
                       S_ISDIR(about.st_mode) ? "a folder" : "no regular file");
  }
  *made = errno == ENOENT && create;
  if (*made) return DETM_OK;
  if (errno == ENOENT)
    return dt_error_at(error, DETM_NOTHING, path, 0, 0, "is not there; 'detm store add' or --save make a store");
  return dt_error_at(error, DETM_BAD_FILE, path, 0, 0, "cannot be opened: %s", strerror(errno));
}

/* ---- the connection ---- */

/* The file may be anybody's: nothing in it is run, and nothing that detm does not need is allowed. */
static detm_status secure(detm_store *store, detm_error *error) {
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

/* Whether the file of changes of this ending is there, with something in it. */
static bool has_beside(const char *path, const char *ending) {
  char file[PATH_MAX + 10];
  struct stat about;
  snprintf(file, sizeof file, "%s%s", path, ending);
  return stat(file, &about) == 0 && about.st_size != 0;
}

/* Who may not write a store and its folder cannot make the files that SQLite wants beside it; nor should they, where
 * they may, as the store's owner could not write them.  The store is then read as it lies there, if all that was
 * written to it lies there: sql.c looks whether somebody has written to it meanwhile. */
static bool lies_still(detm_store *store) {
  char path[PATH_MAX];
  if (realpath(store->file, path) == NULL || (access(path, W_OK) == 0 && folder_fault(path) == 0)) return false;
  return dt_folder_stamp(path, &store->as_read) && !has_beside(path, "-wal") && !has_beside(path, "-journal");
}

/* "file:%61%2Edb?immutable=1" */
static char *still_name(const char *file) {
  static const char ending[] = "?immutable=1";
  size_t length = strlen(file), room = 5 + 3 * length + sizeof ending;
  char *name = malloc(room), *at = name;
  if (name == NULL) return NULL;
  at += sprintf(at, "file:");
  for (size_t i = 0; i < length; i++) at += sprintf(at, "%%%02X", (unsigned char)file[i]);
  strcpy(at, ending);
  return name;
}

static int open_database(detm_store *store, bool create) {
  int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, code = SQLITE_NOMEM;
  store->still = lies_still(store);
  char *name = store->still ? still_name(store->file) : NULL;
  if (!store->still)
    code = sqlite3_open_v2(store->file, &store->database,
                           flags | SQLITE_OPEN_READWRITE | (create ? SQLITE_OPEN_CREATE : 0), NULL);
  else if (name != NULL)
    code = sqlite3_open_v2(name, &store->database, flags | SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL);
  free(name);
  return code;
}

static detm_status connect(detm_store *store, const detm_store_options *options, detm_error *error) {
  double milliseconds = options->seconds * 1000;
  int code = open_database(store, options->create != 0);
  if (store->database == NULL) return dt_store_no_memory(error);
  if (code != SQLITE_OK) return dt_store_fail(store, code, error);
  store->patience = milliseconds < 1e9 ? (int)milliseconds : 1000000000;
  code = sqlite3_busy_timeout(store->database, store->patience);
  if (code != SQLITE_OK) return dt_store_fail(store, code, error);
  detm_status status = secure(store, error);
  if (status == DETM_OK) status = dt_schema_prepare(store, options->create != 0, error);
  store->used = false; /* its tables are nothing yet */
  return status;
}

/* Whether nothing was put into it. */
static bool is_bare(detm_store *store) {
  static const char count[] = "SELECT (SELECT count(*) FROM rule) + (SELECT count(*) FROM run)"
                              " + (SELECT count(*) FROM interest)";
  int64_t tables = 0, rows = 0;
  if (dt_sql_number(store, "SELECT count(*) FROM sqlite_schema", &tables, NULL) != DETM_OK) return false;
  return tables == 0 || (dt_sql_number(store, count, &rows, NULL) == DETM_OK && rows == 0);
}

/* Locks all others out and merges the log into the file. */
static bool take_alone(detm_store *store) {
  dt_query mode = dt_query_start(store, "PRAGMA journal_mode = DELETE", NULL);
  bool alone = dt_query_row(&mode) && strcmp(dt_column_name(&mode, 0), "delete") == 0;
  return dt_query_end(&mode) == DETM_OK && alone && dt_sql(store, "BEGIN EXCLUSIVE", NULL) == DETM_OK;
}

/* Takes away the file that was made here if nothing came into it, as where what was to come was refused.  Without its
 * log and with all others locked out: who has opened it by then sees that it is gone (dt_store_moved), so that nothing
 * is written that nobody finds.  Where that fails an empty store is left, which does no harm. */
static void take_away(detm_store *store) {
  sqlite3_busy_timeout(store->database, 0);
  if (!is_bare(store) || dt_sql(store, "PRAGMA locking_mode = EXCLUSIVE", NULL) != DETM_OK) return;
  if (take_alone(store) && is_bare(store) && !dt_store_moved(store) && unlink(dt_store_path(store)) == 0) return;
  sqlite3_exec(store->database, "ROLLBACK", NULL, NULL, NULL);
  sqlite3_exec(store->database, "PRAGMA journal_mode = WAL", NULL, NULL, NULL);
}

static void disconnect(detm_store *store) {
  if (store->database != NULL && store->made && !store->used) take_away(store);
  sqlite3_close_v2(store->database);
  store->database = NULL;
}

/* Again where somebody took the file away in the meantime, as above. */
static detm_status connect_again(detm_store *store, const detm_store_options *options, detm_error *error) {
  enum { MOST_TURNS = 10 };
  for (int turn = 1;; turn++) {
    detm_error why = DETM_ERROR_NONE;
    detm_status status = connect(store, options, &why);
    if (!options->create || store->database == NULL || !dt_store_moved(store) || turn == MOST_TURNS) {
      if (error != NULL && error->status == DETM_OK) *error = why;
      return status;
    }
    disconnect(store);
  }
}

static detm_status start(detm_store *store, const char *file, const detm_store_options *options, detm_error *error) {
  store->file = file != NULL ? given_file(file, error) : users_file(error);
  if (store->file == NULL) return DETM_USAGE;
  detm_status status = look_at_file(store->file, options->create != 0, &store->made, error);
  if (status == DETM_OK && file == NULL && options->create) status = make_folders(store->file, error);
  int fault = store->made ? folder_fault(store->file) : 0;
  if (status == DETM_OK && fault != 0)
    status =
        dt_error_at(error, DETM_WRITE, store->file, 0, 0,
                    "cannot be made in its folder: %s; name a file in a folder that you may write", strerror(fault));
  return status == DETM_OK ? connect_again(store, options, error) : status;
}

detm_store *detm_store_open(const char *file, const detm_store_options *options, detm_error *error) {
  if (options == NULL) options = &detm_store_defaults;
  if (!(options->seconds >= 0)) {
    dt_error_set(error, DETM_USAGE, "the seconds to wait for a store must be 0 or more");
    return NULL;
  }
  detm_store *store = calloc(1, sizeof *store);
  if (store == NULL) {
    dt_store_no_memory(error);
    return NULL;
  }
  if (start(store, file, options, error) == DETM_OK) return store;
  detm_store_close(store);
  return NULL;
}

void detm_store_close(detm_store *store) {
  if (store == NULL) return;
  disconnect(store);
  free(store->file);
  free(store);
}

const char *detm_store_file(const detm_store *store) { return store->file; }
