/* drift/describe.c: the values of a field before and now, in words. */
#include "drift/drift.h"

#include <math.h>

/* The values that are described, and those that they are compared with. */
typedef struct side {
  dt_arena *arena;
  const dt_profile *profile;
  const dt_values *values, *other;
  bool now;
} side;

typedef const char *(*describer)(const side *s);

static const char *const kind_names[DT_VALUE_KINDS] = {"texts", "numbers", "prices", "dates", "addresses"};
static const char *const sign_names[DT_SIGNS] = {"small letters", "capital letters",   "digits",
                                                 "white space",   "punctuation marks", "other characters"};

static unsigned long long shown_count(uint64_t count) { return count; }

/* The description with an example, if a value is known. */
static const char *with_example(const side *s, const char *description) {
  const char *sample = dt_values_sample(s->values, s->now ? s->other : NULL);
  return sample != NULL ? dt_arena_format(s->arena, "%s, e.g. \"%s\"", description, sample) : description;
}

/* ---- descriptions ---- */

static const char *share_of_records(const side *s) {
  uint64_t records = s->values != NULL ? s->values->records : 0;
  if (records != 0 && records == s->profile->records)
    return dt_arena_format(s->arena, "in all %llu records", shown_count(records));
  return dt_arena_format(s->arena, "in %llu of %llu records", shown_count(records), shown_count(s->profile->records));
}

/* The kind of most values. */
static const char *kind(const side *s) {
  unsigned best = 0;
  for (unsigned k = 1; k < DT_VALUE_KINDS; k++)
    if (s->values->kinds[k] > s->values->kinds[best]) best = k;
  return with_example(s, dt_arena_format(s->arena, "%s in %llu of %llu values", kind_names[best],
                                         shown_count(s->values->kinds[best]), shown_count(s->values->count)));
}

static const char *length(const side *s) {
  const double most = 20; /* ln of characters: longer than any page */
  double mean = exp(fmin((double)s->values->lengths / (double)s->values->count / 100, most)) - 1;
  return with_example(s, dt_arena_format(s->arena, "about %.0f characters", mean));
}

static const char *distinct(const side *s) {
  double count = dt_sketch_distinct(&s->values->sketch);
  const char *sample = dt_values_sample(s->values, s->now ? s->other : NULL);
  if (count < 2) return sample != NULL ? dt_arena_format(s->arena, "always \"%s\"", sample) : "always the same value";
  return with_example(s, dt_arena_format(s->arena, "%.0f different values", count));
}

static double sign_share(const dt_values *values, unsigned sign) {
  double all = 0;
  for (unsigned i = 0; i < DT_SIGNS; i++) all += (double)values->signs[i];
  return all > 0 ? (double)values->signs[sign] / all : 0;
}

/* The class of characters whose share differs most from the other side. */
static const char *signs(const side *s) {
  unsigned worst = 0;
  double most = 0;
  for (unsigned i = 0; i < DT_SIGNS; i++) {
    double apart = fabs(sign_share(s->values, i) - sign_share(s->other, i));
    if (apart <= most) continue;
    worst = i;
    most = apart;
  }
  return with_example(s,
                      dt_arena_format(s->arena, "%.0f %% %s", 100 * sign_share(s->values, worst), sign_names[worst]));
}

/* A value; the most frequent shape if the file has no samples. */
static const char *example(const side *s) {
  const char *sample = dt_values_sample(s->values, s->now ? s->other : NULL);
  dt_frequent shapes = s->values->shapes;
  if (sample != NULL && *sample == '\0') return "empty";
  if (sample != NULL) return dt_arena_format(s->arena, "e.g. \"%s\"", sample);
  dt_frequent_sort(&shapes);
  return shapes.count != 0 ? dt_arena_format(s->arena, "of the form \"%s\"", shapes.texts[0].text) : "";
}

static double word_share(const dt_values *values, const char *word) {
  return dt_frequent_of(&values->words, word) / (double)values->count;
}

/* The word that most values had and that most values lack now. */
static const char *words(const side *s) {
  const dt_values *was = s->now ? s->other : s->values, *is = s->now ? s->values : s->other;
  const char *lost = NULL;
  double most = 0;

  for (uint32_t i = 0; i < was->words.count; i++) {
    const char *word = was->words.texts[i].text;
    double loss = fmin(word_share(was, word), 1) - word_share(is, word);
    if (loss <= most) continue;
    lost = word;
    most = loss;
  }

  if (lost == NULL) return example(s);
  uint64_t count = dt_frequent_of(&s->values->words, lost);
  return with_example(s, dt_arena_format(s->arena, "\"%s\" in %llu of %llu values", lost,
                                         shown_count(count < s->values->count ? count : s->values->count),
                                         shown_count(s->values->count)));
}

static const char *currency(const side *s) {
  dt_frequent currencies = s->values->currencies;
  dt_frequent_sort(&currencies);
  return with_example(
      s, dt_arena_format(s->arena, "in %s", currencies.count != 0 ? currencies.texts[0].text : "no currency"));
}

static const char *describe_place(const side *s) {
  return with_example(s, s->now ? "in other tags or classes" : "in the tags and classes of the samples");
}

static const char *caption(const side *s) {
  return with_example(s, s->now ? "under another label or heading" : "always under the same label or heading");
}

static const char *way(const side *s) {
  return with_example(s, s->now ? "found in another way" : "found by an anchor that no longer holds");
}

static const char *describe_fit(const side *s) {
  double pages = (double)s->profile->pages;
  return dt_arena_format(s->arena, "a fit of %.3f", pages > 0 ? (double)s->profile->fits / pages / 1000 : 0);
}

/* ---- the choice ---- */

static const describer describers[DT_FIGURES] = {
    [DT_FIGURE_GONE] = share_of_records,
    [DT_FIGURE_KIND] = kind,
    [DT_FIGURE_TYPES] = kind,
    [DT_FIGURE_SIGNS] = signs,
    [DT_FIGURE_SHAPES] = example,
    [DT_FIGURE_WORDS] = words,
    [DT_FIGURE_LENGTH] = length,
    [DT_FIGURE_CONSTANT] = distinct,
    [DT_FIGURE_PLACE] = describe_place,
    [DT_FIGURE_CAPTION] = caption,
    [DT_FIGURE_SHIFT] = example,
    [DT_FIGURE_SWAP] = example,
    [DT_FIGURE_ASTRAY] = example,
    [DT_FIGURE_FOREIGN] = example,
    [DT_FIGURE_WAY] = way,
    [DT_FIGURE_GREW] = share_of_records,
    [DT_FIGURE_UPSET] = share_of_records,
    [DT_FIGURE_CURRENCY] = currency,
    [DT_FIGURE_FIT] = describe_fit,
};

void dt_drift_describe(dt_arena *arena, detm_finding *finding, dt_figure figure, const dt_profile *past,
                       const dt_values *was, const dt_profile *now, const dt_values *is) {
  /* tried in this order if the first description is the same for both sides */
  static const describer others[] = {example, kind, length, signs, distinct, share_of_records};
  const side before = {arena, past, was, is, false}, after = {arena, now, is, was, true};
  bool both = is != NULL && is->count != 0 && was->count != 0;
  describer describe = both ? describers[figure] : share_of_records;
  finding->before = describe(&before);
  finding->now = describe(&after);
  for (size_t i = 0; both && i < sizeof others / sizeof *others && strcmp(finding->before, finding->now) == 0; i++) {
    finding->before = others[i](&before);
    finding->now = others[i](&after);
  }
}
