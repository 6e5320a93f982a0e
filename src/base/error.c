/* error.c: filling the caller's detm_error.
 *
 * Whatever a message quotes from a page or a file name comes out as one line of valid UTF-8. */
#include "base/base.h"

#include <stdarg.h>
#include <stdio.h>

/* What would break the line or the terminal: control characters and the two Unicode separators. */
static bool breaks_line(uint32_t code) {
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x2028 || code == 0x2029;
}

/* Copies `from` as far as whole characters fit into `size` bytes with a NUL after them. */
static void copy_line(char *to, size_t size, const char *from) {
  const char *end = from + strlen(from);
  size_t length = 0;
  while (from < end) {
    uint32_t code;
    char character[4];
    from += dt_utf8_read(from, end, &code);
    unsigned bytes = dt_utf8_write(character, breaks_line(code) ? ' ' : code);
    if (length + bytes >= size) break;
    memcpy(to + length, character, bytes);
    length += bytes;
  }
  to[length] = '\0';
}

/* The raw message is longer than text: where it is cut lies behind what is kept of it. */
static void fill(detm_error *error, detm_status status, const char *format, va_list arguments)
    __attribute__((format(printf, 3, 0)));
static void fill(detm_error *error, detm_status status, const char *format, va_list arguments) {
  char raw[2 * sizeof error->text];
  if (vsnprintf(raw, sizeof raw, format, arguments) < 0) raw[0] = '\0';
  copy_line(error->text, sizeof error->text, raw);
  error->status = status;
}

detm_status dt_error_set(detm_error *error, detm_status status, const char *format, ...) {
  if (error == NULL || error->status != DETM_OK) return status;
  va_list arguments;
  va_start(arguments, format);
  fill(error, status, format, arguments);
  va_end(arguments);
  return status;
}

detm_status dt_error_at(detm_error *error, detm_status status, const char *where, size_t line, size_t column,
                        const char *format, ...) {
  if (error == NULL || error->status != DETM_OK) return status;
  va_list arguments;
  va_start(arguments, format);
  fill(error, status, format, arguments);
  va_end(arguments);
  copy_line(error->where, sizeof error->where, where != NULL ? where : "");
  error->line = line;
  error->column = column;
  return status;
}

detm_status dt_error_records(detm_error *error, size_t most, const char *name) {
  return dt_error_at(error, DETM_LIMIT, name, 0, 0, "more than %zu records: raise the limit (--max-records)", most);
}

detm_status dt_error_scope(detm_error *error, const dt_scope *scope, const char *name) {
  if (scope->status == DETM_NO_MEMORY) return dt_error_at(error, DETM_NO_MEMORY, name, 0, 0, "out of memory");
  if (scope->most_records != 0) return dt_error_records(error, scope->most_records, name);
  return dt_error_at(error, scope->status, name, 0, 0,
                     "took more than %g s of processor time: raise the limit (--seconds) or leave the page out",
                     scope->seconds);
}
