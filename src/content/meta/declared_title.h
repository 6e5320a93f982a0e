/* content/meta/declared_title.h: declared titles (<title>, og:title, JSON-LD's headline) and their parts. */
#ifndef DT_CONTENT_META_DECLARED_TITLE_H
#define DT_CONTENT_META_DECLARED_TITLE_H

#include "base/base.h"

/* A text and its form for comparison: letters and digits only, folded, NUL-terminated. */
typedef struct dt_spelling {
  detm_text text, normal;
  bool apart; /* for a segment: a strong separator is before it */
} dt_spelling;

/* Returns a text, which is not copied, with its form for comparison in the arena. */
dt_spelling dt_spell(dt_arena *arena, detm_text text);
/* Checks whether one form for comparison has another, which is not empty. */
bool dt_spelling_contains(detm_text whole, detm_text part);

enum { DT_MAX_TITLE_SEGMENTS = 12 };

/* A declared title, whole, split at separators ("Title | Section | Site"), and without the site's name. */
typedef struct dt_declared_title {
  dt_spelling whole, cut;
  dt_spelling segments[DT_MAX_TITLE_SEGMENTS];
  unsigned count;
} dt_declared_title;

/* What else names the page or its site; empty if unknown. */
typedef struct dt_page_names {
  detm_text site, host; /* forms for comparison of og:site_name and of the host's main label */
  detm_text path;       /* words of the last part of the URL's path */
} dt_page_names;

/* Reads a declared title.  It is cut from the first segment that is not the site's name to the next strong separator or
 * site's name.  If all segments name the site, or none does and there is no strong separator, it is cut at
 * separators like its last one, and the first part with most words of the URL is left, or that with most words if none
 * has any of them. */
dt_declared_title dt_declared_title_read(dt_arena *arena, const dt_page_names *names, const char *text);
/* Checks whether the text between two parts of a heading separates them: it has a strong separator, a wide colon, or
 * another separator before a blank. */
bool dt_has_separator(detm_text gap);
/* Checks whether a text is a name of the site, a part of one, or hardly more than one. */
bool dt_names_site(const dt_page_names *names, const dt_spelling *text);
/* Returns the share of the words of `part` that `whole` has. */
double dt_share_of_words(dt_arena *arena, detm_text part, detm_text whole);

#endif
