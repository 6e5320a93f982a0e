/* html/encoding/encoding.c: finds the encoding of a page (doc/method 12) and converts it to valid UTF-8 (by iconv). */
#include "html/encoding/encoding.h"

#include "html/encoding/declared.h"
#include "html/encoding/detect.h"
#include "html/encoding/labels.h"
#include "html/parse/references.h"

#include <errno.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum { FORGIVEN = 5 /* tolerated broken places of a page */ };

/* Returns the length of a broken place of UTF-8: the beginning of a character that was cut off, or one byte. */
static size_t broken_length(const char *at, const char *end) {
  unsigned char first = (unsigned char)*at, second = end - at > 1 ? (unsigned char)at[1] : 0;
  size_t wanted = first < 0xC2 || first > 0xF4 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4, length = 1;
  if ((first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F))
    return 1;
  while (length < wanted && at + length < end && ((unsigned char)at[length] & 0xC0) == 0x80) length++;
  return length;
}

/* Reads a character beyond U+FFFF that was written as two surrogates of three bytes each, as CESU-8 does.  Returns its
 * length, 0 if it is none. */
static size_t read_surrogates(const char *bytes, size_t length, uint32_t *code) {
  const unsigned char *at = (const unsigned char *)bytes;
  bool both = length >= 6 && at[0] == 0xED && (at[1] & 0xF0) == 0xA0 && (at[2] & 0xC0) == 0x80 && at[3] == 0xED &&
              (at[4] & 0xF0) == 0xB0 && (at[5] & 0xC0) == 0x80;
  if (!both) return 0;
  *code = 0x10000 + ((at[1] & 0x0FU) << 16 | (at[2] & 0x3FU) << 10 | (at[4] & 0x0FU) << 6 | (at[5] & 0x3FU));
  return 6;
}

/* Counts multibyte characters and broken places of bytes read as UTF-8.  A character that was cut off is one place:
 * programs cut texts at a number of bytes. */
static void count_utf8(const char *bytes, size_t length, size_t *several, size_t *broken) {
  const char *end = bytes + length;
  *several = *broken = 0;
  for (const char *at = bytes; at < end;) {
    uint32_t code;
    size_t width = (unsigned char)*at < 0x80 ? 1 : dt_utf8_read(at, end, &code);
    if (width == 1 && (unsigned char)*at >= 0x80) width = read_surrogates(at, (size_t)(end - at), &code);
    *several += width > 1;
    *broken += width == 0;
    at += width != 0 ? width : broken_length(at, end);
  }
}

/* Checks for UTF-8 with broken places.  Pages converted to 16 other encodings have at most .35 valid characters for a
 * broken place, unless they have less than ten; Western European text that quotes UTF-8 read wrongly has .7.  Browsers
 * follow a declaration of UTF-8 whatever the bytes are; a page with as many broken places as characters is in another
 * encoding, though. */
static bool mostly_utf8(const char *bytes, size_t length, const char *said) {
  enum { ENOUGH = 10 };
  size_t several, broken;
  count_utf8(bytes, length, &several, &broken);
  if (said == NULL) return several > 2 * broken;
  if (strcmp(said, "UTF-8") == 0) return several >= broken || (several != 0 && broken <= FORGIVEN);
  return several > 3 * broken && several > ENOUGH;
}

/* Checks whether a control character other than white space, or U+FFFE or U+FFFF, is at `at`: in UTF-8 a byte below
 * 0x20; 0xC2 and a byte below 0xA0; 0xEF, 0xBF and a byte from 0xBE on. */
static bool is_control(const char *at, const char *end) {
  if ((unsigned char)*at < ' ') return !(*at >= '\t' && *at <= '\r');
  if (*at == '\xC2') return end - at > 1 && (unsigned char)at[1] < 0xA0;
  return *at == '\xEF' && end - at > 2 && at[1] == '\xBF' && (unsigned char)at[2] >= 0xBE;
}

#ifdef __SSE2__
/* Marks those of 16 bytes that are control characters, or may begin one. */
static inline uint64_t possible_controls(const char *at) {
  const __m128i last_control = _mm_set1_epi8(0x1F), tab = _mm_set1_epi8('\t'), to_return = _mm_set1_epi8('\r' - '\t');
  const __m128i lead_of_2 = _mm_set1_epi8('\xC2'), lead_of_3 = _mm_set1_epi8('\xEF');
  __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)at), from_tab = _mm_sub_epi8(bytes, tab);
  __m128i low = _mm_cmpeq_epi8(_mm_min_epu8(bytes, last_control), bytes);
  __m128i space = _mm_cmpeq_epi8(_mm_min_epu8(from_tab, to_return), from_tab);
  __m128i leads = _mm_or_si128(_mm_cmpeq_epi8(bytes, lead_of_2), _mm_cmpeq_epi8(bytes, lead_of_3));
  return (unsigned)_mm_movemask_epi8(_mm_or_si128(_mm_andnot_si128(space, low), leads));
}
#endif

/* Returns the first of them, or `end`. */
static const char *find_control(const char *at, const char *end) {
#ifdef __SSE2__
  for (; end - at >= 64; at += 64) {
    uint64_t possible = possible_controls(at) | possible_controls(at + 16) << 16 | possible_controls(at + 32) << 32 |
                        possible_controls(at + 48) << 48;
    for (; possible != 0; possible &= possible - 1) {
      const char *control = at + __builtin_ctzll(possible);
      if (is_control(control, end)) return control;
    }
  }
#endif

  while (at < end && !is_control(at, end)) at++;
  return at;
}

/* Replaces control characters: those from U+0080 on by the characters of windows-1252 that they were meant as, the rest
 * by U+FFFD.  *text may be in `out`; if it changes, it is there afterwards. */
static void replace_controls(detm_text *text, dt_buffer *out) {
  const char *at = text->data, *end = at + text->length, *control = find_control(at, end);
  dt_buffer clean = {0};
  if (control == end) return;

  while (control != end) {
    bool is_long = *control == '\xC2';
    uint32_t meant = is_long ? dt_meant_by_control((unsigned char)control[1]) : 0xFFFD;
    char character[4];
    dt_buffer_add(&clean, at, (size_t)(control - at));
    dt_buffer_add(&clean, character, dt_utf8_write(character, meant >= 0xA0 ? meant : 0xFFFD));
    at = control + (is_long ? 2 : *control == '\xEF' ? 3 : 1);
    control = find_control(at, end);
  }

  dt_buffer_add(&clean, at, (size_t)(end - at));
  dt_buffer_free(out);
  *out = clean;
  *text = (detm_text){clean.data, clean.length};
}

/* Adds the bytes, with U+FFFD for each broken place.  Returns the number of these. */
static size_t copy_valid(const char *bytes, size_t length, dt_buffer *out) {
  for (size_t broken = 0;;) {
    size_t valid = dt_utf8_valid(bytes, length), width;
    uint32_t code;
    char character[4];
    dt_buffer_add(out, bytes, valid);
    if (valid == length) return broken;
    bytes += valid;
    length -= valid;
    width = read_surrogates(bytes, length, &code);
    if (width == 0) {
      width = broken_length(bytes, bytes + length);
      code = 0xFFFD;
      broken++;
    }
    dt_buffer_add(out, character, dt_utf8_write(character, code));
    bytes += width;
    length -= width;
  }
}

/* Adds the bytes as UTF-8.  Returns the number of broken bytes.  `name` must be known. */
static size_t convert(const char *name, const char *bytes, size_t length, dt_buffer *out) {
  iconv_t converter = dt_converter_open(name);
  size_t broken = 0;
  if (converter == (iconv_t)-1) {
    out->failed = true;
    return 0;
  }

  char *from = (char *)(uintptr_t)bytes, piece[16384];
  size_t step = strncmp(name, "UTF-16", 6) == 0 ? 2 : strncmp(name, "UTF-32", 6) == 0 ? 4 : 1;
  while (length != 0 && !out->failed) {
    char *to = piece;
    size_t space = sizeof piece, done = iconv(converter, &from, &length, &to, &space);
    int why = errno;
    copy_valid(piece, sizeof piece - space, out); /* iconv has characters outside Unicode */
    if (done != (size_t)-1 || why == E2BIG) continue;
    dt_buffer_add(out, "\xEF\xBF\xBD", 3);
    size_t skip = length < step ? length : step;
    broken++;
    from += skip;
    length -= skip;
  }

  char *to = piece; /* for bytes that the converter still holds */
  size_t space = sizeof piece;
  if (iconv(converter, NULL, NULL, &to, &space) != (size_t)-1) copy_valid(piece, sizeof piece - space, out);
  iconv_close(converter);
  return broken;
}

/* Checks for ISO-2022-JP: seven-bit Japanese, ASCII with escapes. */
static bool is_iso_2022_jp(const char *bytes, size_t length) {
  const char *end = bytes + length, *escape = bytes;
  while ((escape = memchr(escape, '\x1B', (size_t)(end - escape))) != NULL && end - escape > 2) {
    if (escape[1] == '$' && (escape[2] == 'B' || escape[2] == '@')) return true;
    escape++;
  }
  return false;
}

/* Chooses the encoding of a page that is not valid UTF-8, and declares `said` or NULL.  Returns NULL without memory. */
static const char *choose(const char *bytes, size_t length, const char *said) {
  if (mostly_utf8(bytes, length, said)) return "UTF-8";
  if (said == NULL || strcmp(said, "UTF-8") == 0) return dt_detect(bytes, length, "windows-1252", true);
  return dt_detect(bytes, length, said, false);
}

/* Returns another encoding if the chosen one breaks at many places and the other at far fewer. */
static const char *reconsider(const char *chosen, const char *bytes, size_t length, size_t *broken, dt_buffer *out) {
  size_t several, none, left;
  if (out->failed || *broken <= FORGIVEN) return chosen;

  count_utf8(out->data, out->length, &several, &none);
  if (*broken <= several / 100) return chosen;
  const char *set = dt_detect(bytes, length, chosen, true);
  if (set == NULL || dt_text_equal_ci(dt_text(set), dt_text(chosen))) return set;
  dt_buffer again = {0};
  left = convert(set, bytes, length, &again);
  bool better = left < *broken / 4 || again.failed;
  dt_buffer_free(better ? out : &again);
  if (better) *out = again;
  if (better) *broken = left;
  return better ? set : chosen;
}

static bool is_ascii(const char *bytes, size_t length) {
  for (size_t i = 0; i < length; i++)
    if ((unsigned char)bytes[i] >= 0x80) return false;
  return true;
}

/* Returns what a user should know: the encoding that was declared, if it was not used, and how much is broken. */
static const char *remark_on(dt_arena *arena, const char *used, const char *said, size_t broken) {
  const char *places = broken == 0   ? ""
                       : broken == 1 ? "one broken character is shown as U+FFFD"
                                     : dt_arena_format(arena, "%zu broken characters are shown as U+FFFD", broken);
  bool overruled = said != NULL && !dt_text_equal_ci(dt_text(said), dt_text(used));
  if (overruled)
    return dt_arena_format(arena, "read as %s, though it declares %s%s%s", used, said, broken != 0 ? "; " : "", places);
  return broken != 0 ? places : NULL;
}

detm_status dt_decode(const char *bytes, size_t length, const char *given, dt_arena *arena, dt_buffer *out,
                      dt_decoded *decoded, detm_error *error) {
  size_t mark = 0, broken = 0;
  char other[DT_ENCODING_NAME_SIZE], declared[DT_ENCODING_NAME_SIZE];
  const char *said = NULL;
  if (length == 0) bytes = "";
  const char *set = dt_encoding_of_start(bytes, length, &mark);
  if (given != NULL) set = dt_known_encoding(dt_text(given), other);
  if (given != NULL && set == NULL)
    return dt_error_set(error, DETM_BAD_INPUT, "unknown encoding \"%s\": give a name that iconv -l lists", given);
  bytes += mark;
  length -= mark;
  bool certain = set != NULL;
  bool valid = (!certain || strcmp(set, "UTF-8") == 0) && dt_utf8_valid(bytes, length) == length;
  if (!certain && valid) {
    set = is_iso_2022_jp(bytes, length) ? "ISO-2022-JP" : "UTF-8";
    said = dt_declared_encoding((detm_text){bytes, length}, declared);
    bool same = said == NULL || strcmp(said, set) == 0;
    if (!same && (!dt_converter_exists(said) || is_ascii(bytes, length))) said = NULL;
  } else if (!certain) {
    said = dt_declared_encoding((detm_text){bytes, length}, declared);
    if (said != NULL && !dt_converter_exists(said)) said = NULL;
    set = choose(bytes, length, said);
  }

  *decoded = (dt_decoded){.text = {bytes, length}};
  if (set != NULL && (!valid || strcmp(set, "UTF-8") != 0)) {
    if (strcmp(set, "UTF-8") == 0) {
      broken = copy_valid(bytes, length, out);
    } else {
      broken = convert(set, bytes, length, out);
      if (!certain) set = reconsider(set, bytes, length, &broken, out);
    }
    decoded->text = (detm_text){out->length != 0 ? out->data : "", out->length};
  }
  if (set != NULL && !out->failed) replace_controls(&decoded->text, out);

  if (set == other || set == declared) set = dt_arena_copy(arena, set, strlen(set));
  if (set == NULL || out->failed)
    return dt_error_set(error, DETM_NO_MEMORY, "out of memory while decoding %zu bytes", length);
  decoded->name = set;
  decoded->remark = remark_on(arena, set, said, broken);
  return DETM_OK;
}
