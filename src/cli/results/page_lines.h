/* cli/results/page_lines.h: --per-page: one line of JSON for each page, with its status, message and records.
 *
 * Each page that was read gives one line, so its errors and warnings are in the line instead of on standard error, and
 * do not change the exit status. */
#ifndef DT_CLI_RESULTS_PAGE_LINES_H
#define DT_CLI_RESULTS_PAGE_LINES_H

#include "cli/results/results.h"

/* Checks the options that --per-page excludes or needs, and sets the format.  False: reported. */
bool dt_lines_check(dt_run *run);

/* The take of a dt_page_job for --per-page: writes the line of a page. */
bool dt_lines_take(dt_results *results, dt_finished *finished);

/* A detm_write for the lines of results; with --tab-key it writes the key before each. */
int dt_lines_write(void *results, const char *bytes, size_t length);

#endif
