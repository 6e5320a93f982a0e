/* wrapper/places.c: stores the places of the records and clues to the pages around them. */
#include "wrapper/places.h"
#include "html/tree_path.h"
#include "wrapper/record_set.h"

#include <stdlib.h>

enum { MAX_PLACES = 32, MAX_OF_A_KIND = 12 };

static const char *attribute(dt_arena *arena, const dt_tree *tree, dt_index node, dt_attribute_name name) {
  detm_text value = dt_attribute_of(tree, node, name);
  return value.length != 0 ? dt_arena_copy(arena, value.data, value.length) : "";
}

static bool is_value(const dt_tree *tree, dt_index node, dt_attribute_name name, const char *value) {
  return dt_text_equal(dt_attribute_of(tree, node, name), dt_text(value));
}

typedef struct counted_place {
  dt_place place;
  uint32_t records;
} counted_place;

static counted_place *find_place(counted_place *places, uint32_t count, const dt_tree *tree, dt_index parent,
                                 uint64_t hash) {
  for (uint32_t i = 0; i < count; i++)
    if (places[i].place.hash == hash && is_value(tree, parent, DT_ATTRIBUTE_class, places[i].place.class) &&
        is_value(tree, parent, DT_ATTRIBUTE_id, places[i].place.id))
      return &places[i];
  return NULL;
}

static int by_records(const void *a, const void *b) {
  const counted_place *x = a, *y = b;
  if (x->records != y->records) return x->records > y->records ? -1 : 1;
  int order = strcmp(x->place.path, y->place.path);
  if (order == 0) order = strcmp(x->place.class, y->place.class);
  return order != 0 ? order : strcmp(x->place.id, y->place.id);
}

static void note_parents(detm_wrapper *wrapper, dt_arena *scratch, const dt_record_set *sets, uint32_t set_count) {
  counted_place *places = DT_ZERO(scratch, counted_place, MAX_PLACES);
  uint32_t count = 0;
  for (uint32_t s = 0; s < set_count; s++) {
    const dt_tree *tree = sets[s].tree;
    dt_index last = DT_NONE;
    counted_place *place = NULL;
    for (uint32_t r = 0; r < sets[s].count; r++) {
      dt_index parent = tree->nodes[sets[s].records[r].nodes[0]].parent;
      if (parent != last) {
        uint64_t hash = dt_path_hash(tree, parent);
        place = find_place(places, count, tree, parent, hash);
        last = parent;
        if (place == NULL && count < MAX_PLACES) {
          place = &places[count++];
          place->place = (dt_place){dt_path_write(&wrapper->arena, tree, parent, false),
                                    attribute(&wrapper->arena, tree, parent, DT_ATTRIBUTE_class),
                                    attribute(&wrapper->arena, tree, parent, DT_ATTRIBUTE_id), hash};
        }
      }
      if (place != NULL) place->records++;
    }
  }
  qsort(places, count, sizeof *places, by_records);
  wrapper->places = DT_ARRAY(&wrapper->arena, dt_place, count);
  wrapper->place_count = count;
  for (uint32_t i = 0; i < count; i++) wrapper->places[i] = places[i].place;
}

/* ---- clues ---- */

/* Whether a link may be on every page of a site: neither to a numbered item nor with a query. */
static bool is_plain_link(detm_text href) {
  for (size_t i = 0; i < href.length; i++)
    if (dt_is_digit(href.data[i]) || href.data[i] == '?' || href.data[i] == '&') return false;
  return href.length > 1;
}

static bool is_usable(dt_attribute_name name, detm_text value) {
  if (value.length == 0 || value.length > 80) return false;
  if (name == DT_ATTRIBUTE_href) return is_plain_link(value);
  for (size_t i = 0; i < value.length; i++)
    if (dt_is_digit(value.data[i])) return false; /* a number: a link of this page only */
  return true;
}

static bool is_known(const detm_wrapper *wrapper, const char *tag, const char *attribute_name, detm_text value) {
  for (uint32_t i = 0; i < wrapper->clue_count; i++) {
    const dt_clue *clue = &wrapper->clues[i];
    if (strcmp(clue->tag, tag) == 0 && strcmp(clue->attribute, attribute_name) == 0 &&
        dt_text_equal(dt_text(clue->value), value))
      return true;
  }
  return false;
}

/* Adds up to MAX_OF_A_KIND clues of one attribute, evenly spread over the page. */
static void add_clues(detm_wrapper *wrapper, const dt_tree *tree, const dt_index *nodes, uint32_t count,
                      dt_attribute_name name) {
  uint32_t usable = 0, seen = 0, added = 0;
  for (uint32_t i = 0; i < count; i++) usable += is_usable(name, dt_attribute_of(tree, nodes[i], name));
  uint32_t step = usable / MAX_OF_A_KIND + 1;
  for (uint32_t i = 0; i < count && added < MAX_OF_A_KIND; i++) {
    detm_text value = dt_attribute_of(tree, nodes[i], name);
    const char *tag = dt_tag_text(tree, tree->nodes[nodes[i]].tag);
    if (!is_usable(name, value) || seen++ % step != 0 || is_known(wrapper, tag, dt_attribute_text(name), value))
      continue;
    wrapper->clues[wrapper->clue_count++] =
        (dt_clue){dt_arena_copy(&wrapper->arena, tag, strlen(tag)), dt_attribute_text(name),
                  dt_arena_copy(&wrapper->arena, value.data, value.length)};
    added++;
  }
}

/* Returns the elements outside the records. */
static dt_index *nodes_outside(dt_arena *scratch, const dt_record_set *set, uint32_t *count) {
  const dt_tree *tree = set->tree;
  dt_index *nodes = DT_ARRAY(scratch, dt_index, tree->node_count);
  *count = 0;
  for (dt_index node = 0, r = 0; node < tree->node_count;) {
    while (r < set->count && set->records[r].nodes[0] < node) r++;
    if (r < set->count && set->records[r].nodes[0] == node) {
      node = tree->nodes[set->records[r].nodes[set->records[r].count - 1]].end;
      continue;
    }
    if (tree->nodes[node].tag != DT_TAG_TEXT && tree->nodes[node].attribute_count != 0) nodes[(*count)++] = node;
    node++;
  }
  return nodes;
}

void dt_wrapper_note_places(detm_wrapper *wrapper, dt_arena *scratch, const dt_record_set *sets, uint32_t set_count) {
  dt_mark mark = dt_arena_mark(scratch);
  uint32_t count;
  note_parents(wrapper, scratch, sets, set_count);
  dt_index *nodes = nodes_outside(scratch, &sets[0], &count);
  wrapper->clues = DT_ARRAY(&wrapper->arena, dt_clue, 3 * MAX_OF_A_KIND);
  add_clues(wrapper, sets[0].tree, nodes, count, DT_ATTRIBUTE_id);
  add_clues(wrapper, sets[0].tree, nodes, count, DT_ATTRIBUTE_class);
  if (wrapper->clue_count < MAX_OF_A_KIND) add_clues(wrapper, sets[0].tree, nodes, count, DT_ATTRIBUTE_href);
  dt_arena_rewind(scratch, mark);
}
