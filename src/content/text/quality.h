/* content/text/quality.h: the estimated quality of a chosen main text (doc/method 6.6): its figures, with what each
 * adds to the logarithm of the odds; tests/fit/fit-quality.py writes the weights here. */
#ifndef DT_CONTENT_TEXT_QUALITY_H
#define DT_CONTENT_TEXT_QUALITY_H

#include "base/logistic.h"
#include "content/text/features.h"

/* clang-format off */
#define DT_QUALITY_FIGURES(X) \
  X(bias, -2.11, "always 1") \
  X(expected, 3.01, "F1 that the scores let expect, each as the probability of its block") \
  X(prose, 0.80, "good text of the body: share of its units") \
  X(article, 0.31, "the page's data or Open Graph type declare an article") \
  X(column, 0.69, "good text of the page: share of it in the column") \
  X(paragraphs, 0.58, "chosen text: share of it in p") \
  X(first_article, 0.30, "... in the page's first article") \
  X(review, -0.60, "... in elements with a name of a product, a review or a question") \
  X(other, -0.69, "... in elements with a name of comments, other things, the frame, a dialog or a notice")
/* clang-format on */

enum {
#define X(name, weight, means) DT_Q_##name,
  DT_QUALITY_FIGURES(X)
#undef X
      DT_QUALITY_COUNT
};
extern const dt_feature dt_quality_figures[DT_QUALITY_COUNT];

/* Measures a choice of blocks with these scores. */
void dt_measure_choice(const dt_features *features, const double *scores, const bool *chosen,
                       double figures[DT_QUALITY_COUNT]);
/* Returns the expected F1 of the words of a text with these figures. */
double dt_quality(const double figures[DT_QUALITY_COUNT]);

#endif
