/* detm/links.h: the links of a page (doc/method 7.1), and URLs.
 *
 *   detm_links *links = detm_links_find(page, NULL, &error);
 *   for (size_t i = 0; i < detm_links_count(links); i++) puts(detm_links_get(links, i)->url);
 *   detm_links_free(links); */
#ifndef DETM_LINKS_H
#define DETM_LINKS_H

#include <detm/extract.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct detm_links detm_links;

/* The part of the page that a link is in. */
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
 * folded, never NULL (empty if the link has no such text), and owned by the links. */
typedef struct detm_link {
  const char *url; /* absolute (RFC 3986, percent-encoded; the host as it is written); unchanged without a base */
  /* the element in which it was first seen: "a", "area", "frame", "iframe", "link", "form", "meta", "img" ... */
  const char *element;
  const char *const *texts; /* anchor texts, each once, in the page's order; not empty ones */
  size_t text_count;
  const char *title;   /* title attribute */
  const char *alt;     /* alt attributes of the pictures in it */
  const char *rel;     /* rel attributes, lower case, a blank between */
  const char *heading; /* the heading above it */
  const char *around;  /* the words before and after it, with its own text between them, that the window holds */
  detm_link_place place;
  size_t record; /* number of the record that it is in, from 1; 0 = none */
  detm_link_turn turn;
  int page; /* whether its extension may be a page's: .html, .php, none ... (not .pdf, .jpg, .zip) */
} detm_link;

typedef struct detm_link_options {
  size_t size;  /* sizeof(detm_link_options): set by the defaults */
  int all;      /* javascript:, mailto:, data: and the like, and bare fragments too (0) */
  int images;   /* pictures too: src, srcset, lazy-load attributes (0) */
  size_t words; /* words of the window on either side, characters of CJK text (10) */
} detm_link_options;
static const detm_link_options detm_link_defaults DETM_UNUSED = {sizeof(detm_link_options), 0, 0, 10};

/* Finds the links of a page, in order of first sight; options NULL = the defaults.  They are resolved against the
 * page's base (detm_page_options.base and its base element).  A page without links is not an error.  NULL with
 * DETM_USAGE (a page parsed without its document), DETM_LIMIT (time, or URLs and texts of more than 128 MiB) or
 * DETM_NO_MEMORY. The links do not need the page any longer, but for detm_links_into_result.  The caller frees them. */
DETM_API detm_links *detm_links_find(const detm_page *page, const detm_link_options *options,
                                     detm_error *error) DETM_CHECK;
DETM_API void detm_links_free(detm_links *links);
DETM_API size_t detm_links_count(const detm_links *links);
/* From 0; NULL past the last.  Owned by the links. */
DETM_API const detm_link *detm_links_get(const detm_links *links, size_t number);
/* The links as a result of one region with a record each.  Freeing the result frees the links; it borrows the page. */
DETM_API detm_result *detm_links_into_result(detm_links *links);

/* Writes `link` as an absolute URL by RFC 3986, section 5.2; characters that a URL may not have are percent-encoded as
 * browsers do it.  base NULL or "" = the link unchanged.  DETM_WRITE, DETM_NO_MEMORY, DETM_BAD_INPUT (the base is not
 * an absolute URL). */
DETM_API detm_status detm_url_resolve(const char *base, const char *link, detm_write write, void *data,
                                      detm_error *error) DETM_CHECK;

/* Writes `url` in the normal form of the URLs of a web (detm_web_url), in one call of `write`: equal for URLs that name
 * the same page.  DETM_BAD_INPUT (not absolute), DETM_WRITE, DETM_NO_MEMORY. */
DETM_API detm_status detm_url_normalize(const char *url, detm_write write, void *data, detm_error *error) DETM_CHECK;

#ifdef __cplusplus
}
#endif
#endif
