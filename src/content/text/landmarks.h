/* content/text/landmarks.h: finds the main heading, the block where the description begins, and the article body of the
 * JSON-LD. */
#ifndef DT_CONTENT_TEXT_LANDMARKS_H
#define DT_CONTENT_TEXT_LANDMARKS_H

#include "content/text/features.h"

/* Finds the landmark blocks and reads the JSON-LD. */
void dt_find_landmarks(dt_features *features);
/* Checks whether the article body contains a whole squeezed text (text/fold.h). */
bool dt_in_article_body(const dt_features *features, detm_text text);

#endif
