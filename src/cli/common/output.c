/* Writing.  A regular file is written under another name in the same folder, synced and renamed, so that nobody ever
 * sees half of it; any other file is written directly. */
#include "config.h"

#include "cli/common/output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_LINKS 40

/* The temporary files, for the signal handler: the one thing here that must be global. */
enum { MAX_UNFINISHED = 2 };
static char *volatile unfinished[MAX_UNFINISHED];

static void remove_unfinished(int number) {
  for (int i = 0; i < MAX_UNFINISHED; i++) {
    char *path = unfinished[i];
    if (path != NULL) unlink(path);
  }
  signal(number, SIG_DFL);
  raise(number);
}

static void clean_up_at(int number) {
  struct sigaction before, action = {.sa_handler = remove_unfinished};
  sigemptyset(&action.sa_mask);
  if (sigaction(number, NULL, &before) == 0 && before.sa_handler == SIG_DFL) sigaction(number, &action, NULL);
}

static void forget(const char *path) {
  for (int i = 0; i < MAX_UNFINISHED; i++)
    if (unfinished[i] == path) unfinished[i] = NULL;
}

static void clean_up_at_signals(char *path) {
  for (int i = 0; i < MAX_UNFINISHED; i++) {
    if (unfinished[i] != NULL) continue;
    unfinished[i] = path;
    break;
  }
  clean_up_at(SIGINT);
  clean_up_at(SIGTERM);
  clean_up_at(SIGHUP);
  clean_up_at(SIGXCPU);
}

/* "FOLDER/name" beside `path`. */
static char *beside(const char *path, const char *name) {
  const char *slash = strrchr(path, '/');
  size_t folder = slash == NULL || name[0] == '/' ? 0 : (size_t)(slash - path) + 1;
  char *joined = malloc(folder + strlen(name) + 1);
  if (joined == NULL) return NULL;
  memcpy(joined, path, folder);
  strcpy(joined + folder, name);
  return joined;
}

/* The path at the end of a chain of symbolic links, whether there is a file or not; NULL: errno says why. */
static char *follow_links(const char *name) {
  char *path = strdup(name);
  for (int links = 0; path != NULL; links++) {
    char next[PATH_MAX];
    ssize_t length = readlink(path, next, sizeof next - 1);
    if (length < 0) return path; /* no link: a file, or nothing yet */
    next[length] = '\0';
    char *joined = links < MAX_LINKS ? beside(path, next) : NULL;
    if (links >= MAX_LINKS) errno = ELOOP;
    free(path);
    path = joined;
  }
  return NULL;
}

static bool fail_open(dt_output *output, dt_report *report, const char *remedy) {
  int number = errno;
  dt_report_error(report, DT_EXIT_FAILED, output->name, 0, "cannot be written: %s; %s", strerror(number), remedy);
  free(output->target);
  free(output->temporary);
  output->target = output->temporary = NULL;
  return false;
}

/* Whether a file is an SQLite database, which -o never writes. */
static bool is_database(const char *path) {
  static const char magic[] = "SQLite format 3"; /* its NUL belongs to it */
  char start[sizeof magic];
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  bool is =
      fd >= 0 && read(fd, start, sizeof start) == (ssize_t)sizeof start && memcmp(start, magic, sizeof magic) == 0;
  if (fd >= 0) close(fd);
  return is;
}

/* Whether a file belongs to a store: the database, or a file next to it while it is open. */
static bool is_of_store(const char *path) {
  static const char *const endings[] = {"", "-wal", "-shm", "-journal"};
  size_t length = strlen(path);
  char database[PATH_MAX];
  bool is = false;
  for (size_t i = 0; i < sizeof endings / sizeof *endings && !is; i++) {
    size_t end = strlen(endings[i]);
    if (length <= end || strcmp(path + length - end, endings[i]) != 0) continue;
    if (length - end >= sizeof database) continue; /* no such file can be opened */
    memcpy(database, path, length - end);
    database[length - end] = '\0';
    is = is_database(database);
  }
  return is;
}

static bool open_directly(dt_output *output, dt_report *report) {
  output->fd = open(output->name, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY);
  return output->fd >= 0 || fail_open(output, report, "name another file with -o");
}

/* Sets the permissions of the file that is replaced, else those of a new file. */
static int copy_permissions(int fd, const struct stat *before) {
  if (before != NULL) {
    /* only the superuser can give files away */
    if (fchown(fd, before->st_uid, before->st_gid) != 0) errno = 0;
    return fchmod(fd, before->st_mode & 0777);
  }
  mode_t mask = umask(0);
  umask(mask);
  return fchmod(fd, 0666 & ~mask);
}

static bool open_beside(dt_output *output, const struct stat *before, dt_report *report) {
  output->target = follow_links(output->name);
  if (output->target == NULL) return fail_open(output, report, "name another file with -o");
  if (before != NULL && access(output->target, W_OK) != 0)
    return fail_open(output, report, "check its permissions, or name another file with -o");
  if (is_of_store(output->target)) {
    errno = EEXIST;
    return fail_open(output, report,
                     "it is a store or another database, which detm does not replace; name another file with -o");
  }
  output->temporary = beside(output->target, ".detm-XXXXXX");
  if (output->temporary == NULL) return fail_open(output, report, "free some memory");
  output->fd = mkostemp(output->temporary, O_CLOEXEC);
  if (output->fd < 0) return fail_open(output, report, "check that its folder exists and can be written");
  clean_up_at_signals(output->temporary);
  if (copy_permissions(output->fd, before) == 0) return true;
  forget(output->temporary);
  unlink(output->temporary);
  close(output->fd);
  return fail_open(output, report, "name a file in another folder with -o");
}

bool dt_output_open(dt_output *output, const char *name, size_t max_bytes, dt_report *report) {
  struct stat before;
  *output = (dt_output){.name = name, .fd = STDOUT_FILENO, .max_bytes = max_bytes};
  if (name == NULL || strcmp(name, "-") == 0) {
    output->name = "standard output";
    return true;
  }
  if (stat(name, &before) != 0) {
    if (errno != ENOENT) return fail_open(output, report, "check the name given with -o");
    return open_beside(output, NULL, report);
  }
  if (S_ISDIR(before.st_mode)) {
    errno = EISDIR;
    return fail_open(output, report, "name a file with -o");
  }
  /* /dev/stdout may be a regular file that others write too: never replaced */
  bool special = strncmp(name, "/dev/", 5) == 0 || strncmp(name, "/proc/", 6) == 0;
  if (!S_ISREG(before.st_mode) || special) return open_directly(output, report);
  return open_beside(output, &before, report);
}

static bool wait_until_writable(int fd) {
  struct pollfd ready = {.fd = fd, .events = POLLOUT};
  return poll(&ready, 1, -1) >= 0 || errno == EINTR;
}

int dt_output_write(void *data, const char *bytes, size_t length) {
  dt_output *output = data;
  if (output->error != 0) return output->error;
  output->full = output->max_bytes != 0 && length > output->max_bytes - output->written;
  if (output->full) output->error = EFBIG;
  while (length > 0 && output->error == 0) {
    ssize_t written = write(output->fd, bytes, length);
    if (written >= 0) {
      bytes += written;
      length -= (size_t)written;
      output->written += (size_t)written;
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      if (!wait_until_writable(output->fd)) output->error = errno;
    } else if (errno != EINTR) {
      output->error = errno;
    }
  }
  return output->error;
}

static void report_failure(const dt_output *output, dt_report *report) {
  if (output->full) {
    dt_report_error(report, DT_EXIT_FAILED, output->name, 0,
                    "more than %zu bytes, the rest is left out: raise the limit with --max-output", output->max_bytes);
    return;
  }
  const char *remedy = "write elsewhere with -o FILE";
  if (output->error == EPIPE) remedy = "its reader ended before all was written, so the rest is lost";
  if (output->error == ENOSPC || output->error == EDQUOT) remedy = "free some space or write elsewhere with -o FILE";
  if (output->error == EEXIST) remedy = "it is a store, which detm does not replace; write elsewhere with -o FILE";
  if (output->error == EFBIG) remedy = "raise the limit of file sizes (ulimit -f) or write elsewhere with -o FILE";
  dt_report_error(report, DT_EXIT_FAILED, output->name, 0, "cannot be written: %s; %s", strerror(output->error),
                  remedy);
}

/* Syncs the folder, so that the new name survives a power cut; folders that cannot be synced are not an error. */
static void sync_folder(const char *target) {
  char *folder = beside(target, ".");
  int fd = folder != NULL ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
  if (fd >= 0) {
    fsync(fd);
    close(fd);
  }
  free(folder);
}

static void close_file(dt_output *output, bool keep) {
  keep = keep && output->error == 0;
  if (keep && fsync(output->fd) != 0) output->error = errno;
  if (close(output->fd) != 0 && output->error == 0) output->error = errno;
  keep = keep && output->error == 0;
  if (keep && is_of_store(output->target)) output->error = EEXIST; /* --save made it meanwhile */
  keep = keep && output->error == 0;
  if (keep && rename(output->temporary, output->target) == 0) {
    sync_folder(output->target);
  } else {
    if (keep) output->error = errno;
    unlink(output->temporary);
  }
  forget(output->temporary);
}

bool dt_output_close(dt_output *output, bool keep, dt_report *report) {
  if (output->temporary != NULL)
    close_file(output, keep);
  else if (close(output->fd) != 0 && output->error == 0)
    output->error = errno;
  bool written = output->error == 0;
  if (!written) report_failure(output, report);
  free(output->target);
  free(output->temporary);
  *output = (dt_output){.fd = -1};
  return written;
}
