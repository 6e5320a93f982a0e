/* engine/list_page_weights.h: made by tests/fit/fit-confidence.py (doc/method 2.9): what each feature adds to the
 * logit of the probability of a list page. */
/* clang-format off */
[DT_L_paragraphs] = -1.67,
[DT_L_single] = -2.07,
[DT_L_one_block] = 0.40,
[DT_L_texts] = 0.80,
[DT_L_saved] = 6.63,
[DT_L_article] = -2.27,
[DT_L_constant] = 13.49,
