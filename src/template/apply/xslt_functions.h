/* template/apply/xslt_functions.h: the extension functions that stylesheets of templates call. */
#ifndef DT_TEMPLATE_APPLY_XSLT_FUNCTIONS_H
#define DT_TEMPLATE_APPLY_XSLT_FUNCTIONS_H

#include "base/map.h"
#include "template/apply/anchor_index.h"
#include "template/apply/pattern.h"
#include "template/apply/step_eval.h"

#include <libxslt/xsltInternals.h>

/* A compiled pattern of the template. */
typedef struct dt_cutter {
  const char *text;
  dt_pattern *pattern;
} dt_cutter;

/* An anchor in its compiled form. */
typedef struct dt_compiled_anchor {
  const dt_anchor *anchor;
  const dt_cutter *cutter; /* NULL = values stay whole */
  const dt_steps *steps;   /* NULL = it has no path */
  const dt_template_layout *layout;
  const dt_template_field *field;
  bool sure; /* another anchor of its part starts at a sure label */
} dt_compiled_anchor;

/* The compiled form of a template: template->stylesheet. */
typedef struct dt_stylesheet {
  xsltStylesheetPtr style;
  dt_cutter *cutters; /* sorted by text, without duplicates */
  size_t cutter_count;
  dt_steps *paths; /* paths of the anchors, sorted, without duplicates */
  size_t path_count;
  dt_compiled_anchor *anchors; /* of all layouts, in their order: the first has the number 1 */
  size_t anchor_count;
} dt_stylesheet;

/* The application of a stylesheet to a page. */
typedef struct dt_xslt_job {
  const dt_stylesheet *stylesheet;
  const char *base;           /* URL that links are resolved against, NULL = none */
  xmlXPathContextPtr context; /* for dt_walk */
  dt_locator locator;
  xmlNodeSetPtr *firsts; /* nodes after first steps that are shared, by dt_steps.first; NULL = not yet known */
  dt_buffer text;
  dt_arena links;
  dt_scope time; /* never left: only its status is used, to see whether the time is up */
  size_t bytes;  /* of all values */
  bool too_much; /* more bytes than DT_MAX_VALUES */
  bool no_memory;
  dt_lookup labels;     /* of the page, once they are asked for */
  bool has_labels;      /* they were */
  const char *given_up; /* a pattern that reached its limit on some text, NULL = none */
} dt_xslt_job;

/* Limit of the bytes of all values of a page: nested elements repeat the same text. */
enum { DT_MAX_VALUES = 128 << 20 };

/* Registers the functions with a transformation of the document.  Returns false without memory; call dt_job_end in
 * either case.  `seconds` 0 = no limit. */
bool dt_job_begin(dt_xslt_job *job, xsltTransformContextPtr transformation, xmlDocPtr document,
                  double seconds) DETM_CHECK;
void dt_job_end(dt_xslt_job *job);

/* Returns whether a value has the type of a field; every value has the type "text". */
bool dt_value_fits(detm_text value, const char *type);

#endif
