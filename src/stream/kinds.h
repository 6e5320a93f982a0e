/* stream/kinds.h: finds the format of a file by its first bytes. */
#ifndef DT_STREAM_KINDS_H
#define DT_STREAM_KINDS_H

#include "stream/stream.h"

enum { DT_KIND_BYTES = 4096 /* that are looked at */ };

/* The format of a file, decompressed, that begins with `start`; DT_STREAM_HTML if nothing shows another. */
dt_stream_format dt_file_format(detm_text start);
/* For a file that certainly has no pages: its format, and what to do, as in "a PDF file: ...".  NULL if it may be a
 * page. */
const char *dt_file_foreign(detm_text start);
/* Whether the bytes begin as a JSON object, or an array of objects, arrays or strings. */
bool dt_file_is_json(detm_text start);
/* Whether the bytes begin as an HTML page does. */
bool dt_file_is_html(detm_text start);

#endif
