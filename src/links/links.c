/* links/links.c: the public functions of links, and links as a result: a region with a record for each link. */
#include "base/allocate.h"
#include "base/options.h"
#include "links/collect.h"
#include "result/emitter.h"
#include "text/url.h"

#include <stdlib.h>

enum { MAX_WORDS = 10000 };

struct detm_links {
  detm_result result; /* first member: detm_links_into_result returns the same object */
  dt_arena arena;
  const detm_page *page;
  dt_links found;
};

static const char *const places[] = {"other", "navigation", "main", "record"};
/* In the order of the bits of detm_link_turn. */
static const char *const turns[] = {"next", "prev", "first", "last", "page"};

const char *detm_link_place_name(detm_link_place place) {
  return (unsigned)place < sizeof places / sizeof *places ? places[place] : NULL;
}

size_t detm_links_count(const detm_links *links) { return links->found.count; }

const detm_link *detm_links_get(const detm_links *links, size_t number) {
  return number < links->found.count ? &links->found.links[number] : NULL;
}

/* ---- the result ---- */

enum { URL, TEXT, TITLE, ALT, REL, HEADING, AROUND, PLACE, RECORD, TURN, PAGE, ELEMENT, COLUMNS };

static const detm_column columns[COLUMNS] = {
    [URL] = {.name = "url", .type = "url"},          [TEXT] = {.name = "text", .type = "text", .list = 1},
    [TITLE] = {.name = "title", .type = "text"},     [ALT] = {.name = "alt", .type = "text"},
    [REL] = {.name = "rel", .type = "text"},         [HEADING] = {.name = "heading", .type = "text"},
    [AROUND] = {.name = "around", .type = "text"},   [PLACE] = {.name = "place", .type = "text"},
    [RECORD] = {.name = "record", .type = "figure"}, [TURN] = {.name = "turn", .type = "text", .list = 1},
    [PAGE] = {.name = "page", .type = "text"},       [ELEMENT] = {.name = "element", .type = "text"},
};

static detm_status emit_links(const detm_result *result, const detm_sink *sink, detm_error *error) {
  const detm_links *links = (const detm_links *)result;
  dt_emitter e = {.sink = sink, .error = error};
  detm_page_info info = {.name = links->page->name, .encoding = links->page->encoding};

  dt_emit_page(&e, &info);
  if (links->found.count != 0) dt_emit_table(&e, 1, columns, COLUMNS, links->found.count, 0);
  for (uint32_t i = 0; i < links->found.count && e.status == DETM_OK; i++) {
    const detm_link *link = &links->found.links[i];
    dt_emit_record(&e, (size_t)i + 1);
    dt_emit_filled(&e, URL, link->url);
    for (size_t t = 0; t < link->text_count; t++) dt_emit_filled(&e, TEXT, link->texts[t]);
    dt_emit_filled(&e, TITLE, link->title);
    dt_emit_filled(&e, ALT, link->alt);
    dt_emit_filled(&e, REL, link->rel);
    dt_emit_filled(&e, HEADING, link->heading);
    dt_emit_filled(&e, AROUND, link->around);
    dt_emit_filled(&e, PLACE, places[link->place]);
    if (link->record != 0) dt_emit_count(&e, RECORD, link->record);
    for (size_t t = 0; t < sizeof turns / sizeof *turns; t++)
      if (link->turns & 1u << t) dt_emit_filled(&e, TURN, turns[t]);
    dt_emit_filled(&e, PAGE, link->page ? "yes" : "no");
    dt_emit_filled(&e, ELEMENT, link->element);
    dt_emit_record_end(&e);
  }

  return dt_emit_end(&e);
}

static size_t count_link_records(const detm_result *result, size_t region) {
  (void)region;
  return ((const detm_links *)result)->found.count;
}

static void free_links(detm_result *result) { detm_links_free((detm_links *)result); }

static const dt_result_type links_type = {
    .matter = DT_MATTER_LINKS, .emit = emit_links, .records = count_link_records, .free = free_links};

detm_result *detm_links_into_result(detm_links *links) {
  links->result.region_count = links->found.count != 0;
  return &links->result;
}

/* ---- finding ---- */

typedef struct link_search {
  detm_links *links;
  const detm_link_options *options;
} link_search;

static void find_links(void *data) {
  const link_search *s = data;
  detm_links *links = s->links;
  dt_content_page page;
  dt_arena *arena = &links->arena;
  dt_content_read(&page, arena, links->page);
  dt_links_read(&links->found, &page, dt_page_base(arena, links->page), s->options);
}

detm_links *detm_links_find(const detm_page *page, const detm_link_options *options, detm_error *error) {
  dt_scope scope;
  DT_OPTIONS(detm_link_options, options, detm_link_defaults);
  if (dt_page_need(page, DETM_PAGE_DOCUMENT, error) != DETM_OK) return NULL;
  if (options->words > MAX_WORDS) {
    dt_error_set(error, DETM_USAGE, "a window of more than %d words: see detm_link_options", MAX_WORDS);
    return NULL;
  }

  detm_links *links = dt_allocate(sizeof *links, error);
  if (links == NULL) return NULL;

  *links = (detm_links){.result = {.type = &links_type, .confidence = -1, .fit = -1, .quality = -1}, .page = page};
  dt_page_scope(page, &scope, page->seconds);
  dt_arena_start(&links->arena, &scope);
  bool found = dt_scope_run(&scope, find_links, &(link_search){links, options});
  links->arena.scope = NULL;
  if (found) return links;
  dt_links_error(error, &links->found, &scope, page->name);
  detm_links_free(links);
  return NULL;
}

void detm_links_free(detm_links *links) {
  if (links == NULL) return;
  dt_arena_free(&links->arena);
  free(links);
}
