/* content/spot.c: the element that a correction means, on the page that it was made of and on others. */
#include "content/correction.h"

#include <stdlib.h>

/* Counts from 1 among the siblings of the same tag. */
static unsigned number_of(const xmlNode *node) {
  unsigned number = 1;
  for (const xmlNode *before = node->prev; before != NULL; before = before->prev)
    number += before->type == XML_ELEMENT_NODE && strcmp((const char *)before->name, (const char *)node->name) == 0;
  return number;
}

static size_t write_step(const xmlNode *node, char *out, size_t room) {
  unsigned number = number_of(node);
  int length = number == 1 ? snprintf(out, room, "/%s", (const char *)node->name)
                           : snprintf(out, room, "/%s[%u]", (const char *)node->name, number);
  return length > 0 ? (size_t)length : 0;
}

static const char *path_of(const dt_content_page *page, const xmlNode *node) {
  enum { NUMBER_ROOM = 14 };
  size_t room = 1;
  for (const xmlNode *n = node; n->type == XML_ELEMENT_NODE; n = n->parent)
    room += strlen((const char *)n->name) + NUMBER_ROOM;
  char *path = dt_arena_take(page->arena, room), *step = dt_arena_take(page->arena, room);
  size_t start = room - 1;
  path[start] = '\0';
  for (const xmlNode *n = node; n->type == XML_ELEMENT_NODE; n = n->parent) {
    size_t length = write_step(n, step, room);
    start -= length;
    memcpy(path + start, step, length);
  }
  return path + start;
}

dt_spot dt_spot_of(const dt_content_page *page, uint32_t element) {
  const dt_element *e = &page->elements[element];
  return (dt_spot){path_of(page, e->node), dt_without_digits(page->arena, e->id, strlen(e->id)),
                   dt_without_digits(page->arena, e->class_name, strlen(e->class_name))};
}

static const xmlNode *child_at(const xmlNode *parent, const char *step, size_t length) {
  const char *bracket = memchr(step, '[', length);
  size_t name = bracket != NULL ? (size_t)(bracket - step) : length;
  unsigned long number = bracket != NULL ? strtoul(bracket + 1, NULL, 10) : 1;
  for (const xmlNode *child = parent->children; child != NULL; child = child->next) {
    if (child->type != XML_ELEMENT_NODE || strlen((const char *)child->name) != name) continue;
    if (memcmp(child->name, step, name) == 0 && --number == 0) return child;
    if (number == 0) return NULL;
  }
  return NULL;
}

static uint32_t element_of(const dt_content_page *page, const xmlNode *node) {
  for (uint32_t i = 0; i < page->element_count; i++)
    if (page->elements[i].node == node) return i;
  return DT_NONE;
}

uint32_t dt_element_at(const dt_content_page *page, const char *path) {
  const xmlNode *node = (const xmlNode *)page->page->document;
  while (node != NULL && *path == '/') {
    size_t length = strcspn(path + 1, "/");
    node = child_at(node, path + 1, length);
    path += 1 + length;
  }
  return node != NULL && *path == '\0' ? element_of(page, node) : DT_NONE;
}

static bool has_form(const dt_content_page *page, const char *value, const char *form) {
  return strcmp(dt_without_digits(page->arena, value, strlen(value)), form) == 0;
}

static bool is_like(const dt_content_page *page, uint32_t element, const dt_spot *spot) {
  const dt_element *e = &page->elements[element];
  return has_form(page, e->id, spot->id) && has_form(page, e->class_name, spot->class_name);
}

static const char *tag_of(const dt_spot *spot, size_t *length) {
  const char *tag = strrchr(spot->path, '/') + 1;
  *length = strcspn(tag, "[");
  return tag;
}

/* The largest of the elements that look like the spot's. */
static uint32_t search(const dt_content_page *page, const dt_spot *spot) {
  size_t length;
  const char *tag = tag_of(spot, &length);
  uint32_t best = DT_NONE;
  double most = 0;
  for (uint32_t i = 0; i < page->element_count; i++) {
    const dt_element *e = &page->elements[i];
    double units = page->sums[e->last].units - page->sums[e->first].units;
    const char *name = (const char *)e->node->name;
    if (!(units > most) || strlen(name) != length || memcmp(name, tag, length) != 0) continue;
    dt_mark mark = dt_arena_mark(page->arena);
    if (is_like(page, i, spot)) {
      best = i;
      most = units;
    }
    dt_arena_rewind(page->arena, mark);
  }
  return best;
}

uint32_t dt_spot_find(const dt_content_page *page, const dt_spot *spot) {
  uint32_t there = dt_element_at(page, spot->path);
  if (there != DT_NONE && is_like(page, there, spot)) return there;
  return *spot->id != '\0' || *spot->class_name != '\0' ? search(page, spot) : DT_NONE;
}
