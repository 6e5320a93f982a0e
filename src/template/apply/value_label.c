/* template/apply/value_label.c: finds and compares the labels of values. */
#include "config.h"

#include "template/apply/value_label.h"

#include "html/dom.h"
#include "template/tunables.h"
#include "text/fold.h"

#include <stdlib.h>

enum { MAX_STEPS = 64 /* nodes between a value and its label */ };

dt_value_label dt_label_of(detm_text text) {
  dt_value_label label = {.length = 0};
  text = dt_text_strip(text, DT_WHITE);
  if (text.length <= DT_MAX_LABEL) label.length = dt_squeeze_word(text, label.text);
  return label;
}

detm_text dt_text_to_colon(detm_text text) {
  const char *colon = memchr(text.data, ':', text.length), *wide = memmem(text.data, text.length, "\xef\xbc\x9a", 3);
  if (colon == NULL || (wide != NULL && wide < colon)) colon = wide;
  return (detm_text){text.data, colon != NULL ? (size_t)(colon - text.data) : 0};
}

uint64_t dt_label_key(const dt_value_label *label) {
  return label->length != 0 ? dt_hash_bytes(label->text, label->length, 0) | 1 : 0;
}

uint64_t dt_label_key_of(const char *text) {
  dt_value_label label = dt_label_of(dt_text(text));
  return dt_label_key(&label);
}

const xmlNode *dt_text_before(const xmlNode *node) {
  for (int step = 0; step < MAX_STEPS; step++) {
    while (node != NULL && node->prev == NULL) node = node->parent;
    if (node == NULL || node->type == XML_DOCUMENT_NODE || node->type == XML_HTML_DOCUMENT_NODE) return NULL;
    node = node->prev;
    while (node->type == XML_ELEMENT_NODE && node->last != NULL && !dt_node_is_among(node, "script|style"))
      node = node->last;
    if (node->type == XML_TEXT_NODE && !dt_is_white_string(dt_node_content(node))) return node;
  }
  return NULL;
}

dt_value_label dt_label_before(const xmlNode *node, detm_text prefix) {
  const dt_value_label none = {.length = 0};
  if (dt_label_of(prefix).length != 0 || prefix.length > DT_MAX_LABEL) return dt_label_of(dt_text_to_colon(prefix));
  const xmlNode *before = node->type != XML_ATTRIBUTE_NODE ? dt_text_before(node) : NULL;
  return before != NULL ? dt_label_of(dt_text(dt_node_content(before))) : none;
}

static int compare_keys(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

void dt_labels_number(dt_arena *arena, dt_template_layout *layout) {
  uint64_t *keys = DT_ARRAY(arena, uint64_t, layout->label_count + 1);
  for (uint32_t i = 0; i < layout->label_count; i++) keys[i] = dt_label_key_of(layout->labels[i]);
  qsort(keys, layout->label_count, sizeof *keys, compare_keys);
  layout->label_keys = keys;
}

bool dt_is_known_label(const dt_template_layout *layout, uint64_t key) {
  return key != 0 && layout->label_count != 0 &&
         bsearch(&key, layout->label_keys, layout->label_count, sizeof key, compare_keys) != NULL;
}

/* Whether a reader sees the texts below an element. */
static bool is_shown(const xmlNode *element) {
  return !dt_node_is_among(element, "head|script|style|noscript|template|option|textarea|ld");
}

bool dt_labels_of_page(xmlDocPtr page, dt_lookup *labels, dt_scope *time) {
  const xmlNode *root = dt_document_root(page), *node = root;
  bool fine = true;
  while (node != NULL && fine && !dt_scope_late(time)) {
    bool skipped = node->type == XML_ELEMENT_NODE && !is_shown(node);
    dt_value_label label = {.length = 0};
    if (node->type == XML_TEXT_NODE) label = dt_label_of(dt_text(dt_node_content(node)));
    if (label.length != 0) fine = dt_lookup_add(labels, dt_label_key(&label)) != DT_NO_NUMBER;
    node = skipped ? dt_node_after(root, node) : dt_node_next(root, node);
  }
  return fine;
}

bool dt_is_sure_label(const dt_anchor *anchor, double strength) {
  return (anchor->kind == DT_ANCHOR_CAPTION || anchor->kind == DT_ANCHOR_TEXT) && strength >= DT_MIN_SURE_LABEL;
}

bool dt_has_sure_label(const dt_template_part *part) {
  for (uint32_t a = 0; a < part->anchor_count; a++)
    if (dt_is_sure_label(&part->anchors[a], part->anchors[a].trust)) return true;
  return false;
}
