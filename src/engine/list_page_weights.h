/* engine/list_page_weights.h: made by tests/fit/fit-confidence.py (doc/method 2.9): what each feature adds to the
 * logit of the probability of a list page. */
/* clang-format off */
[DT_L_paragraphs] = -1.20,
[DT_L_prose] = -0.62,
[DT_L_single] = -1.47,
[DT_L_texts] = 1.49,
[DT_L_saved] = 5.43,
[DT_L_constant] = 14.17,
