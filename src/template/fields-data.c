/* template/fields-data.c: what the markup itself declares: microdata, RDFa, JSON-LD, meta, title, images. */
#include "template/fields.h"

#include "tree/node.h"

#include <stdlib.h>

enum {
  MOST_GROUPS = 256, /* properties that are looked at for one that is repeated */
  LONGEST_KEY = 80,
  MOST_IMAGES = 8,
  LEAST_SIDE = 100 /* pixels, of an image worth it */
};

/* ---- several values of one property ---- */

typedef struct group {
  const void *scope;
  const char *key;
  uint32_t finding;
} group;

typedef struct grouping {
  group groups[MOST_GROUPS];
  uint32_t count;
} grouping;

/* The finding of this kind for a key within a scope: the one that there is, or a new one. */
static dt_finding *finding_for(dt_findings *f, grouping *g, dt_finding_kind kind, const void *scope, const char *key) {
  uint32_t known = g->count < MOST_GROUPS ? g->count : MOST_GROUPS;
  for (uint32_t i = 0; i < known; i++)
    if (g->groups[i].scope == scope && strcmp(g->groups[i].key, key) == 0) return &f->findings[g->groups[i].finding];
  dt_finding *found = dt_findings_add(f, kind);
  found->line = DT_NOWHERE;
  found->element = DT_NOWHERE;
  found->word = dt_arena_copy(f->arena, key, strlen(key));
  g->groups[g->count++ % MOST_GROUPS] = (group){scope, found->word, (uint32_t)(found - f->findings)};
  return found;
}

/* ---- microdata and RDFa ---- */

/* The last part of a property that may be an address or have a prefix. */
static const char *last_part(const char *property) {
  const char *part = property;
  for (const char *at = property; *at != '\0'; at++)
    if ((*at == '/' || *at == '#' || *at == ':') && at[1] != '\0') part = at + 1;
  return part;
}

static const char *property_of(const xmlNode *node) {
  const char *name = dt_attribute_words(node, "itemprop");
  return name != NULL ? name : dt_attribute_words(node, "property");
}

static bool is_scope(const xmlNode *node) {
  return dt_node_attribute(node, "itemscope") != NULL || dt_node_attribute(node, "typeof") != NULL;
}

/* Whether an element in a scope of its own has properties, which say more than its text. */
static bool has_properties(const dt_outline *o, uint32_t element) {
  if (!is_scope(o->elements[element].node)) return false;
  for (uint32_t e = element + 1; e < o->elements[element].end; e++)
    if (property_of(o->elements[e].node) != NULL) return true;
  return false;
}

static uint32_t scope_around(const dt_outline *o, uint32_t element) {
  uint32_t e = o->elements[element].parent;
  while (e != DT_NOWHERE && !is_scope(o->elements[e].node)) e = o->elements[e].parent;
  return e;
}

/* "author name": a property within what is itself a property. */
static const char *full_property(dt_findings *f, uint32_t element, const char *property) {
  const dt_outline *o = f->outline;
  uint32_t scope = scope_around(o, element);
  const char *outer = scope != DT_NOWHERE ? property_of(o->elements[scope].node) : NULL;
  if (outer == NULL || strlen(outer) > LONGEST_KEY) return last_part(property);
  return dt_arena_format(f->arena, "%s %s", last_part(outer), last_part(property));
}

/* What the property says: an attribute, or else the words of its element. */
static const xmlAttr *stated_value(const xmlNode *node) {
  static const char *const attributes[] = {"content", "datetime", "src", "value"};
  for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
    if (dt_attribute_words(node, attributes[i]) != NULL) return dt_node_attribute(node, attributes[i]);
  return NULL;
}

static void declare(dt_findings *f, grouping *g, uint32_t element, const char *property) {
  const dt_outline *o = f->outline;
  const dt_outline_element *e = &o->elements[element];
  detm_text words = dt_text_trim(dt_findings_words(f, element));
  const xmlAttr *stated = stated_value(e->node);
  if (words.length == 0 && stated == NULL && (e->tag == DT_TAG_a || e->tag == DT_TAG_link))
    stated = dt_node_attribute(e->node, "href");
  if (words.length == 0 && (stated == NULL || stated->children == NULL)) return;
  uint32_t scope = scope_around(o, element);
  dt_finding *found = finding_for(f, g, DT_FINDING_DECLARED, scope == DT_NOWHERE ? NULL : o->elements[scope].node,
                                  full_property(f, element, property));
  if (found->value_count == 0) {
    found->element = element;
    found->line = words.length != 0 ? o->spans[e->first].line : DT_NOWHERE;
    found->worth = words.length != 0 ? 2.6 : 1.2;
  }
  if (words.length != 0)
    dt_finding_value_add(f, found, words, e->node);
  else
    dt_finding_value_add(f, found, dt_text_trim(dt_text((const char *)stated->children->content)),
                         (const xmlNode *)stated);
}

static void find_properties(dt_findings *f) {
  const dt_outline *o = f->outline;
  grouping *g = DT_ZERO(f->arena, grouping, 1);
  for (uint32_t e = 0; e < o->element_count; e++) {
    const char *property = property_of(o->elements[e].node);
    if (property != NULL && strlen(property) <= LONGEST_KEY && !has_properties(o, e)) declare(f, g, e, property);
    dt_scope_tick(f->arena->scope);
  }
}

/* ---- JSON-LD (tree/data.h) ---- */

static bool is_nameless(const xmlNode *object) { return dt_node_is(object, "x") || dt_node_is(object, "graph"); }

static const char *key_of(dt_findings *f, const xmlNode *node, const xmlNode *object) {
  const char *name = (const char *)node->name;
  if (object == NULL || strlen(name) > LONGEST_KEY || strlen((const char *)object->name) > LONGEST_KEY) return name;
  if (is_nameless(object)) return name;
  return dt_arena_format(f->arena, "%s %s", (const char *)object->name, name);
}

static void find_data(dt_findings *f, const xmlNode *data) {
  grouping *g = DT_ZERO(f->arena, grouping, 1);
  for (const xmlNode *node = data->children; node != NULL; node = dt_node_next(data, node)) {
    const xmlNode *words = node->children;
    if (node->type != XML_ELEMENT_NODE || words == NULL || words->type != XML_TEXT_NODE || words->next != NULL)
      continue;
    detm_text text = dt_text_trim(dt_text((const char *)words->content));
    if (text.length == 0) continue;
    uint32_t depth = 0;
    for (const xmlNode *up = node->parent; up != data; up = up->parent) depth++;
    const xmlNode *object = node->parent, *scope = depth > 1 && !is_nameless(object) ? object->parent : object;
    if (dt_node_is(node, "id")) continue;
    dt_finding *found = finding_for(f, g, DT_FINDING_DATA, scope, key_of(f, node, depth > 1 ? object : NULL));
    if (found->value_count == 0) found->worth = 1.3 - 0.2 * depth;
    dt_finding_value_add(f, found, text, node);
    if (found->value_count == 3) found->worth += 0.6;
    dt_scope_tick(f->arena->scope);
  }
}

/* ---- the head ---- */

static void find_meta(dt_findings *f, const xmlNode *meta) {
  const char *name = dt_attribute_words(meta, "property");
  if (name == NULL) name = dt_attribute_words(meta, "name");
  if (name == NULL) name = dt_attribute_words(meta, "itemprop");
  const xmlAttr *content = dt_node_attribute(meta, "content");
  if (name == NULL || content == NULL || content->children == NULL || strlen(name) > LONGEST_KEY) return;
  detm_text text = dt_text_trim(dt_text((const char *)content->children->content));
  if (text.length == 0) return;
  dt_finding *found = dt_findings_add(f, DT_FINDING_META);
  found->line = found->element = DT_NOWHERE;
  found->word = dt_arena_copy(f->arena, name, strlen(name));
  found->worth = strchr(name, ':') != NULL ? 0.4 : 0.1;
  dt_finding_value_add(f, found, text, (const xmlNode *)content);
}

static void find_title(dt_findings *f, const xmlNode *title) {
  if (title->children == NULL || title->children->content == NULL || title->children->type != XML_TEXT_NODE) return;
  detm_text text = dt_text_trim(dt_text((const char *)title->children->content));
  if (text.length == 0) return;
  dt_finding *found = dt_findings_add(f, DT_FINDING_META);
  found->line = found->element = DT_NOWHERE;
  found->word = "page-title";
  found->worth = 1.0;
  dt_finding_value_add(f, found, text, title);
}

static void find_in_head(dt_findings *f, const xmlNode *head) {
  for (const xmlNode *node = head->children; node != NULL; node = dt_node_next(head, node)) {
    if (dt_node_is(node, "meta")) find_meta(f, node);
    if (dt_node_is(node, "title")) find_title(f, node);
  }
}

/* ---- images ---- */

static bool is_small(const xmlNode *image) {
  static const char *const sides[] = {"width", "height"};
  for (size_t i = 0; i < 2; i++) {
    const char *side = dt_attribute_words(image, sides[i]);
    long pixels = side != NULL && strchr(side, '%') == NULL ? strtol(side, NULL, 10) : LEAST_SIDE;
    if (pixels < LEAST_SIDE) return true;
  }
  return false;
}

static void find_images(dt_findings *f) {
  const dt_outline *o = f->outline;
  unsigned count = 0;
  for (uint32_t e = 0; e < o->element_count && count < MOST_IMAGES; e++) {
    const dt_outline_element *image = &o->elements[e];
    if (image->tag != DT_TAG_img || image->flags & (DT_OUTLINE_APART | DT_OUTLINE_HIDDEN) || is_small(image->node))
      continue;
    const char *src = dt_attribute_words(image->node, "src");
    if (src == NULL || strncmp(src, "data:", 5) == 0 || property_of(image->node) != NULL) continue;
    dt_finding *found = dt_findings_add(f, DT_FINDING_IMAGE);
    found->element = e;
    found->line = image->first < o->span_count ? o->spans[image->first].line : DT_NOWHERE;
    found->word = "image";
    found->worth = dt_attribute_words(image->node, "width") != NULL ? 0.6 : 0.2;
    dt_finding_value_add(f, found, dt_text_trim(dt_text(src)), (const xmlNode *)dt_node_attribute(image->node, "src"));
    count++;
  }
}

void dt_findings_declared(dt_findings *f, const xmlDoc *document) {
  const xmlNode *root = document->children;
  while (root != NULL && root->type != XML_ELEMENT_NODE) root = root->next;
  if (root == NULL) return;
  find_properties(f);
  for (const xmlNode *node = root->children; node != NULL; node = node->next) {
    if (dt_node_is(node, "head")) find_in_head(f, node);
    if (dt_node_is(node, "ld") && node->next == NULL) find_data(f, node);
  }
  find_images(f);
}
