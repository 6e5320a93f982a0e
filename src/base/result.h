/* base/result.h: what every detm_result begins with, wherever its records come from.
 *
 * Whoever makes results keeps a struct whose first member is a detm_result, and hands out that. */
#ifndef DT_BASE_RESULT_H
#define DT_BASE_RESULT_H

#include <detm/records.h>

#include "base/base.h"

typedef struct dt_result_type {
  detm_status (*emit)(const detm_result *result, const detm_sink *sink, detm_error *error);
  size_t (*records)(const detm_result *result, size_t region); /* region from 0, one that there is */
  void (*free)(detm_result *result);
} dt_result_type;

struct detm_result {
  const dt_result_type *type;
  size_t region_count;
  double confidence, fit; /* < 0: not known */
  const char *missing;    /* owned by the result, NULL = nothing */
  const char *warning;    /* likewise */
  const char *file;       /* of the library that it borrows, NULL = none */
  const char *file_hash;  /* of that file's bytes */
  const char *domain;     /* of what was applied, NULL = not known */
};

/* A call of a sink, whose callbacks may be NULL. */
#define DT_PUSH(sink, callback, ...) ((sink)->callback != NULL ? (sink)->callback((sink)->data, __VA_ARGS__) : DETM_OK)

#endif
