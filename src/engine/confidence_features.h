/* engine/confidence_features.h: the features of the confidence; their weights are in confidence_weights.h.
 *
 * The confidence is the logistic function of the sum of the features, each times its weight (doc/method 2.9). */
#ifndef DT_ENGINE_CONFIDENCE_FEATURES_H
#define DT_ENGINE_CONFIDENCE_FEATURES_H

/* clang-format off */
#define DT_CONFIDENCE_FEATURES(X) \
  X(ahead)     /* log(1 + difference of scores to the best list elsewhere on the page, at most DT_FAR_AHEAD) */ \
  X(agreement) /* share of the regions that agree on the records, weighted with their chances in the ranking */ \
  X(score)     /* score of the first region */                                                                 \
  X(constant)  /* 1 */
/* clang-format on */

enum {
#define X(name) DT_C_##name,
  DT_CONFIDENCE_FEATURES(X)
#undef X
      DT_CONFIDENCE_FEATURE_COUNT
};
extern const char *const dt_confidence_feature_names[DT_CONFIDENCE_FEATURE_COUNT];
extern const double dt_confidence_weights[DT_CONFIDENCE_FEATURE_COUNT];

#endif
