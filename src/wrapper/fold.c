/* wrapper/fold.c: repeats (METHOD 2.5): siblings of one structure of which records have more or fewer are one
 * repeated node.
 *
 * Alignment has given every repeat a place of its own: li, li?, li?.  Cells of a table are never folded, nor is
 * a run that every record has whole: those are columns. */
#include "wrapper/learn.h"

enum { LEAST_REPEATS = 3 };

/* Two texts that are always the same, but not the same as each other, label what follows them: "Current", "Past". */
static bool label_differently(const dt_wrapper_node *a, const dt_wrapper_node *b) {
  if (a->tag != DT_TAG_TEXT || a->linked) return false;
  size_t label_a = dt_label_length(a->sample.data, a->sample.length),
         label_b = dt_label_length(b->sample.data, b->sample.length);
  if (label_a != 0 && label_b != 0 &&
      !dt_text_equal((detm_text){a->sample.data, label_a}, (detm_text){b->sample.data, label_b}))
    return true;
  return a->tag == DT_TAG_TEXT && !a->linked && a->constant && b->constant && a->instances > 1 && b->instances > 1 &&
         !dt_text_equal(a->sample, b->sample);
}

/* Whether two subtrees have the same tags, classes and links, and no labels that tell them apart. */
static bool same_structure(const dt_wrapper_node *a, const dt_wrapper_node *b) {
  const dt_wrapper_node *root = a, *end = dt_wrapper_past(a);
  for (; a != end; a = dt_wrapper_next(a), b = dt_wrapper_next(b)) {
    if (a->tag != b->tag || a->linked != b->linked || strcmp(a->class, b->class) != 0) return false;
    if ((a->first == NULL) != (b->first == NULL) || label_differently(a, b)) return false;
    if (a != root && (a->next == NULL) != (b->next == NULL)) return false;
  }
  return true;
}

/* Everything that was an instance of `from` and below is one of `into`. */
static void merge(dt_wrapper_node *into, dt_wrapper_node *from) {
  const dt_wrapper_node *end = dt_wrapper_past(from);
  dt_wrapper_node *next;
  for (; from != end; from = next, into = dt_wrapper_next(into)) {
    next = dt_wrapper_next(from);
    into->instances += from->instances;
    into->constant = into->constant && from->constant && dt_text_equal(into->sample, from->sample);
    into->has_href = into->has_href || from->has_href;
    into->has_src = into->has_src || from->has_src;
    into->fragmented = into->fragmented || from->fragmented;
    if (into->itemprop == NULL) into->itemprop = from->itemprop;
    from->same_as = into;
  }
}

/* How many siblings from this one on have its structure. */
static uint32_t run_length(const dt_wrapper_node *node, bool *varies) {
  uint32_t length = 1;
  *varies = node->optional;
  for (const dt_wrapper_node *next = node->next; next != NULL && same_structure(node, next); next = next->next) {
    *varies = *varies || next->optional;
    length++;
  }
  return length;
}

static void fold_run(dt_wrapper_node *node, uint32_t length) {
  dt_wrapper_node *next = node->next;
  node->repeated = true;
  for (; length > 1; length--) {
    dt_wrapper_node *folded = next;
    next = next->next;
    node->optional = node->optional && folded->optional;
    merge(node, folded);
  }
  node->next = next;
  if (next == NULL) node->parent->last = node;
}

/* A run that is no repeat need not be looked at again from its second node on. */
static void pass_over(dt_wrapper_node *node, uint32_t length) {
  for (; length > 0; length--, node = node->next) node->passed = true;
}

void dt_wrapper_fold(detm_wrapper *wrapper) {
  for (dt_wrapper_node *node = dt_wrapper_next(wrapper->root); node != NULL; node = dt_wrapper_next(node)) {
    bool varies;
    if (node->passed || node->parent == wrapper->root || node->column != 0 || node->tag == DT_TAG_TEXT) continue;
    uint32_t length = run_length(node, &varies);
    if (length >= LEAST_REPEATS && varies) {
      fold_run(node, length);
    } else {
      pass_over(node, length);
    }
  }
}
