/* cli/rules/examples.h: --field NAME=VALUE: values that the next page shows. */
#ifndef DT_CLI_RULES_EXAMPLES_H
#define DT_CLI_RULES_EXAMPLES_H

#include "cli/common/pages.h"

/* Adds an example of the next page; NULL without memory. */
dt_example_option *dt_examples_add(dt_options *options);

/* Reads the value of --field. */
const char *dt_read_field(dt_run *run, const char *value);

/* Whether each value has a page after it; false: reported. */
bool dt_examples_check(dt_run *run);

/* Returns the examples of the pages that were read, which the caller frees; NULL without memory. */
detm_example *dt_examples_make(const dt_options *options, const dt_page_set *pages, size_t *count);

/* Reports problems and notes of each example; `pages` are those that the wrapper was learned from. */
void dt_examples_report(dt_run *run, const detm_wrapper *wrapper, const detm_example *examples,
                        const detm_page *const *pages);

#endif
