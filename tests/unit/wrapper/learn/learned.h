/* learned.h: wrappers learned from small pages with given records, and results as one line.
 *
 * Values have the number of their field, "1: Amber, 2: 12 | 1: Bowl, 2: 7"; "@" is before an address that is to be
 * resolved. A wrapper tree is written li.class{a{#1} p?{#2}}+: "?", "+" and "*" as in doc/method 2.5, a cell of a
 * grid as td[2], a text, or an element whose texts are one value, as the numbers of its fields, or as its words if it
 * is constant. */
#ifndef TEST_LEARNED_H
#define TEST_LEARNED_H

#include "html/pages.h"
#include "wrapper/extract.h"

enum { MAX_SAMPLES = 4 };
#define COUNT(list) (sizeof(list) / sizeof *(list))

/* A wrapper and the records it was learned from. */
typedef struct learned {
  detm_wrapper *wrapper;
  dt_scope scope;
  dt_arena arena, scratch;
  detm_page *pages[MAX_SAMPLES];
  dt_record_set sets[MAX_SAMPLES];
  uint32_t count;
} learned;

/* Makes each run of `siblings` children of the elements of class "r" a record, or each row if that is a table of data
 * (grid/grid.h), or its section with the records. */
void learn_pages(learned *l, const char *const *markups, uint32_t count, uint32_t siblings);
void learn_page(learned *l, const char *markup);
void learned_free(learned *l);

/* Returns the first text of the wrapper with the field of this number, from 1. */
const dt_wrapper_node *text_of_field(const learned *l, uint32_t number);

/* Expect these values, or this tree, for a wrapper learned from one page. */
void expect_values(const char *markup, const char *expected);
void expect_wrapper(const char *markup, const char *expected);
/* Expects these names of the fields, in order, separated by spaces. */
void expect_names(const char *markup, const char *expected);

void add_values(learned *l, dt_buffer *out);
void add_wrapper(const detm_wrapper *wrapper, dt_buffer *out);

/* ---- public functions ---- */

/* Adds the calls of a sink as text: records separated by " | ", regions by " || ". */
void add_result(const detm_result *result, dt_buffer *out);
/* Returns the records that detm_extract finds on a page, by the defaults if options is NULL; freed by the caller. */
char *extracted(const char *markup, const detm_extract_options *options);
/* Returns the records that the wrapper finds on a page; freed by the caller. */
char *applied(const detm_wrapper *wrapper, const char *markup);
/* Learns from whole pages; fails the test if that fails. */
detm_wrapper *wrapper_from(const char *const *markups, uint32_t count);

#endif
