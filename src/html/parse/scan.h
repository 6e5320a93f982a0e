/* html/parse/scan.h: the tokenizer's searches, 16 bytes at a time where the compiler has SSE2. */
#ifndef DT_HTML_PARSE_SCAN_H
#define DT_HTML_PARSE_SCAN_H

#include "html/parse/token.h"

#ifdef __SSE2__
#include <emmintrin.h>

static inline __m128i dt_load_bytes(const char *at) { return _mm_loadu_si128((const __m128i *)(const void *)at); }
static inline __m128i dt_equal_bytes(__m128i bytes, char c) { return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)); }
static inline unsigned dt_mask_of(__m128i bytes) { return (unsigned)_mm_movemask_epi8(bytes); }
static inline unsigned dt_spaces_of(__m128i bytes) {
  __m128i low = _mm_sub_epi8(bytes, _mm_set1_epi8('\t'));
  __m128i control = _mm_cmpeq_epi8(_mm_min_epu8(low, _mm_set1_epi8('\r' - '\t')), low);
  return dt_mask_of(_mm_or_si128(control, dt_equal_bytes(bytes, ' ')));
}
/* Marks the bytes with a flag (dt_raw_of). */
static inline unsigned dt_specials_of(__m128i bytes) {
  __m128i references = dt_equal_bytes(bytes, '&'), returns = dt_equal_bytes(bytes, '\r');
  return dt_mask_of(_mm_or_si128(_mm_or_si128(references, returns), dt_equal_bytes(bytes, '\0')));
}
#endif

static inline uint32_t dt_raw_of(char c) {
  return c == '&' ? DT_RAW_REFERENCE : c == '\r' ? DT_RAW_CR : c == '\0' ? DT_RAW_NUL : 0;
}

/* Returns the next `stop`, or `end`, and adds the flags of the bytes before it. */
static inline const char *dt_scan_to(char stop, const char *at, const char *end, uint32_t *raw) {
#ifdef __SSE2__
  for (; end - at >= 16; at += 16) {
    __m128i bytes = dt_load_bytes(at);
    unsigned stops = dt_mask_of(dt_equal_bytes(bytes, stop));
    unsigned specials = dt_specials_of(bytes);
    for (specials &= (stops & -stops) - 1; specials != 0; specials &= specials - 1)
      *raw |= dt_raw_of(at[__builtin_ctz(specials)]);
    if (stops != 0) return at + __builtin_ctz(stops);
  }
#endif
  for (; at < end && *at != stop; at++) *raw |= dt_raw_of(*at);
  return at;
}

/* Returns the next byte with a flag, or `end`. */
static inline const char *dt_scan_to_raw(const char *at, const char *end) {
#ifdef __SSE2__
  for (; end - at >= 16; at += 16) {
    unsigned specials = dt_specials_of(dt_load_bytes(at));
    if (specials != 0) return at + __builtin_ctz(specials);
  }
#endif
  while (at < end && dt_raw_of(*at) == 0) at++;
  return at;
}

/* Returns the next byte below a blank, or 0xEF, which begins the noncharacters; or `end`. */
static inline const char *dt_scan_to_forbidden(const char *at, const char *end) {
#ifdef __SSE2__
  for (; end - at >= 16; at += 16) {
    __m128i bytes = dt_load_bytes(at), low = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(' ' - 1)), bytes);
    unsigned found = dt_mask_of(_mm_or_si128(low, dt_equal_bytes(bytes, '\xEF')));
    if (found != 0) return at + __builtin_ctz(found);
  }
#endif
  while (at < end && (unsigned char)*at >= ' ' && *at != '\xEF') at++;
  return at;
}

static inline size_t dt_count_bytes(char c, const char *at, const char *end) {
  size_t count = 0;
#ifdef __SSE2__
  uint64_t sums[2];

  __m128i both = _mm_setzero_si128();
  for (; end - at >= 16; at += 16) {
    __m128i ones = _mm_sub_epi8(_mm_setzero_si128(), dt_equal_bytes(dt_load_bytes(at), c));
    both = _mm_add_epi64(both, _mm_sad_epu8(ones, _mm_setzero_si128()));
  }

  _mm_storeu_si128((__m128i *)(void *)sums, both);
  count = (size_t)(sums[0] + sums[1]);
#endif
  for (; at < end; at++) count += *at == c;
  return count;
}

/* Returns the end of the white space at `at`. */
static inline const char *dt_scan_past_spaces(const char *at, const char *end) {
#ifdef __SSE2__
  for (; end - at >= 16; at += 16) {
    unsigned others = dt_spaces_of(dt_load_bytes(at)) ^ 0xFFFF;
    if (others != 0) return at + __builtin_ctz(others);
  }
#endif
  while (at < end && dt_is_ascii_space(*at)) at++;
  return at;
}

/* Returns what follows the first character of the next white space that has several, or `end`. */
static inline const char *dt_scan_to_spaces(const char *at, const char *end) {
#ifdef __SSE2__
  for (; end - at > 16; at += 16) { /* the last bit needs the byte after it */
    unsigned spaces = dt_spaces_of(dt_load_bytes(at));
    unsigned pairs = spaces & (spaces >> 1 | (unsigned)dt_is_ascii_space(at[16]) << 15);
    if (pairs != 0) return at + __builtin_ctz(pairs) + 1;
  }
#endif

  for (bool space = false; at < end; at++) {
    bool now = dt_is_ascii_space(*at);
    if (now && space) return at;
    space = now;
  }

  return end;
}

/* Returns the next `a` or `b`, or `end`. */
static inline const char *dt_scan_to_either(char a, char b, const char *at, const char *end) {
#ifdef __SSE2__
  for (; end - at >= 16; at += 16) {
    __m128i bytes = dt_load_bytes(at);
    unsigned stops = dt_mask_of(_mm_or_si128(dt_equal_bytes(bytes, a), dt_equal_bytes(bytes, b)));
    if (stops != 0) return at + __builtin_ctz(stops);
  }
#endif
  while (at < end && *at != a && *at != b) at++;
  return at;
}

/* Returns the flags of bytes: DT_RAW_REFERENCE, DT_RAW_CR, DT_RAW_NUL. */
static inline uint32_t dt_raw_of_bytes(const char *from, const char *to) {
  size_t length = (size_t)(to - from);
  return (memchr(from, '&', length) != NULL ? DT_RAW_REFERENCE : 0) |
         (memchr(from, '\r', length) != NULL ? DT_RAW_CR : 0) | (memchr(from, '\0', length) != NULL ? DT_RAW_NUL : 0);
}

/* A name of a tag or an attribute. */
typedef struct dt_scanned_name {
  dt_name_key key; /* its first 16 bytes */
  uint32_t raw;    /* DT_RAW_UPPER, DT_RAW_NUL */
} dt_scanned_name;

static inline bool dt_ends_name(char c, char stop) { return dt_is_html_space(c) || c == '/' || c == '>' || c == stop; }

/* Reads a name, at least one byte, up to white space, "/", ">" or `stop`.  Returns its end. */
static inline const char *dt_scan_name(const char *at, const char *end, char stop, dt_scanned_name *name) {
#ifdef __SSE2__
  static const unsigned char kept[32] = {255, 255, 255, 255, 255, 255, 255, 255,
                                         255, 255, 255, 255, 255, 255, 255, 255};
  if (end - at >= 16) {
    __m128i bytes = dt_load_bytes(at);
    __m128i controls = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(' ')), bytes);
    __m128i marks = _mm_or_si128(dt_equal_bytes(bytes, '/'), dt_equal_bytes(bytes, '>'));
    unsigned stops = dt_mask_of(_mm_or_si128(_mm_or_si128(controls, marks), dt_equal_bytes(bytes, stop))) | 1U << 16;
    unsigned length = (unsigned)__builtin_ctz(stops);
    if (length != 0 && length < 16 && dt_ends_name(at[length], stop)) {
      bytes = _mm_and_si128(bytes, dt_load_bytes((const char *)kept + 16 - length));
      __m128i upper =
          _mm_and_si128(_mm_cmpgt_epi8(bytes, _mm_set1_epi8('A' - 1)), _mm_cmpgt_epi8(_mm_set1_epi8('Z' + 1), bytes));
      bytes = _mm_or_si128(bytes, _mm_and_si128(upper, _mm_set1_epi8(32)));
      name->raw = dt_mask_of(upper) != 0 ? DT_RAW_UPPER : 0;
      _mm_storeu_si128((__m128i *)(void *)&name->key, bytes);
      return at + length;
    }
  }
#endif

  *name = (dt_scanned_name){.raw = 0};
  unsigned length = 0;
  do {
    if (dt_is_ascii_upper(*at)) name->raw |= DT_RAW_UPPER;
    if (*at == '\0') name->raw |= DT_RAW_NUL;
    uint64_t byte = (unsigned char)dt_ascii_lower(*at);
    if (length < 8)
      name->key.low |= byte << 8 * length;
    else if (length < 16)
      name->key.high |= byte << 8 * (length - 8);
    at++;
    length++;
  } while (at < end && !dt_ends_name(*at, stop));

  return at;
}

#endif
