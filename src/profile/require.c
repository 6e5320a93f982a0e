/* profile/require.c: reading rules of fields, and judging the values of a profile by them. */
#include "profile/require.h"

#include <math.h>

static const char blanks[] = " \t,";

/* The next word of the rule; its length is 0 at the end. */
static detm_text next_rule_word(detm_text *rest) {
  const char *at = rest->data, *stop = at + rest->length;
  while (at < stop && strchr(blanks, *at) != NULL) at++;
  const char *end = at;
  while (end < stop && strchr(blanks, *end) == NULL) end++;
  *rest = (detm_text){end, (size_t)(stop - end)};
  return (detm_text){at, (size_t)(end - at)};
}

/* Reads "95%" or "99.5%" as a share. */
static bool read_percentage(detm_text word, double *share) {
  double digits = 0, scale = 0;
  for (size_t i = 0; i + 1 < word.length; i++) {
    if (word.data[i] == '.' && scale == 0 && i != 0) {
      scale = 1;
    } else if (dt_is_digit(word.data[i])) {
      digits = 10 * digits + (word.data[i] - '0');
      scale *= 10;
    } else {
      return false;
    }
  }

  *share = digits / (scale != 0 ? scale : 1) / 100;
  return word.length > 1 && word.data[word.length - 1] == '%' && dt_is_digit(word.data[word.length - 2]) && *share <= 1;
}

/* Any value is a text: a rule that all values keep says nothing. */
static bool read_required_kind(detm_text word, dt_value_kind *kind) {
  for (unsigned k = DT_VALUE_TEXT + 1; k < DT_VALUE_KINDS; k++)
    if (dt_text_equal(word, dt_text(dt_value_kind_names[k]))) {
      *kind = (dt_value_kind)k;
      return true;
    }
  return false;
}

bool dt_requirement_read(detm_text rule, dt_requirement *out) {
  *out = (dt_requirement){.share = -1, .kind = DT_VALUE_TEXT};
  for (detm_text word = next_rule_word(&rule); word.length != 0; word = next_rule_word(&rule)) {
    bool share = out->share < 0 && read_percentage(word, &out->share);
    if (!share && (out->kind != DT_VALUE_TEXT || !read_required_kind(word, &out->kind))) return false;
  }
  out->given = out->share >= 0 || out->kind != DT_VALUE_TEXT;
  return out->given;
}

bool dt_requirement_of_field(detm_text line, detm_text *field, dt_requirement *out) {
  size_t colon = line.length;
  while (colon != 0 && line.data[colon - 1] != ':') colon--;
  if (colon == 0) return false;
  *field = dt_text_strip((detm_text){line.data, colon - 1}, " \t");
  return field->length != 0 && dt_requirement_read(dt_text_from(line, colon), out);
}

bool dt_requirement_next(detm_text *rules, detm_text *line) {
  if (rules->length == 0) return false;
  const char *end = memchr(rules->data, '\n', rules->length);
  *line = end != NULL ? dt_text_between(rules->data, end) : *rules;
  *rules = dt_text_from(*rules, line->length + (end != NULL));
  return true;
}

detm_status dt_requirement_take(detm_text line, detm_text *field, dt_requirement *out, detm_error *error) {
  if (dt_requirement_of_field(line, field, out)) return DETM_OK;
  return dt_error_set(error, DETM_USAGE,
                      "\"%.*s\" is no rule of a field: write its name, a colon and the share of records that have it, "
                      "the type of its values (" DT_TYPES_OR ") or both, as in \"price: 95%% number\"",
                      (int)dt_text_cut(line, 100).length, line.data);
}

const char *dt_requirement_text(dt_arena *arena, const dt_requirement *rule) {
  const char *kind = rule->kind != DT_VALUE_TEXT ? dt_value_kind_names[rule->kind] : "";
  if (rule->share < 0) return dt_arena_format(arena, "%s", kind);
  return dt_arena_format(arena, "%.10g%%%s%s", 100 * rule->share, *kind != '\0' ? " " : "", kind);
}

dt_met dt_requirement_met(const dt_requirement *rule, const dt_profile *profile, const dt_values *values,
                          bool rounded) {
  static const dt_values none;
  if (values == NULL) values = &none;
  if (rule->share < 0) {
    dt_met met = {.count = values->values_of[rule->kind], .all = values->count};
    met.enough = met.count == met.all;
    return met;
  }

  const double inexact = 1e-9; /* .95 of 20 is not more than 19 */
  double least = rule->share * (double)profile->records;
  dt_met met = {.count = rule->kind != DT_VALUE_TEXT ? values->records_of[rule->kind] : values->records,
                .all = profile->records};
  met.enough = (double)met.count >= (rounded ? floor(least + inexact) : least - inexact);
  return met;
}

const char *dt_requirement_fault(const dt_requirement *rule, const dt_values *values) {
  if (values == NULL || rule->kind == DT_VALUE_TEXT) return NULL;
  for (uint32_t i = 0; i < values->sample_count; i++)
    if (!dt_value_counts_as(values, dt_text(values->samples[i].text), rule->kind)) return values->samples[i].text;
  return NULL;
}
