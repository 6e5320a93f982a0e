/* xmlfile/source.c: the tags of an XML file with their lines and columns. */
#include "xmlfile/source.h"

#include "base/base.h"

dt_source dt_source_start(const char *bytes, size_t length) {
  if (length >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0) {
    bytes += 3;
    length -= 3;
  }
  if (length == 0) bytes = "";
  return (dt_source){bytes, bytes, bytes + length, bytes, 1, 0};
}

void dt_source_go(dt_source *source, const char *at) {
  for (const char *from = source->at; from < at;) {
    const char *newline = memchr(from, '\n', (size_t)(at - from));
    if (newline == NULL) break;
    source->line++;
    source->line_start = from = newline + 1;
  }
  source->at = at;
}

size_t dt_source_column(const dt_source *source) {
  return 1 + dt_utf8_count((detm_text){source->line_start, (size_t)(source->at - source->line_start)});
}

/* After the next `wanted`, or the end. */
static const char *behind(const char *from, const char *end, const char *wanted) {
  size_t length = strlen(wanted);
  for (; (size_t)(end - from) >= length; from++) {
    from = memchr(from, *wanted, (size_t)(end - from));
    if (from == NULL || (size_t)(end - from) < length) return end;
    if (memcmp(from, wanted, length) == 0) return from + length;
  }
  return end;
}

/* After a comment, CDATA section or the like; NULL if "<" begins a tag. */
static const char *behind_other(const char *at, const char *end) {
  if (dt_text_starts(dt_text_between(at, end), DT_TEXT("<?"))) return behind(at + 2, end, "?>");
  if (dt_text_starts(dt_text_between(at, end), DT_TEXT("<!--"))) return behind(at + 4, end, "-->");
  if (dt_text_starts(dt_text_between(at, end), DT_TEXT("<![CDATA["))) return behind(at + 9, end, "]]>");
  return NULL;
}

static const char *behind_tag(const char *at, const char *end, size_t *quoted) {
  *quoted = 0;
  while (at < end && *at != '>') {
    if (*at == '"' || *at == '\'') {
      at = memchr(at + 1, *at, (size_t)(end - at - 1));
      if (at == NULL) return end;
      ++*quoted;
    }
    at++;
  }
  return at < end ? at + 1 : end;
}

bool dt_source_next(dt_source *source) {
  const char *at = source->next, *end = source->end;
  for (const char *other = at; other != NULL;) {
    at = memchr(other, '<', (size_t)(end - other));
    if (at == NULL || end - at < 2) return false;
    other = behind_other(at, end);
  }
  dt_source_go(source, at);
  source->next = behind_tag(at, end, &source->quoted);
  return true;
}

void dt_source_pass(dt_source *source) {
  const char *at = source->next, *end = source->end;
  for (const char *other = at; other != NULL;) {
    at = other;
    while (at < end && dt_is_xml_space(*at)) at++;
    other = dt_text_starts(dt_text_between(at, end), DT_TEXT("<![")) ? NULL : behind_other(at, end);
  }
  dt_source_go(source, at);
}
