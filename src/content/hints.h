/* content/hints.h: words in class and id names that tell what an element is for.
 *
 * The only word list of auto. */
#ifndef DT_HINTS_H
#define DT_HINTS_H

#include "content/content.h"

enum { DT_HINT_AGAINST = 1, DT_HINT_IN_FAVOUR = 2 };

/* What the class and id of an element say: DT_HINT_... */
unsigned dt_hints_of(const dt_element *element);

#endif
