/* base/name.h: XML names out of labels. */
#ifndef DT_NAME_H
#define DT_NAME_H

#include "base/base.h"

/* Letters and digits of a label in lower case, other signs as one hyphen; NULL if nothing is left or it is no name but
 * a sentence. */
const char *dt_name_make(dt_arena *arena, const char *label);

#endif
