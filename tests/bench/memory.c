/* tests/bench/memory.c: replaces malloc and related functions by ones that count.
 *
 * They call glibc's functions and count what malloc_usable_size returns.  The count is signed, since a block may be
 * allocated before the start and freed after it.  With a sanitizer or another libc nothing is replaced or counted.
 * Supports one thread. */
#include "memory.h"

#include <errno.h>
#include <malloc.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

static bool counting;
static ptrdiff_t held, peak;

void bench_memory_start(void) {
  held = peak = 0;
  counting = true;
}

size_t bench_memory_peak(void) {
  counting = false;
  return (size_t)peak;
}

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || __has_feature(thread_sanitizer)
#define BENCH_KEEP_MALLOC
#endif
#endif
#else
#define BENCH_KEEP_MALLOC
#endif

#ifndef BENCH_KEEP_MALLOC
/* Visible, so the libraries use them too. */
#pragma GCC visibility push(default)
void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t bytes);
void *__libc_realloc(void *block, size_t bytes);
void *__libc_memalign(size_t alignment, size_t bytes);
void __libc_free(void *block);

static void *take(void *block) {
  if (counting && block != NULL) {
    held += (ptrdiff_t)malloc_usable_size(block);
    if (held > peak) peak = held;
  }
  return block;
}

static void give_back(void *block) {
  if (counting && block != NULL) held -= (ptrdiff_t)malloc_usable_size(block);
}

void *malloc(size_t bytes) { return take(__libc_malloc(bytes)); }

void *calloc(size_t count, size_t bytes) { return take(__libc_calloc(count, bytes)); }

void free(void *block) {
  give_back(block);
  __libc_free(block);
}

void *realloc(void *block, size_t bytes) {
  ptrdiff_t before = block == NULL ? 0 : (ptrdiff_t)malloc_usable_size(block);
  void *moved = __libc_realloc(block, bytes);
  if (counting && (moved != NULL || bytes == 0)) held -= before;
  return take(moved);
}

void *memalign(size_t alignment, size_t bytes) { return take(__libc_memalign(alignment, bytes)); }

void *aligned_alloc(size_t alignment, size_t bytes) { return memalign(alignment, bytes); }

int posix_memalign(void **block, size_t alignment, size_t bytes) {
  if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0) return EINVAL;
  *block = memalign(alignment, bytes);
  return *block == NULL ? ENOMEM : 0;
}
#pragma GCC visibility pop
#endif
