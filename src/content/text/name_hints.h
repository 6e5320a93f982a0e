/* content/text/name_hints.h: what the class and id of elements say about their text. */
#ifndef DT_CONTENT_TEXT_NAME_HINTS_H
#define DT_CONTENT_TEXT_NAME_HINTS_H

#include "content/text/features.h"

/* Sets the hints of each element: its own and those of the elements around it. */
void dt_read_hints(dt_features *features);

#endif
