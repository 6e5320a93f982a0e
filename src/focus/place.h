/* focus/place.h: what the parts of a page are to its links: main text, navigation, records of a list. */
#ifndef DT_FOCUS_PLACE_H
#define DT_FOCUS_PLACE_H

#include "focus/link.h"

typedef struct dt_places {
  uint8_t *place;    /* of each element of the page: detm_link_place */
  uint32_t *record;  /* of each element: the number of the record that it stands in, 0 = none */
  uint32_t *records; /* the elements that are records, in their order */
} dt_places;

/* In the page's arena. */
void dt_places_read(dt_places *places, const dt_content_page *page);

#endif
