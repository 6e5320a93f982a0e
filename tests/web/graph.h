/* web/graph.h: the parts of a made web: random draws, words (words.c), sites and links (graph.c). */
#ifndef WEB_GRAPH_H
#define WEB_GRAPH_H

#include "web.h"

enum { WEB_TOPICS = 16, WEB_NO_TOPIC = WEB_TOPICS, WEB_MENU = 6 };

/* What a page is for. */
typedef enum web_kind { WEB_TEXT, WEB_ROOT, WEB_HUB, WEB_PORTAL, WEB_NOTICE } web_kind;

typedef struct web_site {
  uint32_t first, size;
  uint8_t topic; /* WEB_NO_TOPIC: everything */
  bool island;
} web_site;

typedef struct web_node {
  uint32_t site;
  uint8_t topic, kind;
} web_node;

/* Pages, the best known first. */
typedef struct web_list {
  uint32_t *pages;
  size_t count;
} web_list;

struct web {
  web_options options;
  web_site *sites;
  size_t site_count;
  web_node *nodes;
  web_list open[WEB_TOPICS + 1], islands[WEB_TOPICS + 1]; /* by topic; those of no topic are the portals */
};

/* How a link is shown. */
typedef enum web_style { WEB_IN_TEXT, WEB_TEASER, WEB_BARE, WEB_PICTURE } web_style;

typedef struct web_link {
  uint32_t target;
  uint8_t style, topic; /* topic: the target's */
} web_link;

enum { WEB_MOST_LINKS = 400 };
/* The links of a page's own content; their number. */
size_t web_links(const web *self, size_t page, web_link links[WEB_MOST_LINKS]);

/* Random draws: the same for the same seed and numbers. */
typedef struct web_random {
  uint64_t vocabulary, state; /* vocabulary: which words topics have */
} web_random;
web_random web_random_start(uint64_t seed, uint64_t number, uint64_t purpose);
uint64_t web_random_next(web_random *random);
double web_draw(web_random *random); /* in [0, 1) */
size_t web_below(web_random *random, size_t limit);
bool web_chance(web_random *random, double chance);

/* At least `count` words of a topic, or of none, as they stand in a sentence, which ends with no stop word; `share` of
 * them is the topic's. */
void web_words(web_random *random, unsigned topic, double share, size_t count, dt_buffer *text);
/* A name, the same for the same number; a text in another language; a rare or shared word of a topic. */
void web_name(uint64_t number, dt_buffer *text);
void web_foreign(web_random *random, size_t count, dt_buffer *text);
void web_rare_word(web_random *random, unsigned topic, dt_buffer *text);

#endif
