/* store/store.c: opening and closing the file of a store. */
#include "base/allocate.h"
#include "base/files.h"
#include "base/options.h"
#include "store/connect.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char *join_store_path(const char *folder, const char *rest, detm_error *error) {
  size_t capacity = strlen(folder) + strlen(rest) + 1;
  char *path = malloc(capacity);
  if (path != NULL) snprintf(path, capacity, "%s%s", folder, rest);
  if (path == NULL) dt_error_memory(error);
  return path;
}

/* Returns the path of a store.  NULL is the file in $XDG_DATA_HOME or ~/.local/share; relative paths in these variables
 * are ignored, as the specification says. */
static char *store_path(const char *file, detm_error *error) {
  const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
  /* "./" prevents SQLite from reading a name as something other than a file: ":memory:", "file:x?mode=memory" */
  if (file != NULL && file[0] != '\0')
    return join_store_path(file[0] == ':' || strncmp(file, "file:", 5) == 0 ? "./" : "", file, error);
  if (file == NULL && data != NULL && data[0] == '/') return join_store_path(data, "/detm/store.db", error);
  if (file == NULL && home != NULL && home[0] == '/')
    return join_store_path(home, "/.local/share/detm/store.db", error);
  dt_error_set(error, DETM_USAGE, "%s",
               file != NULL ? "the name of the store is empty: name a file"
                            : "neither XDG_DATA_HOME nor HOME is set, so there is no default store: name its file");
  return NULL;
}

/* Refuses anything but a regular file before SQLite opens it, and a missing file unless `create`. */
static detm_status check_store_file(const char *path, bool create, bool *absent, detm_error *error) {
  struct stat about;
  *absent = false;
  if (stat(path, &about) == 0) {
    if (S_ISREG(about.st_mode)) return DETM_OK;
    return dt_error_at(error, DETM_BAD_FILE, path, 0, 0, "is %s: name the file of a store",
                       S_ISDIR(about.st_mode) ? "a folder" : "not a regular file");
  }
  if (errno != ENOENT) return dt_error_at(error, DETM_BAD_FILE, path, 0, 0, "cannot be opened: %s", strerror(errno));
  if (!create) return dt_error_at(error, DETM_NOTHING, path, 0, 0, "does not exist: make a store with options.create");
  *absent = true;
  return DETM_OK;
}

static detm_status make_folders(char *path, detm_error *error) {
  detm_status status = DETM_OK;
  for (char *slash = strchr(path + 1, '/'); slash != NULL && status == DETM_OK; slash = strchr(slash + 1, '/')) {
    *slash = '\0';
    if (mkdir(path, 0700) != 0 && errno != EEXIST)
      status = dt_error_at(error, DETM_WRITE, path, 0, 0, "this folder cannot be created: %s", strerror(errno));
    *slash = '/';
  }
  return status;
}

/* detm_store.connect_file: replaces the database in memory by the file, if the file exists by now or is to be written.
 * Only SQLite creates the file: it knows about a log that an older file of the same name may have left. */
static detm_status connect_store(detm_store *store, bool to_write, detm_error *error) {
  detm_store made = {.file = store->file, .busy_milliseconds = store->busy_milliseconds};
  detm_error why = DETM_ERROR_NONE;
  detm_status status = DETM_OK;
  struct stat about;

  if (stat(store->path, &about) != 0 && errno == ENOENT) {
    if (!to_write) return DETM_OK;
    if (store->makes_folders) status = make_folders(store->path, &why);
    int fault = status == DETM_OK ? dt_folder_fault(store->path) : 0;
    if (fault != 0)
      status = dt_error_at(&why, DETM_WRITE, store->file, 0, 0,
                           "cannot be created: %s; name a file in a folder that you can write to", strerror(fault));
  }

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

detm_store *detm_store_open(const char *file, const detm_store_options *options, detm_error *error) {
  DT_OPTIONS(detm_store_options, options, detm_store_defaults);
  if (!(options->seconds >= 0)) {
    dt_error_set(error, DETM_USAGE, "the seconds to wait for a store must be 0 or more");
    return NULL;
  }

  detm_store *store = dt_allocate(sizeof *store, error);
  if (store == NULL) return NULL;

  bool create = options->create != 0, absent;
  double milliseconds = options->seconds * 1000;
  char folder[PATH_MAX];
  store->busy_milliseconds = milliseconds < 1e9 ? (int)milliseconds : 1000000000;
  store->makes_folders = file == NULL;
  store->file = store_path(file, error);

  detm_status status = store->file != NULL ? check_store_file(store->file, create, &absent, error) : DETM_USAGE;
  if (status == DETM_OK && absent) {
    bool absolute = store->file[0] == '/' || getcwd(folder, sizeof folder) == NULL;
    store->path = absolute ? strdup(store->file) : dt_folder_path(folder, store->file);
    if (store->path == NULL) status = dt_error_memory(error);
  }

  if (status == DETM_OK) status = dt_connect(store, absent ? DT_NO_FILE : store->file, create, error);
  if (status == DETM_OK) {
    store->connect_file = absent ? connect_store : NULL;
    return store;
  }

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
