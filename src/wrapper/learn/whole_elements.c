/* wrapper/learn/whole_elements.c: finds elements whose texts are one value for a reader: with a link in the middle,
 * "<p>Also as <a>e-book</a> since May</p>", a column in which only some cells are links, "<td><a>Budget</a></td>"
 * and "<td>New lamps</td>", or an element that only in some records is within a link, "<a href=/1><h3>Oak</h3></a>". */
#include "wrapper/learn/learn.h"

/* Counts of the instances of an element. */
typedef struct evidence {
  uint32_t several; /* with two or more texts that have words */
  uint32_t run_on;  /* with a text that continues after a link */
  uint32_t linked;  /* with one text, which is a link */
  uint32_t plain;   /* with one text, which is not a link */
  uint32_t mixed;   /* with more texts */
} evidence;

/* Whether the wrapper's element contains only texts and links, and some of both. */
static bool may_be_whole(const dt_wrapper_node *element) {
  bool linked = false, plain = false;
  if (element->parent == NULL || element->parent->parent == NULL || element->tag == DT_TAG_a) return false;
  const dt_wrapper_node *end = dt_wrapper_past(element);
  for (const dt_wrapper_node *w = element->first; w != NULL && w != end; w = dt_wrapper_next(w)) {
    if (w->tag != DT_TAG_TEXT && (w->tag != DT_TAG_a || w->parent != element || w->has_src)) return false;
    if (w->tag == DT_TAG_TEXT && w->linked) linked = true;
    if (w->tag == DT_TAG_TEXT && !w->linked) plain = true;
  }
  return linked && plain;
}

/* Counts an instance of an element.  A text after a link continues it in the middle of a word or of a sentence; the
 * text before must have no date or amount, which would be a separate value. */
static void count_evidence(evidence *e, const dt_tree *tree, dt_index element) {
  uint32_t all = 0, texts = 0;
  bool run_on = false, prose_before = false, link_before = false;
  for (dt_index node = element + 1; node < tree->nodes[element].end; node++) {
    if (tree->nodes[node].tag != DT_TAG_TEXT) continue;
    all++;
    detm_text text = dt_text_of(tree, node);
    if (!dt_has_words(text)) continue;
    texts++;
    if (tree->nodes[node].flags & DT_NODE_LINKED) {
      link_before = true;
    } else if (!link_before) {
      prose_before = (dt_kind_of(text) & (DT_KIND_DATE | DT_KIND_PRICE | DT_KIND_COUNT)) == 0;
    } else if (prose_before) {
      bool glued = text.data > tree->bytes && text.data[-1] != ' ' && memchr(",;:|/-(", text.data[0], 7) == NULL;
      run_on = run_on || glued || (text.data[0] >= 'a' && text.data[0] <= 'z');
    }
  }
  e->several += texts >= 2;
  e->run_on += run_on;
  e->linked += all == 1 && link_before;
  e->plain += all == 1 && texts == 1 && !link_before;
  e->mixed += all > 1;
}

bool dt_fills_cell(const dt_wrapper_node *node) {
  while (node->tag != DT_TAG_td && node->tag != DT_TAG_th && node->parent != NULL && node->parent->first == node &&
         node->next == NULL)
    node = node->parent;
  return node->tag == DT_TAG_td || node->tag == DT_TAG_th;
}

/* Whether the element contains only texts: links are around it. */
static bool has_only_texts(const dt_wrapper_node *element) {
  for (const dt_wrapper_node *w = element->first; w != NULL; w = w->next)
    if (w->tag != DT_TAG_TEXT) return false;
  return true;
}

void dt_wrapper_find_whole(detm_wrapper *wrapper, dt_arena *scratch, const dt_record_set *sets, uint32_t set_count) {
  bool *candidates = DT_ZERO(scratch, bool, wrapper->node_count), any = false;
  for (const dt_wrapper_node *w = wrapper->root->first; w != NULL; w = dt_wrapper_next(w))
    any = (candidates[w->number] = w->tag != DT_TAG_TEXT && may_be_whole(w)) || any;
  if (!any) return;
  evidence *found = DT_ZERO(scratch, evidence, wrapper->node_count);
  for (uint32_t s = 0; s < set_count; s++)
    for (uint32_t r = 0; r < sets[s].count; r++) {
      const dt_item *item = &sets[s].items[r];
      for (uint32_t i = 0; i < item->count; i++) {
        const dt_wrapper_node *w = dt_folded(sets[s].layouts[r]->nodes[i]);
        if (w != NULL && candidates[w->number]) count_evidence(&found[w->number], item->tree, item->nodes[i]);
      }
    }
  for (dt_wrapper_node *w = wrapper->root->first; w != NULL; w = dt_wrapper_next(w)) {
    const evidence *e = &found[w->number];
    bool whole = e->several != 0
                     ? 2 * (uint64_t)e->run_on >= e->several
                     : e->mixed == 0 && e->linked != 0 && e->plain != 0 && (dt_fills_cell(w) || has_only_texts(w));
    if (!candidates[w->number] || !whole) continue;
    w->linked = true;
    dt_wrapper_set_parts(wrapper, w, DT_SPLIT_NONE, 1);
  }
}
