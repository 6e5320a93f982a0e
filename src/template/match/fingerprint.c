/* template/match/fingerprint.c: collects the marks of a document with the smallest hashes, in one pass.
 *
 * Memory, and time per element, do not grow with the page: a mark whose hash is greater than those of DT_MAX_MARKS
 * others is skipped at once, and the table is cut whenever it is full. */
#include "template/match/fingerprint.h"

#include "base/map.h"
#include "html/dom.h"
#include "template/learn/anchors.h"

#include <stdlib.h>

enum {
  MAX_TABLE = 512, /* marks before the table is cut */
  CACHE_SIZE = 256,
  MAX_MARK_LENGTH = 255 /* bytes; longer ones are specific to a page */
};

typedef struct mark {
  const char *text;
  uint64_t hash;
} mark;

/* What marks were made of; equal names of a document are nearly always the same pointer. */
typedef struct added_path {
  const xmlChar *tag, *parent, *outer;
} added_path;

typedef struct added_classes {
  const xmlChar *tag;
  const char *classes;
} added_classes;

typedef struct sketch {
  dt_arena *arena;
  uint64_t most;    /* greatest hash that may be among the smallest */
  dt_lookup lookup; /* hashes of the marks */
  mark marks[MAX_TABLE];
  uint32_t count;
  /* Many elements are alike: the last ones are remembered. */
  added_path paths[CACHE_SIZE];
  added_classes classes[CACHE_SIZE];
} sketch;

/* FNV-1a with its bits mixed again.  It reads single bytes, so that byte order does not matter. */
uint64_t dt_fingerprint_hash(const char *text, size_t length) {
  uint64_t hash = UINT64_C(0xCBF29CE484222325);
  for (size_t i = 0; i < length; i++) hash = (hash ^ (unsigned char)text[i]) * UINT64_C(0x100000001B3);
  hash = (hash ^ (hash >> 32)) * UINT64_C(0x9E3779B97F4A7C15);
  return hash ^ (hash >> 29);
}

static int compare_hashes(const void *a, const void *b) {
  const mark *x = a, *y = b;
  if (x->hash != y->hash) return x->hash < y->hash ? -1 : 1;
  return strcmp(x->text, y->text);
}

/* Sorts the marks, the smallest hashes first, and keeps at most DT_MAX_MARKS. */
static void keep_smallest(sketch *s) {
  qsort(s->marks, s->count, sizeof *s->marks, compare_hashes);
  if (s->count > DT_MAX_MARKS) s->count = DT_MAX_MARKS;
}

static void sketch_mark(sketch *s, const char *text, size_t length) {
  uint64_t hash = dt_fingerprint_hash(text, length);
  uint32_t probe = 0;
  if (hash > s->most) return;

  for (uint32_t known; (known = dt_lookup_next(&s->lookup, hash, &probe)) != DT_NO_NUMBER;)
    if (strcmp(s->marks[known].text, text) == 0) return;
  dt_lookup_append(&s->lookup, hash);
  s->marks[s->count++] = (mark){dt_arena_copy(s->arena, text, length), hash};
  if (s->count < MAX_TABLE) return;
  keep_smallest(s);
  s->most = s->marks[s->count - 1].hash;
  dt_lookup_clear(&s->lookup);
  for (uint32_t i = 0; i < s->count; i++) dt_lookup_append(&s->lookup, s->marks[i].hash);
}

/* Adds the mark that consists of `pieces` and `last`, unless it is too long. */
static void sketch_joined(sketch *s, const char *const *pieces, uint32_t count, const char *last, size_t last_length) {
  char text[MAX_MARK_LENGTH + 1];
  size_t length = 0;
  for (uint32_t i = 0; i <= count; i++) {
    size_t more = i < count ? strlen(pieces[i]) : last_length;
    if (more > MAX_MARK_LENGTH - length) return;
    memcpy(text + length, i < count ? pieces[i] : last, more);
    length += more;
  }
  text[length] = '\0';
  sketch_mark(s, text, length);
}

static size_t token_length(const char *at) {
  size_t length = 0;
  while (at[length] != '\0' && !dt_is_ascii_space(at[length])) length++;
  return length;
}

/* Adds a mark for each token of an attribute's value: `pieces` and the token. */
static void sketch_tokens(sketch *s, const char *value, const char *const *pieces, uint32_t count) {
  for (size_t length; *value != '\0'; value += length + (value[length] != '\0')) {
    length = token_length(value);
    if (length != 0 && dt_name_fitness(value, length) > 0) sketch_joined(s, pieces, count, value, length);
  }
}

/* Adds the marks of the classes of an element. */
static void sketch_classes(sketch *s, const xmlChar *tag, const char *classes) {
  const char *pieces[] = {(const char *)tag, "."};
  uint64_t hash = dt_hash_bytes(classes, strlen(classes), (uintptr_t)tag);
  added_classes *added = &s->classes[hash % CACHE_SIZE];
  if (added->tag == tag && strcmp(added->classes, classes) == 0) return;
  *added = (added_classes){tag, classes};
  sketch_tokens(s, classes, pieces, 2);
}

/* Adds "grandparent/parent/tag". */
static void add_path(sketch *s, const xmlNode *element) {
  const xmlNode *parent = element->parent, *outer = parent != NULL ? parent->parent : NULL;
  if (outer == NULL || outer->type != XML_ELEMENT_NODE) return;
  added_path path = {element->name, parent->name, outer->name};
  uint64_t hash = dt_hash_mix(dt_hash_mix((uintptr_t)path.tag, (uintptr_t)path.parent), (uintptr_t)path.outer);
  added_path *added = &s->paths[(hash >> 40) % CACHE_SIZE];
  if (added->tag == path.tag && added->parent == path.parent && added->outer == path.outer) return;
  *added = path;
  const char *pieces[] = {(const char *)path.outer, "/", (const char *)path.parent, "/"}, *tag = (const char *)path.tag;
  sketch_joined(s, pieces, 4, tag, strlen(tag));
}

/* Adds the marks of an element: its id, its classes, and "grandparent/parent/tag". */
static void sketch_element(sketch *s, const xmlNode *element) {
  const char *id[] = {"#"};
  for (const xmlAttr *a = element->properties; a != NULL; a = a->next) {
    const char *name = (const char *)a->name, *value = dt_attribute_content(a);
    if (dt_same_name(name, "class")) sketch_classes(s, element->name, value);
    if (dt_same_name(name, "id") && value[token_length(value)] == '\0') sketch_tokens(s, value, id, 1);
  }
  add_path(s, element);
}

dt_marks dt_fingerprint_of(dt_arena *arena, const xmlDoc *document) {
  sketch s;
  s.arena = arena;
  s.most = UINT64_MAX;
  s.count = 0;
  memset(s.paths, 0, sizeof s.paths);
  memset(s.classes, 0, sizeof s.classes);
  dt_lookup_start(&s.lookup, arena, MAX_TABLE);

  const xmlNode *top = (const xmlNode *)document;
  for (const xmlNode *node = top != NULL ? top->children : NULL; node != NULL; node = dt_node_next(top, node)) {
    if (node->type != XML_ELEMENT_NODE) continue;
    sketch_element(&s, node);
    if (arena->scope != NULL) dt_scope_tick(arena->scope);
  }

  keep_smallest(&s);
  const char **marks = DT_ARRAY(arena, const char *, s.count);
  for (uint32_t i = 0; i < s.count; i++) marks[i] = s.marks[i].text;
  qsort(marks, s.count, sizeof *marks, dt_compare_strings);
  return (dt_marks){marks, s.count};
}

dt_marks dt_fingerprint_common(dt_arena *arena, dt_marks a, dt_marks b) {
  const char **marks = DT_ARRAY(arena, const char *, a.count);
  uint32_t count = 0;
  for (uint32_t i = 0, j = 0; i < a.count && j < b.count;) {
    int order = strcmp(a.marks[i], b.marks[j]);
    if (order == 0) marks[count++] = a.marks[i];
    i += order <= 0;
    j += order >= 0;
  }
  return (dt_marks){marks, count};
}
