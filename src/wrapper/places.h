/* wrapper/places.h: the places of records on their pages. */
#ifndef DT_WRAPPER_PLACES_H
#define DT_WRAPPER_PLACES_H

#include "wrapper/record_set.h"

typedef struct dt_heading {
  dt_index node;
  detm_text text;
} dt_heading;

/* The tag and the attributes that tell a place. */
typedef struct dt_place_names {
  dt_tag tag;
  detm_text class, id;
} dt_place_names;

/* Finds the nodes of a page that places mean. */
typedef struct dt_place_finder {
  const dt_place *places;
  const dt_place_names *names; /* of the places: measured once, as they are compared with those of each node */
  uint32_t count;
  const dt_tree *tree;
  dt_index *numbered;   /* by place: the node that its number means; DT_NONE = none */
  dt_heading *headings; /* in the order of the page */
  uint32_t heading_count;
} dt_place_finder;

/* Walks over the page once for all places.  The arrays are in the arena. */
void dt_place_finder_start(dt_place_finder *finder, dt_arena *arena, const dt_place *places, uint32_t count,
                           const dt_tree *tree);
/* Whether a node has the class and id of place `number` from 0 and, if the place has them, its heading and its number.
 * A number also requires the path. */
bool dt_place_finder_has(const dt_place_finder *finder, uint32_t number, dt_index node);
/* Whether the heading or the number of a place distinguishes it from others. */
static inline bool dt_place_is_distinguished(const dt_place *place) {
  return *place->heading != '\0' || place->number != 0;
}
/* The last h1 to h6 that begins before the node; DT_NONE = none. */
dt_index dt_heading_before(const dt_tree *tree, dt_index node);
/* The number of a node with the path, class and id of the place among such nodes of the page, from 1. */
uint32_t dt_place_number(const dt_place *place, const dt_tree *tree, dt_index node);
/* Stores in the wrapper the places of the records of the sets and clues to their pages.  To be called while the pages
 * exist. */
void dt_wrapper_note_places(detm_wrapper *wrapper, dt_arena *scratch, const dt_record_set *sets, uint32_t set_count);

#endif
