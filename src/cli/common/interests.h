/* cli/common/interests.h: prints only the fields that the user is interested in. */
#ifndef DT_CLI_COMMON_INTERESTS_H
#define DT_CLI_COMMON_INTERESTS_H

#include <detm/detm.h>

#include "cli/common/results.h"

/* Filters the results by the interests in the store, if there are any; `domain` is that of regions without one, NULL =
 * none.  False: reported. */
bool dt_results_use_interests(dt_results *results, const char *domain);

#endif
