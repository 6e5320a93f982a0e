/* base/squeeze.h: texts as they are compared: what a person sees, not how it is written. */
#ifndef DT_SQUEEZE_H
#define DT_SQUEEZE_H

#include "base/base.h"

/* Copies `text` without any white space, zero-width characters and soft hyphens, full-width forms as plain ones and the
 * ellipsis as three dots (of NFKC what pages and people differ in).  `out` has room for text.length bytes; returns
 * those written. */
size_t dt_squeeze(detm_text text, char *out);
/* In lower case, in place: letters whose case does not change their length (Latin, Greek, Cyrillic, Armenian). */
void dt_fold(char *text, size_t length);
/* Copies of letters and digits alone, full-width forms as plain ones, folded; the same room. */
size_t dt_squeeze_word(detm_text text, char *out);

/* As XPath's normalize-space, in place; returns the new length. */
size_t dt_normalize_space(char *text, size_t length);

/* A letter or digit of a script that parts words by blanks. */
bool dt_is_word(uint32_t code);
/* A letter or digit of any script. */
bool dt_is_letter(uint32_t code);
/* White space, zero-width characters, soft hyphen. */
bool dt_is_blank(uint32_t code);

#endif
