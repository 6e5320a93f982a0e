/* links/placement.h: the place of each element of a page: main text, navigation, records of a list. */
#ifndef DT_LINKS_PLACEMENT_H
#define DT_LINKS_PLACEMENT_H

#include "links/collect.h"

typedef struct dt_places {
  uint8_t *place;    /* for each element of the page its detm_link_place */
  uint32_t *record;  /* for each element the number of the record that it is in, 0 for none */
  uint32_t *records; /* the elements that are records, in document order */
} dt_places;

/* Finds the places, in the arena of the page. */
void dt_places_read(dt_places *places, const dt_content_page *page);

#endif
