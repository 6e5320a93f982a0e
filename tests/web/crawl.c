/* tests/web/crawl.c: crawls a synthetic web with libdetm. */
#include "crawl.h"

#include <stdlib.h>
#include <string.h>

const char *const crawl_order_names[CRAWL_ORDERS] = {"breadth first", "PageRank", "RW", "RWB"};

typedef struct crawl {
  const web *pages;
  const crawl_plan *plan;
  detm_topic *topic;
  detm_web *known;
  dt_buffer html;
  size_t next[CRAWL_BATCH], next_count; /* to be fetched */
  size_t sought;                        /* breadth first: all URLs before this one have been fetched */
  bool *relevant;
  size_t fetched, found;
  detm_error *error;
} crawl;

static detm_page *fetch(crawl *c, size_t number) {
  web_page(c->pages, number, &c->html);
  detm_page_options options = detm_page_defaults;
  options.parts = DETM_PAGE_CONTENT;
  return detm_page_parse(c->html.data, c->html.length, &options, c->error);
}

static bool add_sample(crawl *c, size_t number) {
  detm_page *page = fetch(c, number);
  bool added = page != NULL && detm_topic_add_page(c->topic, page, c->error) == DETM_OK;
  detm_page_free(page);
  return added;
}

static bool add_page(crawl *c, size_t number) {
  char url[64];
  web_url(c->pages, number, url);
  detm_page *page = fetch(c, number);
  bool added = page != NULL && detm_web_add(c->known, page, url, "text/html", c->error) == DETM_OK;
  detm_page_free(page);
  if (!added) return false;
  bool relevant = web_relevant(c->pages, number);
  c->relevant[c->fetched++] = relevant;
  c->found += relevant;
  return true;
}

static void take(crawl *c, const char *url) {
  size_t number = web_find(c->pages, url);
  if (number < web_count(c->pages) && c->next_count < CRAWL_BATCH) c->next[c->next_count++] = number;
}

/* Chooses the URLs that were seen first; a web numbers its URLs in that order. */
static void choose_breadth(crawl *c) {
  for (; c->sought < detm_web_url_count(c->known) && c->next_count < CRAWL_BATCH; c->sought++) {
    detm_web_url url;
    detm_web_url_get(c->known, c->sought, &url);
    if (url.page == NULL) take(c, url.url);
  }
}

static detm_status take_field(void *data, const detm_field *field, detm_error *error) {
  (void)error;
  char url[64];
  if (strcmp(field->name, "url") != 0 || field->value.length >= sizeof url) return DETM_OK;
  memcpy(url, field->value.data, field->value.length);
  url[field->value.length] = '\0';
  take(data, url);
  return DETM_OK;
}

static bool choose(crawl *c) {
  c->next_count = 0;
  if (c->plan->order == CRAWL_BREADTH) {
    choose_breadth(c);
    return true;
  }
  detm_sink sink = {.data = c, .field = take_field};
  return detm_web_rank(c->known, c->error) == DETM_OK &&
         detm_web_emit(c->known, DETM_WEB_UNFETCHED, CRAWL_BATCH, &sink, c->error) == DETM_OK;
}

static bool start(crawl *c) {
  static const detm_relevance relevances[] = {
      [CRAWL_BREADTH] = DETM_RELEVANCE_EQUAL,
      [CRAWL_PAGERANK] = DETM_RELEVANCE_EQUAL,
      [CRAWL_RW] = DETM_RELEVANCE_RW,
      [CRAWL_RWB] = DETM_RELEVANCE_RWB,
  };
  detm_web_options options = c->plan->options;
  options.relevance = relevances[c->plan->order];
  c->next_count = web_seeds(c->pages, CRAWL_SEEDS, c->next);
  c->topic = detm_topic_new(c->error);
  bool started = c->topic != NULL;
  for (size_t i = 0; i < CRAWL_SEEDS && started; i++) started = add_sample(c, c->next[i]);
  if (started) c->known = detm_web_new(c->topic, &options, c->error);
  return started && c->known != NULL;
}

static bool over(const crawl *c) {
  const crawl_plan *plan = c->plan;
  if (c->next_count == 0 || c->fetched >= plan->most) return true;
  return plan->enough != 0 && c->fetched >= plan->least && c->found >= plan->enough;
}

size_t crawl_run(const web *pages, const crawl_plan *plan, bool *relevant, detm_error *error) {
  crawl c = {.pages = pages, .plan = plan, .relevant = relevant, .error = error};
  bool going = start(&c);
  while (going && !over(&c)) {
    for (size_t i = 0; i < c.next_count && c.fetched < plan->most && going; i++) going = add_page(&c, c.next[i]);
    going = going && choose(&c);
  }
  detm_web_free(c.known);
  detm_topic_free(c.topic);
  dt_buffer_free(&c.html);
  return going ? c.fetched : 0;
}
