/* focus/result.c: the public calls on links, and their result: a region with a record for each link. */
#include "base/result.h"
#include "focus/digest.h"
#include "focus/link.h"
#include "tree/url.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST_WORDS = 10000 };

const detm_link_options detm_link_defaults = {.words = 10};

struct detm_links {
  detm_result result; /* what detm_links_result hands out is these very links */
  dt_arena arena;
  const detm_page *page;
  dt_links found;
};

static const char *const places[] = {"other", "navigation", "main", "record"};
static const char *const turns[] = {NULL, "next", "prev"};

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
    [RECORD] = {.name = "record", .type = "figure"}, [TURN] = {.name = "turn", .type = "text"},
    [PAGE] = {.name = "page", .type = "text"},       [ELEMENT] = {.name = "element", .type = "text"},
};

typedef struct pusher {
  const detm_sink *sink;
  detm_error *error;
  detm_status status; /* the first failure: nothing more is pushed */
} pusher;

static void push(pusher *p, size_t column, const char *text) {
  if (text == NULL || *text == '\0' || p->status != DETM_OK) return;
  detm_field field = {
      .column = column, .name = columns[column].name, .type = columns[column].type, .value = dt_text(text)};
  p->status = DT_PUSH(p->sink, field, &field, p->error);
}

static void push_link(pusher *p, const detm_link *link) {
  char record[24];
  snprintf(record, sizeof record, "%zu", link->record);
  push(p, URL, link->url);
  for (size_t i = 0; i < link->text_count; i++) push(p, TEXT, link->texts[i]);
  push(p, TITLE, link->title);
  push(p, ALT, link->alt);
  push(p, REL, link->rel);
  push(p, HEADING, link->heading);
  push(p, AROUND, link->around);
  push(p, PLACE, places[link->place]);
  if (link->record != 0) push(p, RECORD, record);
  push(p, TURN, turns[link->turn]);
  push(p, PAGE, link->page ? "yes" : "no");
  push(p, ELEMENT, link->element);
}

static void push_links(pusher *p, const dt_links *links) {
  detm_region_info info = {.number = 1,
                           .path = "/",
                           .confidence = -1,
                           .fit = -1,
                           .records = links->count,
                           .columns = columns,
                           .column_count = COLUMNS};
  p->status = DT_PUSH(p->sink, region_begin, &info, p->error);
  for (uint32_t i = 0; i < links->count && p->status == DETM_OK; i++) {
    p->status = DT_PUSH(p->sink, record_begin, i + 1, p->error);
    push_link(p, &links->links[i]);
    if (p->status == DETM_OK) p->status = DT_PUSH(p->sink, record_end, p->error);
  }
  if (p->status == DETM_OK) p->status = DT_PUSH(p->sink, region_end, p->error);
}

static detm_status emit(const detm_result *result, const detm_sink *sink, detm_error *error) {
  const detm_links *links = (const detm_links *)result;
  pusher p = {.sink = sink, .error = error};
  detm_page_info info = {.name = links->page->name, .encoding = links->page->encoding};
  p.status = DT_PUSH(sink, page_begin, &info, error);
  if (p.status == DETM_OK && links->found.count != 0) push_links(&p, &links->found);
  if (p.status == DETM_OK) p.status = DT_PUSH(sink, page_end, error);
  return p.status;
}

static size_t count_records(const detm_result *result, size_t region) {
  (void)region;
  return ((const detm_links *)result)->found.count;
}

static void free_links(detm_result *result) { detm_links_free((detm_links *)result); }

static const dt_result_type links_type = {.emit = emit, .records = count_records, .free = free_links};

detm_result *detm_links_result(detm_links *links) {
  links->result.region_count = links->found.count != 0;
  return &links->result;
}

/* ---- finding ---- */

static void find(detm_links *links, const detm_link_options *options) {
  dt_content_page page;
  dt_arena *arena = &links->arena;
  dt_content_read(&page, arena, links->page);
  dt_links_read(&links->found, &page, dt_page_base(arena, links->page), options);
}

static bool run(detm_links *links, const detm_link_options *options, dt_scope *scope) {
  if (setjmp(scope->escape) != 0) return false;
  find(links, options);
  return true;
}

detm_links *detm_links_find(const detm_page *page, const detm_link_options *options, detm_error *error) {
  dt_scope scope;
  if (options == NULL) options = &detm_link_defaults;
  if (page->document == NULL) {
    dt_error_at(error, DETM_USAGE, page->name, 0, 0, "the page was parsed without its document: see detm_page_options");
    return NULL;
  }
  if (options->words > MOST_WORDS) {
    dt_error_set(error, DETM_USAGE, "a window of more than %d words: see detm_link_options", MOST_WORDS);
    return NULL;
  }
  detm_links *links = calloc(1, sizeof *links);
  if (links == NULL) {
    dt_error_set(error, DETM_NO_MEMORY, "out of memory");
    return NULL;
  }
  *links = (detm_links){.result = {.type = &links_type, .confidence = -1, .fit = -1}, .page = page};
  dt_scope_start(&scope, page->seconds);
  dt_arena_start(&links->arena, &scope);
  bool found = run(links, options, &scope);
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

/* ---- URLs ---- */

/* A URL that is made of another in an arena of its own. */
typedef struct making {
  const char *base, *link;
  bool normal; /* wanted in normal form */
  dt_scope scope;
  dt_arena arena;
  detm_text url;
} making;

static bool make(making *m) {
  if (setjmp(m->scope.escape) != 0) return false;
  detm_text link = dt_text(m->link);
  if (link.length == 0 && m->base != NULL) link = (detm_text){m->base, strcspn(m->base, "#")}; /* RFC 3986, 5.2.2 */
  m->url = dt_url_resolve(&m->arena, m->base, link);
  if (m->normal) m->url = dt_web_url(&m->arena, m->url);
  return true;
}

static detm_status write_url(making *m, detm_write write, void *data, detm_error *error) {
  dt_scope_start(&m->scope, 0);
  dt_arena_start(&m->arena, &m->scope);
  bool made = make(m);
  detm_status status = made ? DETM_OK : dt_error_scope(error, &m->scope, "-");
  if (made && m->normal && m->url.length == 0)
    status = dt_error_set(error, DETM_BAD_INPUT, "'%.200s' is no absolute URL; write it whole", m->link);
  else if (made && write(data, m->url.data, m->url.length) != 0)
    status = dt_error_set(error, DETM_WRITE, "the URL could not be written");
  dt_arena_free(&m->arena);
  return status;
}

detm_status detm_url_resolve(const char *base, const char *link, detm_write write, void *data, detm_error *error) {
  making m = {.base = base, .link = link};
  if (base != NULL && *base != '\0' && !dt_url_is_base(dt_text(base)))
    return dt_error_set(error, DETM_BAD_INPUT, "%.200s is no absolute URL that links can be relative to", base);
  return write_url(&m, write, data, error);
}

detm_status detm_url_normal(const char *url, detm_write write, void *data, detm_error *error) {
  making m = {.base = url, .link = url, .normal = true};
  return write_url(&m, write, data, error);
}
