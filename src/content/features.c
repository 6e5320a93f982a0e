/* content/features.c: the features of text blocks. */
#include "content/features.h"

#include "base/squeeze.h"
#include "content/hints.h"

#include <math.h>

#define X(name) #name,
const char *const dt_feature_names[DT_FEATURE_COUNT] = {DT_FEATURES(X)};
#undef X

/* ---- The page ---------------------------------------------------------------------------------- */

static uint32_t find_sample(const dt_content_page *page) {
  uint32_t found = 0;
  for (uint32_t i = 1; i < page->block_count; i++) {
    const dt_block *block = &page->blocks[i], *best = &page->blocks[found];
    if (block->sentences > best->sentences || (block->sentences == best->sentences && block->units > best->units))
      found = i;
  }
  return found;
}

/* METHOD 5.3 with blocks for texts. */
static double weight_of(const dt_content_page *page, uint32_t index) {
  const dt_element *element = &page->elements[index];
  const dt_sums *from = &page->sums[element->first], *to = &page->sums[element->last];
  double texts = element->last - element->first, links = to->links - from->links;
  double below = element->end - index - 1, unlinked = (to->units - from->units) - (to->linked - from->linked);
  return (texts - links) / (below + texts) * unlinked;
}

static uint32_t find_topic(const dt_content_page *page) {
  uint32_t found = 0;
  double best = -1;
  for (uint32_t i = 0; i < page->element_count; i++) {
    if (page->elements[i].first == page->elements[i].last) continue;
    double weight = weight_of(page, i);
    if (weight > best) {
      best = weight;
      found = i;
    }
  }
  return found;
}

static void find_borders(dt_features *f) {
  const dt_content_page *page = f->page;
  f->first_h1 = DT_NONE;
  f->first_good = 0;
  f->last_good = page->block_count - 1;
  for (uint32_t i = 0; i < page->block_count; i++) {
    if (f->first_h1 == DT_NONE && page->elements[page->blocks[i].element].tag == DT_TAG_h1) f->first_h1 = i;
    if (!dt_block_is_good(&page->blocks[i])) continue;
    if (f->good_blocks++ == 0) f->first_good = i;
    f->last_good = i;
  }
}

static bool is_main(const dt_element *element) {
  return element->tag == DT_TAG_main || strcmp(element->role, "main") == 0;
}

static void mark_chain(dt_features *f, int landmark) {
  if (f->landmarks[landmark] == DT_NONE) return;
  for (uint32_t e = f->page->blocks[f->landmarks[landmark]].element; e != DT_NONE; e = f->page->elements[e].parent)
    f->inherited[e].with[landmark] = e;
}

/* Of an element that a landmark is not in: the same as of its parent. */
static void hand_down(dt_inherited *own, const dt_inherited *parent, const dt_element *element) {
  for (int i = 0; i < DT_LANDMARKS; i++)
    if (own->with[i] == DT_NONE) own->with[i] = parent->with[i];
  unsigned hints = dt_hints_of(element);
  bool outermost = element->tag == DT_TAG_html || element->tag == DT_TAG_body;
  bool main = element->tag == DT_TAG_main || element->tag == DT_TAG_article;
  own->against = parent->against || ((hints & DT_HINT_AGAINST) != 0 && !outermost && !main);
  own->in_favour = parent->in_favour;
  if ((hints & DT_HINT_IN_FAVOUR) != 0 && !outermost && own->in_favour < 2) own->in_favour++;
}

static void read_inherited(dt_features *f) {
  const dt_content_page *page = f->page;
  static const dt_inherited root = {0, {DT_NONE, DT_NONE, DT_NONE}, 0, 0};
  for (uint32_t i = 0; i < page->element_count; i++) {
    const dt_element *element = &page->elements[i];
    hand_down(&f->inherited[i], element->parent == DT_NONE ? &root : &f->inherited[element->parent], element);
    if (is_main(element)) f->has_main = true;
    dt_scope_tick(f->arena->scope);
  }
}

static size_t longest_text(const dt_content_page *page) {
  size_t longest = 0;
  for (uint32_t i = 0; i < page->block_count; i++)
    if (page->blocks[i].text.length > longest) longest = page->blocks[i].text.length;
  return longest;
}

void dt_features_read(dt_features *f, const dt_content_page *page) {
  *f = (dt_features){.page = page, .arena = page->arena};
  f->inherited = DT_ARRAY(f->arena, dt_inherited, page->element_count);
  memset(f->inherited, 0xff, page->element_count * sizeof *f->inherited);
  f->squeezed = dt_arena_take(f->arena, longest_text(page) + 1);
  f->units = fmax(1, page->sums[page->block_count].units);
  f->good = fmax(1, page->sums[page->block_count].good);
  f->landmarks[DT_SAMPLE] = find_sample(page);
  f->topic = find_topic(page);
  find_borders(f);
  dt_find_landmarks(f);
  dt_group_paths(f);
  for (int i = 0; i < DT_LANDMARKS; i++) mark_chain(f, i);
  read_inherited(f);
}

/* ---- One block --------------------------------------------------------------------------------- */

static double length_of(double units) { return fmin(1.5, log2(1 + units) / 8); }

static double link_density_of(const dt_content_page *page, uint32_t element) {
  const dt_element *e = &page->elements[element];
  double units = page->sums[e->last].units - page->sums[e->first].units;
  return (page->sums[e->last].linked - page->sums[e->first].linked) / fmax(1, units);
}

/* The tag that says what the block is: a wrapper within an item, a cell or a paragraph is that. */
static dt_tag tag_of(const dt_content_page *page, const dt_element *element) {
  static const dt_tag wrappers[] = {DT_TAG_div, DT_TAG_section};
  static const dt_tag wrapped[] = {DT_TAG_li, DT_TAG_td, DT_TAG_th, DT_TAG_dd, DT_TAG_dt, DT_TAG_p};
  if (element->parent == DT_NONE || (element->tag != wrappers[0] && element->tag != wrappers[1])) return element->tag;
  dt_tag above = page->elements[element->parent].tag;
  for (size_t i = 0; i < sizeof wrapped / sizeof *wrapped; i++)
    if (above == wrapped[i]) return above;
  return element->tag;
}

static void describe_text(const dt_block *block, double *x) {
  x[DT_X_bias] = 1;
  x[DT_X_link_density] = dt_link_density(block);
  x[DT_X_prose_length] = block->sentences > 0 ? length_of(block->units) : 0;
  x[DT_X_long_enough] = block->units >= 60;
  x[DT_X_short] = block->units < 25;
}

static void describe_element(const dt_features *f, const dt_block *block, double *x) {
  const dt_element *element = &f->page->elements[block->element];
  dt_tag tag = tag_of(f->page, element);
  x[DT_X_heading] = element->tag >= DT_TAG_h2 && element->tag <= DT_TAG_h6;
  x[DT_X_paragraph] = tag == DT_TAG_p;
  x[DT_X_preformatted] = tag == DT_TAG_pre;
  x[DT_X_item] = tag == DT_TAG_li;
  x[DT_X_in_aside] = (element->within & DT_IN_ASIDE) != 0;
  x[DT_X_in_footer] = (element->within & DT_IN_FOOTER) != 0;
  x[DT_X_in_form] = (element->within & DT_IN_FORM) != 0;
  x[DT_X_in_header] = (element->within & DT_IN_HEADER) != 0;
  x[DT_X_in_figure] = (element->within & DT_IN_FIGURE) != 0;
  x[DT_X_in_quote] = (element->within & DT_IN_QUOTE) != 0;
  x[DT_X_in_main] = (element->within & DT_IN_MAIN) != 0;
  x[DT_X_in_button] = (element->within & DT_IN_BUTTON) != 0;
  x[DT_X_out_of_main] = f->has_main && (element->within & DT_IN_MAIN) == 0;
  x[DT_X_depth] = fmin(1, element->depth / 25.0);
  x[DT_X_hint_against] = f->inherited[block->element].against;
  x[DT_X_hint_in_favour] = f->inherited[block->element].in_favour / 2.0;
}

static void describe_group(const dt_features *f, uint32_t number, double *x) {
  const dt_path_group *group = &f->groups[f->group_of[number]];
  x[DT_X_group_sentences] = fmin(1, (double)group->sentences / group->blocks);
  x[DT_X_group_share] = group->units / f->units;
  x[DT_X_group_length] = length_of(group->units / group->blocks);
  x[DT_X_group_links] = group->linked / fmax(1, group->units);
}

static void describe_position(const dt_features *f, uint32_t number, double *x) {
  const dt_content_page *page = f->page;
  const dt_element *topic = &page->elements[f->topic];
  x[DT_X_position] = (page->sums[number].units + page->blocks[number].units / 2.0) / f->units;
  x[DT_X_at_end] = x[DT_X_position] > 0.9;
  x[DT_X_before_good] = number < f->first_good;
  x[DT_X_after_good] = number > f->last_good;
  x[DT_X_before_h1] = f->first_h1 != DT_NONE && number < f->first_h1;
  x[DT_X_before_heading] = f->landmarks[DT_MAIN_HEADING] != DT_NONE && number < f->landmarks[DT_MAIN_HEADING];
  x[DT_X_in_topic] = topic->first <= number && number < topic->last;
}

static void describe_landmarks(const dt_features *f, const dt_block *block, double *x) {
  const dt_content_page *page = f->page;
  const dt_inherited *place = &f->inherited[block->element];
  x[DT_X_sample_links] = link_density_of(page, place->with[DT_SAMPLE]);
  x[DT_X_heading_share] = 1;
  if (f->landmarks[DT_MAIN_HEADING] != DT_NONE) {
    const dt_element *round = &page->elements[place->with[DT_MAIN_HEADING]];
    x[DT_X_heading_share] = (page->sums[round->last].good - page->sums[round->first].good) / f->good;
  }
  x[DT_X_description] = f->landmarks[DT_DESCRIPTION] != DT_NONE;
  x[DT_X_description_way] = 0.5;
  if (f->landmarks[DT_DESCRIPTION] != DT_NONE) {
    unsigned below = page->elements[page->blocks[f->landmarks[DT_DESCRIPTION]].element].depth;
    x[DT_X_description_way] = fmin(1, (below - page->elements[place->with[DT_DESCRIPTION]].depth) / 8.0);
  }
  x[DT_X_in_data] = 0;
  if (f->body.any && block->chars > 8) {
    detm_text squeezed = {f->squeezed, dt_squeeze_word(block->text, f->squeezed)};
    x[DT_X_in_data] = dt_in_article_body(f, squeezed);
  }
}

/* A good neighbour, DT_NONE = there is none. */
static bool is_good_sibling(const dt_content_page *page, const dt_block *block, const dt_block *other) {
  return page->elements[other->element].parent == page->elements[block->element].parent && dt_block_is_good(other);
}

static void describe_neighbours(const dt_features *f, uint32_t number, double *x) {
  const dt_content_page *page = f->page;
  const dt_block *block = &page->blocks[number];
  const dt_block *before = number > 0 ? block - 1 : NULL, *after = number + 1 < page->block_count ? block + 1 : NULL;
  x[DT_X_good_sibling] = (before != NULL && is_good_sibling(page, block, before)) ||
                         (after != NULL && is_good_sibling(page, block, after));
  x[DT_X_links_before] = before == NULL ? 1 : dt_link_density(before);
  x[DT_X_links_after] = after == NULL ? 1 : dt_link_density(after);
  x[DT_X_heading_of_good] = x[DT_X_heading] > 0 && after != NULL && dt_block_is_good(after);
}

static void describe_page(const dt_features *f, double *x) {
  x[DT_X_data_article] = f->data_article;
  x[DT_X_graph_article] = f->graph_article;
  x[DT_X_good_blocks] = fmin(1, log2(1 + f->good_blocks) / 6);
  x[DT_X_article_links] = f->data_article || f->graph_article ? x[DT_X_link_density] : 0;
}

void dt_features_of(const dt_features *f, uint32_t number, double x[DT_FEATURE_COUNT]) {
  const dt_block *block = &f->page->blocks[number];
  describe_text(block, x);
  describe_element(f, block, x);
  describe_group(f, number, x);
  describe_position(f, number, x);
  describe_landmarks(f, block, x);
  describe_neighbours(f, number, x);
  describe_page(f, x);
}
