/* focus/topic.h: a topic from the inside, and what of a page is compared with it. */
#ifndef DT_FOCUS_TOPIC_H
#define DT_FOCUS_TOPIC_H

#include <detm/focus.h>

#include "content/content.h"
#include "focus/vector.h"

struct detm_topic {
  dt_vector words;
};

/* Counts the words of a page that a person sees, those of its title three times; `singles` as of dt_vector_read. */
void dt_vector_read_page(dt_vector *vector, const dt_content_page *page, const dt_vector *singles);

/* What a text of this block's place may hold that nobody sees. */
bool dt_block_is_seen(const dt_content_page *page, uint32_t block);

#endif
