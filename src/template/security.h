/* template/security.h: libxslt without its dangers: it may touch nothing, and says nothing by itself. */
#ifndef DT_SECURITY_H
#define DT_SECURITY_H

#include "base/base.h"

#include <libxslt/security.h>
#include <libxslt/xsltInternals.h>

#include "tree/silence.h"

/* A transformation that may read, write and fetch nothing.  Its first error goes to `fault`. */
typedef struct dt_fault {
  int code; /* of libxml2's, 0 = none */
  char text[200];
} dt_fault;

typedef struct dt_transformation {
  xsltTransformContextPtr context;
  xsltSecurityPrefsPtr security;
  dt_silence silence;
  bool silent; /* it was begun */
} dt_transformation;

/* False without memory; dt_transformation_end in any case.  `most_steps` 0 = no limit. */
bool dt_transformation_begin(dt_transformation *run, xsltStylesheetPtr style, xmlDocPtr document, double most_steps,
                             dt_fault *fault) DETM_CHECK;
/* Whether what came out is not to be had: asked in the thread that ran it, while it is the last one begun there. */
bool dt_transformation_failed(const dt_transformation *run);
void dt_transformation_end(dt_transformation *run);

/* A stylesheet from a document, which it takes over; NULL without memory (or if it is none). */
xsltStylesheetPtr dt_xslt_parse(xmlDocPtr document);

#endif
