/* template/fields-rank.c: how likely somebody wants a field.
 *
 * What counts: how it was found, whether it changes over the pages, whether the page says it more than once, where it
 * stands, and what kind of value it is. */
#include "template/fields.h"

#include "base/kind.h"

#include <stdlib.h>

#include <math.h>

#define NEAR 0.8
#define FADES 20.0

enum { MANY_PAIRS = 5, SHORTEST_TITLE = 4 /* bytes of a line that the page's title may name */ };

/* ---- the title ---- */

/* The text without white space, in lower case as far as ASCII goes. */
static size_t squeeze(detm_text text, char *out, size_t room) {
  size_t used = 0;
  for (size_t i = 0; i < text.length && used < room; i++) {
    char c = text.data[i];
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') continue;
    out[used++] = c >= 'A' && c <= 'Z' ? (char)(c | 32) : c;
  }
  return used;
}

static detm_text title_of(const dt_findings *f) {
  for (uint32_t i = 0; i < f->count; i++)
    if (f->findings[i].kind == DT_FINDING_META && strcmp(f->findings[i].word, "page-title") == 0)
      return f->findings[i].values[0].text;
  return (detm_text){"", 0};
}

/* The share of the page's title that a text is, 0 if it is no part of it. */
static double share_of_title(detm_text title, detm_text text) {
  char whole[400], part[400];
  size_t length = squeeze(title, whole, sizeof whole), least = squeeze(text, part, sizeof part);
  if (least < SHORTEST_TITLE || least > length || least == sizeof part) return 0;
  for (size_t at = 0; at + least <= length; at++)
    if (memcmp(whole + at, part, least) == 0) return (double)least / (double)length;
  return 0;
}

/* The line that is most likely the record's title. */
static uint32_t find_title(const dt_page_findings *page) {
  const dt_findings *f = &page->findings;
  double best = 0;
  uint32_t line = DT_NOWHERE;
  for (uint32_t i = 0; i < f->count; i++) {
    const dt_finding *one = &f->findings[i];
    bool heading = one->kind == DT_FINDING_TITLE || one->kind == DT_FINDING_HEADING;
    if (one->line == DT_NOWHERE || (!heading && one->kind != DT_FINDING_LINE)) continue;
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
  return whole && one->line != DT_NOWHERE && one->line == page->title;
}

/* ---- scores ---- */

static double score_place(const dt_page_findings *page, const dt_finding *one) {
  const dt_outline *o = &page->outline;
  double score = 0;
  if (one->element != DT_NOWHERE) {
    unsigned flags = o->elements[one->element].flags;
    if (flags & DT_OUTLINE_APART) score -= 1.6;
    if (flags & DT_OUTLINE_HIDDEN) score -= 0.8;
  }
  if (one->line == DT_NOWHERE || page->title == DT_NOWHERE || o->line_count == 0) return score;
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
  double score = one->worth + score_place(page, one) + score_kind(field) + score_change(field, page_count);
  bool heading = one->kind == DT_FINDING_TITLE || one->kind == DT_FINDING_HEADING || one->kind == DT_FINDING_LINE;
  double share = heading ? share_of_title(page->page_title, one->values[0].text) : 0;
  if (field->title) score += 0.6;
  if (one->kind == DT_FINDING_TITLE && one->line != page->title && share <= 0) score -= 1.5;
  if (one->turn > MANY_PAIRS) score -= one->turn < 5 * MANY_PAIRS ? 0.03 * (one->turn - MANY_PAIRS) : 0.12 * MANY_PAIRS;
  score += 2 * share - 0.25 * (field->again < 4 ? field->again : 4);
  return score;
}

/* ---- what is there twice ---- */

static int by_score(const void *a, const void *b) {
  const dt_joined *x = a, *y = b;
  if (x->score != y->score) return x->score > y->score ? -1 : 1;
  if (x->best_page != y->best_page) return x->best_page < y->best_page ? -1 : 1;
  return (x->best > y->best) - (x->best < y->best); /* in the order they were found */
}

static int by_values(const void *a, const void *b) {
  const dt_joined *x = a, *y = b;
  if (x->values != y->values) return x->values < y->values ? -1 : 1;
  return by_score(a, b);
}

/* Two labels of one page for the same value may be two fields that happen to agree. */
static bool are_two(const dt_joined *a, const dt_joined *b) {
  if (a->best->kind != DT_FINDING_PAIR || b->best->kind != DT_FINDING_PAIR) return false;
  return a->best->key != b->best->key;
}

static bool is_declared(const dt_joined *field) {
  return field->best->kind == DT_FINDING_DECLARED || field->best->kind == DT_FINDING_DATA;
}

/* Fields of equal values become the first of them. */
static uint32_t leave_out(dt_joined *fields, uint32_t count) {
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

/* Text that never changes is no value, but what the markup declares may be. */
static uint32_t leave_out_constants(dt_joined *fields, uint32_t count, uint32_t page_count) {
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
  count = leave_out_constants(fields, count, page_count);
  if (count == 0) return 0;
  for (uint32_t i = 0; i < count; i++) {
    fields[i].title = is_title(&pages[fields[i].best_page], fields[i].best);
    fields[i].score = score_field(&fields[i], pages, page_count);
    dt_scope_tick(arena->scope);
  }
  count = leave_out(fields, count);
  qsort(fields, count, sizeof *fields, by_score);
  return count;
}
