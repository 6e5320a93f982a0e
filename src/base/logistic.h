/* base/logistic.h: linear models, and the logistic function, which makes a probability of log odds. */
#ifndef DT_BASE_LOGISTIC_H
#define DT_BASE_LOGISTIC_H

#include <math.h>

/* A feature of a linear model.  The features of a model are one list X(name, weight, meaning); the programs of
 * tests/fit read the weights from it and write them there. */
typedef struct dt_feature {
  const char *name;
  double weight;
  const char *means; /* for people */
} dt_feature;

#define DT_FEATURE_ROW(name, weight, means) {#name, weight, means},

static inline double dt_logistic(double log_odds) { return 1 / (1 + exp(-log_odds)); }

#endif
