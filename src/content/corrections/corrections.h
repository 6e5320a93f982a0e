/* content/corrections/corrections.h: corrections (error-feature templates, doc/method 6.5): the right kind or text of a
 * page that was classified or read wrongly, and traits by which similar pages are recognized. */
#ifndef DT_CONTENT_CORRECTIONS_H
#define DT_CONTENT_CORRECTIONS_H

#include "content/corrections/page_signature.h"

/* Locates an element by path, id and class; id and class without digits (dt_without_digits), "" if missing. */
typedef struct dt_element_locator {
  const char *path; /* "/html/body/div[2]" */
  const char *id, *class_name;
} dt_element_locator;

typedef struct dt_correction {
  const char *name;
  bool has_kind, has_spot;
  detm_page_kind kind;
  dt_element_locator spot; /* the element that holds the text */
  dt_traits traits;
} dt_correction;

struct detm_corrections {
  dt_arena arena;
  dt_correction *all;
  uint32_t count, capacity;
};

/* Find the correction with the kind of similar pages, or with the place of their text; *element is its element on this
 * page.  Return the most similar one, the last loaded of equals, or NULL.  corrections may be NULL. */
const dt_correction *dt_correction_of_kind(const detm_corrections *corrections, const dt_content_page *page);
const dt_correction *dt_correction_of_text(const detm_corrections *corrections, const dt_content_page *page,
                                           uint32_t *element);

/* Marks the text of an element, except navigation and forms within it. */
void dt_choose_element(const dt_content_page *page, uint32_t element, bool *chosen);

/* Return the locator of an element, in the page's arena; the element that a locator finds, or DT_NONE. */
dt_element_locator dt_spot_of(const dt_content_page *page, uint32_t element);
uint32_t dt_spot_find(const dt_content_page *page, const dt_element_locator *spot);
/* Returns the element at a path, or DT_NONE. */
uint32_t dt_element_at(const dt_content_page *page, const char *path);

#endif
