/* focus/sight.c: links in attributes: addresses, sets of pictures, refreshes. */
#include "focus/sight.h"

#include <strings.h>

enum { PICTURE = DT_SIGHT_SRC | DT_SIGHT_SET | DT_SIGHT_LAZY };

static const dt_sight sights[] = {{"a", DT_SIGHT_HREF, 0},
                                  {"area", DT_SIGHT_HREF, 0},
                                  {"audio", 0, DT_SIGHT_SRC},
                                  {"body", 0, DT_SIGHT_BACKGROUND},
                                  {"form", DT_SIGHT_ACTION, 0},
                                  {"frame", DT_SIGHT_SRC, 0},
                                  {"iframe", DT_SIGHT_SRC, DT_SIGHT_LAZY},
                                  {"image", 0, DT_SIGHT_HREF},
                                  {"img", 0, PICTURE},
                                  {"input", 0, DT_SIGHT_SRC},
                                  {"link", DT_SIGHT_HREF, 0},
                                  {"meta", DT_SIGHT_REFRESH, 0},
                                  {"source", 0, PICTURE},
                                  {"table", 0, DT_SIGHT_BACKGROUND},
                                  {"td", 0, DT_SIGHT_BACKGROUND},
                                  {"video", 0, DT_SIGHT_SRC | DT_SIGHT_POSTER}};

static const struct {
  const char *name;
  unsigned kind;
  bool set; /* as srcset */
} attributes[] = {{"href", DT_SIGHT_HREF, false},
                  {"xlink:href", DT_SIGHT_HREF, false},
                  {"src", DT_SIGHT_SRC, false},
                  {"action", DT_SIGHT_ACTION, false},
                  {"srcset", DT_SIGHT_SET, true},
                  {"poster", DT_SIGHT_POSTER, false},
                  {"background", DT_SIGHT_BACKGROUND, false},
                  /* of the scripts that load pictures late */
                  {"data-src", DT_SIGHT_LAZY, false},
                  {"data-srcset", DT_SIGHT_LAZY, true},
                  {"data-original", DT_SIGHT_LAZY, false},
                  {"data-original-set", DT_SIGHT_LAZY, true},
                  {"data-lazy", DT_SIGHT_LAZY, false},
                  {"data-lazy-src", DT_SIGHT_LAZY, false},
                  {"data-lazy-srcset", DT_SIGHT_LAZY, true},
                  {"data-lazyload", DT_SIGHT_LAZY, false},
                  {"data-actualsrc", DT_SIGHT_LAZY, false},
                  {"data-echo", DT_SIGHT_LAZY, false},
                  {"data-full-src", DT_SIGHT_LAZY, false},
                  {"data-hi-res-src", DT_SIGHT_LAZY, false},
                  {"data-image", DT_SIGHT_LAZY, false},
                  {"data-img", DT_SIGHT_LAZY, false},
                  {"data-large-file", DT_SIGHT_LAZY, false},
                  {"data-orig-file", DT_SIGHT_LAZY, false},
                  {"data-real-src", DT_SIGHT_LAZY, false},
                  {"data-url", DT_SIGHT_LAZY, false},
                  {"lazy-src", DT_SIGHT_LAZY, false},
                  {"original", DT_SIGHT_LAZY, false}};

const dt_sight *dt_sight_of(const char *element) {
  for (size_t i = 0; i < sizeof sights / sizeof *sights; i++)
    if (strcmp(sights[i].element, element) == 0) return &sights[i];
  return NULL;
}

static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r' && c != '\v'); }

static const char *skip_spaces(const char *at) {
  while (is_space(*at)) at++;
  return at;
}

/* Past the descriptors of a picture ("2x", "480w"), whose brackets may hold commas. */
static const char *skip_descriptors(const char *at) {
  for (unsigned depth = 0; *at != '\0' && (depth != 0 || *at != ','); at++) {
    if (*at == '(') depth++;
    if (*at == ')' && depth != 0) depth--;
  }
  return at;
}

/* As the HTML standard parses srcset. */
static void read_set(const char *at, dt_sight_take take, void *data) {
  for (;;) {
    while (is_space(*at) || *at == ',') at++;
    if (*at == '\0') return;
    const char *start = at;
    while (*at != '\0' && !is_space(*at)) at++;
    const char *end = at;
    while (end > start && end[-1] == ',') end--;
    if (end > start) take(data, (detm_text){start, (size_t)(end - start)});
    if (end == at) at = skip_descriptors(at);
  }
}

/* "5; url='next.html'", as the HTML standard reads it. */
static void read_refresh(const xmlNode *node, dt_sight_take take, void *data) {
  const char *kind = dt_node_value(node, "http-equiv"), *at = dt_node_value(node, "content");
  if (kind == NULL || at == NULL || strcasecmp(kind, "refresh") != 0) return;
  at = skip_spaces(at);
  at = skip_spaces(at + strspn(at, "0123456789."));
  if (*at == ';' || *at == ',') at = skip_spaces(at + 1);
  if (strncasecmp(at, "url", 3) == 0) {
    const char *sign = skip_spaces(at + 3);
    if (*sign == '=') at = skip_spaces(sign + 1);
  }
  char quote = *at == '"' || *at == '\'' ? *at++ : '\0';
  const char *end = quote != '\0' ? strchr(at, quote) : NULL;
  size_t length = end != NULL ? (size_t)(end - at) : strlen(at);
  if (length != 0) take(data, (detm_text){at, length});
}

void dt_sight_read(const dt_sight *sight, const xmlNode *node, bool pictures, dt_sight_take take, void *data) {
  unsigned wanted = sight->attributes | (pictures ? sight->pictures : 0u);
  if (wanted & DT_SIGHT_REFRESH) read_refresh(node, take, data);
  for (const xmlAttr *a = wanted != 0 ? node->properties : NULL; a != NULL; a = a->next) {
    size_t i = 0, count = sizeof attributes / sizeof *attributes;
    while (i < count && ((attributes[i].kind & wanted) == 0 || strcmp(attributes[i].name, (const char *)a->name) != 0))
      i++;
    if (i == count) continue;
    const char *value = dt_attribute_content(a);
    if (attributes[i].set)
      read_set(value, take, data);
    else
      take(data, dt_text(value));
  }
}
