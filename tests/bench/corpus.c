/* tests/bench/corpus.c: reads pages, measures each, and prints a table: for every job the figure of all pages, the
 * ratio of its sum to that of the DOM build, and the median of the pages' ratios. */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include "corpus.h"

#include "base/base.h"

#include <fts.h>
#include <libxml/parser.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct row {
  size_t bytes;
  double costs[BENCH_JOBS];
} row;

typedef struct table {
  row *rows;
  size_t count, capacity;
} table;

static bool add_row(table *rows, const row *added) {
  if (rows->count == rows->capacity) {
    size_t capacity = rows->capacity * 2 + 64;
    row *grown = realloc(rows->rows, capacity * sizeof *grown);
    if (grown == NULL) return false;
    rows->rows = grown;
    rows->capacity = capacity;
  }
  rows->rows[rows->count++] = *added;
  return true;
}

static bool read_file(const char *name, dt_buffer *page) {
  char part[65536];
  size_t length;
  FILE *file = fopen(name, "rb");
  if (file == NULL) return false;
  while ((length = fread(part, 1, sizeof part, file)) > 0) dt_buffer_add(page, part, length);
  bool read = !ferror(file) && !page->failed;
  fclose(file);
  return read;
}

static void print_page(const char *name, const row *costs) {
  printf("%9zu", costs->bytes);
  for (int job = 0; job < BENCH_JOBS; job++) printf(" %7.3f", costs->costs[job] / costs->costs[BENCH_DOM]);
  printf("  %s\n", name);
}

static bool measure_page(const bench_corpus *corpus, const char *name, table *rows) {
  dt_buffer page = {0};
  bool read = read_file(name, &page);
  if (read && page.length > 0) {
    bench_subject subject = {.name = name, .bytes = page.data, .length = page.length, .library = corpus->library};
    row costs = {.bytes = page.length};
    bench_learn(&subject);
    corpus->measure(&subject, corpus->rounds, costs.costs);
    if (corpus->each_page) print_page(name, &costs);
    read = add_row(rows, &costs);
    bench_forget(&subject);
  }
  dt_buffer_free(&page);
  if (!read) fprintf(stderr, "bench: %s: cannot be read\n", name);
  return read;
}

static bool is_page(const FTSENT *entry) {
  const char *dot = strrchr(entry->fts_name, '.');
  if (entry->fts_info == FTS_NS || entry->fts_info == FTS_DNR) return entry->fts_level == FTS_ROOTLEVEL;
  if (entry->fts_info != FTS_F) return false;
  return entry->fts_level == FTS_ROOTLEVEL || (dot != NULL && (strcmp(dot, ".html") == 0 || strcmp(dot, ".htm") == 0));
}

static int by_name(const FTSENT **a, const FTSENT **b) { return strcmp((*a)->fts_name, (*b)->fts_name); }

static bool measure_paths(const bench_corpus *corpus, char *const *paths, table *rows) {
  bool read = true;
  FTS *walk = fts_open(paths, FTS_LOGICAL | FTS_NOCHDIR, by_name);
  if (walk == NULL) return false;
  for (FTSENT *entry; (entry = fts_read(walk)) != NULL;) {
    if (is_page(entry)) read = measure_page(corpus, entry->fts_path, rows) && read;
    if (rows->count % 20 == 0 && isatty(STDERR_FILENO)) fprintf(stderr, "\r%zu pages", rows->count);
  }
  if (isatty(STDERR_FILENO)) fputs("\r\033[K", stderr);
  fts_close(walk);
  return read;
}

/* Counts only pages on which the job succeeded, also for the DOM build that it is compared with. */
static void print_job(const bench_corpus *corpus, const table *rows, bench_job job, double *ratios) {
  double bytes = 0, sum = 0, dom = 0;
  size_t pages = 0;
  for (size_t i = 0; i < rows->count; i++) {
    const row *page = &rows->rows[i];
    if (page->costs[job] <= 0 || page->costs[BENCH_DOM] <= 0) continue;
    bytes += (double)page->bytes;
    sum += page->costs[job];
    dom += page->costs[BENCH_DOM];
    ratios[pages++] = page->costs[job] / page->costs[BENCH_DOM];
  }
  if (pages == 0) return;
  double figure = corpus->speed ? bytes / sum / 1e6 : sum / 1e6;
  printf("%-8s %8.1f %14.3f %13.3f %6zu\n", bench_job_names[job], figure, sum / dom, bench_median(ratios, pages),
         pages);
}

static bool print_table(const bench_corpus *corpus, const table *rows) {
  double *ratios = calloc(rows->count + 1, sizeof *ratios), bytes = 0;
  if (ratios == NULL) return false;
  for (size_t i = 0; i < rows->count; i++) bytes += (double)rows->rows[i].bytes;
  printf("%zu pages, %.1f MB, libxml2 %s\n", rows->count, bytes / 1e6, LIBXML_DOTTED_VERSION);
  printf("%-8s %8s %14s %13s %6s\n", "job", corpus->unit, "ratio of sums", "median ratio", "pages");
  for (int job = 0; job < BENCH_JOBS; job++) print_job(corpus, rows, (bench_job)job, ratios);
  free(ratios);
  return true;
}

static bool read_options(bench_corpus *corpus, int count, char **arguments) {
  for (int option; (option = getopt(count, arguments, "pr:")) != -1;) {
    if (option == 'p')
      corpus->each_page = true;
    else if (option == 'r')
      corpus->rounds = (unsigned)strtoul(optarg, NULL, 10);
    else
      return false;
  }
  return optind < count && corpus->rounds > 0 && corpus->rounds <= BENCH_MOST_ROUNDS;
}

int bench_corpus_main(bench_corpus *corpus, int count, char **arguments) {
  table rows = {0};
  if (!read_options(corpus, count, arguments)) {
    fprintf(stderr, "usage: %s [-p] [-r ROUNDS] PAGE|FOLDER...\n", arguments[0]);
    return 2;
  }
  if (corpus->each_page) {
    printf("%9s", "bytes");
    for (int job = 0; job < BENCH_JOBS; job++) printf(" %7s", bench_job_names[job]);
    printf("  ratio to the DOM build\n");
  }
  bool measured = measure_paths(corpus, arguments + optind, &rows) && print_table(corpus, &rows) && rows.count > 0;
  free(rows.rows);
  xmlCleanupParser();
  return measured ? 0 : 2;
}
