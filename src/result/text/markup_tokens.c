/* result/text/markup_tokens.c: a tokenizer for the XML that detm writes: no declarations, comments or CDATA sections.
 */
#include "result/text/markup_tokens.h"

#include "base/xml_reference.h"

#include <stdlib.h>

enum { MAX_REFERENCE_LENGTH = 10 }; /* length of &#x10FFFF; in bytes */

#define NAME_OF_TAG(NAME, name) #name,
static const char *const tag_names[] = {NULL, NULL, DT_MARKUP_TAGS(NAME_OF_TAG)}; /* by dt_markup_tag */

/* Reads a tag, without its "<" and ">". */
static void read_markup_tag(dt_markup_event *event, const char *at, const char *end) {
  event->kind = *at == '/' ? DT_MARKUP_END : DT_MARKUP_START;
  if (*at == '/') at++;
  event->empty = end > at && end[-1] == '/';
  if (event->empty) end--;
  const char *start = at;
  while (at < end && *at != ' ') at++;
  event->attributes = dt_text_between(at, end);
  detm_text name = dt_text_between(start, at);

  event->tag = DT_M_OTHER;
  if (name.length == 2 && name.data[0] == 'h' && name.data[1] >= '1' && name.data[1] <= '6') {
    event->tag = DT_M_HEADING;
    event->level = (unsigned)(name.data[1] - '0');
  }

  for (size_t tag = 0; tag < sizeof tag_names / sizeof *tag_names; tag++)
    if (tag_names[tag] != NULL && dt_text_equal(name, dt_text(tag_names[tag]))) event->tag = (dt_markup_tag)tag;
}

/* Returns the next ">"; NULL before a "<", which a tag cannot contain, and at the end. */
static const char *find_tag_end(const char *at, const char *end) {
  while (at < end && *at != '>' && *at != '<') at++;
  return at < end && *at == '>' ? at : NULL;
}

bool dt_markup_next(detm_text *rest, dt_markup_event *event) {
  if (rest->length == 0) return false;
  const char *start = rest->data, *end = start + rest->length, *at = start;
  *event = (dt_markup_event){.kind = DT_MARKUP_TEXT};

  const char *close = *start == '<' ? find_tag_end(start + 1, end) : NULL;
  if (close != NULL && close > start + 1) {
    read_markup_tag(event, start + 1, close);
    at = close + 1;
  } else {
    at = memchr(start + 1, '<', rest->length - 1);
    if (at == NULL) at = end;
    event->text = (detm_text){start, (size_t)(at - start)};
  }
  *rest = (detm_text){at, (size_t)(end - at)};

  return true;
}

detm_text dt_markup_attribute(const dt_markup_event *event, const char *name) {
  const char *at = event->attributes.data, *end = at + event->attributes.length;
  size_t length = strlen(name);

  while (at < end) {
    while (at < end && *at == ' ') at++;
    const char *own = at, *open = memchr(at, '"', (size_t)(end - at));
    const char *close = open != NULL ? memchr(open + 1, '"', (size_t)(end - open - 1)) : NULL;
    if (close == NULL) break;
    bool wanted = (size_t)(open - own) == length + 1 && memcmp(own, name, length) == 0 && own[length] == '=';
    if (wanted) return (detm_text){open + 1, (size_t)(close - open - 1)};
    at = close + 1;
  }

  return (detm_text){NULL, 0};
}

bool dt_markup_number(const dt_markup_event *event, const char *name, size_t most_digits, unsigned *number) {
  detm_text value = dt_markup_attribute(event, name);
  if (value.length == 0 || value.length > most_digits) return false;
  unsigned read = 0;
  for (size_t i = 0; i < value.length; i++) {
    if (!dt_is_digit(value.data[i])) return false;
    read = 10 * read + (unsigned)(value.data[i] - '0');
  }
  *number = read;
  return true;
}

/* Reads the character reference at `at`; false if it is not one. */
static bool read_reference(const char *at, const char *end, uint32_t *code, size_t *width) {
  char meant;
  *width = dt_xml_reference(dt_text_between(at, end), &meant);
  *code = (unsigned char)meant;
  if (*width != 0) return true;

  size_t most = (size_t)(end - at);
  const char *semicolon = memchr(at, ';', most < MAX_REFERENCE_LENGTH ? most : MAX_REFERENCE_LENGTH);
  if (semicolon == NULL || semicolon < at + 3 || at[1] != '#') return false;
  bool hex = at[2] == 'x';
  size_t digits = strspn(at + 2 + hex, hex ? "0123456789abcdefABCDEF" : "0123456789");
  *code = (uint32_t)strtoul(at + 2 + hex, NULL, hex ? 16 : 10);
  *width = (size_t)(semicolon - at) + 1;
  return digits != 0 && at + 2 + hex + digits == semicolon;
}

void dt_markup_decode(dt_buffer *out, detm_text text) {
  const char *at = text.data, *end = text.data + text.length;
  while (at < end) {
    uint32_t code;
    size_t width;
    char bytes[4];
    if (*at != '&' || !read_reference(at, end, &code, &width)) width = dt_utf8_read(at, end, &code);
    at += width;
    if (code == '\r' && at < end && *at == '\n') continue;
    if (code == '\r') code = '\n';
    bool control = code < ' ' && code != '\t' && code != '\n';
    dt_buffer_add(out, bytes, dt_utf8_write(bytes, control ? 0xFFFD : code));
  }
}
