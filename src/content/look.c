/* content/look.c: the title by its look (METHOD 7.2): from where the main text begins, backwards to what is printed
 * larger, bold, centred or in another colour than the text, has words of it, and is not one of several alike. */
#include "content/title.h"
#include "content/visual.h"

#include <math.h>

enum {
  MOST_BACK = 40,       /* blocks that are looked at before the text */
  LONGEST_TITLE = 250,  /* characters */
  MOST_BYTES = 1 << 12, /* of the text, for its words */
  BOLD = 600,           /* weight of a font */
  PROSE_UNITS = 80      /* the text begins with a paragraph of so many units */
};

static const double LEAST_PROMINENCE = 1;

/* ---- where the text begins, and its words ---- */

bool dt_block_is_chosen(const dt_content_page *page, const bool *chosen, uint32_t block) {
  for (uint32_t p = page->blocks[block].first; p < page->blocks[block].last; p++)
    if (chosen[p]) return true;
  return false;
}

static bool is_long(const dt_block *block) { return block->units >= PROSE_UNITS && dt_link_density(block) < 0.4; }

uint32_t dt_text_start(const dt_content_page *page, const bool *chosen) {
  uint32_t first_chosen = page->block_count, first_long = page->block_count;
  for (uint32_t b = 0; b < page->block_count; b++) {
    bool is_text = dt_block_is_chosen(page, chosen, b);
    if (is_text && is_long(&page->blocks[b])) return b;
    if (is_text && first_chosen == page->block_count) first_chosen = b;
    if (first_long == page->block_count && dt_block_is_good(&page->blocks[b])) first_long = b;
  }
  return first_long < page->block_count ? first_long : first_chosen;
}

dt_vocabulary dt_text_vocabulary(const dt_content_page *page, const bool *chosen) {
  dt_vocabulary words;
  size_t bytes = 0;
  bool any = false;
  for (uint32_t p = 0; p < page->piece_count && !any; p++) any = chosen[p];
  dt_vocabulary_start(&words, page->arena, MOST_BYTES);
  for (uint32_t b = 0; b < page->block_count && bytes < MOST_BYTES; b++) {
    if (!(any ? dt_block_is_chosen(page, chosen, b) : is_long(&page->blocks[b]))) continue;
    dt_vocabulary_add(&words, dt_text_begin(page->blocks[b].text, MOST_BYTES));
    bytes += page->blocks[b].text.length;
  }
  return words;
}

/* ---- how a text is printed ---- */

static bool is_bold(const dt_look *look) { return look->weight >= BOLD; }

/* How much larger: 0 = as large, each quarter more is a step. */
static double steps_above(const dt_look *look, const dt_look *text) {
  double steps = (look->size / text->size - 1) * 4;
  return steps < 5 ? steps : 5;
}

static bool looks_alike(const dt_look *a, const dt_look *b) {
  return fabs(steps_above(a, b)) < 0.5 && is_bold(a) == is_bold(b) && a->centred == b->centred &&
         a->colour == b->colour;
}

/* How much stands out beside the text; METHOD 7.2 names size, centring and colour. */
static double stands_out(const dt_look *look, const dt_look *text) {
  return steps_above(look, text) + (is_bold(look) && !is_bold(text) ? 1 : 0) +
         (look->centred && !text->centred ? 0.5 : 0) + (look->colour != text->colour ? 0.5 : 0);
}

/* ---- the search ---- */

static bool may_be_title(const dt_content_page *page, uint32_t block) {
  const dt_block *b = &page->blocks[block];
  unsigned elsewhere = DT_IN_NAVIGATION | DT_IN_FOOTER | DT_IN_ASIDE | DT_IN_FORM | DT_IN_BUTTON | DT_IN_HIDDEN;
  return b->chars >= 2 && b->chars <= LONGEST_TITLE && (page->elements[b->element].within & elsewhere) == 0;
}

/* How much a block before the text at `start` looks like its title. */
static double prominence(const dt_content_page *page, const dt_look *looks, uint32_t block, uint32_t start,
                         const dt_vocabulary *words) {
  const dt_look *own = &looks[block];
  double out = stands_out(own, &looks[start]);
  if (out <= 0) return 0;
  bool before = block > 0 && looks_alike(own, own - 1);
  bool behind = block + 1 < start && looks_alike(own, own + 1);
  return out + 1.5 * dt_vocabulary_share(words, page->blocks[block].text) - 0.05 * (start - block) -
         (before || behind ? 0.5 : 0) - (before && behind ? 1 : 0) - dt_link_density(&page->blocks[block]);
}

uint32_t dt_title_by_look(const dt_content_page *page, const bool *chosen, const dt_vocabulary *words) {
  uint32_t start = dt_text_start(page, chosen), best = DT_NONE;
  if (start >= page->block_count) return DT_NONE;
  uint32_t from = start > MOST_BACK ? start - MOST_BACK : 0;
  const dt_look *looks = dt_visual_looks(page);
  double most = LEAST_PROMINENCE;
  for (uint32_t b = from; b < start; b++) {
    double own = may_be_title(page, b) ? prominence(page, looks, b, start, words) : 0;
    if (own > most) {
      most = own;
      best = b;
    }
  }
  return best;
}
