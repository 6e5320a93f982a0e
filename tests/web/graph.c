/* tests/web/graph.c: the sites of a synthetic web, the topics of their pages, and their links. */
#include "graph.h"

#include <math.h>
#include <stdlib.h>

const web_options web_defaults = {
    .pages = 20000, .share = .05, .telling = .5, .prose = .45, .locality = .6, .islands = .25, .links = 1, .seed = 1};

enum { FOR_SITES = 10, FOR_LISTS, FOR_LINKS };

/* Draws a number from `least` on, with P(more than x) = (least / x) ^ power. */
static size_t draw_size(web_random *random, double least, double power, size_t most) {
  double size = least * pow(1 - web_draw(random), -1 / power);
  return size < (double)most ? (size_t)size : most;
}

/* ---- Sites ---- */

static unsigned draw_topic(web_random *random, double share) {
  return web_chance(random, share) ? 0 : 1 + (unsigned)web_below(random, WEB_TOPICS - 1);
}

static web_kind draw_kind(web_random *random, const web_site *site, size_t number) {
  if (number == 0) return WEB_ROOT;
  if (site->size > 12 && number >= site->size - 2) return WEB_NOTICE;
  if (site->topic == WEB_NO_TOPIC) return web_chance(random, .2) ? WEB_PORTAL : WEB_TEXT;
  return web_chance(random, .04) ? WEB_HUB : WEB_TEXT;
}

static unsigned draw_page_topic(web_random *random, const web_site *site, web_kind kind, double share) {
  if (kind == WEB_NOTICE || (site->topic == WEB_NO_TOPIC && kind != WEB_TEXT)) return WEB_NO_TOPIC;
  double draw = web_draw(random);
  if (site->topic == WEB_NO_TOPIC || (draw < .06 && kind == WEB_TEXT)) return draw_topic(random, share);
  if (draw < .12 && kind == WEB_TEXT) return (site->topic + 1U) % WEB_TOPICS;
  return site->topic;
}

static void make_site(web *self, size_t first, web_random *random) {
  const web_options *options = &self->options;
  web_site *site = &self->sites[self->site_count];
  size_t size = draw_size(random, 8, 1.1, options->pages / 40 + 1), left = options->pages - first;
  *site = (web_site){.first = (uint32_t)first, .size = (uint32_t)(size < left ? size : left)};
  site->topic = (uint8_t)(web_chance(random, .12) ? WEB_NO_TOPIC : draw_topic(random, options->share));
  site->island = site->topic != WEB_NO_TOPIC && web_chance(random, options->islands);
  for (size_t i = 0; i < site->size; i++) {
    web_kind kind = draw_kind(random, site, i);
    self->nodes[first + i] = (web_node){.site = (uint32_t)self->site_count,
                                        .kind = (uint8_t)kind,
                                        .topic = (uint8_t)draw_page_topic(random, site, kind, options->share)};
  }
  self->site_count++;
}

static void make_sites(web *self) {
  web_random random = web_random_start(self->options.seed, 0, FOR_SITES);
  for (size_t first = 0; first < self->options.pages; first += self->sites[self->site_count - 1].size)
    make_site(self, first, &random);
}

/* ---- Lists of pages by topic, the most popular first ---- */

typedef struct known {
  double key;
  uint32_t page;
} known;

static int compare_known(const void *a, const void *b) {
  double x = ((const known *)a)->key, y = ((const known *)b)->key;
  return (x > y) - (x < y);
}

static web_list *list_of(web *self, size_t page) {
  const web_node *node = &self->nodes[page];
  return self->sites[node->site].island ? &self->islands[node->topic] : &self->open[node->topic];
}

/* Roots and hubs are ten times as likely to be popular as others; only their own site links to notices. */
static bool make_lists(web *self) {
  web_random random = web_random_start(self->options.seed, 0, FOR_LISTS);
  known *order = calloc(self->options.pages, sizeof *order);
  if (order == NULL) return false;
  for (size_t i = 0; i < self->options.pages; i++)
    order[i] = (known){web_draw(&random) * (self->nodes[i].kind == WEB_TEXT ? 1 : .1), (uint32_t)i};
  qsort(order, self->options.pages, sizeof *order, compare_known);
  bool made = true;
  for (size_t i = 0; i < self->options.pages && made; i++) {
    web_list *list = list_of(self, order[i].page);
    if (self->nodes[order[i].page].kind == WEB_NOTICE) continue;
    if ((list->count & (list->count - 1)) == 0) { /* grows at each power of two */
      size_t most = list->count == 0 ? 1 : 2 * list->count;
      uint32_t *pages = realloc(list->pages, most * sizeof *pages);
      if ((made = pages != NULL)) list->pages = pages;
    }
    if (made) list->pages[list->count++] = order[i].page;
  }
  free(order);
  return made;
}

web *web_new(const web_options *options) {
  web *self = calloc(1, sizeof *self);
  if (self == NULL) return NULL;
  self->options = *options;
  self->sites = calloc(options->pages, sizeof *self->sites);
  self->nodes = calloc(options->pages, sizeof *self->nodes);
  bool made = self->sites != NULL && self->nodes != NULL;
  if (made) {
    make_sites(self);
    made = make_lists(self);
  }
  if (made) return self;
  web_free(self);
  return NULL;
}

void web_free(web *self) {
  if (self == NULL) return;
  for (size_t i = 0; i <= WEB_TOPICS; i++) {
    free(self->open[i].pages);
    free(self->islands[i].pages);
  }
  free(self->sites);
  free(self->nodes);
  free(self);
}

bool web_relevant(const web *self, size_t page) { return self->nodes[page].topic == 0; }

size_t web_count(const web *self) { return self->options.pages; }

size_t web_seeds(const web *self, size_t count, size_t *pages) {
  const web_list *relevant = &self->open[0], *portals = &self->open[WEB_NO_TOPIC];
  size_t found = 0;
  for (size_t i = 0; i < count && i < relevant->count; i++)
    pages[found++] = relevant->pages[(2 * i + 1) * relevant->count / (2 * count)];
  for (size_t i = 0; i < count && i < portals->count; i++) pages[found++] = portals->pages[i];
  return found;
}

/* ---- Links ---- */

/* Draws a page; popular ones get the most links: a power law with exponent 1 + 4 / 3. */
static uint32_t draw_known(web_random *random, const web_list *list) {
  double draw = web_draw(random);
  return list->pages[(size_t)(draw * draw * draw * draw * (double)list->count)];
}

/* Draws a page on `topic` for a page on topic `from`; only pages of other topics link to islands. */
static uint32_t draw_on(const web *self, web_random *random, unsigned topic, unsigned from) {
  const web_list *open = &self->open[topic], *islands = &self->islands[topic];
  double share = (double)islands->count / (double)(open->count + islands->count + 1);
  bool island = islands->count > 0 && topic != from && web_chance(random, share);
  if (open->count == 0 && !island) return draw_known(random, &self->open[WEB_NO_TOPIC]);
  return draw_known(random, island ? islands : open);
}

static uint32_t draw_target(const web *self, web_random *random, const web_node *node) {
  const web_site *site = &self->sites[node->site];
  bool portal = node->topic == WEB_NO_TOPIC;
  if (web_chance(random, node->kind == WEB_HUB || node->kind == WEB_PORTAL ? .1 : .45)) {
    double draw = web_draw(random);
    return site->first + (uint32_t)(draw * draw * site->size);
  }
  double draw = web_draw(random), local = portal ? 0 : self->options.locality;
  if (draw < local) return draw_on(self, random, node->topic, node->topic);
  if (draw < local + .12 && !portal)
    return draw_on(self, random, (node->topic + (web_chance(random, .5) ? 1U : WEB_TOPICS - 1U)) % WEB_TOPICS,
                   node->topic);
  if (draw < local + .24) return draw_known(random, &self->open[WEB_NO_TOPIC]);
  return draw_on(self, random, draw_topic(random, self->options.share), node->topic);
}

static size_t draw_count(const web *self, web_random *random, web_kind kind) {
  double times = self->options.links;
  switch (kind) {
  case WEB_NOTICE:
    return web_below(random, 3);
  case WEB_HUB:
    return draw_size(random, 20 * times, 1.7, 150);
  case WEB_PORTAL:
    return draw_size(random, 40 * times, 1.7, 300);
  case WEB_ROOT:
    return draw_size(random, 8 * times, 1.7, 60);
  default:
    return draw_size(random, 3 * times, 1.7, 100);
  }
}

static web_style draw_style(const web *self, web_random *random, web_kind kind) {
  double prose = kind == WEB_HUB || kind == WEB_PORTAL ? 0 : self->options.prose, draw = web_draw(random);
  if (draw < prose) return WEB_IN_TEXT;
  draw = (draw - prose) / (1 - prose);
  return draw < .35 ? WEB_TEASER : draw < .85 ? WEB_BARE : WEB_PICTURE;
}

size_t web_links(const web *self, size_t page, web_link links[WEB_MOST_LINKS]) {
  const web_node *node = &self->nodes[page];
  web_random random = web_random_start(self->options.seed, page, FOR_LINKS);
  size_t count = draw_count(self, &random, (web_kind)node->kind), found = 0;
  /* All links of a list have the same style. */
  web_style list = draw_style(self, &random, (web_kind)node->kind);
  for (size_t i = 0; i < count && i < WEB_MOST_LINKS; i++) {
    uint32_t target = draw_target(self, &random, node);
    web_style style = draw_style(self, &random, (web_kind)node->kind);
    if (style != WEB_IN_TEXT && list != WEB_IN_TEXT) style = list;
    if (target != page) links[found++] = (web_link){target, (uint8_t)style, self->nodes[target].topic};
  }
  return found;
}
