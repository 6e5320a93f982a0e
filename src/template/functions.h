/* template/functions.h: what stylesheets may call within detm, besides XSLT's own functions. */
#ifndef DT_FUNCTIONS_H
#define DT_FUNCTIONS_H

#include "template/locate.h"
#include "template/pattern.h"
#include "template/walk.h"

#include <libxslt/xsltInternals.h>

/* A pattern of the template. */
typedef struct dt_cutter {
  const char *text;
  dt_pattern *pattern;
} dt_cutter;

/* What a template compiles to: template->stylesheet. */
typedef struct dt_stylesheet {
  xsltStylesheetPtr style;
  dt_cutter *cutters; /* sorted by text, each once */
  size_t cutter_count;
  dt_steps *paths; /* of anchors that have one, sorted likewise */
  size_t path_count;
} dt_stylesheet;

/* One run of a stylesheet over a page. */
typedef struct dt_job {
  const dt_stylesheet *stylesheet;
  const char *base;           /* what links are resolved against, NULL = nothing */
  xmlXPathContextPtr context; /* of walks */
  dt_locator locator;
  xmlNodeSetPtr
      *firsts; /* what the first step of a path from the root leads to, by dt_steps.first; NULL = not known yet */
  dt_buffer text;
  dt_arena links;
  dt_scope time; /* nothing is left by it: its status tells that the time is up */
  size_t bytes;  /* of all values */
  bool too_much; /* more than DT_MOST_VALUES of them */
  bool no_memory;
  const char *given_up; /* a pattern that was on some text, NULL = none */
} dt_job;

/* Bytes of values that a page may give: elements within each other hold the same text over and over. */
enum { DT_MOST_VALUES = 128 << 20 };

/* Makes the functions known to a transformation of the document; false without memory.  dt_job_end in any case.
 * `seconds` 0 = no limit. */
bool dt_job_begin(dt_job *job, xsltTransformContextPtr transformation, xmlDocPtr document, double seconds) DETM_CHECK;
void dt_job_end(dt_job *job);

#endif
