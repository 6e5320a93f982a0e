/* tree/detect.h: which encoding a page is in that is no UTF-8, by what its bytes look like. */
#ifndef DT_DETECT_H
#define DT_DETECT_H

#include "base/base.h"

/* The encoding, by a name for iconv, that bytes which are not UTF-8 are in: what they look like, or `said` where
 * nothing tells: what the page names, "CP1252" (windows-1252) if it names none.  Unless `doubted`, what a page names
 * holds as long as its letters can be those of a text.  Looks at the first 200,000 bytes of lines that are not ASCII,
 * only if there is a doubt.  Static or `said`; NULL: no memory. */
const char *dt_detect(const char *bytes, size_t length, const char *said, bool doubted);

#endif
