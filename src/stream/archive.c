/* stream/archive.c: ZIP and tar files, which libarchive reads from their start to their end. */
#include "config.h"

#include "stream/archive.h"

#ifdef HAVE_LIBARCHIVE
#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <locale.h>
#include <stdlib.h>

enum { NO_MEMORY = 2 /* beside the results of libarchive, which are at most ARCHIVE_EOF, 1 */ };

typedef struct members {
  struct archive *archive;
  locale_t utf8; /* for the names of members, which libarchive converts to the encoding of the thread; 0 = none */
  dt_bytes *bytes;
  dt_stream_options options; /* for members */
  size_t given;              /* bytes of the file that libarchive has */
  dt_stream *stream;         /* of the member that is open, NULL = none */
  char *name;                /* of that member */
  bool damaged;              /* that member */
  bool failed;               /* the beginning of the file */
} members;

static la_ssize_t read_archive_bytes(struct archive *archive, void *data, const void **bytes) {
  members *m = data;
  (void)archive;
  dt_bytes_skip(m->bytes, m->given);
  detm_text some = dt_bytes_need(m->bytes, 1);
  *bytes = some.data;
  m->given = some.length;
  return (la_ssize_t)some.length;
}

static ssize_t read_member(void *data, char *bytes, size_t length) {
  members *m = data;
  la_ssize_t got = archive_read_data(m->archive, bytes, length);
  if (got >= 0) return (ssize_t)got;
  m->damaged = true;
  errno = EIO;
  return -1;
}

static void close_member(members *m, dt_skipped *skipped) {
  if (m->stream != NULL && skipped != NULL) dt_skipped_join(skipped, dt_stream_skipped(m->stream));
  dt_stream_close(m->stream);
  m->stream = NULL;
  free(m->name);
  m->name = NULL;
}

void dt_archive_close(void *state) {
  members *m = state;
  if (m == NULL) return;
  close_member(m, NULL);
  if (m->archive != NULL) archive_read_free(m->archive);
  if (m->utf8 != (locale_t)0) freelocale(m->utf8);
  free(m);
}

static members *open_archive(dt_file_reading *reading) {
  members *m = calloc(1, sizeof *m);
  if (m == NULL) return NULL;
  *m = (members){.archive = archive_read_new(), .bytes = reading->bytes, .options = *reading->options};
  m->utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
  m->options.format = DT_STREAM_ANY;
  m->options.archives++;
  m->options.path = NULL;

  if (m->archive == NULL || archive_read_support_format_zip_streamable(m->archive) != ARCHIVE_OK ||
      archive_read_support_format_tar(m->archive) != ARCHIVE_OK) {
    dt_archive_close(m);
    return NULL;
  }

  m->failed = archive_read_open(m->archive, m, NULL, read_archive_bytes, NULL) < ARCHIVE_WARN;
  return m;
}

/* What libarchive says of a failure. */
static const char *reason(const members *m) {
  const char *text = archive_error_string(m->archive);
  return text != NULL ? text : "unknown error";
}

static detm_status fail_archive(const dt_file_reading *reading, const members *m, detm_error *error) {
  dt_bytes_drop(reading->bytes, UINT64_MAX); /* nothing more can be read */
  if (dt_bytes_error(reading->bytes)->status != DETM_OK) return dt_format_bytes_error(reading, error);
  return dt_error_set(error, DETM_BAD_INPUT, "is a damaged archive after its member %zu (%s): pack it again",
                      reading->number, reason(m));
}

/* Reads the header of the next member; *name: in UTF-8, owned; NULL = it has none. */
static int read_header(members *m, struct archive_entry **entry, char **name) {
  locale_t before = m->utf8 != (locale_t)0 ? uselocale(m->utf8) : (locale_t)0;
  int result = archive_read_next_header(m->archive, entry);
  const char *found = result == ARCHIVE_OK || result == ARCHIVE_WARN ? archive_entry_pathname(*entry) : NULL;
  *name = found != NULL ? strdup(found) : NULL;
  if (before != (locale_t)0) uselocale(before);
  return found != NULL && *name == NULL ? NO_MEMORY : result;
}

/* Opens the next member with pages; the others are counted.  DETM_NOTHING after the last. */
static detm_status open_member(dt_file_reading *reading, members *m, detm_error *error) {
  for (struct archive_entry *entry;;) {
    close_member(m, NULL);
    int result = read_header(m, &entry, &m->name);
    if (result == NO_MEMORY) return dt_error_memory(error);
    if (result == ARCHIVE_EOF) return dt_format_bytes_error(reading, error);
    if (result == ARCHIVE_FATAL) return fail_archive(reading, m, error);
    if (result == ARCHIVE_RETRY) continue;
    reading->number++;
    if (archive_entry_filetype(entry) == AE_IFDIR) continue;
    m->damaged = false;
    m->stream = dt_stream_open(read_member, m, &m->options);
    if (m->stream == NULL) return dt_error_memory(error);
    if (dt_stream_has_pages(m->stream) || m->damaged) return DETM_OK;
    dt_skipped_add(&reading->skipped, "not HTML");
  }
}

detm_status dt_archive_next(dt_file_reading *reading, dt_stream_page *page, detm_error *error) {
  if (reading->state == NULL) reading->state = open_archive(reading);
  members *m = reading->state;
  if (m == NULL) return dt_error_memory(error);
  if (m->failed) return fail_archive(reading, m, error);

  for (detm_status status = DETM_NOTHING; status == DETM_NOTHING;) {
    detm_error failed = DETM_ERROR_NONE;
    if (m->stream == NULL && (status = open_member(reading, m, error)) != DETM_OK) {
      close_member(m, NULL);
      return status;
    }
    status = dt_stream_next(m->stream, page, &failed);
    if (m->damaged) {
      dt_buffer_free(&page->bytes);
      status = dt_error_set(error, DETM_BAD_INPUT, "is damaged in its archive (%s): pack it again", reason(m));
    } else if (status != DETM_OK && status != DETM_NOTHING) {
      dt_error_at(error, status, "", failed.line, 0, "%s", failed.text);
    }
    if (page->name == NULL && m->name != NULL && status != DETM_NOTHING && (page->name = strdup(m->name)) == NULL)
      status = dt_error_memory(error);
    if (status == DETM_NOTHING || m->damaged) close_member(m, &reading->skipped);
    if (status == DETM_NOTHING) dt_stream_page_free(page);
    if (status != DETM_NOTHING) return status;
  }

  return DETM_NOTHING;
}
#else
detm_status dt_archive_next(dt_file_reading *reading, dt_stream_page *page, detm_error *error) {
  (void)reading;
  (void)page;
  return dt_error_set(error, DETM_BAD_INPUT, "is an archive: unpack it and name the pages in it");
}

void dt_archive_close(void *state) { (void)state; }
#endif
