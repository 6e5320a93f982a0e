/* content/text/quality_weights.h: made by tests/fit/fit-quality.py (doc/method 6.6): what each
 * figure of a choice adds to the logarithm of the odds of its quality. */
/* clang-format off */
[DT_Q_bias] = 1.19,
[DT_Q_expected] = 1.68,
[DT_Q_near] = -1.53,
[DT_Q_good_lost] = -0.35,
[DT_Q_short_blocks] = -0.86,
[DT_Q_size] = -0.98,
[DT_Q_gaps] = -1.72,
[DT_Q_prose] = 0.84,
[DT_Q_article] = 0.42,
[DT_Q_product] = -0.65,
