/* tests/web/graph.h: the parts of a synthetic web: random numbers and words (words.c), sites and links (graph.c). */
#ifndef WEB_GRAPH_H
#define WEB_GRAPH_H

#include "web.h"

enum { WEB_TOPICS = 16, WEB_NO_TOPIC = WEB_TOPICS, WEB_MENU = 6 };

/* Kinds of pages. */
typedef enum web_kind { WEB_TEXT, WEB_ROOT, WEB_HUB, WEB_PORTAL, WEB_NOTICE } web_kind;

typedef struct web_site {
  uint32_t first, size;
  uint8_t topic; /* WEB_NO_TOPIC: all topics */
  bool island;
} web_site;

typedef struct web_node {
  uint32_t site;
  uint8_t topic, kind;
} web_node;

/* Pages, the most popular first. */
typedef struct web_list {
  uint32_t *pages;
  size_t count;
} web_list;

struct web {
  web_options options;
  web_site *sites;
  size_t site_count;
  web_node *nodes;
  web_list open[WEB_TOPICS + 1], islands[WEB_TOPICS + 1]; /* by topic; WEB_NO_TOPIC: portals */
};

/* The form of a link. */
typedef enum web_style { WEB_IN_TEXT, WEB_TEASER, WEB_BARE, WEB_PICTURE } web_style;

typedef struct web_link {
  uint32_t target;
  uint8_t style, topic; /* topic: of the target */
} web_link;

enum { WEB_MOST_LINKS = 400 };
/* Sets the links in the content of a page and returns their number. */
size_t web_links(const web *self, size_t page, web_link links[WEB_MOST_LINKS]);

/* Random numbers, which depend only on the arguments of web_random_start. */
typedef struct web_random {
  uint64_t vocabulary, state; /* vocabulary: seed of the words of each topic */
} web_random;
web_random web_random_start(uint64_t seed, uint64_t number, uint64_t purpose);
uint64_t web_random_next(web_random *random);
double web_draw(web_random *random); /* returns a number in [0, 1) */
size_t web_below(web_random *random, size_t limit);
bool web_chance(web_random *random, double chance);

/* Adds at least `count` words as in a sentence that does not end with a stop word; a `share` of them is from the topic.
 */
void web_words(web_random *random, unsigned topic, double share, size_t count, dt_buffer *text);
/* Adds a name, which depends on the number; a text in another language; a rare or shared word of a topic. */
void web_name(uint64_t number, dt_buffer *text);
void web_foreign(web_random *random, size_t count, dt_buffer *text);
void web_rare_word(web_random *random, unsigned topic, dt_buffer *text);

#endif
