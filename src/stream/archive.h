/* stream/archive.h: the pages in ZIP and tar files, also in the WARC files of a WACZ. */
#ifndef DT_STREAM_ARCHIVE_H
#define DT_STREAM_ARCHIVE_H

#include "stream/format.h"

/* Reads the next page of a member, which may be a file of several pages, but no archive; other members are counted. */
detm_status dt_archive_next(dt_file_reading *reading, dt_stream_page *page, detm_error *error) DETM_CHECK;
void dt_archive_close(void *state);

#endif
