/* base/buffer.c: a growing array of bytes, and numbers as text.
 *
 * A buffer that could not grow ignores all further bytes; its owner checks `failed` once. */
#include "base/base.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { MIN_CAPACITY = 256 };

/* Sets the capacity to the length, so that every later addition fails, too, and leaves no gap. */
static bool fail_buffer(dt_buffer *buffer) {
  buffer->failed = true;
  buffer->capacity = buffer->length;
  return false;
}

bool dt_buffer_reserve(dt_buffer *buffer, size_t more) {
  if (buffer->failed) return more == 0;
  if (more <= buffer->capacity - buffer->length) return true;
  buffer->full = buffer->most != 0 && (buffer->length > buffer->most || more > buffer->most - buffer->length);
  if (buffer->full || more > PTRDIFF_MAX - buffer->length) return fail_buffer(buffer);
  size_t capacity = buffer->capacity < MIN_CAPACITY ? MIN_CAPACITY : buffer->capacity * 2;
  if (buffer->most != 0 && capacity > buffer->most) capacity = buffer->most;
  if (capacity < buffer->length + more) capacity = buffer->length + more;
  char *data = realloc(buffer->data, capacity);
  if (data == NULL) return fail_buffer(buffer);
  buffer->data = data;
  buffer->capacity = capacity;
  return true;
}

void dt_buffer_format(dt_buffer *buffer, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  if (length < 0) {
    fail_buffer(buffer);
    return;
  }

  if (!dt_buffer_reserve(buffer, (size_t)length + 1)) return;
  va_start(arguments, format);
  vsnprintf(buffer->data + buffer->length, (size_t)length + 1, format, arguments);
  va_end(arguments);
  buffer->length += (size_t)length;
}

void dt_buffer_free(dt_buffer *buffer) {
  free(buffer->data);
  *buffer = (dt_buffer){0};
}

detm_status dt_buffer_deliver(dt_buffer *buffer, const char *what, detm_write write, void *data, detm_error *error) {
  detm_status status = DETM_OK;
  if (buffer->failed)
    status = dt_error_memory(error);
  else if (write(data, buffer->data, buffer->length) != 0)
    status = dt_error_set(error, DETM_WRITE, "the %s could not be written", what);
  dt_buffer_free(buffer);
  return status;
}

void dt_buffer_indent(dt_buffer *buffer, unsigned depth, unsigned most) {
  for (unsigned i = 0; i < depth && i < most; i++) dt_buffer_add(buffer, "  ", 2);
}

void dt_buffer_count(dt_buffer *buffer, uint64_t count) {
  char digits[20];
  size_t at = sizeof digits;
  do {
    digits[--at] = (char)('0' + count % 10);
    count /= 10;
  } while (count != 0);
  dt_buffer_add(buffer, digits + at, sizeof digits - at);
}

/* Formats only integers: printf writes the decimal point of the locale.  Infinity and NaN become 0. */
void dt_buffer_number(dt_buffer *buffer, double number) {
  double size = number < 0 ? -number : number;
  if (!(size <= 1e300)) size = number = 0;
  if (size >= 1e15) {
    dt_buffer_format(buffer, "%.0f", number);
    return;
  }

  uint64_t whole = (uint64_t)size;
  unsigned millionths = (unsigned)((size - (double)whole) * 1e6 + 0.5);
  if (millionths == 1000000) {
    millionths = 0;
    ++whole;
  }

  if (number < 0 && (whole != 0 || millionths != 0)) dt_buffer_byte(buffer, '-');
  dt_buffer_count(buffer, whole);
  if (millionths == 0) return;
  char decimals[] = ".000000";
  size_t length = sizeof decimals - 1;
  for (size_t at = length - 1; at > 0; --at, millionths /= 10) decimals[at] = (char)('0' + millionths % 10);
  while (decimals[length - 1] == '0') --length;
  dt_buffer_add(buffer, decimals, length);
}

/* Writes a number of few decimals, as prices are, by its digits: printf takes ten times as long.  False: it has more.
 */
static bool write_short_decimal(dt_buffer *buffer, double number) {
  static const struct {
    double scale;
    long long unit;
  } scales[] = {{1, 1}, {10, 10}, {100, 100}, {1000, 1000}, {10000, 10000}};
  const double most = 1e15; /* as with "%.15g", whose digits these are */

  for (size_t s = 0; s < sizeof scales / sizeof *scales; s++) {
    double scaled = number * scales[s].scale;
    if (!(scaled < most && scaled > 0.5)) return false; /* zero may have a sign */
    long long whole = (long long)(scaled + 0.5);
    if ((double)whole / scales[s].scale != number) continue;

    char digits[24], *at = digits + sizeof digits;
    for (size_t d = 0; d < s || whole != 0 || at == digits + sizeof digits || (s != 0 && d == s); d++) {
      if (s != 0 && d == s) *--at = '.';
      *--at = (char)('0' + whole % 10);
      whole /= 10;
    }
    dt_buffer_add(buffer, at, (size_t)(digits + sizeof digits - at));
    return true;
  }

  return false;
}

/* Replaces the locale's decimal point, which may have several bytes. */
void dt_buffer_exact(dt_buffer *buffer, double number) {
  if (write_short_decimal(buffer, number)) return;
  char text[40];
  int length = snprintf(text, sizeof text, "%.15g", number);
  bool point = false;
  for (int at = 0; at < length; at++) {
    bool plain = (text[at] >= '0' && text[at] <= '9') || strchr("+-e", text[at]) != NULL;
    if (plain || !point) dt_buffer_byte(buffer, plain ? text[at] : '.');
    point = point || !plain;
  }
}

int dt_buffer_write(void *buffer, const char *bytes, size_t length) {
  dt_buffer *to = buffer;
  dt_buffer_add(to, bytes, length);
  return to->failed;
}
