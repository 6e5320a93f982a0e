/* allocation.c: the allocator that the linker puts between the library and the C library. */
#include "allocation.h"

#include <stdint.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

static size_t count, first_failure = SIZE_MAX;

void allocation_fail_from(size_t number) {
  count = 0;
  first_failure = number == 0 ? SIZE_MAX : number;
}

size_t allocation_count(void) { return count; }

static int fails(void) { return ++count >= first_failure; }

void *__wrap_malloc(size_t size) { return fails() ? NULL : __real_malloc(size); }
void *__wrap_calloc(size_t number, size_t size) { return fails() ? NULL : __real_calloc(number, size); }
void *__wrap_realloc(void *old, size_t size) { return fails() ? NULL : __real_realloc(old, size); }
