/* template/apply/skeleton.h: skeletons: the elements of a sample page that lead to its values (doc/method 3.2).
 *
 * skeleton.c makes a skeleton; skeleton_align.c aligns it with a page by Tree Align, to find a field that no anchor
 * finds.  In the XML a skeleton is <page>, with nested <node>. */
#ifndef DT_TEMPLATE_APPLY_SKELETON_H
#define DT_TEMPLATE_APPLY_SKELETON_H

#include "template/template.h"

#include <libxml/tree.h>

typedef struct dt_skeleton_node {
  const char *tag;
  const char *id, *class, *caption; /* NULL = none; the caption is the element's whole text, white space folded */
  const char *label;                /* the text right before the element, which ends with a colon; NULL = none */
  const char *field;                /* the field whose value it is, "+" in doc/method; NULL = none */
  uint32_t end;                     /* its subtree is [node, end), in pre-order */
} dt_skeleton_node;

typedef struct dt_skeleton {
  dt_skeleton_node *nodes; /* the first is the root element */
  uint32_t node_count;     /* at least 1 and at most DT_MAX_SKELETON_NODES */
} dt_skeleton;

enum {
  DT_MAX_SKELETON_NODES = 2000,
  DT_MAX_SKELETON_DEPTH = 200,
  DT_MAX_CAPTION_LENGTH = 60
}; /* nodes, levels, bytes */

/* Makes the skeleton of a layout from a sample page.  Fields that are not lists are located by their anchors. Allocates
 * in `arena`, which has a scope.  Returns NULL if no value was found or the skeleton is too large. */
dt_skeleton *dt_skeleton_make(dt_arena *arena, const dt_template_layout *layout, xmlDocPtr sample);

/* Copies the element's text with white space folded, without a NUL.  Returns its length, or more than
 * DT_MAX_CAPTION_LENGTH if the text is longer than a caption, or has too many nodes and blanks for one. */
size_t dt_skeleton_text(const xmlNode *element, char text[DT_MAX_CAPTION_LENGTH + 1]);
/* The same of the text right before the element, without an element between; 0 if it does not end with a colon. */
size_t dt_skeleton_label(const xmlNode *element, char text[DT_MAX_CAPTION_LENGTH + 1]);

#endif
