/* text.c: runs of bytes compared and hashed, and UTF-8.
 *
 * UTF-8 is strict here: no overlong forms, no surrogates, nothing above U+10FFFF. */
#include "base/base.h"

#define MULTIPLIER UINT64_C(0x9E3779B97F4A7C15)

detm_text dt_text(const char *string) { return (detm_text){string, string == NULL ? 0 : strlen(string)}; }

bool dt_text_equal(detm_text a, detm_text b) {
  return a.length == b.length && (a.length == 0 || memcmp(a.data, b.data, a.length) == 0);
}

int dt_text_compare(detm_text a, detm_text b) {
  size_t shorter = a.length < b.length ? a.length : b.length;
  int order = shorter == 0 ? 0 : memcmp(a.data, b.data, shorter);
  if (order != 0) return order;
  return (a.length > b.length) - (a.length < b.length);
}

static bool is_one_of(char c, const char *bytes) { return c != '\0' && strchr(bytes, c) != NULL; }

detm_text dt_text_strip_start(detm_text text, const char *edges) {
  while (text.length != 0 && is_one_of(*text.data, edges)) text = (detm_text){text.data + 1, text.length - 1};
  return text;
}

detm_text dt_text_strip(detm_text text, const char *edges) {
  text = dt_text_strip_start(text, edges);
  while (text.length != 0 && is_one_of(text.data[text.length - 1], edges)) text.length--;
  return text;
}

static uint64_t load_8(const unsigned char *bytes) {
  uint64_t word;
  memcpy(&word, bytes, sizeof word);
  return word;
}

static uint64_t load_4(const unsigned char *bytes) {
  uint32_t word;
  memcpy(&word, bytes, sizeof word);
  return word;
}

/* All of less than 8 bytes in one word; two loads of a longer run may overlap. */
static uint64_t load_short(const unsigned char *bytes, size_t length) {
  if (length >= 4) return load_4(bytes) | load_4(bytes + length - 4) << 32;
  if (length == 0) return 0;
  return (uint64_t)bytes[0] | (uint64_t)bytes[length / 2] << 8 | (uint64_t)bytes[length - 1] << 16;
}

static uint64_t stir(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * MULTIPLIER;
  return hash ^ (hash >> 32);
}

uint64_t dt_hash_bytes(const void *bytes, size_t length, uint64_t seed) {
  const unsigned char *at = bytes;
  uint64_t hash = stir(seed, length);
  if (length < 8) {
    hash = stir(hash, load_short(at, length));
  } else {
    const unsigned char *last = at + length - 8;
    for (; at < last; at += 8) hash = stir(hash, load_8(at));
    hash = stir(hash, load_8(last));
  }
  hash *= UINT64_C(0xD6E8FEB86659FD93);
  return hash ^ (hash >> 32);
}

static bool is_tail(unsigned char byte) { return (byte & 0xc0) == 0x80; }

/* Bytes of the character at `at`, 0 if it is broken; *code is set for 2 and more bytes.  Which second
 * byte is allowed depends on the first (Unicode 15, table 3-7). */
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

unsigned dt_utf8_read(const char *text, const char *end, uint32_t *code) {
  const unsigned char *at = (const unsigned char *)text;
  if (at[0] < 0x80) {
    *code = at[0];
    return 1;
  }
  unsigned bytes = read_long(at, (size_t)(end - text), code);
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

size_t dt_utf8_valid(const char *bytes, size_t length) {
  const unsigned char *start = (const unsigned char *)bytes;
  size_t at = 0;
  while (at < length) {
    while (length - at >= 8 && (load_8(start + at) & UINT64_C(0x8080808080808080)) == 0) at += 8;
    /* After a long character another is likely: the words are only tried again behind ASCII. */
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
  size_t count = 0;
  for (size_t at = 0; at < text.length; ++at) count += !is_tail((unsigned char)text.data[at]);
  return count;
}

detm_text dt_text_cut(detm_text text, size_t most) {
  if (text.length <= most) return text;
  while (most > 0 && is_tail((unsigned char)text.data[most])) most--;
  return (detm_text){text.data, most};
}
