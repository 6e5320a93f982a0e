/* stream/warc.h: the pages in a WARC file (ISO 28500), versions 1.0 and 1.1. */
#ifndef DT_STREAM_WARC_H
#define DT_STREAM_WARC_H

#include "stream/format.h"

/* Reads up to the next record with a page: a response with a status of success, or a resource, of HTML; and counts what
 * it skips.  DETM_NOTHING at the end. */
detm_status dt_warc_next(dt_file_reading *reading, dt_stream_page *page, detm_error *error) DETM_CHECK;

#endif
