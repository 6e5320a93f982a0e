/* content/meta/declared_title.h: declared titles (<title>, og:title, JSON-LD's headline) and their parts. */
#ifndef DT_CONTENT_META_DECLARED_TITLE_H
#define DT_CONTENT_META_DECLARED_TITLE_H

#include "base/base.h"

/* A text and its form for comparison: letters and digits only, folded, NUL-terminated. */
typedef struct dt_spelling {
  detm_text text, normal;
  bool apart; /* for a segment: a strong separator is before it */
} dt_spelling;

dt_spelling dt_spell(dt_arena *arena, detm_text text);
/* Checks whether one form for comparison has another, which is not empty. */
bool dt_spelling_contains(detm_text whole, detm_text part);

enum { DT_MAX_TITLE_SEGMENTS = 12 };

/* A declared title, whole and split at separators: "Title | Section | Site". */
typedef struct dt_declared {
  dt_spelling whole;
  dt_spelling segments[DT_MAX_TITLE_SEGMENTS];
  unsigned count;
} dt_declared;

dt_declared dt_declared_read(dt_arena *arena, const char *text);

/* The names of the site in their form for comparison: og:site_name, and the main label of the host; empty if unknown. */
typedef struct dt_site_names {
  detm_text declared, host;
} dt_site_names;

/* Checks whether a text is a name of the site, a part of one, or hardly more than one. */
bool dt_names_site(const dt_site_names *site, const dt_spelling *text);
/* Returns the title from the first segment that is not the site's name to the next strong separator or site's name. If
 * all segments name the site, or none does and there is no strong separator, returns the longest segment. */
detm_text dt_without_site(const dt_site_names *site, const dt_declared *d);

#endif
