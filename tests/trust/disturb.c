/* disturb.c: calls of the system that go wrong, preloaded before the C library.
 *
 *   DISTURB_CALL=read|write|open|fsync|rename|close   which call
 *   DISTURB_AT=N        the Nth of them (from 1)
 *   DISTURB_FROM=yes    and all behind it
 *   DISTURB_WITH=ERRNO  fails so; 0: reads or writes one byte only
 *   DISTURB_COUNT=FILE  the number of such calls goes there in the end
 * What the C library calls itself (messages, temporary files of its streams) is not reached. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

ssize_t __read_chk(int fd, void *bytes, size_t length, size_t room);
int __open_2(const char *name, int flags);

static atomic_ulong calls;
static unsigned long at;
static bool from;
static int with;
static const char *call;

__attribute__((constructor)) static void start(void) {
  const char *number = getenv("DISTURB_AT"), *wrong = getenv("DISTURB_WITH");
  call = getenv("DISTURB_CALL");
  at = number != NULL ? strtoul(number, NULL, 10) : 0;
  with = wrong != NULL ? atoi(wrong) : 0;
  from = getenv("DISTURB_FROM") != NULL;
}

__attribute__((destructor)) static void end(void) {
  const char *name = getenv("DISTURB_COUNT");
  FILE *file = name != NULL ? fopen(name, "w") : NULL;
  if (file == NULL) return;
  fprintf(file, "%lu\n", calls);
  fclose(file);
}

/* Whether this call is one that goes wrong. */
static bool is_hit(const char *name) {
  if (call == NULL || strcmp(name, call) != 0) return false;
  unsigned long number = ++calls;
  return at != 0 && (number == at || (from && number > at));
}

static bool fails(const char *name) {
  bool hit = is_hit(name);
  if (hit) errno = with;
  return hit;
}

#define REAL(name, ...)                                                                                                \
  static __typeof__(&name) real;                                                                                       \
  if (real == NULL) *(void **)&real = dlsym(RTLD_NEXT, #name);                                                         \
  return real(__VA_ARGS__)

ssize_t read(int fd, void *bytes, size_t length) {
  bool hit = is_hit("read");
  if (hit && with != 0) {
    errno = with;
    return -1;
  }
  if (hit && length > 1) length = 1;
  REAL(read, fd, bytes, length);
}

ssize_t __read_chk(int fd, void *bytes, size_t length, size_t room) {
  (void)room;
  return read(fd, bytes, length);
}

ssize_t write(int fd, const void *bytes, size_t length) {
  bool hit = fd != STDERR_FILENO && is_hit("write");
  if (hit && with != 0) {
    errno = with;
    return -1;
  }
  if (hit && length > 1) length = 1;
  REAL(write, fd, bytes, length);
}

int open(const char *name, int flags, ...) {
  va_list values;
  va_start(values, flags);
  int mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(values, int) : 0;
  va_end(values);
  if (fails("open")) return -1;
  REAL(open, name, flags, mode);
}

int __open_2(const char *name, int flags) { return open(name, flags); }

int mkostemp(char *name, int flags) {
  if (fails("open")) return -1;
  REAL(mkostemp, name, flags);
}

int fsync(int fd) {
  if (fails("fsync")) return -1;
  REAL(fsync, fd);
}

int rename(const char *old, const char *new) {
  if (fails("rename")) return -1;
  REAL(rename, old, new);
}

/* The descriptor is gone all the same, as Linux has it. */
static int close_it(int fd) { REAL(close, fd); }

int close(int fd) {
  bool hit = is_hit("close");
  int done = close_it(fd);
  if (!hit) return done;
  errno = with;
  return -1;
}
