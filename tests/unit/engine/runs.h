/* runs.h: the engine on small pages made in the tests. */
#ifndef TEST_RUNS_H
#define TEST_RUNS_H

#include "engine/engine.h"
#include "html/pages.h"

typedef struct run {
  detm_page *page;
  const dt_tree *tree;
  dt_scope scope;
  dt_arena arena, scratch;
  dt_engine engine;
} run;

/* An engine that has read the page's texts but has not looked for lists yet. */
void run_prepare(run *run, const char *markup);
/* All of it; options NULL = the defaults with every region. */
void run_all(run *run, const char *markup, const detm_extract_options *options);
void run_end(run *run);

/* The children of the element with this id as a list. */
dt_list list_of(run *run, const char *id);
/* The best cut of that list; false = none. */
bool cut_of(run *run, const char *id, dt_cut *cut, dt_text_statistics *texts);
/* The region whose list are the children of the element with this id, NULL = none. */
const dt_region *region_of(const run *run, const char *id);

/* Adds the records of a region: texts with commas between, records with " | ". */
void add_records(const run *run, const dt_region *region, dt_buffer *out);
/* Expects these records of the main region, "" = no region. */
void expect_records(const char *markup, const char *expected);

/* Adds the piece `count` times; # in it becomes 1, 2, 3 ..., @ a sentence of its own. */
void add_times(dt_buffer *out, const char *piece, unsigned count);
/* before, the piece `count` times, after; freed by the caller. */
char *page_with(const char *before, const char *piece, unsigned count, const char *after);

#endif
