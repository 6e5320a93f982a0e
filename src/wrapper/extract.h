/* wrapper/extract.h: the results of extracting and of applying a wrapper. */
#ifndef DT_WRAPPER_EXTRACT_H
#define DT_WRAPPER_EXTRACT_H

#include "result/result.h"
#include "wrapper/values/values.h"

typedef struct dt_result_region {
  dt_index parent; /* parent of the records */
  double score;
  uint32_t skipped; /* elements beside the records that have their tag and size and do not fit the wrapper */
  dt_record_set set;
  const detm_wrapper *wrapper;   /* owned by the result, or the one applied */
  const char *domain;            /* the domain that names the fields, NULL = none; outlives the result */
  const detm_left_out *left_out; /* what no column has, by reason; of the main region */
  size_t left_out_count;
  const detm_column_change *changes; /* columns that differ from those of the wrapper that was applied */
  uint32_t change_count;
  const bool *varied;            /* by field: left out as a constant, and none here; NULL = no field */
  const dt_record_reading *read; /* the first records, as they were read for all that ask for their values */
  uint32_t read_count;           /* 0: not yet read, or the wrapper changes */
} dt_result_region;

typedef struct dt_wrapper_result {
  detm_result result;
  detm_result *data; /* further regions: of the scripts of the page; NULL = none */
  dt_scope scope;
  dt_arena arena, scratch;
  const detm_page *page;
  dt_result_region *regions;
  detm_wrapper *owned;         /* region_count wrappers, NULL when a wrapper was applied */
  const detm_wrapper *applied; /* NULL: no wrapper was applied */
  uint32_t owned_count;
  bool all_columns; /* include columns that learning excluded */
  detm_names names; /* how the columns are named */
  bool others;      /* add texts without a field as a last column */
  bool totals;      /* rows of totals are records */
  bool read_late;   /* each record is read when it is emitted: the wrapper's profile learns from those before it */
} dt_wrapper_result;

/* Whether a node is hidden or in navigation. */
bool dt_is_in_menu(const dt_tree *tree, dt_index node);
/* Whether what a page shows is no list but a menu, and the list is that of a script, by the confidences in both. */
bool dt_is_only_menu(bool navigation, double shown, double data);
/* Returns an empty result with its arenas started, whose scope has not been entered.  NULL without memory. */
dt_wrapper_result *dt_wrapper_result_new(const detm_page *page, detm_error *error);
/* Returns the result as this type; NULL if it is of another type. */
dt_wrapper_result *dt_wrapper_result_of(detm_result *result);
/* The options for a page: values in scripts are no more than they say, and their columns have the names of members. */
detm_extract_options dt_page_options(const detm_page *page, const detm_extract_options *options);
/* Checks options.  Returns DETM_USAGE and an error that names the option that is out of range. */
detm_status dt_options_check(const detm_extract_options *options, detm_error *error);

/* Sets DETM_NOTHING: the records of a page have `count` levels, and not this one. */
void dt_level_missing(const char *level, uint32_t count, const char *page, detm_error *error);

/* Whether a field is a column of a region for that alone; region: NULL if the wrapper has none on the page. */
static inline bool dt_region_varies(const dt_result_region *region, uint32_t field) {
  return region != NULL && region->varied != NULL && region->varied[field];
}
/* Whether a field is a column of a region. */
static inline bool dt_region_shows(const dt_wrapper_result *result, const dt_result_region *region,
                                   const detm_wrapper *wrapper, uint32_t field) {
  const dt_field *f = &wrapper->fields[field];
  return f->wanted || (result->all_columns && f->reason != DT_REASON_NONE) || dt_region_varies(region, field);
}

/* Reads the first records of a region, as reading takes most of the time of accounting for them and of emitting. */
void dt_read_records(dt_result_region *region, dt_arena *arena);
/* The reading of a record; in scratch memory if it is none of these. */
dt_record_reading dt_read_record(const dt_result_region *region, uint32_t record, dt_arena *scratch);

/* Learns a wrapper, which must be empty, from one region of a page; sets *set. */
void dt_wrapper_learn_region(detm_wrapper *wrapper, dt_arena *arena, dt_arena *scratch, const dt_tree *tree,
                             const dt_region *region, dt_record_set *set);

#endif
