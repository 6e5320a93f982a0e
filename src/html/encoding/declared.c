/* html/encoding/declared.c: the encoding that a page declares: "prescan a byte stream to determine its encoding" of the
 * HTML standard (13.2.3.2), over bytes that are not decoded yet. */
#include "html/encoding/declared.h"

#include "html/encoding/labels.h"
#include "html/parse/token.h"

enum { PRESCANNED = 1024 };

typedef struct prescan {
  const char *at, *end;
  detm_text unknown; /* the first declared label that the standard does not have */
} prescan;

/* An attribute of the prescan, which has no character references. */
typedef struct raw_attribute {
  detm_text name, value;
} raw_attribute;

/* ---- labels ---- */

const char *dt_known_encoding(detm_text label, char other[DT_ENCODING_NAME_SIZE]) {
  const char *name = dt_encoding_labelled(label);
  if (name != NULL) return dt_converter_exists(name) ? name : NULL;
  if (label.length == 0 || label.length >= DT_ENCODING_NAME_SIZE) return NULL;
  for (size_t i = 0; i < label.length; i++) /* glibc drops other characters */
    if (!dt_is_ascii_alnum(label.data[i]) && memchr("-_:.+/", label.data[i], 6) == NULL) return NULL;
  memcpy(other, label.data, label.length);
  other[label.length] = '\0';
  return dt_converter_exists(other) ? other : NULL;
}

/* Checks whether a declaration in an encoding can be read as ASCII: not UTF-32, for example. */
static bool holds_ascii(const char *name) {
  char word[] = "charset", read[sizeof word], *from = word, *to = read;
  size_t left = sizeof word, space = sizeof read;
  iconv_t converter = dt_converter_open(name);
  if (converter == (iconv_t)-1) return false;
  bool whole = iconv(converter, &from, &left, &to, &space) != (size_t)-1;
  iconv_close(converter);
  return whole && space == 0 && memcmp(word, read, sizeof word) == 0;
}

/* Returns the encoding that a declaration with this label means. */
static const char *encoding_meant(prescan *p, detm_text label) {
  const char *name = dt_encoding_labelled(label);
  if (name == NULL && p->unknown.length == 0) p->unknown = label;
  return name != NULL && strncmp(name, "UTF-16", 6) == 0 ? "UTF-8" : name;
}

/* ---- meta elements ---- */

/* Reads the value of an attribute after "=". */
static bool read_raw_value(prescan *p, detm_text *value) {
  p->at = dt_skip_html_space(p->at, p->end);
  if (p->at == p->end) return false;
  char quote = *p->at;
  if (quote == '"' || quote == '\'') {
    const char *close = memchr(p->at + 1, quote, (size_t)(p->end - p->at - 1));
    *value = dt_text_between(p->at + 1, close != NULL ? close : p->end);
    p->at = close != NULL ? close + 1 : p->end;
    return close != NULL;
  }

  const char *start = p->at;
  while (p->at < p->end && !dt_is_html_space(*p->at) && *p->at != '>') p->at++;
  *value = dt_text_between(start, p->at);
  return p->at < p->end;
}

/* Reads the next attribute of a tag: "get an attribute" of the standard.  Returns false at the end of the tag or of the
 * bytes. */
static bool read_raw_attribute(prescan *p, raw_attribute *attribute) {
  while (p->at < p->end && (dt_is_html_space(*p->at) || *p->at == '/')) p->at++;
  if (p->at == p->end || *p->at == '>') return false;
  const char *start = p->at++; /* a name may begin with "=" */
  while (p->at < p->end && !dt_is_html_space(*p->at) && *p->at != '/' && *p->at != '>' && *p->at != '=') p->at++;
  *attribute = (raw_attribute){dt_text_between(start, p->at), DT_TEXT("")};
  p->at = dt_skip_html_space(p->at, p->end);
  if (p->at == p->end) return false;
  if (*p->at != '=') return true;
  p->at++;
  return read_raw_value(p, &attribute->value);
}

/* Returns the label in "text/html; charset=label", or an empty text. */
static detm_text find_charset(detm_text content) {
  const char *at = content.data, *end = at + content.length;
  while (end - at > 7) {
    if (!dt_text_starts_ci(dt_text_between(at, end), DT_TEXT("charset"))) {
      at++;
      continue;
    }
    at = dt_skip_html_space(at + 7, end);
    if (at == end || *at != '=') continue;
    at = dt_skip_html_space(at + 1, end);
    if (at == end) break;
    const char *start = at;
    if (*at == '"' || *at == '\'') {
      const char *close = memchr(at + 1, *at, (size_t)(end - at - 1));
      return close != NULL ? dt_text_between(at + 1, close) : (detm_text){0};
    }
    while (at < end && *at != ';' && !dt_is_html_space(*at)) at++;
    return dt_text_between(start, at);
  }

  return (detm_text){0};
}

/* Reads the attributes of a meta element.  Returns the encoding that it declares, NULL if none. */
static const char *read_meta(prescan *p) {
  raw_attribute attribute;
  bool has_pragma = false, has_content = false, has_charset = false, is_type = false, needs_type = false;
  const char *found = NULL;
  while (read_raw_attribute(p, &attribute)) {
    if (dt_text_equal_ci(attribute.name, DT_TEXT("http-equiv")) && !has_pragma) {
      has_pragma = true;
      is_type = dt_text_equal_ci(attribute.value, DT_TEXT("content-type"));
    } else if (dt_text_equal_ci(attribute.name, DT_TEXT("content")) && !has_content) {
      has_content = true;
      detm_text label = find_charset(attribute.value);
      if (found != NULL || has_charset || label.length == 0) continue;
      found = encoding_meant(p, label);
      needs_type = true;
    } else if (dt_text_equal_ci(attribute.name, DT_TEXT("charset")) && !has_charset) {
      has_charset = true;
      found = encoding_meant(p, attribute.value);
      needs_type = false;
    }
  }

  return p->at < p->end && (is_type || !needs_type) ? found : NULL;
}

/* ---- markup ---- */

/* Skips a comment: up to the first "-->", whose hyphens may be those of "<!--". */
static void skip_comment(prescan *p) {
  const char *at = p->at + 4;
  while ((at = memchr(at, '>', (size_t)(p->end - at))) != NULL && memcmp(at - 2, "--", 2) != 0) at++;
  p->at = at != NULL ? at : p->end;
}

static void skip_tag(prescan *p) {
  raw_attribute attribute;
  while (p->at < p->end && !dt_is_html_space(*p->at) && *p->at != '>') p->at++;
  while (read_raw_attribute(p, &attribute)) continue;
}

/* Returns the encoding of the first meta element that declares one which the standard knows. */
static const char *find_meta(prescan *p) {
  while ((p->at = memchr(p->at, '<', (size_t)(p->end - p->at))) != NULL) {
    detm_text rest = dt_text_between(p->at, p->end);
    char next = rest.length > 1 ? rest.data[1] : '\0', after = rest.length > 2 ? rest.data[2] : '\0';
    if (dt_text_starts(rest, DT_TEXT("<!--"))) {
      skip_comment(p);
    } else if (dt_text_starts_ci(rest, DT_TEXT("<meta")) && rest.length > 5 &&
               (dt_is_html_space(rest.data[5]) || rest.data[5] == '/')) {
      p->at += 5;
      const char *found = read_meta(p);
      if (found != NULL) return found;
    } else if (dt_is_ascii_letter(next) || (next == '/' && dt_is_ascii_letter(after))) {
      skip_tag(p);
    } else if (next == '!' || next == '/' || next == '?') {
      p->at = memchr(p->at, '>', rest.length);
    } else {
      p->at++;
      continue;
    }
    if (p->at == NULL || p->at == p->end) return NULL;
    p->at++;
  }

  return NULL;
}

/* Returns the encoding of an XML declaration at the start: "get an XML encoding" of the standard. */
static const char *find_xml_encoding(prescan *p, detm_text page) {
  if (!dt_text_starts(page, DT_TEXT("<?xml"))) return NULL;
  const char *at = page.data + 5, *end = memchr(at, '>', page.length - 5);
  if (end == NULL) return NULL;

  while (end - at > 8 && memcmp(at, "encoding", 8) != 0) at++;
  if (end - at <= 8) return NULL;
  at += 8;
  while (at < end && (unsigned char)*at <= ' ') at++;
  if (at == end || *at++ != '=') return NULL;
  while (at < end && (unsigned char)*at <= ' ') at++;
  if (at == end || (*at != '"' && *at != '\'')) return NULL;
  const char *close = memchr(at + 1, *at, (size_t)(end - at - 1));
  if (close == NULL) return NULL;
  for (const char *c = at + 1; c < close; c++)
    if ((unsigned char)*c <= ' ') return NULL;
  return encoding_meant(p, dt_text_between(at + 1, close));
}

/* ---- the page ---- */

/* Returns the encoding of a page without a mark in units of two or four bytes.  Markup is ASCII, so many of its units
 * are a character and zeros, at the same side of it; other encodings have no zeros. */
static const char *find_wide(const char *bytes, size_t length) {
  enum { SAMPLE = 4096, FIRST = 8, FOURTH = 4, EIGHTH = 8 };
  size_t pairs[2] = {0}, quads[2] = {0}; /* ASCII characters: little endian, big endian */
  if (length < 4 || memchr(bytes, '\0', length < FIRST ? length : FIRST) == NULL) return NULL;

  if (length > SAMPLE) length = SAMPLE;
  length -= length % 4;
  for (const char *at = bytes; at < bytes + length; at += 2) {
    pairs[0] += at[0] > 0 && at[1] == '\0';
    pairs[1] += at[0] == '\0' && at[1] > 0;
  }

  for (const char *at = bytes; at < bytes + length; at += 4) {
    quads[0] += at[0] > 0 && at[1] == '\0' && at[2] == '\0' && at[3] == '\0';
    quads[1] += at[0] == '\0' && at[1] == '\0' && at[2] == '\0' && at[3] > 0;
  }

  if (quads[0] >= length / 4 / FOURTH) return "UTF-32LE";
  if (quads[1] >= length / 4 / FOURTH) return "UTF-32BE";
  bool big = pairs[1] > pairs[0];
  bool wide = pairs[big] >= length / 2 / FOURTH && pairs[!big] <= pairs[big] / EIGHTH;
  return !wide ? NULL : big ? "UTF-16BE" : "UTF-16LE";
}

const char *dt_encoding_of_start(const char *bytes, size_t length, size_t *mark) {
  static const struct start {
    const char *bytes, *name;
    size_t length;
  } marks[] = {{"\xEF\xBB\xBF", "UTF-8", 3},
               {"\xFF\xFE\0\0", "UTF-32LE", 4},
               {"\0\0\xFE\xFF", "UTF-32BE", 4},
               {"\xFF\xFE", "UTF-16LE", 2},
               {"\xFE\xFF", "UTF-16BE", 2}};

  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
    if (length >= marks[i].length && memcmp(bytes, marks[i].bytes, marks[i].length) == 0) {
      *mark = marks[i].length;
      return marks[i].name;
    }

  return find_wide(bytes, length);
}

const char *dt_declared_encoding(detm_text page, char other[DT_ENCODING_NAME_SIZE]) {
  prescan p = {.at = page.data, .end = page.data + (page.length < PRESCANNED ? page.length : PRESCANNED)};
  if (page.length == 0) return NULL;
  const char *found = find_meta(&p);
  if (found == NULL) found = find_xml_encoding(&p, page);
  if (found == NULL && page.length > PRESCANNED && dt_text_has_ci(page, DT_TEXT("charset"))) {
    p.at = page.data;
    p.end = page.data + page.length;
    found = find_meta(&p);
  }
  if (found != NULL || p.unknown.length == 0) return found;
  found = dt_known_encoding(p.unknown, other);
  return found != NULL && holds_ascii(found) ? found : NULL;
}
