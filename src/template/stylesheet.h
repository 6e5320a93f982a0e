/* template/stylesheet.h: the XSLT that a template compiles to; the only place with libxslt.
 *
 * Stylesheets run with nothing allowed: no files, no network, bounded depth and work. */
#ifndef DT_STYLESHEET_H
#define DT_STYLESHEET_H

#include "template/template.h"
#include "template/xpath.h"

struct _xmlDoc;

/* Appends the template XML (save.c). */
void dt_template_save(const detm_template *template, dt_buffer *out);

/* Sets template->stylesheet.  DETM_NO_MEMORY. */
detm_status dt_stylesheet_make(detm_template *template, detm_error *error) DETM_CHECK;
void dt_stylesheet_free(void *stylesheet);

typedef struct dt_made {
  struct _xmlDoc *results; /* urn:detm:results:1 with one record, to be freed by xmlFreeDoc */
  const char *given_up;    /* a pattern of the template that was at its bound on work, NULL = none */
} dt_made;

/* Runs it over the page's document.  `base` is
 * what links are resolved against, NULL = they stay.  DETM_LIMIT past the page's seconds, DETM_BAD_FILE where a path of
 * the template fails, DETM_NO_MEMORY. */
detm_status dt_stylesheet_run(const detm_template *template, const detm_page *page, const char *base, dt_made *made,
                              detm_error *error) DETM_CHECK;

/* Whether a value is of a field's type; any is "text". */
bool dt_value_fits(detm_text value, const char *type);

#endif
