/* stream/mhtml.h: pages saved as one file with their images (RFC 2557), and mails of HTML. */
#ifndef DT_STREAM_MHTML_H
#define DT_STREAM_MHTML_H

#include "stream/stream.h"

/* Reads the main part: that of the parameter `start`, else the first of HTML.  DETM_NOTHING: no part is HTML. */
detm_status dt_mhtml_read(dt_bytes *bytes, const dt_stream_options *options, dt_stream_page *page,
                          detm_error *error) DETM_CHECK;

#endif
