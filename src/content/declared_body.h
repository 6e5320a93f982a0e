/* content/declared_body.h: the body of an article that only the page's JSON-LD has. */
#ifndef DT_CONTENT_DECLARED_BODY_H
#define DT_CONTENT_DECLARED_BODY_H

#include "content/content.h"

/* Returns the body of the article in the JSON-LD as HTML, in the arena, if the page shows none of it and the chosen
 * text is shorter; otherwise NULL. */
const char *dt_declared_body(const dt_content_page *page, const bool *chosen);

#endif
