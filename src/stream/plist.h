/* stream/plist.h: the page of a web archive of Safari: a property list, in XML or binary. */
#ifndef DT_STREAM_PLIST_H
#define DT_STREAM_PLIST_H

#include "stream/format.h"

/* Reads the main resource.  The whole file is in memory, because the values of a binary list are found from its end. */
detm_status dt_plist_next(dt_file_reading *reading, dt_stream_page *page, detm_error *error) DETM_CHECK;

#endif
