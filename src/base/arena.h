/* base/arena.h: memory that is freed all at once.
 *
 * An arena is a list of chunks.  Objects in it are not freed individually; dt_arena_mark and dt_arena_rewind make
 * scratch space.  Without memory, an arena with a scope leaves through it (base/scope.h); one without a scope returns
 * NULL.  With AddressSanitizer, what is not allocated is poisoned, also between allocations, so that an access behind
 * one, or after a rewind, is found. */
#ifndef DT_ARENA_H
#define DT_ARENA_H

#include "base/scope.h"

#include <stdint.h>

#ifdef __has_feature /* clang */
#if __has_feature(address_sanitizer)
#define DT_ARENA_POISON
#endif
#endif
#ifdef __SANITIZE_ADDRESS__ /* gcc */
#define DT_ARENA_POISON
#endif
#ifdef DT_ARENA_POISON
#include <sanitizer/asan_interface.h>
enum { DT_ARENA_GAP = 8 /* poisoned bytes after an allocation */ };
#else
#define ASAN_POISON_MEMORY_REGION(from, bytes) ((void)(from), (void)(bytes))
#define ASAN_UNPOISON_MEMORY_REGION(from, bytes) ((void)(from), (void)(bytes))
enum { DT_ARENA_GAP = 0 };
#endif

typedef struct dt_chunk dt_chunk;

typedef struct dt_arena {
  dt_chunk *chunk; /* the newest */
  dt_chunk *spare; /* a chunk that was rewound, kept for the next request; may be NULL */
  dt_scope *scope; /* NULL: return NULL without memory */
  char *next, *end;
} dt_arena;

typedef struct dt_mark {
  dt_chunk *chunk;
  char *next;
} dt_mark;

void dt_arena_start(dt_arena *arena, dt_scope *scope);
void dt_arena_free(dt_arena *arena);
void *dt_arena_more(dt_arena *arena, size_t bytes);
dt_mark dt_arena_mark(const dt_arena *arena);
void dt_arena_rewind(dt_arena *arena, dt_mark mark);

/* Allocates `bytes` bytes, aligned to 8, not initialized. */
static inline void *dt_arena_take(dt_arena *arena, size_t bytes) {
  size_t rounded = ((bytes + 7) & ~(size_t)7) + DT_ARENA_GAP;
  if (rounded >= bytes && rounded <= (size_t)(arena->end - arena->next)) {
    void *taken = arena->next;
    arena->next += rounded;
    ASAN_UNPOISON_MEMORY_REGION(taken, bytes);
    return taken;
  }
  return dt_arena_more(arena, bytes);
}
/* Gives back the bytes after `end` of the newest allocation. */
static inline void dt_arena_shrink(dt_arena *arena, const char *end) {
  size_t unused = (size_t)(arena->next - end) & ~(size_t)7;
  arena->next -= unused;
  ASAN_POISON_MEMORY_REGION(arena->next, unused);
}
/* Allocates an array; a size that overflows is treated as lack of memory. */
void *dt_arena_array(dt_arena *arena, size_t count, size_t size);
void *dt_arena_zero(dt_arena *arena, size_t count, size_t size);
/* Returns a copy with a NUL after it. */
char *dt_arena_copy(dt_arena *arena, const char *bytes, size_t length);
/* Replaces a string, which may be NULL, by a copy of it.  False without memory. */
bool dt_arena_keep(dt_arena *arena, const char **string);
char *dt_arena_format(dt_arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The text in quotation marks, cut after 60 characters. */
const char *dt_arena_quote(dt_arena *arena, detm_text text);

#define DT_ARRAY(arena, type, count) ((type *)dt_arena_array((arena), (count), sizeof(type)))
#define DT_ZERO(arena, type, count) ((type *)dt_arena_zero((arena), (count), sizeof(type)))

#endif
