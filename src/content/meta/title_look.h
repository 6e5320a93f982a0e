/* content/meta/title_look.h: finds the title by its look. */
#ifndef DT_CONTENT_META_TITLE_LOOK_H
#define DT_CONTENT_META_TITLE_LOOK_H

#include "content/content.h"
#include "text/vocabulary.h"

/* Checks whether a piece of the block belongs to the main text. */
bool dt_block_is_chosen(const dt_content_page *page, const bool *chosen, uint32_t block);
/* Returns the words of the main text (its first 4 KiB), or of all prose if nothing was chosen. */
dt_vocabulary dt_text_vocabulary(const dt_content_page *page, const bool *chosen);
/* Returns the block before the main text that looks most like its title, or DT_NONE (doc/method 7.2). */
uint32_t dt_title_by_look(const dt_content_page *page, const bool *chosen, const dt_vocabulary *words);

#endif
