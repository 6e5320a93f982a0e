/* wrapper/learn/whole_elements.c: finds elements whose texts are one value for a reader, whatever markup is in them:
 * with a link in the middle, "<p>Also as <a>e-book</a> since May</p>", or with one text that only in some records is a
 * link or a paragraph, "<div>New lamps</div>" and "<div><p>Roof</p></div>". */
#include "wrapper/align.h"
#include "wrapper/learn/learn.h"

/* Counts of the instances of an element. */
typedef struct evidence {
  uint32_t several;            /* with two or more texts that have words */
  uint32_t run_on;             /* with a text that continues after a link */
  uint32_t linked;             /* with one text, which is a link */
  uint32_t plain;              /* with one text, which is not a link */
  uint32_t mixed;              /* with more texts */
  const dt_wrapper_node *text; /* a text that is alone in an instance */
  bool varies;                 /* in another instance another one is */
} evidence;

/* What the element is a candidate for. */
typedef enum candidate {
  NO_CANDIDATE,
  ONE_TEXT, /* it may have one text in each record: anything may be around it */
  LINE      /* it has only texts and links, and some of both, so that several may be one */
} candidate;

/* Whether a class on the way from an element to a text differs from that of another text: "author" and "date" are two
 * columns, although no record has both.  *class: the one of the others. */
static bool has_other_class(const dt_wrapper_node *element, const dt_wrapper_node *text, const char **class) {
  for (const dt_wrapper_node *w = text; w != element; w = w->parent) {
    if (*w->class == '\0') continue;
    if (*class != NULL && !dt_share_class(*class, dt_text(w->class))) return true;
    *class = w->class;
  }
  return false;
}

/* The wrapper's element is the smallest one around its texts, so no candidate if only one of its children has texts. */
static candidate candidate_of(const dt_wrapper_node *element) {
  bool linked = false, plain = false, line = true;
  const char *class = NULL;
  const dt_wrapper_node *end = dt_wrapper_past(element), *child = NULL, *first = NULL;
  uint32_t branches = 0;
  if (element->tag == DT_TAG_TEXT || element->tag == DT_TAG_a || element->cell) return NO_CANDIDATE;
  for (const dt_wrapper_node *w = element->first; w != NULL && w != end; w = dt_wrapper_next(w)) {
    if (w->parent == element) child = w;
    if (w->tag != DT_TAG_TEXT) {
      line = line && w->tag == DT_TAG_a && w->parent == element && !w->has_src;
      continue;
    }
    if (has_other_class(element, w, &class)) return NO_CANDIDATE;
    branches += child != first;
    first = child;
    linked = linked || w->linked;
    plain = plain || !w->linked;
  }
  if (branches < 2) return NO_CANDIDATE;
  return line && linked && plain ? LINE : ONE_TEXT;
}

/* Counts an instance of an element.  A text after a link continues it in the middle of a word or of a sentence; the
 * text before must have no date or amount, which would be a separate value. */
static void count_evidence(evidence *e, const dt_alignment *layout, const dt_item *item, uint32_t element) {
  const dt_tree *tree = item->tree;
  const dt_wrapper_node *last = NULL;
  uint32_t all = 0, texts = 0, links = 0;
  bool run_on = false, prose_before = false;
  for (uint32_t i = element + 1; i < item->ends[element]; i++) {
    dt_index node = item->nodes[i];
    if (tree->nodes[node].tag != DT_TAG_TEXT) continue;
    all++;
    detm_text text = dt_text_of(tree, node);
    if (!dt_has_words(text)) continue;
    texts++;
    last = dt_folded(layout->nodes[i]);
    if (tree->nodes[node].flags & DT_NODE_LINKED) {
      links++;
    } else if (links == 0) {
      prose_before = (dt_kind_of(text) & (DT_KIND_DATE | DT_KIND_PRICE | DT_KIND_COUNT)) == 0;
    } else if (prose_before) {
      bool glued = text.data > tree->bytes && text.data[-1] != ' ' && memchr(",;:|/-(", text.data[0], 7) == NULL;
      run_on = run_on || glued || (text.data[0] >= 'a' && text.data[0] <= 'z');
    }
  }
  e->several += texts >= 2;
  e->run_on += run_on;
  e->linked += texts == 1 && all == 1 && links == 1;
  e->plain += texts == 1 && all == 1 && links == 0;
  e->mixed += all > 1;
  if (all != 1 || last == NULL) return;
  e->varies = e->varies || (e->text != NULL && e->text != last);
  e->text = last;
}

/* Whether the texts of a candidate are one value: each record has one of them; they continue each other; or in some
 * records they are all links and in some all plain, so that the few with both have no other columns. */
static bool is_whole(const evidence *e, candidate kind) {
  if (e->mixed == 0) return e->varies;
  if (kind != LINE) return false;
  return (e->several != 0 && 2 * (uint64_t)e->run_on >= e->several) ||
         (e->linked != 0 && e->plain != 0 && 2 * (uint64_t)e->mixed <= (uint64_t)e->linked + e->plain);
}

bool dt_fills_cell(const dt_wrapper_node *node) {
  while (node->tag != DT_TAG_td && node->tag != DT_TAG_th && node->parent != NULL && node->parent->first == node &&
         node->next == NULL)
    node = node->parent;
  return node->tag == DT_TAG_td || node->tag == DT_TAG_th;
}

void dt_wrapper_find_whole(detm_wrapper *wrapper, dt_arena *scratch, const dt_record_set *sets, uint32_t set_count) {
  candidate *candidates = DT_ZERO(scratch, candidate, wrapper->node_count);
  bool any = false;
  for (const dt_wrapper_node *w = wrapper->root->first; w != NULL; w = dt_wrapper_next(w))
    any = (candidates[w->number] = candidate_of(w)) != NO_CANDIDATE || any;
  if (!any) return;
  evidence *found = DT_ZERO(scratch, evidence, wrapper->node_count);
  for (uint32_t s = 0; s < set_count; s++)
    for (uint32_t r = 0; r < sets[s].count; r++) {
      const dt_item *item = &sets[s].items[r];
      const dt_alignment *layout = sets[s].layouts[r];
      for (uint32_t i = 0; i < item->count; i++) {
        const dt_wrapper_node *w = dt_folded(layout->nodes[i]);
        if (w != NULL && candidates[w->number] != NO_CANDIDATE) count_evidence(&found[w->number], layout, item, i);
      }
    }
  for (dt_wrapper_node *w = wrapper->root->first; w != NULL; w = dt_wrapper_next(w)) {
    const evidence *e = &found[w->number];
    if (candidates[w->number] == NO_CANDIDATE || !is_whole(e, candidates[w->number])) continue;
    if (dt_wrapper_whole(w) != NULL) continue;
    w->linked = e->linked != 0 ? e->linked >= e->plain : e->run_on != 0;
    dt_wrapper_set_parts(wrapper, w, DT_SPLIT_NONE, 1);
  }
}
