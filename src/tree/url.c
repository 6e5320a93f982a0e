/* tree/url.c: resolving links. */
#include "tree/url.h"

#include <libxml/uri.h>

static detm_text trim(detm_text text) {
  while (text.length != 0 && text.data[text.length - 1] >= 0 && text.data[text.length - 1] <= ' ') text.length--;
  while (text.length != 0 && *text.data >= 0 && *text.data <= ' ') text = (detm_text){text.data + 1, text.length - 1};
  return text;
}

/* xmlBuildURI refuses blanks and the like: they are escaped first. */
static xmlChar *build(const char *link, const char *base) {
  xmlChar *built = xmlBuildURI((const xmlChar *)link, (const xmlChar *)base);
  if (built != NULL) return built;
  xmlChar *escaped = xmlURIEscapeStr((const xmlChar *)link, (const xmlChar *)"/?#[]@!$&'()*+,;=:%~-._");
  if (escaped == NULL) return NULL;
  built = xmlBuildURI(escaped, (const xmlChar *)base);
  xmlFree(escaped);
  return built;
}

detm_text dt_url_resolve(dt_arena *arena, const char *base, detm_text link) {
  link = trim(link);
  if (base == NULL || link.length == 0) return link;
  char *copy = dt_arena_copy(arena, link.data, link.length);
  if (copy == NULL) return link;
  xmlChar *built = build(copy, base);
  if (built == NULL) return link;
  size_t length = strlen((const char *)built);
  dt_scope *scope = arena->scope;
  arena->scope = NULL; /* no escape while libxml2's string is ours */
  char *kept = dt_arena_copy(arena, (const char *)built, length);
  arena->scope = scope;
  xmlFree(built);
  return kept != NULL ? (detm_text){kept, length} : link;
}

const char *dt_page_base(dt_arena *arena, const detm_page *page) {
  detm_text own = page->tree.base_href;
  if (own.length == 0) return page->base;
  detm_text resolved = dt_url_resolve(arena, page->base, own);
  return dt_arena_copy(arena, resolved.data, resolved.length);
}
