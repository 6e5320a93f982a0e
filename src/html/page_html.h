/* html/page_html.h: writes a document as HTML that is well-formed XML. */
#ifndef DT_HTML_PAGE_HTML_H
#define DT_HTML_PAGE_HTML_H

#include "html/page_print.h"

#include <libxml/tree.h>

/* Writes all elements, attributes and texts of a document. */
void dt_page_print_html(const xmlDoc *document, dt_page_output *output);

#endif
