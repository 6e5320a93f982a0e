/* template/apply/skeleton.c: makes the skeleton of a sample page.
 *
 * A skeleton keeps the elements of the values, their ancestors, and the short texts before these: captions, which are
 * elements, and labels, which are texts. */
#include "template/apply/skeleton.h"

#include "base/vec.h"
#include "html/dom.h"
#include "html/value_text.h"
#include "template/apply/anchor_xpath.h"
#include "template/apply/xpath.h"
#include "template/learn/anchors.h"

#include <libxml/xpathInternals.h>
#include <stdlib.h>

enum {
  CAPTION_LEVELS = 3, /* the caption of a row is before its cell, not before its value */
  CAPTION_WORDS = 6,  /* a longer text, or one with a number or date in it, is a value of its own page, */
  CAPTION_DIGITS = 2, /* and would be found on no other */
  MAX_CLASSES = 8,
  MAX_STEPS = 4096 /* over nodes and white space, so that a large element costs no more than a caption */
};

/* An element of the skeleton. */
typedef struct kept_element {
  const xmlNode *node;
  const char *field;
  bool caption, labelled;
} kept_element;

typedef struct maker {
  dt_arena *arena;
  DT_VEC(kept_element) kept;
} maker;

/* ---- the values on the sample ---- */

/* Returns the first node that has text, or NULL.  Returns the element in place of a text node that is its only child.
 */
static const xmlNode *first_node_with_text(xmlNodeSetPtr nodes) {
  dt_buffer text = {0};
  const xmlNode *found = NULL;

  if (nodes != NULL) xmlXPathNodeSetSort(nodes);
  for (int i = 0; nodes != NULL && i < nodes->nodeNr && found == NULL; i++) {
    text.length = 0;
    dt_value_text(nodes->nodeTab[i], &text);
    if (text.length != 0) found = nodes->nodeTab[i];
  }

  if (found != NULL && found->type == XML_TEXT_NODE && found->next == NULL && found->prev == NULL)
    found = found->parent;

  dt_buffer_free(&text);
  return found;
}

static const xmlNode *evaluate(xmlXPathContextPtr context, const dt_anchor *anchor, bool *no_memory) {
  dt_buffer path = {0};
  dt_buffer_byte(&path, '('); /* else libxml2 may stream it, see step_eval.c */
  dt_anchor_xpath(anchor, &path);
  dt_buffer_add(&path, ")", 2);
  bool failed = path.failed;
  xmlXPathObjectPtr result = failed ? NULL : dt_xpath_evaluate(context, path.data, &failed);
  *no_memory |= failed;
  const xmlNode *found = NULL;
  if (result != NULL && result->type == XPATH_NODESET) found = first_node_with_text(result->nodesetval);

  xmlXPathFreeObject(result);
  dt_buffer_free(&path);
  return found;
}

/* Returns the element whose whole text is the field's value; NULL without one, or for a list. */
static const xmlNode *node_of_field_value(xmlXPathContextPtr context, const dt_template_field *field, bool *no_memory) {
  if (field->list || field->part_count == 0 || field->parts[0].all) return NULL;
  for (uint32_t i = 0; i < field->parts[0].anchor_count; i++) {
    const dt_anchor *anchor = &field->parts[0].anchors[i];
    if (anchor->kind == DT_ANCHOR_DATA) continue; /* not a visible part of the page */
    if (anchor->run != 0) return NULL;
    const xmlNode *found = evaluate(context, anchor, no_memory);
    if (found == NULL) continue;
    return found->type == XML_ELEMENT_NODE && anchor->pattern == NULL ? found : NULL;
  }
  return NULL;
}

/* ---- the elements to keep ---- */

/* Keeps an element, unless it is kept already. */
static kept_element *keep_element(maker *m, const xmlNode *node) {
  for (uint32_t i = 0; i < m->kept.count; i++)
    if (m->kept.items[i].node == node) return &m->kept.items[i];
  DT_VEC_PUSH(m->arena, &m->kept, (kept_element){.node = node});
  return &m->kept.items[m->kept.count - 1];
}

static bool is_element_node(const xmlNode *node) { return node != NULL && node->type == XML_ELEMENT_NODE; }

static unsigned depth_of(const xmlNode *node) {
  unsigned depth = 0;
  for (; is_element_node(node); node = node->parent) depth++;
  return depth;
}

/* Whether a text can be a caption: few words, few digits. */
static bool is_caption_text(const char *text, size_t length) {
  unsigned words = 1, digits = 0;
  for (size_t i = 0; i < length; i++) {
    words += text[i] == ' ';
    digits += text[i] >= '0' && text[i] <= '9';
  }
  return length != 0 && length <= DT_MAX_CAPTION_LENGTH && words <= CAPTION_WORDS && digits <= CAPTION_DIGITS;
}

/* Whether an element has several parts, as the row of another field has: <tr><th>Publisher</th><td>Lower Mill</td>. */
static bool has_parts(const xmlNode *element) {
  unsigned parts = 0;
  for (const xmlNode *n = element->children; n != NULL && parts < 2; n = n->next)
    parts += n->type == XML_ELEMENT_NODE && n->children != NULL;
  return parts > 1;
}

/* Keeps the captions and labels before a value and before its nearest ancestors. */
static void keep_captions(maker *m, const xmlNode *node) {
  char text[DT_MAX_CAPTION_LENGTH + 1];
  for (int level = 0; level < CAPTION_LEVELS && is_element_node(node); level++, node = node->parent) {
    const xmlNode *before = node->prev;
    if (is_caption_text(text, dt_skeleton_label(node, text))) keep_element(m, node)->labelled = true;
    while (before != NULL && before->type != XML_ELEMENT_NODE) before = before->prev;
    if (before == NULL || has_parts(before) || !is_caption_text(text, dt_skeleton_text(before, text))) continue;
    kept_element *kept = keep_element(m, before);
    if (kept->field == NULL) kept->caption = true;
  }
}

/* ---- the skeleton ---- */

/* Returns the first tokens of the class that look stable from page to page; NULL = none. */
static const char *fit_classes(dt_arena *arena, const xmlNode *node) {
  const char *class = dt_node_value(node, "class"), *fit = NULL;
  unsigned count = 0;
  size_t length;
  for (const char *at = dt_next_token(class != NULL ? class : "", &length); at != NULL && count < MAX_CLASSES;
       at = dt_next_token(at + length, &length)) {
    if (dt_name_fitness(at, length) <= 0) continue;
    fit = dt_arena_format(arena, "%s%s%.*s", count != 0 ? fit : "", count != 0 ? " " : "", (int)length, at);
    count++;
  }
  return fit;
}

static dt_skeleton_node make_skeleton_node(dt_arena *arena, const kept_element *kept) {
  char text[DT_MAX_CAPTION_LENGTH + 1];
  const char *name = (const char *)kept->node->name, *id = dt_node_value(kept->node, "id");
  dt_skeleton_node node = {.tag = dt_arena_copy(arena, name, strlen(name)), .class = fit_classes(arena, kept->node)};
  if (id != NULL && dt_name_fitness(id, strlen(id)) > 0) node.id = dt_arena_copy(arena, id, strlen(id));
  if (kept->field != NULL) node.field = dt_arena_copy(arena, kept->field, strlen(kept->field));
  if (kept->caption) node.caption = dt_arena_copy(arena, text, dt_skeleton_text(kept->node, text));
  if (kept->labelled) node.label = dt_arena_copy(arena, text, dt_skeleton_label(kept->node, text));
  return node;
}

static int compare_document_order(const void *a, const void *b) {
  const xmlNode *x = ((const kept_element *)a)->node, *y = ((const kept_element *)b)->node;
  intptr_t p = (intptr_t)x->content, q = (intptr_t)y->content; /* falling numbers, see html/dom_build.c */
  return (p < q) - (p > q);
}

dt_skeleton *dt_skeleton_make(dt_arena *arena, const dt_template_layout *layout, xmlDocPtr sample) {
  const xmlNode **values = DT_ZERO(arena, const xmlNode *, layout->field_count);
  maker m = {.arena = arena};
  xmlXPathContextPtr context = dt_xpath_context(sample);
  bool no_memory = context == NULL; /* no scope may be left while libxml2 holds memory */

  for (uint32_t i = 0; i < layout->field_count && !no_memory; i++)
    values[i] = node_of_field_value(context, &layout->fields[i], &no_memory);
  xmlXPathFreeContext(context);
  if (no_memory) dt_scope_leave(arena->scope, DETM_NO_MEMORY);

  for (uint32_t i = 0; i < layout->field_count && m.kept.count <= DT_MAX_SKELETON_NODES; i++) {
    if (values[i] == NULL || depth_of(values[i]) > DT_MAX_SKELETON_DEPTH) continue;
    kept_element *kept = keep_element(&m, values[i]);
    if (kept->field == NULL) kept->field = layout->fields[i].name;
    for (const xmlNode *node = values[i]->parent; is_element_node(node); node = node->parent) keep_element(&m, node);
  }

  for (uint32_t i = 0; i < layout->field_count; i++)
    if (values[i] != NULL && depth_of(values[i]) <= DT_MAX_SKELETON_DEPTH) keep_captions(&m, values[i]);
  uint32_t count = m.kept.count;
  if (count == 0 || count > DT_MAX_SKELETON_NODES) return NULL;
  qsort(m.kept.items, count, sizeof *m.kept.items, compare_document_order);
  dt_skeleton *skeleton = DT_ZERO(arena, dt_skeleton, 1);
  skeleton->nodes = DT_ARRAY(arena, dt_skeleton_node, count);

  skeleton->node_count = count;
  for (uint32_t i = 0; i < count; i++) {
    skeleton->nodes[i] = make_skeleton_node(arena, &m.kept.items[i]);
    uint32_t end = i + 1;
    while (end < count && dt_node_is_within(m.kept.items[end].node, m.kept.items[i].node)) end++;
    skeleton->nodes[i].end = end;
  }

  return skeleton;
}

/* ---- captions, also for the alignment ---- */

/* A text that is being copied, with white space folded. */
typedef struct folded {
  char *text; /* DT_MAX_CAPTION_LENGTH */
  size_t length, steps;
  bool space; /* before what follows */
} folded;

/* Adds a text.  False: it is too long, or has too many blanks. */
static bool add_folded(folded *f, const char *at) {
  size_t blank;
  if (++f->steps > MAX_STEPS) return false;

  for (; *at != '\0'; at += blank) {
    if (++f->steps > MAX_STEPS) return false;
    blank = dt_is_xml_space(*at) ? 1 : *at == '\xc2' && at[1] == '\xa0' ? 2 : 0;
    f->space = f->space || (blank != 0 && f->length != 0);
    if (blank != 0) continue;
    if (f->length + f->space >= DT_MAX_CAPTION_LENGTH) return false;
    if (f->space) f->text[f->length++] = ' ';
    f->text[f->length++] = *at++;
    f->space = false;
  }

  return true;
}

size_t dt_skeleton_text(const xmlNode *element, char text[DT_MAX_CAPTION_LENGTH + 1]) {
  folded f = {.text = text};
  for (const xmlNode *node = dt_node_next(element, element); node != NULL; node = dt_node_next(element, node))
    if (!add_folded(&f, dt_node_content(node))) return DT_MAX_CAPTION_LENGTH + 1;
  return f.length;
}

size_t dt_skeleton_label(const xmlNode *element, char text[DT_MAX_CAPTION_LENGTH + 1]) {
  folded f = {.text = text};
  const xmlNode *before = element->prev;
  if (before == NULL || before->type != XML_TEXT_NODE || !add_folded(&f, dt_node_content(before))) return 0;
  return f.length != 0 && text[f.length - 1] == ':' ? f.length : 0;
}
