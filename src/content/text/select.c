/* content/text/select.c: chooses the main text by features (doc/method 4 to 6 and more in one score).
 *
 * A block is chosen by its score, which is linear in its own features and those of its path group.  Then the choice is
 * corrected as a whole: the threshold is lowered if hardly any text is chosen, blocks outside the core need a higher
 * score, lists and tables are completed, links after the text are left out, and repeated texts count once. */
#include "content/text/select.h"

#include "base/map.h"
#include "content/text/comments.h"
#include "content/text/complete.h"
#include "content/text/labels.h"
#include "content/text/path_groups.h"
#include "content/tunables.h"
#include "text/words.h"

#include <math.h>
#include <stdlib.h>

#define X(name, weight, means) weight,
const double dt_feature_weights[DT_FEATURE_COUNT] = {DT_FEATURES(X)};
#undef X

static void score_blocks(dt_block_choice *c, const double *weights) {
  dt_features_read(&c->features, c->page);
  for (uint32_t i = 0; i < c->page->block_count; i++) {
    double x[DT_FEATURE_COUNT];
    dt_features_of(&c->features, i, x);
    double score = 0;
    for (int k = 0; k < DT_FEATURE_COUNT; k++) score += weights[k] * x[k];
    c->scores[i] = score;
    dt_scope_tick(c->arena->scope);
  }
  dt_features_smooth(&c->features, c->scores);
}

/* Chooses the blocks above the threshold.  Returns their units. */
static double choose_above(dt_block_choice *c) {
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
static void lower_bar(dt_block_choice *c) {
  uint32_t count = c->page->block_count, best = count / DT_CONTENT_BEST_SHARE > 0 ? count / DT_CONTENT_BEST_SHARE : 1;
  double *sorted = DT_ARRAY(c->arena, double, count);
  memcpy(sorted, c->scores, count * sizeof *sorted);
  qsort(sorted, count, sizeof *sorted, compare_falling);
  c->bar = fmin(0, sorted[best - 1] - DT_CONTENT_LOWER);
  choose_above(c);
}

double *dt_sum_chosen(const dt_block_choice *c) {
  const dt_content_page *page = c->page;
  double *sums = DT_ARRAY(c->arena, double, (size_t)page->block_count + 1);
  sums[0] = 0;
  for (uint32_t i = 0; i < page->block_count; i++) sums[i + 1] = sums[i] + (c->chosen[i] ? page->blocks[i].units : 0);
  return sums;
}

/* Drops blocks outside the core, unless their score is high.  The core is the smallest element with most of the chosen
 * text, the innermost of equals. */
static void trim_to_core(dt_block_choice *c) {
  const dt_content_page *page = c->page;
  const double *sums = dt_sum_chosen(c);
  const dt_element *core = &page->elements[0];
  for (uint32_t i = 0; i < page->element_count; i++) {
    const dt_element *element = &page->elements[i];
    if (element->last - element->first > core->last - core->first || element->last == element->first) continue;
    if (sums[element->last] - sums[element->first] >= DT_CONTENT_CORE_SHARE * sums[page->block_count]) core = element;
  }
  for (uint32_t i = 0; i < page->block_count; i++)
    if ((i < core->first || i >= core->last) && c->scores[i] - c->bar <= DT_CONTENT_OUTSIDE) c->chosen[i] = false;
}

/* ---- hidden text, dialogs and link rows ---- */

static bool is_in_part(const dt_block_choice *c, uint32_t block, uint32_t where) {
  return (c->page->elements[c->page->blocks[block].element].within & where) != 0;
}

static bool is_hidden_block(const dt_block_choice *c, uint32_t block) { return is_in_part(c, block, DT_IN_HIDDEN); }
static bool is_late(const dt_block_choice *c, uint32_t block) { return dt_is_late(&c->features, block); }
static bool is_dialog(const dt_block_choice *c, uint32_t block) { return is_in_part(c, block, DT_IN_DIALOG); }

static bool is_link_row(const dt_block_choice *c, uint32_t block) {
  const dt_block *b = &c->page->blocks[block];
  return b->links >= 2 && dt_link_density(b) > 0.9;
}

void dt_drop(dt_block_choice *c, bool (*matches)(const dt_block_choice *c, uint32_t block), double most) {
  double matching = 0, all = 0;
  for (uint32_t i = 0; i < c->page->block_count; i++) {
    double units = c->chosen[i] ? c->page->blocks[i].units : 0;
    all += units;
    if (matches(c, i)) matching += units;
  }
  if (matching == 0 || matching > most * all) return;
  for (uint32_t i = 0; i < c->page->block_count; i++)
    if (matches(c, i)) c->chosen[i] = false;
}

uint32_t dt_wrapper_of(const dt_content_page *page, uint32_t number) {
  const dt_element *own = &page->elements[number];
  for (uint32_t e = own->parent; e != DT_NONE; number = e, e = page->elements[e].parent)
    if (page->elements[e].first != own->first || page->elements[e].last != own->last) break;
  return number;
}

bool dt_is_title(const dt_block_choice *c, uint32_t block) {
  dt_tag tag = c->page->elements[c->page->blocks[block].element].tag;
  return (tag >= DT_TAG_h2 && tag <= DT_TAG_h6) || tag == DT_TAG_dt || tag == DT_TAG_summary ||
         (c->page->elements[c->page->blocks[block].element].within & DT_IN_HEADING) != 0;
}

bool dt_is_announced(const dt_block_choice *c, uint32_t block) {
  if (block == 0 || !c->chosen[block - 1]) return false;
  detm_text text = c->page->blocks[block - 1].text;
  return text.data[text.length - 1] == ':' ||
         (text.length >= 3 && memcmp(text.data + text.length - 3, "\xef\xbc\x9a", 3) == 0);
}

bool dt_has_header(const dt_content_page *page, uint32_t table) {
  uint32_t row = table + 1, cells = 0;
  while (row < page->elements[table].end && page->elements[row].tag != DT_TAG_tr) row++;
  if (row == page->elements[table].end) return false;
  for (uint32_t e = row + 1; e < page->elements[row].end; e = page->elements[e].end, cells++)
    if (page->elements[e].tag != DT_TAG_th) return false;
  return cells >= 2 && page->sums[page->elements[row].last].linked == page->sums[page->elements[row].first].linked;
}

/* ---- links after the text ---- */

static uint32_t parent_element(const dt_content_page *page, uint32_t block) {
  return page->elements[page->blocks[block].element].parent;
}

/* Checks whether the last paragraph of the text announces links: "The plans can be read here:" and a list beside it. */
static bool are_announced(const dt_block_choice *c, uint32_t first) {
  const dt_content_page *page = c->page;
  if (!dt_is_announced(c, first) || first < 2 || dt_is_title(c, first - 1)) return false;
  if (page->blocks[first - 1].units < DT_CONTENT_ANNOUNCING) return false;
  const dt_element *list = &page->elements[dt_wrapper_of(page, parent_element(page, first))];
  uint32_t parent = parent_element(page, first - 1);
  return list->first == first && list->parent == parent && parent_element(page, first - 2) == parent &&
         dt_block_is_good(&page->blocks[first - 2]);
}

/* Returns the share of the text of a block that links to other pages. */
static double share_of_links_away(const dt_content_page *page, const dt_block *block) {
  size_t linked = 0, away = 0;
  if (block->linked == 0) return 0;
  for (uint32_t k = block->first; k < block->last; k++) {
    const dt_content_piece *piece = &page->pieces[k];
    size_t length = piece->link != NULL && piece->text != NULL ? strlen(piece->text) : 0;
    linked += length;
    if (length != 0 && *dt_link_address(piece->link) != '\0') away += length;
  }
  return dt_link_density(block) * (double)away / (double)linked;
}

/* Drops two or more blocks of links to other pages, outside tables of data, after prose, with the texts between them
 * and the short text before them: the longest end of the choice that begins with such a block and consists of links for
 * the most part.  Sentences after the last link are kept.  Elsewhere the links are the content. */
static void drop_links_after(dt_block_choice *c) {
  const dt_content_page *page = c->page;
  double units = 0, linked = 0, good = 0, end_units = 0, end_linked = 0, end_good = 0;
  uint32_t from = page->block_count, last = 0, count = 0;
  bool *data = DT_ZERO(c->arena, bool, page->block_count);
  for (uint32_t e = 0; e < page->element_count; e++) {
    const dt_element *table = &page->elements[e];
    if (table->tag == DT_TAG_table && dt_has_header(page, e))
      memset(data + table->first, true, (table->last - table->first) * sizeof *data);
  }

  for (uint32_t i = page->block_count; i-- > 0;) {
    const dt_block *b = &page->blocks[i];
    if (!c->chosen[i]) continue;
    double away = data[i] ? 0 : share_of_links_away(page, b);
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
  if (from == page->block_count) return;

  double rest = units - end_units;
  if (end_units > DT_CONTENT_END_SHARE * units || linked - end_linked > DT_CONTENT_REST_LINKS * rest ||
      good - end_good < DT_CONTENT_REST_PROSE * rest || are_announced(c, from))
    return;

  for (uint32_t i = from; i < page->block_count; i++)
    if (i <= last || page->blocks[i].sentences == 0) c->chosen[i] = false;
  while (from > 0 && !c->chosen[from - 1]) from--;
  if (from > 0 && page->blocks[from - 1].units < DT_CONTENT_SHORT && page->blocks[from - 1].sentences == 0)
    c->chosen[from - 1] = false;
}

/* ---- repeated texts ---- */

/* Drops texts that occur a second time in another kind of place: the teaser above the text, a copy for narrow screens.
 * Equal texts in places of one kind, such as a refrain or the warning in each section, stay, unless they are a copy of
 * the whole text in another element. */
static void drop_repeated(dt_block_choice *c) {
  const dt_content_page *page = c->page;
  const double *chosen = dt_sum_chosen(c);
  uint32_t *blocks = DT_ARRAY(c->arena, uint32_t, page->block_count);
  bool *of_one_kind = DT_ZERO(c->arena, bool, page->block_count);
  double units = 0;
  dt_lookup texts;

  dt_lookup_start(&texts, c->arena, 0);
  for (uint32_t i = 0; i < page->block_count; i++) {
    detm_text text = page->blocks[i].text;
    if (!c->chosen[i]) continue;
    uint64_t hash = dt_hash_keyed(text.data, text.length);
    uint32_t probe = 0, found;
    while ((found = dt_lookup_next(&texts, hash, &probe)) != DT_NO_NUMBER)
      if (dt_text_equal(page->blocks[blocks[found]].text, text)) break;
    if (found == DT_NO_NUMBER) {
      blocks[dt_lookup_append(&texts, hash)] = i;
      continue;
    }
    if (dt_word_count(text, DT_CONTENT_REPEATED) < DT_CONTENT_REPEATED) continue;
    of_one_kind[i] = c->features.group_of[blocks[found]] == c->features.group_of[i];
    c->chosen[i] = of_one_kind[i];
    if (of_one_kind[i] && parent_element(page, blocks[found]) != parent_element(page, i))
      units += page->blocks[i].units;
  }

  bool copied = units >= DT_CONTENT_COPY_SHARE * chosen[page->block_count];
  for (uint32_t i = page->block_count; i-- > 0;) {
    if (of_one_kind[i] && copied) c->chosen[i] = false;
    if (i + 1 < page->block_count && dt_is_title(c, i) && chosen[i + 2] > chosen[i + 1] && !c->chosen[i + 1])
      c->chosen[i] = false; /* the heading of a copy */
  }
}

void dt_choose_blocks(const dt_content_page *page, const double weights[DT_FEATURE_COUNT], bool *chosen,
                      double figures[DT_QUALITY_COUNT]) {
  if (page->block_count == 0) return;
  dt_mark mark = dt_arena_mark(page->arena);
  dt_block_choice c = {
      .page = page, .arena = page->arena, .scores = DT_ARRAY(page->arena, double, page->block_count), .chosen = chosen};
  score_blocks(&c, weights);
  double least = fmax(DT_CONTENT_MIN_UNITS, DT_CONTENT_MIN_CHOSEN * page->sums[page->block_count].units);
  if (choose_above(&c) < least) lower_bar(&c);
  /* dialogs, comments on an article, rows of links, hidden text (unless there is so much that a script must show it)
   * and a few records after the prose, which are comments or teasers */
  dt_drop(&c, is_dialog, DT_CONTENT_HIDDEN_SHARE);
  dt_drop_comments(&c);
  dt_drop(&c, is_link_row, DT_CONTENT_LATE_SHARE);
  dt_drop(&c, is_hidden_block, DT_CONTENT_HIDDEN_SHARE);
  dt_drop(&c, is_late, DT_CONTENT_LATE_SHARE);
  trim_to_core(&c);
  dt_complete(&c);
  dt_drop_labels(&c);
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
