/* base/arena.c: allocates memory from chunks, with marks.
 *
 * Chunks double from 8 KiB to 1 MiB; larger requests get a chunk of their own.  Rewinding keeps one chunk of usual
 * size, so that scratch space at the end of a chunk does not call malloc and free repeatedly. */
#include "base/arena.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CHUNK = 8 << 10, MAX_CHUNK = 1024 * 1024 };

struct dt_chunk {
  dt_chunk *older;
  char *end;
};

static size_t chunk_size(const dt_chunk *chunk) { return (size_t)(chunk->end - (const char *)chunk); }

/* next == end, but not NULL, so that a request of 0 bytes from an empty arena succeeds. */
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

void *dt_arena_more(dt_arena *arena, size_t bytes) {
  const size_t overhead = sizeof(dt_chunk) + 32;
  if (bytes > PTRDIFF_MAX - overhead) return no_memory(arena);

  size_t rounded = ((bytes + 7) & ~(size_t)7) + DT_ARENA_GAP, needed = rounded + overhead;
  dt_chunk *chunk = arena->spare;
  if (chunk != NULL && chunk_size(chunk) >= needed) {
    arena->spare = NULL;
  } else {
    size_t size = arena->chunk != NULL ? chunk_size(arena->chunk) * 2 : FIRST_CHUNK;
    if (size > MAX_CHUNK) size = MAX_CHUNK;
    if (size < needed) size = needed;
    chunk = malloc(size);
    if (chunk == NULL) return no_memory(arena);
    chunk->end = (char *)chunk + size;
  }

  chunk->older = arena->chunk;
  arena->chunk = chunk;
  char *taken = (char *)chunk + ((sizeof(dt_chunk) + 15) & ~(size_t)15); /* the alignment of malloc */
  arena->next = taken + rounded;
  arena->end = chunk->end;
  ASAN_POISON_MEMORY_REGION(taken, (size_t)(arena->end - taken));
  ASAN_UNPOISON_MEMORY_REGION(taken, bytes);
  return taken;
}

dt_mark dt_arena_mark(const dt_arena *arena) { return (dt_mark){arena->chunk, arena->next}; }

void dt_arena_rewind(dt_arena *arena, dt_mark mark) {
  char *used = arena->chunk == mark.chunk ? arena->next : NULL; /* NULL: up to the end of the chunk */
  while (arena->chunk != mark.chunk) {
    dt_chunk *chunk = arena->chunk;
    arena->chunk = chunk->older;
    if (arena->spare == NULL && chunk_size(chunk) <= MAX_CHUNK)
      arena->spare = chunk;
    else
      free(chunk);
  }

  if (mark.chunk == NULL) {
    forget_chunks(arena);
  } else {
    arena->next = mark.next;
    arena->end = mark.chunk->end;
    if (used == NULL) used = arena->end;
    if (used > mark.next) ASAN_POISON_MEMORY_REGION(mark.next, (size_t)(used - mark.next));
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

char *dt_arena_copy(dt_arena *arena, const char *bytes, size_t length) {
  if (length == SIZE_MAX) return no_memory(arena);
  char *copy = dt_arena_take(arena, length + 1);
  if (copy == NULL) return NULL;
  if (length != 0) memcpy(copy, bytes, length);
  copy[length] = '\0';
  return copy;
}

bool dt_arena_keep(dt_arena *arena, const char **string) {
  if (*string == NULL) return true;
  *string = dt_arena_copy(arena, *string, strlen(*string));
  return *string != NULL;
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

const char *dt_arena_quote(dt_arena *arena, detm_text text) {
  enum { MAX_CHARACTERS = 60 };
  size_t length = 0;
  for (size_t characters = 0; length < text.length; length++)
    if (((unsigned char)text.data[length] & 0xC0) != 0x80 && characters++ == MAX_CHARACTERS) break;
  return dt_arena_format(arena, "\"%.*s%s\"", (int)length, text.data, length < text.length ? "..." : "");
}
