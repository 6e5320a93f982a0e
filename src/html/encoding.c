/* html/encoding.c: finds the encoding of a page (doc/method 12) and converts it to valid UTF-8 (by iconv). */
#include "html/encoding.h"

#include "html/encoding_declared.h"
#include "html/encoding_detect.h"
#include "html/encoding_labels.h"
#include "html/parse/references.h"

#include <errno.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum { FORGIVEN = 5 /* tolerated broken places of a page */ };

/* Counts multibyte characters and broken places of bytes read as UTF-8. */
static void count_utf8(const char *bytes, size_t length, size_t *several, size_t *broken) {
  const char *end = bytes + length;
  *several = *broken = 0;
  for (const char *at = bytes; at < end;) {
    uint32_t code;
    unsigned width = (unsigned char)*at < 0x80 ? 1 : dt_utf8_read(at, end, &code);
    *several += width > 1;
    *broken += width == 1 && (unsigned char)*at >= 0x80;
    at += width;
  }
}

/* Checks for UTF-8 with few broken bytes.  Of 2,000 pages in other encodings, one had more than half as many valid
 * characters as broken ones; it had been UTF-8 before. */
static bool mostly_utf8(const char *bytes, size_t length, const char *said) {
  size_t several, broken;
  count_utf8(bytes, length, &several, &broken);
  if (said != NULL && strcmp(said, "UTF-8") != 0) return several > 20 * broken;
  return several > 2 * broken || (said != NULL && several != 0 && broken <= FORGIVEN);
}

/* Checks whether a control character other than white space, or U+FFFE or U+FFFF, is at `at`: in UTF-8 a byte below
 * 0x20; 0xC2 and a byte below 0xA0; 0xEF, 0xBF and a byte from 0xBE on. */
static bool is_control(const char *at, const char *end) {
  if ((unsigned char)*at < ' ') return !(*at >= '\t' && *at <= '\r');
  if (*at == '\xC2') return end - at > 1 && (unsigned char)at[1] < 0xA0;
  return *at == '\xEF' && end - at > 2 && at[1] == '\xBF' && (unsigned char)at[2] >= 0xBE;
}

/* Returns the first of them, or `end`. */
static const char *find_control(const char *at, const char *end) {
#ifdef __SSE2__
  const __m128i last_control = _mm_set1_epi8(0x1F), tab = _mm_set1_epi8('\t'), to_return = _mm_set1_epi8('\r' - '\t');
  const __m128i lead_of_2 = _mm_set1_epi8('\xC2'), lead_of_3 = _mm_set1_epi8('\xEF');
  for (; end - at >= 16; at += 16) {
    __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)at), from_tab = _mm_sub_epi8(bytes, tab);
    __m128i low = _mm_cmpeq_epi8(_mm_min_epu8(bytes, last_control), bytes);
    __m128i space = _mm_cmpeq_epi8(_mm_min_epu8(from_tab, to_return), from_tab);
    __m128i leads = _mm_or_si128(_mm_cmpeq_epi8(bytes, lead_of_2), _mm_cmpeq_epi8(bytes, lead_of_3));
    unsigned possible = (unsigned)_mm_movemask_epi8(_mm_or_si128(_mm_andnot_si128(space, low), leads));
    for (; possible != 0; possible &= possible - 1) {
      const char *control = at + __builtin_ctz(possible);
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

static void copy_valid(const char *bytes, size_t length, dt_buffer *out) {
  while (length != 0) {
    size_t valid = dt_utf8_valid(bytes, length);
    dt_buffer_add(out, bytes, valid);
    if (valid == length) return;
    dt_buffer_add(out, "\xEF\xBF\xBD", 3);
    bytes += valid + 1;
    length -= valid + 1;
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
  size_t step = strncmp(name, "UTF-16", 6) == 0 ? 2 : 1;
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

/* Chooses the encoding; `valid` if the page is valid UTF-8.  Returns NULL without memory. */
static const char *choose(const char *bytes, size_t length, bool valid, char other[DT_ENCODING_NAME_SIZE]) {
  if (valid) return is_iso_2022_jp(bytes, length) ? "ISO-2022-JP" : "UTF-8";
  const char *said = dt_declared_encoding((detm_text){bytes, length}, other);
  if (said != NULL && !dt_converter_exists(said)) said = NULL;
  if (mostly_utf8(bytes, length, said)) return "UTF-8";
  if (said == NULL || strcmp(said, "UTF-8") == 0) return dt_detect(bytes, length, "windows-1252", true);
  return dt_detect(bytes, length, said, false);
}

/* Returns another encoding if the chosen one breaks at many places and the other at far fewer. */
static const char *reconsider(const char *chosen, const char *bytes, size_t length, size_t broken, dt_buffer *out) {
  size_t several, none;
  if (out->failed || broken <= FORGIVEN) return chosen;
  count_utf8(out->data, out->length, &several, &none);
  if (broken <= several / 100) return chosen;
  const char *set = dt_detect(bytes, length, chosen, true);
  if (set == NULL || dt_text_equal_ci(dt_text(set), dt_text(chosen))) return set;
  dt_buffer again = {0};
  bool better = convert(set, bytes, length, &again) < broken / 4;
  better = better || again.failed;
  dt_buffer_free(better ? out : &again);
  if (better) *out = again;
  return better ? set : chosen;
}

detm_status dt_decode(const char *bytes, size_t length, const char *given, dt_arena *arena, dt_buffer *out,
                      detm_text *text, const char **name, detm_error *error) {
  size_t mark = 0;
  char other[DT_ENCODING_NAME_SIZE];
  if (length == 0) bytes = "";
  const char *set = dt_encoding_of_start(bytes, length, &mark);
  if (given != NULL) set = dt_known_encoding(dt_text(given), other);
  if (given != NULL && set == NULL)
    return dt_error_set(error, DETM_BAD_INPUT, "unknown encoding \"%s\": give a name that iconv -l lists", given);
  bytes += mark;
  length -= mark;
  bool certain = set != NULL;
  bool valid = (!certain || strcmp(set, "UTF-8") == 0) && dt_utf8_valid(bytes, length) == length;
  if (!certain) set = choose(bytes, length, valid, other);
  *text = (detm_text){bytes, length};
  if (set != NULL && (!valid || strcmp(set, "UTF-8") != 0)) {
    if (strcmp(set, "UTF-8") == 0) {
      copy_valid(bytes, length, out);
    } else {
      size_t broken = convert(set, bytes, length, out);
      if (!certain) set = reconsider(set, bytes, length, broken, out);
    }
    *text = (detm_text){out->length != 0 ? out->data : "", out->length};
  }
  if (set != NULL && !out->failed) replace_controls(text, out);
  if (set == other) set = dt_arena_copy(arena, other, strlen(other));
  if (set == NULL || out->failed)
    return dt_error_set(error, DETM_NO_MEMORY, "out of memory while decoding %zu bytes", length);
  *name = set;
  return DETM_OK;
}
