/* tree/silence.h: what libxml2 and libxslt say of errors in this thread goes nowhere; that they lacked memory is noted,
 * whether they say it or not. */
#ifndef DT_SILENCE_H
#define DT_SILENCE_H

#include "base/base.h"

#include <libxml/parser.h>
#include <libxml/xmlerror.h>

typedef struct dt_silence {
  xmlStructuredErrorFunc structured;
  xmlGenericErrorFunc generic;
  void *structured_data, *generic_data;
  unsigned long lacks; /* what the thread had counted when it began */
  xmlParserCtxtPtr
      parser; /* an HTML parser whose input then ends, since libxml2 2.9 may not end by itself; NULL = none */
} dt_silence;

/* libxml2's own start, which must not happen in two threads at once: to be called before anything of libxml2. */
void dt_libxml_start(void);

/* From begin to end; several may be within each other.  False: no memory, and nothing was begun. */
bool dt_silence_begin(dt_silence *silence) DETM_CHECK;
void dt_silence_end(const dt_silence *silence);
/* Whether something has had no memory since then. */
bool dt_silence_lacked(const dt_silence *silence);

#endif
