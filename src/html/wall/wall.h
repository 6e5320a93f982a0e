/* html/wall/wall.h: recognises a page that only blocks: it asks to sign in, checks whether the reader is a person, says
 * that there is no such page, is out of order, or is a shell that its scripts would fill (doc/method 1.3). */
#ifndef DT_HTML_WALL_H
#define DT_HTML_WALL_H

#include <detm/page.h>

#include "html/parse/nodes.h"

/* Returns why the page only blocks; DETM_WALL_NONE if it does not. */
detm_wall dt_wall_find(dt_html_tree *page);

#endif
