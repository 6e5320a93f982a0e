/* tests/fuzz/told.h: what a sink was told, kept, and whether a writer's bytes say the same.
 *
 * readback.c reads those bytes with parsers that share nothing with detm's writers: jansson for NDJSON, libxml2 for
 * XML, a reader of RFC 4180 of its own for CSV. */
#ifndef FUZZ_TOLD_H
#define FUZZ_TOLD_H

#include <detm/detm.h>

#include "base/base.h"
#include "base/vec.h"
#include "must.h"

typedef enum told_kind { TOLD_PAGE, TOLD_REGION, TOLD_RECORD, TOLD_FIELD, TOLD_RECORD_END, TOLD_REGION_END } told_kind;

/* One call of the sink; what a kind does not have is nothing. */
typedef struct told_call {
  told_kind kind;
  size_t number;          /* of the region, the record */
  detm_page_info page;    /* TOLD_PAGE */
  detm_region_info about; /* TOLD_REGION, and of its records and fields */
  detm_field field;       /* TOLD_FIELD */
} told_call;

typedef struct told {
  detm_sink sink;
  dt_arena arena;
  told_call *calls;
  uint32_t count, capacity;
} told;

void told_start(told *all);
void told_free(told *all);

/* The bytes that a writer made of all of it; aborts if another reader finds something else in them.  `cut`: the writer
 * came to its limit, so they hold the first records only. */
void told_check(const told *all, detm_format format, const dt_buffer *out, bool cut);
/* The result through each writer, without a limit and with one that cuts it. */
void told_check_result(const detm_result *result);

/* What a page gave beside what is known of other pages. */
void told_check_drift(const detm_profile *past, const detm_result *result);

/* What a writer makes of bytes that its format cannot hold. */
detm_text told_plain(dt_arena *arena, detm_format format, detm_text bytes);

/* The bytes behind "<!--page-->", which are cut off. */
detm_text cut_page(detm_text *bytes);

#endif
