/* tree/data.h: the JSON-LD of a page as elements of its document.
 *
 * <ld> is the last child of the root element; it holds an <x> for each object.  A key becomes an element (what is no
 * letter, digit, "-" or "_" becomes "_"), an array repeats its element, @graph is an element "graph", @id a child
 * "id", @type the attribute "type": the last words of its URLs, a space between several.  Other keys with @, booleans
 * and nulls are left out.  Tags are taken out of strings and references are read.  An object that only names another
 * one of the page by @id has the members of that one, whose own names are not followed. */
#ifndef DT_DATA_H
#define DT_DATA_H

#include "tree/dom.h"

/* Adds the objects of JSON texts, each ended by a NUL, if there are any.  Comments, CDATA marks, commas too many and
 * what stands behind are forgiven; a text that is no JSON is passed over, and so is what is nested more than 32 deep.
 * dom->status tells of a lack of memory or too many nodes. */
void dt_data_add(dt_dom *dom, detm_text texts);

#endif
