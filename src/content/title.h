/* content/title.h: what title.c and those who look for keywords ask of look.c. */
#ifndef DT_TITLE_H
#define DT_TITLE_H

#include "content/content.h"
#include "content/words.h"

/* Whether a piece of the block is of the main text. */
bool dt_block_is_chosen(const dt_content_page *page, const bool *chosen, uint32_t block);
/* Where the main text begins: the first paragraph of it that is long enough; block_count = there is no text. */
uint32_t dt_text_start(const dt_content_page *page, const bool *chosen);
/* The words of the main text (its first 4 KiB), and of all prose where none was chosen. */
dt_vocabulary dt_text_vocabulary(const dt_content_page *page, const bool *chosen);
/* The block before the main text that looks most like its title; DT_NONE = none stands out (METHOD 7.2). */
uint32_t dt_title_by_look(const dt_content_page *page, const bool *chosen, const dt_vocabulary *words);

#endif
