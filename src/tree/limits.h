/* tree/limits.h: what one page may use up while it is parsed. */
#ifndef DT_LIMITS_H
#define DT_LIMITS_H

#include "base/base.h"

#include <detm/page.h>

typedef struct dt_limits {
  size_t max_bytes, max_nodes;
  uint32_t max_depth; /* of open elements: deeper pages are cut there */
  dt_scope clock;     /* looked at, never left: frames of libxml2 lie between */
  bool late;          /* it was time, not nodes */
} dt_limits;

/* Those of `options` (0 = the default), and the clock is started. */
dt_limits dt_limits_of(const detm_page_options *options);
/* To be called for each event of the parser: now and then looks at the clock.  True: the parser is to be stopped. */
bool dt_limits_late(dt_limits *limits);
/* What is said of a page past one of them that parsing found: DETM_LIMIT. */
detm_status dt_limits_tell(const dt_limits *limits, detm_error *error);

#endif
