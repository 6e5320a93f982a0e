/* text/field_name.h: makes XML names from labels. */
#ifndef DT_TEXT_FIELD_NAME_H
#define DT_TEXT_FIELD_NAME_H

#include "base/base.h"
#include "base/map.h"

/* Returns the letters and digits of a label in lower case, with a hyphen for other characters between them.  Returns
 * NULL if nothing is left, or the result is too long for a name. */
const char *dt_name_make(dt_arena *arena, const char *label);

/* Returns whether a name is a valid XML name without colons, and not too long. */
bool dt_name_valid(const char *name);

/* The names that are in use.  Allocates in the arena, which has a scope. */
typedef struct dt_names {
  dt_arena *arena;
  dt_map times; /* number of requests for each name */
} dt_names;

void dt_names_start(dt_names *names, dt_arena *arena);
/* Returns a name that is not in use yet: `name`, or with -2, -3 ... */
const char *dt_names_give(dt_names *names, const char *name);

#endif
