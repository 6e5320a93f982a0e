/* base/text.c: compares and hashes text, and reads and writes UTF-8.
 *
 * UTF-8 is strict here: no overlong forms, no surrogates, nothing above U+10FFFF. */
#include "base/base.h"
#include "base/eight.h"

#define MULTIPLIER UINT64_C(0x9E3779B97F4A7C15)

bool dt_text_equal(detm_text a, detm_text b) {
  return a.length == b.length && (a.length == 0 || memcmp(a.data, b.data, a.length) == 0);
}

bool dt_text_ends(detm_text text, detm_text with) {
  return text.length >= with.length && dt_text_starts(dt_text_from(text, text.length - with.length), with);
}

const char *dt_find_ascii_digit(const char *at, const char *end) {
  for (; end - at >= 8; at += 8) {
    uint64_t bytes = dt_load_eight(at) ^ DT_EIGHT('0'); /* digits are 0 to 9 now: the subtraction borrows below 10 */
    if (((bytes - DT_EIGHT(10)) & ~bytes & DT_EIGHT(0x80)) != 0) break;
  }
  while (at < end && !dt_is_digit(*at)) at++;
  return at;
}

bool dt_text_has_digit(detm_text text) {
  return text.length != 0 && dt_find_ascii_digit(text.data, text.data + text.length) != text.data + text.length;
}

bool dt_bytes_equal_ci(const char *a, const char *b, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (dt_ascii_lower(a[i]) != dt_ascii_lower(b[i])) return false;
  return true;
}

/* The first byte that may be `c` in upper or lower case, or `end`. */
static const char *find_either_case(char c, const char *at, const char *end) {
  const uint64_t wanted = DT_EIGHT((unsigned char)(c | 32));
  while (end - at >= 8 && (dt_mark_zero((dt_load_eight(at) | DT_EIGHT(32)) ^ wanted) & DT_EIGHT(0x80)) == 0) at += 8;
  while (at < end && (*at | 32) != (c | 32)) at++;
  return at;
}

bool dt_text_has_ci(detm_text text, detm_text part) {
  if (part.length == 0 || text.length < part.length) return part.length == 0;
  const char *at = text.data, *end = at + (text.length - part.length + 1);
  for (; (at = find_either_case(*part.data, at, end)) < end; at++)
    if (dt_bytes_equal_ci(at, part.data, part.length)) return true;
  return false;
}

bool dt_text_ends_ci(detm_text text, detm_text with) {
  return text.length >= with.length && dt_text_starts_ci(dt_text_from(text, text.length - with.length), with);
}

/* The sets have a few bytes: a call of strchr costs more. */
static bool is_one_of(char c, const char *bytes) {
  while (*bytes != '\0' && *bytes != c) bytes++;
  return *bytes != '\0';
}

detm_text dt_text_strip_start(detm_text text, const char *edges) {
  while (text.length != 0 && is_one_of(*text.data, edges)) text = dt_text_from(text, 1);
  return text;
}

detm_text dt_text_strip(detm_text text, const char *edges) {
  text = dt_text_strip_start(text, edges);
  while (text.length != 0 && is_one_of(text.data[text.length - 1], edges)) text.length--;
  return text;
}

/* Hashes are saved, so words are read as little-endian on every machine. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define LITTLE_ENDIAN_64(word) __builtin_bswap64(word)
#define LITTLE_ENDIAN_32(word) __builtin_bswap32(word)
#else
#define LITTLE_ENDIAN_64(word) (word)
#define LITTLE_ENDIAN_32(word) (word)
#endif

static uint64_t load_8(const unsigned char *bytes) {
  uint64_t word;
  memcpy(&word, bytes, sizeof word);
  return LITTLE_ENDIAN_64(word);
}

static uint64_t load_4(const unsigned char *bytes) {
  uint32_t word;
  memcpy(&word, bytes, sizeof word);
  return LITTLE_ENDIAN_32(word);
}

/* Loads fewer than 8 bytes as one word; 4 or more by two loads that may overlap. */
static uint64_t load_short(const unsigned char *bytes, size_t length) {
  if (length >= 4) return load_4(bytes) | load_4(bytes + length - 4) << 32;
  if (length == 0) return 0;
  return (uint64_t)bytes[0] | (uint64_t)bytes[length / 2] << 8 | (uint64_t)bytes[length - 1] << 16;
}

static uint64_t mix(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * MULTIPLIER;
  return hash ^ (hash >> 32);
}

/* Converts the letters A to Z in 8 bytes to lower case. */
static uint64_t fold_8(uint64_t word) {
  const uint64_t ones = UINT64_C(0x0101010101010101), low = word & ones * 0x7f;
  uint64_t capitals = ((low + ones * (0x80 - 'A')) ^ (low + ones * (0x7f - 'Z'))) & ~word & ones * 0x80;
  return word | capitals >> 2;
}

static inline uint64_t hash_run(const unsigned char *at, size_t length, uint64_t seed, bool fold) {
  uint64_t hash = mix(seed, length), word;
  if (length < 8) {
    word = load_short(at, length);
    hash = mix(hash, fold ? fold_8(word) : word);
  } else {
    const unsigned char *last = at + length - 8;
    for (; at < last; at += 8) hash = mix(hash, fold ? fold_8(load_8(at)) : load_8(at));
    word = load_8(last);
    hash = mix(hash, fold ? fold_8(word) : word);
  }
  hash *= UINT64_C(0xD6E8FEB86659FD93);
  return hash ^ (hash >> 32);
}

uint64_t dt_hash_bytes(const void *bytes, size_t length, uint64_t seed) { return hash_run(bytes, length, seed, false); }

uint64_t dt_hash_folded(detm_text text, uint64_t seed) {
  return hash_run((const unsigned char *)text.data, text.length, seed, true);
}

static bool is_tail(unsigned char byte) { return (byte & 0xc0) == 0x80; }

/* Length of the character at `at`, 0 if it is invalid; sets *code for lengths above 1.  The range of the second byte
 * depends on the first (Unicode 15, table 3-7). */
static inline unsigned read_long(const unsigned char *at, size_t left, uint32_t *code) {
  unsigned first = at[0];
  if (first < 0xc2 || first > 0xf4 || left < 2 || !is_tail(at[1])) return 0;

  unsigned second = at[1];
  if (first < 0xe0) {
    *code = (first & 0x1fU) << 6 | (second & 0x3fU);
    return 2;
  }

  if (left < 3 || !is_tail(at[2])) return 0;
  if (first < 0xf0) {
    if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f)) return 0;
    *code = (first & 0x0fU) << 12 | (second & 0x3fU) << 6 | (at[2] & 0x3fU);
    return 3;
  }

  if (left < 4 || !is_tail(at[3])) return 0;
  if ((first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f)) return 0;
  *code = (first & 0x07U) << 18 | (second & 0x3fU) << 12 | (at[2] & 0x3fU) << 6 | (at[3] & 0x3fU);
  return 4;
}

unsigned dt_utf8_read_long(const char *text, const char *end, uint32_t *code) {
  unsigned bytes = read_long((const unsigned char *)text, (size_t)(end - text), code);
  if (bytes != 0) return bytes;
  *code = 0xfffd;
  return 1;
}

static char tail_of(uint32_t code, unsigned shift) { return (char)(0x80 | (code >> shift & 0x3f)); }

unsigned dt_utf8_write(char *out, uint32_t code) {
  if (code < 0x80) {
    out[0] = (char)code;
    return 1;
  }

  if (code < 0x800) {
    out[0] = (char)(0xc0 | code >> 6);
    out[1] = tail_of(code, 0);
    return 2;
  }

  if ((code >= 0xd800 && code < 0xe000) || code > 0x10ffff) code = 0xfffd;
  if (code < 0x10000) {
    out[0] = (char)(0xe0 | code >> 12);
    out[1] = tail_of(code, 6);
    out[2] = tail_of(code, 0);
    return 3;
  }

  out[0] = (char)(0xf0 | code >> 18);
  out[1] = tail_of(code, 12);
  out[2] = tail_of(code, 6);
  out[3] = tail_of(code, 0);
  return 4;
}

/* Loads 32 bytes as one word, for a test that each bit is 0. */
static uint64_t load_32(const unsigned char *bytes) {
  return load_8(bytes) | load_8(bytes + 8) | load_8(bytes + 16) | load_8(bytes + 24);
}

size_t dt_utf8_valid(const char *bytes, size_t length) {
  const unsigned char *start = (const unsigned char *)bytes;
  size_t at = 0;
  while (at < length) {
    while (length - at >= 32 && (load_32(start + at) & UINT64_C(0x8080808080808080)) == 0) at += 32;
    while (length - at >= 8 && (load_8(start + at) & UINT64_C(0x8080808080808080)) == 0) at += 8;
    /* Long characters mostly follow each other: loads words again only after an ASCII character. */
    while (at < length && start[at] >= 0x80) {
      uint32_t code;
      unsigned read = read_long(start + at, length - at, &code);
      if (read == 0) return at;
      at += read;
    }
    while (at < length && start[at] < 0x80 && (at & 7) != 0) ++at;
    if (at < length && start[at] < 0x80) ++at;
  }

  return at;
}

size_t dt_utf8_count(detm_text text) {
  if (text.length == 0) return 0;
  const uint64_t ones = UINT64_C(0x0101010101010101);
  const unsigned char *at = (const unsigned char *)text.data, *end = at + text.length;
  size_t count = text.length;
  for (; end - at >= 8; at += 8) {
    uint64_t word = load_8(at), tails = (word >> 7) & ~(word >> 6) & ones;
    count -= (size_t)(tails * ones >> 56);
  }
  for (; at < end; at++) count -= is_tail(*at);
  return count;
}

detm_text dt_text_cut(detm_text text, size_t most) {
  if (text.length <= most) return text;
  while (most > 0 && is_tail((unsigned char)text.data[most])) most--;
  return (detm_text){text.data, most};
}
