/* stream/kinds.h: what a file is, by its first bytes. */
#ifndef DT_STREAM_KINDS_H
#define DT_STREAM_KINDS_H

#include "stream/stream.h"

enum { DT_KIND_BYTES = 4096 /* that are looked at */ };

/* The format of a file, decompressed, that begins with `start`; DT_STREAM_HTML if nothing shows another. */
dt_stream_format dt_file_format(detm_text start);
/* What a file is that certainly has no pages, and what to do: "a PDF file: ...".  NULL if it may be a page. */
const char *dt_file_foreign(detm_text start);
/* Whether the bytes begin as a JSON object, or an array of objects, arrays or strings. */
bool dt_file_is_json(detm_text start);
/* Whether the bytes begin as an HTML page does. */
bool dt_file_is_html(detm_text start);

#endif
