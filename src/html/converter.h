/* html/converter.h: converters of iconv, under the names that the C library knows. */
#ifndef DT_HTML_CONVERTER_H
#define DT_HTML_CONVERTER_H

#include "base/base.h"

#include <iconv.h>

/* Opens a converter from an encoding to UTF-8; `name` is one that glibc and libiconv know.  Returns (iconv_t)-1 with
 * errno EINVAL if the C library does not have the encoding or has no memory repeatedly, ENOMEM without memory. */
iconv_t dt_converter_open(const char *name);

/* Returns whether the C library has the encoding; true without memory to find out. */
bool dt_converter_exists(const char *name);

#endif
