/* grid/measure_features.h: the features of a table by which it holds data or is there for the layout, with the weight
 * of each.
 *
 * The probability of data is the logistic function of the sum of the features, each times its weight (doc/method 2.15).
 * tests/fit/fit-tables.py writes the weights here. */
#ifndef DT_GRID_MEASURE_FEATURES_H
#define DT_GRID_MEASURE_FEATURES_H

#include "base/logistic.h"

/* clang-format off */
#define DT_TABLE_FEATURES(X) \
  X(constant, -3.60, "the same for all")                                                             \
  X(head, 3.60, "a row of head cells")                                                               \
  X(set_apart, 2.00, "a head without head cells, or a head cell before each row of several values")  \
  X(markup, 0.50, "caption, thead or scope")                                                         \
  X(columns, 1.80, "ln of the number of columns, at most ln 8")                                      \
  X(typed, 2.20, "share of columns whose values are of one kind")                                    \
  X(long_, -0.50, "share of cells with long texts")                                                  \
  X(blocks, -2.60, "share of cells with several blocks other than paragraphs and items")             \
  X(nested, -6.00, "share of cells with tables")                                                     \
  X(controls, -0.80, "share of cells with several controls of forms")                                \
  X(texts, -2.30, "share of cells with three texts or more")                                         \
  X(pictures, -2.20, "share of cells with a picture")                                                \
  X(empty, -1.50, "share of cells without text")                                                     \
  X(pattern, 0.40, "share of rows whose filled cells are those of most")                             \
  X(gaps, -1.10, "share of rows without text")                                                       \
  X(turns, -4.80, "share of rows that look like the one two or three above, not like the one above")
/* clang-format on */

typedef enum dt_table_feature {
#define X(name, weight, means) DT_T_##name,
  DT_TABLE_FEATURES(X)
#undef X
      DT_TABLE_FEATURE_COUNT
} dt_table_feature;
extern const dt_feature dt_table_features[DT_TABLE_FEATURE_COUNT];

#endif
