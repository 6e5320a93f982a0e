/* web/web.h: a made topical web, to measure crawls on: sites of pages on topics, as HTML, of which topic 0 is the one
 * to be collected.
 *
 * It is made as real webs are found to be, each property with its source:
 * - Pages link to pages of their own topic far more often than chance has it, then to pages of topics near theirs, and
 * a little to everything (Davison, Topical locality in the web, SIGIR 2000; Menczer, Lexical and semantic clustering by
 *   web links, JASIST 2004; Chakrabarti and others, The structure of broad topics on the web, WWW 2002).
 * - Links into a page and out of it follow power laws (Broder and others, Graph structure in the web, WWW 2000).
 * - Pages come in sites, on one topic for the most part; about half of the links stay there.  Every page has its site's
 *   menu, footer and badges, and often advertisements (Gibson and others, The volume and evolution of web page
 *   templates, WWW 2005).
 * - Some pages are lists of links on their topic, some are portals' with very many links to everything, partly under
 *   headings by topic (Kleinberg, Authoritative sources in a hyperlinked environment, JACM 1999; Chakrabarti,
 *   Integrating the document object model with hyperlinks, WWW 2001: hubs are mixed, but in regions).
 * - Some relevant sites have links from pages of other topics only: a crawl must go through these (Diligenti and
 * others, Focused crawling using context graphs, VLDB 2000; Bergmark and others, Focused crawls, tunneling and digital
 *   libraries, ECDL 2002).
 * - Anchors are like the title of what they lead to, or tell half (a rare word, one that other topics have too), or
 *   nothing ("more", a picture, a number, a proper name, another language); how many do which is an option (Davison
 *   2000; Eiron and McCurley, Analysis of anchor text for web search, SIGIR 2003).
 * - The text around a link is more often than not on the topic that the link leads to (Chakrabarti and others,
 * Automatic resource compilation, WWW 1998; Pant and Srinivasan, Link contexts in classifier-guided topical crawlers,
 * TKDE 2006).
 * - Words are Zipf's; a topic shares words with its neighbours and with everything; one word in seven of a text is its
 *   topic's, and pages digress (Zipf 1949).
 * Nothing in it is drawn to be easy for one order of crawling: what the links of a page tell differs by page. */
#ifndef WEB_WEB_H
#define WEB_WEB_H

#include "base/base.h"

typedef struct web_options {
  size_t pages;
  double share;    /* of the pages that are relevant, about */
  double telling;  /* of the links in texts: their anchors tell; half of the others tell half */
  double prose;    /* of the links: stand within paragraphs, the others in lists and rows of pictures */
  double locality; /* of the links to other sites: lead to the page's own topic */
  double islands;  /* of the sites: no page of their topic on another site links to them */
  double links;    /* of a usual page: times the usual number */
  uint64_t seed;
} web_options;
extern const web_options web_defaults;

typedef struct web web;

/* NULL: no memory. */
web *web_new(const web_options *options);
void web_free(web *self);
/* The URL of a page, and the page of a URL: web_options.pages = it is none of this web's. */
void web_url(const web *self, size_t page, char url[64]);
size_t web_find(const web *self, const char *url);
size_t web_count(const web *self);
/* Whether it is on topic 0. */
bool web_relevant(const web *self, size_t page);
/* The page as HTML, the same each time; HTML is emptied first. */
void web_page(const web *self, size_t page, dt_buffer *html);
/* Pages that a crawl may start from: up to `count` relevant ones that are not on islands, then as many portals; how
 * many in all. */
size_t web_seeds(const web *self, size_t count, size_t *pages);

#endif
