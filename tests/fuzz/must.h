/* tests/fuzz/must.h: the assertion of the fuzz targets. */
#ifndef FUZZ_MUST_H
#define FUZZ_MUST_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void must(bool holds) {
  if (!holds) abort();
}

#endif
