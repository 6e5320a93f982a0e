/* base/libxml_guard.h: suppresses the messages of libxml2 and libxslt in this thread, and detects that they lacked
 * memory, even if they do not report it. */
#ifndef DT_BASE_LIBXML_GUARD_H
#define DT_BASE_LIBXML_GUARD_H

#include "base/base.h"

#include <libxml/parser.h>
#include <libxml/xmlerror.h>

/* What a handler of errors gets. */
#if LIBXML_VERSION >= 21200
typedef const xmlError *dt_xml_error;
#else
typedef xmlErrorPtr dt_xml_error;
#endif

typedef struct dt_silence {
  xmlStructuredErrorFunc structured;
  xmlGenericErrorFunc generic;
  void *structured_data, *generic_data;
  unsigned long lacks; /* the thread's count at dt_silence_begin */
} dt_silence;

/* Initializes libxml2, which must not happen in two threads at once.  To be called before any function of libxml2. */
void dt_libxml_start(void);

/* Begins and ends the suppression; pairs may be nested.  dt_silence_begin returns false without memory, and nothing has
 * begun. */
bool dt_silence_begin(dt_silence *silence) DETM_CHECK;
void dt_silence_end(const dt_silence *silence);
/* Whether an allocation has failed since dt_silence_begin. */
bool dt_silence_lacked(const dt_silence *silence);
/* Counts a failed allocation of detm within a callback of libxml2. */
void dt_silence_lack(void);

#endif
