/* links/collect.h: the links of a page (doc/method 7.1).
 *
 * collect.c           the links of a page, in one traversal of its document
 * link_attributes.c   the attributes that hold links
 * context.c           texts of links, and the words around them
 * placement.c         the place of links: main text, navigation, records
 * pagination.c        links to other pages of the list: by their words (pagination_words.c) or by rows of page
 *                     numbers (page_numbers.c)
 * url_extension.c     URLs that are not pages
 * links.c, url.c      the public functions */
#ifndef DT_LINKS_COLLECT_H
#define DT_LINKS_COLLECT_H

#include <detm/links.h>

#include "content/content.h"

/* An <a>; several may have the same link. */
typedef struct dt_link_anchor {
  uint32_t link;    /* its index */
  unsigned hints;   /* the turns that its classes name: bits of detm_link_turn */
  const char *text; /* or "" */
  bool turns;       /* it may lead to another page of the list (pagination.c) */
  bool current;     /* its attributes name the current page */
  unsigned after;   /* the page number right behind it that has no link, or 0 */
} dt_link_anchor;

typedef struct dt_links {
  detm_link *links; /* distinct by URL, in document order */
  uint32_t *blocks; /* for each link the text block that it is in or nearest to, or DT_NONE */
  uint32_t count;
  dt_link_anchor *anchors; /* in document order */
  uint32_t anchor_count;
  bool too_much; /* the scope was left because they would take too much memory */
} dt_links;

/* Finds the links of a content page (content.h), in its arena; leaves its scope on failure.  `base` is that of
 * dt_page_base, or NULL. */
void dt_links_read(dt_links *links, const dt_content_page *page, const char *base, const detm_link_options *options);

/* Reports why dt_links_read left the scope; returns its status. */
detm_status dt_links_error(detm_error *error, const dt_links *links, const dt_scope *scope, const char *page);

#endif
