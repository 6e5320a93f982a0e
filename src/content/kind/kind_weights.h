/* content/kind/kind_weights.h: made by tests/fit/kinds.py (doc/method 6.10): what each figure adds to the logit of
 * a list page. */
/* clang-format off */
[DETM_KIND_PROSE] = -3.62,
[DETM_KIND_CORE_LINKS] = 1.79,
[DETM_KIND_ARTICLE] = -1.91,
[DETM_KIND_LISTING] = 1.74,
[DETM_KIND_PRODUCT] = -0.77,
[DETM_KIND_CONFIDENCE] = 2.41,
[DETM_KIND_SCORE] = 1.21,
[DETM_KIND_RECORD_SHARE] = 2.25,
[DETM_KIND_RECORD_LENGTH] = 3.21,
[DETM_KIND_PROSE_OUTSIDE] = 4.63,
[DETM_KIND_PROSE_BEFORE] = -1.60,
[DETM_KIND_LINKED_RECORDS] = 1.46,
[DETM_KIND_ONE_HEADING] = -0.54,
[DETM_KIND_SIMILARITY] = 5.69,
[DETM_KIND_ONE_ARTICLE] = -1.10,
[DETM_KIND_FIGURES] = -10.98,
