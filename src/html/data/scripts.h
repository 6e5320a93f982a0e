/* html/data/scripts.h: the scripts of a page and its attributes of JSON, and the data in them.
 *
 *   scripts -> literals (literal.h) -> JSON -> lists of objects, as tables of HTML (lists.h) */
#ifndef DT_HTML_DATA_SCRIPTS_H
#define DT_HTML_DATA_SCRIPTS_H

#include "html/parse/nodes.h"

#include <jansson.h>

typedef struct dt_data_script {
  detm_text name; /* its id, else "ld+json" or "script"; that of an attribute */
  detm_text text;
  bool json, linked; /* its type says that it is JSON, JSON-LD */
  bool rows;         /* it is rows of React Server Components */
} dt_data_script;

typedef struct dt_data_scripts {
  dt_data_script *items;
  uint32_t count;
} dt_data_scripts;

/* Copies the inline scripts of a page and its own attributes of JSON to an arena that has a scope. */
dt_data_scripts dt_data_scripts_copy(dt_html_tree *page, dt_arena *arena);

/* Takes an array of the values that a script has, and the script's name.  `rows`: the values that strings "$1a" in them
 * stand for; NULL = none.  False without memory. */
typedef bool dt_data_take(void *taker, json_t *values, json_t *rows, const char *name);

/* Gives the data in the scripts to `take`.  Stops early when the scope is over; leaves no scope.  *too_large: they have
 * more than is read.  False without memory. */
bool dt_data_scripts_read(const dt_data_scripts *scripts, dt_scope *scope, dt_data_take *take, void *taker,
                          bool *too_large);
/* Adds a page of the lists in the scripts to `html` (dt_data_lists_write).  Stops early when the scope is over; leaves
 * no scope.  *full: they have more than is read.  False without memory. */
bool dt_data_scripts_write(const dt_data_scripts *scripts, dt_scope *scope, dt_buffer *html, bool *full);
typedef enum dt_data_kind { DT_DATA_JSON, DT_DATA_ROWS /* of React Server Components */, DT_DATA_SCRIPT } dt_data_kind;
/* The same for a text of such a kind; adds nothing if the values are pages. */
bool dt_data_text_write(detm_text text, dt_data_kind kind, dt_scope *scope, dt_buffer *html, bool *full);
/* The same for a text of XML; adds nothing if it has no list.  *faulty: it is not well-formed. */
bool dt_data_xml_write(detm_text xml, dt_scope *scope, dt_buffer *html, bool *full, bool *faulty);

#endif
