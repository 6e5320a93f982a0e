/* Reading whole files, pipes and devices. */
#include "config.h"

#include "cli/common/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FIRST_BYTES 65536
#define MAX_LIST_BYTES ((size_t)256 << 20) /* a list without an end, as /dev/zero is, must not take all memory */

__attribute__((format(printf, 3, 4))) static bool fail(detm_error *error, detm_status status, const char *format, ...) {
  va_list values;
  va_start(values, format);
  vsnprintf(error->text, sizeof error->text, format, values);
  va_end(values);
  error->status = status;
  return false;
}

static bool fail_open(detm_error *error, int number) {
  const char *remedy = "check the name";
  if (number == EACCES || number == EPERM) remedy = "check its permissions";
  if (number == EMFILE || number == ENFILE) remedy = "raise the limit of open files (ulimit -n) or lower -j";
  return fail(error, DETM_BAD_FILE, "cannot be opened: %s; %s", strerror(number), remedy);
}

static bool fail_limit(detm_error *error, size_t max_bytes) {
  return fail(error, DETM_LIMIT, "has more than %zu bytes: raise the limit with --max-bytes", max_bytes);
}

/* The size of the first buffer: one byte more than the file has, which the read that finds its end needs. */
static size_t first_capacity(const struct stat *info) {
  if (!S_ISREG(info->st_mode) || info->st_size <= 0 || (uintmax_t)info->st_size >= SIZE_MAX) return FIRST_BYTES;
  return (size_t)info->st_size + 1;
}

static bool grow(char **bytes, size_t *capacity) {
  size_t wanted = *capacity > SIZE_MAX / 2 ? SIZE_MAX : *capacity * 2;
  char *larger = realloc(*bytes, wanted);
  if (larger == NULL) return false;
  *bytes = larger;
  *capacity = wanted;
  return true;
}

static bool read_all(int fd, size_t capacity, size_t max_bytes, char **bytes, size_t *length, detm_error *error) {
  if (max_bytes != 0 && capacity > max_bytes && max_bytes < SIZE_MAX) capacity = max_bytes + 1;
  *length = 0;
  *bytes = malloc(capacity);
  if (*bytes == NULL) return fail(error, DETM_NO_MEMORY, "needs %zu bytes, more than there is memory for", capacity);
  for (;;) {
    if (*length == capacity && !grow(bytes, &capacity))
      return fail(error, DETM_NO_MEMORY, "is too large for the memory after %zu bytes", *length);
    ssize_t got = read(fd, *bytes + *length, capacity - *length);
    if (got == 0) return true;
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fail(error, DETM_BAD_FILE, "cannot be read: %s; check the file and its disk", strerror(errno));
    *length += (size_t)got;
    if (max_bytes != 0 && *length > max_bytes) return fail_limit(error, max_bytes);
  }
}

static bool read_open(int fd, size_t max_bytes, char **bytes, size_t *length, detm_error *error) {
  struct stat info;
  if (fstat(fd, &info) != 0) return fail_open(error, errno);
  if (S_ISDIR(info.st_mode))
    return fail(error, DETM_BAD_FILE, "is a directory: name the pages in it, as in DIR/*.html");
  size_t capacity = first_capacity(&info);
  if (max_bytes != 0 && S_ISREG(info.st_mode) && capacity - 1 > max_bytes && info.st_size > 0)
    return fail_limit(error, max_bytes);
  if (read_all(fd, capacity, max_bytes, bytes, length, error)) return true;
  free(*bytes);
  *bytes = NULL;
  return false;
}

bool dt_input_read(const char *name, size_t max_bytes, char **bytes, size_t *length, detm_error *error) {
  *bytes = NULL;
  *length = 0;
  if (strcmp(name, "-") == 0) return read_open(STDIN_FILENO, max_bytes, bytes, length, error);
  int fd;
  do fd = open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY);
  while (fd < 0 && errno == EINTR);
  if (fd < 0) return fail_open(error, errno);
  bool done = read_open(fd, max_bytes, bytes, length, error);
  close(fd);
  return done;
}

bool dt_input_add(char ***names, size_t *count, const char *name, size_t length) {
  if ((*count & (*count - 1)) == 0) { /* at each power of two the list is full */
    char **larger = realloc(*names, (*count == 0 ? 1 : *count * 2) * sizeof **names);
    if (larger == NULL) return false;
    *names = larger;
  }
  char *copy = strndup(name, length);
  if (copy == NULL) return false;
  (*names)[(*count)++] = copy;
  return true;
}

/* Lines that end with CR LF lose both; a name ended by NUL is taken as it is. */
static bool split_names(const char *bytes, size_t length, char end, char ***names, size_t *count) {
  for (size_t start = 0, stop; start < length; start = stop + 1) {
    const char *found = memchr(bytes + start, end, length - start);
    stop = found != NULL ? (size_t)(found - bytes) : length;
    size_t name = stop - start;
    if (end == '\n' && name != 0 && bytes[stop - 1] == '\r') name--;
    if (name != 0 && !dt_input_add(names, count, bytes + start, name)) return false;
  }
  return true;
}

bool dt_input_file(const char *name, size_t max_bytes, char **bytes, size_t *length, detm_error *error) {
  if (dt_input_read(name, max_bytes, bytes, length, error)) return true;
  if (error->status != DETM_LIMIT) return false;
  return fail(error, DETM_BAD_FILE, "has more than the %zu bytes that such a file may have", max_bytes);
}

bool dt_input_list(const char *name, char **bytes, size_t *length, detm_error *error) {
  return dt_input_file(name, MAX_LIST_BYTES, bytes, length, error);
}

bool dt_input_names(const char *list, bool nul, char ***names, size_t *count, detm_error *error) {
  char *bytes;
  size_t length;
  if (!dt_input_list(list, &bytes, &length, error)) return false;
  bool fits = split_names(bytes, length, nul ? '\0' : '\n', names, count);
  if (fits && !nul && memchr(bytes, '\0', length) != NULL)
    fits = fail(error, DETM_BAD_FILE, "holds NUL bytes: if its names end with NUL, use -0");
  else if (!fits)
    fail(error, DETM_NO_MEMORY, "names more files than there is memory for");
  free(bytes);
  return fits;
}
