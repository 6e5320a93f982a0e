/* content/choose.c: the main text by features (METHOD 4 to 6 and more in one score).
 *
 * A block is chosen by its score, which is linear in its features and those of the blocks like it; then the choice as a
 * whole is made whole: a page with hardly any is asked again with a lower bar, what lies far from the core must be
 * surer, and what the page says twice counts once. */
#include "content/choose.h"

#include "base/squeeze.h"

#include <math.h>
#include <stdlib.h>

const double dt_feature_weights[DT_FEATURE_COUNT] = {
#include "content/weights.h"
};

/* Cores of .6 to .8 and scores of 3 to 6 outside lose at most .003 of F1; a lowered bar below .05 of the units loses
 * .014. */
#define LEAST_UNITS 80   /* fewer chosen ones: */
#define LEAST_SHARE 0.02 /* or less of the page's: the bar is lowered */
#define BEST_SHARE 50    /* to what the best block in so many has */
#define LOWER 3.0        /* less this */
#define CORE_SHARE 0.7   /* of the chosen units that the core holds */
#define HIDDEN_SHARE 0.3 /* of the chosen units that may be hidden text to be left out */
#define LATE_SHARE 0.3   /* that late records may hold to be left out */
#define LIST_SHARE 0.85  /* of a list's units that are chosen: then all of it is */
#define ROW_SHARE 0.5    /* the same of a row of a table */
#define LONGEST_ROW 400  /* units; longer ones arrange a page */
#define OUTSIDE 3.5      /* score that a block outside of it must have */
#define TWICE_TOKENS 8   /* that a text which stands there twice must have to count once */

typedef struct choice {
  const dt_content_page *page;
  dt_arena *arena;
  double *scores; /* of blocks */
  bool *chosen;
  bool *late; /* blocks in records after much prose (features.h) */
} choice;

static void score_blocks(choice *c, const double *weights) {
  dt_features features;
  dt_features_read(&features, c->page);
  for (uint32_t i = 0; i < c->page->block_count; i++) {
    double x[DT_FEATURE_COUNT];
    dt_features_of(&features, i, x);
    c->scores[i] = 0;
    c->late[i] = x[DT_X_record_late] > 0;
    for (int k = 0; k < DT_FEATURE_COUNT; k++) c->scores[i] += weights[k] * x[k];
    dt_scope_tick(c->arena->scope);
  }
  dt_features_smooth(&features, c->scores);
}

static double choose_above(choice *c, double bar) {
  double units = 0;
  for (uint32_t i = 0; i < c->page->block_count; i++) {
    c->chosen[i] = c->scores[i] > bar;
    if (c->chosen[i]) units += c->page->blocks[i].units;
  }
  return units;
}

static int compare_falling(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x < y) - (x > y);
}

/* Scores are counted from the lower bar on afterwards. */
static void lower_bar(choice *c) {
  uint32_t count = c->page->block_count, best = count / BEST_SHARE > 0 ? count / BEST_SHARE : 1;
  double *sorted = DT_ARRAY(c->arena, double, count);
  memcpy(sorted, c->scores, count * sizeof *sorted);
  qsort(sorted, count, sizeof *sorted, compare_falling);
  double bar = fmin(0, sorted[best - 1] - LOWER);
  for (uint32_t i = 0; i < count; i++) c->scores[i] -= bar;
  choose_above(c, 0);
}

/* Chosen units of the blocks [0, n). */
static double *sum_chosen(const choice *c) {
  const dt_content_page *page = c->page;
  double *sums = DT_ARRAY(c->arena, double, (size_t)page->block_count + 1);
  sums[0] = 0;
  for (uint32_t i = 0; i < page->block_count; i++) sums[i + 1] = sums[i] + (c->chosen[i] ? page->blocks[i].units : 0);
  return sums;
}

/* The smallest element that holds most of what is chosen; of equals the innermost. */
static const dt_element *find_core(const choice *c) {
  const dt_content_page *page = c->page;
  const double *sums = sum_chosen(c);
  const dt_element *core = &page->elements[0];
  for (uint32_t i = 0; i < page->element_count; i++) {
    const dt_element *element = &page->elements[i];
    if (element->last - element->first > core->last - core->first || element->last == element->first) continue;
    if (sums[element->last] - sums[element->first] >= CORE_SHARE * sums[page->block_count]) core = element;
  }
  return core;
}

static void trim_to_core(choice *c) {
  const dt_element *core = find_core(c);
  for (uint32_t i = 0; i < c->page->block_count; i++)
    if ((i < core->first || i >= core->last) && c->scores[i] <= OUTSIDE) c->chosen[i] = false;
}

/* ---- what is not shown, asks for a click, or is said by others ---- */

static bool stands_in(const choice *c, uint32_t block, uint32_t where) {
  return (c->page->elements[c->page->blocks[block].element].within & where) != 0;
}

static bool is_hidden(const choice *c, uint32_t block) { return stands_in(c, block, DT_IN_HIDDEN); }
static bool is_button(const choice *c, uint32_t block) { return stands_in(c, block, DT_IN_BUTTON); }
static bool is_late(const choice *c, uint32_t block) { return c->late[block]; }
static bool is_dialog(const choice *c, uint32_t block) { return stands_in(c, block, DT_IN_DIALOG); }
static bool is_link_row(const choice *c, uint32_t block) {
  const dt_block *b = &c->page->blocks[block];
  return b->links >= 2 && dt_link_density(b) > 0.9;
}

/* Drops such blocks if they hold no more than a share of what is chosen. */
static void drop(choice *c, bool (*is_such)(const choice *c, uint32_t block), double most) {
  double such = 0, all = 0;
  for (uint32_t i = 0; i < c->page->block_count; i++) {
    double units = c->chosen[i] ? c->page->blocks[i].units : 0;
    all += units;
    if (is_such(c, i)) such += units;
  }
  if (such > most * all) return;
  for (uint32_t i = 0; i < c->page->block_count; i++)
    if (is_such(c, i)) c->chosen[i] = false;
}

/* Labels of buttons are no text; hidden text is none but where there is so much of it that a script must show it; a few
 * records after the prose are comments or teasers. */
static void drop_what_is_no_text(choice *c) {
  drop(c, is_button, 1);
  drop(c, is_dialog, HIDDEN_SHARE);
  drop(c, is_link_row, LATE_SHARE);
  drop(c, is_hidden, HIDDEN_SHARE);
  drop(c, is_late, LATE_SHARE);
}

/* ---- what stands between chosen paragraphs ---- */

/* Blocks right below an element that are chosen: the first, and one past the last; last = 0: there are none. */
typedef struct span {
  uint32_t first, last;
} span;

static span *find_spans(const choice *c) {
  const dt_content_page *page = c->page;
  span *spans = DT_ZERO(c->arena, span, page->element_count);
  for (uint32_t i = 0; i < page->block_count; i++) {
    uint32_t parent = c->chosen[i] ? page->elements[page->blocks[i].element].parent : DT_NONE;
    if (parent == DT_NONE) continue;
    if (spans[parent].last == 0) spans[parent].first = i;
    spans[parent].last = i + 1;
  }
  return spans;
}

static bool is_part(dt_tag tag) {
  return tag == DT_TAG_ul || tag == DT_TAG_ol || tag == DT_TAG_dl || tag == DT_TAG_table || tag == DT_TAG_pre ||
         tag == DT_TAG_blockquote;
}

static bool is_linked(const dt_content_page *page, const dt_element *e) {
  const dt_sums *from = &page->sums[e->first], *to = &page->sums[e->last];
  return 2 * (to->linked - from->linked) >= to->units - from->units;
}

/* A list, table, quotation or code between chosen paragraphs, or right behind the last, belongs to them: +.004 F1. */
static bool stands_between(const span *around, const dt_element *e) {
  return around->first < e->first && around->last >= e->first;
}

/* What is chosen for the most part is chosen whole: half a list or half a row tells nobody anything. */
static bool is_chosen_mostly(const dt_content_page *page, const double *chosen, const dt_element *e) {
  double units = page->sums[e->last].units - page->sums[e->first].units, part = chosen[e->last] - chosen[e->first];
  if (e->tag == DT_TAG_tr) return units <= LONGEST_ROW && part >= ROW_SHARE * units;
  return e->tag != DT_TAG_table && part >= LIST_SHARE * units;
}

static void fill_parts(choice *c) {
  const dt_content_page *page = c->page;
  const span *spans = find_spans(c);
  const double *chosen = sum_chosen(c);
  for (uint32_t i = 0; i < page->element_count; i++) {
    const dt_element *e = &page->elements[i];
    bool part = is_part(e->tag);
    if ((!part && e->tag != DT_TAG_tr) || e->parent == DT_NONE || e->first == e->last || is_linked(page, e)) continue;
    if (!(part && stands_between(&spans[e->parent], e)) && !is_chosen_mostly(page, chosen, e)) continue;
    for (uint32_t b = e->first; b < e->last; b++) c->chosen[b] = true;
  }
}

/* ---- what is there twice ---- */

/* Whether a text has so many words, or signs of scripts that do not part words. */
static bool has_tokens(detm_text text, unsigned least) {
  bool within = false;
  for (const char *at = text.data, *end = at + text.length; at < end && least > 0;) {
    uint32_t code;
    at += dt_utf8_read(at, end, &code);
    bool word = dt_is_word(code), sign = code >= 0x3040;
    if (sign || (word && !within)) least--;
    within = word && !sign;
  }
  return least == 0;
}

static void drop_second_times(choice *c) {
  const dt_content_page *page = c->page;
  uint32_t mask = 15;
  while (mask < 2 * page->block_count) mask = mask * 2 + 1;
  uint32_t *slots = DT_ZERO(c->arena, uint32_t, (size_t)mask + 1); /* block + 1 */
  for (uint32_t i = 0; i < page->block_count; i++) {
    detm_text text = page->blocks[i].text;
    if (!c->chosen[i] || !has_tokens(text, TWICE_TOKENS)) continue;
    uint32_t at = (uint32_t)(dt_hash_bytes(text.data, text.length, 0) >> 32) & mask;
    while (slots[at] != 0 && !dt_text_equal(page->blocks[slots[at] - 1].text, text)) at = (at + 1) & mask;
    c->chosen[i] = slots[at] == 0;
    if (slots[at] == 0) slots[at] = i + 1;
  }
}

void dt_choose_blocks(const dt_content_page *page, const double weights[DT_FEATURE_COUNT], bool *chosen) {
  if (page->block_count == 0) return;
  dt_mark mark = dt_arena_mark(page->arena);
  choice c = {page, page->arena, DT_ARRAY(page->arena, double, page->block_count), chosen,
              DT_ARRAY(page->arena, bool, page->block_count)};
  score_blocks(&c, weights);
  double least = fmax(LEAST_UNITS, LEAST_SHARE * page->sums[page->block_count].units);
  if (choose_above(&c, 0) < least) lower_bar(&c);
  drop_what_is_no_text(&c);
  trim_to_core(&c);
  fill_parts(&c);
  drop_second_times(&c);
  dt_arena_rewind(page->arena, mark);
}

void dt_choose_by_features(const dt_content_page *page, bool *chosen) {
  bool *blocks = DT_ZERO(page->arena, bool, page->block_count);
  dt_choose_blocks(page, dt_feature_weights, blocks);
  for (uint32_t i = 0; i < page->block_count; i++)
    for (uint32_t k = page->blocks[i].first; k < page->blocks[i].last; k++) chosen[k] = blocks[i];
}
