/* content/style/computed_style.h: computed styles of texts (doc/method 6.1): from the page's style sheets, inline
 * styles, tags and presentational attributes. */
#ifndef DT_CONTENT_STYLE_COMPUTED_STYLE_H
#define DT_CONTENT_STYLE_COMPUTED_STYLE_H

#include "content/content.h"
#include "content/style/css.h"

typedef struct dt_look {
  uint32_t background, colour; /* 0xRRGGBB; the background of the nearest element that has one */
  double size;                 /* font size in pixels; 16 is the default */
  uint16_t weight;             /* font weight: 400 normal, 700 bold */
  bool centred;
} dt_look;

/* Returns the look of the longest text in each of the text blocks [first, end), by their numbers, in the page's arena.
 */
dt_look *dt_visual_looks(const dt_content_page *page, uint32_t first, uint32_t end);

#endif
