/* crawl/topic.h: the struct of a topic, and the words of a page that are compared with it. */
#ifndef DT_CRAWL_TOPIC_H
#define DT_CRAWL_TOPIC_H

#include <detm/crawl.h>

#include "content/content.h"
#include "crawl/word_counts.h"

struct detm_topic {
  dt_vector words;
};

/* Counts the visible words of a page, those of its title three times; `singles` as for dt_vector_read. */
void dt_vector_read_page(dt_vector *vector, const dt_content_page *page, const dt_vector *singles);

#endif
