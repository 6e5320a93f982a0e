/* html/entities.c: converts text with markup to the text that a reader sees. */
#include "html/entities.h"

#include "html/parse/references.h"

void dt_add_without_references(dt_buffer *out, detm_text text) {
  if (text.length == 0) return; /* its data may be NULL */
  const char *at = text.data, *end = at + text.length, *start;
  while (at < end && (start = memchr(at, '&', (size_t)(end - at))) != NULL) {
    char bytes[8] = "&";
    size_t count = 1;
    const char *stop = dt_reference_read(start + 1, end, true, bytes, &count);
    dt_buffer_add(out, at, (size_t)(start - at));
    dt_buffer_add(out, bytes, count);
    at = stop != NULL ? stop : start + 1;
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
