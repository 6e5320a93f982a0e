/* base/base.h: errors, buffers, text, hashes and UTF-8, used by all other rooms. */
#ifndef DT_BASE_H
#define DT_BASE_H

#include <detm/page.h>

#include "base/arena.h"
#include "base/ascii.h"

#include <stdbool.h>
#include <string.h>

/* Errors (error.c).  `error` may be NULL; an error that is already set is kept.  Each function returns `status`. */
detm_status dt_error_set(detm_error *error, detm_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
detm_status dt_error_at(detm_error *error, detm_status status, const char *where, size_t line, size_t column,
                        const char *format, ...) __attribute__((format(printf, 6, 7)));
/* Set DETM_NO_MEMORY; _at also the page or file. */
detm_status dt_error_memory(detm_error *error);
detm_status dt_error_memory_at(detm_error *error, const char *where);
/* Sets the message for a scope that was left: lack of memory, or a limit on page `name`. */
detm_status dt_error_scope(detm_error *error, const dt_scope *scope, const char *name);

/* A growing array of bytes from malloc (buffer.c).  After a lack of memory `failed` stays set and further bytes are
 * ignored, so that one check at the end is enough.  So it is past the limit of `most` bytes. */
typedef struct dt_buffer {
  char *data;
  size_t length, capacity;
  size_t most;       /* 0 = no limit */
  bool failed, full; /* full: it failed at the limit */
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
/* Adds two blanks for each level, of at most `most`, so that the file of a deep tree is not mostly blanks. */
void dt_buffer_indent(dt_buffer *buffer, unsigned depth, unsigned most);
void dt_buffer_count(dt_buffer *buffer, uint64_t count);
/* Adds a number without trailing zeros, with "." as the decimal point in all locales: 0.75, 12, 0.333333. */
void dt_buffer_number(dt_buffer *buffer, double number);
/* Adds a number in the same form with up to 15 significant digits. */
void dt_buffer_exact(dt_buffer *buffer, double number);

/* Passes all that a buffer holds to a caller's `write` and frees the buffer; *error says "the WHAT could not be
 * written", or that there was no memory. */
detm_status dt_buffer_deliver(dt_buffer *buffer, const char *what, detm_write write, void *data, detm_error *error);
/* A detm_write that appends to a dt_buffer. */
int dt_buffer_write(void *buffer, const char *bytes, size_t length);

/* Text (text.c). */
#define DT_TEXT(literal) ((detm_text){(literal), sizeof(literal) - 1})
static inline detm_text dt_text(const char *string) { return (detm_text){string, string == NULL ? 0 : strlen(string)}; }
bool dt_text_equal(detm_text a, detm_text b);
/* Whether a text begins or ends with another. */
static inline bool dt_text_starts(detm_text text, detm_text with) {
  return text.length >= with.length && (with.length == 0 || memcmp(text.data, with.data, with.length) == 0);
}
bool dt_text_ends(detm_text text, detm_text with);
/* The first of the digits 0 to 9; `end` = none. */
const char *dt_find_ascii_digit(const char *at, const char *end);
bool dt_text_has_digit(detm_text text);
/* Compare texts without the case of the letters A to Z. */
bool dt_bytes_equal_ci(const char *a, const char *b, size_t length);
static inline bool dt_text_starts_ci(detm_text text, detm_text with) {
  if (text.length < with.length || with.length == 0) return with.length == 0;
  return dt_ascii_lower(*text.data) == dt_ascii_lower(*with.data) && /* most texts differ here */
         dt_bytes_equal_ci(text.data, with.data, with.length);
}
static inline bool dt_text_equal_ci(detm_text a, detm_text b) {
  return a.length == b.length && dt_text_starts_ci(a, b);
}
bool dt_text_ends_ci(detm_text text, detm_text with);
/* Whether a text begins as an address of the web: "http://", "https://". */
static inline bool dt_text_is_web_address(detm_text text) {
  return dt_text_starts_ci(text, DT_TEXT("http://")) || dt_text_starts_ci(text, DT_TEXT("https://"));
}
/* Whether a text has another anywhere, without the case of the letters A to Z. */
bool dt_text_has_ci(detm_text text, detm_text part);
/* The text without its first `bytes` bytes. */
static inline detm_text dt_text_from(detm_text text, size_t bytes) {
  return (detm_text){text.data + bytes, text.length - bytes};
}
/* The text without a byte order mark of UTF-8 at its start. */
static inline detm_text dt_text_without_bom(detm_text text) {
  return dt_text_starts(text, DT_TEXT("\xef\xbb\xbf")) ? dt_text_from(text, 3) : text;
}
/* The bytes from `at` to `end`. */
static inline detm_text dt_text_between(const char *at, const char *end) { return (detm_text){at, (size_t)(end - at)}; }
/* The text without leading and trailing bytes that are in `edges`. */
detm_text dt_text_strip(detm_text text, const char *edges);
detm_text dt_text_strip_start(detm_text text, const char *edges);
uint64_t dt_hash_bytes(const void *bytes, size_t length, uint64_t seed);
/* The hash of the bytes with the letters A to Z in lower case. */
uint64_t dt_hash_folded(detm_text text, uint64_t seed);
static inline uint64_t dt_hash_mix(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * UINT64_C(0x9E3779B97F4A7C15);
  return hash ^ (hash >> 29);
}
/* As dt_utf8_read, for a character beyond ASCII. */
unsigned dt_utf8_read_long(const char *text, const char *end, uint32_t *code);
/* Reads a UTF-8 character and returns its length, 1 to 4.  An invalid byte is read as U+FFFD of length 1.  Requires end
 * > text. */
static inline unsigned dt_utf8_read(const char *text, const char *end, uint32_t *code) {
  *code = (unsigned char)*text;
  return *code < 0x80 ? 1 : dt_utf8_read_long(text, end, code);
}
/* Writes 1 to 4 bytes and returns their number; U+FFFD if `code` is not a scalar value. */
unsigned dt_utf8_write(char *out, uint32_t code);
/* Length of the valid UTF-8 at the start; `length` if all of it is valid. */
size_t dt_utf8_valid(const char *bytes, size_t length);
size_t dt_utf8_count(detm_text text);
/* The start of the text, at most `most` bytes, cut at a character. */
detm_text dt_text_cut(detm_text text, size_t most);

#endif
