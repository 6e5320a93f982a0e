/* content/formula.h: formulas, each of which is read once, as its TeX source where the page has it. */
#ifndef DT_CONTENT_FORMULA_H
#define DT_CONTENT_FORMULA_H

#include "html/dom.h"

/* A formula: its text and a text node of it, both NULL without text. */
typedef struct dt_formula {
  const char *text;
  const xmlNode *node;
} dt_formula;

/* Reads a math element; the text may be in the arena. */
dt_formula dt_formula_read(dt_arena *arena, const xmlNode *math);
/* Returns the source of a formula that an image shows; NULL if it shows anything else. */
const char *dt_formula_of_image(const xmlNode *image);
/* Checks whether an element is or holds a math element. */
bool dt_holds_formula(const xmlNode *node);
/* Checks whether a math element is the source of the one right before it, in an element that MathJax drew. */
bool dt_repeats_formula(const xmlNode *math);
/* Checks whether an element draws a formula that is beside it as a math element: glyphs for the eye, or a picture. */
bool dt_draws_formula(const xmlNode *node);

#endif
