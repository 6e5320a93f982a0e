/* reading.h: small pages read for their content, and the texts that a method chooses. */
#ifndef TEST_READING_H
#define TEST_READING_H

#include "content/content.h"

/* A page as it was read, with its memory. */
typedef struct reading_of {
  detm_page *source;
  dt_scope scope;
  dt_arena arena;
  dt_content_page page;
  bool *chosen; /* one for each piece, false at first */
} reading_of;

/* Fails the test if the page cannot be read. */
reading_of *read_content(const char *markup);
void free_reading(reading_of *reading);

typedef void (*choose_method)(const dt_content_page *page, bool *chosen);
/* Chooses by a method; fails the test if it leaves through the scope. */
void choose_content(reading_of *reading, choose_method choose);
/* Expects that a method chooses these texts: the chosen pieces, white space folded, "|" between text blocks. */
void expect_chosen(choose_method choose, const char *markup, const char *expected);

#endif
