/* tree/url.c: resolving links. */
#include "tree/url.h"

#include <libxml/uri.h>
#include <stdlib.h>

static detm_text trim(detm_text text) {
  while (text.length != 0 && text.data[text.length - 1] >= 0 && text.data[text.length - 1] <= ' ') text.length--;
  while (text.length != 0 && *text.data >= 0 && *text.data <= ' ') text = (detm_text){text.data + 1, text.length - 1};
  return text;
}

static bool is_hex(char c) { return (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'f'); }

/* Whether a byte may stand in a URL as it is; libxml2 refuses brackets outside hosts, and a second "#". */
static bool may_stand(const char *at, bool *fragment) {
  static const char signs[] = "-._~:/?@!$&'()*+,;=";
  if ((*at >= '0' && *at <= '9') || ((*at | 32) >= 'a' && (*at | 32) <= 'z') || strchr(signs, *at) != NULL) return true;
  if (*at == '%') return is_hex(at[1]) && is_hex(at[2]);
  if (*at != '#' || *fragment) return false;
  *fragment = true;
  return true;
}

/* What no URL may hold, percent-encoded, as browsers do; in malloc's memory. */
static char *escape(const char *url) {
  static const char hex[] = "0123456789ABCDEF";
  char *escaped = malloc(3 * strlen(url) + 1), *out = escaped;
  bool fragment = false;
  for (const char *at = url; escaped != NULL && *at != '\0'; at++) {
    if (may_stand(at, &fragment)) {
      *out++ = *at;
    } else {
      *out++ = '%';
      *out++ = hex[(unsigned char)*at >> 4];
      *out++ = hex[(unsigned char)*at & 15];
    }
  }
  if (escaped != NULL) *out = '\0';
  return escaped;
}

static xmlChar *build(const char *link, const char *base) {
  xmlChar *built = xmlBuildURI((const xmlChar *)link, (const xmlChar *)base);
  if (built != NULL) return built;
  char *escaped_link = escape(link), *escaped_base = escape(base);
  if (escaped_link != NULL && escaped_base != NULL)
    built = xmlBuildURI((const xmlChar *)escaped_link, (const xmlChar *)escaped_base);
  free(escaped_link);
  free(escaped_base);
  return built;
}

detm_text dt_url_resolve(dt_arena *arena, const char *base, detm_text link) {
  link = trim(link);
  enum { LONGEST_LINK = 8192 }; /* libxml2 takes the square of a path's length */
  if (base == NULL || link.length == 0 || link.length > LONGEST_LINK || strlen(base) > LONGEST_LINK) return link;
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
