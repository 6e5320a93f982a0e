/* template/fingerprint.h: what the pages of one template have in common, as a set of marks.
 *
 * A mark is "#id", "tag.class" or "grandparent/parent/tag".  Of a page with many only DT_MOST_MARKS are kept: those
 * with the smallest hashes, which are the same ones on every page that has them, so that two such samples can be
 * compared as well as the whole sets (bottom-k sketch). */
#ifndef DT_FINGERPRINT_H
#define DT_FINGERPRINT_H

#include "base/base.h"

#include <libxml/tree.h>

enum { DT_MOST_MARKS = 160 };

/* Sorted by strcmp, each once; no mark holds white space. */
typedef struct dt_marks {
  const char *const *marks;
  uint32_t count;
} dt_marks;

/* Marks of a document (NULL gives none); ids and classes only if they are fit for an anchor, so that those of one page
 * alone are not among them.  Takes memory from `arena` and leaves through its scope. */
dt_marks dt_fingerprint_of(dt_arena *arena, const xmlDoc *document);

/* Marks that both have, their strings those of `a`. */
dt_marks dt_fingerprint_common(dt_arena *arena, dt_marks a, dt_marks b);

/* The same on every machine: it decides which marks are kept, and the index of a library holds it. */
uint64_t dt_fingerprint_hash(const char *mark, size_t length);

#endif
