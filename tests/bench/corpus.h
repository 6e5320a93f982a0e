/* tests/bench/corpus.h: the cost of the jobs on each of many pages, as a table, with the DOM build for comparison. */
#ifndef BENCH_CORPUS_H
#define BENCH_CORPUS_H

#include "jobs.h"

enum { BENCH_MOST_ROUNDS = 99 };

/* Sets the cost of each job on this page; 0 for a job that cannot be done. */
typedef void bench_measure(const bench_subject *subject, unsigned rounds, double costs[BENCH_JOBS]);

typedef struct bench_corpus {
  const char *unit; /* "MB/s": bytes of the pages divided by the cost; otherwise the cost divided by 1e6 */
  bool speed;       /* whether the unit is MB/s */
  unsigned rounds;
  bool each_page; /* also print a line for each page */
  bench_measure *measure;
  const detm_library *library; /* NULL: no matching */
} bench_corpus;

/* The main function of a benchmark: options -r ROUNDS and -p (each page), then files, and folders of .html files.
 * Returns the exit status. */
int bench_corpus_main(bench_corpus *corpus, int count, char **arguments);

/* Sorts the figures and returns the median; 0 without figures. */
double bench_median(double *costs, size_t count);

/* Processor time of this thread in seconds. */
double bench_clock(void);

/* Makes malloc join small freed blocks now, which it postpones, so the next job does not include that cost. */
void bench_settle(void);

#endif
