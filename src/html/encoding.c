/* html/encoding.c: finds the encoding of a page (doc/method 12) and converts it to valid UTF-8 (by iconv). */
#include "html/encoding.h"

#include "html/encoding_detect.h"

#include <errno.h>
#include <iconv.h>
#include <strings.h>

enum { DECLARATION_WITHIN = 8192, NAME_MAX_LENGTH = 40, FORGIVEN = 5 /* tolerated broken places of a page */ };

/* Names of encodings on pages, and the superset that is really used (WHATWG Encoding). */
static const struct alias {
  const char *said, *meant;
} aliases[] = {
    {"ascii", "CP1252"},       {"usascii", "CP1252"},   {"latin1", "CP1252"},    {"iso88591", "CP1252"},
    {"windows1252", "CP1252"}, {"iso88599", "CP1254"},  {"iso885911", "CP874"},  {"tis620", "CP874"},
    {"gb2312", "GB18030"},     {"gb231280", "GB18030"}, {"gbk", "GB18030"},      {"xgbk", "GB18030"},
    {"cp936", "GB18030"},      {"gb18030", "GB18030"},  {"big5", "BIG5-HKSCS"},  {"big5hkscs", "BIG5-HKSCS"},
    {"xxbig5", "BIG5-HKSCS"},  {"shiftjis", "CP932"},   {"xsjis", "CP932"},      {"sjis", "CP932"},
    {"windows31j", "CP932"},   {"euckr", "CP949"},      {"ksc5601", "CP949"},    {"ksc56011987", "CP949"},
    {"xeucjp", "EUC-JP"},      {"utf8", "UTF-8"},       {"unicode", "UTF-16LE"}, {"utf16", "UTF-16LE"},
    {"utf16le", "UTF-16LE"},   {"utf16be", "UTF-16BE"},
};

/* Compares names by letters and digits only, ignoring case (Unicode TR 22, 1.4), so that "ISO_8859-1" and "utf-8+" are
 * known, too. */
static const char *meant_by(const char *said) {
  for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++) {
    const char *alias = aliases[i].said;
    for (const char *at = said; *at != '\0' && alias != NULL; at++)
      if (dt_is_ascii_alnum(*at)) alias = dt_ascii_lower(*at) == *alias ? alias + 1 : NULL;
    if (alias != NULL && *alias == '\0') return aliases[i].meant;
  }
  return said;
}

/* Checks whether an encoding is known and a declaration in it can be read as ASCII: not UTF-16. */
static bool holds_ascii(const char *name) {
  char word[] = "charset", read[sizeof word], *from = word, *to = read;
  size_t left = sizeof word, space = sizeof read;
  iconv_t converter = iconv_open("UTF-8", name);
  if (converter == (iconv_t)-1) return false;
  bool whole = iconv(converter, &from, &left, &to, &space) != (size_t)-1;
  iconv_close(converter);
  return whole && space == 0 && memcmp(word, read, sizeof word) == 0;
}

static const char *byte_order_mark(const char *bytes, size_t length, size_t *mark) {
  static const struct {
    const char *bytes, *name;
    size_t length;
  } marks[] = {{"\xEF\xBB\xBF", "UTF-8", 3}, {"\xFF\xFE", "UTF-16LE", 2}, {"\xFE\xFF", "UTF-16BE", 2}};
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
    if (length >= marks[i].length && memcmp(bytes, marks[i].bytes, marks[i].length) == 0) {
      *mark = marks[i].length;
      return marks[i].name;
    }
  return NULL;
}

/* Copies the name after "charset=" or "encoding=" at `at` into `name`. */
static bool read_declaration(const char *at, const char *end, char name[NAME_MAX_LENGTH]) {
  while (at < end && (*at == ' ' || *at == '\t')) at++;
  if (at == end || *at++ != '=') return false;
  while (at < end && (*at == ' ' || *at == '"' || *at == '\'')) at++;
  size_t length = 0;
  while (at < end && length + 1 < NAME_MAX_LENGTH &&
         (dt_is_ascii_alnum(*at) || (*at != '\0' && strchr("-_:.+", *at) != NULL)))
    name[length++] = *at++;
  name[length] = '\0';
  return length != 0;
}

/* Returns the encoding declared near the page's start: <meta charset>, http-equiv, or an XML declaration. */
static const char *declared(const char *bytes, size_t length, dt_arena *arena) {
  const char *end = bytes + (length < DECLARATION_WITHIN ? length : DECLARATION_WITHIN);
  char name[NAME_MAX_LENGTH];
  for (const char *at = bytes; at < end; at++) {
    size_t left = (size_t)(end - at), word = 0;
    if (left > 7 && strncasecmp(at, "charset", 7) == 0) word = 7;
    if (left > 8 && at < bytes + 200 && strncasecmp(at, "encoding", 8) == 0) word = 8;
    if (word == 0 || !read_declaration(at + word, end, name)) continue;
    const char *meant = meant_by(name);
    if (!holds_ascii(meant)) continue;
    return meant == name ? dt_arena_copy(arena, name, strlen(name)) : meant;
  }
  return NULL;
}

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

/* Checks for a control character other than white space, eight bytes at a time. */
static bool has_control(const char *bytes, size_t length) {
  const uint64_t ones = UINT64_C(0x0101010101010101), high = ones << 7;
  uint64_t found = 0;
  for (; length >= 8; bytes += 8, length -= 8) {
    uint64_t x, low;
    memcpy(&x, bytes, 8);
    low = x & ~high;
    uint64_t printable = low + ones * 0x60, from_tab = low + ones * 0x77, past_return = low + ones * 0x72;
    found |= ~printable & ~(from_tab & ~past_return) & ~x & high;
  }
  for (; length != 0; bytes++, length--) found |= (unsigned char)*bytes < ' ' && !(*bytes >= '\t' && *bytes <= '\r');
  return found != 0;
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
  iconv_t converter = iconv_open("UTF-8", name);
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

/* Chooses the encoding.  Returns NULL without memory. */
static const char *choose(const char *bytes, size_t length, dt_arena *arena) {
  if (dt_utf8_valid(bytes, length) == length) return is_iso_2022_jp(bytes, length) ? "ISO-2022-JP" : "UTF-8";
  const char *said = declared(bytes, length, arena);
  if (mostly_utf8(bytes, length, said)) return "UTF-8";
  if (said == NULL || strcmp(said, "UTF-8") == 0) return dt_detect(bytes, length, "CP1252", true);
  return dt_detect(bytes, length, said, false);
}

/* Returns another encoding if the chosen one breaks at many places and the other at far fewer. */
static const char *reconsider(const char *chosen, const char *bytes, size_t length, size_t broken, dt_buffer *out) {
  size_t several, none;
  if (out->failed || broken <= FORGIVEN) return chosen;
  count_utf8(out->data, out->length, &several, &none);
  if (broken <= several / 100) return chosen;
  const char *set = dt_detect(bytes, length, chosen, true);
  if (set == NULL || strcasecmp(set, chosen) == 0) return set;
  dt_buffer again = {0};
  bool better = convert(set, bytes, length, &again) < broken / 4;
  better = better || again.failed;
  dt_buffer_free(better ? out : &again);
  if (better) *out = again;
  return better ? set : chosen;
}

/* Returns the name of an encoding for messages and results. */
static const char *display_name(const char *name) { return strcmp(name, "CP1252") == 0 ? "windows-1252" : name; }

detm_status dt_decode(const char *bytes, size_t length, const char *given, dt_arena *arena, dt_buffer *out,
                      detm_text *text, const char **name, detm_error *error) {
  size_t mark = 0;
  const char *set = byte_order_mark(bytes, length, &mark);
  if (given != NULL) {
    set = dt_arena_copy(arena, meant_by(given), strlen(meant_by(given)));
    if (set == NULL) return dt_error_memory(error);
    iconv_t converter = iconv_open("UTF-8", set);
    if (converter == (iconv_t)-1)
      return dt_error_set(error, DETM_BAD_INPUT, "unknown encoding \"%s\": give a name that iconv -l lists", given);
    iconv_close(converter);
  }
  bytes += mark;
  length -= mark;
  bool certain = set != NULL;
  if (!certain) set = choose(bytes, length, arena);
  bool utf8 = set != NULL && strcasecmp(set, "UTF-8") == 0;
  *text = (detm_text){bytes, length};
  if (utf8 && dt_utf8_valid(bytes, length) == length && !has_control(bytes, length)) {
    *name = set;
    return DETM_OK;
  }
  if (utf8) {
    copy_valid(bytes, length, out);
  } else if (set != NULL) {
    size_t broken = convert(set, bytes, length, out);
    if (!certain) set = reconsider(set, bytes, length, broken, out);
  }
  if (set != NULL && !out->failed && has_control(out->data, out->length)) {
    dt_buffer clean = {0};
    for (size_t i = 0; i < out->length; i++) {
      char c = out->data[i];
      bool control = (unsigned char)c < ' ' && !(c >= '\t' && c <= '\r');
      dt_buffer_add(&clean, control ? "\xEF\xBF\xBD" : &c, control ? 3 : 1);
    }
    dt_buffer_free(out);
    *out = clean;
  }
  if (set == NULL || out->failed)
    return dt_error_set(error, DETM_NO_MEMORY, "out of memory while decoding %zu bytes", length);
  *name = display_name(set);
  *text = (detm_text){out->length != 0 ? out->data : "", out->length};
  return DETM_OK;
}
