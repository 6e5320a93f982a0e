/* content/terms.h: the most telling terms of a text. */
#ifndef DT_TERMS_H
#define DT_TERMS_H

#include "content/content.h"
#include "content/words.h"

/* Up to `most` terms of the main text (its first 8 KiB), the most telling ones first, into `names`; returns how many.
 * No list of stop words is used: a term is often there, in the title or a heading, capital within a sentence, or last
 * before a sign. */
size_t dt_terms_find(const dt_content_page *page, const bool *chosen, const char *title, const char **names,
                     size_t most);

#endif
