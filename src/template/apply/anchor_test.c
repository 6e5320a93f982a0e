/* template/apply/anchor_test.c: tests whether an anchor may start from a node. */
#include "template/apply/anchor_test.h"

#include "html/dom.h"

/* Compares a value with normalize-space() of texts that come piece by piece. */
typedef struct comparison {
  const char *at; /* the rest of the value */
  bool begun, space;
} comparison;

static bool compare_more(comparison *c, const char *text) {
  for (; *text != '\0'; text++) {
    if (strchr(DT_WHITE, *text) != NULL) {
      c->space = c->begun;
      continue;
    }
    if (c->space && *c->at++ != ' ') return false;
    if (*c->at++ != *text) return false;
    c->begun = true;
    c->space = false;
  }
  return true;
}

/* normalize-space(node) = value */
static bool has_text(const xmlNode *top, const char *value, unsigned long most, unsigned long *looked) {
  comparison c = {.at = value};
  unsigned long seen = 0;
  for (const xmlNode *node = top; node != NULL; node = dt_node_next(top, node)) {
    ++*looked;
    if (++seen > most || !compare_more(&c, dt_node_content(node))) return false;
  }
  return *c.at == '\0';
}

static bool has_value(const xmlNode *element, const char *name, const char *value) {
  const char *own = dt_node_value(element, name);
  return own != NULL && strcmp(own, value) == 0;
}

static bool holds_tokens(const xmlNode *element, const char *name, const char *tokens) {
  const char *own = dt_node_value(element, name);
  return own != NULL && dt_has_tokens(own, tokens);
}

bool dt_head_fits(const dt_anchor *a, const xmlNode *node, unsigned long most, unsigned long *looked) {
  if (a->kind == DT_ANCHOR_TEXT) return dt_node_is_text(node) && has_text(node, a->value, most, looked);
  if (node->type != XML_ELEMENT_NODE || (a->tag != NULL && !dt_node_is(node, a->tag))) return false;
  switch (a->kind) {
  case DT_ANCHOR_CAPTION:
    return has_text(node, a->value, most, looked);
  case DT_ANCHOR_ID:
    return has_value(node, "id", a->value);
  case DT_ANCHOR_CLASS:
    return holds_tokens(node, "class", a->value);
  case DT_ANCHOR_ATTRIBUTE:
    return has_value(node, a->name, a->value);
  case DT_ANCHOR_TOKEN:
    return holds_tokens(node, a->name, a->value);
  case DT_ANCHOR_DATA:
    return a->value == NULL || has_value(node, "type", a->value);
  default:
    return a->kind == DT_ANCHOR_TAG;
  }
}
