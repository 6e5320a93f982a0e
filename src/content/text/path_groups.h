/* content/text/path_groups.h: groups blocks whose elements have the same tags and classes from the root down. */
#ifndef DT_CONTENT_TEXT_PATH_GROUPS_H
#define DT_CONTENT_TEXT_PATH_GROUPS_H

#include "content/text/features.h"

/* Groups the blocks by path. */
void dt_group_paths(dt_features *features);
/* Moves the value of each block towards the mean of its path group, since blocks with equal paths belong together.
 * Scores are linear, so moving scores is the same as moving features. */
void dt_features_smooth(const dt_features *features, double *figures);

#endif
