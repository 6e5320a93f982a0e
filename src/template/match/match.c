/* template/match/match.c: computes which anchors of a template find something on a page.
 *
 * XPath would scan the page once per anchor.  Here all elements are visited once.  Their traits, a few bits for tag,
 * attributes, id and class tokens, exclude most anchors that cannot start from them.  XPath evaluates the path of an
 * anchor only from the heads, the nodes that it starts from. */
#include "template/match/match.h"

#include "html/dom.h"
#include "template/apply/anchor_test.h"
#include "template/apply/xpath_check.h"

#include <libxml/xpathInternals.h>
#include <math.h>

enum {
  MAX_ANCHORS = 6,       /* per field: further ones are rarely needed */
  MAX_HEADS = 8,         /* per anchor: the first that gives something is enough */
  MAX_NODES = 16,        /* of a caption */
  MAX_OPERATIONS = 20000 /* of XPath, per path */
};

static const double anchor_weight = 0.5, mark_weight = 1;
static const double usual_trust = 0.5; /* of an anchor without one, written by hand */

/* ---- text ---- */

static bool is_blank(const char *text) { return text[strspn(text, DT_WHITE)] == '\0'; }

static bool gives_text(const xmlNode *node) {
  if (node->type == XML_ATTRIBUTE_NODE) return node->children != NULL && !is_blank(dt_node_content(node->children));
  uint32_t seen = 0;
  for (const xmlNode *n = node; n != NULL && seen <= MAX_NODES; n = dt_node_next(node, n), seen++)
    if (!is_blank(dt_node_content(n))) return true;
  return seen > MAX_NODES; /* so many nodes are hardly empty */
}

/* ---- traits: 16 bits for tags, 16 for names of attributes, 32 for ids and class tokens ---- */

static uint64_t bit_of(const char *word, size_t length, unsigned first, unsigned bits) {
  if (length == 0) return 0;
  unsigned sum = (unsigned char)word[0] * 7U + (unsigned char)word[length - 1] * 3U + (unsigned)length * 5U +
                 (unsigned char)word[length / 2];
  return UINT64_C(1) << (first + sum % bits);
}

static uint64_t tag_bit(const char *tag) { return bit_of(tag, strlen(tag), 0, 16); }
static uint64_t name_bit(const char *name) { return bit_of(name, strlen(name), 16, 16); }

static uint64_t token_bits(const char *text) {
  uint64_t bits = 0;
  size_t length;
  for (const char *at = dt_next_token(text, &length); at != NULL; at = dt_next_token(at + length, &length))
    bits |= bit_of(at, length, 32, 32);
  return bits;
}

static uint64_t traits_of(const xmlNode *element) {
  uint64_t traits = tag_bit((const char *)element->name);
  for (const xmlAttr *a = element->properties; a != NULL; a = a->next) {
    const char *name = (const char *)a->name;
    traits |= name_bit(name);
    if (strcmp(name, "class") == 0 || strcmp(name, "id") == 0) traits |= token_bits(dt_attribute_content(a));
  }
  return traits;
}

/* Returns the traits that every head of the anchor has. */
static uint64_t traits_of_anchor(const dt_anchor *anchor) {
  uint64_t traits = anchor->tag != NULL ? tag_bit(anchor->tag) : 0;
  switch (anchor->kind) {
  case DT_ANCHOR_ID:
  case DT_ANCHOR_CLASS:
    return traits | token_bits(anchor->value);
  case DT_ANCHOR_ATTRIBUTE:
  case DT_ANCHOR_TOKEN:
    return traits | name_bit(anchor->name);
  case DT_ANCHOR_DATA:
    return anchor->value != NULL ? traits | name_bit("type") : traits;
  default:
    return traits;
  }
}

/* ---- heads ---- */

static bool is_data(const xmlNode *element) {
  const xmlNode *node = element->parent;
  while (node != NULL && !dt_node_is(node, "ld")) node = node->parent;
  return node != NULL;
}

static bool fits(const dt_anchor *anchor, const xmlNode *node) {
  unsigned long looked = 0;
  return dt_head_fits(anchor, node, MAX_NODES, &looked);
}

static const xmlNode *text_child(const dt_anchor *anchor, const xmlNode *element) {
  if (anchor->tag != NULL && !dt_node_is(element, anchor->tag)) return NULL;
  const xmlNode *child = element->children;
  while (child != NULL && !fits(anchor, child)) child = child->next;
  return child;
}

/* Returns the node that the anchor's path starts from, the element or a text in it; NULL if the anchor does not fit. */
static const xmlNode *head_of(const dt_anchor *anchor, const xmlNode *element) {
  if (anchor->kind == DT_ANCHOR_TEXT) return text_child(anchor, element);
  if (!fits(anchor, element)) return NULL;
  return anchor->kind != DT_ANCHOR_DATA || is_data(element) ? element : NULL;
}

/* ---- paths ---- */

static bool has_value(const xmlNodeSet *nodes) {
  for (int i = 0; nodes != NULL && i < nodes->nodeNr; i++)
    if (gives_text(nodes->nodeTab[i])) return true;
  return false;
}

/* Whether an expression gives a node with text, with `node` as context. */
static bool gives_value(dt_match_page *page, const char *expression, const xmlNode *node) {
  page->context->node = (xmlNodePtr)(uintptr_t)node;
  page->context->opCount = 0;
  bool no_memory;
  xmlXPathObjectPtr found = dt_xpath_evaluate(page->context, expression, &no_memory);
  bool gives = found != NULL && found->type == XPATH_NODESET && has_value(found->nodesetval);
  xmlXPathFreeObject(found);
  if (no_memory) dt_scope_leave(page->arena->scope, DETM_NO_MEMORY);
  return gives;
}

/* Whether a path from a head leads to a node with text. */
static bool leads_to_value(dt_match_page *page, const char *path, const xmlNode *head) {
  if (path == NULL || *path == '\0') return gives_text(head);
  dt_mark mark = dt_arena_mark(page->arena);
  const char *expression = dt_arena_format(page->arena, "self::node()%s", path);
  bool gives = gives_value(page, expression, head);
  dt_arena_rewind(page->arena, mark);
  return gives;
}

/* ---- probes ---- */

typedef struct probe {
  const dt_anchor *anchor;
  uint64_t traits;
  double weight;
  uint32_t heads; /* count of those tried */
  bool found;
} probe;

typedef struct probes {
  probe *all;
  uint32_t count;
} probes;

static void try_element(dt_match_page *page, probe *p, const dt_match_element *element) {
  const xmlNode *head = head_of(p->anchor, element->node);
  if (head == NULL) return;
  p->heads++;
  p->found = leads_to_value(page, p->anchor->path, head);
}

static void try_elements(dt_match_page *page, probes *all) {
  for (uint32_t e = 0; e < page->element_count; e++) {
    const dt_match_element *element = &page->elements[e];
    for (uint32_t i = 0; i < all->count; i++) {
      probe *p = &all->all[i];
      if ((element->traits & p->traits) == p->traits && !p->found && p->heads < MAX_HEADS)
        try_element(page, p, element);
    }
    dt_scope_tick(page->arena->scope);
  }
}

static void add_probes(probes *all, const dt_template_field *field) {
  const dt_template_part *part = &field->parts[0];
  for (uint32_t i = 0; i < part->anchor_count && i < MAX_ANCHORS; i++) {
    const dt_anchor *anchor = &part->anchors[i];
    double weight = anchor->trust > 0 ? anchor->trust : usual_trust;
    all->all[all->count++] = (probe){.anchor = anchor, .traits = traits_of_anchor(anchor), .weight = weight};
  }
}

/* Lists the anchors to try: those of required fields, or of all fields if none is required. */
static probes list_probes(dt_arena *arena, const dt_template_layout *layout) {
  uint32_t needed = 0;
  for (uint32_t f = 0; f < layout->field_count; f++) needed += !layout->fields[f].optional;
  probes all = {DT_ARRAY(arena, probe, (size_t)layout->field_count * MAX_ANCHORS), 0};
  for (uint32_t f = 0; f < layout->field_count; f++)
    if (layout->fields[f].part_count != 0 && (needed == 0 || !layout->fields[f].optional))
      add_probes(&all, &layout->fields[f]);
  return all;
}

double dt_match_anchors(dt_match_page *page, const dt_template_layout *layout) {
  dt_mark mark = dt_arena_mark(page->arena);
  probes all = list_probes(page->arena, layout);
  double found = 0, wanted = 0;
  try_elements(page, &all);
  for (uint32_t i = 0; i < all.count; i++) {
    probe *p = &all.all[i];
    if (p->anchor->kind == DT_ANCHOR_PATH && page->document != NULL)
      p->found = gives_value(page, p->anchor->path, (const xmlNode *)page->document);
    wanted += p->weight;
    found += p->found ? p->weight : 0;
  }
  dt_arena_rewind(page->arena, mark);
  return wanted > 0 ? found / wanted : 0;
}

/* ---- scores ---- */

double dt_match_cosine(uint32_t common, uint32_t a, uint32_t b) {
  return common != 0 ? common / sqrt((double)a * (double)b) : 0;
}

double dt_match_marks(dt_marks a, dt_marks b) {
  uint32_t common = 0;
  for (uint32_t i = 0, j = 0; i < a.count && j < b.count;) {
    int order = strcmp(a.marks[i], b.marks[j]);
    common += order == 0;
    i += order <= 0;
    j += order >= 0;
  }
  return dt_match_cosine(common, a.count, b.count);
}

double dt_match_score(double anchors, double marks) {
  const double unmarked = 0.5; /* a learned template is preferred to one written by hand */
  if (marks < 0) return unmarked * anchors;
  return (anchor_weight * anchors + mark_weight * marks) / (anchor_weight + mark_weight);
}

double dt_match_template(dt_match_page *page, const detm_template *template) {
  double best = 0;
  for (uint32_t i = 0; i < template->layout_count; i++) {
    const dt_template_layout *layout = &template->layouts[i];
    double marks = layout->mark_count != 0 ? dt_match_marks(page->marks, dt_layout_marks(layout)) : -1;
    double score = dt_match_score(dt_match_anchors(page, layout), marks);
    if (score > best) best = score;
  }
  return best;
}

/* ---- the page ---- */

static uint32_t list_elements(xmlDocPtr document, dt_match_element *elements) {
  const xmlNode *root = (const xmlNode *)document;
  uint32_t count = 0;
  for (const xmlNode *node = document->children; node != NULL;) {
    if (node->type == XML_ELEMENT_NODE) {
      if (elements != NULL) elements[count] = (dt_match_element){(xmlNodePtr)(uintptr_t)node, traits_of(node)};
      count++;
    }
    node = dt_node_next(root, node);
  }
  return count;
}

void dt_match_start(dt_match_page *page, dt_arena *arena, xmlDocPtr document) {
  *page = (dt_match_page){.arena = arena, .document = document};
  if (document == NULL) return;
  page->marks = dt_fingerprint_of(arena, document);
  page->elements = DT_ARRAY(arena, dt_match_element, list_elements(document, NULL));
  page->element_count = list_elements(document, page->elements);
  page->context = dt_xpath_context(document);
  if (page->context == NULL) dt_scope_leave(arena->scope, DETM_NO_MEMORY);
  page->context->opLimit = MAX_OPERATIONS;
}

void dt_match_end(dt_match_page *page) {
  xmlXPathFreeContext(page->context);
  page->context = NULL;
}
