/* content/text/quality.h: the estimated quality of a chosen main text (doc/method 6.6). */
#ifndef DT_CONTENT_TEXT_QUALITY_H
#define DT_CONTENT_TEXT_QUALITY_H

#include "content/text/features.h"

/* clang-format off */
#define DT_QUALITY_FIGURES(X)                                                                                          \
  X(bias)           /* always 1 */                                                                                     \
  X(expected)       /* F1 that the scores let expect, each as the probability of its block */                          \
  X(prose)          /* good text of the body: share of its units */                                                    \
  X(article)        /* the page's data or Open Graph type declare an article */                                        \
  X(column)         /* good text of the page: share of it in the column */                                             \
  X(paragraphs)     /* chosen text: share of it in p */                                                                \
  X(first_article)  /* ... in the page's first article */                                                              \
  X(review)         /* ... in elements with a name of a product, a review or a question */                             \
  X(other)          /* ... in elements with a name of comments, other things, the frame, a dialog or a notice */
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
