/* wrapper/example/example.h: columns by examples of their values (doc/method 2.12).
 *
 *   examples + pages -> where they are shown (text_search.c)
 *   + regions of the pages -> the list and the records that show them (find_records.c, recut.c)
 *   wrapper of these records -> what is one value, its name, which fields are wanted (example.c, carve.c,
 * other_places.c)
 */
#ifndef DT_WRAPPER_EXAMPLE_H
#define DT_WRAPPER_EXAMPLE_H

#include "wrapper/example/text_search.h"
#include "wrapper/record_set.h"

/* An example that was found in a record of the list. */
typedef struct dt_claim {
  uint32_t example, page, record;
  const dt_occurrence *sights; /* its places in the record */
  uint32_t sight_count;
  uint32_t records; /* number of records of the list that show as many examples as this one */
} dt_claim;

/* The places of the examples on a page. */
typedef struct dt_sightings {
  dt_occurrence *sights;
  uint32_t count;
} dt_sightings;

typedef struct dt_examples {
  const detm_example *examples;
  uint32_t count;
  bool also_others; /* other fields are wanted, too */
  const detm_page *const *pages;
  uint32_t page_count;
  dt_arena *arena, *scratch;
  uint32_t *sight_counts; /* number of places of each example */
  dt_claim *claims;
  uint32_t claim_count;
  detm_wrapper *wrapper;
} dt_examples;

/* Chooses the region of each page that is the list of the examples: chosen[page] is its index, DT_NONE = the page has
 * no such list.  Stores in the wrapper which examples were not found.  False if none was found. */
bool dt_examples_choose(dt_examples *x, dt_engine *engines, uint32_t *chosen);

/* Joins records of another structure to engine->regions[0], which is a copy of `list`: those with the classes around
 * the examples. */
void dt_examples_join(const dt_examples *x, uint32_t page, const dt_region *list, dt_engine *engine);

/* Stores in the set of a page which places of its examples must not be folded as repeats. */
void dt_examples_keep_apart(const dt_examples *x, uint32_t page, dt_record_set *set);

/* recut.c: cuts the list of a region differently if a record then shows more than `now` examples, which is the most
 * that a record of the region shows.  all[example] are the places of the example on the page. */
void dt_examples_recut(const dt_examples *x, const dt_tree *tree, dt_region *region, const dt_sightings *all,
                       uint32_t now);

/* Names the fields of the wrapper that was learned from the sets by the examples.  sets[page] is a page's set, or NULL.
 */
void dt_examples_name(dt_examples *x, dt_record_set *const *sets);

/* other_places.c: gives the fields of the examples to other texts in records that have no value of them. */
void dt_examples_add_texts(dt_examples *x, dt_record_set *const *sets);

#endif
