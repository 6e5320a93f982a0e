/* engine/region_features.h: the features by which regions are ranked; their weights are in region_weights.h.
 *
 * The score of a region is the sum of its features, each times its weight (doc/method 2.8). */
#ifndef DT_ENGINE_REGION_FEATURES_H
#define DT_ENGINE_REGION_FEATURES_H

/* clang-format off */
#define DT_REGION_FEATURES(X) \
  /* evidence.c: its records */                                                                         \
  X(variety)     /* log(1 + kinds of text that a record has: link, plain, date or price, long) */         \
  X(two_records) /* it has fewer than three records */                                                  \
  X(numbers)     /* share of records that hold only numbers, no date or price: pagers, calendars */    \
  X(data_table)  /* a table of data with two columns or more */                                         \
  X(headed)      /* log(1 + columns of such a table that have a header) */                              \
  /* evidence.c: its place */                                                                           \
  X(navigation)  /* in nav, aside, header, footer */                                                    \
  X(hidden)      /* in a hidden element */                                                              \
  X(late)        /* how far after DT_LATE it begins, as a share of the page's nodes */                  \
  X(against)     /* a class or id names navigation, filters, advertising */                             \
  X(in_favour)   /* a class or id names results, products, posts */                                     \
  X(aside)       /* the same of any element around it, however far */                                    \
  /* rank.c: the list that it is part of */                                                             \
  X(varying)     /* log(1 + characters that vary) */                                                    \
  X(records)     /* log of the number of records */                                                     \
  X(saved)       /* log of the share of nodes that one reference record explains, at least DT_MIN_SAVED */ \
  X(brief)       /* share of records with hardly any text */                                            \
  X(plain)       /* log of the share of the page's text outside links */
/* clang-format on */

enum {
#define X(name) DT_R_##name,
  DT_REGION_FEATURES(X)
#undef X
      DT_REGION_FEATURE_COUNT
};
extern const char *const dt_region_feature_names[DT_REGION_FEATURE_COUNT];
extern const double dt_region_weights[DT_REGION_FEATURE_COUNT];

#endif
