/* profile/unlikeness.c: how different the values of two fields are, and the odds that they are of one field. */
#include "profile/profile.h"

#include "values/values.h"

#include <math.h>
#include <string.h>

/* Returns the total variation distance of two distributions, 0 to 1. */
static double differ(const uint64_t *a, const uint64_t *b, unsigned count) {
  double all_a = 0, all_b = 0, sum = 0;
  for (unsigned i = 0; i < count; i++) {
    all_a += (double)a[i];
    all_b += (double)b[i];
  }
  if (all_a == 0 || all_b == 0) return 0;
  for (unsigned i = 0; i < count; i++) sum += fabs((double)a[i] / all_a - (double)b[i] / all_b);
  return sum / 2;
}

/* Returns 1 minus the common share of each text; `all_a` and `all_b` are the totals. */
static double tallies_differ(const dt_frequent *a, const dt_frequent *b, double all_a, double all_b) {
  double both = 0;
  for (uint32_t i = 0; i < a->count; i++) {
    double mine = (a->texts[i].times - a->texts[i].doubt) / all_a;
    double yours = dt_frequent_of(b, a->texts[i].text) / all_b;
    both += mine < yours ? mine : yours;
  }
  return both < 1 ? 1 - both : 0;
}

static double sketches_differ(const dt_sketch *a, const dt_sketch *b) {
  uint32_t i = 0, j = 0, both = 0, seen = 0;
  while (i < a->count && j < b->count && seen < DT_MAX_SKETCH) {
    seen++;
    if (a->hashes[i] == b->hashes[j]) {
      both++;
      i++;
      j++;
    } else if (a->hashes[i] < b->hashes[j]) {
      i++;
    } else {
      j++;
    }
  }

  uint32_t fewer = a->count < b->count ? a->count : b->count;
  return fewer != 0 ? 1 - (double)both / fewer : 1;
}

typedef struct spread {
  double mean, variance;
} spread;

static spread spread_of(const dt_values *values) {
  double n = (double)values->count, mean = (double)values->lengths / n / 100;
  double variance = (double)values->squares / n / 10000 - mean * mean;
  return (spread){mean, variance > 0 ? variance : 0};
}

/* ---- capitals ---- */

/* Whether nearly all letters and digits are capitals. */
static bool is_in_capitals(const dt_values *values) {
  return values->signs[DT_SIGN_CAPITAL] > 9 * (values->signs[DT_SIGN_SMALL] + values->signs[DT_SIGN_DIGIT]);
}

/* Counts capitals as small letters. */
static void fold_signs(const uint64_t *signs, uint64_t folded[DT_SIGNS]) {
  memcpy(folded, signs, DT_SIGNS * sizeof *folded);
  folded[DT_SIGN_SMALL] += folded[DT_SIGN_CAPITAL];
  folded[DT_SIGN_CAPITAL] = 0;
}

/* Counts the shapes without their case: "Aa_a_Aa", "A_A" and "a" are all "a". */
static void fold_shapes(const dt_frequent *shapes, dt_frequent *folded) {
  folded->count = 0;
  for (uint32_t i = 0; i < shapes->count; i++) {
    char shape[DT_FREQUENT_TEXT];
    size_t length = 0;
    for (const char *at = shapes->texts[i].text; *at != '\0'; at++) {
      char c = *at == 'A' ? 'a' : *at;
      bool same = c == 'a' && length != 0 && shape[length - 1] == 'a'; /* the second letter of "Aa" */
      bool again = c == 'a' && length > 1 && shape[length - 1] == '_' && shape[length - 2] == 'a';
      if (again) length--;
      if (!same && !again) shape[length++] = c;
    }
    dt_frequent_add(folded, shape, length, shapes->texts[i].times - shapes->texts[i].doubt);
  }
}

/* ---- all features ---- */

dt_unlikeness dt_values_unlikeness(const dt_values *a, const dt_values *b) {
  const double least_spread = 0.15; /* the usual spread of ln of the lengths of one field's values */
  spread x = spread_of(a), y = spread_of(b);
  double deviation = sqrt((x.variance + y.variance) / 2 + least_spread * least_spread);
  return (dt_unlikeness){.kinds = differ(a->kinds, b->kinds, DT_VALUE_KINDS),
                         .signs = differ(a->signs, b->signs, DT_SIGNS),
                         .shapes = tallies_differ(&a->shapes, &b->shapes, (double)a->count, (double)b->count),
                         .words = tallies_differ(&a->words, &b->words, (double)a->count, (double)b->count),
                         .values = sketches_differ(&a->sketch, &b->sketch),
                         .length = fabs(x.mean - y.mean) / deviation};
}

double dt_values_odds(const dt_values *a, const dt_values *b) {
  dt_unlikeness d = dt_values_unlikeness(a, b);
  if (is_in_capitals(a) != is_in_capitals(b)) { /* another style may write the same texts in capitals */
    uint64_t signs[2][DT_SIGNS];
    dt_frequent shapes[2];
    fold_signs(a->signs, signs[0]);
    fold_signs(b->signs, signs[1]);
    fold_shapes(&a->shapes, &shapes[0]);
    fold_shapes(&b->shapes, &shapes[1]);
    d.signs = differ(signs[0], signs[1], DT_SIGNS);
    d.shapes = tallies_differ(&shapes[0], &shapes[1], (double)a->count, (double)b->count);
  }

  double length = d.length < 6 ? d.length : 6;
  return 4.0 - 3.0 * d.kinds - 6.0 * d.signs - 2.0 * d.shapes - 1.5 * d.words - 0.5 * d.values - 0.8 * length;
}

static bool has_currency(const dt_values *values, const char *currency) {
  for (uint32_t i = 0; i < values->currencies.count; i++)
    if (dt_currency_may_be(values->currencies.texts[i].text, currency)) return true;
  return false;
}

double dt_values_new_currencies(const dt_values *was, const dt_values *is) {
  uint64_t before = 0, now = 0, new = 0;
  for (uint32_t i = 0; i < was->currencies.count; i++) before += was->currencies.texts[i].times;
  for (uint32_t i = 0; i < is->currencies.count; i++) {
    const struct dt_frequency *currency = &is->currencies.texts[i];
    now += currency->times;
    if (!has_currency(was, currency->text)) new += currency->times;
  }
  uint64_t prices = was->kinds[DT_VALUE_PRICE] > before ? was->kinds[DT_VALUE_PRICE] : before;
  return before != 0 && now != 0 ? (double)before / (double)prices * (double)new / (double)now : 0;
}
