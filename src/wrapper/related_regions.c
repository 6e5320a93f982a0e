/* wrapper/related_regions.c: finds regions besides the main one whose records have the same fields.
 *
 * A region with the same path and class is a part of the main list that rank.c took for a separate list, for example
 * because fewer of its records have a link: it is joined to the main region.  Other regions (sponsored results, another
 * shelf) are only noted.  A region with the same texts as the main records is a copy of them for another screen size
 * and is ignored.  If there are examples, records of any structure that have the classes around the examples are
 * joined, too. */
#include "wrapper/related_regions.h"
#include "wrapper/align.h"
#include "wrapper/record_set.h"

#include <stdlib.h>

enum {
  MAX_KIN = 16,   /* noted on one page */
  MAX_TRIED = 50, /* regions of a page that are aligned */
  MIN_NODES = 4,  /* of a record: menus are similar to each other */
  MANY_NODES = 6, /* nodes of a record from which one field is enough */
  MAX_UNLIKE = 2  /* a record has at most this many times, and at least this fraction of, the nodes of a main record */
};
#define MIN_FIT 0.9           /* share of the required nodes */
#define MIN_MATCHED 0.8       /* share of the region's nodes that match the wrapper */
#define MIN_SAME_CLASSES 0.75 /* share of elements whose class is that of the wrapper's node */
#define MAX_COPIED 0.5        /* share of records that are also records of the main region */

static dt_index begin_of(const dt_record *record) { return record->nodes[0]; }
static dt_index end_of(const dt_tree *tree, const dt_record *record) {
  return tree->nodes[record->nodes[record->count - 1]].end;
}

static bool overlap(const dt_tree *tree, const dt_region *a, const dt_region *b) {
  for (uint32_t r = 0, m = 0; r < a->record_count && m < b->record_count;) { /* both are sorted in document order */
    if (end_of(tree, &a->records[r]) <= begin_of(&b->records[m]))
      r++;
    else if (end_of(tree, &b->records[m]) <= begin_of(&a->records[r]))
      m++;
    else
      return true;
  }
  return false;
}

static bool is_in_main(const dt_engine *e, dt_index node) {
  const dt_region *main = &e->regions[0];
  uint32_t low = 0, high = main->record_count; /* find the first record after the node */
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (begin_of(&main->records[middle]) <= node)
      low = middle + 1;
    else
      high = middle;
  }
  return low != 0 && node < end_of(e->tree, &main->records[low - 1]);
}

/* Quick check of the tag and the size of the records; most_unlike: maximum ratio to the nodes of a main record, either
 * way. */
static bool is_candidate(const dt_engine *e, const dt_region *r, uint32_t most_unlike) {
  const dt_region *main = &e->regions[0];
  const dt_node *nodes = e->tree->nodes;
  dt_index first = r->cut.list->nodes[r->cut.starts[0]];
  return nodes[first].tag == nodes[begin_of(&main->records[0])].tag && r->reference_size >= MIN_NODES &&
         r->reference_size <= most_unlike * main->reference_size &&
         main->reference_size <= most_unlike * r->reference_size && !is_in_main(e, first);
}

static bool same_class(const dt_tree *tree, dt_index a, dt_index b) {
  return dt_text_equal(dt_attribute_of(tree, a, DT_ATTRIBUTE_class), dt_attribute_of(tree, b, DT_ATTRIBUTE_class));
}

/* Whether the region is a part of the main list. */
static bool is_part(const dt_engine *e, const dt_region *r) {
  const dt_region *main = &e->regions[0];
  return r->path == main->path && r->cut.list->concatenated == main->cut.list->concatenated &&
         same_class(e->tree, r->cut.list->parent, main->cut.list->parent);
}

/* ---- the fields ---- */

typedef struct likeness {
  double nodes, matched, classes, same_classes;
} likeness;

static void compare(const dt_alignment *layout, const dt_item *item, uint32_t *instances, likeness *l) {
  for (uint32_t i = 0; i < layout->count; i++) {
    const dt_wrapper_node *w = layout->nodes[i];
    l->nodes++;
    if (w == NULL) continue;
    l->matched++;
    instances[w->number]++;
    if (w->tag == DT_TAG_TEXT) continue;
    detm_text class = dt_attribute_of(item->tree, item->nodes[i], DT_ATTRIBUTE_class);
    if (class.length == 0 && *w->class == '\0') continue;
    l->classes++;
    l->same_classes += dt_text_equal(class, dt_text(w->class));
  }
}

static uint32_t count_fields(const detm_wrapper *wrapper) {
  uint32_t fields = 0;
  for (const dt_wrapper_node *w = dt_wrapper_next(wrapper->root); w != NULL;
       w = w->optional ? dt_wrapper_past(w) : dt_wrapper_next(w))
    for (uint32_t p = 0; !w->optional && p < w->part_count; p++)
      fields += w->parts[p].field != DT_NO_FIELD && wrapper->fields[w->parts[p].field].wanted;
  return fields;
}

static bool has_same_fields(dt_engine *e, detm_wrapper *wrapper, const dt_region *r, bool by_columns) {
  dt_record_set set;
  likeness l = {0};
  uint32_t *instances = DT_ZERO(e->arena, uint32_t, (size_t)wrapper->node_count + 1);
  dt_record_set_start(&set, e->arena, e->tree, r->records, r->record_count, by_columns);
  dt_wrapper_align(wrapper, e->arena, e->scratch, &set, NULL);
  for (uint32_t i = 0; i < set.count; i++) {
    dt_mark mark = dt_arena_mark(e->scratch);
    dt_item item = dt_record_item(&set, e->scratch, i);
    compare(set.layouts[i], &item, instances, &l);
    dt_arena_rewind(e->scratch, mark);
  }
  return dt_wrapper_fit(wrapper, instances, set.count) >= MIN_FIT && l.matched >= MIN_MATCHED * l.nodes &&
         l.same_classes >= MIN_SAME_CLASSES * l.classes;
}

/* ---- copies ---- */

static uint64_t hash_texts(const dt_tree *tree, const dt_record *record) {
  uint64_t hash = 0;
  for (dt_index node = begin_of(record); node < end_of(tree, record); node++) {
    detm_text text = tree->nodes[node].tag == DT_TAG_TEXT ? dt_text_of(tree, node) : (detm_text){"", 0};
    if (text.length != 0) hash = dt_hash_mix(hash, dt_hash_bytes(text.data, text.length, 0));
  }
  return hash;
}

static int by_hash(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

static bool is_copy(dt_engine *e, const dt_region *r) {
  const dt_region *main = &e->regions[0];
  dt_mark mark = dt_arena_mark(e->scratch);
  uint64_t *hashes = DT_ARRAY(e->scratch, uint64_t, main->record_count);
  uint32_t copied = 0;
  for (uint32_t i = 0; i < main->record_count; i++) hashes[i] = hash_texts(e->tree, &main->records[i]);
  qsort(hashes, main->record_count, sizeof *hashes, by_hash);
  for (uint32_t i = 0; i < r->record_count; i++) {
    uint64_t hash = hash_texts(e->tree, &r->records[i]);
    copied += bsearch(&hash, hashes, main->record_count, sizeof *hashes, by_hash) != NULL;
  }
  dt_arena_rewind(e->scratch, mark);
  return copied > MAX_COPIED * r->record_count;
}

/* ---- joining ---- */

static int by_place(const void *a, const void *b) {
  dt_index x = begin_of(a), y = begin_of(b);
  return x < y ? -1 : x > y;
}

static void join(dt_engine *e, const dt_region *part) {
  dt_region *main = &e->regions[0];
  dt_record *records = DT_ARRAY(e->arena, dt_record, (size_t)main->record_count + part->record_count);
  memcpy(records, main->records, main->record_count * sizeof *records);
  memcpy(records + main->record_count, part->records, part->record_count * sizeof *records);
  main->records = records;
  main->record_count += part->record_count;
  qsort(records, main->record_count, sizeof *records, by_place);
}

bool dt_kin_may_join(dt_engine *e) {
  for (uint32_t i = 1; i < e->ranked_count; i++)
    if (is_part(e, &e->regions[i]) && is_candidate(e, &e->regions[i], MAX_UNLIKE)) return true;
  return false;
}

static bool is_apart(const dt_engine *e, const dt_region *r, const dt_kin *kin) {
  if (overlap(e->tree, r, &e->regions[0])) return false;
  for (uint32_t k = 0; k < kin->count; k++)
    if (overlap(e->tree, r, kin->regions[k])) return false;
  return true;
}

bool dt_kin_find(dt_engine *e, detm_wrapper *wrapper, bool by_columns, dt_kin *kin) {
  bool joined = false;
  uint32_t tried = 0, fields = count_fields(wrapper);
  *kin = (dt_kin){.regions = DT_ZERO(e->arena, const dt_region *, MAX_KIN)};
  if (fields == 0) return false;
  for (uint32_t i = 1; i < e->ranked_count && tried < MAX_TRIED && kin->count < MAX_KIN; i++) {
    if (!is_candidate(e, &e->regions[i], MAX_UNLIKE) || (fields == 1 && e->regions[i].reference_size < MANY_NODES))
      continue;
    dt_region *r = DT_ARRAY(e->arena, dt_region, 1);
    *r = e->regions[i];
    dt_region_read(e, r);
    tried++;
    if (!is_apart(e, r, kin) || !has_same_fields(e, wrapper, r, by_columns) || is_copy(e, r)) continue;
    if (is_part(e, r)) {
      join(e, r);
      joined = true;
    } else {
      kin->regions[kin->count++] = r;
    }
    dt_scope_clock(e->arena->scope);
  }
  return joined;
}

/* ---- records of another structure ---- */

/* Returns as bits which of the classes a record contains. */
static uint64_t classes_of(const dt_tree *tree, const dt_record *record, const char *const *classes, uint32_t count) {
  uint64_t found = 0;
  for (dt_index node = begin_of(record); node < end_of(tree, record); node++) {
    const dt_string *string = tree->nodes[node].tag == DT_TAG_TEXT ? &tree->texts[tree->nodes[node].detail] : NULL;
    for (uint32_t c = 0; c < count; c++) {
      bool has = string == NULL && dt_share_class(classes[c], dt_attribute_of(tree, node, DT_ATTRIBUTE_class));
      for (uint32_t f = 0; string != NULL && f < string->count && !has; f++)
        for (uint32_t chain = tree->fragments[string->first + f].chain; chain != 0 && !has;
             chain = tree->chains[chain].parent) {
          const dt_chain *decoration = &tree->chains[chain];
          has = dt_share_class(classes[c], (detm_text){tree->values + decoration->start, decoration->class_length});
        }
      found |= (uint64_t)has << c;
    }
  }
  return found;
}

void dt_kin_join_classes(dt_engine *e, const char *const *classes, uint32_t count) {
  const uint32_t least = (count + 1) / 2; /* classes in a record */
  if (least < 2) return;
  for (uint32_t i = 1; i < e->region_count; i++) {
    const dt_region *r = &e->regions[i];
    uint32_t alike = 0;
    if (!is_candidate(e, r, 2 * MAX_UNLIKE) || overlap(e->tree, r, &e->regions[0])) continue;
    for (uint32_t n = 0; n < r->record_count; n++)
      alike += (uint32_t)__builtin_popcountll(classes_of(e->tree, &r->records[n], classes, count)) >= least;
    if (10 * (uint64_t)alike >= 9 * (uint64_t)r->record_count && r->record_count != 0 && !is_copy(e, r)) join(e, r);
    dt_scope_clock(e->arena->scope);
  }
}
