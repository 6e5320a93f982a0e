/* content/style/css.h: reads style sheets as far as the look of texts needs (doc/method 6.1): background, colour, font
 * size and weight, centring; selectors of one tag, class or id ("p", ".lead", "#main", "p.lead"). */
#ifndef DT_CONTENT_STYLE_CSS_H
#define DT_CONTENT_STYLE_CSS_H

#include "base/base.h"
#include "base/map.h"

#include <libxml/tree.h>

#define DT_TRANSPARENT UINT32_MAX

enum { DT_SAYS_BACKGROUND = 1, DT_SAYS_COLOUR = 2, DT_SAYS_SIZE = 4, DT_SAYS_WEIGHT = 8, DT_SAYS_ALIGN = 16 };

/* Declared properties. */
typedef struct dt_declared {
  unsigned says;               /* DT_SAYS_... */
  uint32_t background, colour; /* 0xRRGGBB, DT_TRANSPARENT */
  double size;                 /* font size in pixels, or a factor of the inherited size */
  bool is_factor;              /* size is a factor */
  uint16_t weight;             /* font weight: 400 normal, 700 bold */
  bool centred;
} dt_declared;

/* Reads declarations such as "color: red; font-size: 12px" over those already in *declared. */
void dt_declare(dt_declared *declared, detm_text declarations);
void dt_declare_size(dt_declared *declared, double size, bool is_factor);
/* Reads a colour: "#fff", "#ffffff", "rgb(255, 255, 255)", "white".  Returns false if it is not one. */
bool dt_colour_read(detm_text text, uint32_t *colour);
/* Reads a decimal number at the start of a text, independent of the locale.  Returns its length or 0. */
size_t dt_number_read(detm_text text, double *number);

typedef struct dt_sheet {
  dt_lookup selectors;   /* hashes of the rules' selectors */
  struct dt_rule *rules; /* by index of the selector in `selectors` */
  uint32_t capacity;
} dt_sheet;

/* Reads style sheets into the arena; skips what it does not know and rules for certain media. */
void dt_sheet_read(dt_sheet *sheet, dt_arena *arena, detm_text styles);
/* Adds the declarations of the sheet that match an element. */
void dt_sheet_declare(const dt_sheet *sheet, const xmlNode *element, dt_declared *declared);

#endif
