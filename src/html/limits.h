/* html/limits.h: limits of nodes, depth and time while a page is parsed. */
#ifndef DT_HTML_LIMITS_H
#define DT_HTML_LIMITS_H

#include "base/base.h"

#include <detm/page.h>

typedef struct dt_limits {
  size_t max_nodes;
  uint32_t max_depth; /* of open elements; deeper pages are cut there */
  dt_scope clock;     /* checked, never left by a jump: libxml2's frames are on the stack */
  bool late;          /* the time limit was reached, not the node limit */
} dt_limits;

/* Returns the limits in `options` (0 for the default) and starts the clock. */
dt_limits dt_limits_of(const detm_page_options *options);
/* Checks the clock now and then; call it for each event of the parser.  Returns true if the parser must stop. */
bool dt_limits_late(dt_limits *limits);
/* Sets the error for a limit that parsing reached.  Returns DETM_LIMIT. */
detm_status dt_limits_report(const dt_limits *limits, detm_error *error);

#endif
