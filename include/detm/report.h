/* detm/report.h: a report on pages and their results, one HTML file to look at.
 *
 *   detm_report *report = detm_report_new(&error);
 *   ... for each page, parsed with parts DETM_PAGE_SOURCE:
 *   detm_result *result = detm_extract(page, NULL, &error);
 *   status = detm_report_add(report, page, result, &error);
 *   ...
 *   status = detm_report_write(report, write, data, &error);
 *   detm_report_free(report);
 *
 * The report shows each page above a table of its results, which are marked on the page:
 *
 *   lists (detm_extract, detm_wrapper_apply)  records are outlined, their values coloured and numbered by field
 *   detm_template_apply                       the values, with the anchors that found them
 *   detm_content_into_result                  title, date, author and breadcrumb; the main text is shaded
 *   detm_links_into_result                    the links, coloured and numbered by their place
 *
 * The pages that need a look come first.  It works without a network and without scripts.  No script and
 * no address of a page works in it, and its style sheets load nothing. */
#ifndef DETM_REPORT_H
#define DETM_REPORT_H

#include <detm/drift.h>
#include <detm/extract.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct detm_report detm_report;

/* An empty report.  NULL with DETM_NO_MEMORY.  The caller frees it. */
DETM_API detm_report *detm_report_new(detm_error *error) DETM_CHECK;
DETM_API void detm_report_free(detm_report *report);

/* Adds a page and its result; both may be freed afterwards.  The page must have its source (DETM_PAGE_SOURCE), else the
 * status is DETM_USAGE.  DETM_LIMIT past the page's seconds, DETM_CANCELLED or DETM_NO_MEMORY; the page is not added
 * then. */
DETM_API detm_status detm_report_add(detm_report *report, const detm_page *page, const detm_result *result,
                                     detm_error *error) DETM_CHECK;
/* Adds what has drifted to the page that was added last (detm_verify): the values before and now.  It has the badge
 * "drifted" then, unless the wrapper or template does not fit.  Does nothing if nothing has drifted.  DETM_USAGE
 * without a page, DETM_NO_MEMORY. */
DETM_API detm_status detm_report_add_drift(detm_report *report, const detm_drift *drift, detm_error *error) DETM_CHECK;
/* Adds a warning to the page that was added last, which makes it doubtful: a page that is cut off. */
DETM_API detm_status detm_report_add_warning(detm_report *report, const char *warning, detm_error *error) DETM_CHECK;
/* Adds a page that could not be read, or has no result, with the reason. */
DETM_API detm_status detm_report_add_failure(detm_report *report, const char *name, const char *reason,
                                             detm_error *error) DETM_CHECK;

/* Writes the report.  DETM_WRITE or DETM_NO_MEMORY. */
DETM_API detm_status detm_report_write(const detm_report *report, detm_write write, void *data,
                                       detm_error *error) DETM_CHECK;

#ifdef __cplusplus
}
#endif
#endif
