/* documents.h: documents of small pages, and drawings of them.
 *
 * A drawing shows nodes in one line: <p id="x">a <b>c</b><!></p>; white space in texts is folded. */
#ifndef TEST_DOCUMENTS_H
#define TEST_DOCUMENTS_H

#include "html/page.h"

#include <libxml/tree.h>

/* Parses a page as a document; fails the test if that is impossible. The caller frees it. */
detm_page *document_of(const char *markup);
/* Return the document's root, and the first element with a name or NULL. */
xmlNodePtr root_of(const detm_page *page);
xmlNodePtr element_of(const detm_page *page, const char *name);

/* Adds the drawing of a node and its later siblings. */
void draw_nodes(const xmlNode *node, dt_buffer *out);
/* Expects this drawing of the children of the first element with a name. */
void expect_within(const char *markup, const char *name, const char *expected);

#endif
