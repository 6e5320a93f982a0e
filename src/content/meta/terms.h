/* content/meta/terms.h: the most relevant terms of a text. */
#ifndef DT_CONTENT_META_TERMS_H
#define DT_CONTENT_META_TERMS_H

#include "content/content.h"
#include "text/vocabulary.h"

/* Writes up to `most` terms of the main text (its first 8 KiB) to `names`, the most relevant first.  Returns their
 * number. Uses no stop words: terms are frequent, in the title or a heading, with a capital within a sentence, or last
 * before punctuation. */
size_t dt_terms_find(const dt_content_page *page, const bool *chosen, const char *title, const char **names,
                     size_t most);

#endif
