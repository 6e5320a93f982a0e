/* crawl/web.h: the struct of a web. */
#ifndef DT_CRAWL_WEB_H
#define DT_CRAWL_WEB_H

#include "crawl/page_digest.h"
#include "crawl/topic.h"

struct detm_web {
  const detm_topic *topic;
  detm_web_options options;
  detm_link_options links; /* options.links is NULL */
  dt_lexicon lexicon;
  dt_graph graph;
  dt_page_digest digest; /* digest of the page being added; kept for its memory */
  uint32_t ranked;       /* count of pages that have ranks */
};

#endif
