/* wrapper/locate/related_regions.c: finds regions besides the main one whose records have the same fields.
 *
 * A region with the same path and class is a part of the main list that rank.c took for a separate list, for example
 * because fewer of its records have a link: it is joined to the main region.  Other regions (sponsored results, another
 * shelf) are only noted.  A region most of whose records are main records, too, repeats some of them (a tab "News"
 * beside "All") and is ignored; the engine has left out whole copies of a list.  If there are examples, records of any
 * structure that have the classes around the examples are joined, too. */
#include "wrapper/locate/related_regions.h"
#include "wrapper/locate/exceptions.h"
#include "wrapper/tunables.h"

#include <stdlib.h>

enum { MAX_RELATED = 16 /* noted on one page */, MAX_TRIED = 50 /* regions of a page that are aligned */ };

static dt_index begin_of(const dt_record *record) { return record->nodes[0]; }

static bool overlap(const dt_tree *tree, const dt_region *a, const dt_region *b) {
  for (uint32_t r = 0, m = 0; r < a->record_count && m < b->record_count;) { /* both are sorted in document order */
    if (dt_record_end(tree, &a->records[r]) <= begin_of(&b->records[m]))
      r++;
    else if (dt_record_end(tree, &b->records[m]) <= begin_of(&a->records[r]))
      m++;
    else
      return true;
  }
  return false;
}

/* Quick check of the tag and the size of the records; most_unlike: as DT_MAX_UNLIKE. */
static bool is_candidate(const dt_engine *e, const dt_region *r, uint32_t most_unlike) {
  const dt_region *main = &e->regions[0];
  const dt_node *nodes = e->tree->nodes;
  dt_index first = r->cut.list->nodes[r->cut.starts[0]];
  if (main->grid != NULL || r->grid != NULL) return false; /* tables of one list have the same header */
  return nodes[first].tag == nodes[begin_of(&main->records[0])].tag && r->reference_size >= DT_MIN_RELATED_NODES &&
         r->reference_size <= most_unlike * main->reference_size &&
         main->reference_size <= most_unlike * r->reference_size &&
         dt_record_at(e->tree, main->records, main->record_count, first) == DT_NONE;
}

/* Whether the region is a part of the main list. */
static bool is_part_of_main(const dt_engine *e, const dt_region *r) {
  const dt_list *list = r->cut.list, *main = e->regions[0].cut.list;
  return r->path == e->regions[0].path && list->concatenated == main->concatenated &&
         dt_is_hidden(e, list->parent) == dt_is_hidden(e, main->parent) &&
         dt_text_equal(dt_attribute_of(e->tree, list->parent, DT_ATTRIBUTE_class),
                       dt_attribute_of(e->tree, main->parent, DT_ATTRIBUTE_class));
}

/* ---- the fields ---- */

enum { TAGS = 64 };

/* Nodes that can match have the same number; a heading may be one of another level, or a paragraph (align.c). */
static uint32_t number_of_tag(dt_tag tag) { return (dt_tag_is(tag, DT_HEADING) ? DT_TAG_p : tag) % TAGS; }

/* Whether so many nodes of the wrapper may have instances in the records, and nodes of these be some, as their tags
 * alone tell: it takes long to align them. */
static bool have_like_tags(const dt_tree *tree, const detm_wrapper *wrapper, const dt_region *r) {
  uint32_t own[TAGS] = {0}, nodes = 0, matched = 0;
  double required[TAGS] = {0}, wanted = 0, found = 0;
  bool known[TAGS] = {0};
  const double rounding = 1e-9; /* the fit adds the same shares in another order */
  if (wrapper->grid) return true;

  for (uint32_t i = 0; i < r->record_count; i++)
    for (uint32_t n = 0; n < r->records[i].count; n++) {
      dt_index top = r->records[i].nodes[n], end = tree->nodes[top].end;
      for (dt_index node = top; node < end; node++) own[number_of_tag(tree->nodes[node].tag)]++;
      nodes += end - top;
    }

  for (const dt_wrapper_node *w = dt_wrapper_next(wrapper->root); w != NULL; w = dt_wrapper_next(w))
    known[number_of_tag(w->tag)] = true;
  for (const dt_wrapper_node *w = dt_wrapper_next(wrapper->root); w != NULL;) {
    bool in_all = !w->optional && w->group == 0;
    required[number_of_tag(w->tag)] += in_all;
    wanted += in_all;
    w = in_all ? dt_wrapper_next(w) : dt_wrapper_past(w);
  }

  for (uint32_t t = 0; t < TAGS; t++) {
    double most = (double)own[t] / r->record_count;
    found += most < required[t] ? most : required[t];
    matched += known[t] ? own[t] : 0;
  }
  return found >= (DT_MIN_FIT_RELATED - rounding) * wanted && matched >= DT_MIN_MATCHED * nodes;
}

static bool has_same_fields(dt_engine *e, detm_wrapper *wrapper, const dt_region *r) {
  dt_record_set set;
  dt_aligner aligner;
  double nodes = 0, matched = 0, classes = 0, same_classes = 0;
  if (!have_like_tags(e->tree, wrapper, r)) return false;
  uint32_t *instances = DT_ZERO(e->arena, uint32_t, (size_t)wrapper->node_count + 1);

  dt_record_set_start(&set, e->arena, e->tree, r->records, r->record_count);
  dt_aligner_start(&aligner, wrapper, e->arena, e->scratch);
  dt_wrapper_align(&aligner, &set);

  for (uint32_t n = 0; n < set.count; n++) {
    const dt_item *item = &set.items[n];
    nodes += item->count;
    for (uint32_t i = 0; i < item->count; i++) {
      const dt_wrapper_node *w = set.layouts[n]->nodes[i];
      if (w == NULL) continue;
      matched++;
      instances[w->number]++;
      if (w->tag == DT_TAG_TEXT) continue;
      detm_text class = dt_attribute_of(item->tree, item->nodes[i], DT_ATTRIBUTE_class);
      if (class.length == 0 && *w->class == '\0') continue;
      classes++;
      same_classes += dt_text_equal(class, dt_text(w->class));
    }
  }

  return dt_wrapper_fit(wrapper, instances, set.count) >= DT_MIN_FIT_RELATED && matched >= DT_MIN_MATCHED * nodes &&
         same_classes >= DT_MIN_SAME_CLASSES * classes;
}

/* ---- repeated records ---- */

static uint64_t hash_record_texts(const dt_tree *tree, const dt_record *record) {
  return dt_hash_texts(tree, begin_of(record), dt_record_end(tree, record));
}

static bool repeats_main(dt_engine *e, const dt_region *r) {
  const dt_region *main = &e->regions[0];
  dt_mark mark = dt_arena_mark(e->scratch);
  dt_lookup known;
  uint32_t repeated = 0;
  dt_lookup_start(&known, e->scratch, main->record_count);
  for (uint32_t i = 0; i < main->record_count; i++)
    dt_lookup_add(&known, hash_record_texts(e->tree, &main->records[i]));
  for (uint32_t i = 0; i < r->record_count; i++)
    repeated += dt_lookup_find(&known, hash_record_texts(e->tree, &r->records[i])) != DT_NO_NUMBER;
  dt_arena_rewind(e->scratch, mark);
  return repeated > DT_MAX_COPIED * r->record_count;
}

/* ---- joining ---- */

static int by_place(const void *a, const void *b) {
  dt_index x = begin_of(a), y = begin_of(b);
  return x < y ? -1 : x > y;
}

static void join_regions(dt_engine *e, const dt_region *part) {
  dt_region *main = &e->regions[0];
  dt_record *records = DT_ARRAY(e->arena, dt_record, (size_t)main->record_count + part->record_count);
  memcpy(records, main->records, main->record_count * sizeof *records);
  memcpy(records + main->record_count, part->records, part->record_count * sizeof *records);
  main->records = records;
  main->record_count += part->record_count;
  qsort(records, main->record_count, sizeof *records, by_place);
}

bool dt_related_may_join(dt_engine *e) {
  for (uint32_t i = 1; i < e->ranked_count; i++)
    if (is_part_of_main(e, &e->regions[i]) && is_candidate(e, &e->regions[i], DT_MAX_UNLIKE)) return true;
  return false;
}

bool dt_related_find(dt_engine *e, detm_wrapper *wrapper, dt_related *related) {
  bool joined = false;
  uint32_t tried = 0, fields = 0; /* wanted fields that every record has */
  *related = (dt_related){.regions = DT_ZERO(e->arena, const dt_region *, MAX_RELATED)};
  for (const dt_wrapper_node *w = dt_wrapper_next(wrapper->root); w != NULL;
       w = w->optional ? dt_wrapper_past(w) : dt_wrapper_next(w))
    for (uint32_t p = 0; !w->optional && p < w->part_count; p++)
      fields += w->parts[p].field != DT_NO_FIELD && wrapper->fields[w->parts[p].field].wanted;

  if (fields == 0) return false;
  for (uint32_t i = 1; i < e->ranked_count && tried < MAX_TRIED && related->count < MAX_RELATED; i++) {
    dt_region *r = &e->regions[i];
    if (!is_candidate(e, r, DT_MAX_UNLIKE) || (fields == 1 && r->reference_size < DT_MANY_RELATED_NODES)) continue;
    r = DT_ARRAY(e->arena, dt_region, 1);
    *r = e->regions[i];
    dt_region_read(e, r);
    tried++;
    bool apart = !overlap(e->tree, r, &e->regions[0]);
    for (uint32_t k = 0; k < related->count && apart; k++) apart = !overlap(e->tree, r, related->regions[k]);
    if (!apart || !has_same_fields(e, wrapper, r) || repeats_main(e, r)) continue;
    if (is_part_of_main(e, r)) {
      join_regions(e, r);
      joined = true;
    } else {
      related->regions[related->count++] = r;
    }
    dt_scope_clock(e->arena->scope);
  }

  return joined;
}

/* ---- records of another structure ---- */

/* Returns as bits which of the classes a record contains. */
static uint64_t classes_of(const dt_tree *tree, const dt_record *record, const char *const *classes, uint32_t count) {
  uint64_t found = 0;
  for (uint32_t n = 0; n < record->count; n++)
    for (uint32_t c = 0; c < count; c++) found |= (uint64_t)dt_node_has_class(tree, record->nodes[n], classes[c]) << c;
  return found;
}

void dt_related_join_classes(dt_engine *e, const char *const *classes, uint32_t count) {
  const uint32_t least = (count + 1) / 2; /* classes in a record */
  if (least < 2) return;
  for (uint32_t i = 1; i < e->region_count; i++) {
    const dt_region *r = &e->regions[i];
    uint32_t alike = 0;
    if (!is_candidate(e, r, 2 * DT_MAX_UNLIKE) || overlap(e->tree, r, &e->regions[0])) continue;
    for (uint32_t n = 0; n < r->record_count; n++)
      alike += (uint32_t)__builtin_popcountll(classes_of(e->tree, &r->records[n], classes, count)) >= least;
    if (r->record_count != 0 && dt_tenths(alike, r->record_count, DT_TENTHS_JOINED) && !repeats_main(e, r))
      join_regions(e, r);
    dt_scope_clock(e->arena->scope);
  }
}
