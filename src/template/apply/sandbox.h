/* template/apply/sandbox.h: runs libxslt without access to files and network, and without output. */
#ifndef DT_TEMPLATE_APPLY_SANDBOX_H
#define DT_TEMPLATE_APPLY_SANDBOX_H

#include "base/base.h"

#include <libxslt/security.h>
#include <libxslt/xsltInternals.h>

#include "base/libxml_guard.h"

/* The first error of a transformation. */
typedef struct dt_xslt_fault {
  int code; /* of libxml2, 0 = no error */
  char text[200];
} dt_xslt_fault;

/* A transformation that cannot read or write files or use the network. */
typedef struct dt_transformation {
  xsltTransformContextPtr context;
  xsltSecurityPrefsPtr security;
  dt_silence silence;
  bool silent; /* `silence` is active */
} dt_transformation;

/* Prepares a transformation; `fault` gets its first error.  Returns false without memory; call dt_transformation_end in
 * either case.  `most_steps` 0 = no limit. */
bool dt_transformation_begin(dt_transformation *run, xsltStylesheetPtr style, xmlDocPtr document, double most_steps,
                             dt_xslt_fault *fault) DETM_CHECK;
/* Returns whether the output is incomplete.  Call it in the thread that ran the transformation, before another begins.
 */
bool dt_transformation_failed(const dt_transformation *run);
void dt_transformation_end(dt_transformation *run);

/* Compiles a stylesheet and takes ownership of the document.  Returns NULL without memory or if it is invalid. */
xsltStylesheetPtr dt_xslt_parse(xmlDocPtr document);

#endif
