/* template/apply/skeleton_align.h: aligns a skeleton with a page by Tree Align. */
#ifndef DT_TEMPLATE_APPLY_SKELETON_ALIGN_H
#define DT_TEMPLATE_APPLY_SKELETON_ALIGN_H

#include "template/apply/skeleton.h"

/* Aligns a skeleton with a page (doc/method 3.3, step 6).  Returns the element of each node of the skeleton; NULL =
 * none, or a doubtful one.  Allocates in `arena`, which has a scope. */
const xmlNode **dt_skeleton_align(const dt_skeleton *skeleton, dt_arena *arena, xmlDocPtr page);

#endif
