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

/* The pages of the same list or article that a link leads to; a link may have several: "2" is also the next page of
 * page 1. */
typedef enum detm_link_turn {
  DETM_LINK_NO_TURN = 0,
  DETM_LINK_NEXT = 1,
  DETM_LINK_PREVIOUS = 2,
  DETM_LINK_FIRST = 4,
  DETM_LINK_LAST = 8,
  DETM_LINK_PAGE = 16 /* its text is the number of a page */
} detm_link_turn;

/* A link.  Links with the same URL are one link with all their texts.  All strings are UTF-8 with white space
 * folded, never NULL (empty if the link has no such text), and owned by the links. */
typedef struct detm_link {
  const char *url; /* absolute (RFC 3986, percent-encoded; the host as it is written); unchanged without a base */
  /* the element in which it was first seen: "a", "area", "frame", "iframe", "link", "form", "meta", "img" ... */
  const char *element;
  const char *const *texts; /* distinct anchor texts in the page's order, without empty ones */
  size_t text_count;
  const char *title;   /* title attribute */
  const char *alt;     /* alt attributes of the pictures in it */
  const char *rel;     /* rel attributes in lower case, separated by blanks */
  const char *heading; /* the heading above it */
  const char *around;  /* the words of the window: those before it, its own text, and those after it */
  detm_link_place place;
  size_t record;  /* number of the record that it is in, from 1; 0 = none */
  unsigned turns; /* the bits of each detm_link_turn that it has */
  int page;       /* 1 = its extension may be that of a page: .html, .php, none ... (not .pdf, .jpg, .zip) */
} detm_link;

typedef struct detm_link_options {
  size_t size;  /* sizeof(detm_link_options): set by the defaults */
  int all;      /* 1 = also javascript:, mailto:, data: and the like, and bare fragments (0) */
  int images;   /* 1 = also pictures: src, srcset, lazy-load attributes (0) */
  size_t words; /* words of the window on either side, characters of CJK text (10) */
} detm_link_options;
static const detm_link_options detm_link_defaults DETM_UNUSED = {sizeof(detm_link_options), 0, 0, 10};

/* Finds the links of a page, in order of first sight; options NULL = the defaults.  They are resolved against the
 * page's base (detm_page_options.base and its base element).  A page without links is not an error.  NULL with
 * DETM_USAGE (a page parsed without its document), DETM_LIMIT (time, or URLs and texts of more than 128 MiB) or
 * DETM_NO_MEMORY. Only detm_links_into_result needs the page afterwards.  The caller frees them. */
DETM_API detm_links *detm_links_find(const detm_page *page, const detm_link_options *options,
                                     detm_error *error) DETM_CHECK;
DETM_API void detm_links_free(detm_links *links);
DETM_API size_t detm_links_count(const detm_links *links);
/* From 0; NULL past the last.  Owned by the links. */
DETM_API const detm_link *detm_links_get(const detm_links *links, size_t number);
/* The links as a result of one region with a record for each link.  Freeing the result frees the links; it borrows the
 * page. */
DETM_API detm_result *detm_links_into_result(detm_links *links);

/* Writes `link` as an absolute URL by RFC 3986, section 5.2; characters that are invalid in a URL are percent-encoded
 * as in browsers.  base NULL or "" = the link unchanged.  DETM_WRITE, DETM_NO_MEMORY, DETM_BAD_INPUT (the base is not
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
