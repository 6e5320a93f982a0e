/* templates.h: templates and what they give, for the tests of src/template. */
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

/* Fails the test if the template is refused.  Freed by the caller. */
detm_template *template_of(const char *text);
/* The message for a template that must be refused, with its line: "2: ...".  The next call overwrites it. */
const char *refusal_of(const char *text);

/* What the template gives for the page: "title=A (class 1) | tag=x (tag 2)", then "; missing a, b" if something is;
 * any fit will do.  The next call overwrites it. */
const char *given_by(const char *text, const char *markup);
/* The same for a template and page at hand. */
const char *record_of(const detm_template *template, const detm_page *page);

/* detm_template_save and detm_template_stylesheet into `out`, which ends with a NUL that is not counted. */
void save_template(const detm_template *template, dt_buffer *out);
void save_stylesheet(const detm_template *template, dt_buffer *out);

/* A template with something of everything, the same for the same seed; to be freed by detm_template_free. */
detm_template *template_random(unsigned seed);

#endif
