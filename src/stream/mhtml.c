/* stream/mhtml.c: finds the main part of a MIME message and decodes it.
 *
 * The message is read line by line.  A line "--BOUNDARY" of any multipart that is open begins a part. */
#include "config.h"

#include "stream/mhtml.h"

#include "base/base64.h"
#include "stream/frames.h"
#include "stream/headers.h"

#include <stdlib.h>

enum { MAX_HEADERS = 1 << 20, MAX_BOUNDARIES = 8, MAX_BOUNDARY = 256, MAX_START = 512 };

typedef struct message {
  dt_bytes *bytes;
  const dt_stream_options *options;
  struct {
    char text[MAX_BOUNDARY];
    size_t length;
  } boundaries[MAX_BOUNDARIES];
  size_t boundary_count;
  char start[MAX_START]; /* the Content-ID of the main part, "" = not given */
  dt_buffer headers, body;
  bool unended; /* the file ends within the body that was read */
  dt_frames frames;
} message;

/* Reads the header fields of the message or of a part. */
static bool read_part_headers(message *m) {
  m->headers.length = 0;
  for (;;) {
    detm_text line = dt_bytes_line(m->bytes, MAX_HEADERS);
    bool ends = dt_header_line_is_empty(line);
    if (m->headers.length + line.length > MAX_HEADERS) return false;
    dt_buffer_add(&m->headers, line.data, line.length);
    dt_bytes_skip(m->bytes, line.length);
    if (ends) return !m->headers.failed;
  }
}

static detm_text part_headers(const message *m) { return (detm_text){m->headers.data, m->headers.length}; }

/* Adds the boundary of a multipart. */
static void add_boundary(message *m, detm_text type) {
  detm_text boundary = dt_header_parameter(type, "boundary"), start = dt_header_parameter(type, "start");
  if (boundary.length == 0 || boundary.length > MAX_BOUNDARY || m->boundary_count == MAX_BOUNDARIES) return;
  memcpy(m->boundaries[m->boundary_count].text, boundary.data, boundary.length);
  m->boundaries[m->boundary_count++].length = boundary.length;
  if (m->start[0] != '\0' || start.length == 0 || start.length >= sizeof m->start) return;
  memcpy(m->start, start.data, start.length);
  m->start[start.length] = '\0';
}

/* Whether a line begins or ends a part. */
static bool is_boundary(const message *m, detm_text line) {
  if (!dt_text_starts(line, DT_TEXT("--"))) return false;
  line = dt_text_from(line, 2);
  for (size_t i = 0; i < m->boundary_count; i++) {
    detm_text boundary = {m->boundaries[i].text, m->boundaries[i].length};
    if (!dt_text_starts(line, boundary)) continue;
    detm_text rest = dt_text_strip(dt_text_from(line, boundary.length), " \t\r\n");
    if (rest.length == 0 || dt_text_equal(rest, DT_TEXT("--"))) return true;
  }
  return false;
}

/* Reads up to the line after the next boundary; the lines before it are the body if `keep`.  False if the body exceeds
 * the limit.  Sets `unended` if the file ends before the boundary. */
static bool read_body(message *m, bool keep) {
  size_t most = m->options->max_bytes;
  m->body.length = 0;
  m->unended = m->boundary_count != 0;

  for (detm_text line; (line = dt_bytes_line(m->bytes, MAX_HEADERS)).length != 0;) {
    bool ends = is_boundary(m, line);
    if (!ends && keep) dt_buffer_add(&m->body, line.data, line.length);
    dt_bytes_skip(m->bytes, line.length);
    if (ends) {
      m->unended = false;
      break;
    }
    /* base64 takes 4 bytes for 3 and a line break, quoted-printable up to 3 for 1 */
    if (m->body.length / 4 > most) return false;
  }

  /* the line break before a boundary belongs to it */
  if (m->boundary_count != 0 && m->body.length != 0 && m->body.data[m->body.length - 1] == '\n') m->body.length--;
  if (m->boundary_count != 0 && m->body.length != 0 && m->body.data[m->body.length - 1] == '\r') m->body.length--;
  return true;
}

/* Decodes the part whose body was read.  Returns the encoding that it declares; NULL = none. */
static char *decode_part(const message *m, dt_buffer *out) {
  detm_text headers = part_headers(m), body = {m->body.data, m->body.length};
  detm_text coding = dt_header_find(headers, "Content-Transfer-Encoding");
  detm_text charset = dt_header_parameter(dt_header_find(headers, "Content-Type"), "charset");
  if (dt_text_equal_ci(coding, DT_TEXT("quoted-printable")))
    dt_decode_quoted(body, out);
  else if (dt_text_equal_ci(coding, DT_TEXT("base64")))
    dt_base64_decode(body, out);
  else
    dt_buffer_add(out, body.data, body.length);
  return charset.length != 0 ? strndup(charset.data, charset.length) : NULL;
}

/* Makes the page of the part whose body was read. */
static void make_mhtml_page(const message *m, dt_stream_page *page) {
  char *url = dt_header_url(dt_header_find(part_headers(m), "Content-Location"));
  if (url != NULL) {
    free(page->url);
    page->url = url;
  }

  free(page->encoding);
  page->bytes.length = 0;
  page->encoding = decode_part(m, &page->bytes);
}

/* Adds the part whose body was read to those that frames may have. */
static void add_frame(message *m) {
  detm_text id = dt_text_strip(dt_header_find(part_headers(m), "Content-ID"), "<> \t\r\n");
  dt_frame_page frame = {.url = dt_header_url(dt_header_find(part_headers(m), "Content-Location"))};
  if (id.length != 0) frame.id = strndup(id.data, id.length);
  frame.encoding = decode_part(m, &frame.bytes);
  dt_frames_add(&m->frames, &frame, m->options->max_bytes);
}

/* Whether the part is the one that the parameter `start` names. */
static bool is_start_part(const message *m) {
  detm_text id = dt_text_strip(dt_header_find(part_headers(m), "Content-ID"), "<>");
  return m->start[0] != '\0' && dt_text_equal(id, dt_text_strip(dt_text(m->start), "<>"));
}

/* Reads parts up to the main one, and the others of HTML if it has frames.  False: there is none, or *error says why.
 */
static bool read_parts(message *m, dt_stream_page *page, detm_error *error) {
  bool found = false, sure = false;
  for (;;) {
    detm_text type = dt_header_find(part_headers(m), "Content-Type");
    if (dt_text_starts_ci(type, DT_TEXT("message/rfc822"))) {
      if (!read_part_headers(m)) break; /* of the mail that the part is */
      continue;
    }
    bool start = is_start_part(m), html = dt_header_is_html(type), main = html && !sure && (!found || start);
    if (dt_text_starts_ci(type, DT_TEXT("multipart/"))) add_boundary(m, type);
    if (!read_body(m, html) || page->bytes.length > m->options->max_bytes) {
      if (sure) break;
      dt_stream_error_limit(m->options, 0, error);
      return false;
    }
    if (main) {
      make_mhtml_page(m, page);
      page->cut_off = m->unended;
      found = true;
      sure = start || m->start[0] == '\0';
      if (sure && !dt_has_frames((detm_text){page->bytes.data, page->bytes.length})) break;
    } else if (html) {
      add_frame(m);
    }
    if (m->boundary_count == 0 || dt_bytes_need(m->bytes, 1).length == 0 || !read_part_headers(m)) break;
  }

  if (found) dt_frames_put(&page->bytes, page->url, &m->frames, NULL, m->options->max_bytes);
  return found;
}

detm_status dt_mhtml_read(dt_bytes *bytes, const dt_stream_options *options, dt_stream_page *page, detm_error *error) {
  message *m = calloc(1, sizeof *m);
  detm_error failed = DETM_ERROR_NONE;
  bool found = false;
  if (m == NULL) return dt_error_memory(error);
  dt_bytes_skip(bytes, dt_text_starts(dt_bytes_need(bytes, 3), DT_TEXT("\xef\xbb\xbf")) ? 3 : 0);
  *m = (message){.bytes = bytes, .options = options};

  if (read_part_headers(m)) {
    page->url = dt_header_url(dt_header_find(part_headers(m), "Snapshot-Content-Location"));
    detm_text type = dt_header_find(part_headers(m), "Content-Type");
    bool multipart = dt_text_starts_ci(type, DT_TEXT("multipart/"));
    if (multipart) add_boundary(m, type);
    if (multipart) read_body(m, false);
    if (!multipart || read_part_headers(m)) found = read_parts(m, page, &failed);
  } else {
    dt_error_set(&failed, DETM_BAD_INPUT, "has too long header fields: it is damaged");
  }

  if (failed.status == DETM_OK && page->bytes.length > options->max_bytes) dt_stream_error_limit(options, 0, &failed);
  if (page->bytes.failed || m->body.failed || m->headers.failed) {
    failed = (detm_error)DETM_ERROR_NONE;
    dt_error_memory(&failed);
  }

  if (found && failed.status == DETM_OK && page->url != NULL) page->name = strdup(page->url);
  dt_frames_free(&m->frames);
  dt_buffer_free(&m->headers);
  dt_buffer_free(&m->body);
  free(m);
  if (failed.status != DETM_OK) return dt_error_set(error, failed.status, "%s", failed.text);
  return found ? DETM_OK : DETM_NOTHING;
}
