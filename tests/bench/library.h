/* tests/bench/library.h: a library of many templates, generated from a seed, for matching pages. */
#ifndef BENCH_LIBRARY_H
#define BENCH_LIBRARY_H

#include <detm/library.h>

typedef struct bench_library {
  char folder[32]; /* a new one in /tmp */
  detm_library *library;
} bench_library;

/* Writes so many template files and opens them as a library.  Returns NULL on failure. */
detm_library *bench_library_make(bench_library *made, unsigned templates);
/* Closes the library and removes its files. */
void bench_library_free(bench_library *made);

#endif
