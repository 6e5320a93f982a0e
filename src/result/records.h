/* result/records.h: records in memory.
 *
 *   records.c  a sink that copies pages, regions and records; the records of a result
 *   region.c   the records of a region */
#ifndef DT_RESULT_RECORDS_H
#define DT_RESULT_RECORDS_H

#include <detm/record.h>

#include "base/base.h"
#include "base/vec.h"
#include "result/result.h"

struct detm_record {
  size_t number;
  detm_range range;
  detm_field *values; /* of all fields; the values of one field follow each other */
  uint32_t *starts;   /* first value of each field, and value_count after the last */
  uint32_t field_count;
};

struct detm_region {
  const detm_page_info *page;
  detm_region_info info;
  DT_VEC(detm_record *) records;
};

struct detm_records {
  dt_result_matter matter; /* of the result that they are from */
  dt_arena arena;          /* without a scope: returns NULL without memory */
  detm_sink sink;
  DT_VEC(detm_region *) regions;
  const detm_page_info *page;
  /* The current record, in malloc'ed memory. */
  size_t number;
  detm_range range;
  DT_VEC(detm_field) values;
  DT_VEC(uint32_t) starts;
};

/* Removes all regions. */
void dt_records_clear(detm_records *records);

#endif
