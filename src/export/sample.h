/* export/sample.h: a page on which selectors are tried, and the records that the wrapper finds on it. */
#ifndef DT_EXPORT_SAMPLE_H
#define DT_EXPORT_SAMPLE_H

#include <detm/page.h>

#include "wrapper/wrapper.h"

#include <libxml/tree.h>

/* The page as one parser reads it. */
typedef struct dt_view {
  xmlDocPtr document; /* NULL = none */
  xmlNodePtr *firsts; /* the element that begins each record, by record; NULL: not all of them were found */
} dt_view;

enum {
  DT_VIEW_OWN,    /* the document of detm */
  DT_VIEW_LIBXML, /* by the HTML parser of libxml2, which lxml and parsel use; only if the page has its source */
  DT_VIEWS
};

typedef struct dt_sample_page {
  uint32_t records;
  dt_buffer *values; /* by field of the wrapper, in the form of check.h */
  uint32_t field_count;
  dt_view views[DT_VIEWS];
} dt_sample_page;

/* The element that begins each record: the first at the top of the wrapper that all records have; NULL = none. */
const dt_wrapper_node *dt_sample_base(const detm_wrapper *wrapper);
/* Applies the wrapper to a page, which must outlive the sample.  DETM_USAGE (a page without its tag tree or document),
 * DETM_LIMIT, DETM_NO_MEMORY.  dt_sample_free frees the sample in any case. */
detm_status dt_sample_make(dt_sample_page *sample, const detm_wrapper *wrapper, const detm_page *page,
                           detm_error *error) DETM_CHECK;
void dt_sample_free(dt_sample_page *sample);

/* Ends of a value and of a record in dt_sample_page.values. */
enum { DT_END_OF_VALUE = '\x1e', DT_END_OF_RECORD = '\x1d' };
/* Adds a text with white space, also non-breaking, as single spaces. */
void dt_sample_add_text(dt_buffer *out, detm_text text);
/* Adds the text of a node without scripts and style sheets, in the same form.  Returns the number of nodes in it. */
size_t dt_sample_add_content(dt_buffer *out, const xmlNode *node);

#endif
