/* template/fields-path.c: paths to nodes.
 *
 * A step needs the node's number among its siblings of the same name.  All children of a parent are numbered when the
 * first of them is asked for, so that a parent of many costs no more than one walk over its children. */
#include "template/fields.h"

#include <stdio.h>

enum { FIRST_SIZE = 1024 };

/* The number of a node; or how many children of one name a parent has. */
typedef struct dt_node_number {
  uint64_t key; /* 0: free */
  uint32_t number;
} dt_node_number;

void dt_paths_start(dt_paths *paths, dt_arena *arena) {
  *paths = (dt_paths){.arena = arena, .size = FIRST_SIZE};
  paths->numbers = DT_ZERO(arena, dt_node_number, paths->size);
}

static dt_node_number *find_slot(const dt_paths *paths, uint64_t key) {
  size_t at = (size_t)(dt_hash_mix(key, 1) >> 24) & (paths->size - 1);
  while (paths->numbers[at].key != 0 && paths->numbers[at].key != key) at = (at + 1) & (paths->size - 1);
  return &paths->numbers[at];
}

static void make_room(dt_paths *paths) {
  dt_paths more = {.arena = paths->arena, .size = paths->size * 2, .used = paths->used};
  if (2 * paths->used < paths->size) return;
  more.numbers = DT_ZERO(paths->arena, dt_node_number, more.size);
  for (size_t i = 0; i < paths->size; i++)
    if (paths->numbers[i].key != 0) *find_slot(&more, paths->numbers[i].key) = paths->numbers[i];
  *paths = more;
}

static uint32_t *number_of(dt_paths *paths, uint64_t key) {
  make_room(paths);
  dt_node_number *slot = find_slot(paths, key);
  paths->used += slot->key == 0;
  slot->key = key;
  return &slot->number;
}

static bool is_words(const xmlNode *node) {
  return node->type == XML_TEXT_NODE || node->type == XML_CDATA_SECTION_NODE;
}

static bool is_counted(const xmlNode *node) { return is_words(node) || node->type == XML_ELEMENT_NODE; }

static const char *name_of(const xmlNode *node) { return is_words(node) ? "text()" : (const char *)node->name; }

/* Keys differ by their lowest bits: nodes are aligned. */
static uint64_t node_key(const xmlNode *node) { return (uint64_t)(uintptr_t)node | 1; }

static uint64_t name_key(const xmlNode *node) {
  uint64_t parent = (uint64_t)(uintptr_t)node->parent;
  return (dt_hash_bytes(name_of(node), strlen(name_of(node)), parent) & ~UINT64_C(1)) | 2;
}

static void number_children(dt_paths *paths, const xmlNode *parent) {
  for (const xmlNode *child = parent->children; child != NULL; child = child->next) {
    if (!is_counted(child)) continue;
    uint32_t number = ++*number_of(paths, name_key(child));
    *number_of(paths, node_key(child)) = number;
    dt_scope_tick(paths->arena->scope);
  }
}

/* How a step ends: "[2]", or nothing where the parent has no other child of that name. */
static void number_step(dt_paths *paths, const xmlNode *node, char ending[24]) {
  ending[0] = '\0';
  if (node->type == XML_ATTRIBUTE_NODE) return;
  if (*number_of(paths, node_key(node)) == 0) number_children(paths, node->parent);
  uint32_t number = *number_of(paths, node_key(node));
  if (*number_of(paths, name_key(node)) >= 2) snprintf(ending, 24, "[%lu]", (unsigned long)number);
}

static bool is_document(const xmlNode *node) {
  return node->type == XML_HTML_DOCUMENT_NODE || node->type == XML_DOCUMENT_NODE;
}

static const char *sign_of(const xmlNode *node) { return node->type == XML_ATTRIBUTE_NODE ? "/@" : "/"; }

static char *write_before(char *end, const char *text) {
  size_t length = strlen(text);
  memcpy(end - length, text, length);
  return end - length;
}

const char *dt_paths_write(dt_paths *paths, dt_arena *to, const xmlNode *node) {
  char ending[24];
  size_t length = 0;
  for (const xmlNode *up = node; !is_document(up); up = up->parent) {
    number_step(paths, up, ending);
    length += strlen(sign_of(up)) + strlen(name_of(up)) + strlen(ending);
  }
  char *path = DT_ARRAY(to, char, length + 1), *at = path + length;
  *at = '\0';
  for (const xmlNode *up = node; !is_document(up); up = up->parent) {
    number_step(paths, up, ending);
    at = write_before(write_before(write_before(at, ending), name_of(up)), sign_of(up));
  }
  return path;
}
