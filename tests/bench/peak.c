/* tests/bench/peak.c: the peak memory of the jobs on given pages, without the bytes of the page itself, and of
 * libxml2's DOM build for comparison. */
#include "corpus.h"
#include "memory.h"

static void measure(const bench_subject *subject, unsigned rounds, double costs[BENCH_JOBS]) {
  (void)rounds;                        /* every run needs the same */
  bench_run(BENCH_DOM, subject, NULL); /* libxml2's global memory is allocated here */
  for (int job = 0; job < BENCH_JOBS; job++) {
    bench_memory_start();
    bool done = bench_run((bench_job)job, subject, NULL);
    double peak = (double)bench_memory_peak();
    costs[job] = done ? peak : 0;
  }
}

int main(int count, char **arguments) {
  bench_corpus corpus = {.unit = "MB", .rounds = 1, .measure = measure};
  return bench_corpus_main(&corpus, count, arguments);
}
