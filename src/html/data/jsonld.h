/* html/data/jsonld.h: adds the JSON-LD of a page to its document as elements.
 *
 * <ld> is the last child of the root element and has an <x> for each object.  A key becomes an element (other
 * characters than letters, digits, "-" and "_" become "_"), an array repeats its element, @graph becomes an element
 * "graph", @id a child "id", @type the attribute "type": the last words of its URLs, separated by spaces.  Other keys
 * with @, booleans and nulls are left out.  In strings, tags are removed and references replaced.  An object that only
 * refers to another one of the page by @id gets the members of that one, whose own references are not followed. */
#ifndef DT_HTML_DATA_JSONLD_H
#define DT_HTML_DATA_JSONLD_H

#include "html/dom_build.h"

/* Adds the objects of JSON texts, each ended by a NUL.  Ignores comments, CDATA marks, extra commas and text after the
 * JSON; skips texts that are not JSON and values nested deeper than 32.  Sets dom->status without memory or with too
 * many nodes. */
void dt_data_add(dt_dom *dom, detm_text texts);

/* Kinds of schema.org types. */
enum {
  DT_DATA_ARTICLE = 1, /* Article and its subtypes, except posts */
  DT_DATA_PAGE = 2,    /* WebPage and its subtypes */
  DT_DATA_LISTING = 4, /* a page or a list of several things */
  DT_DATA_PRODUCT = 8,
  DT_DATA_RECIPE = 16,
  DT_DATA_VIDEO = 32,
  DT_DATA_POST = 64,     /* a post in a forum or social network */
  DT_DATA_QUESTION = 128 /* of a page of questions and answers */
};
/* Returns the kinds of an object's types, 0 if it has none of these. */
unsigned dt_jsonld_kinds(const xmlNode *object);
/* Checks whether an object has a type, spelled exactly: "BreadcrumbList". */
bool dt_jsonld_is(const xmlNode *object, const char *type);

#endif
