/* content/kind/kind_figures.h: the figures of a page (detm_kind_number says what each is), with what each adds to the
 * logit of a list page (doc/method 6.10), and its name in results; tests/fit/kinds.py writes the weights here. */
/* clang-format off */
#define DT_KIND_FIGURES(X) \
  X(PROSE, -3.62, "prose") \
  X(CORE_LINKS, 1.79, "core-links") \
  X(ARTICLE, -1.91, "article") \
  X(LISTING, 1.74, "listing") \
  X(PRODUCT, -0.77, "product") \
  X(CONFIDENCE, 2.41, "confidence") \
  X(SCORE, 1.21, "score") \
  X(RECORD_SHARE, 2.25, "record-share") \
  X(RECORD_LENGTH, 3.21, "record-length") \
  X(PROSE_OUTSIDE, 4.63, "prose-outside") \
  X(PROSE_BEFORE, -1.60, "prose-before") \
  X(LINKED_RECORDS, 1.46, "linked-records") \
  X(ONE_HEADING, -0.54, "one-heading") \
  X(SIMILARITY, 5.69, "similarity") \
  X(ONE_ARTICLE, -1.10, "one-article") \
  X(FIGURES, -10.98, NULL) /* the constant */

/* clang-format on */
