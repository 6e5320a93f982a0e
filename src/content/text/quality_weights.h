/* content/text/quality_weights.h: made by tests/fit/fit-quality.py (doc/method 6.6): what each
 * figure of a choice adds to the logarithm of the odds of its quality. */
/* clang-format off */
[DT_Q_bias] = -2.11,
[DT_Q_expected] = 3.01,
[DT_Q_prose] = 0.80,
[DT_Q_article] = 0.31,
[DT_Q_column] = 0.69,
[DT_Q_paragraphs] = 0.58,
[DT_Q_first_article] = 0.30,
[DT_Q_review] = -0.60,
[DT_Q_other] = -0.69,
