/* template/fingerprint.c: one pass over a document, keeping the marks with the smallest hashes.
 *
 * Memory and the cost of an element do not grow with the page: a mark whose hash is above that of DT_MOST_MARKS others
 * is passed over at once, and the table of the rest is cut whenever it is full. */
#include "template/fingerprint.h"

#include "template/anchor.h"
#include "tree/node.h"

#include <stdlib.h>

enum {
  SLOTS = 1024,
  FULL = SLOTS / 2,
  LONGEST_MARK = 255 /* bytes; longer ones tell nothing of a template */
};

typedef struct mark {
  const char *text; /* NULL = the slot is empty */
  uint64_t hash;
} mark;

typedef struct sketch {
  dt_arena *arena;
  uint64_t most; /* marks with a greater hash are not among the smallest */
  uint32_t count;
  mark slots[SLOTS];
} sketch;

/* FNV-1a, its bits mixed once more: a byte at a time, so that the order of a machine's bytes does not matter. */
uint64_t dt_fingerprint_hash(const char *text, size_t length) {
  uint64_t hash = UINT64_C(0xCBF29CE484222325);
  for (size_t i = 0; i < length; i++) hash = (hash ^ (unsigned char)text[i]) * UINT64_C(0x100000001B3);
  hash = (hash ^ (hash >> 32)) * UINT64_C(0x9E3779B97F4A7C15);
  return hash ^ (hash >> 29);
}

static int by_hash(const void *a, const void *b) {
  const mark *x = a, *y = b;
  if (x->hash != y->hash) return x->hash < y->hash ? -1 : 1;
  return strcmp(x->text, y->text);
}

static int by_text(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

/* The slot of a mark, or the empty one where it belongs.  A page may aim its marks at one slot; no more than FULL of
 * them are ever there. */
static mark *find_slot(sketch *s, const char *text, uint64_t hash) {
  uint32_t at = (uint32_t)hash & (SLOTS - 1);
  while (s->slots[at].text != NULL && (s->slots[at].hash != hash || strcmp(s->slots[at].text, text) != 0))
    at = (at + 1) & (SLOTS - 1);
  return &s->slots[at];
}

/* The marks without gaps, the smallest hashes first, at most DT_MOST_MARKS. */
static uint32_t list_smallest(const sketch *s, mark *list) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < SLOTS; i++)
    if (s->slots[i].text != NULL) list[count++] = s->slots[i];
  qsort(list, count, sizeof *list, by_hash);
  return count < DT_MOST_MARKS ? count : DT_MOST_MARKS;
}

static void cut(sketch *s) {
  mark list[FULL + 1];
  s->count = list_smallest(s, list);
  s->most = list[s->count - 1].hash;
  memset(s->slots, 0, sizeof s->slots);
  for (uint32_t i = 0; i < s->count; i++) *find_slot(s, list[i].text, list[i].hash) = list[i];
}

static void add(sketch *s, const char *text, size_t length) {
  uint64_t hash = dt_fingerprint_hash(text, length);
  if (hash > s->most) return;
  mark *slot = find_slot(s, text, hash);
  if (slot->text != NULL) return;
  *slot = (mark){dt_arena_copy(s->arena, text, length), hash};
  if (++s->count == FULL) cut(s);
}

/* Joins up to five pieces to a mark, unless it is too long; pieces are NUL-terminated but for the last. */
static void add_joined(sketch *s, const char *const *pieces, uint32_t count, const char *last, size_t last_length) {
  char text[LONGEST_MARK + 1];
  size_t length = 0;
  for (uint32_t i = 0; i <= count; i++) {
    size_t more = i < count ? strlen(pieces[i]) : last_length;
    if (more > LONGEST_MARK - length) return;
    memcpy(text + length, i < count ? pieces[i] : last, more);
    length += more;
  }
  text[length] = '\0';
  add(s, text, length);
}

static bool is_space(char byte) { return byte == ' ' || (byte >= '\t' && byte <= '\r'); }

static size_t token_length(const char *at) {
  size_t length = 0;
  while (at[length] != '\0' && !is_space(at[length])) length++;
  return length;
}

/* Marks of the tokens of an attribute's value behind what is in `pieces`. */
static void add_tokens(sketch *s, const char *value, const char *const *pieces, uint32_t count) {
  for (size_t length; *value != '\0'; value += length + (value[length] != '\0')) {
    length = token_length(value);
    if (length != 0 && dt_name_fitness(value, length) > 0) add_joined(s, pieces, count, value, length);
  }
}

static void add_attributes(sketch *s, const xmlNode *element) {
  const char *id[] = {"#"}, *class[] = {(const char *)element->name, "."};
  for (const xmlAttr *a = element->properties; a != NULL; a = a->next) {
    const char *value = dt_attribute_content(a);
    if (strcmp((const char *)a->name, "class") == 0) add_tokens(s, value, class, 2);
    if (strcmp((const char *)a->name, "id") == 0 && value[token_length(value)] == '\0') add_tokens(s, value, id, 1);
  }
}

static void add_triple(sketch *s, const xmlNode *element) {
  const xmlNode *parent = element->parent, *outer = parent != NULL ? parent->parent : NULL;
  if (outer == NULL || outer->type != XML_ELEMENT_NODE) return;
  const char *name = (const char *)element->name;
  const char *pieces[] = {(const char *)outer->name, "/", (const char *)parent->name, "/"};
  add_joined(s, pieces, 4, name, strlen(name));
}

static dt_marks sorted(dt_arena *arena, const mark *list, uint32_t count) {
  const char **marks = DT_ARRAY(arena, const char *, count);
  for (uint32_t i = 0; i < count; i++) marks[i] = list[i].text;
  qsort(marks, count, sizeof *marks, by_text);
  return (dt_marks){marks, count};
}

dt_marks dt_fingerprint_of(dt_arena *arena, const xmlDoc *document) {
  mark list[FULL + 1];
  sketch s = {.arena = arena, .most = UINT64_MAX};
  const xmlNode *top = (const xmlNode *)document;
  for (const xmlNode *node = top != NULL ? top->children : NULL; node != NULL; node = dt_node_next(top, node)) {
    if (node->type != XML_ELEMENT_NODE) continue;
    add_attributes(&s, node);
    add_triple(&s, node);
    if (arena->scope != NULL) dt_scope_tick(arena->scope);
  }
  return sorted(arena, list, list_smallest(&s, list));
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
