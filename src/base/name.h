/* base/name.h: XML names out of labels. */
#ifndef DT_NAME_H
#define DT_NAME_H

#include "base/base.h"

/* Letters and digits of a label in lower case, other signs as one hyphen; NULL if nothing is left or it is no name but
 * a sentence. */
const char *dt_name_make(dt_arena *arena, const char *label);

/* Names that were given.  Memory is the arena's, which needs a scope. */
typedef struct dt_names {
  dt_arena *arena;
  struct dt_name_slot *slots;
  size_t size, used; /* size is a power of two */
} dt_names;

void dt_names_start(dt_names *names, dt_arena *arena);
/* The name, or with -2, -3 ... one that was not given yet. */
const char *dt_names_give(dt_names *names, const char *name);

#endif
