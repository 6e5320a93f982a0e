/* content/text/quality.h: the estimated quality of a chosen main text (doc/method 6.6). */
#ifndef DT_CONTENT_TEXT_QUALITY_H
#define DT_CONTENT_TEXT_QUALITY_H

#include "content/text/features.h"

/* clang-format off */
#define DT_QUALITY_FIGURES(X)                                                                                          \
  X(bias)         /* always 1 */                                                                                       \
  X(expected)     /* F1 that the scores let expect, each as the probability of its block */                            \
  X(near)         /* share of the text not chosen whose score is near 0, the usual threshold */                          \
  X(good_lost)    /* share of the page's good text that is not chosen */                                               \
  X(short_blocks) /* share of the chosen text in short blocks */                                                       \
  X(size)         /* log2(1 + units of the chosen text) / 14 */                                                        \
  X(gaps)         /* text between the first and the last chosen block: share of it that is not chosen */               \
  X(prose)        /* good text of the body: share of its units */                                                      \
  X(article)      /* the page's data or Open Graph type declare an article */                                          \
  X(product)      /* ... a product */
/* clang-format on */

enum {
#define X(name) DT_Q_##name,
  DT_QUALITY_FIGURES(X)
#undef X
      DT_QUALITY_COUNT
};
extern const char *const dt_quality_names[DT_QUALITY_COUNT];

/* Measures a choice of blocks with these scores. */
void dt_measure_choice(const dt_features *features, const double *scores, const bool *chosen,
                       double figures[DT_QUALITY_COUNT]);
/* Returns the expected F1 of the words of a text with these figures. */
double dt_quality(const double figures[DT_QUALITY_COUNT]);

#endif
