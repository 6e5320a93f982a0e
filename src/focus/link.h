/* focus/link.h: the links of a page, as src/focus hands them from floor to floor. */
#ifndef DT_FOCUS_LINK_H
#define DT_FOCUS_LINK_H

#include <detm/focus.h>

#include "content/content.h"

typedef struct dt_links {
  detm_link *links; /* in order of first sight, merged by URL */
  uint32_t *blocks; /* of each link, the text block that it was first seen in or nearest to; DT_NONE = none */
  uint32_t count;
  bool too_much; /* the scope was left as they would have taken too much memory */
} dt_links;

/* Finds the links of a page that was read (content.h), in the page's arena, whose scope it leaves through; base as
 * dt_page_base gives it, NULL = none. */
void dt_links_read(dt_links *links, const dt_content_page *page, const char *base, const detm_link_options *options);

/* Says why reading them left the scope, in error->text (NULL: nowhere), and hands back its status. */
detm_status dt_links_error(detm_error *error, const dt_links *links, const dt_scope *scope, const char *page);

#endif
