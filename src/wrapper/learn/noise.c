/* wrapper/learn/noise.c: excludes fields that say nothing about a record: constants, copies, dead addresses, button
 * labels, hidden text.  They stay in the wrapper with the reason. */
#include "wrapper/labels.h"
#include "wrapper/learn/column_words.h"
#include "wrapper/learn/learn.h"
#include "wrapper/tables/grid_columns.h"
#include "wrapper/tunables.h"

static void exclude(detm_wrapper *wrapper, uint32_t field, dt_reason reason) {
  if (field == DT_NO_FIELD || !wrapper->fields[field].wanted) return;
  wrapper->fields[field].wanted = false;
  wrapper->fields[field].reason = reason;
}

/* Excludes a constant, and keeps its text: on a page that says something else there, it is none. */
static void exclude_constant(detm_wrapper *wrapper, uint32_t field, const dt_field_statistics *c) {
  dt_field *excluded = &wrapper->fields[field];
  if (!excluded->wanted) return;
  exclude(wrapper, field, DT_REASON_CONSTANT);
  if (!c->address && c->same && c->first.length <= DT_MAX_CONSTANT)
    excluded->constant = dt_arena_copy(&wrapper->arena, c->first.data, c->first.length);
}

/* Whether the values are data also if all records have the same: prices, places, and what has a number, if it is no
 * link.  A date among many other words is a line of the template: "clipped from Google - 2/2017". */
static bool is_data(const dt_field_statistics *c, bool linked) {
  enum { MAX_DATE_LENGTH = 25 };
  if (c->kinds & DT_KIND_PRICE) return true;
  if (c->kinds & DT_KIND_DATE) return c->first.length <= MAX_DATE_LENGTH;
  if (c->roles & (DT_ROLE_CLOCK | DT_ROLE_PLACE)) return true;
  return !linked && (c->kinds & DT_KIND_DIGIT);
}

/* Whether a field is constant.  A text is constant if nearly all records have it (half of them, if it is a single word
 * that labels other texts: "by", "Reviews:") and it never differs.  An address or a picture is constant if half of the
 * records have one and nearly all of these are equal. */
static bool is_constant(const dt_field_statistics *c, uint32_t records) {
  if (c->records < DT_MIN_CONSTANT || 2 * (uint64_t)c->records < records) return false;
  if (c->address) return dt_tenths(c->frequent, c->values, DT_TENTHS_CONSTANT);
  if (!c->same) return false;
  detm_text word = dt_text_strip(c->first, " :");
  return dt_tenths(c->records, records, DT_TENTHS_CONSTANT) || dt_word_name(word.data, word.length) != NULL ||
         dt_preposition_name(word.data, word.length) != NULL;
}

/* Whether the cells of a column show pictures alone. */
static bool shows_pictures(const dt_wrapper_node *w, const dt_sample_statistics *columns) {
  if (!w->cell || w->part_count != 1 || w->parts[0].field == DT_NO_FIELD) return false;
  return columns->columns[w->parts[0].field].values == 0;
}

/* Returns which fields have a column header: texts, which are kept even if they are constant or a copy, and pictures,
 * which are kept unless all records have the same one, and in a table of data also then if the column has no text. */
static bool *find_headed(const detm_wrapper *wrapper, dt_arena *scratch, const dt_sample_statistics *columns) {
  bool *headed = DT_ZERO(scratch, bool, wrapper->field_count);
  for (const dt_wrapper_node *w = wrapper->root; w != NULL; w = dt_wrapper_next(w)) {
    if (w->label_source != DT_LABEL_HEADER) continue;
    if (!w->linked && w->part_count == 1 && w->parts[0].field != DT_NO_FIELD) headed[w->parts[0].field] = true;
    if (w->src == DT_NO_FIELD || !dt_fills_cell(w)) continue;
    const dt_field_statistics *c = &columns->columns[w->src];
    headed[w->src] = c->distinct > 1 || c->records < columns->records || shows_pictures(w, columns);
  }
  return headed;
}

/* Adds the texts that are data to the fields that are kept if they are constant. */
static void keep_data(const detm_wrapper *wrapper, const dt_sample_statistics *columns, bool *kept) {
  for (const dt_wrapper_node *w = wrapper->root; w != NULL; w = dt_wrapper_next(w))
    for (uint32_t p = 0; p < w->part_count; p++) {
      uint32_t field = w->parts[p].field;
      if (field != DT_NO_FIELD && is_data(&columns->columns[field], w->linked)) kept[field] = true;
    }
}

/* Whether the texts of a button are its label: the same in many records, or one text.  A heading that opens a record is
 * a button, too, and says something else in each. */
static bool is_label_of_button(const dt_field_statistics *c) {
  return c->records < 2 || 2 * (uint64_t)c->distinct <= c->values;
}

/* Whether a field has signs alone: "[", not "$$".  Signs in some rows of a table of data are values: "@" or nothing. */
static bool is_symbol(const dt_wrapper_node *w, const dt_field_statistics *c, uint32_t records) {
  if (c->address || c->records < DT_MIN_CONSTANT || (c->kinds & (DT_KIND_LETTER | DT_KIND_DIGIT))) return false;
  if (w->cell && !dt_tenths(c->records, records, DT_TENTHS_CONSTANT)) return false;
  return c->distinct == 1 || c->length <= 1;
}

static void mark_if_noise(detm_wrapper *wrapper, const dt_sample_statistics *columns, const dt_wrapper_node *w,
                          uint32_t field, bool button, const bool *kept) {
  if (field == DT_NO_FIELD) return;
  const dt_field_statistics *c = &columns->columns[field];
  if (c->values == 0) return;
  if (c->hidden == c->values) exclude(wrapper, field, DT_REASON_HIDDEN);
  if (!kept[field] && is_symbol(w, c, columns->records)) exclude_constant(wrapper, field, c);
  if (button && is_label_of_button(c)) exclude(wrapper, field, DT_REASON_BUTTON);
  if (dt_tenths(c->dead, c->values, DT_TENTHS_CONSTANT)) exclude(wrapper, field, DT_REASON_DEAD);
  if (!kept[field] && is_constant(c, columns->records)) exclude_constant(wrapper, field, c);
}

/* Whether a part of a text is a word in an element of its own, in all records the same, before a value:
 * "<i>Price</i><b>3</b>". */
static bool is_word_before(const dt_sample_statistics *columns, const dt_wrapper_node *w, uint32_t part) {
  enum { MAX_LENGTH = 40 };
  if (part + 1 >= w->part_count || w->linked || w->cell || *w->parts[part].within == '\0') return false;
  if (w->parts[part].field == DT_NO_FIELD || w->parts[part + 1].field == DT_NO_FIELD) return false;
  const dt_field_statistics *c = &columns->columns[w->parts[part].field],
                            *next = &columns->columns[w->parts[part + 1].field];
  return c->values >= DT_MIN_SAMPLE && c->distinct == 1 && next->distinct > 1 && c->first.length <= MAX_LENGTH &&
         (c->kinds & (DT_KIND_LETTER | DT_KIND_DIGIT)) == DT_KIND_LETTER;
}

/* Whether a text is the name of a column of the table. */
static bool names_column(const detm_wrapper *wrapper, detm_text text) {
  const dt_wrapper_node *row = dt_grid_cells(wrapper);
  for (const dt_wrapper_node *cell = row != NULL ? row->first : NULL; cell != NULL; cell = cell->next)
    if (cell->caption != NULL && dt_text_equal(dt_text(cell->caption), text)) return true;
  return false;
}

/* Excludes the cells of a head above a part of a table that say the name of their column, as the first head does: the
 * other cells name the part. */
static void mark_repeated_heads(detm_wrapper *wrapper, const dt_sample_statistics *columns, const dt_wrapper_node *w) {
  for (uint32_t p = 0; p < w->part_count && dt_in_group_heading(w); p++) {
    uint32_t field = w->parts[p].field;
    const dt_field_statistics *c = field != DT_NO_FIELD ? &columns->columns[field] : NULL;
    if (c != NULL && c->same && names_column(wrapper, c->first)) exclude(wrapper, field, DT_REASON_COPY);
  }
}

/* Makes labels of words before values if they are captions, or several values have one, in few records, too. */
static void mark_words(detm_wrapper *wrapper, const dt_sample_statistics *columns) {
  uint32_t found = 0;
  for (const dt_wrapper_node *w = wrapper->root; w != NULL; w = dt_wrapper_next(w))
    for (uint32_t p = 0; p < w->part_count; p++) found += is_word_before(columns, w, p);
  for (const dt_wrapper_node *w = wrapper->root; w != NULL && found != 0; w = dt_wrapper_next(w))
    for (uint32_t p = 0; p < w->part_count; p++) {
      if (!is_word_before(columns, w, p)) continue;
      const dt_field_statistics *word = &columns->columns[w->parts[p].field];
      if (found == 1 && !dt_is_own_caption(w, word->first)) continue;
      exclude_constant(wrapper, w->parts[p].field, word);
      if (w->parts[p + 1].label == NULL)
        w->parts[p + 1].label = dt_arena_copy(&wrapper->arena, word->first.data, word->first.length);
    }
}

/* Excludes a constant text that exactly the same records have as another field, such as the address of its link: "Buy",
 * "aka". */
static void mark_companions(detm_wrapper *wrapper, dt_arena *scratch, const dt_sample_statistics *columns,
                            const bool *kept) {
  dt_lookup present;
  dt_lookup_start(&present, scratch, wrapper->field_count);
  for (int constant = 0; constant < 2; constant++)
    for (uint32_t f = 0; f < wrapper->field_count; f++) {
      const dt_field_statistics *c = &columns->columns[f];
      bool usual = c->records >= DT_MIN_CONSTANT && 2 * (uint64_t)c->records >= columns->records;
      if (!usual || !wrapper->fields[f].wanted || (!c->address && c->same) != constant) continue;
      bool first = dt_lookup_insert(&present, c->present);
      if (constant && !first && !kept[f]) exclude_constant(wrapper, f, c);
    }
}

void dt_wrapper_mark_noise(detm_wrapper *wrapper, dt_arena *scratch, const dt_sample_statistics *columns) {
  bool *kept = find_headed(wrapper, scratch, columns);
  keep_data(wrapper, columns, kept);
  for (const dt_wrapper_node *w = wrapper->root; w != NULL; w = dt_wrapper_next(w)) {
    const dt_wrapper_node *button = w;
    while (button != NULL && button->tag != DT_TAG_button) button = button->parent;
    if (dt_in_group_heading(w)) button = NULL; /* it opens the group, and all its records have the text */
    mark_repeated_heads(wrapper, columns, w);
    mark_if_noise(wrapper, columns, w, w->href, false, kept);
    mark_if_noise(wrapper, columns, w, w->src, false, kept);
    for (uint32_t p = 0; p < w->part_count; p++)
      mark_if_noise(wrapper, columns, w, w->parts[p].field, button != NULL, kept);
  }

  mark_words(wrapper, columns);
  mark_companions(wrapper, scratch, columns, kept);
}

void dt_wrapper_mark_copies(detm_wrapper *wrapper, dt_arena *scratch, const dt_sample_statistics *columns,
                            uint32_t title) {
  enum { TEXT = 1, ADDRESS = 2 };
  const dt_field_statistics *c = columns->columns;
  const bool *headed = find_headed(wrapper, scratch, columns);
  dt_map wanted; /* kinds of the wanted fields so far with the same values */
  dt_map_start(&wanted, scratch, wrapper->field_count);
  for (uint32_t f = 0; f < wrapper->field_count; f++) {
    if (c[f].values == 0) continue;
    uint32_t *before = dt_map_at(&wanted, dt_hash_mix(c[f].hash, c[f].values));
    bool is_title = f == title && c[f].address;
    bool of_title = c[f].address && title != DT_NO_FIELD && f != title && c[title].address &&
                    c[f].hash == c[title].hash && c[f].values == c[title].values && wrapper->fields[title].wanted;
    if (!headed[f] && ((*before & TEXT) || ((*before & ADDRESS) && !is_title) || of_title))
      exclude(wrapper, f, DT_REASON_COPY);
    if (wrapper->fields[f].wanted) *before |= c[f].address ? ADDRESS : TEXT;
  }
}
