/* engine/confidence_weights.h: made by tests/fit/fit-confidence.py (doc/method 2.9): what each feature adds to the
 * logit of the confidence. */
/* clang-format off */
[DT_C_ahead] = 0.99,
[DT_C_agreement] = 2.20,
[DT_C_score] = 0.11,
[DT_C_constant] = -2.42,
