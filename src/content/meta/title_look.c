/* content/meta/title_look.c: finds the title by its look (doc/method 7.2): searches backwards from the main text for a
 * block that is larger, bold, centred or in another colour, shares words with the text, and differs from its
 * neighbours. */
#include "content/meta/title_look.h"
#include "content/style/computed_style.h"
#include "content/tunables.h"

#include <math.h>

enum {
  MAX_BYTES = 1 << 12, /* read of the text for the vocabulary */
  BOLD = 600           /* font weight */
};

/* ---- start of the text, and its words ---- */

bool dt_block_is_chosen(const dt_content_page *page, const bool *chosen, uint32_t block) {
  for (uint32_t p = page->blocks[block].first; p < page->blocks[block].last; p++)
    if (chosen[p]) return true;
  return false;
}

static bool is_long_block(const dt_block *block) {
  return block->units >= DT_CONTENT_PROSE_UNITS && dt_link_density(block) < 0.4;
}

/* Returns the block where the main text begins: its first paragraph that is long enough; block_count without text. */
static uint32_t find_text_start(const dt_content_page *page, const bool *chosen) {
  uint32_t first_chosen = page->block_count, first_long = page->block_count;
  for (uint32_t b = 0; b < page->block_count; b++) {
    bool is_text = dt_block_is_chosen(page, chosen, b);
    if (is_text && is_long_block(&page->blocks[b])) return b;
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
  dt_vocabulary_start(&words, page->arena, MAX_BYTES);
  for (uint32_t b = 0; b < page->block_count && bytes < MAX_BYTES; b++) {
    if (!(any ? dt_block_is_chosen(page, chosen, b) : is_long_block(&page->blocks[b]))) continue;
    dt_vocabulary_add(&words, dt_text_cut(page->blocks[b].text, MAX_BYTES));
    bytes += page->blocks[b].text.length;
  }
  return words;
}

/* ---- look of a text ---- */

static bool is_bold(const dt_look *look) { return look->weight >= BOLD; }

/* Returns how much larger a font is, in steps of a quarter; 0 if equal. */
static double steps_above(const dt_look *look, const dt_look *text) {
  double steps = (look->size / text->size - 1) * 4;
  return steps < 5 ? steps : 5;
}

static bool looks_alike(const dt_look *a, const dt_look *b) {
  return fabs(steps_above(a, b)) < 0.5 && is_bold(a) == is_bold(b) && a->centred == b->centred &&
         a->colour == b->colour;
}

/* Scores how much a block before the text at `start` looks like its title: by how much its look differs from the
 * text's in size, weight, centring and colour, by the words that it shares with the text, and by its neighbours. */
static double score_block(const dt_content_page *page, const dt_look *looks, uint32_t block, uint32_t start,
                          const dt_vocabulary *words) {
  const dt_look *own = &looks[block], *text = &looks[start];
  double contrast = steps_above(own, text) + (is_bold(own) && !is_bold(text) ? 1 : 0) +
                    (own->centred && !text->centred ? 0.5 : 0) + (own->colour != text->colour ? 0.5 : 0);
  if (contrast <= 0) return 0;
  bool before = block > 0 && looks_alike(own, own - 1);
  bool after = block + 1 < start && looks_alike(own, own + 1);
  return contrast + 1.5 * dt_vocabulary_share(words, page->blocks[block].text) - 0.05 * (start - block) -
         (before || after ? 0.5 : 0) - (before && after ? 1 : 0) - dt_link_density(&page->blocks[block]);
}

/* Checks whether a block is as short as a title, and not in another part of the page. */
static bool may_be_title(const dt_content_page *page, uint32_t number) {
  enum { ELSEWHERE = DT_IN_NAVIGATION | DT_IN_FOOTER | DT_IN_ASIDE | DT_IN_FORM | DT_IN_HIDDEN };
  const dt_block *block = &page->blocks[number];
  if (block->chars < 2 || block->chars > DT_CONTENT_TITLE_CHARS) return false;
  return (page->elements[block->element].within & ELSEWHERE) == 0;
}

uint32_t dt_title_by_look(const dt_content_page *page, const bool *chosen, const dt_vocabulary *words) {
  uint32_t start = find_text_start(page, chosen), best = DT_NONE;
  if (start >= page->block_count) return DT_NONE;

  uint32_t first = start > DT_CONTENT_TITLE_BACK ? start - DT_CONTENT_TITLE_BACK : 0;
  while (first < start && !may_be_title(page, first)) first++;
  if (first == start) return DT_NONE;
  const dt_look *looks = dt_visual_looks(page, first > 0 ? first - 1 : 0, start + 1);
  double most = DT_CONTENT_TITLE_PROMINENCE;
  for (uint32_t b = first; b < start; b++) {
    if (!may_be_title(page, b)) continue;
    double own = score_block(page, looks, b, start, words);
    if (own <= most) continue;
    most = own;
    best = b;
  }

  return best;
}
