/* bench/corpus.h: what the jobs cost on each of many pages, as a table beside the DOM build. */
#ifndef BENCH_CORPUS_H
#define BENCH_CORPUS_H

#include "jobs.h"

enum { BENCH_MOST_ROUNDS = 99 };

/* Fills in what each job costs on this page; a job that cannot be done costs 0. */
typedef void bench_measure(const bench_subject *subject, unsigned rounds, double costs[BENCH_JOBS]);

typedef struct bench_corpus {
  const char *unit; /* "MB/s": bytes of the pages by cost; else costs by 1e6 */
  bool speed;       /* whether it is the former */
  unsigned rounds;
  bool each_page; /* whether to print a line a page too */
  bench_measure *measure;
  const detm_library *library; /* NULL = no matching */
} bench_corpus;

/* A program's main: options -r ROUNDS and -p (each page), then files, and folders of .html files.
 * Returns the exit status. */
int bench_corpus_main(bench_corpus *corpus, int count, char **arguments);

/* Sorts; the middle one, 0 of none. */
double bench_median(double *costs, size_t count);

/* Seconds of this thread's processor time. */
double bench_clock(void);

/* Has malloc do what it put off (joining small freed blocks), so that the next job does not pay for it. */
void bench_settle(void);

#endif
