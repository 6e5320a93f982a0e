/* base/foreign.h: recognises files that are not a web page by their first bytes. */
#ifndef DT_BASE_FOREIGN_H
#define DT_BASE_FOREIGN_H

#include "base/base.h"

enum { DT_KIND_BYTES = 4096 /* that are looked at */ };

/* For a file that certainly is not a web page: its format, and what to do, as in "a PDF file: ...".  NULL if it may be
 * a page. */
const char *dt_file_foreign(detm_text start);
/* The same for a file that may hold pages but is not one: WARC, MHTML, JSON. */
const char *dt_file_of_pages(detm_text start);
/* The length of the line with the size of the mail that follows it, with which a file of Apple Mail (.emlx) begins;
 * 0 = there is none. */
size_t dt_mail_size_line(detm_text start, uint64_t *size);
/* Whether the bytes begin with the header of a mail or an MHTML file, after such a line or not: it has a field
 * MIME-Version or, if `by_type`, a Content-Type of HTML or of several parts. */
bool dt_file_is_mail(detm_text start, bool by_type);
/* Whether a line is one that begins a mail in a mailbox: From, a sender, and a date with a time. */
bool dt_line_begins_mail(detm_text line);
/* Whether the bytes begin as a mailbox, with such a line and a header. */
bool dt_file_is_mailbox(detm_text start);
/* Whether the bytes begin as a property list, in XML or binary, of which web archives of Safari are one kind. */
bool dt_file_is_plist(detm_text start);
/* Whether the bytes begin as a ZIP or tar file of any members, not as a file of an office program or an e-book. */
bool dt_file_is_archive(detm_text start);
/* Whether the bytes begin as a WACZ, the ZIP file of a crawl. */
bool dt_file_is_wacz(detm_text start);
/* Whether the bytes begin as a JSON object, or an array of objects, arrays or strings. */
bool dt_file_is_json(detm_text start);
/* Whether the bytes begin as such JSON in a script: as what a function is called with (JSONP), or after a prefix that
 * keeps pages of other sites from running it, such as )]}'. */
bool dt_file_is_json_script(detm_text start);
/* Whether the bytes begin as a file of JavaScript, and are no page. */
bool dt_file_is_script(detm_text start);
/* Whether the bytes begin as the rows of React Server Components do (0:{"a":"$@1"...  1:I[...), which are no JSON as a
 * whole. */
bool dt_file_is_rows(detm_text start);

#endif
