/* fetch/warc_file.c: a WARC file that grows by one record a response.
 *
 * Each record is one member of gzip and is written by one call, so a process that is killed leaves whole records and at
 * most one that is cut off at the end, which the next run removes. */
#include "config.h"

#include "base/allocate.h"
#include "fetch/fetch.h"

#include "base/files.h"
#include "base/map.h"
#include "base/vec.h"
#include "stream/headers.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

struct dt_warc_file {
  int fd;
  bool is_file; /* else standard output */
  bool is_old;  /* is only read */
  uint64_t end; /* of the last record */
  size_t old_count;
  dt_lookup urls; /* hashes of the URLs; the numbers are those of `items` */
  DT_VEC(dt_warc_response) items;
  dt_buffer last; /* the last record that was written, compressed */
};

/* ---- the responses that are there ---- */

static uint64_t hash_of_url(const char *url) { return dt_hash_keyed(url, strlen(url)); }

const dt_warc_response *dt_warc_file_find(const dt_warc_file *archive, const char *url) {
  uint32_t probe = 0, number;
  uint64_t hash = hash_of_url(url);
  while ((number = dt_lookup_next(&archive->urls, hash, &probe)) != DT_NO_NUMBER)
    if (strcmp(archive->items.items[number].url, url) == 0) return &archive->items.items[number];
  return NULL;
}

size_t dt_warc_file_old_count(const dt_warc_file *archive) { return archive->old_count; }

static void free_item(dt_warc_response *item) {
  free(item->url);
  free(item->location);
  free(item->etag);
  free(item->modified);
}

/* Adds an item; frees its strings if that fails.  NULL without memory. */
static const dt_warc_response *add_archived(dt_warc_file *archive, dt_warc_response item) {
  if (item.url != NULL && DT_VEC_RESERVE(NULL, &archive->items, 1) &&
      dt_lookup_append(&archive->urls, hash_of_url(item.url)) != DT_NO_NUMBER) {
    archive->items.items[archive->items.count++] = item;
    return &archive->items.items[archive->items.count - 1];
  }
  free_item(&item);
  return NULL;
}

static char *copy_stripped(detm_text text) {
  text = dt_text_strip(text, "<> \t\r\n");
  return text.length != 0 ? strndup(text.data, text.length) : NULL;
}

/* The value of a field that is sent back to the server; NULL if it is missing, or cannot be sent. */
static char *copy_validator(detm_text http, const char *name) {
  enum { MOST = 1024 };
  detm_text value = dt_text_strip(dt_header_find(http, name), " \t\r\n");
  if (value.length == 0 || value.length > MOST) return NULL;
  for (size_t i = 0; i < value.length; i++)
    if ((unsigned char)value.data[i] < ' ') return NULL;
  return strndup(value.data, value.length);
}

/* Reads what the header fields of HTTP say. */
static void read_http_fields(dt_warc_response *item, detm_text http) {
  item->status = dt_http_status(http);
  item->location = dt_http_location(http);
  if (item->status != 200) return;
  item->etag = copy_validator(http, "ETag");
  item->modified = copy_validator(http, "Last-Modified");
}

/* Adds the item of a record whose beginning is `start`, unless it is no response.  False without memory. */
static bool index_record(dt_warc_file *archive, detm_text start, uint64_t offset, size_t length) {
  detm_text warc = {start.data, dt_headers_length(start)};
  detm_text http = dt_text_from(start, warc.length);
  if (!dt_text_starts(warc, DT_TEXT("WARC/")) || !dt_text_starts(http, DT_TEXT("HTTP/"))) return true;
  if (!dt_text_equal_ci(dt_header_find(warc, "WARC-Type"), DT_TEXT("response"))) return true;
  dt_warc_response item = {
      .url = copy_stripped(dt_header_find(warc, "WARC-Target-URI")), .offset = offset, .length = length};
  if (item.url == NULL) return true;
  http.length = dt_headers_length(http);
  read_http_fields(&item, http);
  bool known = dt_warc_file_find(archive, item.url) != NULL;
  if (!known) return add_archived(archive, item) != NULL;
  free_item(&item);
  return true;
}

/* ---- reading the file ---- */

enum { WINDOW = 1 << 16, MAX_START = 1 << 19 /* bytes of header fields */ };

typedef struct scan {
  dt_warc_file *archive;
  z_stream gzip;
  char in[WINDOW];
  uint64_t read;   /* bytes of the file that were given to zlib */
  dt_buffer start; /* of the record */
} scan;

/* Gives zlib more bytes.  False at the end of the file, or, with an error, if it cannot be read. */
static bool refill(scan *s, detm_error *error) {
  ssize_t got;
  if (s->gzip.avail_in != 0) return true;
  do got = pread(s->archive->fd, s->in, sizeof s->in, (off_t)s->read);
  while (got < 0 && errno == EINTR);
  if (got < 0) dt_error_set(error, DETM_BAD_FILE, "cannot be read: %s; check the file and its disk", strerror(errno));
  if (got <= 0) return false;
  s->read += (uint64_t)got;
  s->gzip.next_in = (Bytef *)s->in;
  s->gzip.avail_in = (uInt)got;
  return true;
}

/* Reads the member that begins here, and keeps its beginning.  Z_STREAM_END: it is whole; Z_BUF_ERROR: the file ends
 * before it does, or cannot be read. */
static int read_gzip_member(scan *s, detm_error *error) {
  char out[WINDOW];
  s->start.length = 0;
  if (inflateReset(&s->gzip) != Z_OK) return Z_STREAM_ERROR;

  for (int state = Z_OK; state != Z_STREAM_END;) {
    if (!refill(s, error)) return Z_BUF_ERROR;
    s->gzip.next_out = (Bytef *)out;
    s->gzip.avail_out = sizeof out;
    state = inflate(&s->gzip, Z_NO_FLUSH);
    if (state != Z_OK && state != Z_STREAM_END && state != Z_BUF_ERROR) return state;
    size_t got = sizeof out - s->gzip.avail_out, room = MAX_START - s->start.length;
    dt_buffer_add(&s->start, out, got < room ? got : room);
  }

  return Z_STREAM_END;
}

/* Indexes the records of the file; sets `end` to the end of the last whole one. */
static detm_status scan_file(dt_warc_file *archive, detm_error *error) {
  enum { GZIP = 15 + 16 };
  scan *s = calloc(1, sizeof *s);
  if (s == NULL || inflateInit2(&s->gzip, GZIP) != Z_OK) {
    free(s);
    return dt_error_memory(error);
  }

  s->archive = archive;
  while (error->status == DETM_OK && refill(s, error)) {
    uint64_t offset = s->read - s->gzip.avail_in;
    int state = read_gzip_member(s, error);
    detm_text start = {s->start.data, s->start.length};
    bool is_record = dt_text_starts(start, DT_TEXT("WARC/"));
    if (error->status != DETM_OK) break;
    if (state == Z_BUF_ERROR && (is_record || start.length == 0)) break; /* it was not written completely */
    if (state == Z_STREAM_END && is_record) {
      archive->end = s->read - s->gzip.avail_in;
      bool indexed = !s->start.failed && index_record(archive, start, offset, (size_t)(archive->end - offset));
      if (!indexed) dt_error_memory(error);
    } else {
      dt_error_set(error, DETM_BAD_FILE,
                   "has no record of WARC, compressed with gzip, at byte %llu: name another file with -o",
                   (unsigned long long)offset);
    }
  }

  inflateEnd(&s->gzip);
  dt_buffer_free(&s->start);
  free(s);
  return error->status;
}

/* ---- writing ---- */

/* Writes the last record.  A file gets it at its end, or is left as it was. */
static detm_status write_last(dt_warc_file *archive, detm_error *error) {
  for (size_t done = 0; done < archive->last.length;) {
    ssize_t got = write(archive->fd, archive->last.data + done, archive->last.length - done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      int number = errno;
      if (archive->is_file && ftruncate(archive->fd, (off_t)archive->end) != 0) number = errno;
      return dt_error_set(error, DETM_WRITE, "cannot be written: %s; %s", strerror(number),
                          number == ENOSPC ? "free some space, then run the command again" : "check the file");
    }
    done += (size_t)got;
  }

  archive->end += archive->last.length;
  return DETM_OK;
}

/* Appends the last record, which is that of the item.  NULL: *error says why. */
static const dt_warc_response *append_record(dt_warc_file *archive, dt_warc_response item, detm_error *error) {
  item.offset = archive->end;
  item.length = archive->last.length;
  if (write_last(archive, error) != DETM_OK) {
    free_item(&item);
    return NULL;
  }
  const dt_warc_response *added = add_archived(archive, item);
  if (added == NULL) dt_error_memory(error);
  return added;
}

const dt_warc_response *dt_warc_file_add(dt_warc_file *archive, const char *url, const dt_response *response,
                                         detm_error *error) {
  archive->last.length = 0;
  if (!dt_record_response(&archive->last, url, response)) {
    dt_error_memory(error);
    return NULL;
  }
  dt_warc_response item = {.url = strdup(url)};
  read_http_fields(&item, (detm_text){response->headers.data, response->headers.length});
  return append_record(archive, item, error);
}

/* Reads the member of a record from the file. */
static detm_status read_archived(const dt_warc_file *archive, const dt_warc_response *archived, dt_buffer *member,
                                 detm_error *error) {
  member->length = 0;
  if (!dt_buffer_reserve(member, archived->length)) return dt_error_memory(error);
  while (member->length < archived->length) {
    ssize_t got = pread(archive->fd, member->data + member->length, archived->length - member->length,
                        (off_t)(archived->offset + member->length));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0)
      return dt_error_set(error, DETM_BAD_FILE, "cannot be read: %s; check the file",
                          got < 0 ? strerror(errno) : "it has become shorter");
    member->length += (size_t)got;
  }
  return DETM_OK;
}

const dt_warc_response *dt_warc_file_copy(dt_warc_file *archive, const dt_warc_file *old,
                                          const dt_warc_response *response, detm_error *error) {
  if (read_archived(old, response, &archive->last, error) != DETM_OK) return NULL;
  dt_warc_response item = {.url = strdup(response->url), .status = response->status};
  if (response->etag != NULL) item.etag = strdup(response->etag);
  if (response->modified != NULL) item.modified = strdup(response->modified);
  return append_record(archive, item, error);
}

/* ---- pages ---- */

typedef struct memory {
  detm_text left;
} memory;

static ssize_t read_memory(void *data, char *bytes, size_t length) {
  memory *m = data;
  if (length > m->left.length) length = m->left.length;
  if (length != 0) memcpy(bytes, m->left.data, length);
  m->left = dt_text_from(m->left, length);
  return (ssize_t)length;
}

detm_status dt_warc_file_page(const dt_warc_file *archive, const dt_warc_response *archived,
                              const dt_stream_options *reading, dt_stream_page *page, detm_error *error) {
  dt_buffer member = {0};
  memory m = {{archive->last.data, archive->last.length}};
  *page = (dt_stream_page){.name = NULL};
  bool is_last = archived->offset + archived->length == archive->end && archived->length == archive->last.length;
  if (!is_last && !archive->is_file) return DETM_NOTHING;
  if (!is_last) {
    detm_status status = read_archived(archive, archived, &member, error);
    m.left = (detm_text){member.data, member.length};
    if (status != DETM_OK) {
      dt_buffer_free(&member);
      return status;
    }
  }
  const dt_stream_options options = {
      .format = DT_STREAM_WARC, .max_bytes = reading->max_bytes, .data = reading->data, .sitemaps = true};
  dt_stream *stream = dt_stream_open(read_memory, &m, &options);
  detm_status status = stream != NULL ? dt_stream_next(stream, page, error) : dt_error_memory(error);
  dt_stream_close(stream);
  dt_buffer_free(&member);
  return status;
}

/* ---- opening and closing ---- */

static void free_archive(dt_warc_file *archive) {
  for (uint32_t i = 0; i < archive->items.count; i++) free_item(&archive->items.items[i]);
  free(archive->items.items);
  dt_lookup_free(&archive->urls);
  dt_buffer_free(&archive->last);
  if (archive->is_file && archive->fd >= 0) close(archive->fd);
  free(archive);
}

/* Opens the file, locks it, indexes it and cuts it at the end of its last record. */
static detm_status open_warc_file(dt_warc_file *archive, const char *name, detm_error *error) {
  struct stat info;
  archive->is_file = true;
  archive->fd = open(name, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY, 0666);
  if (archive->fd < 0 || fstat(archive->fd, &info) != 0)
    return dt_error_set(error, DETM_BAD_FILE, "cannot be opened: %s; name another file with -o", strerror(errno));
  if (!S_ISREG(info.st_mode))
    return dt_error_set(error, DETM_BAD_FILE, "is no regular file: name another one with -o, or write to a pipe");
  if (flock(archive->fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return dt_error_set(error, DETM_BAD_FILE, "is being written by another process: wait for it, or name another file");
  if (scan_file(archive, error) != DETM_OK) return error->status;
  if ((uint64_t)info.st_size > archive->end && ftruncate(archive->fd, (off_t)archive->end) != 0)
    return dt_error_set(error, DETM_BAD_FILE, "ends within a record, and cannot be cut off: %s", strerror(errno));
  archive->old_count = archive->items.count;
  return DETM_OK;
}

/* Opens a file that is only read, and indexes it. */
static detm_status open_old(dt_warc_file *archive, const char *name, detm_error *error) {
  struct stat info;
  archive->is_file = archive->is_old = true;
  archive->fd = open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  if (archive->fd < 0 || fstat(archive->fd, &info) != 0)
    return dt_error_set(error, DETM_BAD_FILE, "cannot be opened: %s; check the name", strerror(errno));
  if (!S_ISREG(info.st_mode)) return dt_error_set(error, DETM_BAD_FILE, "is no regular file: name another one");
  return scan_file(archive, error);
}

/* The file, once it was opened with this status; NULL with the error of `own`. */
static dt_warc_file *opened(dt_warc_file *archive, detm_status status, const detm_error *own, detm_error *error) {
  if (status == DETM_OK) return archive;
  dt_error_set(error, own->status, "%s", own->text);
  free_archive(archive);
  return NULL;
}

dt_warc_file *dt_warc_file_open(const char *name, detm_error *error) {
  detm_error own = DETM_ERROR_NONE;
  dt_warc_file *archive = dt_allocate(sizeof *archive, error);
  if (archive == NULL) return NULL;
  archive->fd = STDOUT_FILENO;
  detm_status status = name != NULL ? open_warc_file(archive, name, &own) : DETM_OK;
  if (status == DETM_OK && archive->end == 0)
    status = dt_record_info(&archive->last) ? write_last(archive, &own) : dt_error_memory(&own);
  return opened(archive, status, &own, error);
}

/* A file of which only the descriptor is kept. */
static detm_status open_temporary(dt_warc_file *archive, detm_error *error) {
  FILE *file = dt_temporary_file();
  archive->is_file = true;
  archive->fd = file != NULL ? fcntl(fileno(file), F_DUPFD_CLOEXEC, 0) : -1;
  if (archive->fd < 0)
    dt_error_set(error, DETM_WRITE, "no temporary file can be made: %s; name a folder with TMPDIR", strerror(errno));
  if (file != NULL) fclose(file);
  return error->status;
}

dt_warc_file *dt_warc_file_open_temporary(detm_error *error) {
  detm_error own = DETM_ERROR_NONE;
  dt_warc_file *archive = dt_allocate(sizeof *archive, error);
  if (archive == NULL) return NULL;
  return opened(archive, open_temporary(archive, &own), &own, error);
}

void dt_warc_file_drop(dt_warc_file *archive) { free_archive(archive); }

dt_warc_file *dt_warc_file_open_old(const char *name, detm_error *error) {
  detm_error own = DETM_ERROR_NONE;
  dt_warc_file *archive = dt_allocate(sizeof *archive, error);
  if (archive == NULL) return NULL;
  return opened(archive, open_old(archive, name, &own), &own, error);
}

detm_status dt_warc_file_close(dt_warc_file *archive, detm_error *error) {
  detm_status status = DETM_OK;
  if (archive->is_file && !archive->is_old && fsync(archive->fd) != 0)
    status = dt_error_set(error, DETM_WRITE, "cannot be written: %s; check the disk", strerror(errno));
  free_archive(archive);
  return status;
}
