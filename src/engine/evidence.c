/* engine/evidence.c: how much a region's records and its place in the page look like a main region (features.h).
 */
#include "base/map.h"
#include "base/vec.h"
#include "engine/engine.h"
#include "engine/tunables.h"

#include <math.h>
#include <string.h>

enum { HINT_BYTES = 256, LEVELS = 4 };

const dt_feature dt_region_features[DT_REGION_FEATURE_COUNT] = {DT_REGION_FEATURES(DT_FEATURE_ROW)};

enum {
  READ = 1,
  AGAINST = 2,
  IN_FAVOUR = 4,
  ASIDE = 8,    /* a whole word begins with a word AGAINST */
  OF_LINKS = 16 /* AGAINST an element most of whose texts are links: a menu may be that of a canteen */
};

typedef struct hint {
  const char *word;
  unsigned hint;
} hint;

#define SECOND(letter) (UINT32_C(1) << ((letter)&31))

/* The word list of the engine, by first letter: beginnings of words in class and id names.  Without it the ranking
 * loses .007 on the pages that it was fitted on, and more on noisy pages. */
static const struct {
  uint32_t seconds; /* the second letters of the words, as bits: most words of a page differ there */
  hint words[6];
} hints_by_letter[26] = {
    ['b' - 'a'] = {SECOND('r'), {{"breadcrumb", OF_LINKS}}},
    ['c' - 'a'] = {SECOND('a') | SECOND('o'), {{"calendar", AGAINST}, {"content", IN_FAVOUR}}},
    ['d' - 'a'] = {SECOND('r'), {{"dropdown", OF_LINKS}}},
    ['f' - 'a'] = {SECOND('o') | SECOND('i') | SECOND('a'),
                   {{"foot", AGAINST}, {"filter", AGAINST}, {"facet", AGAINST}}},
    ['i' - 'a'] = {SECOND('t'), {{"item", IN_FAVOUR}}},
    ['l' - 'a'] = {SECOND('a'), {{"lang", AGAINST}}},
    ['m' - 'a'] = {SECOND('e') | SECOND('a'), {{"menu", OF_LINKS}, {"main", IN_FAVOUR}}},
    ['n' - 'a'] = {SECOND('a'), {{"nav", OF_LINKS}}},
    ['p' - 'a'] = {SECOND('a') | SECOND('r') | SECOND('o'),
                   {{"pagin", OF_LINKS}, {"pager", OF_LINKS}, {"product", IN_FAVOUR}, {"post", IN_FAVOUR}}},
    ['r' - 'a'] = {SECOND('e'),
                   {{"refine", AGAINST}, {"related", AGAINST}, {"recommend", AGAINST}, {"result", IN_FAVOUR}}},
    ['s' - 'a'] =
        {SECOND('i') | SECOND('p') | SECOND('o') | SECOND('h') | SECOND('e'),
         {{"sidebar", AGAINST}, {"sponsor", AGAINST}, {"social", AGAINST}, {"share", AGAINST}, {"search", IN_FAVOUR}}},
    ['t' - 'a'] = {SECOND('o') | SECOND('a'),
                   {{"toolbar", AGAINST}, {"tab-", AGAINST}, {"tabs", AGAINST}, {"tags", AGAINST}}},
    ['w' - 'a'] = {SECOND('i'), {{"widget", AGAINST}}},
};

static bool begins(const char *at, const char *end, const char *word) {
  while (at < end && *word != '\0' && dt_ascii_lower(*at) == *word) at++, word++;
  return *word == '\0';
}

static unsigned hints_in_value(detm_text value, bool of_links) {
  unsigned hints = 0;
  if (value.length > HINT_BYTES) value.length = HINT_BYTES;
  for (size_t i = 0; i + 2 <= value.length; i++) {
    const char *at = value.data + i, *end = value.data + value.length;
    if (!dt_is_ascii_letter(*at) || !(hints_by_letter[(*at | 32) - 'a'].seconds & SECOND(at[1]))) continue;
    bool starts = i == 0 || !dt_is_ascii_letter(at[-1]);
    for (const hint *h = hints_by_letter[(*at | 32) - 'a'].words; h->word != NULL; h++) {
      unsigned says = h->hint != OF_LINKS ? h->hint : of_links ? AGAINST : 0;
      unsigned all = says | (starts && says == AGAINST ? ASIDE : 0);
      if ((hints & all) != all && begins(at, end, h->word)) hints |= all;
    }
  }

  return hints;
}

/* Whether an element has most of the page's text outside links: then its name does not count against a list near it. */
static bool has_most_text(const dt_engine *e, dt_index node) {
  uint32_t first = e->text_before[node], end = e->text_before[e->tree->nodes[node].end];
  double all = (double)e->plain_before[e->tree->text_count];
  return (double)(e->plain_before[end] - e->plain_before[first]) > DT_MOST_TEXT * all;
}

/* Whether most texts of an element are links. */
static bool is_of_links(const dt_engine *e, dt_index node) {
  uint32_t first = e->text_before[node], end = e->text_before[e->tree->nodes[node].end];
  return 2 * (uint64_t)(e->linked_before[end] - e->linked_before[first]) > end - first;
}

/* Hints in the class and id of an element. */
static unsigned hints_of(const dt_engine *e, dt_index node) {
  if (e->hints[node] == 0) {
    bool of_links = is_of_links(e, node);
    unsigned hints = hints_in_value(dt_attribute_of(e->tree, node, DT_ATTRIBUTE_class), of_links) |
                     hints_in_value(dt_attribute_of(e->tree, node, DT_ATTRIBUTE_id), of_links);
    if ((hints & AGAINST) && has_most_text(e, node)) hints &= ~(unsigned)AGAINST;
    e->hints[node] = (uint8_t)(READ | hints);
  }
  return e->hints[node];
}

/* Hints in the names of the record's first node, its parent and two ancestors. */
static unsigned name_hints(const dt_engine *e, const dt_cut *cut) {
  dt_index node = cut->list->nodes[cut->starts[cut->reference]];
  unsigned hints = 0;
  for (int level = 0; level < LEVELS && node != DT_NONE; level++) {
    const dt_node *n = &e->tree->nodes[node];
    if (n->tag == DT_TAG_body || n->tag == DT_TAG_html) break;
    if (n->tag != DT_TAG_TEXT) hints |= level < LEVELS - 1 ? hints_of(e, node) : hints_of(e, node) & IN_FAVOUR;
    node = level == 0 ? cut->list->parent : n->parent;
  }
  return hints;
}

typedef struct kinds {
  double link, plain, date, price, long_, number, bare; /* how many records have such a text */
} kinds;

/* Adds the kinds of text of a record.  Only a number, or one or two characters, is typical of pagers, A to Z and
 * calendars. */
static void add_record(dt_engine *e, const dt_cut *cut, uint32_t record, kinds *sum) {
  uint32_t first, end, characters = 0;
  unsigned all = 0, varying = 0;
  bool link = false, plain = false;

  dt_cut_texts(e, cut, record, &first, &end);
  for (uint32_t t = first; t < end; t++) {
    unsigned kind = dt_text_kind(e, t);
    all |= kind;
    if (!dt_text_varies(e, cut, t)) continue;
    bool linked = e->tree->nodes[e->tree->text_nodes[t]].flags & DT_NODE_LINKED;
    varying |= kind;
    characters += e->text_length[e->text_number[t]];
    link = link || linked;
    plain = plain || (!linked && (kind & DT_KIND_WORDS) && !(kind & DT_KIND_COUNT));
  }

  bool number = (varying & (DT_KIND_DIGIT | DT_KIND_LETTER)) == DT_KIND_DIGIT;
  sum->link += link;
  sum->plain += plain;
  sum->date += (all & DT_KIND_DATE) != 0;
  sum->price += (all & DT_KIND_PRICE) != 0;
  sum->long_ += (varying & DT_KIND_LONG) != 0;
  bool one_link = end == first + 1 && e->linked_before[end] != e->linked_before[first];
  sum->bare += one_link && e->text_length[e->text_number[first]] < DT_BRIEF;
  sum->number += characters != 0 && (characters <= 2 || number);
}

/* ---- the features ---- */

static void read_records(dt_engine *e, const dt_cut *cut, double *x) {
  kinds sum = {0};
  for (uint32_t r = 0; r < cut->count; r++) add_record(e, cut, r, &sum);
  double n = cut->count, dated = (sum.date > sum.price ? sum.date : sum.price) / n;
  double variety = (sum.link + sum.plain + (sum.date > sum.price ? sum.date : sum.price) + sum.long_) / n;
  x[DT_R_variety] = log(1 + variety);
  x[DT_R_two_records] = cut->count < 3;
  x[DT_R_numbers] = (1 - dated) * sum.number / n;
  x[DT_R_bare] = sum.bare / n;
  const dt_grid *grid = dt_grids_at(&e->grids, cut->list->nodes[cut->starts[0]]);
  uint32_t headed = 0;
  for (uint32_t c = 0; grid != NULL && c < grid->column_count; c++) headed += grid->columns[c].label.length != 0;
  x[DT_R_data_table] = grid != NULL && grid->column_count >= 2;
  x[DT_R_headed] = log(1 + headed);
}

/* Whether each node of the records is hidden itself, as the dialogs of a page are. */
static bool are_all_hidden(const dt_engine *e, const dt_cut *cut) {
  uint32_t at = cut->starts[0], end = cut->starts[cut->count];
  while (at < end && (e->tree->nodes[cut->list->nodes[at]].flags & DT_NODE_HIDDEN)) at++;
  return at == end;
}

static void read_region_place(const dt_engine *e, const dt_cut *cut, double *x) {
  dt_index parent = cut->list->parent;
  x[DT_R_navigation] = dt_is_in_navigation(e->tree, parent);
  x[DT_R_hidden] = dt_is_hidden(e, parent) || are_all_hidden(e, cut);

  for (dt_index node = parent; node != DT_NONE && x[DT_R_aside] == 0; node = e->tree->nodes[node].parent) {
    if (e->tree->nodes[node].tag == DT_TAG_body || e->tree->nodes[node].tag == DT_TAG_html) continue;
    if (hints_of(e, node) & ASIDE) x[DT_R_aside] = 1;
  }

  double late = (double)cut->list->nodes[cut->starts[0]] / e->tree->node_count - DT_LATE;
  dt_index last = cut->list->nodes[cut->starts[cut->count] - 1];
  unsigned hints = name_hints(e, cut);
  x[DT_R_late] = late > 0 ? late : 0;
  x[DT_R_before_title] = x[DT_R_navigation] == 0 && e->title != DT_NONE && e->tree->nodes[last].end <= e->title;
  x[DT_R_against] = (hints & AGAINST) != 0;
  x[DT_R_in_favour] = (hints & IN_FAVOUR) != 0;
}

double dt_region_evidence(dt_engine *e, const dt_cut *cut, double x[DT_REGION_FEATURE_COUNT]) {
  memset(x, 0, DT_REGION_FEATURE_COUNT * sizeof *x);
  read_records(e, cut, x);
  read_region_place(e, cut, x);
  double evidence = 0;
  for (int k = 0; k < DT_REGION_FEATURE_COUNT; k++) evidence += dt_region_features[k].weight * x[k];
  return evidence;
}
