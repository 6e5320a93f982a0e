/* arena.c: chunks of memory with marks, and leaving a call that has used up memory or time.
 *
 * Chunks double from 8 KiB to 1 MiB; whatever is larger gets a chunk of its own.  Rewinding keeps
 * one chunk of usual size, so that scratch space at the edge of a chunk does not go back and forth
 * to malloc. */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include "base/arena.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { FIRST_CHUNK = 8 << 10, LARGEST_CHUNK = 1024 * 1024 };

struct dt_chunk {
  dt_chunk *older;
  char *end;
};

/* The header keeps the alignment of malloc for what follows it. */
static char *chunk_start(dt_chunk *chunk) { return (char *)chunk + ((sizeof(dt_chunk) + 15) & ~(size_t)15); }

static size_t chunk_size(const dt_chunk *chunk) { return (size_t)(chunk->end - (const char *)chunk); }

static double thread_seconds(void) {
  struct timespec now;
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) != 0) return 0;
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void dt_scope_start(dt_scope *scope, double seconds) {
  scope->status = DETM_OK;
  scope->ticks = 0;
  scope->most_records = 0;
  scope->seconds = seconds;
  scope->deadline = seconds > 0 ? thread_seconds() + seconds : 0;
}

void dt_scope_leave(dt_scope *scope, detm_status status) {
  scope->status = status;
  longjmp(scope->escape, 1);
}

void dt_scope_limit_records(dt_scope *scope, size_t records, size_t most) {
  if (records <= most) return;
  scope->most_records = most;
  dt_scope_leave(scope, DETM_LIMIT);
}

bool dt_scope_over(const dt_scope *scope) { return scope->deadline > 0 && thread_seconds() > scope->deadline; }

void dt_scope_clock(dt_scope *scope) {
  if (dt_scope_over(scope)) dt_scope_leave(scope, DETM_LIMIT);
}

bool dt_scope_late(dt_scope *scope) {
  if (scope->status == DETM_OK && (++scope->ticks & 0xf) == 0 && dt_scope_over(scope)) scope->status = DETM_LIMIT;
  return scope->status != DETM_OK;
}

double dt_scope_left(const dt_scope *scope) {
  const double least = 1e-6;
  if (scope->deadline <= 0) return 0;
  double left = scope->deadline - thread_seconds();
  return left > least ? left : least;
}

/* next == end, but not NULL: no bytes of an empty arena are no failure. */
static void forget_chunks(dt_arena *arena) {
  arena->chunk = NULL;
  arena->next = arena->end = (char *)arena;
}

void dt_arena_start(dt_arena *arena, dt_scope *scope) {
  arena->scope = scope;
  arena->spare = NULL;
  forget_chunks(arena);
}

void dt_arena_free(dt_arena *arena) {
  dt_chunk *chunk = arena->chunk;
  while (chunk != NULL) {
    dt_chunk *older = chunk->older;
    free(chunk);
    chunk = older;
  }
  free(arena->spare);
  arena->spare = NULL;
  forget_chunks(arena);
}

static void *no_memory(dt_arena *arena) {
  if (arena->scope != NULL) dt_scope_leave(arena->scope, DETM_NO_MEMORY);
  return NULL;
}

static size_t next_size(const dt_arena *arena, size_t needed) {
  size_t size = FIRST_CHUNK;
  if (arena->chunk != NULL) size = chunk_size(arena->chunk) * 2;
  if (size > LARGEST_CHUNK) size = LARGEST_CHUNK;
  return size < needed ? needed : size;
}

static dt_chunk *new_chunk(dt_arena *arena, size_t needed) {
  dt_chunk *chunk = arena->spare;
  if (chunk != NULL && chunk_size(chunk) >= needed) {
    arena->spare = NULL;
    return chunk;
  }
  size_t size = next_size(arena, needed);
  chunk = malloc(size);
  if (chunk != NULL) chunk->end = (char *)chunk + size;
  return chunk;
}

void *dt_arena_more(dt_arena *arena, size_t bytes) {
  const size_t overhead = sizeof(dt_chunk) + 32;
  if (bytes > PTRDIFF_MAX - overhead) return no_memory(arena);
  size_t rounded = (bytes + 7) & ~(size_t)7;
  dt_chunk *chunk = new_chunk(arena, rounded + overhead);
  if (chunk == NULL) return no_memory(arena);
  chunk->older = arena->chunk;
  arena->chunk = chunk;
  char *taken = chunk_start(chunk);
  arena->next = taken + rounded;
  arena->end = chunk->end;
  return taken;
}

dt_mark dt_arena_mark(const dt_arena *arena) { return (dt_mark){arena->chunk, arena->next}; }

static void drop_chunk(dt_arena *arena, dt_chunk *chunk) {
  if (arena->spare == NULL && chunk_size(chunk) <= LARGEST_CHUNK)
    arena->spare = chunk;
  else
    free(chunk);
}

void dt_arena_rewind(dt_arena *arena, dt_mark mark) {
  while (arena->chunk != mark.chunk) {
    dt_chunk *chunk = arena->chunk;
    arena->chunk = chunk->older;
    drop_chunk(arena, chunk);
  }
  if (mark.chunk == NULL) {
    forget_chunks(arena);
  } else {
    arena->next = mark.next;
    arena->end = mark.chunk->end;
  }
}

void *dt_arena_array(dt_arena *arena, size_t count, size_t size) {
  if (size != 0 && count > SIZE_MAX / size) return no_memory(arena);
  return dt_arena_take(arena, count * size);
}

void *dt_arena_zero(dt_arena *arena, size_t count, size_t size) {
  void *array = dt_arena_array(arena, count, size);
  if (array != NULL) memset(array, 0, count * size);
  return array;
}

void *dt_arena_grow(dt_arena *arena, void *array, uint32_t count, uint32_t *room, size_t size) {
  enum { FIRST_ROOM = 8 };
  if (count < *room) return array;
  if (*room > UINT32_MAX / 2) return no_memory(arena);
  uint32_t more = *room != 0 ? 2 * *room : FIRST_ROOM;
  void *grown = dt_arena_array(arena, more, size);
  if (grown == NULL) return NULL;
  if (count != 0) memcpy(grown, array, count * size);
  *room = more;
  return grown;
}

char *dt_arena_copy(dt_arena *arena, const char *bytes, size_t length) {
  if (length == SIZE_MAX) return no_memory(arena);
  char *copy = dt_arena_take(arena, length + 1);
  if (copy == NULL) return NULL;
  if (length != 0) memcpy(copy, bytes, length);
  copy[length] = '\0';
  return copy;
}

char *dt_arena_format(dt_arena *arena, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  if (length < 0) return no_memory(arena);
  char *text = dt_arena_take(arena, (size_t)length + 1);
  if (text == NULL) return NULL;
  va_start(arguments, format);
  vsnprintf(text, (size_t)length + 1, format, arguments);
  va_end(arguments);
  return text;
}
