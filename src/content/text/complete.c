/* content/text/complete.c: completes the chosen blocks: lists, tables, quotations and code of the text, what stands
 * between two of its blocks, headings of chosen texts, and the lead above it. */
#include "content/text/complete.h"

#include "content/tunables.h"

#include <math.h>

enum {
  MIN_LEAD = 40,    /* units */
  MIN_PLAIN = 34,   /* the same of a sentence without a number, which no dateline is */
  LEAD_STEPS = 3,   /* from the main heading up to an element around it and the lead */
  LEAD_BLOCKS = 12, /* from the main heading to the text */
  MIN_ROWS = 3,     /* of a table of data that follows the text */
  MARK_CHARS = 4,   /* of the mark of a note */
  NOTE_BLOCKS = 6,  /* of a note */
  NOTE_UNITS = 1000
};
#define MOST_LEAD_LINKS 0.3
#define MOST_NOTES 0.3 /* share of the chosen units */

/* What sets texts apart from the text of the page: parts of the page, and names of other things. */
enum {
  APART_PARTS = DT_OUT_OF_BODY | DT_IN_FORM | DT_IN_DIALOG | DT_IN_HIDDEN | DT_IN_FIGURE,
  APART_NAMES = DT_HINT_OTHER | DT_HINT_DIALOG | DT_HINT_FRAME | DT_HINT_COMMENT | DT_HINT_NOTE
};

static bool is_element_apart(const dt_block_choice *c, uint32_t element, unsigned parts, unsigned names) {
  return (c->page->elements[element].within & parts) != 0 || (c->features.inherited[element].hints & names) != 0;
}

static bool is_block_apart(const dt_block_choice *c, uint32_t block) {
  return is_element_apart(c, c->page->blocks[block].element, APART_PARTS, APART_NAMES);
}

/* ---- lists, tables and quotations between chosen paragraphs ---- */

/* Chosen blocks in children of an element: [first, last), last = 0 if no block is chosen. */
typedef struct span {
  uint32_t first, last;
} span;

static bool is_part_tag(dt_tag tag) {
  return tag == DT_TAG_ul || tag == DT_TAG_ol || tag == DT_TAG_dl || tag == DT_TAG_table || tag == DT_TAG_pre ||
         tag == DT_TAG_blockquote;
}

/* Checks whether a row lays out the page: a cell holds a heading, a paragraph or a table. */
static bool is_layout_row(const dt_content_page *page, uint32_t row) {
  for (uint32_t e = row + 1; e < page->elements[row].end; e++) {
    dt_tag tag = page->elements[e].tag;
    if (tag == DT_TAG_table || tag == DT_TAG_p || (tag >= DT_TAG_h1 && tag <= DT_TAG_h6)) return true;
  }
  return false;
}

/* Checks whether much of a table row is chosen; then it is chosen whole, since half of it is useless. */
static bool is_chosen_row(const dt_content_page *page, const double *chosen, uint32_t row) {
  const dt_element *e = &page->elements[row];
  double units = page->sums[e->last].units - page->sums[e->first].units, part = chosen[e->last] - chosen[e->first];
  if (e->tag != DT_TAG_tr || units > DT_CONTENT_ROW_UNITS || part < DT_CONTENT_ROW_SHARE * units) return false;
  return !is_layout_row(page, row);
}

/* Checks whether a list with links is the text of a section: a heading that is no link precedes it, and text of the
 * same element follows. */
static bool is_section_list(const dt_block_choice *c, uint32_t part, span around) {
  const dt_element *e = &c->page->elements[part];
  if (e->first == 0 || around.last <= e->last || around.first >= e->first || e->tag == DT_TAG_table) return false;
  if (!dt_is_title(c, e->first - 1) || dt_link_density(&c->page->blocks[e->first - 1]) > 0.5) return false;
  for (uint32_t b = e->first; b < e->last; b++)
    if (is_block_apart(c, b)) return false;
  return true;
}

/* Checks whether a table of data follows a chosen block, past links. */
static bool follows_text(const dt_block_choice *c, uint32_t table) {
  const dt_content_page *page = c->page;
  uint32_t block = page->elements[table].first, rows = 0;
  for (uint32_t e = table + 1; e < page->elements[table].end; e++) {
    if (page->elements[e].tag == DT_TAG_table) return false;
    rows += page->elements[e].tag == DT_TAG_tr && page->elements[e].last >= page->elements[e].first + 2;
  }
  if (rows < MIN_ROWS || is_block_apart(c, block)) return false;
  while (block != 0 && !c->chosen[block - 1] && dt_link_density(&page->blocks[block - 1]) > 0.9) block--;
  return block != 0 && c->chosen[block - 1];
}

/* Checks whether a list, quotation or code below the main heading begins the text: it has no link, and nothing speaks
 * against it. */
static bool begins_text(const dt_block_choice *c, uint32_t part) {
  const dt_element *e = &c->page->elements[part];
  uint32_t heading = c->features.landmarks[DT_MAIN_HEADING];
  if (heading == DT_NONE || heading >= e->first || (e->tag == DT_TAG_table && !dt_has_header(c->page, part)))
    return false;
  if (c->page->sums[e->last].linked != c->page->sums[e->first].linked) return false;
  for (uint32_t b = e->first; b < e->last; b++)
    if (is_block_apart(c, b) || c->scores[b] - c->bar < DT_CONTENT_BEGIN_SCORE) return false;
  return true;
}

/* Checks whether a part is of comments, and the text before it is not. */
static bool begins_comments(const dt_block_choice *c, uint32_t part) {
  uint32_t first = c->page->elements[part].first;
  const dt_inherited *inherited = c->features.inherited;
  if ((inherited[part].hints & DT_HINT_COMMENT) == 0) return false;
  return first == 0 || (inherited[c->page->blocks[first - 1].element].hints & DT_HINT_COMMENT) == 0;
}

/* Chooses lists, tables, quotations and code between chosen paragraphs or right after the last (+.004 F1). */
static void fill_parts(dt_block_choice *c) {
  const dt_content_page *page = c->page;
  const double *chosen = dt_sum_chosen(c);
  span *spans = DT_ZERO(c->arena, span, page->element_count);
  uint32_t start = 0; /* of the text */
  while (start < page->block_count && !c->chosen[start]) start++;

  for (uint32_t i = 0; i < page->block_count; i++) {
    uint32_t parent = c->chosen[i] ? page->elements[dt_wrapper_of(page, page->blocks[i].element)].parent : DT_NONE;
    if (parent == DT_NONE) continue;
    if (spans[parent].last == 0) spans[parent].first = i;
    spans[parent].last = i + 1;
  }

  for (uint32_t i = 0; i < page->element_count; i++) {
    const dt_element *e = &page->elements[i];
    const dt_sums *from = &page->sums[e->first], *to = &page->sums[e->last];
    bool part = is_part_tag(e->tag), linked = 2 * (to->linked - from->linked) >= to->units - from->units;
    if ((!part && e->tag != DT_TAG_tr) || e->parent == DT_NONE || e->first == e->last) continue;
    if (begins_comments(c, i)) continue;
    uint32_t parent = page->elements[dt_wrapper_of(page, i)].parent;
    bool data = e->tag == DT_TAG_table && dt_has_header(page, i);
    if (parent == DT_NONE ||
        (linked && !data && !(part && (dt_is_announced(c, e->first) || is_section_list(c, i, spans[parent])))))
      continue;
    bool between =
        (spans[parent].first < e->first && spans[parent].last >= e->first) ||
        ((e->last == start || (spans[parent].last != 0 && spans[parent].first == e->last)) && begins_text(c, i)) ||
        (e->tag == DT_TAG_table && follows_text(c, i));
    if (!(part && between) && !is_chosen_row(page, chosen, i)) continue;
    for (uint32_t b = e->first; b < e->last; b++) c->chosen[b] = true;
  }
}

/* ---- gaps in the text ---- */

/* Checks whether a block has a number outside its links, or begins with one. */
static bool has_amount(const dt_content_page *page, const dt_block *block) {
  if (dt_is_digit(*block->text.data)) return true;
  for (uint32_t k = block->first; k < block->last; k++) {
    const dt_content_piece *piece = &page->pieces[k];
    if (piece->link == NULL && piece->text != NULL && strpbrk(piece->text, "0123456789") != NULL) return true;
  }
  return false;
}

/* Checks whether another cell of the row of a block has an amount. */
static bool has_amount_in_row(const dt_content_page *page, const dt_block *block) {
  uint32_t row = block->element;
  while (row != DT_NONE && page->elements[row].tag != DT_TAG_tr && page->elements[row].tag != DT_TAG_table)
    row = page->elements[row].parent;
  if (row == DT_NONE || page->elements[row].tag != DT_TAG_tr) return false;
  for (uint32_t b = page->elements[row].first; b < page->elements[row].last; b++)
    if (has_amount(page, &page->blocks[b])) return true;
  return false;
}

/* Checks whether nearly all links stand beside amounts, as in a recipe. */
static bool has_amounts(const dt_content_page *page, uint32_t from, uint32_t to) {
  uint32_t linked = 0, alone = 0;
  for (uint32_t b = from; b < to; b++) {
    const dt_block *block = &page->blocks[b];
    linked += block->links != 0;
    alone += block->links != 0 && !has_amount(page, block) && !has_amount_in_row(page, block);
  }
  return linked >= 2 && 3 * alone <= linked;
}

/* Chooses what stands between two chosen blocks: amounts, lines of a poem, short answers, questions.  The end of a
 * sentence and length, from which much of a score comes, say little about a block with text on both sides. */
static void fill_gaps(dt_block_choice *c) {
  const dt_content_page *page = c->page;
  uint32_t last = DT_NONE;
  for (uint32_t i = 0; i < page->block_count; i++) {
    if (!c->chosen[i]) continue;
    uint32_t from = last == DT_NONE ? i : last + 1;
    last = i;
    if (from == i) continue;
    double units = page->sums[i].units - page->sums[from].units;
    double linked = page->sums[i].linked - page->sums[from].linked;
    double all = page->sums[page->block_count].units;
    bool apart = units > fmax(DT_CONTENT_GAP_SHARE * all, fmin(DT_CONTENT_GAP_UNITS, DT_CONTENT_SMALL_SHARE * all)) ||
                 (linked > DT_CONTENT_GAP_LINKS * units && !has_amounts(page, from, i));
    for (uint32_t b = from; b < i && !apart; b++)
      apart = is_block_apart(c, b) || c->scores[b] - c->bar < DT_CONTENT_GAP_SCORE;
    for (uint32_t b = from; b < i && !apart; b++) c->chosen[b] = true;
  }
}

/* Returns the section below the main heading whose header has a heading, if the text after the heading is in the
 * section, too; else DT_NONE. */
static uint32_t section_with_heading(const dt_block_choice *c, uint32_t heading) {
  const dt_element *elements = c->page->elements;
  uint32_t header = c->page->blocks[heading].element, main = c->features.landmarks[DT_MAIN_HEADING];
  while (header != DT_NONE && elements[header].tag != DT_TAG_header) header = elements[header].parent;
  uint32_t section = header != DT_NONE ? elements[header].parent : DT_NONE;
  if (section == DT_NONE || elements[section].tag == DT_TAG_article) return DT_NONE;
  if (main != DT_NONE && elements[section].first <= main) return DT_NONE;
  return elements[section].last > heading + 1 ? section : DT_NONE;
}

/* Whether a heading is apart from the text.  That it is in the header of its section, which may be named so, sets
 * nothing apart, if the section is not. */
static bool is_heading_apart(const dt_block_choice *c, uint32_t heading) {
  uint32_t section = section_with_heading(c, heading);
  if (section == DT_NONE) return is_block_apart(c, heading);
  return is_element_apart(c, section, APART_PARTS, APART_NAMES) ||
         is_element_apart(c, c->page->blocks[heading].element, APART_PARTS & ~DT_IN_HEADER,
                          APART_NAMES & ~DT_HINT_FRAME);
}

/* Chooses the headings and questions of chosen texts. */
static void fill_headings(dt_block_choice *c) {
  uint32_t heading = c->features.landmarks[DT_MAIN_HEADING];
  for (uint32_t i = c->page->block_count - 1; i-- > 0;) {
    if (c->chosen[i] || !c->chosen[i + 1] || !dt_is_title(c, i) || is_heading_apart(c, i)) continue;
    if (dt_link_density(&c->page->blocks[i]) > 0.5) continue;
    if (heading == DT_NONE || i > heading) c->chosen[i] = true;
  }
}

/* Checks whether a block near the main heading may be the lead of the article: a sentence. */
static bool is_lead(const dt_block_choice *c, uint32_t block, uint32_t heading) {
  const unsigned parts =
      DT_IN_ASIDE | DT_IN_FOOTER | DT_IN_NAVIGATION | DT_IN_FORM | DT_IN_DIALOG | DT_IN_HIDDEN | DT_IN_FIGURE;
  const unsigned names = DT_HINT_DIALOG | DT_HINT_COMMENT | DT_HINT_NOTE; /* a lead may be called teaser */
  const dt_element *elements = c->page->elements;
  const dt_block *b = &c->page->blocks[block];
  const dt_inherited *inherited = &c->features.inherited[b->element];
  if ((elements[b->element].within & parts) != 0 || (inherited->hints & names) != 0) return false;
  bool ended = strchr(".!?", b->text.data[b->text.length - 1]) != NULL;
  double least = ended && !dt_text_has_digit(b->text) ? MIN_PLAIN : MIN_LEAD;
  if (b->sentences == 0 || b->units < least || dt_link_density(b) > MOST_LEAD_LINKS) return false;
  int depth = elements[c->page->blocks[heading].element].depth;
  return elements[inherited->with[DT_MAIN_HEADING]].depth + LEAD_STEPS >= depth;
}

/* Chooses the lead between the main heading and the text, which the page's header may hold. */
static void fill_lead(dt_block_choice *c) {
  uint32_t heading = c->features.landmarks[DT_MAIN_HEADING], first = heading + 1;
  if (heading == DT_NONE) return;
  while (first < c->page->block_count && !c->chosen[first]) first++;
  if (first == c->page->block_count || first > heading + LEAD_BLOCKS) return;
  for (uint32_t i = heading + 1; i < first; i++)
    if (is_lead(c, i, heading)) c->chosen[i] = true;
}

/* ---- notes ---- */

/* Returns what a link within its page leads to if its text is a mark, as of a note: "1", "[a]", "*"; else empty. */
static detm_text noted(const dt_content_piece *piece) {
  const char *href = piece->link != NULL && piece->text != NULL ? dt_node_value(piece->link, "href") : NULL;
  if (href == NULL || *href != '#' || href[1] == '\0') return (detm_text){"", 0};
  size_t chars = dt_utf8_count(dt_text_strip(dt_text(piece->text), DT_WHITE));
  return chars == 0 || chars > MARK_CHARS ? (detm_text){"", 0} : dt_text(href + 1);
}

/* Checks whether an element may be a note: short, of few paragraphs, and no comment. */
static bool is_note(const dt_block_choice *c, const dt_element *element) {
  const unsigned parts = DT_IN_FORM | DT_IN_DIALOG | DT_IN_NAVIGATION | DT_IN_HIDDEN;
  const dt_sums *from = &c->page->sums[element->first], *to = &c->page->sums[element->last];
  return element->first != element->last && element->last - element->first <= NOTE_BLOCKS &&
         to->units - from->units <= NOTE_UNITS && (element->within & parts) == 0 &&
         (c->features.inherited[element - c->page->elements].hints & DT_HINT_COMMENT) == 0;
}

/* Chooses the notes to which marks in the chosen text lead, unless they are so long that they are terms of a shop. */
static void fill_notes(dt_block_choice *c) {
  const dt_content_page *page = c->page;
  dt_map marks;
  uint32_t count = 0;

  dt_map_start(&marks, c->arena, 0);
  for (uint32_t i = 0; i < page->block_count; i++)
    for (uint32_t k = page->blocks[i].first; k < page->blocks[i].last && c->chosen[i]; k++) {
      detm_text name = noted(&page->pieces[k]);
      if (name.length == 0) continue;
      uint32_t *first = dt_map_at(&marks, dt_hash_bytes(name.data, name.length, 0));
      if (*first == 0) *first = i + 1;
      count++;
    }

  bool *notes = DT_ZERO(c->arena, bool, page->block_count), *named = DT_ZERO(c->arena, bool, page->element_count);
  for (uint32_t k = 0; k < page->piece_count && count != 0; k++) { /* a link back may have the name of its note */
    const dt_content_piece *piece = &page->pieces[k];
    const char *id = piece->link != NULL ? dt_node_value(piece->link, "id") : NULL;
    uint32_t mark = id != NULL ? dt_map_get(&marks, dt_hash_bytes(id, strlen(id), 0)) : 0;
    if (mark != 0 && piece->block >= mark) named[page->blocks[piece->block].element] = true;
  }

  double units = 0, all = dt_sum_chosen(c)[page->block_count];
  for (uint32_t e = 0; e < page->element_count && count != 0; e++) {
    const dt_element *element = &page->elements[e];
    uint32_t mark = *element->id != '\0' ? dt_map_get(&marks, dt_hash_bytes(element->id, strlen(element->id), 0)) : 0;
    if ((!named[e] && (mark == 0 || element->first < mark)) || !is_note(c, element)) continue;
    for (uint32_t b = element->first; b < element->last; b++) {
      if (!c->chosen[b] && !notes[b]) units += page->blocks[b].units;
      notes[b] = true;
    }
  }

  for (uint32_t b = 0; b < page->block_count && units <= MOST_NOTES * all; b++) c->chosen[b] = c->chosen[b] || notes[b];
}

void dt_complete(dt_block_choice *c) {
  fill_parts(c);
  fill_gaps(c);
  fill_headings(c);
  fill_lead(c);
  fill_notes(c);
}
