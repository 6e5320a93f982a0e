/* template/skeleton.h: the sample page cut down to the tags that lead to the values (METHOD 3.2), and Tree Align
 * between it and a page (METHOD 3.3, step 6): the last resort for a field that no anchor finds.
 *
 * In the XML it is <page>, one <node> within the other. */
#ifndef DT_SKELETON_H
#define DT_SKELETON_H

#include "template/template.h"

#include <libxml/tree.h>

typedef struct dt_skeleton_node {
  const char *tag;
  const char *id, *class, *caption; /* NULL = none; a caption is the element's whole text, white space folded */
  const char *field;                /* the field whose value it holds, the method's "+"; NULL = none */
  uint32_t end;                     /* its subtree is [node, end), in pre-order */
} dt_skeleton_node;

typedef struct dt_skeleton {
  dt_skeleton_node *nodes; /* the first is the root element */
  uint32_t node_count;     /* at least 1 and at most DT_SKELETON_MOST */
} dt_skeleton;

enum { DT_SKELETON_MOST = 2000, DT_SKELETON_DEEPEST = 200, DT_SKELETON_CAPTION = 60 }; /* nodes, levels, bytes */

/* The skeleton of a layout's fields on a sample page of it: where a single field's first anchor that gives a value
 * finds it.  In `arena`, which has a scope; NULL if no value was found. */
dt_skeleton *dt_skeleton_make(dt_arena *arena, const dt_layout *layout, xmlDocPtr sample);

/* For each node of the skeleton the page's element that it is aligned with, NULL = none, or one whose surroundings are
 * too unlike to be believed.  In `arena`, which has a scope. */
const xmlNode **dt_skeleton_align(const dt_skeleton *skeleton, dt_arena *arena, xmlDocPtr page);

/* The element's text, white space folded, without a NUL: its length, or more than DT_SKELETON_CAPTION if it is longer
 * than a caption, or has so many nodes and blanks as no caption has. */
size_t dt_skeleton_text(const xmlNode *element, char text[DT_SKELETON_CAPTION + 1]);

#endif
