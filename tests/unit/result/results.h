/* results.h: results made up for the writers' tests, and a target for the writers. */
#ifndef TEST_RESULTS_H
#define TEST_RESULTS_H

#include <detm/writer.h>

#include "base/base.h"

enum { MAX_PAGES = 4, MAX_REGIONS = 3, MAX_RECORDS = 5, MAX_COLUMNS = 6, MAX_VALUES = 12, MAX_BYTES = 40 };

typedef struct value {
  size_t column;
  size_t length;
  char bytes[MAX_BYTES];
} value;

typedef struct record {
  size_t value_count;
  value values[MAX_VALUES];
} record;

typedef struct region {
  double score, confidence, fit, quality;
  size_t column_count, record_count;
  detm_column columns[MAX_COLUMNS];
  record records[MAX_RECORDS];
} region;

typedef struct page {
  char name[MAX_BYTES];
  bool of_library; /* whose `file` is the page's name */
  size_t region_count;
  region regions[MAX_REGIONS];
} page;

typedef struct results {
  size_t page_count;
  page pages[MAX_PAGES];
} results;

/* Random results with control characters, markup, separators, noncharacters and broken bytes; the same
 * for the same seed. */
void results_random(results *made, unsigned seed);
/* Pushes all of them; returns the first status that is not DETM_OK. */
detm_status results_push(const results *made, const detm_sink *sink, detm_error *error);
/* Creates a writer, pushes, finishes and frees it; adds the bytes to `out`. */
detm_status results_write(const results *made, detm_format format, size_t max_bytes, dt_buffer *out);

/* Two pages with three regions that have all special cases, for golden strings. */
const results *results_golden(void);

/* Returns the value with U+FFFD for broken bytes and, if `xml`, for characters that XML forbids. Freed by the caller.
 */
char *results_expected(const char *bytes, size_t length, bool xml, size_t *expected_length);

/* A write callback that takes `room` bytes and then fails. */
typedef struct narrow {
  dt_buffer taken;
  size_t room;
  size_t calls_after_failure;
  bool failed;
} narrow;
int narrow_write(void *data, const char *bytes, size_t length);

#endif
