/* detm/focus.h: what a focused collector needs to know of pages (METHOD 7): their links, how relevant pages and links
 * are to a topic, and which URL to fetch next.
 *
 *   detm_links *links = detm_links_find(page, NULL, &error);           one page's links
 *   for (size_t i = 0; (link = detm_links_get(links, i)) != NULL; i++) puts(link->url);
 *   detm_links_free(links);
 *
 *   detm_topic *topic = detm_topic_new(&error);                        many pages
 *   status = detm_topic_add_text(topic, text, length, 0, &error);
 *   detm_web *web = detm_web_new(topic, NULL, &error);
 *   status = detm_web_add(web, page, "https://example.org/", NULL, &error);    for each page that was fetched
 *   status = detm_web_rank(web, &error);                               now, and after every 100 pages more
 *   status = detm_web_emit(web, DETM_WEB_UNFETCHED, 100, sink, &error);        what to fetch next
 *   detm_web_free(web);
 *   detm_topic_free(topic);
 *
 * Nothing here fetches anything.  Pages must have been parsed with DETM_PAGE_CONTENT. */
#ifndef DETM_FOCUS_H
#define DETM_FOCUS_H

#include <detm/records.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Links (METHOD 7.1) ---- */

typedef struct detm_links detm_links;

/* Where on its page a link stands. */
typedef enum detm_link_place {
  DETM_LINK_OTHER,      /* headers, footers, asides, the head of the page */
  DETM_LINK_NAVIGATION, /* menus and other rows of links */
  DETM_LINK_MAIN,       /* the main text */
  DETM_LINK_RECORD      /* a record of a list */
} detm_link_place;

/* "other", "navigation", "main", "record"; NULL for any other number. */
DETM_API const char *detm_link_place_name(detm_link_place place);

/* Whether a link turns the pages of one list or article. */
typedef enum detm_link_turn { DETM_LINK_NO_TURN, DETM_LINK_NEXT, DETM_LINK_PREVIOUS } detm_link_turn;

/* A link; one that the page has several times is one link with all its texts.  All strings are UTF-8 with white space
 * folded, never NULL ("" = there is none), and owned by the links. */
typedef struct detm_link {
  const char
      *url; /* absolute (RFC 3986, percent-encoded; the host as it is written), as it stands if there is no base */
  const char
      *element; /* that it was first seen in: "a", "area", "frame", "iframe", "link", "form", "meta", "img" ... */
  const char *const *texts; /* anchor texts, each once, in the page's order; not empty ones */
  size_t text_count;
  const char *title;   /* title attribute */
  const char *alt;     /* of the pictures in it */
  const char *rel;     /* rel attributes, lower case, a blank between */
  const char *heading; /* the heading above it */
  const char *around;  /* the words before and after it, with its own text between them, that the window holds */
  detm_link_place place;
  size_t record; /* number of the record it stands in, from 1; 0 = none */
  detm_link_turn turn;
  int page; /* whether its extension may be a page's: .html, .php, none ... (not .pdf, .jpg, .zip) */
} detm_link;

typedef struct detm_link_options {
  int all;      /* javascript:, mailto:, data: and the like, and bare fragments too (0) */
  int images;   /* pictures too: src, srcset, lazy-load attributes (0) */
  size_t words; /* of the window on either side (10); of CJK text, characters */
} detm_link_options;
extern DETM_API const detm_link_options detm_link_defaults;

/* Finds the links of a page, in order of first sight; options NULL = the defaults.  They are resolved against the
 * page's base (detm_page_options.base and its base element).  A page without links is no error.  NULL with DETM_USAGE
 * (a page without document), DETM_LIMIT (time, or URLs and texts of more than 128 MiB) or DETM_NO_MEMORY.  The links do
 * not need the page any longer, but for detm_links_result.  The caller frees them. */
DETM_API detm_links *detm_links_find(const detm_page *page, const detm_link_options *options,
                                     detm_error *error) DETM_CHECK;
DETM_API void detm_links_free(detm_links *links);
DETM_API size_t detm_links_count(const detm_links *links);
/* From 0; NULL past the last.  Owned by the links. */
DETM_API const detm_link *detm_links_get(const detm_links *links, size_t number);
/* The links as a result of one region with a record each.  Freeing the result frees the links; it borrows the page. */
DETM_API detm_result *detm_links_result(detm_links *links);

/* `link` as an absolute URL by RFC 3986, section 5.2, with what no URL may hold percent-encoded as browsers do, into
 * `write`.  base NULL or "" = the link as it stands.  DETM_WRITE, DETM_NO_MEMORY, DETM_BAD_INPUT (the base is no
 * absolute URL). */
DETM_API detm_status detm_url_resolve(const char *base, const char *link, detm_write write, void *data,
                                      detm_error *error) DETM_CHECK;

/* `url` in the normal form that URLs of a web have (detm_web_url), into `write` at once: URLs are one if these are
 * equal. DETM_BAD_INPUT (it is not absolute), DETM_WRITE, DETM_NO_MEMORY. */
DETM_API detm_status detm_url_normal(const char *url, detm_write write, void *data, detm_error *error) DETM_CHECK;

/* ---- Topics (METHOD 7.4) ---- */

/* A weighted vector of words.  Threads may share a topic that no longer grows. */
typedef struct detm_topic detm_topic;
DETM_API detm_topic *detm_topic_new(detm_error *error) DETM_CHECK; /* NULL: DETM_NO_MEMORY */
DETM_API void detm_topic_free(detm_topic *topic);
/* Adds a text, which may take so many seconds of processor time (0 = any number), or a sample page, in whatever order.
 * DETM_BAD_INPUT (the text is no UTF-8), DETM_USAGE (a page without
 * document), DETM_LIMIT, DETM_NO_MEMORY: then nothing of it is added. */
DETM_API detm_status detm_topic_add_text(detm_topic *topic, const char *text, size_t length, double seconds,
                                         detm_error *error) DETM_CHECK;
DETM_API detm_status detm_topic_add_page(detm_topic *topic, const detm_page *page, detm_error *error) DETM_CHECK;
/* Distinct words. */
DETM_API size_t detm_topic_words(const detm_topic *topic);

/* ---- A web: pages that were fetched, and the URLs that they link to (METHOD 7.3) ---- */

typedef struct detm_web detm_web;

/* How a link's relevance, rel, is told. */
typedef enum detm_relevance {
  DETM_RELEVANCE_RWB,  /* as RW, else by the text around the link, else by chance */
  DETM_RELEVANCE_RW,   /* by its extended metadata */
  DETM_RELEVANCE_EQUAL /* all alike: plain PageRank, which starts at 1 */
} detm_relevance;

typedef struct detm_web_options {
  detm_relevance relevance;
  double relevant; /* a page is relevant from this cosine on (METHOD 7.4: d), and a text tells of its links (0.25) */
  double c;        /* a word of a link's metadata counts if its weight in the topic is this part of the heaviest
                      word's, or more (0.5) */
  double d;        /* RWB: a link that nothing speaks for gets rel P1 * c if a second draw P2 reaches d (0.999) */
  double damping;  /* 0.85 */
  unsigned iterations;     /* 5 */
  unsigned long long seed; /* of the draws, which depend on nothing else but the two URLs */
  double seconds;          /* of processor time that ranking may take for each page of the web, 0 = no limit (60) */
  detm_link_options links;
} detm_web_options;
extern DETM_API const detm_web_options detm_web_defaults;

/* What is known of a URL. */
typedef struct detm_web_url {
  const char *url;  /* in normal form (RFC 3986, 6.2.2 and 6.2.3: case, dot segments, default ports, percent-encoding),
                       without fragment; "" = that of a page whose URL is not known */
  const char *page; /* name of the page that was fetched from it; NULL = not fetched */
  double rank;      /* IPageRank; NaN = not known when detm_web_rank was called */
  double relevance; /* cosine of the page to the topic; of one that was not fetched: the largest rel of its links; NaN
                       likewise, and of the latter with DETM_RELEVANCE_EQUAL */
  size_t links_in;  /* pages that link to it */
} detm_web_url;

/* An empty web.  The topic is borrowed and must not grow any more.  NULL with DETM_USAGE (an empty topic, a number out
 * of its range) or DETM_NO_MEMORY.  The caller frees the web. */
DETM_API detm_web *detm_web_new(const detm_topic *topic, const detm_web_options *options, detm_error *error) DETM_CHECK;
DETM_API void detm_web_free(detm_web *web);
/* Adds a page that was fetched from `url` (NULL = not known); `type` is its content type (NULL = not known): what is no
 * HTML is not read.  The page may be freed afterwards.  DETM_USAGE (not absolute, or fetched before), DETM_LIMIT,
 * DETM_NO_MEMORY: then the web is as it was before the call. */
DETM_API detm_status detm_web_add(detm_web *web, const detm_page *page, const char *url, const char *type,
                                  detm_error *error) DETM_CHECK;
/* Computes relevances and ranks anew, from the ranks of before where there are some.  DETM_LIMIT (it took longer than
 * the options' seconds for each page) or DETM_NO_MEMORY: the ranks are those of before, relevances may be new. */
DETM_API detm_status detm_web_rank(detm_web *web, detm_error *error) DETM_CHECK;
/* URLs known; pages; links, those from one page to one URL counted once. */
DETM_API size_t detm_web_urls(const detm_web *web);
DETM_API size_t detm_web_pages(const detm_web *web);
DETM_API size_t detm_web_links(const detm_web *web);
/* URL `number`, from 0, in order of first sight.  The strings are the web's until it changes. */
DETM_API void detm_web_get(const detm_web *web, size_t number, detm_web_url *url);
/* The number of a URL, however it is written; SIZE_MAX = it is not known (or there is no memory to tell). */
DETM_API size_t detm_web_find(const detm_web *web, const char *url);

/* Which URLs. */
typedef enum detm_web_part { DETM_WEB_ALL, DETM_WEB_FETCHED, DETM_WEB_UNFETCHED } detm_web_part;
/* Pushes the `most` (0 = all) highest ranked of them into the sink, a record each; equal ones by relevance. */
DETM_API detm_status detm_web_emit(const detm_web *web, detm_web_part part, size_t most, const detm_sink *sink,
                                   detm_error *error) DETM_CHECK;

/* A web as bytes, to go on another day: what was saved with one topic and options is loaded with the same (else
 * DETM_USAGE).  DETM_BAD_FILE if the bytes are no web or damaged. */
DETM_API detm_status detm_web_save(const detm_web *web, detm_write write, void *data, detm_error *error) DETM_CHECK;
DETM_API detm_web *detm_web_load(const char *bytes, size_t length, const char *name, const detm_topic *topic,
                                 const detm_web_options *options, detm_error *error) DETM_CHECK;

#ifdef __cplusplus
}
#endif
#endif
