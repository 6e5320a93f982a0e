/* store/store.c: opening and closing the file of a store. */
#include "base/files.h"
#include "base/options.h"
#include "store/connect.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the path ---- */

static char *concatenate(const char *folder, const char *rest) {
  size_t capacity = strlen(folder) + strlen(rest) + 1;
  char *path = malloc(capacity);
  if (path != NULL) snprintf(path, capacity, "%s%s", folder, rest);
  return path;
}

/* Returns the file in $XDG_DATA_HOME or ~/.local/share.  A relative path is ignored, as the specification says. */
static char *default_path(detm_error *error) {
  const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
  char *path = NULL;
  if (data != NULL && data[0] == '/')
    path = concatenate(data, "/detm/store.db");
  else if (home != NULL && home[0] == '/')
    path = concatenate(home, "/.local/share/detm/store.db");
  else {
    dt_error_set(error, DETM_USAGE,
                 "neither XDG_DATA_HOME nor HOME is set, so there is no default store: name its file");
    return NULL;
  }
  if (path == NULL) dt_error_memory(error);
  return path;
}

/* Prevents SQLite from reading a name as something other than a file: "", ":memory:", "file:x?mode=memory". */
static char *given_path(const char *file, detm_error *error) {
  if (file[0] == '\0') {
    dt_error_set(error, DETM_USAGE, "the name of the store is empty: name a file");
    return NULL;
  }
  char *path = concatenate(file[0] == ':' || strncmp(file, "file:", 5) == 0 ? "./" : "", file);
  if (path == NULL) dt_error_memory(error);
  return path;
}

static char *absolute_path(const char *file) {
  char folder[PATH_MAX];
  return file[0] == '/' || getcwd(folder, sizeof folder) == NULL ? strdup(file) : dt_folder_path(folder, file);
}

/* Refuses what is not a regular file before SQLite opens it, and a missing file unless `create`. */
static detm_status check_file(const char *path, bool create, bool *absent, detm_error *error) {
  struct stat about;
  *absent = false;
  if (stat(path, &about) == 0) {
    if (S_ISREG(about.st_mode)) return DETM_OK;
    return dt_error_at(error, DETM_BAD_FILE, path, 0, 0, "is %s: name the file of a store",
                       S_ISDIR(about.st_mode) ? "a folder" : "no regular file");
  }
  if (errno != ENOENT) return dt_error_at(error, DETM_BAD_FILE, path, 0, 0, "cannot be opened: %s", strerror(errno));
  if (!create) return dt_error_at(error, DETM_NOTHING, path, 0, 0, "does not exist: make a store with options.create");
  *absent = true;
  return DETM_OK;
}

/* ---- creating the file ---- */

static detm_status make_folders(char *path, detm_error *error) {
  for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
    *slash = '\0';
    int failed = mkdir(path, 0700) != 0 ? errno : 0;
    if (failed != 0 && failed != EEXIST) {
      detm_status status =
          dt_error_at(error, DETM_WRITE, path, 0, 0, "this folder cannot be created: %s", strerror(failed));
      *slash = '/';
      return status;
    }
    *slash = '/';
  }
  return DETM_OK;
}

static bool is_absent(const char *path) {
  struct stat about;
  return stat(path, &about) != 0 && errno == ENOENT;
}

static detm_status prepare_folder(const detm_store *store, detm_error *error) {
  detm_status status = store->makes_folders ? make_folders(store->path, error) : DETM_OK;
  int fault = status == DETM_OK ? dt_folder_fault(store->path) : 0;
  if (fault == 0) return status;
  return dt_error_at(error, DETM_WRITE, store->file, 0, 0,
                     "cannot be created: %s; name a file in a folder that you can write to", strerror(fault));
}

/* detm_store.connect_file: replaces the database in memory by the file, if that exists by now or is to be written. Only
 * SQLite creates the file: it knows about a log that an older one of the same name may have left. */
static detm_status connect_file(detm_store *store, bool to_write, detm_error *error) {
  detm_store made = {.file = store->file, .busy_milliseconds = store->busy_milliseconds};
  detm_error why = DETM_ERROR_NONE;
  bool absent = is_absent(store->path);
  if (absent && !to_write) return DETM_OK;
  detm_status status = absent ? prepare_folder(store, &why) : DETM_OK;
  if (status == DETM_OK) status = dt_connect(&made, store->path, to_write, &why);
  if (status != DETM_OK) {
    dt_disconnect(&made);
    if (status == DETM_NOTHING) return DETM_OK; /* another program is creating it */
    if (error != NULL && error->status == DETM_OK) *error = why;
    return status;
  }
  dt_disconnect(store);
  free(store->path);
  *store = made;
  return DETM_OK;
}

/* ---- opening ---- */

static detm_status open_path(detm_store *store, const char *file, const detm_store_options *options,
                             detm_error *error) {
  double milliseconds = options->seconds * 1000;
  store->busy_milliseconds = milliseconds < 1e9 ? (int)milliseconds : 1000000000;
  store->makes_folders = file == NULL;
  store->file = file != NULL ? given_path(file, error) : default_path(error);
  if (store->file == NULL) return DETM_USAGE;
  bool absent;
  detm_status status = check_file(store->file, options->create != 0, &absent, error);
  if (status == DETM_OK && absent) store->path = absolute_path(store->file);
  if (status == DETM_OK && absent && store->path == NULL) return dt_error_memory(error);
  if (status == DETM_OK) status = dt_connect(store, absent ? DT_NO_FILE : store->file, options->create != 0, error);
  store->connect_file = absent ? connect_file : NULL;
  return status;
}

detm_store *detm_store_open(const char *file, const detm_store_options *options, detm_error *error) {
  DT_OPTIONS(detm_store_options, options, detm_store_defaults);
  if (!(options->seconds >= 0)) {
    dt_error_set(error, DETM_USAGE, "the seconds to wait for a store must be 0 or more");
    return NULL;
  }
  detm_store *store = calloc(1, sizeof *store);
  if (store == NULL) {
    dt_error_memory(error);
    return NULL;
  }
  if (open_path(store, file, options, error) == DETM_OK) return store;
  detm_store_close(store);
  return NULL;
}

void detm_store_close(detm_store *store) {
  if (store == NULL) return;
  dt_disconnect(store);
  free(store->path);
  free(store->file);
  free(store);
}

const char *detm_store_file(const detm_store *store) { return store->file; }
