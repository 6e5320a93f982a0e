/* engine/confidence_weights.h: made by tests/fit/fit-confidence.py (doc/method 2.9): what each feature adds to the
 * logit of the confidence in the records of a list page. */
/* clang-format off */
[DT_C_ahead] = 1.00,
[DT_C_agreement] = 2.14,
[DT_C_score] = 0.11,
[DT_C_constant] = -2.31,
