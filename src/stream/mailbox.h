/* stream/mailbox.h: the mails of a mailbox (mbox, RFC 4155), each of which may hold a page. */
#ifndef DT_STREAM_MAILBOX_H
#define DT_STREAM_MAILBOX_H

#include "stream/format.h"

/* Reads a file that is one mail or MHTML, that of Apple Mail too.  DETM_NOTHING: it has no part of HTML. */
detm_status dt_mail_read(dt_file_reading *reading, dt_stream_page *page, detm_error *error) DETM_CHECK;
/* Reads up to the next mail with a part of HTML; the others are counted. */
detm_status dt_mailbox_next(dt_file_reading *reading, dt_stream_page *page, detm_error *error) DETM_CHECK;

#endif
