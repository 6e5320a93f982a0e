/* stream/kinds.c: finds the format of a file by its first bytes. */
#include "config.h"

#include "stream/kinds.h"

#include "stream/headers.h"

bool dt_file_is_html(detm_text start) {
  static const char *const beginnings[] = {"<!doctype", "<html", "<head", "<body", "<title", "<meta", "<script"};
  start = dt_text_strip_start(dt_text_without_bom(start), " \t\r\n\f");
  while (dt_text_starts(start, DT_TEXT("<!--")) || dt_text_starts(start, DT_TEXT("<?"))) {
    const char *end = memchr(start.data, '>', start.length);
    if (end == NULL) return false;
    start = dt_text_strip_start(dt_text_from(start, (size_t)(end + 1 - start.data)), " \t\r\n\f");
  }
  for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
    if (dt_text_starts_ci(start, dt_text(beginnings[i]))) return true;
  return false;
}

/* Whether the bytes begin with header fields of a mail. */
static bool is_mail(detm_text start) {
  if (start.length == 0 || !dt_is_ascii_alnum(*start.data)) return false;
  size_t name = 0;
  while (name < start.length && (dt_is_ascii_alnum(start.data[name]) || start.data[name] == '-')) name++;
  if (name == start.length || start.data[name] != ':') return false;
  detm_text headers = {start.data, dt_headers_length(start)}, type = dt_header_find(headers, "Content-Type");
  return dt_header_exists(headers, "MIME-Version") || dt_header_is_html(type) ||
         dt_text_starts_ci(type, DT_TEXT("multipart/"));
}

dt_stream_format dt_file_format(detm_text start) {
  if (dt_text_starts(start, DT_TEXT("WARC/"))) return DT_STREAM_WARC;
  return is_mail(start) ? DT_STREAM_MHTML : DT_STREAM_HTML;
}
