/* engine/features.h: the linear models of the engine: their features, with the weight of each.
 *
 * The score of a region is the sum of its features, each times its weight (doc/method 2.8).  The confidence is the
 * product of two logistic functions of such sums (doc/method 2.9).  tests/fit/fit-regions.py and fit-confidence.py
 * write the weights here. */
#ifndef DT_ENGINE_FEATURES_H
#define DT_ENGINE_FEATURES_H

#include "base/logistic.h"

/* clang-format off */
/* By which regions are ranked. */
#define DT_REGION_FEATURES(X) \
  /* evidence.c: its records */                                                                            \
  X(variety, 5.16, "kinds of text in a record (link, plain, date or price, long), as log(1 + n)")          \
  X(two_records, -2.15, "fewer than three records")                                                        \
  X(numbers, -2.55, "share of records with only numbers and no date or price, as in pagers and calendars") \
  X(bare, -1.00, "share of records that are nothing but a short link, as in menus")                        \
  X(data_table, 2.63, "a table of data with two columns or more")                                          \
  X(headed, 1.75, "columns of the table that have a header, as log(1 + n)")                                \
  /* evidence.c: its place */                                                                              \
  X(navigation, -1.71, "in nav, aside, header or footer")                                                  \
  X(hidden, -3.93, "in a hidden element")                                                                  \
  X(late, -4.37, "how late in the page it begins, as a share of the page beyond 0.6") /* DT_LATE */        \
  X(before_title, -2.00, "ends before the first h1")                                                       \
  X(against, -2.24, "a class or id names navigation, filters or advertising")                              \
  X(in_favour, 1.55, "a class or id names results, products or posts")                                     \
  X(aside, -0.58, "a class or id of an element further out names navigation, filters or advertising")      \
  /* rank.c: the list that it is part of */                                                                \
  X(varying, 0.44, "characters that vary from record to record, as log(1 + n)")                            \
  X(records, 0.83, "records, as log(n)")                                                                   \
  X(saved, 2.04, "share of the list that one record explains, as a logarithm") /* at least DT_MIN_SAVED */ \
  X(brief, -1.39, "share of records with hardly any text")                                                 \
  X(plain, 0.30, "share of the page's text outside links, as a logarithm")

/* By which the records of a list page are right. */
#define DT_CONFIDENCE_FEATURES(X) \
  X(ahead, 1.00, "log(1 + difference of scores to the best list elsewhere on the page, at most DT_FAR_AHEAD)")     \
  X(agreement, 2.14, "share of the regions that agree on the records, weighted with their chances in the ranking") \
  X(score, 0.11, "score of the first region")                                                                      \
  X(constant, -2.31, "1")

/* By which list pages differ from articles. */
#define DT_LIST_PAGE_FEATURES(X) \
  X(paragraphs, -1.67, "log(100 + most characters of paragraphs that have one parent, at most DT_MUCH_TEXT)") \
  X(single, -2.07, "share of records that are one text")                                                      \
  X(one_block, 0.40, "share of records whose texts are in one element")                                       \
  X(texts, 0.80, "log(1 + mean number of texts of a record)")                                                 \
  X(saved, 6.63, "the region's feature of this name")                                                         \
  X(article, -2.27, "1 if the page says that it is an article")                                               \
  X(constant, 13.49, "1")
/* clang-format on */

enum {
#define X(name, weight, means) DT_R_##name,
  DT_REGION_FEATURES(X)
#undef X
      DT_REGION_FEATURE_COUNT
};
enum {
#define X(name, weight, means) DT_C_##name,
  DT_CONFIDENCE_FEATURES(X)
#undef X
      DT_CONFIDENCE_FEATURE_COUNT
};
enum {
#define X(name, weight, means) DT_L_##name,
  DT_LIST_PAGE_FEATURES(X)
#undef X
      DT_LIST_PAGE_FEATURE_COUNT
};

extern const dt_feature dt_region_features[DT_REGION_FEATURE_COUNT];
extern const dt_feature dt_confidence_features[DT_CONFIDENCE_FEATURE_COUNT];
extern const dt_feature dt_list_page_features[DT_LIST_PAGE_FEATURE_COUNT];

#endif
