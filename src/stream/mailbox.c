/* stream/mailbox.c: cuts a mailbox into mails, which mhtml.c reads.
 *
 * A line "From SENDER DATE" begins a mail.  Programs put a ">" before a line of a mail that looks so. */
#include "config.h"

#include "stream/mailbox.h"

#include "base/foreign.h"
#include "stream/mhtml.h"

/* ---- a mail in a file ---- */

/* The mail in a file of Apple Mail (.emlx): a property list with its flags follows. */
typedef struct sized_mail {
  dt_bytes *bytes;
  uint64_t left;
} sized_mail;

/* A dt_stream_read of it. */
static ssize_t read_sized_mail(void *data, char *out, size_t length) {
  sized_mail *m = data;
  detm_text some = m->left != 0 ? dt_bytes_need(m->bytes, 1) : DT_TEXT("");
  if (some.length > length) some.length = length;
  if (some.length > m->left) some.length = (size_t)m->left;
  if (some.length != 0) memcpy(out, some.data, some.length);
  dt_bytes_skip(m->bytes, some.length);
  m->left -= some.length;
  return (ssize_t)some.length;
}

detm_status dt_mail_read(dt_file_reading *reading, dt_stream_page *page, detm_error *error) {
  sized_mail m = {.bytes = reading->bytes};
  const size_t line = dt_mail_size_line(dt_bytes_need(reading->bytes, DT_KIND_BYTES), &m.left);
  if (line == 0) return dt_mhtml_read(reading->bytes, reading->options, page, error);

  dt_bytes_skip(reading->bytes, line);
  dt_bytes *bytes = dt_bytes_open(read_sized_mail, &m);
  if (bytes == NULL) return dt_error_memory(error);
  detm_status status = dt_mhtml_read(bytes, reading->options, page, error);
  dt_bytes_close(bytes);
  return status;
}

/* ---- a mailbox ---- */

enum { MAX_LINE = 1 << 16 };

typedef struct mail {
  dt_bytes *bytes;
  bool at_line; /* the next byte begins a line */
} mail;

/* A dt_stream_read of the lines up to the next mail. */
static ssize_t read_mail(void *data, char *out, size_t length) {
  mail *m = data;
  detm_text line = dt_bytes_line(m->bytes, MAX_LINE);
  if (m->at_line && dt_line_begins_mail(line)) return 0;

  if (m->at_line && line.length > 1 && *line.data == '>') {
    size_t marks = 1;
    while (marks < line.length && line.data[marks] == '>') marks++;
    if (dt_line_begins_mail(dt_text_from(line, marks))) {
      dt_bytes_skip(m->bytes, 1);
      line = dt_text_from(line, 1);
    }
  }

  if (line.length > length) line.length = length;
  if (line.length == 0) return 0;
  memcpy(out, line.data, line.length);
  m->at_line = line.data[line.length - 1] == '\n';
  dt_bytes_skip(m->bytes, line.length);
  return (ssize_t)line.length;
}

/* Reads one mail, from the line after its "From ", and drops what is left of it. */
static detm_status read_one(dt_file_reading *reading, dt_stream_page *page, detm_error *error) {
  mail m = {.bytes = reading->bytes, .at_line = true};
  char rest[4096];
  dt_bytes *bytes = dt_bytes_open(read_mail, &m);
  if (bytes == NULL) return dt_error_memory(error);
  detm_status status = dt_mhtml_read(bytes, reading->options, page, error);
  dt_bytes_close(bytes);
  while (read_mail(&m, rest, sizeof rest) != 0) continue;
  return status;
}

detm_status dt_mailbox_next(dt_file_reading *reading, dt_stream_page *page, detm_error *error) {
  for (detm_text line; (line = dt_bytes_line(reading->bytes, MAX_LINE)).length != 0;) {
    detm_error failed = DETM_ERROR_NONE;
    dt_bytes_skip(reading->bytes, line.length); /* "From " */
    reading->number++;
    detm_status status = read_one(reading, page, &failed);
    if (dt_bytes_error(reading->bytes)->status != DETM_OK) return dt_format_bytes_error(reading, error);
    if (status == DETM_NOTHING) {
      dt_skipped_add(&reading->skipped, "mail without HTML");
      dt_stream_page_free(page);
      continue;
    }
    if (!dt_format_name(reading, "mail", page)) return dt_error_memory(error);
    return status == DETM_OK ? DETM_OK : dt_error_set(error, status, "%s", failed.text);
  }

  return dt_format_bytes_error(reading, error);
}
