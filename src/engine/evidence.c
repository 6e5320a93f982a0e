/* engine/evidence.c: what a region's records and its place in the page tell for or against it.
 *
 * Weights are those of a log-linear ranking that was fitted on pages of other sites than it was tested
 * on; each may be halved or doubled without much harm (HACKING, "Ranking"). */
#include "engine/engine.h"

#include <math.h>

enum { HINT_BYTES = 256, LEVELS = 4 };

/* The only word lists of the engine: parts of class and id names that tell what an element is for.
 * Without them the ranking loses .007 on the pages it was made with, and more where pages are noisy. */
static const char *const against[] = {"nav",     "menu",       "foot",   "sidebar", "filter",   "facet",
                                      "refine",  "breadcrumb", "pagin",  "pager",   "calendar", "related",
                                      "sponsor", "social",     "widget", "toolbar", "dropdown", "share",
                                      "lang",    "tab-",       "tabs",   "tags",    "recommend"};
static const char *const in_favour[] = {"result", "product", "content", "main", "post", "item", "search"};

enum { AGAINST = 1, IN_FAVOUR = 2 };

static bool any_starts(const char *at, const char *const *words, size_t count) {
  for (size_t w = 0; w < count; w++)
    if (*at == *words[w] && strncmp(at, words[w], strlen(words[w])) == 0) return true;
  return false;
}

static unsigned hints_in(detm_text value) {
  char lower[HINT_BYTES + 1];
  unsigned hints = 0;
  size_t length = value.length < HINT_BYTES ? value.length : HINT_BYTES;
  for (size_t i = 0; i < length; i++)
    lower[i] = (char)(value.data[i] >= 'A' && value.data[i] <= 'Z' ? value.data[i] | 32 : value.data[i]);
  lower[length] = '\0';
  for (size_t i = 0; i < length; i++) {
    if (any_starts(lower + i, against, sizeof against / sizeof *against)) hints |= AGAINST;
    if (any_starts(lower + i, in_favour, sizeof in_favour / sizeof *in_favour)) hints |= IN_FAVOUR;
  }
  return hints;
}

/* Names of the record's first node, its parent and two further up. */
static unsigned name_hints(const dt_engine *e, const dt_cut *cut) {
  dt_index node = cut->list->nodes[cut->starts[cut->reference]];
  unsigned hints = 0;
  for (int level = 0; level < LEVELS && node != DT_NONE; level++) {
    const dt_node *n = &e->tree->nodes[node];
    if (n->tag == DT_TAG_body || n->tag == DT_TAG_html) break;
    if (n->tag != DT_TAG_TEXT) {
      unsigned found = hints_in(dt_attribute_of(e->tree, node, DT_ATTRIBUTE_class)) |
                       hints_in(dt_attribute_of(e->tree, node, DT_ATTRIBUTE_id));
      hints |= level < LEVELS - 1 ? found : found & IN_FAVOUR;
    }
    node = level == 0 ? cut->list->parent : n->parent;
  }
  return hints;
}

typedef struct kinds {
  double link, plain, date, price, long_, number; /* records that have it */
} kinds;

static unsigned kind_of(dt_engine *e, uint32_t text) {
  uint32_t number = e->text_number[text];
  if (e->text_kind[number] == 0) {
    const dt_string *string = &e->tree->texts[number];
    e->text_kind[number] = (uint8_t)dt_kind_of((detm_text){e->tree->bytes + string->start, string->length});
  }
  return e->text_kind[number];
}

/* Whether all varying text is digits without a letter, or a character or two: pagers, A to Z, calendars. */
static bool is_numeral(unsigned all, uint32_t characters) {
  return characters != 0 && (characters <= 2 || (all & (DT_KIND_DIGIT | DT_KIND_LETTER)) == DT_KIND_DIGIT);
}

static void add_record(dt_engine *e, const dt_cut *cut, uint32_t record, kinds *sum) {
  uint32_t first, end, start = cut->starts[record], characters = 0;
  unsigned all = 0, varying = 0;
  bool link = false, plain = false;
  dt_record_texts(e, cut->list->nodes + start, cut->starts[record + 1] - start, &first, &end);
  for (uint32_t t = first; t < end; t++) {
    unsigned kind = kind_of(e, t);
    all |= kind;
    if (!dt_text_varies(e, cut, t)) continue;
    bool linked = e->tree->nodes[e->tree->text_nodes[t]].flags & DT_NODE_LINKED;
    varying |= kind;
    characters += e->text_length[e->text_number[t]];
    link = link || linked;
    plain = plain || (!linked && (kind & DT_KIND_WORDS) && !(kind & DT_KIND_COUNT));
  }
  sum->link += link;
  sum->plain += plain;
  sum->date += (all & DT_KIND_DATE) != 0;
  sum->price += (all & DT_KIND_PRICE) != 0;
  sum->long_ += (varying & DT_KIND_LONG) != 0;
  sum->number += is_numeral(varying, characters);
}

/* ---- tables of data ---- */

typedef struct column {
  uint64_t key; /* 0: free */
  uint32_t record, records, distinct;
} column;

static uint64_t *slot(uint64_t *table, uint32_t size, uint64_t key) {
  uint32_t at = (uint32_t)(key >> 32) & (size - 1);
  while (table[at] != 0 && table[at] != key) at = (at + 1) & (size - 1);
  return &table[at];
}

static column *column_slot(column *table, uint32_t size, uint64_t key) {
  uint32_t at = (uint32_t)(key >> 32) & (size - 1);
  while (table[at].key != 0 && table[at].key != key) at = (at + 1) & (size - 1);
  return &table[at];
}

static uint64_t path_below(const dt_tree *tree, dt_index node, dt_index parent) {
  uint64_t hash = 5;
  for (node = tree->nodes[node].parent; node != parent && node != DT_NONE; node = tree->nodes[node].parent)
    hash = dt_hash_mix(hash, tree->nodes[node].tag);
  return hash;
}

/* Columns (equal tag path, linked alike, the k-th of that path in its record) that half of the records have, with
 * several values. */
static unsigned varying_columns(dt_engine *e, const dt_cut *cut) {
  enum { MOST_OF_A_PATH = 6 };
  uint32_t first, end, size = 64;
  dt_record_texts(e, cut->list->nodes + cut->starts[0], cut->starts[cut->count] - cut->starts[0], &first, &end);
  while (size < 4 * (uint64_t)(end - first + 1)) size *= 2;
  uint64_t *values = DT_ZERO(e->scratch, uint64_t, size), *places = DT_ZERO(e->scratch, uint64_t, size);
  column *columns = DT_ZERO(e->scratch, column, size);
  for (uint32_t r = 0; r < cut->count; r++) {
    uint32_t start = cut->starts[r];
    dt_record_texts(e, cut->list->nodes + start, cut->starts[r + 1] - start, &first, &end);
    for (uint32_t t = first; t < end; t++) {
      dt_index node = e->tree->text_nodes[t];
      uint64_t path = path_below(e->tree, node, cut->list->parent), place;
      unsigned k = 0;
      do place = dt_hash_mix(dt_hash_mix(path, r), ++k) | 1;
      while (k < MOST_OF_A_PATH && *slot(places, size, place) == place);
      if (*slot(places, size, place) == place) continue;
      *slot(places, size, place) = place;
      uint64_t key = dt_hash_mix(dt_hash_mix(path, k), e->tree->nodes[node].flags & DT_NODE_LINKED) | 1;
      column *c = column_slot(columns, size, key);
      if (c->key == 0) *c = (column){.key = key, .record = DT_NONE};
      c->records += c->record != r;
      c->record = r;
      uint64_t value = dt_hash_mix(key, e->text_number[t]) | 1;
      c->distinct += *slot(values, size, value) == 0;
      *slot(values, size, value) = value;
    }
  }
  unsigned varying = 0;
  for (uint32_t i = 0; i < size; i++) {
    const column *c = &columns[i];
    varying += c->key != 0 && 2 * c->records >= cut->count && c->distinct >= 2 && 5 * c->distinct >= c->records;
  }
  return varying;
}

static uint32_t cells_of(const dt_tree *tree, dt_index row, dt_tag kind) {
  uint32_t cells = 0;
  for (uint32_t k = 0; k < tree->nodes[row].kid_count; k++) {
    dt_tag tag = tree->nodes[dt_child(tree, row, k)].tag;
    cells += tag == kind || tag == DT_TAG_th;
  }
  return cells;
}

/* At least 8 of 10 rows have the same number of cells, 3 or more. */
static bool has_even_rows(dt_engine *e, const dt_cut *cut) {
  enum { MOST_CELLS = 256 };
  uint32_t rows[MOST_CELLS] = {0}, best = 0;
  for (uint32_t r = 0; r < cut->count; r++) {
    dt_index row = cut->list->nodes[cut->starts[r]];
    uint32_t cells = e->tree->nodes[row].tag == DT_TAG_tr ? cells_of(e->tree, row, DT_TAG_td) : 0;
    if (cells < MOST_CELLS && ++rows[cells] > rows[best]) best = cells;
  }
  return best >= 3 && 10 * (uint64_t)rows[best] >= 8 * (uint64_t)cut->count;
}

/* One of the first 3 rows of the table has two th or more. */
static bool has_header_row(const dt_tree *tree, dt_index table) {
  dt_tag tag = tree->nodes[table].tag;
  if ((tag == DT_TAG_tbody || tag == DT_TAG_thead) && tree->nodes[table].parent != DT_NONE)
    table = tree->nodes[table].parent;
  if (tree->nodes[table].tag != DT_TAG_table) return false;
  unsigned rows = 0;
  for (dt_index node = table + 1; node < tree->nodes[table].end && rows < 3;) {
    if (tree->nodes[node].tag == DT_TAG_tr) {
      if (cells_of(tree, node, DT_TAG_th) >= 2) return true;
      rows++;
      node = tree->nodes[node].end;
    } else {
      bool section = tree->nodes[node].tag == DT_TAG_tbody || tree->nodes[node].tag == DT_TAG_thead;
      node = section ? node + 1 : tree->nodes[node].end;
    }
  }
  return false;
}

/* The cells of the row are like each other, and each holds something: records side by side. */
static bool is_row_of_records(dt_engine *e, dt_index row) {
  enum { LEAST_SIZE = 4 };
  const dt_node *node = &e->tree->nodes[row];
  for (uint32_t k = 0; k < node->kid_count; k++) {
    dt_index cell = dt_child(e->tree, row, k);
    if (dt_size(e->tree, cell) < LEAST_SIZE) return false;
    if (!dt_similar(e->distances, e->tree->nodes[dt_child(e->tree, row, 0)].shape, e->tree->nodes[cell].shape))
      return false;
  }
  return node->kid_count > 1;
}

static bool is_data_table(dt_engine *e, const dt_cut *cut) {
  dt_index row = cut->list->nodes[cut->starts[cut->reference]];
  if (e->tree->nodes[row].tag != DT_TAG_tr || is_row_of_records(e, row)) return false;
  return has_header_row(e->tree, cut->list->parent) || (has_even_rows(e, cut) && varying_columns(e, cut) >= 2);
}

/* ---- all of it ---- */

static double of_place(const dt_engine *e, const dt_cut *cut) {
  bool navigation = false, hidden = false;
  for (dt_index node = cut->list->parent; node != DT_NONE; node = e->tree->nodes[node].parent) {
    navigation = navigation || dt_tag_is(e->tree->nodes[node].tag, DT_NAVIGATION);
    hidden = hidden || (e->tree->nodes[node].flags & DT_NODE_HIDDEN);
  }
  double late = (double)cut->list->nodes[cut->starts[0]] / e->tree->node_count - 0.6;
  unsigned hints = name_hints(e, cut);
  return (navigation ? -1.5 : 0) + (hidden ? -3.5 : 0) + (late > 0 ? -5 * late : 0) + (hints & AGAINST ? -2.5 : 0) +
         (hints & IN_FAVOUR ? 1.5 : 0);
}

double dt_region_evidence(dt_engine *e, const dt_cut *cut) {
  kinds sum = {0};
  for (uint32_t r = 0; r < cut->count; r++) add_record(e, cut, r, &sum);
  double n = cut->count, saved = cut->saved / (cut->total > 1 ? cut->total : 1);
  double variety = (sum.link + sum.plain + (sum.date > sum.price ? sum.date : sum.price) + sum.long_) / n;
  return 2 * log(saved > 0.02 ? saved : 0.02) + 6 * log(1 + variety) - (cut->count < 3 ? 2 : 0) - 2.5 * sum.number / n +
         (is_data_table(e, cut) ? 2.5 : 0) + of_place(e, cut);
}
