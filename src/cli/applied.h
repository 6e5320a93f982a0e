/* cli/applied.h: the wrapper or the template of a run. */
#ifndef DT_CLI_APPLIED_H
#define DT_CLI_APPLIED_H

#include <detm/detm.h>

#include "cli/command.h"

/* One of the handles is there, the others are NULL. */
typedef struct dt_applied {
  detm_wrapper *wrapper;
  detm_template *template;
  char hash[DETM_HASH_SIZE]; /* of its bytes */
  const dt_options *options;
} dt_applied;

/* The set of an option --wrapper FILE. */
const char *dt_set_wrapper(dt_options *options, const char *value);
/* Loads a wrapper or a template, told apart by its root element; "stock:NAME" is one of the templates that come with
 * detm.  Sets which parts of pages are parsed.  False: reported. */
bool dt_applied_load(dt_applied *applied, dt_run *run, const char *name);
void dt_applied_free(dt_applied *applied);

/* The work of a dt_job. */
detm_result *dt_applied_apply(const void *applied, const detm_page *page, detm_error *error);

#endif
