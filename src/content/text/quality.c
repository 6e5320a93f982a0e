/* content/text/quality.c: estimates the quality of a chosen main text, from figures of the choice. */
#include "content/text/quality.h"

#include "base/logistic.h"
#include "content/tunables.h"

#include <math.h>

#define X(name) #name,
const char *const dt_quality_names[DT_QUALITY_COUNT] = {DT_QUALITY_FIGURES(X)};
#undef X

static const double weights[DT_QUALITY_COUNT] = {
#include "content/text/quality_weights.h"
};

/* Sums over the chosen blocks or over the others, in units. */
typedef struct sums {
  double units, probable, near, good, short_blocks;
} sums;

static double share(double part, double whole) { return whole > 0 ? part / whole : 0; }

static void add_block(sums *s, const dt_content_page *page, uint32_t number, double score) {
  double units = page->blocks[number].units;
  s->units += units;
  s->probable += units * dt_logistic(score);
  s->good += dt_good_between(page, number, number + 1);
  if (fabs(score) < DT_CONTENT_NEAR) s->near += units;
  if (units < DT_CONTENT_SHORT) s->short_blocks += units;
}

/* Returns the share of the text from the first to the last chosen block that is not chosen; `units` are chosen. */
static double measure_gaps(const dt_content_page *page, const bool *chosen, double units) {
  uint32_t first = 0, last = page->block_count;
  while (first < last && !chosen[first]) first++;
  while (last > first && !chosen[last - 1]) last--;
  double whole = page->sums[last].units - page->sums[first].units;
  return share(whole - units, whole);
}

void dt_measure_choice(const dt_features *f, const double *scores, const bool *chosen,
                       double figures[DT_QUALITY_COUNT]) {
  sums in = {0}, out = {0};
  for (uint32_t i = 0; i < f->page->block_count; i++) add_block(chosen[i] ? &in : &out, f->page, i, scores[i]);
  figures[DT_Q_bias] = 1;
  figures[DT_Q_expected] = share(2 * in.probable, in.units + in.probable + out.probable);
  figures[DT_Q_near] = share(out.near, out.units);
  figures[DT_Q_good_lost] = share(out.good, in.good + out.good);
  figures[DT_Q_short_blocks] = share(in.short_blocks, in.units);
  figures[DT_Q_size] = log2(1 + in.units) / 14;
  figures[DT_Q_gaps] = measure_gaps(f->page, chosen, in.units);
  figures[DT_Q_prose] = f->body_good / f->body_units;
  figures[DT_Q_article] = f->data_article || f->graph_article;
  figures[DT_Q_product] = f->data_product;
}

double dt_quality(const double figures[DT_QUALITY_COUNT]) {
  double sum = 0;
  for (int i = 0; i < DT_QUALITY_COUNT; i++) sum += weights[i] * figures[i];
  return dt_logistic(sum);
}
