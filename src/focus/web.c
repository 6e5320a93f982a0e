/* focus/web.c: the public calls on a web: new, pages added, ranked, asked. */
#include "focus/web.h"

#include "focus/judge.h"
#include "focus/page.h"
#include "focus/rank.h"
#include "tree/url.h"

#include <math.h>
#include <stdlib.h>
#include <strings.h>

const detm_web_options detm_web_defaults = {
    .relevance = DETM_RELEVANCE_RWB,
    .relevant = 0.25,
    .c = 0.5,
    .d = 0.999,
    .damping = 0.85,
    .iterations = 5,
    .seed = 1,
    .seconds = 60,
    .links = {.words = 10},
};

/* ---- a new one ---- */

static bool is_share(double number) { return number >= 0 && number <= 1; }

static const char *fault_of(const detm_topic *topic, const detm_web_options *o) {
  if (topic->words.count == 0) return "the topic has no words: add a text or a sample page to it";
  if ((unsigned)o->relevance > DETM_RELEVANCE_EQUAL) return "there is no such relevance of links: see detm_relevance";
  if (!is_share(o->relevant) || !is_share(o->c) || !is_share(o->d)) return "relevant, c and d must be from 0 to 1";
  if (!(o->damping >= 0 && o->damping < 1)) return "the damping must be from 0 to less than 1";
  return NULL;
}

/* The heaviest first; equal ones in an order that does not depend on which came first. */
static int by_weight(const void *a, const void *b) {
  const dt_count *x = a, *y = b;
  if (x->count != y->count) return x->count < y->count ? 1 : -1;
  return (x->hash > y->hash) - (x->hash < y->hash);
}

/* A single character of a dense script is a word of the topic if it weighs half as much as the heaviest or more: others
 * are what a number or a foreign word left over. */
static bool add_single(dt_lexicon *lexicon, const dt_count *word, uint32_t heaviest) {
  if (!word->single || word->count < heaviest - heaviest / 2) return true;
  if (!dt_vector_reserve(&lexicon->singles, 1)) return false;
  dt_vector_word(&lexicon->singles, word->hash);
  return true;
}

static bool learn_topic(dt_lexicon *lexicon, const detm_topic *topic) {
  const dt_vector *from = &topic->words;
  dt_count *sorted = malloc(from->count * sizeof *sorted);
  lexicon->weights = malloc(from->count * sizeof *lexicon->weights);
  bool done = sorted != NULL && lexicon->weights != NULL && dt_vector_reserve(&lexicon->words, from->count);
  if (done) {
    memcpy(sorted, from->words, from->count * sizeof *sorted);
    qsort(sorted, from->count, sizeof *sorted, by_weight);
  }
  for (uint32_t i = 0; i < from->count && done; i++) {
    dt_vector_word(&lexicon->words, sorted[i].hash)->brief = sorted[i].brief;
    lexicon->weights[i] = sorted[i].count;
    done = add_single(lexicon, &sorted[i], sorted[0].count);
  }
  lexicon->topic_count = from->count;
  free(sorted);
  return done;
}

detm_web *detm_web_new(const detm_topic *topic, const detm_web_options *options, detm_error *error) {
  if (options == NULL) options = &detm_web_defaults;
  const char *fault = fault_of(topic, options);
  if (fault != NULL) {
    dt_error_set(error, DETM_USAGE, "%s", fault);
    return NULL;
  }
  detm_web *web = calloc(1, sizeof *web);
  if (web != NULL) *web = (detm_web){.topic = topic, .options = *options};
  if (web != NULL && learn_topic(&web->lexicon, topic)) return web;
  dt_error_set(error, DETM_NO_MEMORY, "out of memory");
  detm_web_free(web);
  return NULL;
}

void detm_web_free(detm_web *web) {
  if (web == NULL) return;
  dt_vector_free(&web->lexicon.words);
  dt_vector_free(&web->lexicon.singles);
  free(web->lexicon.weights);
  dt_graph_free(&web->graph);
  dt_digest_free(&web->digest);
  free(web);
}

/* ---- adding a page ---- */

/* What is added, and what comes of it. */
typedef struct arrival {
  detm_web *web;
  const detm_page *page;
  const char *address; /* as the caller has it, NULL = none */
  const char *type;
  detm_text url; /* in normal form */
} arrival;

/* METHOD 7.1: by its content type, or by its extension where there is none. */
static bool is_html(const arrival *a) {
  size_t length = a->type != NULL ? strcspn(a->type, "; \t") : 0;
  if (length != 0)
    return (length == 9 && strncasecmp(a->type, "text/html", length) == 0) ||
           (length == 21 && strncasecmp(a->type, "application/xhtml+xml", length) == 0);
  return a->url.length == 0 || dt_url_may_be_page(a->url);
}

/* What its links are relative to. */
static const char *base_of(const arrival *a, dt_arena *arena) {
  return dt_url_base(arena, a->address != NULL ? a->address : a->page->base, a->page->tree.base_href);
}

static void digest(const arrival *a, dt_arena *arena) {
  dt_content_page content;
  dt_digest *digest = &a->web->digest;
  digest->links.too_much = false;
  if (!is_html(a)) {
    dt_digest_nothing(digest, arena->scope);
    return;
  }
  dt_content_read(&content, arena, a->page);
  dt_digest_page(digest, &a->web->lexicon, &content, a->url, base_of(a, arena), &a->web->options.links);
}

/* The page's words are counted for the web. */
static void count_words(dt_lexicon *lexicon, const dt_digest *digest) {
  dt_vector *known = &lexicon->words;
  for (uint32_t i = 0; i < digest->brief.count; i++) dt_vector_word(known, digest->brief.words[i].hash)->brief = true;
  known->total += digest->page.total;
  known->ends += digest->page.ends;
  for (uint32_t i = 0; i < digest->page.count; i++) {
    const dt_count *word = &digest->page.words[i];
    uint32_t number = dt_vector_find(known, word->hash);
    if (number == DT_NONE) continue;
    dt_count_add(&known->words[number].count, word->count);
    dt_count_add(&known->words[number].ends, word->ends);
    known->words[number].pages++;
  }
}

static void check_address(arrival *a, dt_arena *arena, detm_error *error) {
  if (a->address == NULL) return;
  a->url = dt_web_url(arena, dt_url_resolve(arena, a->address, dt_text(a->address)));
  uint32_t known = dt_graph_find(&a->web->graph, a->url);
  if (a->url.length == 0)
    dt_error_at(error, DETM_USAGE, a->page->name, 0, 0, "'%.200s' is no absolute URL; write it whole", a->address);
  else if (known != DT_NONE && a->web->graph.urls[known].page != DT_NONE)
    dt_error_at(error, DETM_USAGE, a->page->name, 0, 0, "%.200s was fetched before; leave one of its pages out",
                a->address);
}

/* Everything that may fail, which changes nothing that anybody sees; then the rest. */
static bool run(arrival *a, dt_scope *scope, dt_arena *arena, detm_error *error) {
  detm_web *web = a->web;
  if (setjmp(scope->escape) != 0) return false;
  check_address(a, arena, error);
  if (error->status != DETM_OK) return true;
  digest(a, arena);
  dt_draft draft = {.url = a->url,
                    .name = a->page->name,
                    .targets = web->digest.targets,
                    .target_count = web->digest.target_count,
                    .record = {web->digest.record.data, web->digest.record.length}};
  detm_status status = dt_graph_reserve(&web->graph, &draft);
  if (status == DETM_LIMIT)
    dt_error_at(error, DETM_LIMIT, a->page->name, 0, 0, "the web is full: it holds up to 4 GiB of URLs");
  else if (status != DETM_OK || !dt_vector_reserve(&web->lexicon.words, web->digest.brief.count))
    dt_scope_leave(scope, DETM_NO_MEMORY);
  if (status != DETM_OK) return true;
  count_words(&web->lexicon, &web->digest);
  dt_graph_add(&web->graph, &draft);
  return true;
}

detm_status detm_web_add(detm_web *web, const detm_page *page, const char *url, const char *type, detm_error *error) {
  detm_error own = DETM_ERROR_NONE;
  dt_scope scope;
  dt_arena arena;
  arrival a = {.web = web, .page = page, .address = url, .type = type};
  if (page->document == NULL)
    return dt_error_at(error, DETM_USAGE, page->name, 0, 0,
                       "the page was parsed without its document: see detm_page_options");
  dt_scope_start(&scope, page->seconds);
  dt_arena_start(&arena, &scope);
  if (!run(&a, &scope, &arena, &own)) dt_links_error(&own, &web->digest.links, &scope, page->name);
  dt_arena_free(&arena);
  return own.status != DETM_OK ? dt_error_at(error, own.status, own.where, 0, 0, "%s", own.text) : DETM_OK;
}

/* ---- ranking and asking ---- */

static bool rank(detm_web *web, dt_scope *scope, dt_arena *arena) {
  if (setjmp(scope->escape) != 0) return false;
  dt_judge(&web->graph, &web->lexicon, &web->options, arena);
  dt_rank(&web->graph, web->ranked, &web->options, arena);
  web->ranked = web->graph.page_count;
  return true;
}

detm_status detm_web_rank(detm_web *web, detm_error *error) {
  dt_scope scope;
  dt_arena arena;
  dt_scope_start(&scope, web->options.seconds * web->graph.page_count);
  dt_arena_start(&arena, &scope);
  bool done = rank(web, &scope, &arena);
  dt_arena_free(&arena);
  if (done) return DETM_OK;
  if (scope.status != DETM_LIMIT) return dt_error_scope(error, &scope, NULL);
  return dt_error_set(error, DETM_LIMIT,
                      "ranking %zu pages took more than %g s of processor time for each: raise the "
                      "limit (--seconds)",
                      detm_web_pages(web), web->options.seconds);
}

size_t detm_web_urls(const detm_web *web) { return web->graph.url_count; }
size_t detm_web_pages(const detm_web *web) { return web->graph.page_count; }
size_t detm_web_links(const detm_web *web) { return web->graph.link_count; }

static detm_text find_normal(const char *url, dt_arena *arena, dt_scope *scope) {
  if (setjmp(scope->escape) != 0) return (detm_text){"", 0};
  return dt_web_url(arena, dt_url_resolve(arena, url, dt_text(url)));
}

size_t detm_web_find(const detm_web *web, const char *url) {
  dt_scope scope;
  dt_arena arena;
  dt_scope_start(&scope, 0);
  dt_arena_start(&arena, &scope);
  uint32_t found = dt_graph_find(&web->graph, find_normal(url, &arena, &scope));
  dt_arena_free(&arena);
  return found != DT_NONE ? found : SIZE_MAX;
}

void detm_web_get(const detm_web *web, size_t number, detm_web_url *url) {
  const dt_graph *g = &web->graph;
  const dt_address *address = &g->urls[number];
  const dt_fetched *page = address->page != DT_NONE ? &g->pages[address->page] : NULL;
  bool is_told = web->options.relevance != DETM_RELEVANCE_EQUAL; /* else all links have the same, which says nothing */
  *url = (detm_web_url){
      .url = dt_graph_string(g, address->start),
      .page = page != NULL ? dt_graph_string(g, page->name) : NULL,
      .rank = g->ranks[number],
      .relevance = page != NULL ? page->relevance
                   : is_told    ? (double)address->relevance
                                : NAN,
      .links_in = address->links_in,
  };
}
