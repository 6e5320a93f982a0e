/* template/match.c: which anchors of a template would find something on a page.
 *
 * XPath would go through the page once for every anchor.  Here all elements are looked at once: their traits, a few
 * bits for tag, attributes, id and class tokens, tell which anchors they cannot be the head of; heads that are found
 * are where XPath goes on by the anchor's path. */
#include "template/match.h"

#include <libxml/xpathInternals.h>
#include <math.h>

enum {
  MOST_ANCHORS = 6,       /* of a field: what comes after them is hardly ever needed */
  MOST_HEADS = 8,         /* of an anchor: the first that gives something is enough */
  MOST_NODES = 16,        /* that a caption may have before its text ends */
  MOST_OPERATIONS = 20000 /* of XPath, for a path */
};

static const double anchor_weight = 0.5, mark_weight = 1;
static const double usual_trust = 0.5; /* of an anchor written by hand without one */

/* ---- text ---- */

static bool is_space(char byte) { return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r'; }

static bool is_blank(const char *text) {
  while (is_space(*text)) text++;
  return *text == '\0';
}

static const char *content(const xmlNode *node) {
  bool text = node->type == XML_TEXT_NODE || node->type == XML_CDATA_SECTION_NODE;
  return text && node->content != NULL ? (const char *)node->content : "";
}

/* The next node of a subtree in document order, NULL after the last. */
static const xmlNode *next_within(const xmlNode *node, const xmlNode *root) {
  if (node->type == XML_ELEMENT_NODE && node->children != NULL) return node->children;
  while (node != root && node->next == NULL) node = node->parent;
  return node != root ? node->next : NULL;
}

/* Compares text with `wanted` as if its white space were folded. */
typedef struct comparison {
  const char *wanted; /* what is still to come */
  bool begun, space;  /* white space was passed since the last letter */
} comparison;

static bool go_on(comparison *c, const char *text) {
  for (; *text != '\0'; text++) {
    if (is_space(*text)) {
      c->space = c->begun;
      continue;
    }
    if (c->space && *c->wanted++ != ' ') return false;
    c->begun = true;
    c->space = false;
    if (*c->wanted++ != *text) return false;
  }
  return true;
}

/* normalize-space(node) = wanted */
static bool has_text(const xmlNode *node, const char *wanted) {
  comparison c = {.wanted = wanted};
  uint32_t seen = 0;
  for (const xmlNode *n = node; n != NULL; n = next_within(n, node))
    if (++seen > MOST_NODES || !go_on(&c, content(n))) return false;
  return *c.wanted == '\0';
}

static bool gives_text(const xmlNode *node) {
  if (node->type == XML_ATTRIBUTE_NODE) return node->children != NULL && !is_blank(content(node->children));
  uint32_t seen = 0;
  for (const xmlNode *n = node; n != NULL && seen <= MOST_NODES; n = next_within(n, node), seen++)
    if (!is_blank(content(n))) return true;
  return seen > MOST_NODES; /* so much is hardly empty */
}

/* ---- attributes ---- */

static const char *attribute(const xmlNode *element, const char *name) {
  for (const xmlAttr *a = element->properties; a != NULL; a = a->next)
    if (strcmp((const char *)a->name, name) == 0) return a->children != NULL ? content(a->children) : "";
  return NULL;
}

static size_t token_length(const char *at) {
  size_t length = 0;
  while (at[length] != '\0' && !is_space(at[length])) length++;
  return length;
}

static const char *next_token(const char *at, size_t *length) {
  while (is_space(*at)) at++;
  *length = token_length(at);
  return *length != 0 ? at : NULL;
}

static bool holds_token(const char *text, const char *token, size_t token_size) {
  size_t length;
  for (const char *at = next_token(text, &length); at != NULL; at = next_token(at + length, &length))
    if (length == token_size && memcmp(at, token, length) == 0) return true;
  return false;
}

static bool holds_tokens(const char *text, const char *tokens) {
  size_t length;
  for (const char *at = next_token(tokens, &length); at != NULL; at = next_token(at + length, &length))
    if (!holds_token(text, at, length)) return false;
  return true;
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
  for (const char *at = next_token(text, &length); at != NULL; at = next_token(at + length, &length))
    bits |= bit_of(at, length, 32, 32);
  return bits;
}

static uint64_t traits_of(const xmlNode *element) {
  uint64_t traits = tag_bit((const char *)element->name);
  for (const xmlAttr *a = element->properties; a != NULL; a = a->next) {
    const char *name = (const char *)a->name;
    traits |= name_bit(name);
    if (a->children != NULL && (strcmp(name, "class") == 0 || strcmp(name, "id") == 0))
      traits |= token_bits(content(a->children));
  }
  return traits;
}

/* Traits that every head of the anchor has. */
static uint64_t traits_wanted(const dt_anchor *anchor) {
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
  while (node != NULL && node->type == XML_ELEMENT_NODE && strcmp((const char *)node->name, "ld") != 0)
    node = node->parent;
  return node != NULL && node->type == XML_ELEMENT_NODE;
}

static const xmlNode *text_child(const xmlNode *element, const char *wanted) {
  const xmlNode *child = element->children;
  while (child != NULL && !(child->type == XML_TEXT_NODE && has_text(child, wanted))) child = child->next;
  return child;
}

static bool equals(const char *value, const char *wanted) { return value != NULL && strcmp(value, wanted) == 0; }

/* The node that the anchor's path starts from if the element is a head of it, else NULL. */
static const xmlNode *head_of(const dt_anchor *anchor, const xmlNode *element) {
  const char *value;
  if (anchor->tag != NULL && strcmp(anchor->tag, (const char *)element->name) != 0) return NULL;
  switch (anchor->kind) {
  case DT_ANCHOR_CAPTION:
    return has_text(element, anchor->value) ? element : NULL;
  case DT_ANCHOR_TEXT:
    return text_child(element, anchor->value);
  case DT_ANCHOR_ID:
    return equals(attribute(element, "id"), anchor->value) ? element : NULL;
  case DT_ANCHOR_CLASS:
    value = attribute(element, "class");
    return value != NULL && holds_tokens(value, anchor->value) ? element : NULL;
  case DT_ANCHOR_ATTRIBUTE:
    return equals(attribute(element, anchor->name), anchor->value) ? element : NULL;
  case DT_ANCHOR_TOKEN:
    value = attribute(element, anchor->name);
    return value != NULL && holds_tokens(value, anchor->value) ? element : NULL;
  case DT_ANCHOR_TAG:
    return element;
  case DT_ANCHOR_DATA:
    if (anchor->value != NULL && !equals(attribute(element, "type"), anchor->value)) return NULL;
    return is_data(element) ? element : NULL;
  default:
    return NULL;
  }
}

/* ---- paths ---- */

static bool has_value(const xmlNodeSet *nodes) {
  for (int i = 0; nodes != NULL && i < nodes->nodeNr; i++)
    if (gives_text(nodes->nodeTab[i])) return true;
  return false;
}

/* Whether an expression gives something, `node` being the context. */
static bool gives_value(dt_match_page *page, const char *expression, const xmlNode *node) {
  page->context->node = (xmlNodePtr)(uintptr_t)node;
  page->context->opCount = 0;
  xmlXPathObjectPtr found = xmlXPathEval((const xmlChar *)expression, page->context);
  bool gives = found != NULL && found->type == XPATH_NODESET && has_value(found->nodesetval);
  xmlXPathFreeObject(found);
  return gives;
}

static bool leads_on(dt_match_page *page, const char *path, const xmlNode *head) {
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
  uint32_t heads; /* that were tried */
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
  p->found = leads_on(page, p->anchor->path, head);
}

static void try_elements(dt_match_page *page, probes *all) {
  for (uint32_t e = 0; e < page->element_count; e++) {
    const dt_match_element *element = &page->elements[e];
    for (uint32_t i = 0; i < all->count; i++) {
      probe *p = &all->all[i];
      if ((element->traits & p->traits) == p->traits && !p->found && p->heads < MOST_HEADS)
        try_element(page, p, element);
    }
    dt_scope_tick(page->arena->scope);
  }
}

static void add_probes(probes *all, const dt_template_field *field) {
  const dt_template_part *part = &field->parts[0];
  for (uint32_t i = 0; i < part->anchor_count && i < MOST_ANCHORS; i++) {
    const dt_anchor *anchor = &part->anchors[i];
    double weight = anchor->trust > 0 ? anchor->trust : usual_trust;
    all->all[all->count++] = (probe){.anchor = anchor, .traits = traits_wanted(anchor), .weight = weight};
  }
}

/* Optional fields tell only where there are no others. */
static probes list_probes(dt_arena *arena, const dt_layout *layout) {
  uint32_t needed = 0;
  for (uint32_t f = 0; f < layout->field_count; f++) needed += !layout->fields[f].optional;
  probes all = {DT_ARRAY(arena, probe, (size_t)layout->field_count * MOST_ANCHORS), 0};
  for (uint32_t f = 0; f < layout->field_count; f++)
    if (layout->fields[f].part_count != 0 && (needed == 0 || !layout->fields[f].optional))
      add_probes(&all, &layout->fields[f]);
  return all;
}

double dt_match_anchors(dt_match_page *page, const dt_layout *layout) {
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
  const double unmarked = 0.5; /* a template written by hand loses against one that was learned */
  if (marks < 0) return unmarked * anchors;
  return (anchor_weight * anchors + mark_weight * marks) / (anchor_weight + mark_weight);
}

double dt_match_template(dt_match_page *page, const detm_template *template) {
  double best = 0;
  for (uint32_t i = 0; i < template->layout_count; i++) {
    const dt_layout *layout = &template->layouts[i];
    double marks = layout->mark_count != 0 ? dt_match_marks(page->marks, dt_layout_marks(layout)) : -1;
    double score = dt_match_score(dt_match_anchors(page, layout), marks);
    if (score > best) best = score;
  }
  return best;
}

/* ---- the page ---- */

#if LIBXML_VERSION >= 21200
typedef const xmlError *xml_error;
#else
typedef xmlErrorPtr xml_error;
#endif

static void be_silent(void *data, xml_error error) {
  (void)data;
  (void)error;
}

static uint32_t list_elements(xmlDocPtr document, dt_match_element *elements) {
  const xmlNode *root = (const xmlNode *)document;
  uint32_t count = 0;
  for (const xmlNode *node = document->children; node != NULL;) {
    if (node->type == XML_ELEMENT_NODE) {
      if (elements != NULL) elements[count] = (dt_match_element){(xmlNodePtr)(uintptr_t)node, traits_of(node)};
      count++;
    }
    node = next_within(node, root);
  }
  return count;
}

void dt_match_start(dt_match_page *page, dt_arena *arena, xmlDocPtr document) {
  *page = (dt_match_page){.arena = arena, .document = document};
  if (document == NULL) return;
  page->marks = dt_fingerprint_of(arena, document);
  page->elements = DT_ARRAY(arena, dt_match_element, list_elements(document, NULL));
  page->element_count = list_elements(document, page->elements);
  page->context = xmlXPathNewContext(document);
  if (page->context == NULL) dt_scope_leave(arena->scope, DETM_NO_MEMORY);
  page->context->error = be_silent;
  page->context->opLimit = MOST_OPERATIONS;
}

void dt_match_end(dt_match_page *page) {
  xmlXPathFreeContext(page->context);
  page->context = NULL;
}
