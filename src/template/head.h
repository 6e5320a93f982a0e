/* template/head.h: whether an anchor may start from a node.
 *
 * The XPath of an anchor without its path (xpath.h) finds the same nodes. */
#ifndef DT_HEAD_H
#define DT_HEAD_H

#include "template/template.h"

#include <libxml/tree.h>

/* Whether `node` is what the anchor starts from, if it stands where it must: of a TEXT anchor a child of an element of
 * the anchor's tag, of a DATA anchor within <ld>; never for PATH.  *looked grows by the nodes that were looked at; a
 * caption with more than `most` of them is none. */
bool dt_head_fits(const dt_anchor *anchor, const xmlNode *node, unsigned long most, unsigned long *looked);

#endif
