/* tests/bench/growth.c: compares the cost per record of pages with a thousand and with a hundred thousand records.
 *
 * Prints microseconds and peak bytes per record for every job, and their growth. */
#include "corpus.h"
#include "memory.h"
#include "pages.h"

#include <stdio.h>
#include <stdlib.h>

enum { SIZES = 3, ROUNDS = 7, MOST = 100000 };

typedef struct cost {
  double seconds, bytes; /* per record */
} cost;

static double time_once(bench_job job, const bench_subject *subject, size_t records) {
  bench_settle();
  double start = bench_clock();
  for (size_t i = 0; i < MOST / records; i++)
    if (!bench_run(job, subject, NULL)) return 0;
  return (bench_clock() - start) / MOST;
}

static void measure(const bench_subject *subject, size_t records, cost costs[BENCH_JOBS]) {
  double seconds[BENCH_JOBS][ROUNDS];
  for (int round = 0; round < ROUNDS; round++)
    for (int job = 0; job < BENCH_JOBS; job++) seconds[job][round] = time_once((bench_job)job, subject, records);
  for (int job = 0; job < BENCH_JOBS; job++) {
    bench_memory_start();
    bool done = bench_run((bench_job)job, subject, NULL);
    size_t peak = bench_memory_peak();
    costs[job].bytes = done ? (double)peak / (double)records : 0;
    costs[job].seconds = bench_median(seconds[job], ROUNDS);
  }
}

static bool measure_size(size_t records, cost costs[BENCH_JOBS]) {
  bench_random random = {1};
  dt_buffer page = {0};
  bench_make_records(&page, records, &random);
  bool made = !page.failed;
  if (made) {
    bench_subject subject = {.name = "list", .bytes = page.data, .length = page.length};
    bench_learn(&subject);
    measure(&subject, records, costs);
    printf("%zu records, %.1f MB, %zu found\n", records, (double)page.length / 1e6, bench_records(&subject));
    bench_forget(&subject);
  }
  dt_buffer_free(&page);
  return made;
}

static void print_job(int job, cost costs[SIZES][BENCH_JOBS]) {
  printf("%-8s", bench_job_names[job]);
  for (int size = 0; size < SIZES; size++) printf(" %8.3f", costs[size][job].seconds * 1e6);
  printf(" %7.2f  ", costs[SIZES - 1][job].seconds / costs[0][job].seconds);
  for (int size = 0; size < SIZES; size++) printf(" %8.0f", costs[size][job].bytes);
  printf(" %7.2f\n", costs[SIZES - 1][job].bytes / costs[0][job].bytes);
}

int main(void) {
  static const size_t records[SIZES] = {1000, 10000, MOST};
  cost costs[SIZES][BENCH_JOBS];
  for (int size = 0; size < SIZES; size++)
    if (!measure_size(records[size], costs[size])) return 2;
  printf("%-8s %-35s  %s\n", "", "microseconds per record", "peak bytes per record");
  printf("%-8s", "job");
  for (int table = 0; table < 2; table++) printf(" %8d %8d %8d %7s  ", 1000, 10000, MOST, "growth");
  printf("\n");
  for (int job = 0; job < BENCH_JOBS; job++)
    if (costs[0][job].seconds > 0) print_job(job, costs);
  return 0;
}
