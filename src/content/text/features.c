/* content/text/features.c: computes the features of text blocks. */
#include "content/text/features.h"

#include "content/text/landmarks.h"
#include "content/text/name_hints.h"
#include "content/text/path_groups.h"
#include "content/text/record_runs.h"
#include "content/tunables.h"
#include "text/fold.h"

#include <math.h>

#define X(name, weight, means) #name,
const char *const dt_feature_names[DT_FEATURE_COUNT] = {DT_FEATURES(X)};
#undef X

/* ---- the page ---- */

/* Returns the element with the largest text-structure weight (doc/method 5.3), with blocks as texts. */
static uint32_t find_topic(const dt_content_page *page) {
  uint32_t found = 0;
  double best = -1;
  for (uint32_t i = 0; i < page->element_count; i++) {
    const dt_element *element = &page->elements[i];
    if (element->first == element->last) continue;
    const dt_sums *from = &page->sums[element->first], *to = &page->sums[element->last];
    double texts = element->last - element->first, links = to->links - from->links;
    double below = element->end - i - 1, unlinked = (to->units - from->units) - (to->linked - from->linked);
    double weight = (texts - links) / (below + texts) * unlinked;
    if (weight > best) {
      best = weight;
      found = i;
    }
  }

  return found;
}

static uint32_t parent_of_block(const dt_content_page *page, const dt_block *block) {
  uint32_t parent = page->elements[block->element].parent;
  return parent == DT_NONE ? block->element : parent;
}

/* Finds the column; on a page without good text it is the longest block. */
static void find_column(dt_features *f) {
  const dt_content_page *page = f->page;
  dt_main_column *column = &f->column;
  f->good_below = DT_ZERO(f->arena, double, page->element_count);
  for (uint32_t i = 0; i < page->block_count; i++)
    f->good_below[parent_of_block(page, &page->blocks[i])] += dt_good_between(page, i, i + 1);
  column->element = parent_of_block(page, &page->blocks[0]);

  for (uint32_t i = 1; i < page->block_count; i++) {
    uint32_t parent = parent_of_block(page, &page->blocks[i]);
    if (f->good_below[parent] > f->good_below[column->element]) column->element = parent;
  }

  column->good = fmax(1, f->good_below[column->element]);
  column->first = DT_NONE;
  uint32_t longest = 0;
  for (uint32_t i = 0; i < page->block_count; i++) {
    if (page->blocks[i].units > page->blocks[longest].units) longest = i;
    if (parent_of_block(page, &page->blocks[i]) != column->element || !dt_block_is_good(&page->blocks[i])) continue;
    if (column->first == DT_NONE) column->first = i;
    column->last = i;
  }

  if (column->first == DT_NONE) column->first = column->last = longest;
}

/* Finds the smallest element around each element and the landmarks: that of the parent, unless the element is around
 * the landmark itself. */
static void inherit_landmarks(dt_features *f) {
  const dt_element *elements = f->page->elements;
  memset(f->inherited, 0xff, f->page->element_count * sizeof *f->inherited);
  for (int k = 0; k < DT_LANDMARKS; k++) {
    if (f->landmarks[k] == DT_NONE) continue;
    for (uint32_t e = f->page->blocks[f->landmarks[k]].element; e != DT_NONE; e = elements[e].parent)
      f->inherited[e].with[k] = e;
  }
  for (uint32_t i = 0; i < f->page->element_count; i++) {
    dt_scope_tick(f->arena->scope);
    for (int k = 0; k < DT_LANDMARKS && elements[i].parent != DT_NONE; k++)
      if (f->inherited[i].with[k] == DT_NONE) f->inherited[i].with[k] = f->inherited[elements[i].parent].with[k];
  }
}

void dt_features_read(dt_features *f, const dt_content_page *page) {
  *f = (dt_features){.page = page, .arena = page->arena};
  f->inherited = DT_ARRAY(f->arena, dt_inherited, page->element_count);
  f->units = fmax(1, page->sums[page->block_count].units);
  f->good = fmax(1, page->sums[page->block_count].good);
  f->topic = find_topic(page);
  f->first_h1 = f->first_good = f->article = DT_NONE;

  size_t longest = 0;
  for (uint32_t i = 0; i < page->block_count; i++) {
    const dt_block *block = &page->blocks[i];
    if (f->first_h1 == DT_NONE && page->elements[block->element].tag == DT_TAG_h1) f->first_h1 = i;
    if (f->first_good == DT_NONE && dt_block_is_good(block)) f->first_good = i;
    if (block->text.length > longest) longest = block->text.length;
  }

  for (uint32_t i = 0; i < page->element_count; i++) {
    const dt_element *element = &page->elements[i];
    if (f->article == DT_NONE && element->tag == DT_TAG_article && element->last > element->first) f->article = i;
    if (element->tag == DT_TAG_main || strcmp(element->role, "main") == 0) f->has_main = true;
  }

  f->squeezed = dt_arena_take(f->arena, longest + 1);
  find_column(f);
  dt_find_landmarks(f);
  inherit_landmarks(f);
  dt_group_paths(f);
  dt_find_runs(f);
  dt_read_hints(f);
}

/* ---- one block ---- */

static size_t count_digits(const char *at) {
  size_t count = 0;
  while (dt_is_digit(at[count])) count++;
  return count;
}

/* Checks whether a date or time begins with these digits: 1999 or 20xx, 1.2.2003, 12:30, digits before and
 * after the CJK character for month. */
static bool is_date(const char *at, size_t digits) {
  if (digits == 4) return memcmp(at, "19", 2) == 0 || memcmp(at, "20", 2) == 0;
  if (digits > 2) return false;
  const char *after = at + digits;
  if (*after == ':') return count_digits(after + 1) >= 2;
  if (strncmp(after, "\xe6\x9c\x88", 3) == 0) return dt_is_digit(after[3]);
  if (*after == '\0' || strchr("-/.", *after) == NULL) return false;
  digits = count_digits(after + 1);
  const char *last = after + 1 + digits;
  return (digits == 1 || digits == 2) && *last != '\0' && strchr("-/.", *last) != NULL && count_digits(last + 1) >= 2;
}

/* Looser and faster than values/datetime.h, because it checks every short block. */
static bool has_block_date(const dt_block *block) {
  if (block->units > 120) return false;
  const char *at = block->text.data, *end = at + block->text.length;
  for (size_t digits; (at = dt_find_ascii_digit(at, end)) < end; at += digits) {
    digits = count_digits(at);
    if (is_date(at, digits)) return true;
  }
  return false;
}

static bool is_block_within(const dt_element *around, uint32_t block) {
  return around->first <= block && block < around->last;
}

static void describe_element(const dt_features *f, uint32_t number, double *x) {
  const dt_block *block = &f->page->blocks[number];
  const dt_element *element = &f->page->elements[block->element];
  x[DT_X_heading] = element->tag >= DT_TAG_h2 && element->tag <= DT_TAG_h6;
  x[DT_X_paragraph] = element->tag == DT_TAG_p;
  x[DT_X_preformatted] = element->tag == DT_TAG_pre;
  x[DT_X_in_aside] = (element->within & DT_IN_ASIDE) != 0;
  x[DT_X_in_footer] = (element->within & DT_IN_FOOTER) != 0;
  x[DT_X_in_form] = (element->within & DT_IN_FORM) != 0;
  x[DT_X_in_header] = (element->within & DT_IN_HEADER) != 0;
  x[DT_X_in_figure] = (element->within & DT_IN_FIGURE) != 0;
  x[DT_X_in_main] = (element->within & DT_IN_MAIN) != 0;
  x[DT_X_out_of_main] = f->has_main && (element->within & DT_IN_MAIN) == 0;
  x[DT_X_depth] = fmin(1, element->depth / 25.0);
  x[DT_X_in_topic] = is_block_within(&f->page->elements[f->topic], number);
  const dt_element *article = f->article != DT_NONE ? &f->page->elements[f->article] : NULL;
  bool in_first = article != NULL && is_block_within(article, number);
  bool much = article != NULL && dt_good_between(f->page, article->first, article->last) >= DT_CONTENT_MUCH_GOOD;
  x[DT_X_in_first_article] = in_first;
  x[DT_X_in_later_article] = !in_first && much && (element->within & DT_IN_ARTICLE) != 0;
}

/* Describes the path group, the run of records and the column of a block. */
static void describe_groups(const dt_features *f, uint32_t number, double *x) {
  const dt_block *block = &f->page->blocks[number];
  const dt_path_group *group = &f->groups[f->group_of[number]];
  const dt_inherited *around = &f->inherited[block->element];
  double good = f->good_below[parent_of_block(f->page, block)];

  x[DT_X_group_share] = group->units / f->units;
  x[DT_X_group_parents] = (double)group->parents / group->blocks;
  x[DT_X_group_after] = group->first > f->column.last;
  x[DT_X_record_heading] = around->outer != DT_NONE && f->runs[around->outer].heading;
  x[DT_X_record_late] = dt_is_late(f, number);
  x[DT_X_record_late_part] = around->inner != DT_NONE && f->runs[around->inner].late;
  x[DT_X_parent_good] = good / f->column.good;
  x[DT_X_parent_share] = good / f->good;
  x[DT_X_in_column] = is_block_within(&f->page->elements[f->column.element], number);
  x[DT_X_column_span] = dt_good_between(f->page, f->column.first, f->column.last + 1) / f->good;
}

static void describe_position(const dt_features *f, uint32_t number, double *x) {
  const dt_content_page *page = f->page;
  uint32_t heading = f->landmarks[DT_MAIN_HEADING], from = heading == DT_NONE ? 0 : heading;
  x[DT_X_position] = (page->sums[number].units + page->blocks[number].units / 2.0) / f->units;
  x[DT_X_at_end] = x[DT_X_position] > 0.9;
  x[DT_X_good_passed] = number > from ? dt_good_between(page, from, number) / f->good : 0;
  x[DT_X_before_good] = f->first_good != DT_NONE && number < f->first_good;
  x[DT_X_before_h1] = f->first_h1 != DT_NONE && number < f->first_h1;
  x[DT_X_before_heading] = heading != DT_NONE && number < heading;
}

static void describe_landmarks(const dt_features *f, const dt_block *block, double *x) {
  const dt_content_page *page = f->page;
  const uint32_t *with = f->inherited[block->element].with;
  x[DT_X_heading_share] = 1;
  if (f->landmarks[DT_MAIN_HEADING] != DT_NONE) {
    const dt_element *around = &page->elements[with[DT_MAIN_HEADING]];
    x[DT_X_heading_share] = dt_good_between(page, around->first, around->last) / f->good;
  }

  x[DT_X_description_way] = 0.5;
  if (f->landmarks[DT_DESCRIPTION] != DT_NONE) {
    unsigned below = page->elements[page->blocks[f->landmarks[DT_DESCRIPTION]].element].depth;
    x[DT_X_description_way] = fmin(1, (below - page->elements[with[DT_DESCRIPTION]].depth) / 8.0);
  }

  x[DT_X_in_data] = 0;
  if (f->body.count != 0) {
    detm_text squeezed = {f->squeezed, dt_squeeze_word(block->text, f->squeezed)};
    x[DT_X_in_data] = dt_in_article_body(f, squeezed);
  }
}

/* Returns the link that the piece is in, or NULL. */
static const xmlNode *link_of(const dt_content_page *page, uint32_t piece) {
  return piece < page->piece_count ? page->pieces[piece].link : NULL;
}

/* Checks whether a link goes on in the next block, or began in the block before. */
static bool shares_link(const dt_content_page *page, const dt_block *block) {
  if (block->linked == 0) return false;
  const xmlNode *first = link_of(page, block->first), *last = link_of(page, block->last - 1);
  return (first != NULL && block->first != 0 && link_of(page, block->first - 1) == first) ||
         (last != NULL && link_of(page, block->last) == last);
}

static void describe_run(const dt_features *f, uint32_t number, double *x) {
  static const dt_record_run none = {.members = 0};
  uint32_t outer = f->inherited[f->page->blocks[number].element].outer;
  const dt_record_run *run = outer != DT_NONE ? &f->runs[outer] : &none;
  const dt_record_run *main_run = f->main_run != DT_NONE ? &f->runs[f->main_run] : &none;
  x[DT_X_run_share] = run->in_body / f->body_units;
  x[DT_X_run_good] = run->good / fmax(1, f->body_good);
  x[DT_X_run_members] = run->size;
  x[DT_X_run_length] = run->length;
  x[DT_X_run_links] = run->linked / fmax(1, run->units);
  x[DT_X_run_main] = outer != DT_NONE && outer == f->main_run;
  x[DT_X_before_run] = f->main_run != DT_NONE && number < main_run->first;
  x[DT_X_page_run_good] = main_run->good / fmax(1, f->body_good);
}

static void describe_names(const dt_features *f, const dt_block *block, double *x) {
  const dt_element *element = &f->page->elements[block->element];
  unsigned hints = f->inherited[block->element].hints;
  x[DT_X_links] = dt_link_density(block);
  x[DT_X_shared_link] = shares_link(f->page, block);
  x[DT_X_in_navigation] = (element->within & DT_IN_NAVIGATION) != 0;
  x[DT_X_cell] = element->tag == DT_TAG_td || element->tag == DT_TAG_th || element->tag == DT_TAG_caption;
  x[DT_X_item] = element->tag == DT_TAG_li;
  x[DT_X_item_links] = element->tag == DT_TAG_li ? x[DT_X_links] : 0;
  x[DT_X_quoted] = (hints & DT_QUOTED) != 0;
  x[DT_X_hint_record] = (hints & DT_HINT_RECORD) != 0;
  x[DT_X_hint_product] = (hints & DT_HINT_PRODUCT) != 0;
  x[DT_X_hint_review] = (hints & DT_HINT_REVIEW) != 0;
  x[DT_X_hint_other] = (hints & DT_HINT_OTHER) != 0;
  x[DT_X_hint_dialog] = (hints & DT_HINT_DIALOG) != 0;
  x[DT_X_hint_frame] = (hints & DT_HINT_FRAME) != 0;
  x[DT_X_hint_note] = (hints & DT_HINT_NOTE) != 0;
}

void dt_features_of(const dt_features *f, uint32_t number, double x[DT_FEATURE_COUNT]) {
  const dt_block *block = &f->page->blocks[number];
  x[DT_X_bias] = 1;
  x[DT_X_long_enough] = block->units >= 60;
  x[DT_X_short] = block->units < DT_CONTENT_SHORT;
  x[DT_X_dated] = has_block_date(block);
  x[DT_X_data_article] = f->data_article;
  x[DT_X_graph_article] = f->graph_article;
  x[DT_X_article_links] = f->data_article || f->graph_article ? dt_link_density(block) : 0;
  x[DT_X_links_after] = number + 1 < f->page->block_count ? dt_link_density(block + 1) : 1;
  describe_element(f, number, x);
  describe_groups(f, number, x);
  describe_position(f, number, x);
  describe_landmarks(f, block, x);
  describe_run(f, number, x);
  describe_names(f, block, x);
  x[DT_X_page_prose] = f->body_good / f->body_units;
  x[DT_X_page_size] = f->page_size;
  x[DT_X_page_listing] = f->data_listing;
  x[DT_X_page_product] = f->data_product;
}
