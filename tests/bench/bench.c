/* tests/bench/bench.c: times the jobs on given pages, and libxml2's DOM build for comparison.
 *
 * The jobs run in turns, so other load on the machine affects all of them; the figure is the median of the rounds.
 * Small pages are processed several times per turn, because of the clock's resolution. */
#include "corpus.h"
#include "library.h"

#include <stdio.h>

static double time_job(bench_job job, const bench_subject *subject, unsigned repeats, bool *done) {
  detm_error error = DETM_ERROR_NONE;
  bench_settle();
  double start = bench_clock();
  for (unsigned i = 0; i < repeats && *done; i++) *done = bench_run(job, subject, &error);
  double seconds = (bench_clock() - start) / repeats;
  if (error.status != DETM_OK) fprintf(stderr, "%s: %s: %s\n", subject->name, bench_job_names[job], error.text);
  return seconds;
}

static unsigned turns_a_millisecond(double seconds) {
  if (seconds >= 1e-3) return 1;
  return seconds < 1e-6 ? 1000 : (unsigned)(1e-3 / seconds) + 1;
}

static void measure(const bench_subject *subject, unsigned rounds, double costs[BENCH_JOBS]) {
  double seconds[BENCH_JOBS][BENCH_MOST_ROUNDS];
  bool done[BENCH_JOBS];
  for (int job = 0; job < BENCH_JOBS; job++) done[job] = true;
  time_job(BENCH_DOM, subject, 1, &done[BENCH_DOM]); /* warms up the caches */
  unsigned repeats = turns_a_millisecond(time_job(BENCH_DOM, subject, 1, &done[BENCH_DOM]));
  for (unsigned round = 0; round < rounds; round++)
    for (int job = 0; job < BENCH_JOBS; job++)
      if (done[job]) seconds[job][round] = time_job((bench_job)job, subject, repeats, &done[job]);
  for (int job = 0; job < BENCH_JOBS; job++) costs[job] = done[job] ? bench_median(seconds[job], rounds) : 0;
}

int main(int count, char **arguments) {
  enum { TEMPLATES = 10000 };
  bench_library made = {0};
  bench_corpus corpus = {.unit = "MB/s", .speed = true, .rounds = 7, .measure = measure};
  corpus.library = bench_library_make(&made, TEMPLATES);
  int status = bench_corpus_main(&corpus, count, arguments);
  bench_library_free(&made);
  return status;
}
