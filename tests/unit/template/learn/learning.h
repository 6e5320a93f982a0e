/* learning.h: sample pages as learning sees them, and templates made of them, for the tests of src/template.
 *
 * Lists of values are written as one string, "a|b|c"; choices as "title=A|author=B|author=C". */
#ifndef TEST_LEARNING_H
#define TEST_LEARNING_H

#include "template/learn/learn.h"

enum { LEARNING_PAGES = 4 };

typedef struct learning {
  dt_learning l;
  detm_page *pages[LEARNING_PAGES];
} learning;

/* The samples of these pages, of which `values` are the user's (one string a page, NULL = no values at all). */
void learning_start(learning *t, const char *const *markups, const char *const *values, uint32_t count);
/* The same of one page. */
void learning_of(learning *t, const char *markup, const char *values);
void learning_free(learning *t);

/* "a|b|c" as a wish, in the learning's arena; NULL = nothing. */
dt_wish wish_for(learning *t, const char *values);
/* The first candidate with the highest trust that gives just these values, in this order, on the first sample. */
const dt_candidate *candidate_giving(learning *t, bool all, const char *values);
/* The same among those of a kind. */
const dt_candidate *candidate_by(learning *t, bool all, dt_anchor_kind kind, const char *values);

/* The nodes of an XPath on the first page, by libxml2 alone: the oracle.  NULL if it is none. */
xmlXPathObjectPtr nodes_at(const learning *t, const char *xpath);
/* The first of them; fails the test if there is none. */
xmlNodePtr node_at(const learning *t, const char *xpath);
/* Whether they hold the node; how many there are (fails the test if it is no XPath). */
bool xpath_finds(const learning *t, const char *xpath, const xmlNode *node);
int xpath_count(const learning *t, const char *xpath);
/* The XPath of an anchor made of a head and a path. The fourth next call overwrites it. */
const char *xpath_of(const dt_head *head, const char *path);

/* Learns from pages with their choices; NULL with the error if that fails. */
detm_template *learn_from(const detm_page *const *pages, const char *const *choices, size_t count, detm_error *error);
/* The same of one page; fails the test if there is no template. */
detm_template *template_from(const char *markup, const char *choices);
/* What the template gives for a page: "title=A|author=B".  The next call overwrites it. */
const char *values_on(const detm_template *template, const char *markup);
const char *values_on_page(const detm_template *template, const detm_page *page);
/* template_from, then values_on the same or another page. */
const char *learned_values(const char *markup, const char *choices, const char *other);

#endif
