/* engine/list_page.c: how probable it is that a page is made for a list of records, and not for an article, whose
 * paragraphs or related links are lists, too (doc/method 2.9). */
#include "engine/engine.h"

#include "base/logistic.h"

#include <math.h>

enum { LONG = 80 /* characters of a long text */, MANY = 40 /* texts from which on an element is no paragraph */ };

const double dt_list_page_weights[DT_LIST_PAGE_FEATURE_COUNT] = {
#include "engine/list_page_weights.h"
};
const char *const dt_list_page_feature_names[DT_LIST_PAGE_FEATURE_COUNT] = {
#define X(name) #name,
    DT_LIST_PAGE_FEATURES(X)
#undef X
};

/* Returns the characters of the long texts among those from `first` to `end`. */
static double prose(const dt_engine *e, uint32_t first, uint32_t end) {
  double characters = 0;
  for (uint32_t t = first; t < end; t++) {
    uint64_t plain = e->plain_before[t + 1] - e->plain_before[t];
    if (plain >= LONG) characters += (double)plain;
  }
  return characters;
}

/* Returns the characters of an element's texts outside links if it is a paragraph, else 0. */
static double paragraph(const dt_engine *e, dt_index node) {
  uint32_t first = e->text_before[node], end = e->text_before[e->tree->nodes[node].end];
  uint64_t characters = e->plain_before[end] - e->plain_before[first];
  return characters >= LONG && end - first < MANY ? (double)characters : 0;
}

/* Returns the characters of the longest series of paragraphs that have one parent; other elements may be between. */
static double longest_series(const dt_engine *e) {
  const dt_node *nodes = e->tree->nodes;
  double longest = 0, series = 0;
  dt_index parent = DT_NONE; /* of the last paragraph */
  for (uint32_t t = 0; t < e->tree->text_count; t++) {
    dt_index node = nodes[e->tree->text_nodes[t]].parent;
    while (nodes[node].tag == DT_TAG_a && nodes[node].parent != DT_NONE) node = nodes[node].parent;
    double characters = e->text_before[node] == t ? paragraph(e, node) : 0;
    if (characters == 0) continue;
    series = nodes[node].parent == parent ? series + characters : characters;
    parent = nodes[node].parent;
    longest = fmax(longest, series);
  }
  return longest;
}

double dt_list_page_find(dt_engine *e) {
  double *x = e->list_page_features, single = 0, texts = 0, records = 0, logit = 0;
  double outside = prose(e, 0, e->tree->text_count);
  for (uint32_t i = 0; i < e->like_main_count; i++) {
    const dt_cut *cut = &e->like_main[i]->cut;
    records += cut->count;
    for (uint32_t r = 0; r < cut->count; r++) {
      uint32_t first, end;
      dt_cut_texts(e, cut, r, &first, &end);
      texts += end - first;
      single += end - first <= 1;
      outside -= prose(e, first, end);
    }
  }
  x[DT_L_paragraphs] = log(100 + longest_series(e));
  x[DT_L_prose] = log(100 + fmax(outside, 0));
  x[DT_L_single] = single / records;
  x[DT_L_texts] = log(1 + texts / records);
  x[DT_L_saved] = e->regions[0].features[DT_R_saved];
  x[DT_L_constant] = 1;
  for (int f = 0; f < DT_LIST_PAGE_FEATURE_COUNT; f++) logit += dt_list_page_weights[f] * x[f];
  return dt_logistic(logit);
}
