/* tree/data.h: the JSON-LD of a page as elements of its document.
 *
 * <ld> is the last child of the root element; it holds an <x> for each object: a key becomes an element (what is no
 * letter, digit, "-" or "_" becomes "_"), an array repeats its element, @type becomes the attribute "type" (of several
 * the first), @graph an element "graph"; other keys with @, booleans and nulls are left out.  Tags are taken out of
 * strings and references are read. */
#ifndef DT_DATA_H
#define DT_DATA_H

#include "tree/dom.h"

/* Adds the objects of JSON texts, each ended by a NUL, if there are any.  A text that is no JSON is passed over, and
 * what is nested more than 32 deep.  dom->status tells of a lack of memory or too many nodes. */
void dt_data_add(dt_dom *dom, detm_text texts);

#endif
