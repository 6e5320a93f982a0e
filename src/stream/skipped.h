/* stream/skipped.h: counts what a stream leaves out, by reason. */
#ifndef DT_STREAM_SKIPPED_H
#define DT_STREAM_SKIPPED_H

#include "base/base.h"

#define DT_SKIPPED_DATA "data without records" /* responses of JSON and XML */

enum { DT_SKIPPED_REASONS = 24, DT_SKIPPED_TEXT = 64 };

typedef struct dt_skipped {
  struct {
    char text[DT_SKIPPED_TEXT];
    size_t count;
  } reasons[DT_SKIPPED_REASONS]; /* in the order of their first use; the last one counts all others */
  size_t count;
} dt_skipped;

void dt_skipped_add(dt_skipped *skipped, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Adds the counts of another stream. */
void dt_skipped_join(dt_skipped *skipped, const dt_skipped *other);
/* Appends "3 revisit, 40 not HTML, 2 status 404". */
void dt_skipped_print(const dt_skipped *skipped, dt_buffer *out);

#endif
