/* engine/list_page_weights.h: made by tests/fit/fit-confidence.py (doc/method 2.9): what each feature adds to the
 * logit of the probability of a list page. */
/* clang-format off */
[DT_L_paragraphs] = -1.65,
[DT_L_single] = -1.95,
[DT_L_one_block] = 1.28,
[DT_L_texts] = 1.37,
[DT_L_saved] = 6.11,
[DT_L_constant] = 12.79,
