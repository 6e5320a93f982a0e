/* tree/encoding.h: the bytes of a page as valid UTF-8. */
#ifndef DT_ENCODING_H
#define DT_ENCODING_H

#include "base/base.h"

/* Decodes a page: the encoding `given` (NULL = none), else the byte order mark, else UTF-8 where all of it (or nearly
 * all, if it does not name another) is valid UTF-8, else what a meta element or an XML declaration says if the text can
 * be that, else what the text looks like (detect.h).  Broken bytes and control characters become U+FFFD.  *text is
 * `bytes` itself where nothing had to change, else the data of `out`.  *name gets the encoding's name (static or in
 * `arena`).  DETM_BAD_INPUT if `given` is unknown, DETM_NO_MEMORY. */
detm_status dt_decode(const char *bytes, size_t length, const char *given, dt_arena *arena, dt_buffer *out,
                      detm_text *text, const char **name, detm_error *error) DETM_CHECK;

#endif
