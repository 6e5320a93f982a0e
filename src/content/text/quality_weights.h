/* content/text/quality_weights.h: made by tests/fit/fit-quality.py (doc/method 6.6): what each
 * figure of a choice adds to the logarithm of the odds of its quality. */
/* clang-format off */
[DT_Q_bias] = 0.75,
[DT_Q_expected] = 2.17,
[DT_Q_near] = -1.11,
[DT_Q_good_lost] = -0.27,
[DT_Q_short_blocks] = -0.79,
[DT_Q_size] = -1.10,
[DT_Q_gaps] = -1.50,
[DT_Q_prose] = 0.82,
[DT_Q_article] = 0.43,
[DT_Q_product] = -0.67,
