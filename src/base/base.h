/* base/base.h: error, buffer, hash and Unicode words shared by all floors. */
#ifndef DT_BASE_H
#define DT_BASE_H

#include "base/arena.h"

#include <stdbool.h>
#include <string.h>

/* Error (error.c).  All may be given error NULL; the first error wins.  Each returns `status`. */
detm_status dt_error_set(detm_error *error, detm_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
detm_status dt_error_at(detm_error *error, detm_status status, const char *where, size_t line, size_t column,
                        const char *format, ...) __attribute__((format(printf, 6, 7)));
/* DETM_LIMIT: page `name` has more records than `most`. */
detm_status dt_error_records(detm_error *error, size_t most, const char *name);
/* The message for a scope that was left: lack of memory, or time used up on page `name`. */
detm_status dt_error_scope(detm_error *error, const dt_scope *scope, const char *name);

/* A growing run of bytes from malloc (buffer.c).  After a lack of memory `failed` stays set and further
 * bytes are dropped: ask once at the end. */
typedef struct dt_buffer {
  char *data;
  size_t length, capacity;
  bool failed;
} dt_buffer;

bool dt_buffer_reserve(dt_buffer *buffer, size_t more);
void dt_buffer_format(dt_buffer *buffer, const char *format, ...) __attribute__((format(printf, 2, 3)));
void dt_buffer_free(dt_buffer *buffer);
static inline void dt_buffer_add(dt_buffer *buffer, const char *bytes, size_t length) {
  if (length <= buffer->capacity - buffer->length || dt_buffer_reserve(buffer, length)) {
    if (length != 0) memcpy(buffer->data + buffer->length, bytes, length);
    buffer->length += length;
  }
}
static inline void dt_buffer_byte(dt_buffer *buffer, char byte) { dt_buffer_add(buffer, &byte, 1); }
static inline void dt_buffer_text(dt_buffer *buffer, const char *text) { dt_buffer_add(buffer, text, strlen(text)); }
void dt_buffer_count(dt_buffer *buffer, uint64_t count);
/* Number without trailing zeros, "." as the decimal point whatever the locale: 0.75, 12, 0.333333. */
void dt_buffer_number(dt_buffer *buffer, double number);

/* A detm_write that adds to a dt_buffer. */
int dt_buffer_write(void *buffer, const char *bytes, size_t length);

/* Text (text.c). */
#define DT_TEXT(literal) ((detm_text){(literal), sizeof(literal) - 1})
detm_text dt_text(const char *string);
bool dt_text_equal(detm_text a, detm_text b);
int dt_text_compare(detm_text a, detm_text b);
/* Without those bytes of `edges` that stand at its start and its end. */
detm_text dt_text_strip(detm_text text, const char *edges);
detm_text dt_text_strip_start(detm_text text, const char *edges);
uint64_t dt_hash_bytes(const void *bytes, size_t length, uint64_t seed);
static inline uint64_t dt_hash_mix(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * UINT64_C(0x9E3779B97F4A7C15);
  return hash ^ (hash >> 29);
}
/* Bytes of the UTF-8 character at text (1 to 4), *code set; a broken byte is U+FFFD and 1. end > text. */
unsigned dt_utf8_read(const char *text, const char *end, uint32_t *code);
/* Writes 1 to 4 bytes; what is no scalar value becomes U+FFFD. */
unsigned dt_utf8_write(char *out, uint32_t code);
/* How many bytes at the start are valid UTF-8 (whole length = all of it). */
size_t dt_utf8_valid(const char *bytes, size_t length);
size_t dt_utf8_count(detm_text text);
/* Its start, at most `most` bytes that end with a whole character. */
detm_text dt_text_cut(detm_text text, size_t most);

#endif
