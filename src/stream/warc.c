/* stream/warc.c: records of a WARC file.
 *
 * A record is a line "WARC/1.0", header fields, an empty line, a block of Content-Length bytes and two line breaks.
 * After a fault, reading continues at the next line that begins with "WARC/". */
#include "config.h"

#include "stream/warc.h"

#include "stream/codec.h"
#include "stream/headers.h"
#include "stream/kinds.h"
#include "text/words.h"

#include <stdlib.h>

enum { MAX_LINE = 1 << 16, MAX_HEADERS = 1 << 18, MAX_HTTP_HEADERS = 1 << 20 };

typedef struct record {
  dt_bytes *bytes;
  const dt_stream_options *options;
  dt_skipped *skipped;
  dt_buffer headers; /* of WARC */
  dt_buffer block;   /* what was read of the block */
  uint64_t left;     /* bytes of the block that were not read */
} record;

static detm_text headers_of(const record *r) { return (detm_text){r->headers.data, r->headers.length}; }

/* Skips to a line that begins a record.  False at the end.  Empty lines separate records; all else is counted. */
static bool find_warc_record(record *r) {
  bool stray = false, at_line = true;
  for (detm_text line;; at_line = dt_text_ends(line, DT_TEXT("\n"))) {
    line = dt_bytes_line(r->bytes, MAX_LINE);
    if (line.length == 0) break;
    if (at_line && dt_text_starts(line, DT_TEXT("WARC/"))) break;
    stray = stray || !dt_header_line_is_empty(line);
    /* a block that is longer than declared need not end with a line break, but a record begins at a line */
    dt_bytes_skip(r->bytes, line.length);
  }
  if (stray) dt_skipped_add(r->skipped, "followed by stray bytes");
  return dt_bytes_need(r->bytes, 1).length != 0;
}

/* Reads the header fields, with the line of the version, up to the empty line.  False if they are too long. */
static bool read_headers(record *r) {
  r->headers.length = 0;
  while (r->headers.length < MAX_HEADERS) {
    detm_text line = dt_bytes_line(r->bytes, MAX_LINE);
    bool ends = dt_header_line_is_empty(line);
    dt_buffer_add(&r->headers, line.data, line.length);
    dt_bytes_skip(r->bytes, line.length);
    if (ends) return true;
  }
  return false;
}

static bool read_number(detm_text digits, uint64_t *number) {
  *number = 0;
  for (size_t i = 0; i < digits.length; i++) {
    if (!dt_is_digit(digits.data[i]) || *number > UINT64_MAX / 16) return false;
    *number = *number * 10 + (uint64_t)(digits.data[i] - '0');
  }
  return digits.length != 0;
}

static bool read_length(record *r) { return read_number(dt_header_find(headers_of(r), "Content-Length"), &r->left); }

/* Appends up to `count` more bytes of the block.  False if the file ends before. */
static bool read_block(record *r, uint64_t count) {
  if (count > r->left) count = r->left;
  while (count != 0) {
    detm_text some = dt_bytes_need(r->bytes, 1);
    if (some.length == 0) return false;
    if (some.length > count) some.length = (size_t)count;
    dt_buffer_add(&r->block, some.data, some.length);
    dt_bytes_skip(r->bytes, some.length);
    count -= some.length;
    r->left -= some.length;
  }
  return true;
}

/* Appends the header fields of HTTP, and maybe more.  Returns their length, 0 if the block does not begin with them. */
static size_t read_http(record *r) {
  enum { FIRST = 4096 };
  for (size_t more = FIRST; read_block(r, more); more = r->block.length) {
    detm_text block = {r->block.data, r->block.length};
    if (!dt_text_starts(block, DT_TEXT("HTTP/"))) return 0;
    size_t length = dt_headers_length(block);
    if (length < block.length || r->left == 0) return length;
    if (block.length > MAX_HTTP_HEADERS) return 0;
  }
  detm_text block = {r->block.data, r->block.length};
  return dt_text_starts(block, DT_TEXT("HTTP/")) ? dt_headers_length(block) : 0;
}

/* The number in a line "HTTP/1.1 200 OK", 0 if it has none. */
static unsigned status_of(detm_text http) {
  const char *at = memchr(http.data, ' ', http.length < 16 ? http.length : 16);
  unsigned status = 0;
  for (size_t i = 1; at != NULL && i <= 3 && at + i < http.data + http.length && dt_is_digit(at[i]); i++)
    status = status * 10 + (unsigned)(at[i] - '0');
  return status;
}

/* As read_http, past interim responses: "HTTP/1.1 100 Continue" comes before the page's own. */
static size_t read_last_http(record *r) {
  size_t http = read_http(r);
  for (unsigned status; http != 0 && (status = status_of((detm_text){r->block.data, http})) >= 100 && status < 200;) {
    if (status == 101 || (http == r->block.length && r->left == 0)) break; /* another protocol; nothing follows */
    r->block.length -= http;
    memmove(r->block.data, r->block.data + http, r->block.length);
    http = read_http(r);
  }
  return http;
}

/* Whether the record is one of HTML, by its Content-Type, else by the identified type, else by its first bytes; *data:
 * it is one of JSON or XML, which is wanted. */
static bool may_be_page(const record *r, detm_text type, detm_text body, bool *data) {
  if (dt_header_media(type).length == 0) type = dt_header_find(headers_of(r), "WARC-Identified-Payload-Type");
  *data = r->options->data && dt_header_is_data(type);
  return *data || (dt_header_media(type).length != 0 ? dt_header_is_html(type) : dt_file_is_html(body));
}

/* Whether a body begins as one of its content coding does. */
static bool begins_compressed(dt_codec_kind kind, bool deflate, detm_text body) {
  if (kind == DT_CODEC_ZSTD) return dt_text_starts(body, DT_TEXT(DT_ZSTD_MAGIC));
  return kind != DT_CODEC_GZIP || deflate || dt_text_starts(body, DT_TEXT(DT_GZIP_MAGIC));
}

/* Undoes the content coding `name`.  Crawlers may keep the header of a body that they have decoded, so a body that is
 * not compressed stays as it is.  False: counted. */
static bool decode_content(record *r, detm_text name, detm_text body, dt_stream_page *page) {
  dt_buffer *out = &page->bytes;
  dt_codec_kind kind = dt_codec_of_coding(name);
  bool full, deflate = dt_text_equal_ci(name, DT_TEXT("deflate"));

  if (name.length == 0 || dt_text_equal_ci(name, DT_TEXT("identity")) || dt_file_is_html(body) ||
      !begins_compressed(kind, deflate, body)) {
    dt_buffer_add(out, body.data, body.length);
    return true;
  }

  if (kind == DT_CODEC_NONE) {
    dt_skipped_add(r->skipped, "content coding %.*s (fetch it with gzip or deflate)",
                   name.length < 10 ? (int)name.length : 10, name.data);
    return false;
  }

  size_t start = out->length;
  dt_codec_state state = dt_codec_decode(kind, body, r->options->max_bytes, out, &full);
  bool whole = state == DT_CODEC_MEMBER_ENDS || full;

  /* deflate and brotli have no first bytes by which a body that was never compressed is known */
  bool compressed = whole || (!deflate && kind != DT_CODEC_BROTLI) ||
                    (kind == DT_CODEC_BROTLI && state == DT_CODEC_GOES_ON && out->length != start);
  page->cut_off = page->cut_off || (!whole && compressed);
  if (compressed) return true;
  out->length = start;
  dt_buffer_add(out, body.data, body.length);
  return true;
}

/* Undoes all content codings of a body, the last one first: "gzip, gzip" where the site's program and its server each
 * compress.  False: counted. */
static bool decode_all(record *r, detm_text names, detm_text body, dt_stream_page *page) {
  enum { MOST = 4 };
  dt_buffer before = {0};
  bool decoded = true;

  for (int n = 0; n < MOST && decoded; n++) {
    const char *comma = names.length != 0 ? memrchr(names.data, ',', names.length) : NULL;
    detm_text last = comma != NULL ? dt_text_between(comma + 1, names.data + names.length) : names;
    decoded = decode_content(r, dt_text_strip(last, " \t"), body, page);
    if (comma == NULL || page->bytes.failed) break;
    names = dt_text_between(names.data, comma);
    dt_buffer_free(&before);
    before = page->bytes;
    page->bytes = (dt_buffer){0};
    body = (detm_text){before.data, before.length};
    if (n + 1 == MOST) dt_buffer_add(&page->bytes, body.data, body.length);
  }

  dt_buffer_free(&before);
  return decoded;
}

static char *copy_nonempty(detm_text text) { return text.length != 0 ? strndup(text.data, text.length) : NULL; }

/* Where a block that was cut off is followed by the next record, which its declared length includes: at the line of the
 * version, which may be in the middle of a line of the page.  `start` is the end of the header fields of HTTP, which
 * are not searched.  The length of the block if nothing shows this. */
static size_t find_next_record(detm_text block, size_t start) {
  static const char version[] = "WARC/1.", after[] = "\r\nWARC-";
  enum { FIXED = sizeof version - 1, LINE = FIXED + 1 /* its digit */ };
  for (size_t at = start; at + LINE < block.length; at++) {
    const char *found = memchr(block.data + at, version[0], block.length - at);
    if (found == NULL) break;
    at = (size_t)(found - block.data);
    detm_text rest = dt_text_from(block, at);
    if (rest.length > LINE && dt_text_starts(rest, DT_TEXT(version)) && dt_is_digit(rest.data[FIXED]) &&
        dt_text_starts(dt_text_from(rest, LINE), DT_TEXT(after)))
      return at;
  }
  return block.length;
}

/* Reads the rest of the block after the header fields of HTTP.  False: it was cut off; bytes of the next record that it
 * includes are read again. */
static bool read_rest(record *r, size_t http) {
  bool whole = read_block(r, r->left);
  detm_text next = dt_bytes_need(r->bytes, 2), block = {r->block.data, r->block.length};
  bool separated = next.length == 0 || *next.data == '\n' || dt_text_starts(next, DT_TEXT("\r\n")) ||
                   dt_text_starts(next, DT_TEXT("WA"));
  if ((whole && separated) || r->block.failed) return whole;
  size_t end = find_next_record(block, http);
  if (end == block.length) return whole;
  if (!dt_bytes_return(r->bytes, dt_text_from(block, end)))
    dt_skipped_add(r->skipped, "cut off, with the records after it");
  r->block.length = end;
  r->left = 0;
  return false;
}

/* Whether the body has fewer bytes than its server declared: the transfer broke off. */
static bool is_shorter(detm_text body, detm_text declared) {
  uint64_t length = 0;
  return read_number(declared, &length) && body.length < length;
}

/* The value of a field of the WARC header that is a URI, in "<" and ">" or not. */
static detm_text find_uri(const record *r, const char *name) {
  return dt_text_strip(dt_header_find(headers_of(r), name), "<> \t\r\n");
}

/* Keeps the page for the revisits after it. */
static void keep_original(const record *r, const dt_stream_page *page) {
  const dt_original_keys keys = {.id = find_uri(r, "WARC-Record-ID"),
                                 .uri = find_uri(r, "WARC-Target-URI"),
                                 .date = dt_header_find(headers_of(r), "WARC-Date"),
                                 .digest = dt_header_find(headers_of(r), "WARC-Payload-Digest")};
  if (r->options->originals != NULL && !page->cut_off)
    dt_originals_keep(r->options->originals, &keys, dt_text(page->encoding),
                      (detm_text){page->bytes.data, page->bytes.length});
}

/* Makes the page of a revisit from the record that it names.  One that names no other address is of its own. */
static detm_status make_revisited(record *r, dt_stream_page *page, detm_error *error) {
  dt_original_keys keys = {.id = find_uri(r, "WARC-Refers-To"),
                           .uri = find_uri(r, "WARC-Refers-To-Target-URI"),
                           .date = dt_header_find(headers_of(r), "WARC-Refers-To-Date"),
                           .digest = dt_header_find(headers_of(r), "WARC-Payload-Digest")};
  detm_text uri = find_uri(r, "WARC-Target-URI");
  if (keys.uri.length == 0) keys.uri = uri;
  const dt_original *original = r->options->originals != NULL ? dt_originals_find(r->options->originals, &keys) : NULL;
  dt_stream_page other = {.name = NULL};
  detm_status status = original == NULL && r->options->cdx != NULL
                           ? dt_cdx_read(r->options->cdx, &keys, r->options, &other, error)
                           : DETM_NOTHING;
  if (status == DETM_NOTHING && original == NULL)
    dt_skipped_add(r->skipped, "revisit without its original: name its file before, or a CDX");
  if (status != DETM_OK && original == NULL) return status;

  page->name = copy_nonempty(uri);
  page->url = dt_header_url(uri);
  if (original != NULL) {
    page->encoding = copy_nonempty(original->encoding);
    dt_buffer_add(&page->bytes, original->page.data, original->page.length);
  } else { /* takes the page of the other file */
    page->encoding = other.encoding;
    page->bytes = other.bytes;
    other.encoding = NULL;
    other.bytes = (dt_buffer){0};
    dt_stream_page_free(&other);
  }
  if (!dt_format_fetched(page, dt_header_find(headers_of(r), "WARC-Date"))) return dt_error_memory(error);
  return page->bytes.failed ? dt_error_memory(error) : DETM_OK;
}

/* Makes the page of a record of HTML: `http` are the header fields, `type` is its content type. */
static detm_status make_warc_page(record *r, size_t http, detm_text type, dt_stream_page *page, detm_error *error) {
  detm_text headers = {r->block.data, http}, body;
  dt_buffer joined = {0};
  detm_text uri = find_uri(r, "WARC-Target-URI");

  page->name = copy_nonempty(uri);
  page->url = dt_header_url(uri);
  page->encoding = copy_nonempty(dt_header_parameter(type, "charset"));
  if (!dt_format_fetched(page, dt_header_find(headers_of(r), "WARC-Date"))) return dt_error_memory(error);
  size_t most = r->options->max_bytes;
  if (r->left > most || r->block.length - http > most - r->left) return dt_stream_error_limit(r->options, 0, error);
  page->cut_off = !read_rest(r, http) || dt_header_exists(headers_of(r), "WARC-Truncated");
  if (r->block.failed) return dt_error_memory(error);
  headers.data = r->block.data;
  body = (detm_text){r->block.data + http, r->block.length - http};

  detm_text coding = dt_header_find(headers, "Content-Encoding");
  bool whole = true;
  if (dt_text_ends_ci(dt_header_find(headers, "Transfer-Encoding"), DT_TEXT("chunked"))) {
    if (dt_decode_chunked(body, &joined, &whole))
      body = (detm_text){joined.data, joined.length};
    else
      whole = true; /* the crawler has kept the header of a body that it has decoded */
  } else if (http != 0 && coding.length == 0) {
    whole = !is_shorter(body, dt_header_find(headers, "Content-Length"));
  }

  page->cut_off = page->cut_off || !whole;
  bool decoded = decode_all(r, coding, body, page);
  bool failed = joined.failed || page->bytes.failed;
  dt_buffer_free(&joined);
  if (failed) return dt_error_memory(error);
  if (page->bytes.length > most) return dt_stream_error_limit(r->options, 0, error);
  detm_text bytes = {page->bytes.data, page->bytes.length};
  if (!decoded) return DETM_NOTHING;

  bool is_page = bytes.length != 0 && (dt_file_foreign(bytes) == NULL || (page->data && dt_file_is_json(bytes)));
  if (page->data && !r->options->sitemaps && dt_file_is_sitemap(bytes)) {
    dt_skipped_add(r->skipped, "sitemap");
    return DETM_NOTHING;
  }

  if (!is_page) dt_skipped_add(r->skipped, page->cut_off ? "cut off" : bytes.length == 0 ? "empty" : "not HTML");
  if (is_page) keep_original(r, page);
  return is_page ? DETM_OK : DETM_NOTHING;
}

/* Reads the record whose header fields were read.  DETM_NOTHING: it has no page. */
static detm_status read_record(record *r, dt_stream_page *page, detm_error *error) {
  detm_text kind = dt_header_find(headers_of(r), "WARC-Type");
  bool response = dt_text_equal_ci(kind, DT_TEXT("response")), resource = dt_text_equal_ci(kind, DT_TEXT("resource"));
  bool revisit = dt_text_equal_ci(kind, DT_TEXT("revisit"));

  if (!response && !resource && !revisit) {
    if (dt_word_is_among(kind, "warcinfo|request|metadata")) return DETM_NOTHING;
    if (kind.length == 0) kind = DT_TEXT("without a type");
    dt_skipped_add(r->skipped, "%.*s", kind.length < 20 ? (int)kind.length : 20, kind.data);
    return DETM_NOTHING;
  }

  size_t http = read_last_http(r);
  detm_text headers = {r->block.data, http}, body = {r->block.data + http, r->block.length - http};
  unsigned status = http != 0 ? status_of(headers) : 200;
  detm_text type = dt_header_find(http != 0 ? headers : headers_of(r), "Content-Type");
  if (http == 0 && !resource && dt_text_starts_ci(type, DT_TEXT("application/http"))) type = DT_TEXT("");
  bool unchanged = revisit && status == 304; /* Not Modified has no header fields of the page */
  detm_text location = response && status / 100 == 3 ? dt_header_find(headers, "Location") : DT_TEXT("");
  if (location.length != 0 && r->options->redirect != NULL)
    r->options->redirect(r->options->redirect_data, find_uri(r, "WARC-Target-URI"), location);

  if (!unchanged && (status < 200 || status > 299))
    dt_skipped_add(r->skipped, "status %u", status);
  else if (!may_be_page(r, type, body, &page->data) && !(revisit && (unchanged || dt_header_media(type).length == 0)))
    dt_skipped_add(r->skipped, "not HTML");
  else if (revisit)
    return make_revisited(r, page, error);
  else if (body.length == 0 && r->left == 0)
    dt_skipped_add(r->skipped, "empty");
  else
    return make_warc_page(r, http, type, page, error);

  return DETM_NOTHING;
}

/* At the end of the bytes: continues after damaged compressed data.  False at the end of the file. */
static bool goes_on(record *r, detm_error *error) {
  const detm_error *failed = dt_bytes_error(r->bytes);
  if (failed->status == DETM_OK) return false;
  detm_error why = *failed;
  if (dt_bytes_resume(r->bytes)) {
    dt_skipped_add(r->skipped, "damaged");
    return true;
  }
  dt_error_set(error, why.status, "%s", why.text);
  return false;
}

detm_status dt_warc_next(dt_file_reading *reading, dt_stream_page *page, detm_error *error) {
  record r = {.bytes = reading->bytes, .options = reading->options, .skipped = &reading->skipped};
  detm_status status = DETM_NOTHING;
  detm_error failed = DETM_ERROR_NONE;
  while (status == DETM_NOTHING) {
    if (!find_warc_record(&r)) {
      if (goes_on(&r, &failed)) continue;
      if (failed.status != DETM_OK) status = dt_error_set(error, failed.status, "%s", failed.text);
      break;
    }
    if (!read_headers(&r) || !read_length(&r)) {
      dt_skipped_add(r.skipped, "without a length");
      continue;
    }
    r.block.length = 0;
    dt_buffer_reserve(&r.block, 1); /* an empty block has an address, too */
    status = read_record(&r, page, error);
    if (r.block.failed || r.headers.failed) status = dt_error_memory(error);
    if (status == DETM_NOTHING) dt_stream_page_free(page);
    dt_bytes_drop(r.bytes, r.left);
  }

  dt_buffer_free(&r.headers);
  dt_buffer_free(&r.block);
  return status;
}
