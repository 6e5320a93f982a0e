/* content/correction.h: error-feature templates (METHOD 6.5): what should have come out of a page that was judged or
 * read wrongly, and by what such pages are known again. */
#ifndef DT_CORRECTION_H
#define DT_CORRECTION_H

#include "content/trait.h"

/* Where an element stands; id and class without digits (dt_without_digits), "" = it has none. */
typedef struct dt_spot {
  const char *path; /* "/html/body/div[2]" */
  const char *id, *class_name;
} dt_spot;

typedef struct dt_correction {
  const char *name;
  bool has_kind, has_spot;
  detm_page_kind kind;
  dt_spot spot; /* of the element that holds the text */
  dt_traits traits;
} dt_correction;

struct detm_corrections {
  dt_arena arena;
  dt_correction *all;
  uint32_t count, room;
};

/* Find the correction that tells the kind of pages like this one, or where their text stands: *element is the one that
 * it means here.  The likest of several, of equals the one loaded last.  NULL = none; so corrections may be. */
const dt_correction *dt_correction_of_kind(const detm_corrections *corrections, const dt_content_page *page);
const dt_correction *dt_correction_of_text(const detm_corrections *corrections, const dt_content_page *page,
                                           uint32_t *element);

/* Marks all text of an element but what stands in navigation, forms and buttons within it. */
void dt_choose_element(const dt_content_page *page, uint32_t element, bool *chosen);

/* The spot of an element, in the page's arena; the element at a spot, DT_NONE = none. */
dt_spot dt_spot_of(const dt_content_page *page, uint32_t element);
uint32_t dt_spot_find(const dt_content_page *page, const dt_spot *spot);
/* The element at a path, DT_NONE = none. */
uint32_t dt_element_at(const dt_content_page *page, const char *path);

#endif
