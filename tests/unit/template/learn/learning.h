/* learning.h: sample pages as learning sees them, and templates learned from them, for the tests of src/template.
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

/* Samples of these pages; `values` are the user's, one string a page, NULL = none. */
void learning_start(learning *t, const char *const *markups, const char *const *values, uint32_t count);
/* The same for one page. */
void learning_of(learning *t, const char *markup, const char *values);
void learning_free(learning *t);

/* Returns "a|b|c" as a wish, in the learning's arena; NULL = nothing. */
dt_wish wish_for(learning *t, const char *values);
/* Returns the first candidate with the highest trust that finds exactly these values, in order, on the first sample. */
const dt_candidate *candidate_giving(learning *t, bool all, const char *values);
/* The same for candidates of one kind. */
const dt_candidate *candidate_by(learning *t, bool all, dt_anchor_kind kind, const char *values);

/* Returns the nodes that libxml2 alone finds for an XPath on the first page; NULL if it is invalid. */
xmlXPathObjectPtr nodes_at(const learning *t, const char *xpath);
/* Returns the first of these nodes; fails the test if nothing is found. */
xmlNodePtr node_at(const learning *t, const char *xpath);
/* Returns whether they include the node, and their number; fails the test if the XPath is invalid. */
bool xpath_finds(const learning *t, const char *xpath, const xmlNode *node);
int xpath_count(const learning *t, const char *xpath);
/* Returns the XPath of an anchor made of a head and a path. The fourth next call overwrites it. */
const char *xpath_of(const dt_head *head, const char *path);

/* Learns from pages with their choices; NULL with the error if that fails. */
detm_template *learn_from(const detm_page *const *pages, const char *const *choices, size_t count, detm_error *error);
/* The same for one page; fails the test if that fails. */
detm_template *template_from(const char *markup, const char *choices);
/* Returns the values that the template finds on a page: "title=A|author=B". The next call overwrites them. */
const char *values_on(const detm_template *template, const char *markup);
const char *values_on_page(const detm_template *template, const detm_page *page);
/* template_from, then values_on the same page (`other` is NULL) or another one. */
const char *learned_values(const char *markup, const char *choices, const char *other);

#endif
