/* content/choose.h: the main text by features, with weights of one's own: for fitting. */
#ifndef DT_CHOOSE_H
#define DT_CHOOSE_H

#include "content/features.h"

/* The weights that were fitted (weights.h). */
extern const double dt_feature_weights[DT_FEATURE_COUNT];

/* Marks the blocks that are the main text in `chosen` (block_count of them, all false). */
void dt_choose_blocks(const dt_content_page *page, const double weights[DT_FEATURE_COUNT], bool *chosen);

#endif
