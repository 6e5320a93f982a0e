/* wrapper/places.h: the places of records on their pages. */
#ifndef DT_WRAPPER_PLACES_H
#define DT_WRAPPER_PLACES_H

#include "wrapper/record_set.h"

/* Whether a node has the class and id of a place and, if the place has them, its heading and number. */
bool dt_place_is(const dt_place *place, const dt_tree *tree, dt_index node);
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
