/* html/entities.c: converts text with markup to the text that a reader sees. */
#include "html/entities.h"

#include "html/parser.h"

enum { REFERENCE_MAX_LENGTH = 32 };

/* Returns the code of a numeric reference, read up to `end`; U+FFFD if it is beyond Unicode. */
static uint32_t read_number(const char *at, const char *end) {
  uint32_t code = 0, base = 10;
  if (at < end && (*at | 32) == 'x') {
    base = 16;
    at++;
  }
  if (at == end) return 0;
  for (; at < end; at++) {
    uint32_t digit = dt_is_digit(*at)          ? (uint32_t)(*at - '0')
                     : dt_is_ascii_letter(*at) ? (uint32_t)((*at | 32) - 'a' + 10)
                                               : 99;
    if (digit >= base) return 0;
    if (code <= 0x10FFFF) code = code * base + digit;
  }
  return code <= 0x10FFFF ? dt_control_meaning(code) : 0xFFFD;
}

/* Returns the character of the reference "&name;" or "&#number;" at `at` with its ";" at `semicolon`; 0 = unknown. */
static uint32_t read_reference(const char *at, const char *semicolon) {
  char name[REFERENCE_MAX_LENGTH];
  size_t length = (size_t)(semicolon - at - 1);
  if (length == 0 || length >= sizeof name) return 0;
  if (at[1] == '#') return read_number(at + 2, semicolon);
  memcpy(name, at + 1, length);
  name[length] = '\0';
  if (strcmp(name, "apos") == 0) return '\'';
  const htmlEntityDesc *entity = htmlEntityLookup((const xmlChar *)name);
  return entity != NULL ? entity->value : 0;
}

void dt_add_without_references(dt_buffer *out, detm_text text) {
  const char *at = text.data, *end = at + text.length, *start;
  while (at < end && (start = memchr(at, '&', (size_t)(end - at))) != NULL) {
    size_t within = (size_t)(end - start) < REFERENCE_MAX_LENGTH ? (size_t)(end - start) : REFERENCE_MAX_LENGTH;
    const char *semicolon = memchr(start, ';', within);
    uint32_t code = semicolon != NULL ? read_reference(start, semicolon) : 0;
    dt_buffer_add(out, at, (size_t)(start - at));
    at = start + 1;
    if (code == 0) {
      dt_buffer_byte(out, '&');
      continue;
    }
    char bytes[4];
    dt_buffer_add(out, bytes, dt_utf8_write(bytes, code));
    at = semicolon + 1;
  }
  dt_buffer_add(out, at, (size_t)(end - at));
}

void dt_add_without_tags(dt_buffer *out, detm_text text) {
  const char *at = text.data, *end = at + text.length, *start, *close;
  while (at < end && (start = memchr(at, '<', (size_t)(end - at))) != NULL &&
         (close = memchr(start, '>', (size_t)(end - start))) != NULL) {
    dt_buffer_add(out, at, (size_t)(start - at));
    dt_buffer_byte(out, ' ');
    at = close + 1;
  }
  dt_buffer_add(out, at, (size_t)(end - at));
}

void dt_clean_controls(char *bytes, size_t length) {
  for (size_t i = 0; i < length; i++) {
    if ((unsigned char)bytes[i] < ' ' || bytes[i] == 0x7F) bytes[i] = ' ';
    bool forbidden = length - i >= 3 && memcmp(bytes + i, "\xEF\xBF", 2) == 0 && (unsigned char)bytes[i + 2] >= 0xBE;
    if (forbidden) memset(bytes + i, ' ', 3); /* U+FFFE, U+FFFF */
  }
}
