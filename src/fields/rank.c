/* fields/rank.c: scores of fields: how likely a user wants them.
 *
 * A score depends on how the field was found, whether its values differ between pages, whether a page has them more
 * than once, their place, and their kind. */
#include "fields/fields.h"

#include "text/value_kind.h"

#include <stdlib.h>

#include <math.h>

#define NEAR 0.8
#define FADES 20.0

enum { MANY_PAIRS = 5, MIN_TITLE_LENGTH = 4 /* bytes of a line that is compared with the page's title */ };

/* ---- the title ---- */

/* Copies a text without white space, in lower case as far as ASCII goes; returns its length. */
static size_t squeeze(detm_text text, char *out, size_t capacity) {
  size_t used = 0;
  for (size_t i = 0; i < text.length && used < capacity; i++) {
    char c = text.data[i];
    if (dt_is_xml_space(c)) continue;
    out[used++] = dt_ascii_lower(c);
  }
  return used;
}

static detm_text title_of(const dt_findings *f) {
  for (uint32_t i = 0; i < f->count; i++)
    if (f->findings[i].kind == DT_FINDING_META && strcmp(f->findings[i].word, "page-title") == 0)
      return f->findings[i].values[0].text;
  return (detm_text){"", 0};
}

/* Returns the share of the page's title that a text is, 0 if it is not part of it. */
static double share_of_title(detm_text title, detm_text text) {
  char whole[400], part[400];
  size_t length = squeeze(title, whole, sizeof whole), part_length = squeeze(text, part, sizeof part);
  if (part_length < MIN_TITLE_LENGTH || part_length > length || part_length == sizeof part) return 0;
  for (size_t at = 0; at + part_length <= length; at++)
    if (memcmp(whole + at, part, part_length) == 0) return (double)part_length / (double)length;
  return 0;
}

/* Returns the line that is most likely the title of the record. */
static uint32_t find_title(const dt_page_findings *page) {
  const dt_findings *f = &page->findings;
  double best = 0;
  uint32_t line = DT_NO_LINE;
  for (uint32_t i = 0; i < f->count; i++) {
    const dt_finding *one = &f->findings[i];
    bool heading = one->kind == DT_FINDING_TITLE || one->kind == DT_FINDING_HEADING;
    if (one->line == DT_NO_LINE || (!heading && one->kind != DT_FINDING_LINE)) continue;
    double score = share_of_title(page->page_title, one->values[0].text) + (one->kind == DT_FINDING_TITLE ? 0.5
                                                                            : heading                     ? 0.2
                                                                                                          : 0);
    if (score <= best) continue;
    best = score;
    line = one->line;
  }
  return line;
}

static bool is_title(const dt_page_findings *page, const dt_finding *one) {
  bool whole = one->kind == DT_FINDING_TITLE || one->kind == DT_FINDING_HEADING || one->kind == DT_FINDING_LINE;
  return whole && one->line != DT_NO_LINE && one->line == page->title;
}

/* ---- scores ---- */

static double score_place(const dt_page_findings *page, const dt_finding *one) {
  const dt_outline *o = &page->outline;
  double score = 0;
  if (one->element != DT_NO_LINE) {
    unsigned flags = o->elements[one->element].flags;
    if (flags & DT_OUTLINE_APART) score -= 1.6;
    if (flags & DT_OUTLINE_HIDDEN) score -= 0.8;
  }
  if (one->line == DT_NO_LINE || page->title == DT_NO_LINE || o->line_count == 0) return score;
  double away = (double)one->line - (double)page->title, share = away / o->line_count;
  if (away < 0) return score + 1.5 * share - 0.2;
  return score + NEAR * exp(-away / FADES) - 2.0 * share;
}

static double score_kind(const dt_joined *field) {
  const dt_finding *one = field->best;
  unsigned kind = dt_kind_of(one->values[0].text);
  double score = 0;
  if (kind & DT_KIND_LONG) return one->kind == DT_FINDING_LINE && one->values[0].text.length > 200 ? 0.4 : 0;
  if (one->kind == DT_FINDING_DATA && strcmp(dt_type_of(one->values[0].text), "url") == 0) score -= 0.5;
  if (kind & DT_KIND_PRICE) score += 0.6;
  if (kind & DT_KIND_DATE) score += 0.3;
  if (!(kind & DT_KIND_WORDS)) score -= field->label != NULL ? 0 : 0.5;
  return score;
}

static double score_change(const dt_joined *field, uint32_t page_count) {
  if (page_count < 2) return 0;
  double share = (double)field->pages / page_count;
  return field->changes ? 1.2 * share : field->pages == 1 ? -0.6 : -0.8;
}

static double score_field(const dt_joined *field, const dt_page_findings *pages, uint32_t page_count) {
  const dt_finding *one = field->best;
  const dt_page_findings *page = &pages[field->best_page];
  double score = one->weight + score_place(page, one) + score_kind(field) + score_change(field, page_count);
  bool heading = one->kind == DT_FINDING_TITLE || one->kind == DT_FINDING_HEADING || one->kind == DT_FINDING_LINE;
  double share = heading ? share_of_title(page->page_title, one->values[0].text) : 0;
  if (field->title) score += 0.6;
  if (one->kind == DT_FINDING_TITLE && one->line != page->title && share <= 0) score -= 1.5;
  if (one->row > MANY_PAIRS) score -= one->row < 5 * MANY_PAIRS ? 0.03 * (one->row - MANY_PAIRS) : 0.12 * MANY_PAIRS;
  score += 2 * share - 0.25 * (field->again < 4 ? field->again : 4);
  return score;
}

/* ---- duplicates and constants ---- */

static int by_score(const void *a, const void *b) {
  const dt_joined *x = a, *y = b;
  if (x->score != y->score) return x->score > y->score ? -1 : 1;
  if (x->best_page != y->best_page) return x->best_page < y->best_page ? -1 : 1;
  return (x->best > y->best) - (x->best < y->best); /* in the order in which they were found */
}

static int by_values(const void *a, const void *b) {
  const dt_joined *x = a, *y = b;
  if (x->values != y->values) return x->values < y->values ? -1 : 1;
  return by_score(a, b);
}

/* Whether fields of equal values are different: two labels, whose values happen to be equal. */
static bool are_two(const dt_joined *a, const dt_joined *b) {
  if (a->best->kind != DT_FINDING_PAIR || b->best->kind != DT_FINDING_PAIR) return false;
  return a->best->key != b->best->key;
}

static bool is_declared(const dt_joined *field) {
  return field->best->kind == DT_FINDING_DECLARED || field->best->kind == DT_FINDING_DATA;
}

/* Merges fields of equal values into the first one, whose score rises; returns the count of the rest. */
static uint32_t merge_duplicates(dt_joined *fields, uint32_t count) {
  uint32_t kept = 0;
  qsort(fields, count, sizeof *fields, by_values);
  for (uint32_t i = 0, next; i < count; i = next) {
    uint32_t first = kept;
    double confirmed = 0;
    fields[kept++] = fields[i];
    for (next = i + 1; next < count && fields[next].values == fields[i].values; next++) {
      bool two = true;
      for (uint32_t k = first; k < kept && two; k++) two = are_two(&fields[k], &fields[next]);
      if (two) {
        fields[kept++] = fields[next];
        continue;
      }
      dt_joined *to = &fields[first];
      if (to->label == NULL) to->label = fields[next].label;
      if (to->word == NULL || (is_declared(&fields[next]) && !is_declared(to))) to->word = fields[next].word;
      confirmed += is_declared(&fields[next]) ? 0.7 : fields[next].best->kind == DT_FINDING_META ? 0.4 : 0.1;
    }
    for (uint32_t k = first; k < kept; k++) fields[k].score += confirmed < 1.2 ? confirmed : 1.2;
  }
  return kept;
}

/* Removes fields whose values never change, except those that the markup declares; returns the count of the rest. */
static uint32_t remove_constants(dt_joined *fields, uint32_t count, uint32_t page_count) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < count; i++) {
    bool constant = page_count > 1 && fields[i].pages > 1 && !fields[i].changes;
    if (!constant || is_declared(&fields[i])) fields[kept++] = fields[i];
  }
  return kept;
}

uint32_t dt_joined_rank(dt_arena *arena, dt_page_findings *pages, uint32_t page_count, dt_joined *fields,
                        uint32_t count) {
  for (uint32_t p = 0; p < page_count; p++) {
    pages[p].page_title = title_of(&pages[p].findings);
    pages[p].title = find_title(&pages[p]);
  }
  count = remove_constants(fields, count, page_count);
  if (count == 0) return 0;
  for (uint32_t i = 0; i < count; i++) {
    fields[i].title = is_title(&pages[fields[i].best_page], fields[i].best);
    fields[i].score = score_field(&fields[i], pages, page_count);
    dt_scope_tick(arena->scope);
  }
  count = merge_duplicates(fields, count);
  qsort(fields, count, sizeof *fields, by_score);
  return count;
}
