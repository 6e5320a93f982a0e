/* links/placement.c: the place of each element of a page: main text, navigation, records.
 *
 * Records are similar siblings of one tag and class, most of which have a linked text, and other texts.  The
 * main text is the smallest element with most of the good text.  Navigation is marked as such, or little more than
 * links. The engine and src/content are more accurate, but too slow for this. */
#include "links/placement.h"
#include "links/tunables.h"

#include "base/map.h"
#include "base/vec.h"

enum { OUTSIDE = DT_IN_NAVIGATION | DT_IN_FOOTER | DT_IN_ASIDE | DT_IN_DIALOG };

/* Siblings of one tag and class. */
typedef struct run {
  uint32_t last; /* the last member */
  uint32_t members, blocks, linked_members;
  double units, linked, similarity; /* similarity: sum over pairs of neighbours */
} run;

typedef struct placing {
  const dt_content_page *page;
  dt_arena *arena;
  dt_places *places;
  uint64_t *class_hashes; /* for each element, of its tag and class */
  uint64_t *kinds;        /* for each element a Bloom filter of the tags and classes in its subtree */
  uint32_t *run_of;       /* for each element */
  run *runs;
  uint32_t run_capacity;
  uint32_t main; /* the element of the main text, or DT_NONE */
} placing;

static double units_of(const placing *p, const dt_element *e) {
  return p->page->sums[e->last].units - p->page->sums[e->first].units;
}
static double linked_of(const placing *p, const dt_element *e) {
  return p->page->sums[e->last].linked - p->page->sums[e->first].linked;
}

/* ---- records ---- */

static unsigned count_bits(uint64_t bits) { return (unsigned)__builtin_popcountll(bits); }

static double similarity(uint64_t a, uint64_t b) { return (double)count_bits(a & b) / count_bits(a | b); }

/* Gathers the runs: elements with the same parent, tag and class. */
static void gather_runs(placing *p) {
  const dt_content_page *page = p->page;
  p->class_hashes = DT_ARRAY(p->arena, uint64_t, page->element_count);
  p->kinds = DT_ZERO(p->arena, uint64_t, page->element_count);

  for (uint32_t i = page->element_count; i-- != 0;) {
    const dt_element *element = &page->elements[i];
    p->class_hashes[i] = dt_class_hash(element, element->tag);
    p->kinds[i] |= UINT64_C(1) << (p->class_hashes[i] >> 58);
    if (element->parent != DT_NONE) p->kinds[element->parent] |= p->kinds[i];
  }

  uint32_t *titles = DT_ARRAY(p->arena, uint32_t, (size_t)page->block_count + 1); /* link blocks before block n */
  titles[0] = 0;
  for (uint32_t i = 0; i < page->block_count; i++)
    titles[i + 1] = titles[i] + (dt_link_density(&page->blocks[i]) > DT_LINKS_TITLE_LINKED);
  dt_lookup kinds;
  dt_lookup_start(&kinds, p->arena, 0);

  for (uint32_t i = 0; i < page->element_count; i++) {
    const dt_element *element = &page->elements[i];
    p->run_of[i] = DT_NONE;
    dt_scope_tick(p->arena->scope);
    if (element->parent == DT_NONE || element->last == element->first || (element->within & OUTSIDE) != 0) continue;
    uint32_t count = kinds.count;
    p->run_of[i] = dt_lookup_add(&kinds, dt_hash_mix(p->class_hashes[i], element->parent));
    if (p->run_of[i] == count) {
      DT_RESERVE(p->arena, p->runs, count, p->run_capacity, 1);
      p->runs[count] = (run){.last = DT_NONE};
    }
    run *r = &p->runs[p->run_of[i]];
    r->members++;
    r->blocks += element->last - element->first;
    r->linked_members += titles[element->last] > titles[element->first];
    r->units += units_of(p, element);
    r->linked += linked_of(p, element);
    if (r->last != DT_NONE) r->similarity += similarity(p->kinds[r->last], p->kinds[i]);
    r->last = i;
  }
}

static bool is_run_of_records(const run *r) {
  return r->members >= DT_LINKS_MIN_RECORDS && 2 * r->linked_members > r->members &&
         r->blocks > r->members + r->members / 2 && r->units >= DT_LINKS_RECORD_UNITS * r->members &&
         r->linked < DT_LINKS_RECORD_LINKED * r->units && r->similarity >= DT_LINKS_RECORD_ALIKE * (r->members - 1);
}

/* Numbers the records; lists outside a main text are not lists of records. */
static void number_records(placing *p) {
  uint32_t count = 0, capacity = 0;
  dt_places *places = p->places;
  for (uint32_t i = 0; i < p->page->element_count; i++) {
    uint32_t parent = p->page->elements[i].parent, record = parent != DT_NONE ? places->record[parent] : 0;
    bool in_main = p->main == DT_NONE || (i >= p->main && i < p->page->elements[p->main].end);
    if (record == 0 && in_main && p->run_of[i] != DT_NONE && is_run_of_records(&p->runs[p->run_of[i]])) {
      DT_RESERVE(p->arena, places->records, count, capacity, 1);
      places->records[count] = i;
      record = ++count;
    }
    places->record[i] = record;
  }
}

/* ---- text and navigation ---- */

/* Returns the smallest element with most of the good text of the page, or DT_NONE. */
static uint32_t find_main(const placing *p) {
  const dt_content_page *page = p->page;
  double all = page->sums[page->block_count].good;
  uint32_t found = DT_NONE;
  if (all < DT_LINKS_MAIN_UNITS) return DT_NONE;
  for (uint32_t i = 0; i < page->element_count; i++) {
    const dt_element *element = &page->elements[i];
    if (found != DT_NONE && i >= page->elements[found].end) break;
    double good = page->sums[element->last].good - page->sums[element->first].good;
    if (good >= DT_LINKS_MAIN_SHARE * all && element->last - element->first > 1) found = i;
  }
  return found;
}

static detm_link_place place_of(const placing *p, uint32_t index) {
  const dt_element *e = &p->page->elements[index];
  detm_link_place outer = e->parent != DT_NONE ? (detm_link_place)p->places->place[e->parent] : DETM_LINK_OTHER;
  uint32_t links = p->page->sums[e->last].links - p->page->sums[e->first].links;
  if (e->within & DT_IN_NAVIGATION) return DETM_LINK_NAVIGATION;
  if (e->within & OUTSIDE) return DETM_LINK_OTHER;
  if (p->places->record[index] != 0) return DETM_LINK_RECORD;
  if (outer == DETM_LINK_NAVIGATION) return outer;
  if (links >= DT_LINKS_MIN_RECORDS && linked_of(p, e) > DT_LINKS_MENU_LINKED * units_of(p, e))
    return DETM_LINK_NAVIGATION;
  return index == p->main ? DETM_LINK_MAIN : outer;
}

void dt_places_read(dt_places *places, const dt_content_page *page) {
  uint32_t count = page->element_count;
  *places =
      (dt_places){.place = DT_ARRAY(page->arena, uint8_t, count), .record = DT_ARRAY(page->arena, uint32_t, count)};
  placing p = {.page = page, .arena = page->arena, .places = places, .main = DT_NONE};
  p.run_of = DT_ARRAY(page->arena, uint32_t, count);
  p.main = find_main(&p);
  gather_runs(&p);
  number_records(&p);
  for (uint32_t i = 0; i < count; i++) places->place[i] = (uint8_t)place_of(&p, i);
}
