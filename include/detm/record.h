/* detm/record.h: records in memory, for programs that need all of them at once instead of a sink.
 *
 *   detm_records *records = detm_records_from_result(result, &error);
 *   for (size_t r = 0; r < detm_records_region_count(records); r++) {
 *     const detm_region *region = detm_records_region_get(records, r);
 *     for (size_t i = 0; i < detm_region_record_count(region); i++) {
 *       const detm_record *record = detm_region_record_get(region, i);
 *       for (size_t f = 0; f < detm_record_field_count(record); f++)
 *         printf("%s: %s\n", detm_record_field_get(record, f)->name, detm_record_field_get(record, f)->value.data);
 *     }
 *   }
 *   detm_records_free(records);
 *
 * Regions, records, fields and values are numbered from 0; a function that gets one of them returns NULL past the last.
 * All of them are owned by the detm_records.  The bytes of a value and of its markup end with a NUL.  Records that were
 * gathered do not change: threads may share them. */
#ifndef DETM_RECORD_H
#define DETM_RECORD_H

#include <detm/extract.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct detm_records detm_records;
typedef struct detm_region detm_region;
typedef struct detm_record detm_record;

/* Copies the records of a result, which may be freed afterwards.  NULL with DETM_LIMIT past the page's seconds,
 * DETM_CANCELLED or DETM_NO_MEMORY.  The caller frees the records. */
DETM_API detm_records *detm_records_from_result(const detm_result *result, detm_error *error) DETM_CHECK;
DETM_API void detm_records_free(detm_records *records);

/* Empty records, and a sink that copies results into them: several results, links, a saved run.
 * NULL with DETM_NO_MEMORY.  The caller frees the records, which own the sink. */
DETM_API detm_records *detm_records_new(detm_error *error) DETM_CHECK;
DETM_API const detm_sink *detm_records_sink(detm_records *records);

/* The regions in the order in which they were pushed; a result pushes its main region first. */
DETM_API size_t detm_records_region_count(const detm_records *records);
DETM_API const detm_region *detm_records_region_get(const detm_records *records, size_t i);

/* The page of a region; its path, score and columns; and its records, in the order of the page. */
DETM_API const detm_page_info *detm_region_page(const detm_region *region);
DETM_API const detm_region_info *detm_region_properties(const detm_region *region);
DETM_API size_t detm_region_record_count(const detm_region *region);
DETM_API const detm_record *detm_region_record_get(const detm_region *region, size_t i);

/* The number that the record has in its region, from 1. */
DETM_API size_t detm_record_number(const detm_record *record);
/* The siblings that are the record; `known` is 0 if it is not from a tag tree. */
DETM_API detm_range detm_record_range(const detm_record *record);
/* The fields that the record has, in the order of the page.  detm_record_field_get returns the first value of the
 * field, with the field's name and type; detm_record_find returns the same for the field of this name, or
 * NULL. */
DETM_API size_t detm_record_field_count(const detm_record *record);
DETM_API const detm_field *detm_record_field_get(const detm_record *record, size_t i);
DETM_API const detm_field *detm_record_find(const detm_record *record, const char *name);
/* The values of field `field`: one, or several if it is a list. */
DETM_API size_t detm_record_value_count(const detm_record *record, size_t field);
DETM_API const detm_field *detm_record_value_get(const detm_record *record, size_t field, size_t i);

#ifdef __cplusplus
}
#endif
#endif
