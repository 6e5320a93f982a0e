/* store/store.c: opening and closing the file of a store. */
#include "store/connect.h"
#include "store/folder.h"

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

static char *absolute(const char *file) {
  char folder[PATH_MAX];
  return file[0] == '/' || getcwd(folder, sizeof folder) == NULL ? strdup(file) : dt_folder_path(folder, file);
}

/* What is there, before SQLite makes something of it. */
static detm_status look_at_file(const char *path, bool create, bool *absent, detm_error *error) {
  struct stat about;
  *absent = false;
  if (stat(path, &about) == 0) {
    if (S_ISREG(about.st_mode)) return DETM_OK;
    return dt_error_at(error, DETM_BAD_FILE, path, 0, 0, "is %s; name the file of a store",
                       S_ISDIR(about.st_mode) ? "a folder" : "no regular file");
  }
  if (errno != ENOENT) return dt_error_at(error, DETM_BAD_FILE, path, 0, 0, "cannot be opened: %s", strerror(errno));
  if (!create)
    return dt_error_at(error, DETM_NOTHING, path, 0, 0, "is not there; 'detm store add' or --save make a store");
  *absent = true;
  return DETM_OK;
}

/* ---- making it ---- */

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

static bool is_absent(const char *path) {
  struct stat about;
  return stat(path, &about) != 0 && errno == ENOENT;
}

static detm_status prepare_folder(const detm_store *store, detm_error *error) {
  detm_status status = store->users ? make_folders(store->place, error) : DETM_OK;
  int fault = status == DETM_OK ? dt_folder_fault(store->place) : 0;
  if (fault == 0) return status;
  return dt_error_at(error, DETM_WRITE, store->file, 0, 0,
                     "cannot be made in its folder: %s; name a file in a folder that you may write", strerror(fault));
}

/* detm_store.make: the store of a file that was not there is connected to it, if it is by now or is to be written.  The
 * file is SQLite's to make, which knows of what an older one of the same name may have left beside it. */
static detm_status make(detm_store *store, bool to_write, detm_error *error) {
  detm_store made = {.file = store->file, .patience = store->patience};
  detm_error why = DETM_ERROR_NONE;
  bool absent = is_absent(store->place);
  if (absent && !to_write) return DETM_OK;
  detm_status status = absent ? prepare_folder(store, &why) : DETM_OK;
  if (status == DETM_OK) status = dt_connect(&made, store->place, to_write, &why);
  if (status != DETM_OK) {
    dt_disconnect(&made);
    if (status == DETM_NOTHING) return DETM_OK; /* somebody is about to make it */
    if (error != NULL && error->status == DETM_OK) *error = why;
    return status;
  }
  dt_disconnect(store);
  free(store->place);
  *store = made;
  return DETM_OK;
}

/* ---- opening ---- */

static detm_status start(detm_store *store, const char *file, const detm_store_options *options, detm_error *error) {
  double milliseconds = options->seconds * 1000;
  store->patience = milliseconds < 1e9 ? (int)milliseconds : 1000000000;
  store->users = file == NULL;
  store->file = file != NULL ? given_file(file, error) : users_file(error);
  if (store->file == NULL) return DETM_USAGE;
  bool absent;
  detm_status status = look_at_file(store->file, options->create != 0, &absent, error);
  if (status == DETM_OK && absent) store->place = absolute(store->file);
  if (status == DETM_OK && absent && store->place == NULL) return dt_store_no_memory(error);
  if (status == DETM_OK) status = dt_connect(store, absent ? DT_NO_FILE : store->file, options->create != 0, error);
  store->make = absent ? make : NULL;
  return status;
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
  dt_disconnect(store);
  free(store->place);
  free(store->file);
  free(store);
}

const char *detm_store_file(const detm_store *store) { return store->file; }
