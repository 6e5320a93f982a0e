/* base/logistic.h: the logistic function, which makes a probability of log odds. */
#ifndef DT_BASE_LOGISTIC_H
#define DT_BASE_LOGISTIC_H

#include <math.h>

static inline double dt_logistic(double log_odds) { return 1 / (1 + exp(-log_odds)); }

#endif
