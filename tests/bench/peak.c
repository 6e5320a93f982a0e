/* bench/peak.c: the most memory that the jobs hold at once on given pages, beside libxml2's DOM build.
 * The page's own bytes are not counted, they are there before. */
#include "corpus.h"
#include "memory.h"

static void measure(const bench_subject *subject, unsigned rounds, double costs[BENCH_JOBS]) {
  (void)rounds;                        /* every run holds the same */
  bench_run(BENCH_DOM, subject, NULL); /* what libxml2 makes once is no page's */
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
