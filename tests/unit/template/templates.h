/* templates.h: templates and the values they find, for the tests of src/template. */
#ifndef TEST_TEMPLATES_H
#define TEST_TEMPLATES_H

#include "html/documents.h"
#include "template/template.h"

#include "xml_schema.h"

#define TEMPLATE "<template xmlns='urn:detm:template:1' name='t'>"
#define LAYOUT TEMPLATE "<layout>"
#define LAYOUT_END "</layout></template>"
#define PART LAYOUT "<field name='f'><part>"
#define PART_END "</part></field>" LAYOUT_END

/* Loads a template; fails the test if it is refused. Freed by the caller. */
detm_template *template_of(const char *text);
/* The message for a template that is refused, with its line: "2: ...". The next call overwrites it. */
const char *refusal_of(const char *text);

/* The values that the template finds on the page, with any fit: "title=A (class 1) | tag=x (tag 2)", then "; missing a,
 * b" if fields are missing. The next call overwrites it. */
const char *given_by(const char *text, const char *markup);
/* The same for a loaded template and a parsed page. */
const char *record_of(const detm_template *template, const detm_page *page);

/* Write detm_template_save and detm_template_stylesheet to `out`, with a final NUL that is not counted. */
void save_template(const detm_template *template, dt_buffer *out);
void save_stylesheet(const detm_template *template, dt_buffer *out);

/* A random template that uses each feature; the same for the same seed. Freed by detm_template_free. */
detm_template *template_random(unsigned seed);

#endif
