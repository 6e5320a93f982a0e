/* links/placement.c: the place of each element of a page: main text, navigation, records.
 *
 * Records are similar siblings of one tag and class, most of which have a text that is a link, and other texts.  The
 * main text is the smallest element with most of the good text.  Navigation is marked as such, or little more than
 * links. The engine and src/content are more accurate, but too slow for this. */
#include "links/placement.h"

#include "base/map.h"
#include "base/vec.h"

enum {
  MIN_MEMBERS = 3,
  MIN_UNITS = 20,       /* mean units of text of a record */
  MIN_MAIN_UNITS = 600, /* good units from which on a page has a main text */
  OUTSIDE = DT_IN_NAVIGATION | DT_IN_FOOTER | DT_IN_ASIDE | DT_IN_DIALOG
};

/* Siblings of one tag and class. */
typedef struct run {
  uint32_t last; /* the last member */
  uint32_t members, blocks, linked_members;
  double units, linked, similarity; /* likeness: sum of the similarities of neighbours */
} run;

typedef struct placing {
  const dt_content_page *page;
  dt_arena *arena;
  dt_places *places;
  uint64_t *kinds;  /* for each element a Bloom filter of the tags and classes in its subtree */
  uint32_t *titles; /* count of blocks before block n that are only links */
  uint32_t *run_of; /* for each element */
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
static double good_of(const placing *p, const dt_element *e) {
  return p->page->sums[e->last].good - p->page->sums[e->first].good;
}

/* ---- records ---- */

/* Returns a hash of the tag and the class, without digits, since these may number the records. */
static uint64_t kind_of(const dt_element *element) {
  enum { CLASS_BYTES = 30 };
  char letters[CLASS_BYTES];
  size_t length = 0;
  for (const char *at = element->class_name; *at != '\0' && length < CLASS_BYTES; at++)
    if (!dt_is_digit(*at)) letters[length++] = *at;
  return dt_hash_bytes(letters, length, element->tag);
}

static void read_kinds(placing *p) {
  const dt_content_page *page = p->page;
  p->kinds = DT_ZERO(p->arena, uint64_t, page->element_count);
  for (uint32_t i = page->element_count; i-- != 0;) {
    const dt_element *element = &page->elements[i];
    p->kinds[i] |= UINT64_C(1) << (kind_of(element) >> 58);
    if (element->parent != DT_NONE) p->kinds[element->parent] |= p->kinds[i];
  }
}

static void read_titles(placing *p) {
  const dt_content_page *page = p->page;
  p->titles = DT_ARRAY(p->arena, uint32_t, (size_t)page->block_count + 1);
  p->titles[0] = 0;
  for (uint32_t i = 0; i < page->block_count; i++)
    p->titles[i + 1] = p->titles[i] + (dt_link_density(&page->blocks[i]) > 0.8);
}

static unsigned count_bits(uint64_t bits) {
  unsigned count = 0;
  for (; bits != 0; bits &= bits - 1) count++;
  return count;
}

static double similarity(uint64_t a, uint64_t b) { return (double)count_bits(a & b) / count_bits(a | b); }

/* Returns the run of the elements with the same parent, tag and class, adding it if necessary. */
static uint32_t find_or_add_run(placing *p, dt_lookup *kinds, const dt_element *element) {
  uint32_t count = kinds->count, number = dt_lookup_add(kinds, dt_hash_mix(kind_of(element), element->parent));
  if (number == count) {
    DT_RESERVE(p->arena, p->runs, count, p->run_capacity, 1);
    p->runs[number] = (run){.last = DT_NONE};
  }
  return number;
}

static void add_member(placing *p, uint32_t index, run *r) {
  const dt_element *element = &p->page->elements[index];
  r->members++;
  r->blocks += element->last - element->first;
  r->linked_members += p->titles[element->last] > p->titles[element->first];
  r->units += units_of(p, element);
  r->linked += linked_of(p, element);
  if (r->last != DT_NONE) r->similarity += similarity(p->kinds[r->last], p->kinds[index]);
  r->last = index;
}

static void gather_runs(placing *p) {
  dt_lookup kinds;
  dt_lookup_start(&kinds, p->arena, 0);
  for (uint32_t i = 0; i < p->page->element_count; i++) {
    const dt_element *element = &p->page->elements[i];
    p->run_of[i] = DT_NONE;
    dt_scope_tick(p->arena->scope);
    if (element->parent == DT_NONE || element->last == element->first || (element->within & OUTSIDE) != 0) continue;
    p->run_of[i] = find_or_add_run(p, &kinds, element);
    add_member(p, i, &p->runs[p->run_of[i]]);
  }
}

static bool is_list(const run *r) {
  return r->members >= MIN_MEMBERS && 2 * r->linked_members > r->members && r->blocks > r->members + r->members / 2 &&
         r->units >= MIN_UNITS * r->members && r->linked < 0.9 * r->units && r->similarity >= 0.6 * (r->members - 1);
}

static bool is_within(const placing *p, uint32_t index, uint32_t outer) {
  return outer != DT_NONE && index >= outer && index < p->page->elements[outer].end;
}

/* Whether an element is a record; lists outside a main text are not lists of records. */
static bool is_record(const placing *p, uint32_t index) {
  if (p->run_of[index] == DT_NONE || !is_list(&p->runs[p->run_of[index]])) return false;
  return p->main == DT_NONE || is_within(p, index, p->main);
}

static void number_records(placing *p) {
  uint32_t count = 0, capacity = 0;
  dt_places *places = p->places;
  for (uint32_t i = 0; i < p->page->element_count; i++) {
    uint32_t parent = p->page->elements[i].parent, record = parent != DT_NONE ? places->record[parent] : 0;
    if (record == 0 && is_record(p, i)) {
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
  if (all < MIN_MAIN_UNITS) return DT_NONE;
  for (uint32_t i = 0; i < page->element_count; i++) {
    const dt_element *element = &page->elements[i];
    if (found != DT_NONE && i >= page->elements[found].end) break;
    if (good_of(p, element) >= 0.7 * all && element->last - element->first > 1) found = i;
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
  if (links >= MIN_MEMBERS && linked_of(p, e) > 0.8 * units_of(p, e)) return DETM_LINK_NAVIGATION;
  return index == p->main ? DETM_LINK_MAIN : outer;
}

void dt_places_read(dt_places *places, const dt_content_page *page) {
  uint32_t count = page->element_count;
  *places =
      (dt_places){.place = DT_ARRAY(page->arena, uint8_t, count), .record = DT_ARRAY(page->arena, uint32_t, count)};
  placing p = {.page = page, .arena = page->arena, .places = places, .main = DT_NONE};
  p.run_of = DT_ARRAY(page->arena, uint32_t, count);
  p.main = find_main(&p);
  read_kinds(&p);
  read_titles(&p);
  gather_runs(&p);
  number_records(&p);
  for (uint32_t i = 0; i < count; i++) places->place[i] = (uint8_t)place_of(&p, i);
}
