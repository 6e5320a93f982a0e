/* template/match/match.c: computes which anchors of a template find something on a page.
 *
 * XPath would scan the page once per anchor.  Here all elements are visited once, and each of their traits, a few bits
 * for tag, attributes, id and class tokens, gets a bit map of the elements that have it.  An anchor can start only from
 * elements that are in all maps of its traits.  XPath evaluates the path of an anchor only from the heads, the nodes
 * that it starts from. */
#include "template/match/match.h"

#include "base/vec.h"
#include "html/dom.h"
#include "template/apply/anchor_index.h"
#include "template/apply/xpath.h"
#include "template/tunables.h"

#include <libxml/xpathInternals.h>
#include <math.h>

enum {
  MAX_ANCHORS = 6,       /* per field: further ones are rarely needed */
  MAX_HEADS = 8,         /* per anchor: the first that gives something is enough */
  MAX_NODES = 16,        /* nodes of a caption */
  MAX_OPERATIONS = 20000 /* of XPath, per path */
};

/* ---- text ---- */

static bool gives_text(const xmlNode *node) {
  if (node->type == XML_ATTRIBUTE_NODE)
    return node->children != NULL && !dt_is_white_string(dt_node_content(node->children));
  uint32_t seen = 0;
  for (const xmlNode *n = node; n != NULL && seen <= MAX_NODES; n = dt_node_next(node, n), seen++)
    if (!dt_is_white_string(dt_node_content(n))) return true;
  return seen > MAX_NODES; /* so many nodes are hardly empty */
}

/* ---- traits: 16 bits for tags, 16 for names of attributes, 32 for ids and class tokens ---- */

static uint64_t word_bit(const char *word, size_t length, unsigned first, unsigned bits) {
  if (length == 0) return 0;
  unsigned sum = (unsigned char)word[0] * 7U + (unsigned char)word[length - 1] * 3U + (unsigned)length * 5U +
                 (unsigned char)word[length / 2];
  return UINT64_C(1) << (first + sum % bits);
}

static uint64_t tag_bit(const char *tag) { return word_bit(tag, strlen(tag), 0, 16); }
static uint64_t name_bit(const char *name) { return word_bit(name, strlen(name), 16, 16); }

static uint64_t token_bits(const char *text) {
  uint64_t bits = 0;
  size_t length;
  for (const char *at = dt_next_token(text, &length); at != NULL; at = dt_next_token(at + length, &length))
    bits |= word_bit(at, length, 32, 32);
  return bits;
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

static bool anchor_fits(const dt_anchor *anchor, const xmlNode *node) {
  unsigned long looked = 0;
  return dt_head_fits(anchor, node, MAX_NODES, &looked);
}

/* Returns the node that the anchor's path starts from, the element or a text in it; NULL if the anchor does not fit. */
static const xmlNode *head_of(const dt_anchor *anchor, const xmlNode *element) {
  if (anchor->kind == DT_ANCHOR_TEXT) {
    bool tagged = anchor->tag == NULL || dt_node_is(element, anchor->tag);
    const xmlNode *child = tagged ? element->children : NULL;
    while (child != NULL && !anchor_fits(anchor, child)) child = child->next;
    return child;
  }
  if (!anchor_fits(anchor, element)) return NULL;
  if (anchor->kind != DT_ANCHOR_DATA) return element;
  const xmlNode *ld = element->parent;
  while (ld != NULL && !dt_node_is(ld, "ld")) ld = ld->parent;
  return ld != NULL ? element : NULL;
}

/* ---- paths ---- */

/* Whether an expression gives a node with text, with `node` as context. */
static bool gives_value(dt_match_page *page, const char *expression, const xmlNode *node) {
  page->context->node = (xmlNodePtr)(uintptr_t)node;
  page->context->opCount = 0;
  bool no_memory, gives = false;
  xmlXPathObjectPtr found = dt_xpath_evaluate(page->context, expression, &no_memory);
  const xmlNodeSet *nodes = found != NULL && found->type == XPATH_NODESET ? found->nodesetval : NULL;
  for (int i = 0; nodes != NULL && i < nodes->nodeNr && !gives; i++) gives = gives_text(nodes->nodeTab[i]);
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
  double weight;
} probe;

/* Returns the elements 64 * word to 64 * word + 63 that have all these traits, as bits. */
static uint64_t having_all(const dt_match_page *page, uint64_t traits, uint32_t word) {
  uint32_t left = page->element_count - 64 * word;
  uint64_t elements = left < 64 ? (UINT64_C(1) << left) - 1 : UINT64_MAX;
  for (; traits != 0; traits &= traits - 1) elements &= page->having[__builtin_ctzll(traits)][word];
  return elements;
}

/* Whether one of the first heads of an anchor leads to a value. */
static bool finds_value(dt_match_page *page, const dt_anchor *anchor) {
  uint64_t traits = traits_of_anchor(anchor);
  uint32_t heads = 0, words = (page->element_count + 63) / 64;

  if (anchor->kind == DT_ANCHOR_PATH && page->document != NULL)
    return gives_value(page, anchor->path, (const xmlNode *)page->document);
  for (uint32_t word = 0; word < words; word++)
    for (uint64_t left = having_all(page, traits, word); left != 0; left &= left - 1) {
      dt_scope_tick(page->arena->scope);
      const xmlNode *head = head_of(anchor, page->elements[word * 64 + (uint32_t)__builtin_ctzll(left)]);
      if (head == NULL) continue;
      if (leads_to_value(page, anchor->path, head)) return true;
      if (++heads == MAX_HEADS) return false;
    }

  return false;
}

double dt_match_anchors(dt_match_page *page, const dt_template_layout *layout) {
  dt_mark mark = dt_arena_mark(page->arena);
  DT_VEC(probe) probes = {0};
  uint32_t required = 0; /* count of required fields; if 0, all fields count */
  for (uint32_t f = 0; f < layout->field_count; f++) required += !layout->fields[f].optional;

  for (uint32_t f = 0; f < layout->field_count; f++) {
    const dt_template_field *field = &layout->fields[f];
    if (field->part_count == 0 || (required != 0 && field->optional)) continue;
    for (uint32_t i = 0; i < field->parts[0].anchor_count && i < MAX_ANCHORS; i++) {
      const dt_anchor *anchor = &field->parts[0].anchors[i];
      double weight = anchor->trust > 0 ? anchor->trust : DT_USUAL_TRUST;
      DT_VEC_PUSH(page->arena, &probes, (probe){anchor, weight});
    }
  }

  double found = 0, all = 0;
  for (uint32_t i = 0; i < probes.count; i++) {
    const probe *p = &probes.items[i];
    all += p->weight;
    found += finds_value(page, p->anchor) ? p->weight : 0;
  }

  dt_arena_rewind(page->arena, mark);
  return all > 0 ? found / all : 0;
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
  if (marks < 0) return DT_UNMARKED * anchors;
  return (DT_WEIGHT_ANCHORS * anchors + DT_WEIGHT_MARKS * marks) / (DT_WEIGHT_ANCHORS + DT_WEIGHT_MARKS);
}

double dt_match_template(dt_match_page *page, const detm_template *template) {
  double best = 0;
  for (uint32_t i = 0; i < template->layout_count; i++) {
    const dt_template_layout *layout = &template->layouts[i];
    dt_marks marks = {layout->marks, layout->mark_count};
    double score =
        dt_match_score(dt_match_anchors(page, layout), marks.count != 0 ? dt_match_marks(page->marks, marks) : -1);
    if (score > best) best = score;
  }
  return best;
}

/* ---- the page ---- */

static uint64_t traits_of_element(const xmlNode *element) {
  uint64_t traits = tag_bit((const char *)element->name);
  for (const xmlAttr *a = element->properties; a != NULL; a = a->next) {
    const char *name = (const char *)a->name;
    traits |= name_bit(name);
    if (dt_same_name(name, "class") || dt_same_name(name, "id")) traits |= token_bits(dt_attribute_content(a));
  }
  return traits;
}

void dt_match_start(dt_match_page *page, dt_arena *arena, xmlDocPtr document) {
  *page = (dt_match_page){.arena = arena, .document = document};
  if (document == NULL) return;
  page->marks = dt_fingerprint_of(arena, document);
  const xmlNode *root = (const xmlNode *)document;
  uint32_t count = 0;
  for (const xmlNode *node = root->children; node != NULL; node = dt_node_next(root, node))
    count += node->type == XML_ELEMENT_NODE;
  page->elements = DT_ARRAY(arena, xmlNodePtr, count);
  for (size_t i = 0; i < DT_MATCH_TRAITS; i++) page->having[i] = DT_ZERO(arena, uint64_t, (size_t)count / 64 + 1);

  for (const xmlNode *node = root->children; node != NULL; node = dt_node_next(root, node)) {
    if (node->type != XML_ELEMENT_NODE) continue;
    uint32_t number = page->element_count++;
    page->elements[number] = (xmlNodePtr)(uintptr_t)node;
    for (uint64_t traits = traits_of_element(node); traits != 0; traits &= traits - 1)
      page->having[__builtin_ctzll(traits)][number / 64] |= UINT64_C(1) << number % 64;
  }

  page->context = dt_xpath_context(document);
  if (page->context == NULL) dt_scope_leave(arena->scope, DETM_NO_MEMORY);
  page->context->opLimit = MAX_OPERATIONS;
}

void dt_match_end(dt_match_page *page) {
  xmlXPathFreeContext(page->context);
  page->context = NULL;
}
