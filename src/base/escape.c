/* base/escape.c: escapes text for XML text, XML attributes, JSON strings and CSV cells.
 *
 * Text is copied in runs up to the next byte that must be escaped.  Control characters that XML 1.0 forbids,
 * noncharacters and invalid UTF-8 become U+FFFD. */
#include "base/escape.h"

/* Classes of bytes.  CSV readers stop at NUL.  0xEF may begin U+FFFE or U+FFFF, 0xC2 U+0085, 0xE2 U+2028 or U+2029:
 * some readers of lines end a line there. */
enum {
  XML = DT_ESCAPE_TEXT | DT_ESCAPE_ATTRIBUTE,
  CONTROL = XML | DT_ESCAPE_JSON,
  NUL = CONTROL | DT_ESCAPE_CSV,
  TAB = DT_ESCAPE_ATTRIBUTE | DT_ESCAPE_JSON,
  NEWLINE = TAB | DT_CSV_QUOTING,
  RETURN = CONTROL | DT_CSV_QUOTING,
  QUOTE = TAB | DT_ESCAPE_CSV | DT_CSV_QUOTING
};

static const unsigned char classes[256] = {[0] = NUL,
                                           ['\t'] = TAB,
                                           ['\n'] = NEWLINE,
                                           ['\r'] = RETURN,
                                           ['"'] = QUOTE,
                                           ['&'] = XML,
                                           ['<'] = XML,
                                           ['>'] = XML,
                                           ['\\'] = DT_ESCAPE_JSON,
                                           [0xc2] = DT_ESCAPE_JSON,
                                           [0xe2] = DT_ESCAPE_JSON,
                                           [0xef] = XML,
                                           [0x01] = CONTROL,
                                           [0x02] = CONTROL,
                                           [0x03] = CONTROL,
                                           [0x04] = CONTROL,
                                           [0x05] = CONTROL,
                                           [0x06] = CONTROL,
                                           [0x07] = CONTROL,
                                           [0x08] = CONTROL,
                                           [0x0b] = CONTROL,
                                           [0x0c] = CONTROL,
                                           [0x0e] = CONTROL,
                                           [0x0f] = CONTROL,
                                           [0x10] = CONTROL,
                                           [0x11] = CONTROL,
                                           [0x12] = CONTROL,
                                           [0x13] = CONTROL,
                                           [0x14] = CONTROL,
                                           [0x15] = CONTROL,
                                           [0x16] = CONTROL,
                                           [0x17] = CONTROL,
                                           [0x18] = CONTROL,
                                           [0x19] = CONTROL,
                                           [0x1a] = CONTROL,
                                           [0x1b] = CONTROL,
                                           [0x1c] = CONTROL,
                                           [0x1d] = CONTROL,
                                           [0x1e] = CONTROL,
                                           [0x1f] = CONTROL};

static const char replacement[] = "\xef\xbf\xbd";

/* The escape of U+0085, U+2028 or U+2029; NULL for another character that begins with 0xC2 or 0xE2. */
static const char *line_break_escape(const char *at) {
  if (memcmp(at, "\xc2\x85", 2) == 0) return "\\u0085";
  if (memcmp(at, "\xe2\x80", 2) != 0) return NULL;
  return at[2] == '\xa8' ? "\\u2028" : at[2] == '\xa9' ? "\\u2029" : NULL;
}

/* Adds the escape of the character at `at` and returns the length of that character. */
static size_t add_escape(dt_buffer *to, unsigned kind, const char *at) {
  static const char *const xml_names['>' + 1] = {['\t'] = "&#9;", ['\n'] = "&#10;", ['\r'] = "&#13;", ['"'] = "&quot;",
                                                 ['&'] = "&amp;", ['<'] = "&lt;",   ['>'] = "&gt;"};
  static const char special[] = {'\b', '\f', '\n', '\r', '\t', '"', '\\'}, letters[] = "bfnrt\"\\";
  unsigned char byte = (unsigned char)*at;

  if (kind == DT_ESCAPE_JSON && byte >= 0x80) {
    size_t length = byte == 0xc2 ? 2 : 3;
    const char *escaped = line_break_escape(at);
    dt_buffer_add(to, escaped != NULL ? escaped : at, escaped != NULL ? 6 : length);
    return length;
  }

  if (kind == DT_ESCAPE_JSON) {
    const char *found = memchr(special, byte, sizeof special);
    char escaped[6] = {'\\', 'u', '0', '0', (char)('0' + (byte >> 4)), "0123456789abcdef"[byte & 15]};
    if (found != NULL) escaped[1] = letters[found - special];
    dt_buffer_add(to, escaped, found != NULL ? 2 : 6);
  } else if (kind == DT_ESCAPE_CSV) {
    dt_buffer_text(to, byte == '"' ? "\"\"" : replacement);
  } else if (byte == 0xef) {
    bool forbidden = (unsigned char)at[1] == 0xbf && (unsigned char)at[2] >= 0xbe;
    dt_buffer_add(to, forbidden ? replacement : at, 3);
    return 3;
  } else {
    dt_buffer_text(to, xml_names[byte] != NULL ? xml_names[byte] : replacement);
  }

  return 1;
}

const char *dt_escape_find(const char *at, const char *end, unsigned wanted) {
  while (at < end && (classes[(unsigned char)*at] & wanted) == 0) ++at;
  return at;
}

void dt_escape(dt_buffer *to, unsigned kind, const char *bytes, size_t length) {
  if (length == 0) return; // an empty text may have no address
  const char *at = bytes, *end = bytes + length;
  while (at < end) {
    const char *valid_end = at + dt_utf8_valid(at, (size_t)(end - at));
    while (at < valid_end) {
      const char *stop = dt_escape_find(at, valid_end, kind);
      dt_buffer_add(to, at, (size_t)(stop - at));
      at = stop < valid_end ? stop + add_escape(to, kind, stop) : valid_end;
    }
    if (at == end) return;
    dt_buffer_text(to, replacement);
    ++at;
  }
}

void dt_escape_json_string(dt_buffer *to, detm_text text) {
  dt_buffer_byte(to, '"');
  dt_escape(to, DT_ESCAPE_JSON, text.data, text.length);
  dt_buffer_byte(to, '"');
}

void dt_escape_json_member(dt_buffer *to, const char *name, detm_text value) {
  if (value.data == NULL) return;
  if (to->length != 0 && to->data[to->length - 1] != '{') dt_buffer_byte(to, ',');
  dt_buffer_format(to, "\"%s\":", name);
  dt_escape_json_string(to, value);
}

void dt_escape_sql_name(dt_buffer *to, detm_text name) {
  dt_buffer_byte(to, '"');
  for (size_t i = 0; i < name.length; i++) {
    if (name.data[i] == '"') dt_buffer_byte(to, '"');
    dt_buffer_byte(to, name.data[i]);
  }
  dt_buffer_byte(to, '"');
}

void dt_escape_share(dt_buffer *to, const char *before, double share, const char *after) {
  if (!(share >= 0)) return;
  dt_buffer_text(to, before);
  dt_buffer_number(to, (double)(int64_t)((share < 1 ? share : 1) * 1000 + 0.5) / 1000);
  dt_buffer_text(to, after);
}
