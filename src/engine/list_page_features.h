/* engine/list_page_features.h: the features by which list pages differ from articles; their weights are in
 * list_page_weights.h.
 *
 * The probability of a list page is the logistic function of the sum of the features, each times its weight (doc/method
 * 2.9). */
#ifndef DT_ENGINE_LIST_PAGE_FEATURES_H
#define DT_ENGINE_LIST_PAGE_FEATURES_H

/* clang-format off */
#define DT_LIST_PAGE_FEATURES(X) \
  X(paragraphs) /* log(100 + most characters of paragraphs that have one parent, at most DT_MUCH_TEXT) */ \
  X(single)     /* share of records that are one text */                                                  \
  X(one_block)  /* share of records whose texts are in one element */                                     \
  X(texts)      /* log(1 + mean number of texts of a record) */                                           \
  X(saved)      /* the region's feature of this name */                                                   \
  X(article)    /* 1 if the page says that it is an article */                                            \
  X(constant)   /* 1 */
/* clang-format on */

enum {
#define X(name) DT_L_##name,
  DT_LIST_PAGE_FEATURES(X)
#undef X
      DT_LIST_PAGE_FEATURE_COUNT
};
extern const char *const dt_list_page_feature_names[DT_LIST_PAGE_FEATURE_COUNT];
extern const double dt_list_page_weights[DT_LIST_PAGE_FEATURE_COUNT];

#endif
