/* stream/pages.c: the public interface: the pages in a file that is named. */
#include <detm/pages.h>

#include "base/allocate.h"
#include "base/options.h"
#include "stream/newest.h"
#include "stream/stream.h"

#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

struct detm_pages {
  char *path, *html_key, *url_key, *only_url;
  dt_newest *newest; /* NULL = all captures are pages */
  size_t number;     /* of the page that comes next */
  int fd;
  dt_stream_options reading;
  dt_stream *stream;
  dt_stream_page last; /* without its bytes */
  char *members;       /* of the last page, as an object */
  detm_page_origin origin;
  size_t left_out;          /* responses of JSON and XML without a list */
  size_t other_urls, older; /* pages that the options leave out */
  dt_buffer skipped;
};

static detm_status open_pages_file(detm_pages *pages, detm_error *error) {
  struct stat about;
  do pages->fd = open(pages->path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
  while (pages->fd < 0 && errno == EINTR);
  if (pages->fd < 0 && dt_text_is_web_address(dt_text(pages->path)))
    return dt_error_at(error, DETM_BAD_FILE, pages->path, 0, 0, "is a URL, and nothing is fetched: give a file");
  if (pages->fd < 0 || fstat(pages->fd, &about) != 0)
    return dt_error_at(error, DETM_BAD_FILE, pages->path, 0, 0, "cannot be opened: %s", strerror(errno));
  if (S_ISDIR(about.st_mode))
    return dt_error_at(error, DETM_BAD_FILE, pages->path, 0, 0, "is a folder: open the files in it");
  pages->reading.path = pages->path;
  pages->stream = dt_stream_open(dt_bytes_read_file, &pages->fd, &pages->reading);
  return pages->stream != NULL ? DETM_OK : dt_error_memory(error);
}

/* Reads the file to its end, to know the newest capture of each URL, and begins again. */
static detm_status find_newest_captures(detm_pages *pages, detm_error *error) {
  dt_newest *newest = dt_newest_open();
  bool noted = newest != NULL;
  detm_status status = DETM_OK;

  for (size_t number = 0; noted && status != DETM_NOTHING; number++) {
    dt_stream_page page = {.name = NULL};
    detm_error own = DETM_ERROR_NONE;
    status = dt_stream_next(pages->stream, &page, &own);
    if (status == DETM_OK) noted = dt_newest_note(newest, &page, number);
    dt_stream_page_free(&page);
  }

  pages->newest = newest;
  dt_stream_close(pages->stream);
  pages->stream = NULL;
  if (!noted) return dt_error_memory(error);
  if (lseek(pages->fd, 0, SEEK_SET) != 0)
    return dt_error_at(error, DETM_BAD_FILE, pages->path, 0, 0,
                       "cannot be read twice, as options.newest does: copy it into a file");
  dt_originals_close(pages->reading.originals); /* the pages that it has come again */
  pages->reading.originals = dt_originals_open();
  pages->stream = dt_stream_open(dt_bytes_read_file, &pages->fd, &pages->reading);
  return pages->stream != NULL ? DETM_OK : dt_error_memory(error);
}

/* Whether the options leave out the page that was read last, which is counted then. */
static bool is_unwanted(detm_pages *pages, size_t number) {
  const dt_stream_page *last = &pages->last;
  const char *url = last->url != NULL ? last->url : last->name;
  const bool other = pages->only_url != NULL && url != NULL && fnmatch(pages->only_url, url, 0) != 0;
  const bool old = !other && pages->newest != NULL && dt_newest_is_old(pages->newest, last, number);
  pages->other_urls += other;
  pages->older += old;
  return other || old;
}

/* Copies a string, which may be NULL.  False without memory. */
static bool copy_optional(const char *string, char **to) {
  *to = string != NULL ? strdup(string) : NULL;
  return string == NULL || *to != NULL;
}

detm_pages *detm_pages_open(const char *path, const detm_pages_options *options, detm_error *error) {
  DT_OPTIONS(detm_pages_options, options, detm_pages_defaults);
  detm_pages *pages = dt_allocate(sizeof *pages, error);
  if (pages == NULL) return NULL;

  pages->fd = -1;
  size_t max_bytes = options->max_bytes != 0 ? options->max_bytes : detm_pages_defaults.max_bytes;
  bool copied = copy_optional(path, &pages->path) && copy_optional(options->html_key, &pages->html_key) &&
                copy_optional(options->url_key, &pages->url_key) && copy_optional(options->only_url, &pages->only_url);
  pages->origin.name = pages->path;
  pages->reading = (dt_stream_options){.max_bytes = max_bytes,
                                       .html_key = pages->html_key,
                                       .url_key = pages->url_key,
                                       .data = options->data != 0,
                                       .originals = dt_originals_open()}; /* NULL: revisits are counted as skipped */
  detm_status status = copied ? open_pages_file(pages, error) : dt_error_memory(error);
  if (status == DETM_OK && options->newest) status = find_newest_captures(pages, error);
  if (status == DETM_OK) return pages;
  detm_pages_close(pages);
  return NULL;
}

static void forget_last(detm_pages *pages) {
  dt_stream_page_free(&pages->last);
  free(pages->members);
  pages->last = (dt_stream_page){.name = NULL};
  pages->members = NULL;
  pages->origin = (detm_page_origin){.name = pages->path};
}

void detm_pages_close(detm_pages *pages) {
  if (pages == NULL) return;
  forget_last(pages);
  dt_stream_close(pages->stream);
  dt_originals_close(pages->reading.originals);
  if (pages->fd >= 0) close(pages->fd);
  dt_buffer_free(&pages->skipped);
  free(pages->path);
  free(pages->html_key);
  free(pages->url_key);
  free(pages->only_url);
  dt_newest_close(pages->newest);
  free(pages);
}

/* Keeps what the file says of the page. */
static detm_status keep_origin(detm_pages *pages, detm_error *error) {
  const dt_stream_page *last = &pages->last;
  dt_buffer object = {0};
  if (last->name != NULL) pages->origin.name = last->name;
  pages->origin.url = last->url;
  pages->origin.cut = last->cut_off;
  if (last->members == NULL) return DETM_OK;

  dt_buffer_format(&object, "{%s}", last->members);
  dt_buffer_byte(&object, '\0');
  if (object.failed) {
    dt_buffer_free(&object);
    return dt_error_memory(error);
  }
  pages->origin.members = pages->members = object.data;
  return DETM_OK;
}

/* Reads and parses the next page. */
static detm_status read_next(detm_pages *pages, const detm_page_options *options, detm_page **page, detm_error *error) {
  detm_page_options parsing = *options;
  detm_status status;
  do {
    forget_last(pages);
    status = dt_stream_next(pages->stream, &pages->last, error);
    if (status == DETM_NOTHING) return status;
  } while (status == DETM_OK && is_unwanted(pages, pages->number++));
  pages->number += status != DETM_OK;

  detm_status kept = keep_origin(pages, error);
  if (status == DETM_OK) status = kept;
  if (status == DETM_OK) {
    parsing.name = pages->origin.name;
    if ((*page = dt_stream_page_parse(&pages->last, &parsing, error)) == NULL) status = error->status;
  }
  dt_buffer_free(&pages->last.bytes);
  return status;
}

detm_status detm_pages_next(detm_pages *pages, const detm_page_options *options, detm_page **page, detm_error *error) {
  DT_OPTIONS(detm_page_options, options, detm_page_defaults);
  detm_error own = DETM_ERROR_NONE;
  detm_status status;
  *page = NULL;
  while ((status = read_next(pages, options, page, &own)) == DETM_BAD_INPUT && pages->last.data) {
    pages->left_out++;
    own = (detm_error)DETM_ERROR_NONE;
  }
  if (status == DETM_OK || status == DETM_NOTHING) return status;

  /* a line is one of the file, whatever the page is called */
  const char *where = own.line != 0 ? pages->path : pages->origin.name;
  return dt_error_at(error, status, where, own.line, own.column, "%s", own.text);
}

const detm_page_origin *detm_pages_origin(const detm_pages *pages) { return &pages->origin; }

const char *detm_pages_skipped(detm_pages *pages) {
  pages->skipped.length = 0;
  dt_skipped all = *dt_stream_skipped(pages->stream);
  for (size_t i = 0; i < pages->left_out; i++) dt_skipped_add(&all, DT_SKIPPED_DATA);
  for (size_t i = 0; i < pages->other_urls; i++) dt_skipped_add(&all, "of another URL");
  for (size_t i = 0; i < pages->older; i++) dt_skipped_add(&all, "older than another capture");
  dt_skipped_print(&all, &pages->skipped);
  if (pages->skipped.length == 0) return NULL;
  dt_buffer_byte(&pages->skipped, '\0');
  return pages->skipped.failed ? NULL : pages->skipped.data;
}
