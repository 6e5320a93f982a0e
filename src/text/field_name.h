/* text/field_name.h: names of fields: which texts are names, and names made from labels and headers of pages. */
#ifndef DT_TEXT_FIELD_NAME_H
#define DT_TEXT_FIELD_NAME_H

#include "base/base.h"
#include "base/map.h"

/* A name is UTF-8 of 1 to 1000 bytes without control characters.  It does not begin or end with white space, nor begin
 * with "@", which begins the keys of NDJSON that are not fields.  Returns NULL, or what is wrong and what to do. */
const char *dt_name_fault(const char *name);
static inline bool dt_name_valid(const char *name) { return dt_name_fault(name) == NULL; }

/* Makes a name of a label of the page, such as "Area (km²)": area-km².  Letters are in lower case, digits and signs
 * stay; brackets, quotation marks and the marks of sentences, and slashes and dashes between blanks, separate words
 * like blanks, and become a hyphen.  A label of nothing but such marks is its own name.  Returns NULL if nothing is
 * visible, or if the label is a sentence rather than a name: longer than 80 characters. */
const char *dt_name_make(dt_arena *arena, const char *label);
/* Makes a name of the header of a table column in the same way.  A longer one is cut after a word; returns NULL only if
 * nothing is visible. */
const char *dt_name_of_header(dt_arena *arena, const char *header);
/* Makes a name of the letters and digits of a class or property, from the first letter on, with a hyphen for all else
 * between them.  Returns NULL without a letter, or if the name would be longer than 40 bytes. */
const char *dt_name_of_word(dt_arena *arena, const char *word);
/* Makes a name for databases: [a-z][a-z0-9_]*.  Letters lose their accents, signs become words ("%": percent) or "_",
 * and "n" comes before a digit at the start: "2021" becomes n2021.  A name of more than 60
 * bytes is cut.  Never NULL: "column" if nothing is left. */
const char *dt_name_plain(dt_arena *arena, const char *name);

/* The names that are in use.  Allocates in the arena, which has a scope. */
typedef struct dt_names {
  dt_arena *arena;
  dt_map times; /* number of requests for each name */
} dt_names;

void dt_names_start(dt_names *names, dt_arena *arena);
bool dt_names_has(const dt_names *names, const char *name);
/* Returns a name that is not in use yet: `name`, or with -2, -3 ... */
const char *dt_names_give(dt_names *names, const char *name);
/* Returns a name for the header of a table column: that of dt_name_of_header; if it is in use, for example by a header
 * with other marks, the whole header in lower case with hyphens for blanks, if that is another name: "points-(home)".
 * Requires that the header has a visible character. */
const char *dt_names_give_header(dt_names *names, const char *header);
/* Returns the plain form of a name (dt_name_plain) that is not in use yet, or with _2, _3 ... */
const char *dt_names_give_plain(dt_names *names, const char *name);

#endif
