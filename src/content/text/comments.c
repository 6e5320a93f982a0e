/* content/text/comments.c: drops the comments of readers from the chosen blocks.
 *
 * Comments are known by the names of their elements or, without these, by their form: a heading after the text names or
 * counts what follows, and each text there says when it was written. */
#include "content/text/comments.h"
#include "content/meta/replies.h"

#include "content/tunables.h"

#include <stdlib.h>

enum {
  HEADING_UNITS = 60, /* most units of a heading above comments, and of the time of one */
  MOST_UNITS = 700    /* units per comment; posts of a blog are longer */
};
#define MOST_LINKS 0.2 /* share of links; lists of other articles have more */

static bool is_comment(const dt_block_choice *c, uint32_t block) {
  return (c->features.inherited[c->page->blocks[block].element].hints & DT_HINT_COMMENT) != 0;
}

/* Returns the good units of the chosen blocks before a block. */
static double chosen_before(const dt_block_choice *c, uint32_t block) {
  double good = 0;
  for (uint32_t i = 0; i < block; i++)
    if (c->chosen[i]) good += dt_good_between(c->page, i, i + 1);
  return good;
}

/* Checks whether the first comments begin with a short text that names them, or follow one: "32 comments". */
static bool has_comments_heading(const dt_block_choice *c, uint32_t first) {
  enum { BESIDE = 2 };
  uint32_t from = first > BESIDE ? first - BESIDE : 0;
  for (uint32_t i = from; i < first + BESIDE && i < c->page->block_count; i++) {
    const dt_block *block = &c->page->blocks[i];
    if (block->units <= HEADING_UNITS && block->sentences == 0 && dt_names_comments(block->text, true)) return true;
  }
  return false;
}

/* Drops what class or id call comments.  In a forum the posts may be called so: they are text, unless the page is
 * declared an article, or prose comes before them and they are at most as long.  They may be longer below a heading
 * that names them. */
static void drop_named_comments(dt_block_choice *c) {
  const dt_features *f = &c->features;
  uint32_t first = 0;
  if (f->data_post) return;
  while (first < c->page->block_count && !is_comment(c, first)) first++;
  bool declared = f->data_article || f->graph_article;
  if (first == c->page->block_count || (!declared && chosen_before(c, first) < DT_CONTENT_COMMENTED)) return;
  double most = declared ? DT_CONTENT_COMMENT_SHARE : DT_CONTENT_UNDECLARED_SHARE;
  dt_drop(c, is_comment, has_comments_heading(c, first) ? DT_CONTENT_HEADED_SHARE : most);
}

/* Returns the only number in a heading, such as "Opinions (3)"; 0 without one. */
static uint32_t count_in(detm_text text) {
  size_t at = 0, digits;
  while (at < text.length && !dt_is_digit(text.data[at])) at++;
  for (digits = 0; at + digits < text.length && dt_is_digit(text.data[at + digits]); digits++) continue;
  for (size_t i = at + digits; i < text.length; i++)
    if (dt_is_digit(text.data[i])) return 0;
  return digits == 0 || digits > 4 ? 0 : (uint32_t)strtoul(text.data + at, NULL, 10);
}

/* Checks whether a short block, or the first line of a block, may say when something was written: it has a number and a
 * letter. */
static bool may_tell_time(const dt_block *block) {
  bool digit = false, letter = false;
  detm_text line = block->text;
  const char *end = memchr(line.data, '\n', line.length);
  if (end != NULL) line.length = (size_t)(end - line.data);
  if (line.length > 4 * HEADING_UNITS) return false;
  double units = end != NULL ? dt_text_units(line) : block->units;
  for (size_t i = 0; i < line.length && units <= HEADING_UNITS; i++) {
    digit = digit || dt_is_digit(line.data[i]);
    letter = letter || (unsigned char)line.data[i] >= 'A';
  }
  return digit && (letter || units >= 6);
}

/* Returns for each block, and the end, how many blocks before it may say when something was written. */
static const uint32_t *count_times(const dt_block_choice *c) {
  const dt_content_page *page = c->page;
  uint32_t *times = DT_ARRAY(c->arena, uint32_t, (size_t)page->block_count + 1);
  times[0] = 0;
  for (uint32_t i = 0; i < page->block_count; i++) times[i + 1] = times[i] + may_tell_time(&page->blocks[i]);
  return times;
}

/* Drops comments that no class gives away: behind the text, a heading that names or counts them, and then texts of
 * which each tells its time. */
static void drop_threads(dt_block_choice *c) {
  const dt_content_page *page = c->page;
  const uint32_t *times_before = NULL; /* counted when a heading may be that of comments */
  double good = 0;

  for (uint32_t i = 0; i + 1 < page->block_count; i++) {
    const dt_block *b = &page->blocks[i];
    if (c->chosen[i]) good += dt_good_between(page, i, i + 1);
    if (good < DT_CONTENT_COMMENTED || b->units > HEADING_UNITS || b->sentences != 0 || b->linked != 0) continue;
    bool named = dt_names_comments(b->text, true);
    uint32_t count = count_in(b->text), around = page->elements[dt_wrapper_of(page, b->element)].parent;
    if (around == DT_NONE || (!named && (count < 2 || !dt_is_title(c, i)))) continue;
    if (times_before == NULL) times_before = count_times(c);
    uint32_t end = page->elements[around].last, times = times_before[end] - times_before[i + 1];
    const dt_sums *from = &page->sums[i], *to = &page->sums[end];
    double units = to->units - from->units;
    if (times == 0 || (!named && times != count)) continue;
    if (units > from->units || units > MOST_UNITS * times || to->linked - from->linked > MOST_LINKS * units) continue;
    memset(c->chosen + i, 0, (end - i) * sizeof *c->chosen);
    i = end - 1;
  }
}

void dt_drop_comments(dt_block_choice *c) {
  drop_named_comments(c);
  drop_threads(c);
}
