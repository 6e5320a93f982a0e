/* tests/fuzz/recording.h: a sink that records its calls, and a comparison of the recording with a writer's output.
 *
 * readback.c reads the output with parsers that share nothing with detm's writers: jansson for NDJSON, libxml2 for XML,
 * its own reader of RFC 4180 for CSV. */
#ifndef FUZZ_RECORDING_H
#define FUZZ_RECORDING_H

#include <detm/detm.h>

#include "base/base.h"
#include "base/vec.h"
#include "must.h"

typedef enum call_kind { CALL_PAGE, CALL_REGION, CALL_RECORD, CALL_FIELD, CALL_RECORD_END, CALL_REGION_END } call_kind;

/* One call of the sink, with the page, region and record that it belongs to. */
typedef struct recorded_call {
  call_kind kind;
  size_t number;          /* number of the region or record */
  detm_page_info page;    /* CALL_PAGE */
  detm_region_info about; /* CALL_REGION, and calls for its records and fields */
  detm_field field;       /* CALL_FIELD */
} recorded_call;

typedef struct recording {
  detm_sink sink;
  dt_arena arena;
  recorded_call *calls;
  uint32_t count, capacity;
} recording;

void recording_start(recording *all);
void recording_free(recording *all);

/* Reads the output of a writer and aborts if it differs from the recording.  `cut`: the writer reached its limit, so
 * the output has only the first records. */
void recording_check(const recording *all, detm_format format, const dt_buffer *out, bool cut);
/* Passes the result through each writer, without a limit and with one that cuts it, and checks the output. */
void check_result(const detm_result *result);

/* Compares the result with a profile of other pages, and checks the findings. */
void check_drift(const detm_profile *past, const detm_result *result);

/* Replaces the bytes that the format cannot represent, as its writer does. */
detm_text plain_text(dt_arena *arena, detm_format format, detm_text bytes);

/* Cuts off and returns the bytes after "<!--page-->"; NULL without that mark. */
detm_text cut_page(detm_text *bytes);

#endif
