/* content/visual.h: how texts look (METHOD 6.1): by the page's style sheets, inline styles, tags and the attributes of
 * old pages. */
#ifndef DT_CONTENT_VISUAL_H
#define DT_CONTENT_VISUAL_H

#include "content/content.h"
#include "content/sheet.h"

typedef struct dt_look {
  uint32_t background, colour; /* 0xRRGGBB; the background is that of the nearest element that has one */
  double size;                 /* of the font in pixels, 16 = the usual one */
  uint16_t weight;             /* of the font: 400 normal, 700 bold */
  bool centred;
} dt_look;

/* How the longest text of each text block looks; in the page's arena. */
dt_look *dt_visual_looks(const dt_content_page *page);

#endif
