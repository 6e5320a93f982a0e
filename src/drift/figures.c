/* drift/figures.c: measures of change of a field. */
#include "base/logistic.h"
#include "drift/drift.h"

#include <math.h>

enum { MAX_RIVALS = 60 /* neighbouring fields that a field is compared with */ };

static double most(double value, double limit) { return value < limit ? value : limit; }

/* The effective number of records or values: those of one page resemble each other (Kish's design effect). */
static double effective(double all, uint64_t pages, double correlation) {
  double of_page = pages > 1 ? all / (double)pages : all;
  return of_page > 1 ? all / (1 + correlation * (of_page - 1)) : all;
}

/* Whether the profile has one record a page, as those of templates. */
static bool is_template_profile(const dt_profile *past) { return past->records <= past->pages; }

/* The share of new values, by the field with the most different ones: saved runs of the same pages repeat their values.
 * 1 for lists, which have enough records. */
static double new_share(const dt_profile *past) {
  double share = is_template_profile(past) ? 0 : 1;
  for (uint32_t i = 0; i < past->field_count && share < 1; i++) {
    const dt_values *field = &past->fields[i];
    if (field->count == 0) continue;
    double distinct = dt_sketch_distinct(&field->sketch) / (double)field->count;
    if (distinct > share) share = distinct;
  }
  return most(share, 1);
}

/* How much the values of a field can show, 0 to 1.  Two or three values of a list are often like those of another field
 * by chance. */
static double trust(const dt_profile *past, const dt_values *was, const dt_profile *now, const dt_values *is) {
  const double half = is_template_profile(past) ? 1.5 : 2; /* samples of this size count half */
  double before = effective(new_share(past) * (double)was->count, past->pages, DT_PAGE_CORRELATION);
  double size = 2 / (1 / before + 1 / effective((double)is->count, now->pages, DT_PAGE_CORRELATION));
  return size / (size + half);
}

/* ---- presence ---- */

/* How many of `all` have something, such as records with a field. */
typedef struct part {
  double count, all;
  uint64_t pages;
} part;

static double share_of(part p) { return p.all > 0 ? p.count / p.all : 0; }

/* The share to expect from the past; `prior` is added to the records with the value and to those without. */
static double expected_share(part was, double prior) {
  return most((was.count + prior) / (was.all + 2 * prior), 0.9999);
}

/* How improbable the part is after that of the past, in nats, at most 8.  `fresh` is the share of the past that is not
 * a repetition. */
static double surprise(part was, part is, double expected, double fresh, double correlation) {
  double share = share_of(is), divergence = 0;
  if (share > 0) divergence += share * log(share / expected);
  if (share < 1) divergence += (1 - share) * log((1 - share) / (1 - expected));
  double before = effective(fresh * was.all, was.pages, correlation);
  double size = 1 / (1 / effective(is.all, is.pages, correlation) + 0.5 / before), nats = size * divergence;
  /* "none" and "all" have no free parameter, a share between has one (Schwarz, 1978) */
  if (share > 0 && share < 1) nats -= log(1 + size) / 2;
  return fmax(most(nats, 8), 0);
}

static void measure_presence(dt_verdict *v, const dt_profile *past, const dt_values *was, const dt_profile *now,
                             const dt_values *is) {
  if (now->records == 0 || past->records == 0) return;
  /* a field of a single-record page is nearly always on the other pages; a field of ten records need not be */
  const double prior = is_template_profile(past) ? 0.1 : 0.5;
  part before = {(double)was->records, (double)past->records, past->pages};
  part after = {is != NULL ? (double)is->records : 0, (double)now->records, now->pages};
  double expected = expected_share(before, prior);
  double nats = surprise(before, after, expected, new_share(past), dt_presence_correlation(past, was));
  v->figures[share_of(after) < expected ? DT_FIGURE_GONE : DT_FIGURE_GREW] = nats;
}

/* Whether fewer values are of the kind of most values of the past: "Ask us" and "Login" among prices.  A text may look
 * like anything, so only other kinds can be lost; and figures that are of no kind ("10-16") may be of this one. */
static void measure_kind(dt_verdict *v, const dt_profile *past, const dt_values *was, const dt_profile *now,
                         const dt_values *is) {
  const double prior = 0.5, usual = 0.9;
  unsigned kind = 0;
  for (unsigned k = 1; k < DT_VALUE_KINDS; k++)
    if (was->kinds[k] > was->kinds[kind]) kind = k;
  part before = {(double)was->kinds[kind], (double)was->count, past->pages};
  part after = {(double)is->kinds[kind], (double)(is->count - is->unclear), now->pages};
  double expected = expected_share(before, prior);
  if (kind == DT_VALUE_TEXT || share_of(before) < usual || share_of(after) >= expected) return;
  v->figures[DT_FIGURE_KIND] = most(surprise(before, after, expected, new_share(past), DT_PAGE_CORRELATION), 4);
}

/* ---- values ---- */

static double total(const dt_frequent *texts) {
  double sum = 0;
  for (uint32_t i = 0; i < texts->count; i++) sum += texts->texts[i].times - texts->texts[i].doubt;
  return sum;
}

/* Share of `is` that `was` has as well. */
static double known_share(const dt_frequent *is, const dt_frequent *was) {
  double sum = 0, all = total(is);
  for (uint32_t i = 0; i < is->count; i++)
    if (dt_frequent_of(was, is->texts[i].text) != 0) sum += is->texts[i].times - is->texts[i].doubt;
  return all > 0 ? sum / all : 0;
}

static double places_changed(const dt_values *was, const dt_values *is) {
  if (was->places.count == 0 || is->places.count == 0) return 0;
  return most(total(&was->places) / (double)was->count, 1) * (1 - known_share(&is->places, &was->places));
}

/* How many fewer captions are known than the probability that two captions of the past are equal. */
static double captions_changed(const dt_values *was, const dt_values *is) {
  double expected = 0;
  for (uint32_t i = 0; i < was->captions.count; i++) {
    double share = (was->captions.texts[i].times - was->captions.texts[i].doubt) / (double)was->count;
    expected += share * share;
  }
  double known = known_share(&is->captions, &was->captions) * most(total(&is->captions) / (double)is->count, 1);
  return expected > known ? expected - known : 0;
}

/* The largest loss of a word that nearly all values had. */
static double words_lost(const dt_values *was, const dt_values *is) {
  const double usual = 0.8;
  double worst = 0;
  for (uint32_t i = 0; i < was->words.count; i++) {
    const struct dt_frequency *word = &was->words.texts[i];
    double before = (word->times - word->doubt) / (double)was->count;
    double after = dt_frequent_of(&is->words, word->text) / (double)is->count;
    if (before >= usual && before - after > worst) worst = before - after;
  }
  return most(worst, 1);
}

/* Equal values now are less surprising if there were few different values before, and half as much if one page had them
 * and the value is one of them: another page may have nothing else. */
static double became_constant(const dt_profile *past, const dt_values *was, const dt_values *is) {
  double distinct = dt_sketch_distinct(&was->sketch);
  if (is->count < 2 || is->sketch.count != 1 || distinct <= 2) return 0;
  bool usual = past->pages == 1 && dt_sketch_has(&was->sketch, is->sketch.hashes[0]);
  return (1 - 1 / distinct) * (usual ? 0.5 : 1);
}

/* ---- other fields ---- */

/* Share of the values at positions of the rival that the field never had. */
static double astray(const dt_values *was, const dt_values *rival, const dt_values *is) {
  double sum = 0, all = total(&is->places);
  for (uint32_t i = 0; i < is->places.count; i++) {
    const struct dt_frequency *place = &is->places.texts[i];
    if (dt_frequent_of(&was->places, place->text) == 0 && dt_frequent_of(&rival->places, place->text) != 0)
      sum += place->times - place->doubt;
  }
  return all > 0 ? sum / all : 0;
}

/* Share of the values that only the rival had before.  Texts and addresses only, as numbers and dates are equal by
 * chance; at most the share by which their past differs.  Of several values one may be equal by chance. */
static double foreign(const dt_values *was, const dt_values *rival, const dt_values *is) {
  uint32_t strange = 0;
  for (uint32_t i = 0; i < is->sketch.count; i++)
    strange +=
        dt_sketch_has(&rival->sketch, is->sketch.hashes[i]) && !dt_sketch_has(&was->sketch, is->sketch.hashes[i]);
  if (strange == 1 && is->sketch.count > 1) strange = 0;
  uint32_t shared = 0;
  for (uint32_t i = 0; i < was->sketch.count; i++) shared += dt_sketch_has(&rival->sketch, was->sketch.hashes[i]);
  double words = (double)(is->kinds[DT_VALUE_TEXT] + is->kinds[DT_VALUE_URL]) / (double)is->count;
  return words * strange / is->sketch.count * (1 - (double)shared / was->sketch.count);
}

static const dt_values *values_of_name(const dt_profile *now, const char *name) {
  const dt_values *found = name != NULL ? dt_profile_find(now, name) : NULL;
  return found != NULL && found->count != 0 ? found : NULL;
}

/* Compares a field with the past of its neighbours: are its values now theirs? */
static void measure_rivals(dt_verdict *v, const dt_profile *past, uint32_t field, const dt_profile *now,
                           const dt_values *is) {
  const dt_values *was = &past->fields[field];
  double own_trust = trust(past, was, now, is);
  uint32_t first = field > MAX_RIVALS / 2 ? field - MAX_RIVALS / 2 : 0;
  for (uint32_t i = first; i < past->field_count && i < first + MAX_RIVALS; i++) {
    const dt_values *rival = &past->fields[i], *rival_is = values_of_name(now, rival->name);
    if (i == field || rival->count == 0) continue;
    double own = dt_values_odds(was, is), other = dt_values_odds(rival, is);
    double weight = fmin(own_trust, trust(past, rival, now, is)); /* of few values, neither past says much */
    double shift = most(weight * (other - own), 8), lost = astray(was, rival, is) * weight, swap = 0;
    double strange = foreign(was, rival, is);
    if (rival_is != NULL)
      swap = most(weight * (other - own + dt_values_odds(was, rival_is) - dt_values_odds(rival, rival_is)) / 2, 8);
    if (strange > v->figures[DT_FIGURE_FOREIGN] ||
        (v->figures[DT_FIGURE_FOREIGN] == 0 &&
         (shift > v->figures[DT_FIGURE_SHIFT] || swap > v->figures[DT_FIGURE_SWAP])))
      v->to = i;
    v->figures[DT_FIGURE_FOREIGN] = fmax(v->figures[DT_FIGURE_FOREIGN], strange);
    v->figures[DT_FIGURE_SHIFT] = fmax(v->figures[DT_FIGURE_SHIFT], shift);
    v->figures[DT_FIGURE_SWAP] = fmax(v->figures[DT_FIGURE_SWAP], swap);
    v->figures[DT_FIGURE_ASTRAY] = fmax(v->figures[DT_FIGURE_ASTRAY], lost);
  }
}

/* ---- all measures ---- */

static double mean_fit(const dt_profile *profile) {
  return profile->pages != 0 ? (double)profile->fits / (double)profile->pages / 1000 : 1;
}

/* Share of the values of all fields that are at new positions. */
static double upset(const dt_profile *past, const dt_profile *now) {
  double changed = 0, count = 0;
  for (uint32_t i = 0; i < past->field_count; i++) {
    const dt_values *is = values_of_name(now, past->fields[i].name);
    if (is == NULL || past->fields[i].count == 0) continue;
    changed += places_changed(&past->fields[i], is);
    count++;
  }
  return count > 0 ? changed / count : 0;
}

/* Saved runs have no anchors and count as unchanged. */
static double found_otherwise(const dt_values *was, const dt_values *is) {
  return was->places.count != 0 && is->places.count != 0 ? 1 - known_share(&is->places, &was->places) : 0;
}

/* The anchors of a template work on all pages of an unchanged site.  If they fail for one field only, its value is
 * likely another one.  If they fail for several, the site has a new layout, which may be harmless. */
static double way_changed(const dt_profile *past, uint32_t field, const dt_profile *now, const dt_values *is) {
  double others = 0, count = 0;
  for (uint32_t i = 0; i < past->field_count; i++) {
    const dt_values *other = i != field ? values_of_name(now, past->fields[i].name) : NULL;
    if (other == NULL || past->fields[i].count == 0) continue;
    others += found_otherwise(&past->fields[i], other);
    count++;
  }
  double as_before = count > 0 ? 1 - others / count : 1;
  return found_otherwise(&past->fields[field], is) * as_before * as_before;
}

dt_verdict dt_drift_figures(const dt_profile *past, uint32_t field, const dt_profile *now) {
  const dt_values *was = &past->fields[field], *is = values_of_name(now, was->name);
  dt_verdict v = {.to = DT_NO_RIVAL};

  if (now->brief) {
    if (is != NULL && was->count != 0) measure_kind(&v, past, was, now, is);
    return v;
  }

  measure_presence(&v, past, was, now, is);
  v.figures[DT_FIGURE_FIT] = fmax(most(mean_fit(past) - mean_fit(now), 1), 0);
  if (v.figures[DT_FIGURE_GONE] > 0) v.figures[DT_FIGURE_UPSET] = v.figures[DT_FIGURE_GONE] * upset(past, now);
  if (is == NULL || was->count == 0) return v;
  double weight = trust(past, was, now, is);
  dt_unlikeness d = dt_values_unlikeness(was, is);
  measure_kind(&v, past, was, now, is);

  /* more values of the same sort take nothing away */
  v.figures[DT_FIGURE_GREW] *= 1 - dt_logistic(dt_values_odds(was, is));
  v.figures[DT_FIGURE_TYPES] = weight * d.kinds;
  v.figures[DT_FIGURE_SIGNS] = weight * d.signs;
  v.figures[DT_FIGURE_SHAPES] = weight * d.shapes;
  v.figures[DT_FIGURE_WORDS] = weight * words_lost(was, is);
  v.figures[DT_FIGURE_CURRENCY] = most(3 * dt_values_new_currencies(was, is), 1);
  v.figures[DT_FIGURE_LENGTH] = weight * most(d.length, 6);
  v.figures[DT_FIGURE_CONSTANT] = weight * became_constant(past, was, is);
  v.figures[DT_FIGURE_PLACE] = weight * places_changed(was, is);
  v.figures[DT_FIGURE_CAPTION] = weight * captions_changed(was, is);
  if (is_template_profile(past)) v.figures[DT_FIGURE_WAY] = way_changed(past, field, now, is);
  measure_rivals(&v, past, field, now, is);
  return v;
}
