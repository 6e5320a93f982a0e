/* wrapper/learn/record_title.c: chooses the text that is the title of a record (doc/method 2.11). */
#include "wrapper/learn/record_title.h"
#include "wrapper/learn/column_words.h"
#include "wrapper/learn/names.h"

/* Weights of a log-linear choice among the texts of a record, fitted on 690 list pages of 12 collections.  With each
 * collection left out of the fit, the choice agrees with human annotators on 86 % of its pages. */
static const struct {
  double share;    /* share of the records that have the text */
  double distinct; /* share of distinct values */
  double first;    /* it is the first text */
  double order;    /* position of the text, at most 10, in tenths */
  double linked, heading;
  double title;   /* the page's name for it is title or name */
  double other;   /* the page or its form gives it another name */
  double shorter; /* shorter than SHORT */
  double longer;  /* longer than LONG */
  double longest; /* longer than MAX_LENGTH */
  double url;
  double cases; /* "Brandt v. Brandt" */
} weights = {.share = 2.56,
             .distinct = 2.02,
             .first = .91,
             .order = -1.64,
             .linked = 1.41,
             .heading = .71,
             .title = 1,
             .other = -.95,
             .shorter = -1.79,
             .longer = -.92,
             .longest = -.61,
             .url = -.44,
             .cases = 1.78};

enum { SHORT = 4, LONG = 80, MAX_LENGTH = 150, MAX_ORDER = 10 }; /* characters; texts */

bool dt_in_heading(const dt_wrapper_node *w) {
  for (; w != NULL; w = w->parent)
    if (dt_tag_is(w->tag, DT_HEADING)) return true;
  return false;
}

/* How much a text looks like the title of its record; order: its position among the wanted texts, from 0. */
static double score(const dt_namer *n, uint32_t spot, uint32_t order) {
  const dt_wrapper_node *w = n->spots[spot].w;
  const dt_column *c = dt_spot_column(n, spot);
  const char *name = dt_name_said(n, spot);
  bool title = name != NULL && (strcmp(name, "title") == 0 || strcmp(name, "name") == 0);
  bool other = name != NULL && !title && strcmp(name, "description") != 0;
  double value = weights.share * c->records / n->records + weights.distinct * c->distinct / c->values;
  value += weights.order * (order < MAX_ORDER ? order : MAX_ORDER) / MAX_ORDER;
  if (order == 0) value += weights.first;
  if (w->linked) value += weights.linked;
  if (dt_in_heading(w)) value += weights.heading;
  if (title) value += weights.title;
  if (other) value += weights.other;
  if (c->length < SHORT) value += weights.shorter;
  if (c->length > LONG) value += weights.longer;
  if (c->length > MAX_LENGTH) value += weights.longest;
  if (c->roles & DT_ROLE_URL) value += weights.url;
  if (c->roles & DT_ROLE_CASE) value += weights.cases;
  return value;
}

uint32_t dt_title_find(const dt_namer *n) {
  uint32_t title = DT_NONE, order = 0;
  double best = 0;
  for (uint32_t spot = 0; spot < n->spot_count; spot++) {
    const dt_column *c = dt_spot_column(n, spot);
    if (c == NULL || c->values == 0 || !n->wrapper->fields[n->spots[spot].part->field].wanted) continue;
    double value = score(n, spot, order++);
    if (2 * (uint64_t)c->values > 3 * (uint64_t)c->records || !(c->kinds & DT_KIND_LETTER) ||
        (c->values > 1 && c->distinct == 1))
      continue; /* lists, numbers, constants */
    if (2 * (uint64_t)c->records < n->records || (title != DT_NONE && value <= best)) continue;
    best = value;
    title = spot;
  }
  return title;
}
