/* stream/json_pages.h: a JSON file that is an array of pages, and a HAR: what a browser or proxy has recorded. */
#ifndef DT_STREAM_JSON_PAGES_H
#define DT_STREAM_JSON_PAGES_H

#include "stream/format.h"

/* Whether the file is an array whose first element is a page, as a line of NDJSON. */
bool dt_json_pages_are(dt_file_reading *reading, detm_text start);
/* Reads the page of the next element. */
detm_status dt_json_pages_next(dt_file_reading *reading, dt_stream_page *page, detm_error *error) DETM_CHECK;

/* Whether a file begins as a HAR does: {"log": {. */
bool dt_har_is(dt_file_reading *reading, detm_text start);
/* Reads the page of the next entry that has one; the others are counted. */
detm_status dt_har_next(dt_file_reading *reading, dt_stream_page *page, detm_error *error) DETM_CHECK;

#endif
