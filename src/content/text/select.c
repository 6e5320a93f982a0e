/* content/text/select.c: chooses the main text by features (doc/method 4 to 6 and more in one score).
 *
 * A block is chosen by its score, which is linear in its own features and those of its path group.  Then the choice is
 * corrected as a whole: the threshold is lowered if hardly any text is chosen, blocks outside the core need a higher
 * score, lists and tables are completed, links after the text are left out, and repeated texts count once. */
#include "content/text/select.h"

#include "base/map.h"
#include "content/text/path_groups.h"
#include "content/tunables.h"
#include "text/words.h"

#include <math.h>
#include <stdlib.h>

const double dt_feature_weights[DT_FEATURE_COUNT] = {
#include "content/text/weights.h"
};

typedef struct choice {
  const dt_content_page *page;
  dt_arena *arena;
  dt_features features;
  double *scores; /* by block */
  double bar;     /* scores above it are chosen */
  bool *chosen;
} choice;

static void score_blocks(choice *c, const double *weights) {
  dt_features_read(&c->features, c->page);
  for (uint32_t i = 0; i < c->page->block_count; i++) {
    double x[DT_FEATURE_COUNT];
    dt_features_of(&c->features, i, x);
    c->scores[i] = 0;
    for (int k = 0; k < DT_FEATURE_COUNT; k++) c->scores[i] += weights[k] * x[k];
    dt_scope_tick(c->arena->scope);
  }
  dt_features_smooth(&c->features, c->scores);
}

/* Chooses the blocks above the threshold.  Returns their units. */
static double choose_above(choice *c) {
  double units = 0;
  for (uint32_t i = 0; i < c->page->block_count; i++) {
    c->chosen[i] = c->scores[i] > c->bar;
    if (c->chosen[i]) units += c->page->blocks[i].units;
  }
  return units;
}

static int compare_falling(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x < y) - (x > y);
}

/* Lowers the threshold to that which some blocks reach. */
static void lower_bar(choice *c) {
  uint32_t count = c->page->block_count, best = count / DT_CONTENT_BEST_SHARE > 0 ? count / DT_CONTENT_BEST_SHARE : 1;
  double *sorted = DT_ARRAY(c->arena, double, count);
  memcpy(sorted, c->scores, count * sizeof *sorted);
  qsort(sorted, count, sizeof *sorted, compare_falling);
  c->bar = fmin(0, sorted[best - 1] - DT_CONTENT_LOWER);
  choose_above(c);
}

/* Returns prefix sums: the chosen units of the blocks [0, n). */
static double *sum_chosen(const choice *c) {
  const dt_content_page *page = c->page;
  double *sums = DT_ARRAY(c->arena, double, (size_t)page->block_count + 1);
  sums[0] = 0;
  for (uint32_t i = 0; i < page->block_count; i++) sums[i + 1] = sums[i] + (c->chosen[i] ? page->blocks[i].units : 0);
  return sums;
}

/* Drops blocks outside the core, unless their score is high.  The core is the smallest element with most of the chosen
 * text, the innermost of equals. */
static void trim_to_core(choice *c) {
  const dt_content_page *page = c->page;
  const double *sums = sum_chosen(c);
  const dt_element *core = &page->elements[0];
  for (uint32_t i = 0; i < page->element_count; i++) {
    const dt_element *element = &page->elements[i];
    if (element->last - element->first > core->last - core->first || element->last == element->first) continue;
    if (sums[element->last] - sums[element->first] >= DT_CONTENT_CORE_SHARE * sums[page->block_count]) core = element;
  }
  for (uint32_t i = 0; i < page->block_count; i++)
    if ((i < core->first || i >= core->last) && c->scores[i] - c->bar <= DT_CONTENT_OUTSIDE) c->chosen[i] = false;
}

/* ---- hidden text, dialogs, link rows and comments ---- */

static bool is_within(const choice *c, uint32_t block, uint32_t where) {
  return (c->page->elements[c->page->blocks[block].element].within & where) != 0;
}

static bool is_hidden(const choice *c, uint32_t block) { return is_within(c, block, DT_IN_HIDDEN); }
static bool is_late(const choice *c, uint32_t block) { return dt_is_late(&c->features, block); }
static bool is_dialog(const choice *c, uint32_t block) { return is_within(c, block, DT_IN_DIALOG); }

/* In a forum the posts may be called comments: they are text unless the page is declared an article. */
static bool is_comment(const choice *c, uint32_t block) {
  const dt_features *f = &c->features;
  bool called = (f->inherited[c->page->blocks[block].element].hints & DT_HINT_COMMENT) != 0;
  return called && (f->data_article || f->graph_article) && !f->data_post;
}

static bool is_link_row(const choice *c, uint32_t block) {
  const dt_block *b = &c->page->blocks[block];
  return b->links >= 2 && dt_link_density(b) > 0.9;
}

/* Drops the matching blocks if they hold at most a share of the chosen units. */
static void drop(choice *c, bool (*matches)(const choice *c, uint32_t block), double most) {
  double matching = 0, all = 0;
  for (uint32_t i = 0; i < c->page->block_count; i++) {
    double units = c->chosen[i] ? c->page->blocks[i].units : 0;
    all += units;
    if (matches(c, i)) matching += units;
  }
  if (matching > most * all) return;
  for (uint32_t i = 0; i < c->page->block_count; i++)
    if (matches(c, i)) c->chosen[i] = false;
}

/* ---- lists, tables and quotations between chosen paragraphs ---- */

/* Chosen blocks in children of an element: [first, last), last = 0 if no block is chosen. */
typedef struct span {
  uint32_t first, last;
} span;

static bool is_part(dt_tag tag) {
  return tag == DT_TAG_ul || tag == DT_TAG_ol || tag == DT_TAG_dl || tag == DT_TAG_table || tag == DT_TAG_pre ||
         tag == DT_TAG_blockquote;
}

/* Checks whether much of a table row is chosen; then it is chosen whole, since half of it is useless. */
static bool is_chosen_row(const dt_content_page *page, const double *chosen, const dt_element *e) {
  double units = page->sums[e->last].units - page->sums[e->first].units, part = chosen[e->last] - chosen[e->first];
  return e->tag == DT_TAG_tr && units <= DT_CONTENT_ROW_UNITS && part >= DT_CONTENT_ROW_SHARE * units;
}

/* Chooses lists, tables, quotations and code between chosen paragraphs or right after the last (+.004 F1). */
static void fill_parts(choice *c) {
  const dt_content_page *page = c->page;
  const double *chosen = sum_chosen(c);
  span *spans = DT_ZERO(c->arena, span, page->element_count);
  for (uint32_t i = 0; i < page->block_count; i++) {
    uint32_t parent = c->chosen[i] ? page->elements[page->blocks[i].element].parent : DT_NONE;
    if (parent == DT_NONE) continue;
    if (spans[parent].last == 0) spans[parent].first = i;
    spans[parent].last = i + 1;
  }
  for (uint32_t i = 0; i < page->element_count; i++) {
    const dt_element *e = &page->elements[i];
    const dt_sums *from = &page->sums[e->first], *to = &page->sums[e->last];
    bool part = is_part(e->tag), linked = 2 * (to->linked - from->linked) >= to->units - from->units;
    if ((!part && e->tag != DT_TAG_tr) || e->parent == DT_NONE || e->first == e->last || linked) continue;
    bool between = spans[e->parent].first < e->first && spans[e->parent].last >= e->first;
    if (!(part && between) && !is_chosen_row(page, chosen, e)) continue;
    for (uint32_t b = e->first; b < e->last; b++) c->chosen[b] = true;
  }
}

/* ---- links after the text ---- */

/* Returns the share of the text of a block that links to other pages. */
static double share_of_links_away(const dt_content_page *page, const dt_block *block) {
  size_t linked = 0, away = 0;
  if (block->linked == 0) return 0;
  for (uint32_t k = block->first; k < block->last; k++) {
    const dt_content_piece *piece = &page->pieces[k];
    size_t length = piece->link != NULL ? strlen(dt_node_content(piece->node)) : 0;
    linked += length;
    if (length != 0 && *dt_link_address(piece->link) != '\0') away += length;
  }
  return dt_link_density(block) * (double)away / (double)linked;
}

/* Drops two or more blocks of links to other pages after prose, with the texts between them and the short text before
 * them: the longest end of the choice that begins with such a block and consists of links for the most part.  Sentences
 * after the last link are kept.  Elsewhere the links are the content. */
static void drop_links_after(choice *c) {
  const dt_content_page *page = c->page;
  double units = 0, linked = 0, good = 0, end_units = 0, end_linked = 0, end_good = 0;
  uint32_t from = page->block_count, last = 0, count = 0;
  for (uint32_t i = page->block_count; i-- > 0;) {
    const dt_block *b = &page->blocks[i];
    if (!c->chosen[i]) continue;
    double away = share_of_links_away(page, b);
    units += b->units;
    linked += b->units * away;
    if (dt_block_is_good(b)) good += b->units;
    if (away < 0.5) continue;
    if (count++ == 0) last = i;
    if (count < 2 || linked < DT_CONTENT_END_LINKS * units) continue;
    from = i;
    end_units = units;
    end_linked = linked;
    end_good = good;
  }
  double rest = units - end_units;
  if (end_units > DT_CONTENT_END_SHARE * units || linked - end_linked > DT_CONTENT_REST_LINKS * rest ||
      good - end_good < DT_CONTENT_REST_PROSE * rest)
    return;
  for (uint32_t i = from; i < page->block_count; i++)
    if (i <= last || page->blocks[i].sentences == 0) c->chosen[i] = false;
  while (from > 0 && !c->chosen[from - 1]) from--;
  if (from > 0 && end_units > 0 && page->blocks[from - 1].units < DT_CONTENT_SHORT &&
      page->blocks[from - 1].sentences == 0)
    c->chosen[from - 1] = false;
}

/* ---- repeated texts ---- */

static void drop_repeated(choice *c) {
  const dt_content_page *page = c->page;
  uint32_t *blocks = DT_ARRAY(c->arena, uint32_t, page->block_count);
  dt_lookup texts;
  dt_lookup_start(&texts, c->arena, 0);
  for (uint32_t i = 0; i < page->block_count; i++) {
    detm_text text = page->blocks[i].text;
    if (!c->chosen[i] || dt_word_count(text, DT_CONTENT_REPEATED) < DT_CONTENT_REPEATED) continue;
    uint64_t hash = dt_hash_keyed(text.data, text.length);
    uint32_t probe = 0, found;
    while ((found = dt_lookup_next(&texts, hash, &probe)) != DT_NO_NUMBER)
      if (dt_text_equal(page->blocks[blocks[found]].text, text)) break;
    c->chosen[i] = found == DT_NO_NUMBER;
    if (found == DT_NO_NUMBER) blocks[dt_lookup_append(&texts, hash)] = i;
  }
}

void dt_choose_blocks(const dt_content_page *page, const double weights[DT_FEATURE_COUNT], bool *chosen,
                      double figures[DT_QUALITY_COUNT]) {
  if (page->block_count == 0) return;
  dt_mark mark = dt_arena_mark(page->arena);
  choice c = {
      .page = page, .arena = page->arena, .scores = DT_ARRAY(page->arena, double, page->block_count), .chosen = chosen};
  score_blocks(&c, weights);
  double least = fmax(DT_CONTENT_MIN_UNITS, DT_CONTENT_MIN_CHOSEN * page->sums[page->block_count].units);
  if (choose_above(&c) < least) lower_bar(&c);
  /* dialogs, comments on an article, rows of links, hidden text (unless there is so much that a script must show it)
   * and a few records after the prose, which are comments or teasers */
  drop(&c, is_dialog, DT_CONTENT_HIDDEN_SHARE);
  drop(&c, is_comment, DT_CONTENT_COMMENT_SHARE);
  drop(&c, is_link_row, DT_CONTENT_LATE_SHARE);
  drop(&c, is_hidden, DT_CONTENT_HIDDEN_SHARE);
  drop(&c, is_late, DT_CONTENT_LATE_SHARE);
  trim_to_core(&c);
  fill_parts(&c);
  drop_links_after(&c);
  drop_repeated(&c);
  dt_measure_choice(&c.features, c.scores, chosen, figures);
  dt_arena_rewind(page->arena, mark);
}

double dt_choose_by_features(const dt_content_page *page, bool *chosen) {
  double figures[DT_QUALITY_COUNT] = {0};
  bool *blocks = DT_ZERO(page->arena, bool, page->block_count);
  dt_choose_blocks(page, dt_feature_weights, blocks, figures);
  for (uint32_t i = 0; i < page->block_count; i++)
    for (uint32_t k = page->blocks[i].first; k < page->blocks[i].last; k++) chosen[k] = blocks[i];
  return dt_quality(figures);
}
