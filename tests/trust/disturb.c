/* tests/trust/disturb.c: makes system calls fail; preloaded before the C library.
 *
 *   DISTURB_CALL=read|write|open|create|close|fsync|truncate|lock|map|stat|list|rename|unlink|mkdir   which call
 *   DISTURB_AT=N        the Nth of these calls (from 1) fails
 *   DISTURB_FROM=yes    and so do all later ones
 *   DISTURB_WITH=ERRNO  the error; 0: reads or writes one byte only
 *   DISTURB_COUNT=FILE  at exit, writes the number of such calls to FILE
 * SQLite's variants (at an offset, for large files) count as the same calls.  Calls within the C library (messages,
 * temporary files of its streams) are not intercepted. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

ssize_t __read_chk(int fd, void *bytes, size_t length, size_t capacity);
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

/* Counts the call; returns whether it must fail. */
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

/* ---- reading and writing ---- */

/* Returns whether the call is made, and reduces the length of one that is cut short. */
static bool goes_on(const char *name, size_t *length) {
  if (!is_hit(name)) return true;
  errno = with;
  if (*length > 1) *length = 1;
  return with == 0;
}

ssize_t read(int fd, void *bytes, size_t length) {
  if (!goes_on("read", &length)) return -1;
  REAL(read, fd, bytes, length);
}

ssize_t __read_chk(int fd, void *bytes, size_t length, size_t capacity) {
  (void)capacity;
  return read(fd, bytes, length);
}

ssize_t pread(int fd, void *bytes, size_t length, off_t at_byte) {
  if (!goes_on("read", &length)) return -1;
  REAL(pread, fd, bytes, length, at_byte);
}

/* Whether a write can fail so: EAGAIN does not occur for regular files.  Messages are not disturbed. */
static bool can_happen(int fd) {
  struct stat about;
  return fd != STDERR_FILENO && (with != EAGAIN || fstat(fd, &about) != 0 || !S_ISREG(about.st_mode));
}

ssize_t write(int fd, const void *bytes, size_t length) {
  if (can_happen(fd) && !goes_on("write", &length)) return -1;
  REAL(write, fd, bytes, length);
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at_byte) {
  if (can_happen(fd) && !goes_on("write", &length)) return -1;
  REAL(pwrite, fd, bytes, length, at_byte);
}

/* ---- files and folders ---- */

int open(const char *name, int flags, ...) {
  va_list values;
  va_start(values, flags);
  int mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(values, int) : 0;
  va_end(values);
  if (fails("open")) return -1;
  REAL(open, name, flags, mode);
}

int __open_2(const char *name, int flags) { return open(name, flags); }

/* Makes only locks fail.  The commands in use have at most one argument, a number or a pointer. */
int fcntl(int fd, int command, ...) {
  va_list values;
  va_start(values, command);
  void *value = va_arg(values, void *);
  va_end(values);
  if (command == F_SETLK && fails("lock")) return -1;
  REAL(fcntl, fd, command, value);
}

void *mmap(void *place, size_t length, int rights, int flags, int fd, off_t at_byte) {
  if (fd >= 0 && fails("map")) return MAP_FAILED;
  REAL(mmap, place, length, rights, flags, fd, at_byte);
}

DIR *opendir(const char *name) {
  if (fails("list")) return NULL;
  REAL(opendir, name);
}

struct dirent *readdir(DIR *folder) {
  if (fails("list")) return NULL;
  REAL(readdir, folder);
}

#define FAILING(call, name, parameters, ...)                                                                           \
  int name parameters {                                                                                                \
    if (fails(call)) return -1;                                                                                        \
    REAL(name, __VA_ARGS__);                                                                                           \
  }

FAILING("create", mkostemp, (char *name, int flags), name, flags)
FAILING("fsync", fsync, (int fd), fd)
FAILING("fsync", fdatasync, (int fd), fd)
FAILING("truncate", ftruncate, (int fd, off_t length), fd, length)
FAILING("stat", stat, (const char *name, struct stat *about), name, about)
FAILING("stat", lstat, (const char *name, struct stat *about), name, about)
FAILING("stat", fstat, (int fd, struct stat *about), fd, about)
FAILING("rename", rename, (const char *old, const char *new), old, new)
FAILING("unlink", unlink, (const char *name), name)
FAILING("mkdir", mkdir, (const char *name, mode_t mode), name, mode)

/* Closes the descriptor even if the call fails, as Linux does. */
static int close_it(int fd) { REAL(close, fd); }

int close(int fd) {
  bool hit = is_hit("close");
  int done = close_it(fd);
  if (!hit) return done;
  errno = with;
  return -1;
}

#if defined(__GLIBC__) && defined(__LP64__)
/* SQLite is built with these names.  They can be aliases, since off_t has the same size.  Machines of 32 bits have other
 * types and more names, and do without this test. */
#define ALIAS(name) __attribute__((alias(#name)))
_Static_assert(sizeof(off_t) == sizeof(off64_t), "");
ssize_t pread64(int fd, void *bytes, size_t length, off64_t at_byte) ALIAS(pread);
ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t at_byte) ALIAS(pwrite);
int open64(const char *name, int flags, ...) ALIAS(open);
int fcntl64(int fd, int command, ...) ALIAS(fcntl);
void *mmap64(void *place, size_t length, int rights, int flags, int fd, off64_t at_byte) ALIAS(mmap);
int ftruncate64(int fd, off64_t length) ALIAS(ftruncate);
int mkostemp64(char *name, int flags) ALIAS(mkostemp);
int stat64(const char *name, struct stat64 *about) ALIAS(stat);
int lstat64(const char *name, struct stat64 *about) ALIAS(lstat);
int fstat64(int fd, struct stat64 *about) ALIAS(fstat);
#endif
