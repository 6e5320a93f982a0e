/* stream/headers.c: header fields of MIME, HTTP and WARC, and the transfer encodings that they name. */
#include "config.h"

#include "stream/headers.h"
#include "text/words.h"

#include <stdlib.h>

#define SPACE " \t\r\n"

/* The first line of a text, with its newline. */
static detm_text first_line(detm_text text) {
  const char *newline = text.length != 0 ? memchr(text.data, '\n', text.length) : NULL;
  return newline != NULL ? dt_text_between(text.data, newline + 1) : text;
}

bool dt_header_line_is_empty(detm_text line) { return dt_text_strip(line, "\r\n").length == 0; }

size_t dt_headers_length(detm_text text) {
  size_t length = 0;
  while (length < text.length) {
    detm_text line = first_line(dt_text_from(text, length));
    length += line.length;
    if (dt_header_line_is_empty(line)) break;
  }
  return length;
}

/* Gets the value of a field; false if the field is missing. */
static bool find_header(detm_text headers, const char *name, detm_text *value) {
  size_t length = strlen(name);
  *value = DT_TEXT("");
  while (headers.length != 0) {
    detm_text line = first_line(headers);
    headers = dt_text_from(headers, line.length);
    if (dt_header_line_is_empty(line)) break;
    bool found = line.length > length && line.data[length] == ':' && dt_text_starts_ci(line, dt_text(name));
    while (headers.length != 0 && (*headers.data == ' ' || *headers.data == '\t')) {
      detm_text more = first_line(headers);
      line.length += more.length;
      headers = dt_text_from(headers, more.length);
    }
    if (!found) continue;
    *value = dt_text_strip(dt_text_from(line, length + 1), SPACE);
    return true;
  }

  return false;
}

detm_text dt_header_find(detm_text headers, const char *name) {
  detm_text value;
  find_header(headers, name, &value);
  return value;
}

bool dt_header_exists(detm_text headers, const char *name) {
  detm_text value;
  return find_header(headers, name, &value);
}

detm_text dt_header_media(detm_text value) {
  size_t length = 0;
  while (length < value.length && value.data[length] != ';' && value.data[length] != ',') length++;
  return dt_text_strip((detm_text){value.data, length}, SPACE);
}

bool dt_header_is_html(detm_text value) {
  detm_text media = dt_header_media(value);
  return dt_text_equal_ci(media, DT_TEXT("text/html")) || dt_text_equal_ci(media, DT_TEXT("application/xhtml+xml"));
}

bool dt_header_is_data(detm_text value) {
  /* the last one is that of React Server Components */
  static const char types[] = "application/json|text/json|application/xml|text/xml|text/x-component";
  /* pictures, and what a page says of itself to the browser */
  static const char others[] = "image/svg+xml|application/manifest+json|application/opensearchdescription+xml";
  detm_text media = dt_header_media(value);
  if (dt_word_is_among(media, types)) return true;
  if (dt_word_is_among(media, others)) return false;
  return !dt_header_is_html(value) &&
         (dt_text_ends_ci(media, DT_TEXT("+json")) || dt_text_ends_ci(media, DT_TEXT("+xml")));
}

/* The length of a parameter's value, which may be quoted. */
static size_t parameter_length(detm_text text) {
  size_t length = 0;
  if (text.length != 0 && *text.data == '"') {
    for (length = 1; length < text.length && text.data[length] != '"';)
      length += text.data[length] == '\\' && length + 1 < text.length ? 2 : 1;
    return length < text.length ? length + 1 : length;
  }
  while (length < text.length && text.data[length] != ';' && text.data[length] != ',') length++;
  return length;
}

detm_text dt_header_parameter(detm_text value, const char *name) {
  detm_text rest = dt_text_from(value, dt_header_media(value).length);
  size_t length = strlen(name);
  while (rest.length != 0) {
    rest = dt_text_strip_start(rest, ";" SPACE);
    size_t equals = 0;
    while (equals < rest.length && rest.data[equals] != '=' && rest.data[equals] != ';') equals++;
    detm_text key = dt_text_strip((detm_text){rest.data, equals}, SPACE);
    rest = dt_text_from(rest, equals);
    if (rest.length == 0 || *rest.data == ';') continue;
    rest = dt_text_strip_start(dt_text_from(rest, 1), SPACE);
    detm_text found = {rest.data, parameter_length(rest)};
    rest = dt_text_from(rest, found.length);
    if (key.length != length || !dt_text_equal_ci(key, dt_text(name))) continue;
    found = dt_text_strip(found, SPACE);
    return found.length != 0 && *found.data == '"' ? dt_text_strip(found, "\"") : found;
  }

  return DT_TEXT("");
}

char *dt_header_url(detm_text value) {
  enum { MAX_URL = 1 << 16 };
  value = dt_text_strip(value, "<>" SPACE);
  if (value.length == 0 || value.length > MAX_URL) return NULL;
  char *url = malloc(value.length + 1);
  if (url == NULL) return NULL;
  size_t length = 0;
  for (size_t i = 0; i < value.length; i++)
    if (strchr(SPACE, value.data[i]) == NULL) url[length++] = value.data[i]; /* leaves out NUL, too */
  url[length] = '\0';
  size_t scheme = 0;
  while (dt_is_ascii_alnum(url[scheme]) || (url[scheme] != '\0' && strchr("+-.", url[scheme]) != NULL)) scheme++;
  if (scheme != 0 && strncmp(url + scheme, "://", 3) == 0) return url;
  free(url);
  return NULL;
}

/* Appends a line without its newline; a "=" at its end joins it with the next line. */
static void decode_quoted_line(detm_text line, dt_buffer *out) {
  detm_text words = {line.data, line.length};
  while (words.length != 0 && strchr(SPACE, words.data[words.length - 1]) != NULL) words.length--;
  bool joined = words.length != 0 && words.data[words.length - 1] == '=';
  if (joined) words.length--;
  for (const char *at = words.data, *end = at + words.length; at < end; at++) {
    int byte = *at == '=' ? dt_hex_byte(at + 1, end) : -1;
    dt_buffer_byte(out, byte >= 0 ? (char)byte : *at);
    if (byte >= 0) at += 2;
  }
  if (!joined && dt_text_ends(line, DT_TEXT("\n")))
    dt_buffer_text(out, dt_text_ends(line, DT_TEXT("\r\n")) ? "\r\n" : "\n");
}

void dt_decode_quoted(detm_text text, dt_buffer *out) {
  while (text.length != 0) {
    detm_text line = first_line(text);
    decode_quoted_line(line, out);
    text = dt_text_from(text, line.length);
  }
}

bool dt_decode_chunked(detm_text text, dt_buffer *out, bool *whole) {
  bool begun = false;
  *whole = false;
  while (text.length != 0) {
    detm_text line = first_line(text);
    size_t size = 0, digits = 0;
    while (digits < line.length && digits < 15 && dt_hex_digit(line.data[digits]) >= 0)
      size = size * 16 + (size_t)dt_hex_digit(line.data[digits++]);
    detm_text rest = dt_text_strip(dt_text_from(line, digits), SPACE);
    if (digits == 0 || !dt_text_ends(line, DT_TEXT("\n")) || (rest.length != 0 && *rest.data != ';')) break;
    begun = true;
    text = dt_text_from(text, line.length);
    if (size > text.length) size = text.length;
    dt_buffer_add(out, text.data, size);
    text = dt_text_from(text, size);
    *whole = size == 0;
    if (size == 0) break;
    if (dt_header_line_is_empty(first_line(text))) text = dt_text_from(text, first_line(text).length);
  }

  return begun;
}
