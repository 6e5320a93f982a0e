/* wrapper/learn/noise.c: excludes fields that say nothing about a record: constants, copies, dead addresses, button
 * labels, hidden text.  They stay in the wrapper with the reason. */
#include "wrapper/learn/noise.h"
#include "wrapper/learn/affixes.h"
#include "wrapper/learn/column_words.h"

#include <stdlib.h>

enum { MIN_RECORDS = 5 /* with fewer records, equal values may be a coincidence */ };

static void exclude(detm_wrapper *wrapper, uint32_t field, dt_reason reason) {
  if (field == DT_NO_FIELD || !wrapper->fields[field].wanted) return;
  wrapper->fields[field].wanted = false;
  wrapper->fields[field].reason = reason;
}

/* Whether a text is a single word that labels other texts: "by", "Reviews:". */
static bool is_label_word(detm_text text) {
  text = dt_text_strip(text, " :");
  return dt_word_name(text.data, text.length) != NULL || dt_preposition_name(text.data, text.length) != NULL;
}

/* Whether a field is constant.  A text is constant if nine of ten records have it (half of them, if it is a label) and
 * it never differs, unless it is a price.  An address or a picture is constant if half of the records have one and nine
 * of ten of these are equal. */
static bool is_constant(const dt_column *c, uint32_t records) {
  if (c->records < MIN_RECORDS) return false;
  bool half = 2 * (uint64_t)c->records >= records, most = 10 * (uint64_t)c->records >= 9 * (uint64_t)records;
  if (c->address) return half && 10 * (uint64_t)c->frequent >= 9 * (uint64_t)c->values;
  return c->same && !(c->kinds & DT_KIND_PRICE) && (most || (half && is_label_word(c->first)));
}

static bool is_in_button(const dt_wrapper_node *w) {
  for (; w != NULL; w = w->parent)
    if (w->tag == DT_TAG_button) return true;
  return false;
}

/* Returns which fields have a column header: they are kept even if they are constant or a copy. */
static bool *find_headed(const detm_wrapper *wrapper, dt_arena *scratch) {
  bool *headed = DT_ZERO(scratch, bool, wrapper->field_count);
  for (const dt_wrapper_node *w = wrapper->root; w != NULL; w = dt_wrapper_next(w))
    if (w->label_source == DT_LABEL_HEADER && !w->linked && w->part_count == 1 && w->parts[0].field != DT_NO_FIELD)
      headed[w->parts[0].field] = true;
  return headed;
}

static void mark_if_noise(detm_wrapper *wrapper, const dt_columns *columns, uint32_t field, bool button, bool headed) {
  if (field == DT_NO_FIELD) return;
  const dt_column *c = &columns->columns[field];
  if (c->values == 0) return;
  if (10 * (uint64_t)c->hidden >= 9 * (uint64_t)c->values) exclude(wrapper, field, DT_REASON_HIDDEN);
  bool sign = !c->address && !(c->kinds & (DT_KIND_LETTER | DT_KIND_DIGIT)) && (c->distinct == 1 || c->length <= 1);
  if (!headed && sign && c->records >= MIN_RECORDS) exclude(wrapper, field, DT_REASON_CONSTANT); /* "[", not "$$" */
  if (button) exclude(wrapper, field, DT_REASON_BUTTON);
  if (10 * (uint64_t)c->dead >= 9 * (uint64_t)c->values) exclude(wrapper, field, DT_REASON_DEAD);
  if (!headed && is_constant(c, columns->records)) exclude(wrapper, field, DT_REASON_CONSTANT);
}

/* A field for the comparison of the records that have it. */
typedef struct companion {
  uint64_t present;
  bool varies;
  uint32_t field;
} companion;

static int by_presence(const void *a, const void *b) {
  const companion *x = a, *y = b;
  if (x->present != y->present) return x->present < y->present ? -1 : 1;
  if (x->varies != y->varies) return x->varies ? -1 : 1;
  return x->field < y->field ? -1 : x->field > y->field;
}

/* Excludes a constant text that exactly the same records have as another field, such as the address of its link: "Buy",
 * "aka".  headed: fields that are kept. */
static void mark_companions(detm_wrapper *wrapper, dt_arena *scratch, const dt_columns *columns, const bool *headed) {
  companion *companions = DT_ARRAY(scratch, companion, wrapper->field_count);
  uint32_t count = 0;
  for (uint32_t f = 0; f < wrapper->field_count; f++) {
    const dt_column *c = &columns->columns[f];
    if (c->records >= MIN_RECORDS && 2 * (uint64_t)c->records >= columns->records && wrapper->fields[f].wanted)
      companions[count++] = (companion){c->present, c->address || !c->same, f};
  }
  qsort(companions, count, sizeof *companions, by_presence);
  for (uint32_t i = 1; i < count; i++) {
    uint32_t f = companions[i].field;
    bool price = columns->columns[f].kinds & DT_KIND_PRICE;
    if (companions[i].present == companions[i - 1].present && !companions[i].varies && !price && !headed[f])
      exclude(wrapper, f, DT_REASON_CONSTANT);
  }
}

void dt_wrapper_mark_noise(detm_wrapper *wrapper, dt_arena *scratch, const dt_columns *columns) {
  const bool *headed = find_headed(wrapper, scratch);
  for (const dt_wrapper_node *w = wrapper->root; w != NULL; w = dt_wrapper_next(w)) {
    bool button = is_in_button(w);
    mark_if_noise(wrapper, columns, w->href, false, false);
    mark_if_noise(wrapper, columns, w->src, false, false);
    for (uint32_t p = 0; p < w->part_count; p++) {
      uint32_t f = w->parts[p].field;
      mark_if_noise(wrapper, columns, f, button, f != DT_NO_FIELD && headed[f]);
    }
  }
  mark_companions(wrapper, scratch, columns, headed);
}

/* A field for the search of copies. */
typedef struct copy {
  uint64_t hash;
  uint32_t values, field;
} copy;

static int by_hash(const void *a, const void *b) {
  const copy *x = a, *y = b;
  if (x->hash != y->hash) return x->hash < y->hash ? -1 : 1;
  if (x->values != y->values) return x->values < y->values ? -1 : 1;
  return x->field < y->field ? -1 : x->field > y->field;
}

/* Of several copies the first wanted one is kept; of copied addresses that of the title. */
void dt_wrapper_mark_copies(detm_wrapper *wrapper, dt_arena *scratch, const dt_columns *columns, uint32_t title) {
  const dt_column *c = columns->columns;
  const bool *headed = find_headed(wrapper, scratch);
  copy *copies = DT_ARRAY(scratch, copy, wrapper->field_count);
  uint32_t count = 0;
  for (uint32_t f = 0; f < wrapper->field_count; f++)
    if (c[f].values != 0) copies[count++] = (copy){c[f].hash, c[f].values, f};
  qsort(copies, count, sizeof *copies, by_hash);
  bool text = false, address = false; /* a wanted copy of this kind comes before */
  for (uint32_t i = 0; i < count; i++) {
    uint32_t f = copies[i].field;
    if (i == 0 || copies[i].hash != copies[i - 1].hash || copies[i].values != copies[i - 1].values)
      text = address = false;
    bool is_title = f == title && c[f].address;
    bool of_title = c[f].address && title != DT_NO_FIELD && f != title && c[title].address &&
                    c[f].hash == c[title].hash && c[f].values == c[title].values && wrapper->fields[title].wanted;
    if (!headed[f] && (text || (address && !is_title) || of_title)) exclude(wrapper, f, DT_REASON_COPY);
    if (!wrapper->fields[f].wanted) continue;
    address = address || c[f].address;
    text = text || !c[f].address;
  }
}
