/* links/link_attributes.c: reading links from attributes: URLs, srcset, refresh. */
#include "links/link_attributes.h"

#include <strings.h>

enum { PICTURE = DT_LINK_IN_SRC | DT_LINK_IN_SET | DT_LINK_IN_LAZY };

static const dt_link_attributes elements[] = {{"a", DT_LINK_IN_HREF, 0},
                                              {"area", DT_LINK_IN_HREF, 0},
                                              {"audio", 0, DT_LINK_IN_SRC},
                                              {"body", 0, DT_LINK_IN_BACKGROUND},
                                              {"form", DT_LINK_IN_ACTION, 0},
                                              {"frame", DT_LINK_IN_SRC, 0},
                                              {"iframe", DT_LINK_IN_SRC, DT_LINK_IN_LAZY},
                                              {"image", 0, DT_LINK_IN_HREF},
                                              {"img", 0, PICTURE},
                                              {"input", 0, DT_LINK_IN_SRC},
                                              {"link", DT_LINK_IN_HREF, 0},
                                              {"meta", DT_LINK_IN_REFRESH, 0},
                                              {"source", 0, PICTURE},
                                              {"table", 0, DT_LINK_IN_BACKGROUND},
                                              {"td", 0, DT_LINK_IN_BACKGROUND},
                                              {"video", 0, DT_LINK_IN_SRC | DT_LINK_IN_POSTER}};

static const struct {
  const char *name;
  unsigned kind;
  bool set; /* parsed like srcset */
} attributes[] = {{"href", DT_LINK_IN_HREF, false},
                  {"xlink:href", DT_LINK_IN_HREF, false},
                  {"src", DT_LINK_IN_SRC, false},
                  {"action", DT_LINK_IN_ACTION, false},
                  {"srcset", DT_LINK_IN_SET, true},
                  {"poster", DT_LINK_IN_POSTER, false},
                  {"background", DT_LINK_IN_BACKGROUND, false},
                  /* of scripts that load pictures lazily */
                  {"data-src", DT_LINK_IN_LAZY, false},
                  {"data-srcset", DT_LINK_IN_LAZY, true},
                  {"data-original", DT_LINK_IN_LAZY, false},
                  {"data-original-set", DT_LINK_IN_LAZY, true},
                  {"data-lazy", DT_LINK_IN_LAZY, false},
                  {"data-lazy-src", DT_LINK_IN_LAZY, false},
                  {"data-lazy-srcset", DT_LINK_IN_LAZY, true},
                  {"data-lazyload", DT_LINK_IN_LAZY, false},
                  {"data-actualsrc", DT_LINK_IN_LAZY, false},
                  {"data-echo", DT_LINK_IN_LAZY, false},
                  {"data-full-src", DT_LINK_IN_LAZY, false},
                  {"data-hi-res-src", DT_LINK_IN_LAZY, false},
                  {"data-image", DT_LINK_IN_LAZY, false},
                  {"data-img", DT_LINK_IN_LAZY, false},
                  {"data-large-file", DT_LINK_IN_LAZY, false},
                  {"data-orig-file", DT_LINK_IN_LAZY, false},
                  {"data-real-src", DT_LINK_IN_LAZY, false},
                  {"data-url", DT_LINK_IN_LAZY, false},
                  {"lazy-src", DT_LINK_IN_LAZY, false},
                  {"original", DT_LINK_IN_LAZY, false}};

const dt_link_attributes *dt_link_attributes_of(const char *element) {
  for (size_t i = 0; i < sizeof elements / sizeof *elements; i++)
    if (strcmp(elements[i].element, element) == 0) return &elements[i];
  return NULL;
}

static const char *skip_spaces(const char *at) {
  while (dt_is_ascii_space(*at)) at++;
  return at;
}

/* Skips the descriptors of a picture ("2x", "480w"), which may have commas in parentheses. */
static const char *skip_descriptors(const char *at) {
  for (unsigned depth = 0; *at != '\0' && (depth != 0 || *at != ','); at++) {
    if (*at == '(') depth++;
    if (*at == ')' && depth != 0) depth--;
  }
  return at;
}

/* Reads srcset as the HTML standard does. */
static void read_set(const char *at, dt_link_visit visit, void *data) {
  for (;;) {
    while (dt_is_ascii_space(*at) || *at == ',') at++;
    if (*at == '\0') return;
    const char *start = at;
    while (*at != '\0' && !dt_is_ascii_space(*at)) at++;
    const char *end = at;
    while (end > start && end[-1] == ',') end--;
    if (end > start) visit(data, (detm_text){start, (size_t)(end - start)});
    if (end == at) at = skip_descriptors(at);
  }
}

/* Reads "5; url='next.html'" as the HTML standard does. */
static void read_refresh(const xmlNode *node, dt_link_visit visit, void *data) {
  const char *kind = dt_node_value(node, "http-equiv"), *at = dt_node_value(node, "content");
  if (kind == NULL || at == NULL || strcasecmp(kind, "refresh") != 0) return;
  at = skip_spaces(at);
  at = skip_spaces(at + strspn(at, "0123456789."));
  if (*at == ';' || *at == ',') at = skip_spaces(at + 1);
  if (strncasecmp(at, "url", 3) == 0) {
    const char *equals = skip_spaces(at + 3);
    if (*equals == '=') at = skip_spaces(equals + 1);
  }
  char quote = *at == '"' || *at == '\'' ? *at++ : '\0';
  const char *end = quote != '\0' ? strchr(at, quote) : NULL;
  size_t length = end != NULL ? (size_t)(end - at) : strlen(at);
  if (length != 0) visit(data, (detm_text){at, length});
}

void dt_link_attributes_read(const dt_link_attributes *element, const xmlNode *node, bool pictures, dt_link_visit visit,
                             void *data) {
  unsigned wanted = element->attributes | (pictures ? element->pictures : 0u);
  if (wanted & DT_LINK_IN_REFRESH) read_refresh(node, visit, data);
  for (const xmlAttr *a = wanted != 0 ? node->properties : NULL; a != NULL; a = a->next) {
    size_t i = 0, count = sizeof attributes / sizeof *attributes;
    while (i < count && ((attributes[i].kind & wanted) == 0 || strcmp(attributes[i].name, (const char *)a->name) != 0))
      i++;
    if (i == count) continue;
    const char *value = dt_attribute_content(a);
    if (attributes[i].set)
      read_set(value, visit, data);
    else
      visit(data, dt_text(value));
  }
}
