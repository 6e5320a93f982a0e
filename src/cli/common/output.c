/* cli/common/output.c: writing.  A regular file is written under another name in the same folder, synced and renamed,
 * so that nobody ever sees half of it; any other file is written directly. */
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

#include "cli/common/command.h"
#include "cli/common/packing.h"

#define MAX_LINKS 40 /* as Linux follows: a chain that leads to itself ends */

/* The temporary files that the signal handler removes: a list that only grows, whose places are used again. */
struct dt_unfinished {
  struct dt_unfinished *next;
  char *volatile path; /* NULL = free */
};
static struct dt_unfinished *volatile unfinished;

void dt_output_remove_unfinished(void) {
  for (struct dt_unfinished *at = unfinished; at != NULL; at = at->next) {
    char *path = at->path;
    if (path != NULL) unlink(path);
  }
}

static void remove_and_end(int number) {
  dt_output_remove_unfinished();
  signal(number, SIG_DFL);
  raise(number);
}

/* Removes the file if a signal ends the program.  Returns its place in the list; NULL without memory. */
static struct dt_unfinished *clean_up_at_signals(char *path) {
  static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGXCPU};
  struct dt_unfinished *place = unfinished;

  while (place != NULL && place->path != NULL) place = place->next;
  if (place == NULL) {
    place = calloc(1, sizeof *place);
    if (place == NULL) return NULL;
    place->next = unfinished;
    unfinished = place;
  }

  place->path = path;
  for (size_t s = 0; s < sizeof signals / sizeof *signals; s++) {
    struct sigaction before, action = {.sa_handler = remove_and_end};
    sigemptyset(&action.sa_mask);
    if (sigaction(signals[s], NULL, &before) == 0 && before.sa_handler == SIG_DFL) sigaction(signals[s], &action, NULL);
  }

  return place;
}

/* Returns "FOLDER/name" for the folder of `path` in malloc'ed memory, NULL without memory. */
static char *beside(const char *path, const char *name) {
  const char *slash = name[0] != '/' ? strrchr(path, '/') : NULL;
  dt_buffer joined = {0};
  if (slash != NULL) dt_buffer_add(&joined, path, (size_t)(slash - path) + 1);
  dt_buffer_add(&joined, name, strlen(name) + 1);
  if (joined.failed) dt_buffer_free(&joined);
  return joined.data;
}

/* The path at the end of a chain of symbolic links, whether a file exists there or not; NULL: errno says why. */
static char *follow_links(const char *name) {
  char *path = strdup(name);
  for (int links = 0; path != NULL; links++) {
    char next[PATH_MAX];
    ssize_t length = readlink(path, next, sizeof next - 1);
    if (length < 0) return path; /* a file, or nothing yet */
    next[length] = '\0';
    char *joined = links < MAX_LINKS ? beside(path, next) : NULL;
    if (links >= MAX_LINKS) errno = ELOOP;
    free(path);
    path = joined;
  }

  return NULL;
}

static bool fail_open_output(dt_output *output, dt_report *report, const char *remedy) {
  int number = errno;
  dt_report_error(report, DT_EXIT_FAILED, output->name, 0, "cannot be written: %s; %s", strerror(number), remedy);
  free(output->target);
  free(output->temporary);
  output->target = output->temporary = NULL;
  return false;
}

/* Whether a file belongs to a store, which -o never replaces: an SQLite database, or a file next to one while it is
 * open. */
static bool is_of_store(const char *path) {
  static const char *const endings[] = {"", "-wal", "-shm", "-journal"};
  char database[PATH_MAX];
  bool is = false;

  for (size_t i = 0; i < sizeof endings / sizeof *endings && !is; i++) {
    size_t end = strlen(endings[i]), length = strlen(path);
    if (length <= end || strcmp(path + length - end, endings[i]) != 0) continue;
    if (length - end >= sizeof database) continue; /* no such file can be opened */
    memcpy(database, path, length - end);
    database[length - end] = '\0';
    is = dt_input_is_database(database);
  }

  return is;
}

/* Sets the permissions of the file that is replaced, else those of a new file. */
static int copy_permissions(int fd, const struct stat *before) {
  if (before == NULL) {
    mode_t mask = umask(0);
    umask(mask);
    return fchmod(fd, 0666 & ~mask);
  }
  if (fchown(fd, before->st_uid, before->st_gid) != 0) errno = 0; /* only the superuser can give files away */
  return fchmod(fd, before->st_mode & 0777);
}

static bool open_beside(dt_output *output, const struct stat *before, dt_report *report) {
  output->target = follow_links(output->name);
  if (output->target == NULL) return fail_open_output(output, report, "name another file with -o");
  if (before != NULL && access(output->target, W_OK) != 0)
    return fail_open_output(output, report, "check its permissions, or name another file with -o");

  if (is_of_store(output->target)) {
    errno = EEXIST;
    return fail_open_output(
        output, report, "it is a store or another database, which detm does not replace; name another file with -o");
  }

  output->temporary = beside(output->target, ".detm-XXXXXX");
  if (output->temporary == NULL) return fail_open_output(output, report, "free some memory");

  /* before the file exists: a signal right after its creation must find it */
  output->unfinished = clean_up_at_signals(output->temporary);
  if (output->unfinished == NULL) return fail_open_output(output, report, "free some memory");
  output->fd = mkostemp(output->temporary, O_CLOEXEC);
  if (output->fd < 0) output->unfinished->path = NULL;
  if (output->fd < 0) return fail_open_output(output, report, "check that its folder exists and can be written");
  if (copy_permissions(output->fd, before) == 0) return true;
  unlink(output->temporary);
  output->unfinished->path = NULL;

  close(output->fd);
  return fail_open_output(output, report, "name a file in another folder with -o");
}

static bool open_as_it_is(dt_output *output, const char *name, size_t max_bytes, dt_report *report) {
  struct stat before;
  *output = (dt_output){.name = name, .fd = STDOUT_FILENO, .max_bytes = max_bytes};
  if (name == NULL || strcmp(name, "-") == 0) {
    output->name = "standard output";
    return true;
  }

  if (stat(name, &before) != 0) {
    if (errno != ENOENT) return fail_open_output(output, report, "check the name given with -o");
    return open_beside(output, NULL, report);
  }

  if (S_ISDIR(before.st_mode)) {
    errno = EISDIR;
    return fail_open_output(output, report, "name a file with -o");
  }

  /* /dev/stdout may be a regular file that others write to: it is never replaced */
  bool special = strncmp(name, "/dev/", 5) == 0 || strncmp(name, "/proc/", 6) == 0;
  if (S_ISREG(before.st_mode) && !special) return open_beside(output, &before, report);
  output->fd = open(output->name, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY);
  return output->fd >= 0 || fail_open_output(output, report, "name another file with -o");
}

bool dt_output_open(dt_output *output, const char *name, size_t max_bytes, dt_report *report) {
  size_t length;
  if (!open_as_it_is(output, name, max_bytes, report)) return false;
  dt_packing_kind kind = dt_packing_of_name(output->name, &length);
  if (kind != DT_PACKING_NONE && (output->packing = dt_packing_open(kind)) == NULL)
    output->error = ENOMEM; /* dt_output_close reports it */
  return true;
}

bool dt_output_open_plain(dt_output *output, const char *name, const char *what, dt_run *run) {
  size_t length;
  if (name == NULL || dt_packing_of_name(name, &length) == DT_PACKING_NONE)
    return dt_output_open(output, name, run->options.output.max_bytes, &run->report);
  dt_report_usage(&run->report, "%s: %s is not compressed, since it is read again as it is: name it %.*s", name, what,
                  (int)length, name);
  return false;
}

static bool is_same_file(const char *name, const void *data) {
  const struct stat *file = data;
  struct stat other;
  return stat(name, &other) == 0 && other.st_dev == file->st_dev && other.st_ino == file->st_ino;
}

bool dt_output_check(dt_run *run, const char *name) {
  struct stat output;
  if (name == NULL || stat(name, &output) != 0 || !S_ISREG(output.st_mode)) return true;
  if (!dt_options_read_file(run, is_same_file, &output)) return true;
  dt_report_error(&run->report, DT_EXIT_FAILED, name, 0,
                  "is also read by this command and would be lost: name another file with -o");
  return false;
}

bool dt_output_open_rule(dt_output *output, dt_run *run) {
  return dt_output_open_plain(output, run->options.output.file, "a rule", run);
}

bool dt_output_open_run(dt_output *output, dt_run *run) {
  return dt_output_open(output, run->options.output.file, run->options.output.max_bytes, &run->report);
}

bool dt_output_is_terminal(const dt_run *run) {
  const char *name = run->options.output.file;
  return (name == NULL || strcmp(name, "-") == 0) && isatty(STDOUT_FILENO);
}

void dt_output_pause(dt_output *output) {
  if (output->temporary == NULL || output->fd < 0) return;
  if (close(output->fd) != 0 && output->error == 0) output->error = errno;
  output->fd = -1;
}

/* Opens the temporary file again after a pause. */
static void resume(dt_output *output) {
  if (output->fd >= 0 || output->temporary == NULL) return; /* a database has neither: its writer has the file */
  output->fd = open(output->temporary, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW);
  if (output->fd < 0 && output->error == 0) output->error = errno;
}

static void write_whole(dt_output *output, const char *bytes, size_t length) {
  while (length > 0 && output->error == 0) {
    ssize_t written = write(output->fd, bytes, length);
    if (written >= 0) {
      bytes += written;
      length -= (size_t)written;
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      struct pollfd ready = {.fd = output->fd, .events = POLLOUT};
      if (poll(&ready, 1, -1) < 0 && errno != EINTR) output->error = errno;
    } else if (errno != EINTR) {
      output->error = errno;
    }
  }
}

static void write_packed(dt_output *output, detm_text bytes, bool ends) {
  dt_buffer packed = {0};
  if (!dt_packing_add(output->packing, bytes, ends, &packed))
    output->error = ENOMEM;
  else
    write_whole(output, packed.data, packed.length);
  dt_buffer_free(&packed);
}

int dt_output_write(void *data, const char *bytes, size_t length) {
  dt_output *output = data;
  if (output->error == 0) resume(output);
  if (output->error != 0) return output->error;
  output->full = output->max_bytes != 0 && length > output->max_bytes - output->written;
  if (output->full) return output->error = EFBIG;

  output->written += length;
  if (output->packing != NULL)
    write_packed(output, (detm_text){bytes, length}, false);
  else
    write_whole(output, bytes, length);
  return output->error;
}

void dt_end_line(dt_buffer *text, size_t start) {
  if (!text->failed) dt_disarm(text->data + start, text->length - start, "");
  dt_buffer_byte(text, '\n');
}

bool dt_output_text(dt_output *output, dt_buffer *text, dt_report *report) {
  bool done = !text->failed;
  if (!done) dt_report_memory(report, output->name);
  if (done && text->length != 0) dt_disarm(text->data, text->length, "\n\t");
  done = done && dt_output_write(output, text->data, text->length) == 0;
  dt_buffer_free(text);
  return done;
}

static void report_output_failure(const dt_output *output, dt_report *report) {
  const char *remedy = "write elsewhere with -o FILE";
  if (output->error == EPIPE) { /* its reader, such as head, wants no more */
    if (report->status < DT_EXIT_FAILED) report->status = DT_EXIT_FAILED;
    return;
  }

  if (output->error == ENOSPC || output->error == EDQUOT) remedy = "free some space or write elsewhere with -o FILE";
  if (output->error == EEXIST) remedy = "it is a store, which detm does not replace; write elsewhere with -o FILE";
  if (output->error == EFBIG) remedy = "raise the limit of file sizes (ulimit -f) or write elsewhere with -o FILE";

  if (output->full)
    dt_report_error(report, DT_EXIT_FAILED, output->name, 0,
                    "more than %zu bytes, the rest is left out: raise the limit with --max-output", output->max_bytes);
  else
    dt_report_error(report, DT_EXIT_FAILED, output->name, 0, "cannot be written: %s; %s", strerror(output->error),
                    remedy);
}

/* Gives the temporary file the name of the target.  Returns 0 or an errno. */
static int replace_target(const dt_output *output) {
  if (is_of_store(output->target)) return EEXIST; /* --save has created it */
  if (rename(output->temporary, output->target) != 0) return errno;
  /* syncs the folder, so that the new name survives a power failure; some folders cannot be synced */
  char *folder = beside(output->target, ".");
  int fd = folder != NULL ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
  if (fd >= 0) {
    fsync(fd);
    close(fd);
  }
  free(folder);
  return 0;
}

bool dt_output_close(dt_output *output, bool keep, dt_report *report) {
  if (keep && output->error == 0) resume(output);
  if (keep && output->error == 0 && output->packing != NULL) write_packed(output, DT_TEXT(""), true);
  keep = keep && output->error == 0;
  if (keep && output->temporary != NULL && fsync(output->fd) != 0) output->error = errno;
  if (output->fd >= 0 && close(output->fd) != 0 && output->error == 0) output->error = errno;

  if (output->temporary != NULL) {
    if (keep && output->error == 0) output->error = replace_target(output);
    if (!keep || output->error != 0) unlink(output->temporary);
    output->unfinished->path = NULL;
  }

  bool written = output->error == 0;
  if (!written) report_output_failure(output, report);
  dt_packing_close(output->packing);
  free(output->target);
  free(output->temporary);
  *output = (dt_output){.fd = -1};
  return written;
}
