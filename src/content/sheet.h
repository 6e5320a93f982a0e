/* content/sheet.h: style sheets, as far as a text's look needs them (METHOD 6.1): background, colour, size and weight
 * of fonts, centring; for selectors of one tag, class or id ("p", ".lead", "#main", "p.lead"). */
#ifndef DT_CONTENT_SHEET_H
#define DT_CONTENT_SHEET_H

#include "base/base.h"

#include <libxml/tree.h>

#define DT_TRANSPARENT UINT32_MAX

enum { DT_SAYS_BACKGROUND = 1, DT_SAYS_COLOUR = 2, DT_SAYS_SIZE = 4, DT_SAYS_WEIGHT = 8, DT_SAYS_ALIGN = 16 };

/* What declarations say. */
typedef struct dt_declared {
  unsigned says;               /* DT_SAYS_... */
  uint32_t background, colour; /* 0xRRGGBB, DT_TRANSPARENT */
  double size;                 /* of the font: pixels, or times the size round it */
  bool is_factor;              /* the latter */
  uint16_t weight;             /* of the font: 400 normal, 700 bold */
  bool centred;
} dt_declared;

/* Reads "color: red; font-size: 12px": what it says takes the place of what was there, the rest stays. */
void dt_declare(dt_declared *declared, detm_text declarations);
/* Likewise for what is said in another way. */
void dt_declare_all(dt_declared *declared, const dt_declared *more);
void dt_declare_size(dt_declared *declared, double size, bool is_factor);
/* "#fff", "#ffffff", "rgb(255, 255, 255)", "white"; false for what is no colour. */
bool dt_colour_read(detm_text text, uint32_t *colour);
/* A decimal number at the start of a text, whatever the locale; its length, 0 = there is none. */
size_t dt_number_read(detm_text text, double *number);

typedef struct dt_sheet {
  struct dt_rule *rules; /* a hash table */
  uint32_t size, used;   /* size is a power of two, or 0: there are no rules */
} dt_sheet;

/* Reads style sheets in the arena; what it does not understand, and rules for some media only, are left out. */
void dt_sheet_read(dt_sheet *sheet, dt_arena *arena, detm_text styles);
/* Adds what the sheet says of an element. */
void dt_sheet_declare(const dt_sheet *sheet, const xmlNode *element, dt_declared *declared);

#endif
