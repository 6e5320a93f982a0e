/* template/match/match.h: computes how well templates fit a page, without applying them (doc/method 3.6).
 *
 * A third of the score is the share of anchors that find something, the rest the similarity of the marks.
 *
 *   dt_match_page page = {0};
 *   dt_match_start(&page, arena, document);
 *   score = dt_match_template(&page, template);
 *   dt_match_end(&page); */
#ifndef DT_TEMPLATE_MATCH_H
#define DT_TEMPLATE_MATCH_H

#include "template/match/fingerprint.h"
#include "template/template.h"

#include <libxml/xpath.h>

enum { DT_MATCH_TRAITS = 64 };

/* A page prepared for matching; only one thread may use it. */
typedef struct dt_match_page {
  dt_arena *arena;
  xmlDocPtr document;
  dt_marks marks;
  xmlNodePtr *elements;
  uint32_t element_count;
  uint64_t *having[DT_MATCH_TRAITS]; /* for each trait (match.c) the elements that have it, 64 in a word */
  xmlXPathContextPtr context;        /* freed by dt_match_end */
} dt_match_page;

/* Prepares a document, NULL = one without elements.  Allocates in `arena`, which has a scope. */
void dt_match_start(dt_match_page *page, dt_arena *arena, xmlDocPtr document);
/* Frees a page that was started, or is all 0. */
void dt_match_end(dt_match_page *page);

/* Returns the share of the layout's first anchors, weighted by trust, that find something on the page: 0 to 1. */
double dt_match_anchors(dt_match_page *page, const dt_template_layout *layout);
/* Returns the cosine of two sets of `a` and `b` marks with `common` ones: 0 to 1. */
double dt_match_cosine(uint32_t common, uint32_t a, uint32_t b);
/* Returns the cosine of two fingerprints. */
double dt_match_marks(dt_marks a, dt_marks b);

/* Returns the score, 0 to 1, from both shares; marks < 0: the layout has no marks, so only its anchors count. */
double dt_match_score(double anchors, double marks);
/* Returns the highest possible score if the anchors are not yet known; marks as above. */
static inline double dt_match_most(double marks) { return dt_match_score(1, marks); }

/* Returns the score of the layout that fits best. */
double dt_match_template(dt_match_page *page, const detm_template *template);

#endif
