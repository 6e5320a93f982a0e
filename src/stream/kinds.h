/* stream/kinds.h: finds the format of a file by its first bytes. */
#ifndef DT_STREAM_KINDS_H
#define DT_STREAM_KINDS_H

#include "base/foreign.h"
#include "stream/stream.h"

/* The format of a file, decompressed, that begins with `start`; DT_STREAM_HTML if nothing shows another. */
dt_stream_format dt_file_format(detm_text start);
/* Whether the bytes begin as an HTML page does. */
bool dt_file_is_html(detm_text start);

#endif
