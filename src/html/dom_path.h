/* html/dom_path.h: paths to nodes of the document, valid XPath: "/html/body/div[2]/@id".
 *
 * A step has a number where its parent has several children of the name. */
#ifndef DT_HTML_DOM_PATH_H
#define DT_HTML_DOM_PATH_H

#include "base/map.h"

#include <libxml/tree.h>

/* Positions of the nodes of one document, computed for all children of a parent at once, so that the cost of a path
 * does not depend on the number of siblings. */
typedef struct dt_positions {
  dt_arena *arena;
  dt_map numbers; /* positions of nodes, and numbers of children with one name */
} dt_positions;

void dt_positions_start(dt_positions *positions, dt_arena *arena);

/* Returns the position of an element or text among its siblings of the same name, from 1, and sets *of to their number.
 */
uint32_t dt_node_position(const xmlNode *node, uint32_t *of);

/* Returns the path from `from` (NULL for the document) to an element, text or attribute below it, in the arena.  Counts
 * siblings if `positions` is NULL. */
const char *dt_dom_path(dt_arena *arena, const xmlNode *from, const xmlNode *node, dt_positions *positions);
/* Returns the path without numbers: "/html/body/div". */
const char *dt_dom_path_names(dt_arena *arena, const xmlNode *from, const xmlNode *node);
/* Returns the element at a path from the document, or NULL; a step without a number means the first of its name. */
const xmlNode *dt_dom_find(const xmlDoc *document, const char *path);

#endif
