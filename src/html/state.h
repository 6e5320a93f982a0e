/* html/state.h: the text of an article that only the state of a page's scripts has. */
#ifndef DT_HTML_STATE_H
#define DT_HTML_STATE_H

#include "base/base.h"

/* Finds the body of an article in the content of a script: JSON, or an assignment of JSON to a member of the window.
 * Returns it as a JSON-LD article, to be freed with free(); NULL if there is none, or *no_memory. */
char *dt_state_article(detm_text script, bool *no_memory);

#endif
