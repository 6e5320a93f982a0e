/* cli/interests.h: what the user wants of a domain, in front of what is printed and saved. */
#ifndef DT_CLI_INTERESTS_H
#define DT_CLI_INTERESTS_H

#include <detm/detm.h>

#include "cli/results.h"

/* The set of an option --no-interests. */
const char *dt_set_no_interests(dt_options *options, const char *value);

/* Lets only what the user wants into the results, if there is a store with interests; domain is that of regions that
 * say none, NULL = none.  False: reported. */
bool dt_results_use_interests(dt_results *results, const char *domain);

#endif
