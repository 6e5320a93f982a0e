/* content/text/quality.c: estimates the quality of a chosen main text, from figures of the choice. */
#include "content/text/quality.h"

#include "content/tunables.h"

const dt_feature dt_quality_figures[DT_QUALITY_COUNT] = {DT_QUALITY_FIGURES(DT_FEATURE_ROW)};

/* Sums over the chosen blocks, in units. */
typedef struct sums {
  double units, probable, paragraphs, article, review, other;
} sums;

static void add_block_sums(sums *s, const dt_features *f, uint32_t number, double score) {
  const unsigned reviews = DT_HINT_PRODUCT | DT_HINT_REVIEW;
  const unsigned others = DT_HINT_OTHER | DT_HINT_FRAME | DT_HINT_COMMENT | DT_HINT_NOTE | DT_HINT_DIALOG;
  const dt_block *block = &f->page->blocks[number];
  const dt_element *article = f->article != DT_NONE ? &f->page->elements[f->article] : NULL;
  unsigned hints = f->inherited[block->element].hints;
  double units = block->units;
  s->units += units;
  s->probable += units * dt_logistic(score);
  if (f->page->elements[block->element].tag == DT_TAG_p) s->paragraphs += units;
  if (article != NULL && article->first <= number && number < article->last) s->article += units;
  if ((hints & reviews) != 0) s->review += units;
  if ((hints & others) != 0) s->other += units;
}

void dt_measure_choice(const dt_features *f, const double *scores, const bool *chosen,
                       double figures[DT_QUALITY_COUNT]) {
  const dt_content_page *page = f->page;
  sums in = {0};
  double probable = 0; /* of the blocks that are not chosen */
  for (uint32_t i = 0; i < page->block_count; i++)
    if (chosen[i])
      add_block_sums(&in, f, i, scores[i]);
    else
      probable += page->blocks[i].units * dt_logistic(scores[i]);
  figures[DT_Q_bias] = 1;
  figures[DT_Q_expected] = dt_share_of(2 * in.probable, in.units + in.probable + probable);
  figures[DT_Q_prose] = f->body_good / f->body_units;
  figures[DT_Q_article] = f->data_article || f->graph_article;
  figures[DT_Q_column] = f->column.good / f->good;
  figures[DT_Q_paragraphs] = dt_share_of(in.paragraphs, in.units);
  figures[DT_Q_first_article] = dt_share_of(in.article, in.units);
  figures[DT_Q_review] = dt_share_of(in.review, in.units);
  figures[DT_Q_other] = dt_share_of(in.other, in.units);
}

double dt_quality(const double figures[DT_QUALITY_COUNT]) {
  double sum = 0;
  for (int i = 0; i < DT_QUALITY_COUNT; i++) sum += dt_quality_figures[i].weight * figures[i];
  return dt_logistic(sum);
}
