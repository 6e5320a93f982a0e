/* tree/limits.c: what one page may use up while it is parsed. */
#include "tree/limits.h"

#include "tree/parser.h"

const detm_page_options detm_page_defaults = {
    .max_bytes = (size_t)256 << 20, .max_nodes = 20000000, .max_depth = DT_PARSER_DEEPEST, .seconds = 60.0};

dt_limits dt_limits_of(const detm_page_options *options) {
  const detm_page_options *defaults = &detm_page_defaults;
  dt_limits limits = {.max_bytes = options->max_bytes != 0 ? options->max_bytes : defaults->max_bytes,
                      .max_nodes = options->max_nodes != 0 ? options->max_nodes : defaults->max_nodes,
                      .max_depth = defaults->max_depth};
  if (options->max_depth != 0 && options->max_depth < limits.max_depth) limits.max_depth = options->max_depth;
  dt_scope_start(&limits.clock, options->seconds);
  return limits;
}

bool dt_limits_late(dt_limits *limits) {
  if ((++limits->clock.ticks & 0x3ff) == 0) limits->late = limits->late || dt_scope_over(&limits->clock);
  return limits->late;
}

detm_status dt_limits_tell(const dt_limits *limits, detm_error *error) {
  dt_scope late = {.status = DETM_LIMIT, .seconds = limits->clock.seconds};
  if (limits->late) return dt_error_scope(error, &late, NULL);
  return dt_error_set(error, DETM_LIMIT, "more than %zu nodes: raise the limit (--max-nodes)", limits->max_nodes);
}
