/* html/limits.c: limits of nodes, depth and time while a page is parsed. */
#include "html/limits.h"

#include "html/parser.h"

_Static_assert(DT_PARSER_DEEPEST == 1000, "detm_page_defaults.max_depth");

dt_limits dt_limits_of(const detm_page_options *options) {
  const detm_page_options *defaults = &detm_page_defaults;
  dt_limits limits = {.max_nodes = options->max_nodes != 0 ? options->max_nodes : defaults->max_nodes,
                      .max_depth = defaults->max_depth};
  if (options->max_depth != 0 && options->max_depth < limits.max_depth) limits.max_depth = options->max_depth;
  dt_scope_start(&limits.clock, options->seconds);
  limits.clock.cancelled = options->cancelled;
  limits.clock.cancel_data = options->cancel_data;
  return limits;
}

bool dt_limits_late(dt_limits *limits) {
  if ((++limits->clock.ticks & 0x3ff) == 0 && !limits->late) {
    limits->clock.status = dt_scope_due(&limits->clock);
    limits->late = limits->clock.status != DETM_OK;
  }
  return limits->late;
}

detm_status dt_limits_report(const dt_limits *limits, detm_error *error) {
  if (limits->late) return dt_error_scope(error, &limits->clock, NULL);
  return dt_error_set(error, DETM_LIMIT, "more than %zu nodes: raise options.max_nodes", limits->max_nodes);
}
