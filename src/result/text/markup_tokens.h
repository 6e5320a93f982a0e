/* result/text/markup_tokens.h: tokenizes the markup of a field (detm_content_markup) into elements and texts. */
#ifndef DT_RESULT_TEXT_MARKUP_TOKENS_H
#define DT_RESULT_TEXT_MARKUP_TOKENS_H

#include "base/base.h"

typedef enum dt_markup_kind { DT_MARKUP_TEXT, DT_MARKUP_START, DT_MARKUP_END } dt_markup_kind;

/* The elements of a name; those from a on are inline, and the text of math is TeX. */
/* clang-format off */
#define DT_MARKUP_TAGS(X) \
  X(P, p) X(UL, ul) X(OL, ol) X(LI, li) X(DL, dl) X(DT, dt) X(DD, dd) X(TABLE, table) X(CAPTION, caption) X(TR, tr) \
  X(TD, td) X(TH, th) X(PRE, pre) X(BLOCKQUOTE, blockquote) \
  X(A, a) X(STRONG, strong) X(EM, em) X(DEL, del) X(CODE, code) X(SUB, sub) X(SUP, sup) X(MATH, math) X(BR, br) \
  X(IMG, img)
/* clang-format on */

typedef enum dt_markup_tag {
  DT_M_OTHER,
  DT_M_HEADING, /* h1 to h6 */
#define X(NAME, name) DT_M_##NAME,
  DT_MARKUP_TAGS(X)
#undef X
} dt_markup_tag;

static inline bool dt_markup_is_inline(dt_markup_tag tag) { return tag >= DT_M_A; }

typedef struct dt_markup_event {
  dt_markup_kind kind;
  dt_markup_tag tag;
  unsigned level;       /* a heading's level, 1 to 6 */
  bool empty;           /* a start tag that is also the end: <br/> */
  detm_text text;       /* the text, with its character references */
  detm_text attributes; /* the attributes of a start tag */
} dt_markup_event;

/* Whether the text is only white space between blocks. */
static inline bool dt_markup_is_white(detm_text text) { return dt_text_strip(text, " \n\t").length == 0; }

/* Reads the next event and advances `rest`; false at the end.  Input that is not well-formed is returned as text. */
bool dt_markup_next(detm_text *rest, dt_markup_event *event);

/* The value of an attribute, with character references; data is NULL if the element does not have it. */
detm_text dt_markup_attribute(const dt_markup_event *event, const char *name);

/* Sets *number from an attribute that consists of at most `most_digits` digits; false if the element has no such
 * attribute. */
bool dt_markup_number(const dt_markup_event *event, const char *name, size_t most_digits, unsigned *number);

/* Adds text with its character references replaced.  Line ends become newlines, other control characters except tab
 * become U+FFFD. */
void dt_markup_decode(dt_buffer *out, detm_text text);

#endif
