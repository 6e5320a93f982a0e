/* detm/crawl.h: which URL to fetch next (doc/method 7): how relevant pages and links are to a topic, and their ranks.
 *
 *   detm_topic *topic = detm_topic_new(&error);
 *   status = detm_topic_add_text(topic, text, length, 0, &error);
 *   detm_web *web = detm_web_new(topic, NULL, &error);
 *   status = detm_web_add(web, page, "https://example.org/", NULL, &error);    for each page that was fetched
 *   status = detm_web_rank(web, &error);                                       and after every 100 further pages
 *   status = detm_web_emit(web, DETM_WEB_UNFETCHED, 100, sink, &error);        what to fetch next
 *   detm_web_free(web);
 *   detm_topic_free(topic);
 *
 * The library fetches nothing. */
#ifndef DETM_CRAWL_H
#define DETM_CRAWL_H

#include <detm/links.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Topics (doc/method 7.4) ---- */

/* A weighted vector of words.  Threads may share a topic that no longer grows. */
typedef struct detm_topic detm_topic;
DETM_API detm_topic *detm_topic_new(detm_error *error) DETM_CHECK; /* NULL: DETM_NO_MEMORY */
DETM_API void detm_topic_free(detm_topic *topic);
/* Add a text, which may take `seconds` of processor time (0 = no limit), or a sample page; the order does not matter.
 * DETM_BAD_INPUT (the text is not UTF-8), DETM_USAGE (a page without
 * document), DETM_LIMIT, DETM_NO_MEMORY: then nothing of it is added. */
DETM_API detm_status detm_topic_add_text(detm_topic *topic, const char *text, size_t length, double seconds,
                                         detm_error *error) DETM_CHECK;
DETM_API detm_status detm_topic_add_page(detm_topic *topic, const detm_page *page, detm_error *error) DETM_CHECK;
/* The number of distinct words. */
DETM_API size_t detm_topic_word_count(const detm_topic *topic);

/* ---- A web: pages that were fetched, and the URLs that they link to (doc/method 7.3) ---- */

typedef struct detm_web detm_web;

/* How the relevance of a link, rel, is computed. */
typedef enum detm_relevance {
  DETM_RELEVANCE_RWB,  /* as RW; without evidence from the text around the link; else random */
  DETM_RELEVANCE_RW,   /* from its extended metadata */
  DETM_RELEVANCE_EQUAL /* equal for all links: plain PageRank, which starts at 1 */
} detm_relevance;

typedef struct detm_web_options {
  size_t size; /* sizeof(detm_web_options): set by the defaults */
  detm_relevance relevance;
  /* A page with this cosine to the topic or more is relevant (d in doc/method 7.4), and a text with it decides about
   * its links: 0 to 1 (0.25). */
  double min_relevance;
  /* A word of a link's metadata counts if its weight in the topic is this part of the heaviest word's weight or more:
   * 0 to 1 (0.5; c in doc/method 7.3). */
  double min_word_weight;
  /* DETM_RELEVANCE_RWB: a link without evidence gets a random relevance if a second draw is below this: 0 to 1 (0.999;
   * d in doc/method 7.3). */
  double chance;
  double damping;          /* damping of the ranks, 0 to below 1 (0.85) */
  unsigned iterations;     /* iterations of the ranks (5) */
  unsigned long long seed; /* seed of the draws, which depend on it and the two URLs only */
  double seconds;          /* of processor time that ranking may take for each page of the web, 0 = no limit (60) */
  const detm_link_options *links; /* which links are read; NULL = the defaults; copied */
} detm_web_options;
static const detm_web_options detm_web_defaults DETM_UNUSED = {
    sizeof(detm_web_options), DETM_RELEVANCE_RWB, 0.25, 0.5, 0.999, 0.85, 5, 0, 60, NULL};

/* A URL of a web. */
typedef struct detm_web_url {
  const char *url;  /* in normal form (RFC 3986, 6.2.2 and 6.2.3: case, dot segments, default ports, percent-encoding),
                       without fragment; "" = that of a page whose URL is not known */
  const char *page; /* name of the page that was fetched from it; NULL = not fetched */
  double rank;      /* IPageRank; NaN if the URL was added after the last detm_web_rank */
  double relevance; /* cosine of the page to the topic; of one that was not fetched: the largest rel of its links; NaN
                       likewise, and of the latter with DETM_RELEVANCE_EQUAL */
  size_t links_in;  /* pages that link to it */
} detm_web_url;

/* An empty web.  The topic is borrowed and must not grow any more.  NULL with DETM_USAGE (an empty topic, or a number
 * out of range) or DETM_NO_MEMORY.  The caller frees the web. */
DETM_API detm_web *detm_web_new(const detm_topic *topic, const detm_web_options *options, detm_error *error) DETM_CHECK;
DETM_API void detm_web_free(detm_web *web);
/* Adds a page that was fetched from `url` (NULL = not known); `type` is its content type (NULL = not known): other
 * types than HTML are not read.  The page may be freed afterwards.  DETM_USAGE (not absolute, or fetched before),
 * DETM_LIMIT, DETM_NO_MEMORY: then the web is as it was before the call. */
DETM_API detm_status detm_web_add(detm_web *web, const detm_page *page, const char *url, const char *type,
                                  detm_error *error) DETM_CHECK;
/* Computes relevances and ranks again, starting from the previous ranks.  DETM_LIMIT (it took longer than
 * the options' seconds for each page) or DETM_NO_MEMORY: the ranks are unchanged, relevances may be new. */
DETM_API detm_status detm_web_rank(detm_web *web, detm_error *error) DETM_CHECK;
/* The number of URLs, of pages, and of links; several links from one page to one URL count once. */
DETM_API size_t detm_web_url_count(const detm_web *web);
DETM_API size_t detm_web_page_count(const detm_web *web);
DETM_API size_t detm_web_link_count(const detm_web *web);
/* Sets `url` to URL `number`, from 0, in order of first sight; `number` must be below the count.  The strings are the
 * web's until it changes. */
DETM_API void detm_web_url_get(const detm_web *web, size_t number, detm_web_url *url);
/* The number of a URL, which need not be in normal form; SIZE_MAX if it is unknown, or without memory. */
DETM_API size_t detm_web_url_find(const detm_web *web, const char *url);

/* Which URLs. */
typedef enum detm_web_part { DETM_WEB_ALL, DETM_WEB_FETCHED, DETM_WEB_UNFETCHED } detm_web_part;
/* Pushes the `most` highest ranked URLs (0 = all) into the sink, one record each, equal ranks by relevance. */
DETM_API detm_status detm_web_emit(const detm_web *web, detm_web_part part, size_t most, const detm_sink *sink,
                                   detm_error *error) DETM_CHECK;

/* Saves a web as bytes, and loads it: with the same topic and options, else DETM_USAGE.  DETM_BAD_FILE if the bytes are
 * not a web or are damaged. */
DETM_API detm_status detm_web_save(const detm_web *web, detm_write write, void *data, detm_error *error) DETM_CHECK;
DETM_API detm_web *detm_web_load(const char *bytes, size_t length, const char *name, const detm_topic *topic,
                                 const detm_web_options *options, detm_error *error) DETM_CHECK;

#ifdef __cplusplus
}
#endif
#endif
