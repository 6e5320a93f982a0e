/* template/match.h: how well templates fit a page, without applying them (ALGORITHM: half of the score's first part is
 * what the anchors find, the rest what the marks have in common).
 *
 *   dt_match_page page = {0};
 *   dt_match_start(&page, arena, document);
 *   score = dt_match_template(&page, template);
 *   dt_match_end(&page); */
#ifndef DT_MATCH_H
#define DT_MATCH_H

#include "template/fingerprint.h"
#include "template/template.h"

#include <libxml/xpath.h>

/* An element with what it may be the head of an anchor for. */
typedef struct dt_match_element {
  xmlNodePtr node;
  uint64_t traits;
} dt_match_element;

/* A page as it is matched; belongs to one thread. */
typedef struct dt_match_page {
  dt_arena *arena;
  xmlDocPtr document;
  dt_marks marks;
  dt_match_element *elements;
  uint32_t element_count;
  xmlXPathContextPtr context; /* of libxml2's memory: freed by dt_match_end */
} dt_match_page;

/* Looks at all of the document, NULL = one without elements.  Leaves through the arena's scope. */
void dt_match_start(dt_match_page *page, dt_arena *arena, xmlDocPtr document);
/* To be called whatever happened after the page was zeroed. */
void dt_match_end(dt_match_page *page);

/* Share of the trust of the layout's first anchors that give something on the page, 0 to 1. */
double dt_match_anchors(dt_match_page *page, const dt_layout *layout);
/* Cosine of two sets of marks that have `common` ones, 0 to 1. */
double dt_match_cosine(uint32_t common, uint32_t a, uint32_t b);
double dt_match_marks(dt_marks a, dt_marks b);

/* Both together, 0 to 1; marks < 0: the layout has none, so that only its anchors tell. */
double dt_match_score(double anchors, double marks);
/* What a score can be at most where the anchors are not known yet; marks as above. */
static inline double dt_match_most(double marks) { return dt_match_score(1, marks); }

/* Score of the layout that fits best. */
double dt_match_template(dt_match_page *page, const detm_template *template);

static inline dt_marks dt_layout_marks(const dt_layout *layout) {
  return (dt_marks){layout->marks, layout->mark_count};
}

#endif
