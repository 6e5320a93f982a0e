/* tests/web/web.h: a synthetic web, to measure crawls on: sites of HTML pages about topics.  Topic 0 is the one to
 * collect.
 *
 * Its properties are those of real webs:
 * - Pages link mostly to pages of their own topic, then to similar topics, and a little to all others (Davison, Topical
 *   locality in the web, SIGIR 2000; Menczer, Lexical and semantic clustering by web links, JASIST 2004; Chakrabarti
 *   and others, The structure of broad topics on the web, WWW 2002).
 * - The numbers of links to a page and from a page follow power laws (Broder and others, Graph structure in the web,
 *   WWW 2000).
 * - Most sites have one topic; about half of the links stay within the site.  Every page has the menu, footer and
 *   badges of its site, and often advertisements (Gibson and others, The volume and evolution of web page templates,
 *   WWW 2005).
 * - Some pages are lists of links on their topic; portals have very many links to all topics, partly under headings by
 *   topic (Kleinberg, Authoritative sources in a hyperlinked environment, JACM 1999; Chakrabarti, Integrating the
 *   document object model with hyperlinks, WWW 2001).
 * - Some relevant sites have links only from pages of other topics, which a crawl must visit first (Diligenti and
 *   others, Focused crawling using context graphs, VLDB 2000; Bergmark and others, Focused crawls, tunneling and
 *   digital libraries, ECDL 2002).
 * - An anchor is similar to the title of its target, or is partly descriptive (a rare word, or one of several topics),
 *   or is not descriptive ("more", a picture, a number, a name, another language); the shares are options (Davison
 *   2000; Eiron and McCurley, Analysis of anchor text for web search, SIGIR 2003).
 * - The text around a link is mostly about the topic of the target (Chakrabarti and others, Automatic resource
 *   compilation, WWW 1998; Pant and Srinivasan, Link contexts in classifier-guided topical crawlers, TKDE 2006).
 * - Words follow Zipf's law; a topic shares words with its neighbours and with all topics; one word in seven of a text
 *   is from its topic, and pages digress (Zipf 1949).
 * No property favours an order of crawling: the evidence in the links differs from page to page. */
#ifndef WEB_WEB_H
#define WEB_WEB_H

#include "base/base.h"

typedef struct web_options {
  size_t pages;
  double share;    /* approximate share of relevant pages */
  double telling;  /* share of links in texts with descriptive anchors; half of the others are partly descriptive */
  double prose;    /* share of links within paragraphs; the others are in lists and rows of pictures */
  double locality; /* share of links to other sites that lead to the topic of the page */
  double islands;  /* share of sites without a link from a page of their topic on another site */
  double links;    /* factor of the number of links */
  uint64_t seed;
} web_options;
extern const web_options web_defaults;

typedef struct web web;

/* Returns NULL without memory. */
web *web_new(const web_options *options);
void web_free(web *self);
/* The URL of a page, and the page of a URL; web_options.pages if the URL is not of this web. */
void web_url(const web *self, size_t page, char url[64]);
size_t web_find(const web *self, const char *url);
size_t web_count(const web *self);
/* Whether the topic of the page is 0. */
bool web_relevant(const web *self, size_t page);
/* Replaces the content of `html` by the page, which is the same each time. */
void web_page(const web *self, size_t page, dt_buffer *html);
/* Sets the pages that a crawl starts from: up to `count` relevant ones that are not on islands, then as many portals.
 * Returns their number. */
size_t web_seeds(const web *self, size_t count, size_t *pages);

#endif
