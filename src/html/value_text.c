/* html/value_text.c: writes the text of nodes and runs as values. */
#include "html/value_text.h"

#include "html/dom.h"
#include "html/elements.h"
#include "text/fold.h"

#include <string.h>

static bool is_no_value(const xmlNode *element) { return dt_node_is_among(element, "aside|figure|nav|script|style"); }

bool dt_is_break(const xmlNode *node) {
  const char *name = (const char *)node->name;
  if (node->type != XML_ELEMENT_NODE) return false;
  return dt_display_breaks_line((dt_display)dt_element_of(dt_tag_number(name, strlen(name)))->display);
}

static void add_folded_text(const xmlNode *node, dt_buffer *out, dt_folding *folding) {
  dt_buffer_fold(out, dt_text((const char *)node->content), DT_SPACE_VALUE, folding);
}

/* Adds the text of a node to a value. */
static void add_node_value(const xmlNode *node, dt_buffer *out, dt_folding *folding) {
  bool down = true;
  if (node->type != XML_ELEMENT_NODE && node->type != XML_ATTRIBUTE_NODE) {
    add_folded_text(node, out, folding);
    return;
  }

  const xmlNode *at = node;
  do {
    if (down && at != node && (dt_is_break(at) || (dt_node_is_text(at) && at->prev != NULL && dt_is_break(at->prev))))
      folding->gap = true; /* not white space, but visible */
    if (down && dt_node_is_text(at)) add_folded_text(at, out, folding);
    bool inner = at->type == XML_ELEMENT_NODE || at->type == XML_ATTRIBUTE_NODE;
    if (down && inner && at->children != NULL && (at == node || !is_no_value(at))) {
      at = at->children;
    } else if (at == node) {
      return;
    } else if (at->next != NULL) {
      at = at->next;
      down = true;
    } else {
      at = at->parent;
      down = false;
    }
  } while (at != node);
}

void dt_value_text(const xmlNode *node, dt_buffer *out) {
  dt_folding folding = {0};
  add_node_value(node, out, &folding);
}

/* ---- runs ---- */

/* Checks whether a node of a run has text. */
static bool has_text(const xmlNode *node, unsigned long *looked) {
  for (const xmlNode *at = node; at != NULL;) {
    detm_text text = dt_text(dt_node_content(at));
    const char *end = text.data + text.length;
    bool gap;
    ++*looked;
    if (dt_skip_space(text.data, end, DT_SPACE_VALUE, &gap) != end) return true;
    if (at->type == XML_ELEMENT_NODE && at->children != NULL && !is_no_value(at)) {
      at = at->children;
      continue;
    }
    while (at != node && at->next == NULL) at = at->parent;
    at = at != node ? at->next : NULL;
  }

  return false;
}

static const xmlNode *first_with_text(const xmlNode *node, unsigned long *looked) {
  while (node != NULL && (dt_is_break(node) || !has_text(node, looked))) node = node->next;
  return node;
}

const xmlNode *dt_run_first(const xmlNode *container, unsigned long *looked) {
  return container->type == XML_ELEMENT_NODE ? first_with_text(container->children, looked) : NULL;
}

const xmlNode *dt_run_next(const xmlNode *run, unsigned long *looked) {
  while (run != NULL && !dt_is_break(run)) {
    ++*looked;
    run = run->next;
  }
  return first_with_text(run, looked);
}

void dt_run_text(const xmlNode *run, dt_buffer *out) {
  dt_folding folding = {0};
  for (; run != NULL && !dt_is_break(run); run = run->next)
    if (dt_node_is_text(run) || (run->type == XML_ELEMENT_NODE && !is_no_value(run)))
      add_node_value(run, out, &folding);
}
