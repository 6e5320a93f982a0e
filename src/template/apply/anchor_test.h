/* template/apply/anchor_test.h: tests whether an anchor may start from a node.
 *
 * The anchor's XPath (xpath_check.h) without its path gives the same answer. */
#ifndef DT_TEMPLATE_APPLY_ANCHOR_TEST_H
#define DT_TEMPLATE_APPLY_ANCHOR_TEST_H

#include "template/template.h"

#include <libxml/tree.h>

/* Returns whether the anchor starts from `node`; never for PATH.  The caller checks the node's place: the parent of a
 * TEXT anchor's node has the anchor's tag, and a DATA anchor's node is within <ld>.  Adds the number of nodes visited
 * to *looked; a caption with more than `most` nodes does not match. */
bool dt_head_fits(const dt_anchor *anchor, const xmlNode *node, unsigned long most, unsigned long *looked);

#endif
