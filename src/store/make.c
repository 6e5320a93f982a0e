/* store/make.c: making the file of a store. */
#include "config.h"

#include "store/make.h"

#include "store/connect.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static detm_status fail(const detm_store *store, detm_error *error) {
  return dt_error_at(error, DETM_WRITE, store->file, 0, 0,
                     "cannot be made in its folder: %s; name a file in a folder that is there and that you may write",
                     strerror(errno));
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

/* Makes an empty file that nobody else knows of, with the rights that SQLite gives; false: errno says why not.  Its
 * name is nobody else's, in no other thread either, until `name` is freed: so what lies there in the end may be
 * removed. */
static bool start_file(const char *store, char *name, size_t room) {
  enum { MOST_TRIES = 1000 };
  int fd = -1;
  for (int i = 0; fd < 0 && i < MOST_TRIES; i++) {
    snprintf(name, room, "%s.new-%ld-%jx-%d", store, (long)getpid(), (uintmax_t)(uintptr_t)name, i);
    fd = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY, 0644);
    if (fd < 0 && errno != EEXIST && errno != EINTR) break;
  }
  if (fd >= 0) close(fd);
  return fd >= 0;
}

/* Gives what was made its name, unless somebody else has made the store meanwhile. */
static bool publish(const char *made, const char *file) {
#ifdef RENAME_NOREPLACE
  if (renameat2(AT_FDCWD, made, AT_FDCWD, file, RENAME_NOREPLACE) == 0 || errno == EEXIST) return true;
#endif
  return link(made, file) == 0 || errno == EEXIST; /* not all file systems can do both */
}

/* The file, and what SQLite may have left beside it. */
static void remove_beside(char *name) {
  static const char *const endings[] = {"", "-journal", "-wal", "-shm"};
  size_t length = strlen(name);
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
    strcpy(name + length, endings[i]);
    unlink(name);
  }
}

/* With its tables and under another name first: nobody meets half a store, several may make one at the same time, and
 * what fails leaves nothing. */
static detm_status make_file(detm_store *store, const char *place, detm_error *error) {
  size_t room = strlen(place) + 100;
  char *beside = malloc(room);
  if (beside == NULL) return dt_store_no_memory(error);
  detm_status status;
  if (!start_file(place, beside, room)) {
    status = fail(store, error);
  } else {
    status = dt_connect(store, beside, true, error);
    dt_disconnect(store);
    if (status == DETM_OK && !publish(beside, place)) status = fail(store, error);
    remove_beside(beside);
  }
  free(beside);
  return status;
}

detm_status dt_store_make(detm_store *store, bool to_write, detm_error *error) {
  detm_store made = {.file = store->file, .patience = store->patience};
  detm_status status = DETM_OK;
  if (access(store->place, F_OK) != 0) {
    if (!to_write) return DETM_OK;
    if (store->users) status = make_folders(store->place, error);
    if (status == DETM_OK) status = make_file(&made, store->place, error);
  }
  if (status == DETM_OK) status = dt_connect(&made, store->place, true, error);
  if (status != DETM_OK) {
    dt_disconnect(&made);
    return status;
  }
  dt_disconnect(store);
  free(store->place);
  *store = made;
  return DETM_OK;
}
