/* wrapper/survey.c: what the values of each field have in common.
 *
 * A label or a separator that every value of a field begins or ends with is no part of the value: "Author: ", ", ". */
#include "base/kind.h"
#include "wrapper/learn.h"

enum {
  KIND_BITS = 8,
  MOST_RECORDS = 50, /* looked at on each page: they tell enough */
  LEAST_VALUES = 3   /* below that, what is alike may be so by chance */
};

typedef struct survey {
  uint32_t values, kinds[KIND_BITS];
  detm_text first;
  size_t before, after; /* bytes that all values so far begin and end with */
  bool differ;
} survey;

static size_t same_start(detm_text a, detm_text b, size_t most) {
  size_t n = 0;
  while (n < most && n < b.length && a.data[n] == b.data[n]) n++;
  return n;
}

static size_t same_end(detm_text a, detm_text b, size_t most) {
  size_t n = 0;
  while (n < most && n < b.length && a.data[a.length - 1 - n] == b.data[b.length - 1 - n]) n++;
  return n;
}

static void look_at(survey *s, dt_arena *scratch, detm_text value) {
  unsigned kind = dt_kind_of(value);
  for (unsigned b = 0; b < KIND_BITS; b++) s->kinds[b] += kind >> b & 1;
  if (s->values++ == 0) {
    s->first = (detm_text){dt_arena_copy(scratch, value.data, value.length), value.length};
    s->before = s->after = value.length;
    return;
  }
  s->differ = s->differ || !dt_text_equal(s->first, value);
  s->before = same_start(s->first, value, s->before);
  s->after = same_end(s->first, value, s->after);
}

static survey *look_at_all(detm_wrapper *wrapper, dt_arena *scratch, dt_record_set *sets, uint32_t set_count) {
  survey *surveys = DT_ZERO(scratch, survey, wrapper->field_count);
  for (uint32_t s = 0; s < set_count; s++)
    for (uint32_t r = 0; r < sets[s].count && r < MOST_RECORDS; r++) {
      uint32_t count;
      dt_item item = dt_record_item(&sets[s], scratch, r);
      const dt_value *values = dt_record_values(scratch, sets[s].layouts[r], &item, &count);
      for (uint32_t v = 0; v < count; v++) look_at(&surveys[values[v].field], scratch, values[v].text);
    }
  return surveys;
}

/* Bytes of separators, with the spaces round them. */
static size_t separators(const char *text, size_t length, bool backwards) {
  size_t n = 0, kept = 0;
  for (; n < length; n++) {
    char c = backwards ? text[length - 1 - n] : text[n];
    if (c != ' ' && strchr(",;|", c) == NULL) break;
    kept = n + 1;
  }
  return kept != 0 && !(kept == 1 && text[backwards ? length - 1 : 0] == ' ') ? kept : 0;
}

static void set_affixes(detm_wrapper *wrapper, dt_part *part, const survey *s) {
  if (s->values < LEAST_VALUES || !s->differ) return;
  const char *end = s->first.data + s->first.length - s->after;
  size_t before = dt_label_length(s->first.data, s->before);
  if (before == 0) before = separators(s->first.data, s->before, false);
  size_t after = separators(end, s->after, true);
  if (before != 0) part->before = dt_arena_copy(&wrapper->arena, s->first.data, before);
  if (after != 0) part->after = dt_arena_copy(&wrapper->arena, end + s->after - after, after);
}

/* ---- template text ---- */

static bool is_label(detm_text text) {
  return text.length > 1 && dt_label_length(text.data, text.length) == text.length;
}

/* Whether the values are always the same and only label what follows, or only part it: "Year:", ",". */
static bool is_template(const survey *s) {
  if (s->values < 2 || s->differ) return false;
  return is_label(s->first) || !(dt_kind_of(s->first) & (DT_KIND_LETTER | DT_KIND_DIGIT));
}

/* Takes the field from the part; a label is passed on to the part after it. */
static void drop_field(detm_wrapper *wrapper, dt_part *part, const survey *s, const char **label) {
  part->field = DT_NO_FIELD;
  if (is_label(s->first)) *label = dt_arena_copy(&wrapper->arena, s->first.data, s->first.length);
}

static void renumber(uint32_t *field, const uint32_t *numbers) {
  if (*field != DT_NO_FIELD) *field = numbers[*field];
}

/* Leaves out the fields that no part refers to; surveys move along. */
static void close_ranks(detm_wrapper *wrapper, dt_arena *scratch, survey *surveys, const bool *dropped) {
  uint32_t *numbers = DT_ARRAY(scratch, uint32_t, wrapper->field_count), count = 0;
  for (uint32_t f = 0; f < wrapper->field_count; f++) {
    numbers[f] = dropped[f] ? DT_NO_FIELD : count;
    if (dropped[f]) continue;
    wrapper->fields[count] = wrapper->fields[f];
    surveys[count++] = surveys[f];
  }
  wrapper->field_count = count;
  for (dt_wrapper_node *w = wrapper->root; w != NULL; w = dt_wrapper_next(w)) {
    renumber(&w->href, numbers);
    renumber(&w->src, numbers);
    for (uint32_t p = 0; p < w->part_count; p++) renumber(&w->parts[p].field, numbers);
  }
}

static void drop_template_text(detm_wrapper *wrapper, dt_arena *scratch, survey *surveys) {
  bool *dropped = DT_ZERO(scratch, bool, wrapper->field_count);
  for (dt_wrapper_node *w = wrapper->root; w != NULL; w = dt_wrapper_next(w)) {
    const char *label = NULL;
    for (uint32_t p = 0; p < w->part_count; p++) {
      dt_part *part = &w->parts[p];
      const survey *s = &surveys[part->field];
      if (w->labels || is_template(s)) {
        dropped[part->field] = true;
        drop_field(wrapper, part, s, &label);
      } else {
        if (part->label == NULL) part->label = label;
        label = NULL;
      }
    }
  }
  close_ranks(wrapper, scratch, surveys, dropped);
}

static bool cut_affixes(detm_wrapper *wrapper, const survey *surveys) {
  bool cut = false;
  for (dt_wrapper_node *w = wrapper->root; w != NULL; w = dt_wrapper_next(w))
    for (uint32_t p = 0; p < w->part_count && w->split != DT_SPLIT_MARKS; p++) {
      if (w->parts[p].field == DT_NO_FIELD) continue;
      set_affixes(wrapper, &w->parts[p], &surveys[w->parts[p].field]);
      cut = cut || *w->parts[p].before != '\0' || *w->parts[p].after != '\0';
    }
  return cut;
}

unsigned *dt_wrapper_survey(detm_wrapper *wrapper, dt_arena *scratch, dt_record_set *sets, uint32_t set_count) {
  survey *surveys = look_at_all(wrapper, scratch, sets, set_count);
  drop_template_text(wrapper, scratch, surveys);
  if (cut_affixes(wrapper, surveys)) surveys = look_at_all(wrapper, scratch, sets, set_count); /* values without them */
  unsigned *kinds = DT_ZERO(scratch, unsigned, wrapper->field_count);
  for (uint32_t f = 0; f < wrapper->field_count; f++)
    for (unsigned b = 0; b < KIND_BITS; b++)
      if (2 * surveys[f].kinds[b] > surveys[f].values) kinds[f] |= 1u << b;
  return kinds;
}
