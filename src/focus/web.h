/* focus/web.h: a web from the inside. */
#ifndef DT_FOCUS_WEB_H
#define DT_FOCUS_WEB_H

#include "focus/digest.h"
#include "focus/topic.h"

struct detm_web {
  const detm_topic *topic;
  detm_web_options options;
  dt_lexicon lexicon;
  dt_graph graph;
  dt_digest digest; /* of the page that is being added */
  uint32_t ranked;  /* pages that have been ranked */
};

#endif
