/* wrapper/locate/related_regions.h: regions with the same fields as the main one. */
#ifndef DT_WRAPPER_LOCATE_RELATED_REGIONS_H
#define DT_WRAPPER_LOCATE_RELATED_REGIONS_H

#include "wrapper/record_set.h"

/* Regions besides the main one whose records have the same fields. */
typedef struct dt_related {
  const dt_region **regions; /* in the engine's arena */
  uint32_t count;
} dt_related;
/* Quick check whether a region may be a part of the main list; false positives are possible. */
bool dt_related_may_join(dt_engine *engine);
/* Finds related regions by a wrapper that was learned from the records of engine->regions[0].  Joins parts of the main
 * list to it and then returns true: the wrapper must be learned again from all records.  Puts other regions into
 * *related.
 */
bool dt_related_find(dt_engine *engine, detm_wrapper *wrapper, dt_related *related);
/* Joins to engine->regions[0] the regions whose records contain most of these classes. */
void dt_related_join_classes(dt_engine *engine, const char *const *classes, uint32_t count);

#endif
