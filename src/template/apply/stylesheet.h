/* template/apply/stylesheet.h: the XSLT stylesheet that a template compiles to.
 *
 * Stylesheets run without access to files and network, and with limits of depth and time. */
#ifndef DT_TEMPLATE_APPLY_STYLESHEET_H
#define DT_TEMPLATE_APPLY_STYLESHEET_H

#include "template/template.h"

struct _xmlDoc;

/* Compiles a template: sets template->stylesheet.  Returns DETM_OK or DETM_NO_MEMORY. */
detm_status dt_stylesheet_make(detm_template *template, detm_error *error) DETM_CHECK;
void dt_stylesheet_free(void *stylesheet);

typedef struct dt_made {
  struct _xmlDoc *results; /* urn:detm:results:1 with one record; the caller frees it with xmlFreeDoc */
  const char *given_up;    /* a pattern of the template that reached its limit of work, NULL = none */
} dt_made;

/* Applies the stylesheet to the page's document.  Links are resolved against `base`; NULL = they are left as they are.
 * Returns DETM_OK, DETM_LIMIT past the page's seconds, DETM_BAD_FILE if a path of the template fails, or
 * DETM_NO_MEMORY. */
detm_status dt_stylesheet_run(const detm_template *template, const detm_page *page, const char *base, dt_made *made,
                              detm_error *error) DETM_CHECK;

#endif
