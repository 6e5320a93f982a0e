/* engine/list_page.c: how probable it is that a page is made for a list of records, and not for an article, whose
 * paragraphs or related links are lists, too (doc/method 2.9). */
#include "engine/engine.h"

#include "engine/tunables.h"

#include <math.h>

enum { LONG = 80 /* characters of a paragraph */ };

const dt_feature dt_list_page_features[DT_LIST_PAGE_FEATURE_COUNT] = {DT_LIST_PAGE_FEATURES(DT_FEATURE_ROW)};

/* The element with the text, or around the link that has it. */
static dt_index block_of(const dt_engine *e, uint32_t text) {
  const dt_node *nodes = e->tree->nodes;
  dt_index node = nodes[e->tree->text_nodes[text]].parent;
  while (nodes[node].tag == DT_TAG_a && nodes[node].parent != DT_NONE) node = nodes[node].parent;
  return node;
}

static bool is_one_block(const dt_engine *e, uint32_t first, uint32_t end) {
  if (first == end) return true;
  dt_index block = block_of(e, first);
  for (uint32_t t = first + 1; t < end; t++)
    if (block_of(e, t) != block) return false;
  return true;
}

/* Reads the features of the records, and marks the texts of records with several blocks. */
static void read_list_records(const dt_engine *e, double x[DT_LIST_PAGE_FEATURE_COUNT], bool *in_parts) {
  double single = 0, one_block = 0, texts = 0, records = 0;
  for (uint32_t i = 0; i < e->like_main_count; i++) {
    const dt_cut *cut = &e->like_main[i]->cut;
    records += cut->count;
    for (uint32_t r = 0; r < cut->count; r++) {
      uint32_t first, end;
      dt_cut_texts(e, cut, r, &first, &end);
      bool one = is_one_block(e, first, end);
      texts += end - first;
      single += end - first <= 1;
      one_block += one;
      for (uint32_t t = first; t < end && !one; t++) in_parts[t] = true;
    }
  }

  x[DT_L_single] = single / records;
  x[DT_L_one_block] = one_block / records;
  x[DT_L_texts] = log(1 + texts / records);
}

/* Returns the most characters outside links of paragraphs that have one parent, or of one paragraph. */
static double longest_text(const dt_engine *e, const bool *in_parts) {
  uint32_t longest = 0;
  uint32_t *own = DT_ZERO(e->scratch, uint32_t, e->tree->node_count);      /* characters of each block */
  uint32_t *children = DT_ZERO(e->scratch, uint32_t, e->tree->node_count); /* characters of paragraphs, by parent */
  for (uint32_t t = 0; t < e->tree->text_count; t++)
    if (!in_parts[t]) own[block_of(e, t)] += (uint32_t)(e->plain_before[t + 1] - e->plain_before[t]);
  for (dt_index node = 0; node < e->tree->node_count; node++) {
    dt_index parent = e->tree->nodes[node].parent;
    if (own[node] < LONG) continue;
    if (own[node] > longest) longest = own[node];
    if (parent != DT_NONE && (children[parent] += own[node]) > longest) longest = children[parent];
  }
  return longest;
}

double dt_list_page_probability(dt_engine *e) {
  double *x = e->list_page_features, logit = 0;
  dt_mark mark = dt_arena_mark(e->scratch);
  bool *in_parts = DT_ZERO(e->scratch, bool, e->tree->text_count);
  read_list_records(e, x, in_parts);
  x[DT_L_paragraphs] = log(100 + fmin(longest_text(e, in_parts), DT_MUCH_TEXT));
  x[DT_L_saved] = e->regions[0].features[DT_R_saved];
  x[DT_L_article] = e->tree->is_article;
  x[DT_L_constant] = 1;
  dt_arena_rewind(e->scratch, mark);
  for (int f = 0; f < DT_LIST_PAGE_FEATURE_COUNT; f++) logit += dt_list_page_features[f].weight * x[f];
  return dt_logistic(logit);
}
