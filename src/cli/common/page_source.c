/* cli/common/page_source.c: the pages of a run, one after the other. */
#include "config.h"

#include "cli/common/page_source.h"

#include "cli/common/stopping.h"
#include "cli/common/web_pages.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <unistd.h>

static ssize_t read_page_file(void *data, char *bytes, size_t length) {
  const int *fd = data;
  return dt_wait_readable(*fd) ? read(*fd, bytes, length) : 0;
}

void dt_page_source_open(dt_page_source *source, const dt_options *options) {
  *source =
      (dt_page_source){.options = options, .names = options->pages.names, .count = options->pages.count, .fd = -1};
  source->originals = dt_originals_open(); /* without memory for it revisits are counted as skipped */

  source->reading = (dt_stream_options){
      .max_bytes = options->page.max_bytes,
      .format = (dt_stream_format)options->input.format,
      .html_key = options->input.html_key,
      .url_key = options->input.url_key,
      .tab_key = options->lines.tab_key,
      .originals = source->originals,
      .cdx = options->input.index,
      .data = options->input.data,
      .all_lines = options->lines.per_page,
  };
}

void dt_page_item_free(dt_page_item *item) {
  dt_stream_page_free(&item->page);
  free(item->notice);
  item->notice = NULL;
}

static void close_file(dt_page_source *source) {
  if (source->stream != NULL) {
    const dt_skipped *skipped = dt_stream_skipped(source->stream);
    dt_skipped_join(&source->skipped, skipped);
    dt_skipped_join(&source->skipped, &source->not_wanted);
    source->skipped_files += skipped->count + source->not_wanted.count != 0;
  }

  source->not_wanted = (dt_skipped){.count = 0};
  dt_stream_close(source->stream);
  source->stream = NULL;
  dt_input_close(source->fd);
  source->fd = -1;
  source->given = 0;
}

void dt_page_source_close(dt_page_source *source) {
  close_file(source);
  dt_originals_close(source->originals);
  dt_newest_close(source->newest);
  source->originals = NULL;
  source->newest = NULL;
}

/* Opens the PAGE that is next. */
static bool open_page_file(dt_page_source *source, detm_error *error) {
  if (source->stream != NULL) return true;
  dt_kept_inputs *kept = source->options->input.kept;
  const char *name = source->names[source->argument];
  source->fd = kept != NULL ? dt_kept_inputs_get(kept, name, error) : dt_input_open(name, error);
  if (source->fd < 0) return false;
  source->reading.path = strcmp(name, "-") != 0 ? name : NULL;
  source->stream = dt_stream_open(read_page_file, &source->fd, &source->reading);
  if (source->stream == NULL) dt_error_memory(error);
  return source->stream != NULL;
}

/* Whether the next PAGE is a URL: then it is one page. */
static bool is_next_url(const dt_page_source *source) {
  return source->options->requests.pages != NULL && dt_text_is_web_address(dt_text(source->names[source->argument]));
}

bool dt_page_source_is_long(dt_page_source *source) {
  return source->argument < source->count && !is_next_url(source) && open_page_file(source, NULL) &&
         dt_stream_is_long(source->stream);
}

/* At the end of a file: makes an item of what was skipped, or of the lack of pages.  False: there is nothing to say. */
static bool conclude(dt_page_source *source, dt_page_item *item) {
  dt_buffer skipped = {0};
  dt_skipped all = *dt_stream_skipped(source->stream);
  bool only = source->options->input.only_url != NULL, older = source->not_wanted.count != 0 && !only;
  bool empty = source->given == 0 && item->of_many && !older, lines = source->options->lines.per_page;

  if (empty)
    dt_buffer_text(&skipped,
                   source->not_wanted.count == 0 ? "has no page of HTML" : "has no page whose URL --only-url names");

  dt_skipped_join(&all, &source->not_wanted);
  size_t start = skipped.length;
  dt_buffer_text(&skipped, empty ? "; skipped: " : "skipped: ");
  size_t before = skipped.length;
  dt_skipped_print(&all, &skipped);
  if (skipped.length == before) skipped.length = start;
  bool any = skipped.length != 0;
  dt_buffer_byte(&skipped, '\0');

  if (skipped.failed) {
    dt_error_memory(&item->error);
  } else if (empty && !lines) {
    dt_error_set(&item->error, DETM_BAD_INPUT, "%s", skipped.data);
  } else if (any) {
    item->notice = skipped.data;
    return true;
  }

  dt_buffer_free(&skipped);
  return item->error.status != DETM_OK;
}

/* Why a page of a file is not wanted; NULL: it is. */
static const char *why_not_wanted(const dt_page_source *source, const dt_stream_page *page) {
  const char *pattern = source->options->input.only_url;
  const char *url = page->url != NULL ? page->url : page->name;
  if (pattern != NULL && url != NULL && fnmatch(pattern, url, 0) != 0) return "of another URL";
  return source->newest != NULL && dt_newest_is_old(source->newest, page, source->read) ? "older than another capture"
                                                                                        : NULL;
}

/* Reads the next page of a file that is wanted.  DETM_NOTHING after the last. */
static detm_status next_page(dt_page_source *source, dt_page_item *item) {
  for (;;) {
    detm_status status = dt_stream_next(source->stream, &item->page, &item->error);
    if (status == DETM_NOTHING) return status;
    const char *why = status == DETM_OK ? why_not_wanted(source, &item->page) : NULL;
    source->read++;
    if (why == NULL) return status;
    dt_skipped_add(&source->not_wanted, "%s", why);
    dt_stream_page_free(&item->page);
    item->page = (dt_stream_page){.name = NULL};
  }
}

/* Reads all pages to know the newest capture of each URL.  False without memory. */
static bool find_newest(dt_page_source *source) {
  dt_options options = *source->options;
  dt_page_source first;
  dt_page_item item;
  options.input.newest = false;
  options.input.only_url = NULL; /* its pages have their numbers */
  dt_newest *newest = dt_newest_open();
  bool done = newest != NULL;

  dt_page_source_open(&first, &options);
  while (done && dt_page_source_next(&first, &item)) {
    if (item.notice == NULL && item.error.status == DETM_OK) done = dt_newest_note(newest, &item.page, first.read - 1);
    dt_page_item_free(&item);
  }
  dt_page_source_close(&first);

  source->newest = newest;
  return done;
}

bool dt_page_source_next(dt_page_source *source, dt_page_item *item) {
  if (source->options->input.newest && source->newest == NULL && !find_newest(source)) {
    *item = (dt_page_item){.file = source->names[0], .error = DETM_ERROR_NONE, .broken = true};
    dt_error_memory(&item->error);
    source->argument = source->count;
    return true;
  }

  for (; source->argument < source->count; source->argument++) {
    *item = (dt_page_item){.argument = source->argument, .error = DETM_ERROR_NONE};
    item->file = source->names[source->argument];
    if (is_next_url(source)) {
      dt_web_pages *web = source->options->requests.pages;
      detm_status status = dt_web_pages_get(web, item->file, &source->reading, &item->page, &item->error);
      item->broken = status != DETM_OK;
      source->argument++;
      source->read++;
      return true;
    }

    if (!open_page_file(source, &item->error)) {
      close_file(source);
      source->argument++;
      item->broken = true;
      return true;
    }

    item->of_many = dt_stream_is_long(source->stream);
    if (next_page(source, item) != DETM_NOTHING) {
      source->given++;
      item->broken = item->error.status == DETM_BAD_FILE || (item->error.status != DETM_OK && item->of_many &&
                                                             item->page.name == NULL && item->error.line == 0);
      return true;
    }

    bool said = conclude(source, item);
    close_file(source);
    if (!said) continue;
    source->argument++;
    return true;
  }
  return false;
}

detm_page *dt_page_item_parse(const dt_options *options, const dt_page_item *item, detm_error *error) {
  detm_page_options page_options = options->page;
  const dt_manifest_entry *entry = dt_manifest_find(&options->manifest, item->file);
  page_options.name = dt_page_item_name(item);
  if (page_options.base == NULL && entry != NULL && !item->of_many) page_options.base = entry->url;
  if (page_options.parts == 0 && !options->keeps_source) page_options.parts = DETM_PAGE_TREE;
  if (options->store.save_pages) page_options.parts |= DETM_PAGE_SOURCE;
  if (options->values.typed && page_options.parts != DETM_PAGE_SOURCE) page_options.parts |= DETM_PAGE_FACTS;
  return dt_stream_page_parse(&item->page, &page_options, error);
}
