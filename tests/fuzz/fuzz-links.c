/* tests/fuzz/fuzz-links.c: any bytes as a page: its links by every option; and, parted by newlines, as a base and
 * links: resolving what is resolved changes nothing, and neither does the normal form of a normal form. */
#include <detm/detm.h>

#include "tree/url.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds) {
  if (!holds) abort();
}

static void check_link(const detm_link *link) {
  must(link->url != NULL && link->title != NULL && link->alt != NULL && link->rel != NULL);
  must(link->heading != NULL && link->around != NULL && detm_link_place_name(link->place) != NULL);
  must((link->record != 0) == (link->place == DETM_LINK_RECORD));
  for (size_t i = 0; i < link->text_count; i++) must(link->texts[i][0] != '\0');
}

static void find_links(const detm_page *page, const detm_link_options *options) {
  detm_links *links = detm_links_find(page, options, NULL);
  const detm_link *link;
  for (size_t i = 0; links != NULL && (link = detm_links_get(links, i)) != NULL; i++) check_link(link);
  detm_links_free(links);
}

static void read_page(const char *bytes, size_t size) {
  static const detm_link_options options[] = {{0, 0, 10}, {1, 1, 3}, {1, 0, 0}};
  detm_page_options how = detm_page_defaults;
  how.base = "https://example.org/list/?page=2";
  how.max_nodes = 100000;
  how.seconds = 10;
  how.parts = DETM_PAGE_CONTENT;
  detm_page *page = detm_page_parse(bytes, size, &how, NULL);
  if (page == NULL) return;
  for (size_t i = 0; i < sizeof options / sizeof *options; i++) find_links(page, &options[i]);
  detm_page_free(page);
}

static void check_normal(dt_arena *arena, detm_text url) {
  char *once = dt_arena_take(arena, DT_URL_ROOM(url.length)), *twice;
  if (once == NULL || dt_url_split(url).scheme.data == NULL) return; /* of relative ones "%41:" would be a scheme */
  detm_text normal = {once, dt_url_normal(url, once)};
  must(normal.length <= DT_URL_ROOM(url.length));
  twice = dt_arena_take(arena, DT_URL_ROOM(normal.length));
  if (twice == NULL) return;
  must(dt_text_equal((detm_text){twice, dt_url_normal(normal, twice)}, normal));
}

static void resolve(dt_arena *arena, const char *base, const char *link) {
  detm_text once = dt_url_resolve(arena, base, dt_text(link)), twice = dt_url_resolve(arena, base, once);
  check_normal(arena, once);
  if (dt_url_is_base(dt_text(base))) must(dt_text_equal(once, twice));
}

/* The first line is the base. */
static void resolve_lines(const char *bytes, size_t size) {
  dt_arena arena;
  dt_arena_start(&arena, NULL);
  char *lines = dt_arena_copy(&arena, bytes, size), *base = lines, *end;
  for (char *line = lines; line != NULL; line = end != NULL ? end + 1 : NULL) {
    end = strchr(line, '\n');
    if (end != NULL) *end = '\0';
    if (line != base) resolve(&arena, base, line);
    check_normal(&arena, dt_text(line));
  }
  dt_arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  read_page((const char *)data, size);
  if (size != 0) resolve_lines((const char *)data, size);
  return 0;
}
