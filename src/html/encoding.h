/* html/encoding.h: converts a page to valid UTF-8.
 *
 *   encoding.c         finds the encoding, converts
 *   encoding_detect.c  detects the encoding by the bytes */
#ifndef DT_HTML_ENCODING_H
#define DT_HTML_ENCODING_H

#include "base/base.h"

/* Decodes a page.  The encoding is, in this order: `given` (may be NULL); that of the byte order mark; UTF-8 if the
 * page is valid UTF-8 (or nearly, and declares no other); the one declared in a meta element or an XML declaration, if
 * the text fits it; the one detected from the text (dt_detect).  Broken bytes and control characters become
 * U+FFFD. *text is `bytes` itself if nothing changed, otherwise the data of `out`.  *name is the encoding's name,
 * static or in `arena`.  Returns DETM_BAD_INPUT if `given` is unknown, or DETM_NO_MEMORY. */
detm_status dt_decode(const char *bytes, size_t length, const char *given, dt_arena *arena, dt_buffer *out,
                      detm_text *text, const char **name, detm_error *error) DETM_CHECK;

#endif
