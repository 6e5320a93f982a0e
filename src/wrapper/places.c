/* wrapper/places.c: stores the places of the records and clues to the pages around them. */
#include "wrapper/places.h"
#include "base/search.h"
#include "html/tree_path.h"
#include "wrapper/empty.h"

#include <stdlib.h>

enum { MAX_PLACES = 32, MAX_OF_A_KIND = 12 };

static const char *attribute_string(dt_arena *arena, const dt_tree *tree, dt_index node, dt_attribute_name name) {
  detm_text value = dt_attribute_of(tree, node, name);
  return value.length != 0 ? dt_arena_copy(arena, value.data, value.length) : "";
}

static dt_place_names names_of(const dt_place *place) {
  const char *slash = strrchr(place->path, '/'), *tag = slash != NULL ? slash + 1 : place->path;
  return (dt_place_names){dt_tag_number(tag, strlen(tag)), dt_text(place->class), dt_text(place->id)};
}

static bool has_names(const dt_place_names *names, const dt_tree *tree, dt_index node) {
  return tree->nodes[node].tag == names->tag &&
         dt_text_equal(dt_attribute_of(tree, node, DT_ATTRIBUTE_class), names->class) &&
         dt_text_equal(dt_attribute_of(tree, node, DT_ATTRIBUTE_id), names->id);
}

dt_index dt_heading_before(const dt_tree *tree, dt_index node) {
  while (node-- > 0)
    if (dt_tag_is(tree->nodes[node].tag, DT_HEADING)) return node;
  return DT_NONE;
}

uint32_t dt_place_number(const dt_place *place, const dt_tree *tree, dt_index node) {
  const dt_place_names names = names_of(place);
  uint32_t number = 1;
  for (dt_index other = 0; other < node; other++)
    number += tree->nodes[other].tag == tree->nodes[node].tag && has_names(&names, tree, other) &&
              dt_path_hash(tree, other) == place->hash;
  return number;
}

/* ---- nodes that places mean ---- */

/* Finds the node that the number of each place means, in one walk over the page. */
static void find_numbers(dt_place_finder *finder, dt_arena *arena) {
  const dt_tree *tree = finder->tree;
  uint32_t *left = DT_ARRAY(arena, uint32_t, finder->count);
  for (uint32_t p = 0; p < finder->count; p++) left[p] = finder->places[p].number;

  for (dt_index node = 0; node < tree->node_count; node++) {
    uint64_t hash = 0; /* 0 = not computed yet */
    for (uint32_t p = 0; p < finder->count; p++) {
      if (left[p] == 0 || !has_names(&finder->names[p], tree, node)) continue;
      if (hash == 0) hash = dt_path_hash(tree, node);
      if (hash == finder->places[p].hash && --left[p] == 0) finder->numbered[p] = node;
    }
    dt_scope_tick(arena->scope);
  }
}

/* Lists the headings of the page and their first texts. */
static void list_headings(dt_place_finder *finder, dt_arena *arena) {
  const dt_tree *tree = finder->tree;
  dt_index text = DT_NONE;
  uint32_t count = 0;

  for (dt_index node = 0; node < tree->node_count; node++) count += dt_tag_is(tree->nodes[node].tag, DT_HEADING);
  finder->headings = DT_ARRAY(arena, dt_heading, count);
  finder->heading_count = count;

  for (dt_index node = tree->node_count; node-- > 0;) {
    dt_scope_tick(arena->scope);
    if (tree->nodes[node].tag == DT_TAG_TEXT) text = node;
    if (!dt_tag_is(tree->nodes[node].tag, DT_HEADING)) continue;
    bool within = text != DT_NONE && text < tree->nodes[node].end;
    finder->headings[--count] = (dt_heading){node, within ? dt_text_of(tree, text) : (detm_text){"", 0}};
  }
}

void dt_place_finder_start(dt_place_finder *finder, dt_arena *arena, const dt_place *places, uint32_t count,
                           const dt_tree *tree) {
  bool numbers = false, headings = false;
  dt_place_names *names = DT_ARRAY(arena, dt_place_names, count);
  *finder = (dt_place_finder){
      .places = places, .names = names, .count = count, .tree = tree, .numbered = DT_ARRAY(arena, dt_index, count)};
  for (uint32_t p = 0; p < count; p++) {
    names[p] = names_of(&places[p]);
    finder->numbered[p] = DT_NONE;
    numbers = numbers || places[p].number != 0;
    headings = headings || *places[p].heading != '\0';
  }
  if (numbers) find_numbers(finder, arena);
  if (headings) list_headings(finder, arena);
}

/* The text of the last heading that begins before the node; empty = none. */
static detm_text heading_of(const dt_place_finder *finder, dt_index node) {
  uint32_t h;
  DT_LOWER_BOUND(h, 0, finder->heading_count, finder->headings[h].node < node);
  return h != 0 ? finder->headings[h - 1].text : (detm_text){"", 0};
}

bool dt_place_finder_has(const dt_place_finder *finder, uint32_t number, dt_index node) {
  const dt_place *place = &finder->places[number];
  return has_names(&finder->names[number], finder->tree, node) &&
         (*place->heading == '\0' || dt_text_equal(heading_of(finder, node), dt_text(place->heading))) &&
         (place->number == 0 || finder->numbered[number] == node);
}

/* ---- places of the records ---- */

typedef struct counted_place {
  dt_place place;
  uint32_t records;
} counted_place;

static int by_records(const void *a, const void *b) {
  const counted_place *x = a, *y = b;
  if (x->records != y->records) return x->records > y->records ? -1 : 1;
  int order = strcmp(x->place.path, y->place.path);
  if (order == 0) order = strcmp(x->place.class, y->place.class);
  return order != 0 ? order : strcmp(x->place.id, y->place.id);
}

/* Stores the places of the records, the most frequent first. */
static void note_parents(detm_wrapper *wrapper, dt_arena *scratch, const dt_record_set *sets, uint32_t set_count) {
  counted_place *places = DT_ZERO(scratch, counted_place, MAX_PLACES);
  uint32_t count = 0;
  for (uint32_t s = 0; s < set_count; s++) {
    const dt_tree *tree = sets[s].tree;
    dt_index last = DT_NONE;
    uint32_t at = MAX_PLACES; /* the index of its place; none */
    for (uint32_t r = 0; r < sets[s].count; r++) {
      dt_index parent = dt_record_parent(tree, &sets[s].records[r]);
      if (parent != last) {
        uint64_t hash = dt_path_hash(tree, parent);
        for (at = 0; at < count; at++) {
          const dt_place_names names = names_of(&places[at].place);
          if (places[at].place.hash == hash && has_names(&names, tree, parent)) break;
        }
        last = parent;
        if (at == count && count < MAX_PLACES)
          places[count++].place =
              (dt_place){.path = dt_path_write(&wrapper->arena, tree, parent, false),
                         .class = attribute_string(&wrapper->arena, tree, parent, DT_ATTRIBUTE_class),
                         .id = attribute_string(&wrapper->arena, tree, parent, DT_ATTRIBUTE_id),
                         .heading = "",
                         .hash = hash};
      }
      if (at < count) places[at].records++;
    }
  }

  qsort(places, count, sizeof *places, by_records);
  wrapper->places = DT_ARRAY(&wrapper->arena, dt_place, count);
  wrapper->place_count = count;
  for (uint32_t i = 0; i < count; i++) wrapper->places[i] = places[i].place;
}

/* ---- clues ---- */

/* Whether a value may be the same on every page of a site: no numbers, which are those of items, and no queries. */
static bool is_usable(dt_attribute_name name, detm_text value) {
  if (value.length < (name == DT_ATTRIBUTE_href ? 2 : 1) || value.length > 80) return false;
  for (size_t i = 0; i < value.length; i++)
    if (dt_is_digit(value.data[i]) || (name == DT_ATTRIBUTE_href && memchr("?&", value.data[i], 2) != NULL))
      return false;
  return true;
}

static bool is_known_clue(const detm_wrapper *wrapper, const char *tag, const char *attribute_name, detm_text value) {
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
    if (!is_usable(name, value) || seen++ % step != 0 || is_known_clue(wrapper, tag, dt_attribute_text(name), value))
      continue;
    wrapper->clues[wrapper->clue_count++] =
        (dt_clue){dt_arena_copy(&wrapper->arena, tag, strlen(tag)), dt_attribute_text(name),
                  dt_arena_copy(&wrapper->arena, value.data, value.length)};
    added++;
  }
}

void dt_wrapper_note_places(detm_wrapper *wrapper, dt_arena *scratch, const dt_record_set *sets, uint32_t set_count) {
  const dt_tree *tree = sets->tree;
  dt_mark mark = dt_arena_mark(scratch);
  note_parents(wrapper, scratch, sets, set_count);

  dt_index *nodes = DT_ARRAY(scratch, dt_index, tree->node_count); /* elements outside the records of the first page */
  uint32_t count = 0;
  for (dt_index node = 0, r = 0; node < tree->node_count;) {
    while (r < sets->count && sets->records[r].nodes[0] < node) r++;
    if (r < sets->count && sets->records[r].nodes[0] == node) {
      node = dt_record_end(tree, &sets->records[r]);
      continue;
    }
    if (tree->nodes[node].tag != DT_TAG_TEXT && tree->nodes[node].attribute_count != 0) nodes[count++] = node;
    node++;
  }

  wrapper->clues = DT_ARRAY(&wrapper->arena, dt_clue, 3 * MAX_OF_A_KIND);
  add_clues(wrapper, tree, nodes, count, DT_ATTRIBUTE_id);
  add_clues(wrapper, tree, nodes, count, DT_ATTRIBUTE_class);
  if (wrapper->clue_count < MAX_OF_A_KIND) add_clues(wrapper, tree, nodes, count, DT_ATTRIBUTE_href);
  dt_arena_rewind(scratch, mark);
}
