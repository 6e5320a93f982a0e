/* template/match/fingerprint.h: fingerprints: sets of marks that the pages of one template share (doc/method 3.6).
 *
 * A mark is "#id", "tag.class" or "grandparent/parent/tag".  At most DT_MAX_MARKS are kept, those with the smallest
 * hashes (bottom-k sketch).  They are the same on all pages that have them, so that sketches can be compared like whole
 * sets. */
#ifndef DT_TEMPLATE_MATCH_FINGERPRINT_H
#define DT_TEMPLATE_MATCH_FINGERPRINT_H

#include "base/base.h"

#include <libxml/tree.h>

enum { DT_MAX_MARKS = 160 };

/* Sorted by strcmp, without duplicates; no mark contains white space. */
typedef struct dt_marks {
  const char *const *marks;
  uint32_t count;
} dt_marks;

/* Returns the marks of a document; none if it is NULL.  Includes only ids and classes that may be used in anchors, so
 * that those specific to one page are excluded.  Allocates in `arena`, which has a scope. */
dt_marks dt_fingerprint_of(dt_arena *arena, const xmlDoc *document);

/* Returns the common marks of a and b, with the strings of a. */
dt_marks dt_fingerprint_common(dt_arena *arena, dt_marks a, dt_marks b);

/* Returns the hash of a mark, the same on every machine: the index of a library contains it. */
uint64_t dt_fingerprint_hash(const char *mark, size_t length);

#endif
