/* base/allocate.h: memory of the C library for what outlives a call. */
#ifndef DT_BASE_ALLOCATE_H
#define DT_BASE_ALLOCATE_H

#include "base/base.h"

#include <stdlib.h>

/* Returns zeroed memory, to be freed; NULL without memory, which *error says. */
static inline void *dt_allocate(size_t size, detm_error *error) {
  void *memory = calloc(1, size);
  if (memory == NULL) dt_error_memory(error);
  return memory;
}

#endif
