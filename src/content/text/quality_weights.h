/* content/text/quality_weights.h: made by tests/fit/fit-quality.py (doc/method 6.6): what each
 * figure of a choice adds to the logarithm of the odds of its quality. */
/* clang-format off */
[DT_Q_bias] = 1.05,
[DT_Q_expected] = 1.76,
[DT_Q_near] = -1.13,
[DT_Q_good_lost] = -0.30,
[DT_Q_short_blocks] = -0.82,
[DT_Q_size] = -0.98,
[DT_Q_gaps] = -1.70,
[DT_Q_prose] = 0.84,
[DT_Q_article] = 0.46,
[DT_Q_product] = -0.65,
