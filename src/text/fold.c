/* text/fold.c: folds white space, and makes the form in which texts are compared. */
#include "text/fold.h"

#include "base/eight.h"

static bool is_full_width(uint32_t code) { return code >= 0xff01 && code <= 0xff5e; }

/* Maps all quotes to one and all dashes to one; other characters are unchanged. */
static uint32_t plain_character(uint32_t code) {
  if (code == 0x60 || code == 0xb4 || code == '"' || (code >= 0x2018 && code <= 0x201f) || code == 0x2032 ||
      code == 0x2033 || code == 0xab || code == 0xbb || code == 0x2039 || code == 0x203a)
    return '\'';
  return (code >= 0x2010 && code <= 0x2015) || code == 0x2212 ? '-' : code;
}

size_t dt_squeeze(detm_text text, char *out) {
  if (text.length == 0) return 0;

  const char *at = text.data, *end = at + text.length;
  char *start = out;
  while (at < end) {
    uint32_t code;
    unsigned bytes = dt_utf8_read(at, end, &code);
    if (code == 0x2026) {
      memcpy(out, "...", 3);
      out += 3;
    } else if (is_full_width(code)) {
      *out++ = (char)plain_character(code - 0xfee0);
    } else if (plain_character(code) != code) {
      *out++ = (char)plain_character(code);
    } else if (!dt_is_blank(code)) {
      memcpy(out, at, bytes);
      out += bytes;
    }
    at += bytes;
  }

  return (size_t)(out - start);
}

/* Writes the lower case of a character, or the character if that has another length.  Returns its bytes. */
static unsigned write_lower(char *out, uint32_t code) {
  char small[4];
  uint32_t lower = dt_lower(code);
  unsigned bytes = dt_utf8_write(out, code);
  if (lower != code && dt_utf8_write(small, lower) == bytes) memcpy(out, small, bytes);
  return bytes;
}

void dt_fold(char *text, size_t length) {
  for (char *at = text, *end = text + length; at < end;) {
    uint32_t code;
    unsigned bytes = dt_utf8_read(at, end, &code);
    if (code < 0x80)
      *at = dt_ascii_lower(*at);
    else if (bytes > 1) /* otherwise it is not UTF-8 */
      write_lower(at, code);
    at += bytes;
  }
}

detm_text dt_fold_copy(char *out, size_t size, detm_text text) {
  text = dt_text_cut(text, size);
  if (text.length != 0) memcpy(out, text.data, text.length);
  dt_fold(out, text.length);
  return (detm_text){out, text.length};
}

size_t dt_squeeze_word(detm_text text, char *out) {
  if (text.length == 0) return 0;

  char *start = out;
  for (const char *at = text.data, *end = at + text.length; at < end;) {
    uint32_t code;
    if ((unsigned char)*at < 0x80) { /* most bytes */
      if (dt_is_ascii_alnum(*at)) *out++ = dt_ascii_lower(*at);
      at++;
      continue;
    }

    at += dt_utf8_read(at, end, &code);
    if (is_full_width(code)) code -= 0xfee0;
    if (!dt_is_letter(code)) continue;
    if (code < 0x80)
      *out++ = dt_ascii_lower((char)code);
    else
      out += write_lower(out, code);
  }

  return (size_t)(out - start);
}

/* ---- white space ---- */

enum { VALUE = 1 << DT_SPACE_VALUE, VISIBLE = 1 << DT_SPACE_VISIBLE, ALL = VISIBLE | VALUE | 1 << DT_SPACE_XML };
const uint8_t dt_space_starts[256] = {
    [0] = VISIBLE,    [1] = VISIBLE,    [2] = VISIBLE,    [3] = VISIBLE,    [4] = VISIBLE,
    [5] = VISIBLE,    [6] = VISIBLE,    [7] = VISIBLE,    [8] = VISIBLE,    [9] = ALL,
    [10] = ALL,       [11] = VISIBLE,   [12] = VISIBLE,   [13] = ALL,       [14] = VISIBLE,
    [15] = VISIBLE,   [16] = VISIBLE,   [17] = VISIBLE,   [18] = VISIBLE,   [19] = VISIBLE,
    [20] = VISIBLE,   [21] = VISIBLE,   [22] = VISIBLE,   [23] = VISIBLE,   [24] = VISIBLE,
    [25] = VISIBLE,   [26] = VISIBLE,   [27] = VISIBLE,   [28] = VISIBLE,   [29] = VISIBLE,
    [30] = VISIBLE,   [31] = VISIBLE,   [' '] = ALL,      [0x7F] = VISIBLE, [0xC2] = VALUE | VISIBLE,
    [0xD8] = VISIBLE, [0xE1] = VISIBLE, [0xE2] = VISIBLE, [0xE3] = VISIBLE, [0xEF] = VISIBLE,
    [0xF0] = VISIBLE, [0xF3] = VISIBLE};

unsigned dt_long_space_at(const char *at, const char *end, dt_space space, bool *gap) {
  uint32_t code;
  unsigned bytes = dt_utf8_read(at, end, &code);
  if (space == DT_SPACE_VALUE) {
    if (code != 0xA0) return 0;
    *gap = true;
    return bytes;
  }
  if (dt_is_white(code)) {
    *gap = true;
    return bytes;
  }
  return dt_is_invisible(code) ? bytes : 0;
}

const char *dt_skip_space(const char *at, const char *end, dt_space space, bool *gap) {
  for (unsigned bytes; (bytes = dt_space_at(at, end, space, gap)) != 0;) at += bytes;
  return at;
}

const char *dt_skip_word(const char *at, const char *end, dt_space space) {
  bool gap;
  while (at < end && dt_space_at(at, end, space, &gap) == 0) at++;
  return at;
}

/* Checks whether eight bytes are ASCII, visible characters with at most single blanks between them. */
static bool is_plain(const char *at) {
  uint64_t word = dt_load_eight(at), blanks = dt_mark_zero(word ^ DT_EIGHT(' '));
  uint64_t marks = word | (word - DT_EIGHT(' ')) | (word + DT_EIGHT(1)) | (blanks & blanks << 8);
  return (marks & DT_EIGHT(0x80)) == 0;
}

const char *dt_skip_plain_words(const char *at, const char *end) {
  while (end - at >= 8 && is_plain(at)) at += at[7] == ' ' ? 7 : 8; /* more blanks may follow one at the end */
  return at;
}

char *dt_fold_space(char *out, detm_text text, dt_space space, dt_folding *folding) {
  if (text.length == 0) return out;

  dt_folding state = *folding;
  for (const char *at = text.data, *end = at + text.length; at < end;) {
    unsigned bytes = dt_space_at(at, end, space, &state.gap);
    at += bytes;
    if (bytes != 0) continue;
    if (state.gap && state.begun) *out++ = ' ';
    state = (dt_folding){.begun = true};
    const char *word = at;
    while (end - at >= 8 && is_plain(at)) {
      size_t plain = at[7] == ' ' ? 7 : 8; /* more blanks may follow one at the end */
      memmove(out, at, 8);
      out += plain;
      at += plain;
    }
    while (at < end && (at == word || !dt_may_be_space(*at, space))) *out++ = *at++;
  }

  *folding = state;
  return out;
}

void dt_buffer_fold(dt_buffer *out, detm_text text, dt_space space, dt_folding *folding) {
  if (out->capacity - out->length <= text.length && !dt_buffer_reserve(out, text.length + 1)) return;
  out->length = (size_t)(dt_fold_space(out->data + out->length, text, space, folding) - out->data);
}

size_t dt_normalize_space(char *text, size_t length) {
  dt_folding folding = {0};
  return (size_t)(dt_fold_space(text, (detm_text){text, length}, DT_SPACE_XML, &folding) - text);
}
