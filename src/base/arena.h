/* base/arena.h: memory that is freed all at once, and the one way out when there is none.
 *
 * An arena is a list of chunks.  Nothing in it is freed by itself; mark and rewind give scratch
 * space.  A scope gathers what a public call may use up (memory, time): code below the entry
 * takes memory without asking whether it got it, because a failure leaves through the scope's
 * escape (setjmp in the entry, which then frees its arenas).  No frame of a foreign library may
 * lie between an escape and its entry: the SAX handlers of src/tree use arenas without a scope,
 * which return NULL. */
#ifndef DT_ARENA_H
#define DT_ARENA_H

#include <detm/error.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct dt_chunk dt_chunk;

typedef struct dt_scope {
  jmp_buf escape;
  detm_status status;  /* why the escape was taken */
  double seconds;      /* that it may take, 0 = any */
  double deadline;     /* of this thread's CPU seconds, 0 = none */
  unsigned ticks;      /* calls of dt_scope_tick since the clock was read */
  size_t most_records; /* the limit that was passed, 0 = it was time */
} dt_scope;

typedef struct dt_arena {
  dt_chunk *chunk; /* the newest */
  dt_chunk *spare; /* one that was rewound over, kept for the next ask; may be NULL */
  dt_scope *scope; /* NULL: a failure returns NULL */
  char *next, *end;
} dt_arena;

typedef struct dt_mark {
  dt_chunk *chunk;
  char *next;
} dt_mark;

/* Starts the scope's clock; seconds 0 = no limit.  setjmp(scope->escape) is the caller's. */
void dt_scope_start(dt_scope *scope, double seconds);
/* Leaves through the escape with `status`. */
_Noreturn void dt_scope_leave(dt_scope *scope, detm_status status);
/* Leaves with DETM_LIMIT if there are more records than `most`. */
void dt_scope_limit_records(dt_scope *scope, size_t records, size_t most);
/* Whether the time is over. */
bool dt_scope_over(const dt_scope *scope);
/* The same in long loops that may not be left, as below foreign libraries: the clock is read now and then.  The status
 * tells, too. */
bool dt_scope_late(dt_scope *scope);
/* To be called in long loops: now and then reads the clock and leaves with DETM_LIMIT. */
void dt_scope_clock(dt_scope *scope);
/* Seconds until the deadline, above 0 even if it has passed; 0 = there is no limit. */
double dt_scope_left(const dt_scope *scope);
static inline void dt_scope_tick(dt_scope *scope) {
  if ((++scope->ticks & 0x3ff) == 0) dt_scope_clock(scope);
}

void dt_arena_start(dt_arena *arena, dt_scope *scope);
void dt_arena_free(dt_arena *arena);
void *dt_arena_more(dt_arena *arena, size_t bytes);
dt_mark dt_arena_mark(const dt_arena *arena);
void dt_arena_rewind(dt_arena *arena, dt_mark mark);

/* `bytes` bytes, aligned to 8, not initialised. */
static inline void *dt_arena_take(dt_arena *arena, size_t bytes) {
  size_t rounded = (bytes + 7) & ~(size_t)7;
  if (rounded >= bytes && rounded <= (size_t)(arena->end - arena->next)) {
    void *taken = arena->next;
    arena->next += rounded;
    return taken;
  }
  return dt_arena_more(arena, bytes);
}
/* An array; a product that overflows is a lack of memory. */
void *dt_arena_array(dt_arena *arena, size_t count, size_t size);
void *dt_arena_zero(dt_arena *arena, size_t count, size_t size);
/* An array of `count` items that has room for one more: `array` itself, or a copy of twice the room, which *room tells
 * (0 and NULL at first). */
void *dt_arena_grow(dt_arena *arena, void *array, uint32_t count, uint32_t *room, size_t size);
/* A copy with a NUL after it. */
char *dt_arena_copy(dt_arena *arena, const char *bytes, size_t length);
char *dt_arena_format(dt_arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));

#define DT_ARRAY(arena, type, count) ((type *)dt_arena_array((arena), (count), sizeof(type)))
#define DT_ZERO(arena, type, count) ((type *)dt_arena_zero((arena), (count), sizeof(type)))

#endif
