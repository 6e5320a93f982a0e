/* cli/results/interests.h: filters results by the user's interests. */
#ifndef DT_CLI_RESULTS_INTERESTS_H
#define DT_CLI_RESULTS_INTERESTS_H

#include <detm/detm.h>

#include "cli/results/results.h"

/* Filters the results by the interests in the store; `domain` is the domain of regions that do not name one, NULL =
 * none.  False: reported. */
bool dt_results_use_interests(dt_results *results, const char *domain);

#endif
