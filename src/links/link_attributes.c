/* links/link_attributes.c: reading links from attributes: URLs, srcset, refresh. */
#include "links/link_attributes.h"

#include "text/words.h"

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

typedef enum description { NONE, REL, TITLE, LABEL, ALT, CLASSES, CURRENT } description;

struct dt_link_attribute {
  const char *names, *letters; /* letters: with which the names begin */
  unsigned kind;               /* DT_LINK_IN_..., 0: it holds no links */
  bool set;                    /* parsed like srcset */
  description description;
};

static const dt_link_attribute attributes[] = {
    {"rel", "r", 0, false, REL},
    {"title", "t", 0, false, TITLE},
    {"aria-label", "a", 0, false, LABEL},
    {"alt", "a", 0, false, ALT},
    {"class", "c", 0, false, CLASSES},
    {"aria-current", "a", 0, false, CURRENT},
    {"href|xlink:href", "hx", DT_LINK_IN_HREF, false, NONE},
    {"src", "s", DT_LINK_IN_SRC, false, NONE},
    {"action", "a", DT_LINK_IN_ACTION, false, NONE},
    {"srcset", "s", DT_LINK_IN_SET, true, NONE},
    {"poster", "p", DT_LINK_IN_POSTER, false, NONE},
    {"background", "b", DT_LINK_IN_BACKGROUND, false, NONE},
    /* of scripts that load pictures lazily */
    {"data-srcset|data-original-set|data-lazy-srcset", "d", DT_LINK_IN_LAZY, true, NONE},
    {"data-src|data-original|data-lazy|data-lazy-src|data-lazyload|data-actualsrc|data-echo|data-full-src|"
     "data-hi-res-src|data-image|data-img|data-large-file|data-orig-file|data-real-src|data-url|lazy-src|original",
     "dlo", DT_LINK_IN_LAZY, false, NONE},
};

const dt_link_attributes *dt_link_attributes_of(const char *element) {
  for (size_t i = 0; i < sizeof elements / sizeof *elements; i++)
    if (dt_same_name(elements[i].element, element)) return &elements[i];
  return NULL;
}

static const dt_link_attribute *find_attribute(const char *name) {
  const char first = dt_ascii_lower(*name);
  for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
    if (strchr(attributes[i].letters, first) != NULL && dt_word_is_among(dt_text(name), attributes[i].names))
      return &attributes[i];
  return NULL;
}

static const dt_link_attribute *look_up_attribute(dt_link_names *names, const xmlChar *name) {
  size_t count = sizeof names->known / sizeof *names->known;
  size_t slot = (size_t)(dt_hash_mix(0, (uintptr_t)name) >> 40) % count;
  if (names->known[slot].name != name) {
    names->known[slot].name = name;
    names->known[slot].attribute = find_attribute((const char *)name);
  }
  return names->known[slot].attribute;
}

/* Sets a member to the value of the first attribute of its name. */
static void describe_link(const char **member, const xmlAttr *attribute) {
  if (*member == NULL) *member = dt_attribute_content(attribute);
}

dt_link_description dt_link_description_of(dt_link_names *names, const xmlNode *node) {
  dt_link_description found = {.rel = NULL};
  for (const xmlAttr *a = node->properties; a != NULL; a = a->next) {
    const dt_link_attribute *attribute = look_up_attribute(names, a->name);
    if (attribute == NULL) continue;
    if (attribute->description == REL) describe_link(&found.rel, a);
    if (attribute->description == TITLE) describe_link(&found.title, a);
    if (attribute->description == LABEL) describe_link(&found.label, a);
    if (attribute->description == ALT) describe_link(&found.alt, a);
    if (attribute->description == CLASSES) describe_link(&found.classes, a);
    if (attribute->description == CURRENT) describe_link(&found.current, a);
  }
  return found;
}

static const char *skip_leading_spaces(const char *at) {
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

  at = skip_leading_spaces(at);
  at = skip_leading_spaces(at + strspn(at, "0123456789."));
  if (*at == ';' || *at == ',') at = skip_leading_spaces(at + 1);
  if (strncasecmp(at, "url", 3) == 0) {
    const char *equals = skip_leading_spaces(at + 3);
    if (*equals == '=') at = skip_leading_spaces(equals + 1);
  }

  char quote = *at == '"' || *at == '\'' ? *at++ : '\0';
  const char *end = quote != '\0' ? strchr(at, quote) : NULL;
  size_t length = end != NULL ? (size_t)(end - at) : strlen(at);
  if (length != 0) visit(data, (detm_text){at, length});
}

void dt_link_attributes_read(dt_link_names *names, const dt_link_attributes *element, const xmlNode *node,
                             bool pictures, dt_link_visit visit, void *data) {
  unsigned wanted = element->attributes | (pictures ? element->pictures : 0u);
  if (wanted & DT_LINK_IN_REFRESH) read_refresh(node, visit, data);
  for (const xmlAttr *a = wanted != 0 ? node->properties : NULL; a != NULL; a = a->next) {
    const dt_link_attribute *attribute = look_up_attribute(names, a->name);
    if (attribute == NULL || (attribute->kind & wanted) == 0) continue;
    const char *value = dt_attribute_content(a);
    if (attribute->set)
      read_set(value, visit, data);
    else
      visit(data, dt_text(value));
  }
}
