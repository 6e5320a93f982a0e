/* grid/measure_features.h: the features of a table by which it holds data or is there for the layout; their weights are
 * in measure_weights.h.
 *
 * The probability of data is the logistic function of the sum of the features, each times its weight (doc/method 2.15).
 */
#ifndef DT_GRID_MEASURE_FEATURES_H
#define DT_GRID_MEASURE_FEATURES_H

/* clang-format off */
#define DT_TABLE_FEATURES(X) \
  X(constant)   /* the same for all */                                                                  \
  X(head)       /* a row of head cells */                                                               \
  X(set_apart)  /* a head without head cells, or a head cell before each row of several values */       \
  X(markup)     /* caption, thead or scope */                                                           \
  X(columns)    /* ln of the number of columns, at most ln 8 */                                         \
  X(typed)      /* share of columns whose values are of one kind */                                     \
  X(long_)      /* share of cells with long texts */                                                    \
  X(blocks)     /* share of cells with several blocks other than paragraphs and items */                \
  X(nested)     /* share of cells with tables */                                                        \
  X(controls)   /* share of cells with several controls of forms */                                     \
  X(texts)      /* share of cells with three texts or more */                                           \
  X(pictures)   /* share of cells with a picture */                                                     \
  X(empty)      /* share of cells without text */                                                       \
  X(pattern)    /* share of rows whose filled cells are those of most */                                \
  X(gaps)       /* share of rows without text */                                                        \
  X(turns)      /* share of rows that look like the one two or three above, not like the one above */
/* clang-format on */

typedef enum dt_table_feature {
#define X(name) DT_T_##name,
  DT_TABLE_FEATURES(X)
#undef X
      DT_TABLE_FEATURE_COUNT
} dt_table_feature;

#endif
