/* content/text/select.h: chooses the main text by features with given weights, for fitting. */
#ifndef DT_CONTENT_TEXT_SELECT_H
#define DT_CONTENT_TEXT_SELECT_H

#include "content/text/quality.h"

/* The fitted weights (weights.h). */
extern const double dt_feature_weights[DT_FEATURE_COUNT];

/* Sets chosen[i] for the blocks of the main text, and the figures of the choice (a page without blocks does not
 * change them).  `chosen` has block_count entries, all false before. */
void dt_choose_blocks(const dt_content_page *page, const double weights[DT_FEATURE_COUNT], bool *chosen,
                      double figures[DT_QUALITY_COUNT]);

#endif
