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

/* Reads the texts of a page for the engine, without looking for lists. */
void run_prepare(run *run, const char *markup);
/* Runs the whole engine; options NULL = the defaults with all regions. */
void run_all(run *run, const char *markup, const detm_extract_options *options);
void run_end(run *run);

/* Returns the children of the element with this id as a list. */
dt_list list_of(run *run, const char *id);
/* Finds the best cut of that list; returns false without a cut. */
bool cut_of(run *run, const char *id, dt_cut *cut, dt_text_statistics *texts);
/* Returns the region that consists of the children of the element with this id, or NULL. */
const dt_region *region_of(const run *run, const char *id);

/* Adds the records of a region: texts separated by commas, records by " | ". */
void add_records(const run *run, const dt_region *region, dt_buffer *out);
/* Expects these records in the main region; "" = no region. */
void expect_records(const char *markup, const char *expected);

/* Adds the piece `count` times; # in it becomes 1, 2, 3 ..., @ a different sentence each time. */
void add_times(dt_buffer *out, const char *piece, unsigned count);
/* Returns `before`, the piece `count` times, `after`; freed by the caller. */
char *page_with(const char *before, const char *piece, unsigned count, const char *after);

#endif
