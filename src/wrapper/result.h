/* wrapper/result.h: what extract and apply with a wrapper hand back. */
#ifndef DT_RESULT_H
#define DT_RESULT_H

#include "base/result.h"
#include "wrapper/learn.h"

typedef struct dt_result_region {
  dt_index parent; /* of the records */
  double score;
  dt_record_set set;
  const detm_wrapper *wrapper; /* owned by the result, or the one applied */
  const char *domain;          /* that its fields are named by, NULL = none; outlives the result */
} dt_result_region;

typedef struct dt_wrapper_result {
  detm_result result;
  dt_scope scope;
  dt_arena arena, scratch;
  const detm_page *page;
  dt_result_region *regions;
  detm_wrapper *owned; /* region_count of them, NULL when a wrapper was applied */
  uint32_t owned_count;
} dt_wrapper_result;

/* An empty result with its arenas started; the scope's escape is still to be set.  NULL without memory. */
dt_wrapper_result *dt_wrapper_result_new(const detm_page *page, detm_error *error);
/* A result of this kind, NULL if it is of another. */
dt_wrapper_result *dt_wrapper_result_of(detm_result *result);
/* Checks options; DETM_USAGE names what is out of range. */
detm_status dt_options_check(const detm_extract_options *options, detm_error *error);

#endif
