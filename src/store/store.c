/* store/store.c: opening and closing the file of a store. */
#include "config.h"

#include "store/schema.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

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

/* What is there, before SQLite makes something of it. */
static detm_status look_at_file(const char *path, bool create, detm_error *error) {
  struct stat about;
  if (stat(path, &about) == 0) {
    if (S_ISREG(about.st_mode)) return DETM_OK;
    return dt_error_at(error, DETM_BAD_FILE, path, 0, 0, "is %s; name the file of a store",
                       S_ISDIR(about.st_mode) ? "a folder" : "no regular file");
  }
  if (errno == ENOENT && create) return DETM_OK;
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

static detm_status connect(detm_store *store, const detm_store_options *options, detm_error *error) {
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  double milliseconds = options->seconds * 1000;
  if (options->create) flags |= SQLITE_OPEN_CREATE;
  int code = sqlite3_open_v2(store->file, &store->database, flags, NULL);
  if (store->database == NULL) return dt_store_no_memory(error);
  if (code != SQLITE_OK) return dt_store_fail(store, code, error);
  store->patience = milliseconds < 1e9 ? (int)milliseconds : 1000000000;
  code = sqlite3_busy_timeout(store->database, store->patience);
  if (code != SQLITE_OK) return dt_store_fail(store, code, error);
  detm_status status = secure(store, error);
  return status == DETM_OK ? dt_schema_prepare(store, options->create != 0, error) : status;
}

static detm_status start(detm_store *store, const char *file, const detm_store_options *options, detm_error *error) {
  store->file = file != NULL ? given_file(file, error) : users_file(error);
  if (store->file == NULL) return DETM_USAGE;
  detm_status status = look_at_file(store->file, options->create != 0, error);
  if (status == DETM_OK && file == NULL && options->create) status = make_folders(store->file, error);
  return status == DETM_OK ? connect(store, options, error) : status;
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
  sqlite3_close_v2(store->database);
  free(store->file);
  free(store);
}

const char *detm_store_file(const detm_store *store) { return store->file; }
