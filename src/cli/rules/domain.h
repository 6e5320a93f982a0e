/* cli/rules/domain.h: --domain: names fields as a domain does. */
#ifndef DT_CLI_RULES_DOMAIN_H
#define DT_CLI_RULES_DOMAIN_H

#include <detm/detm.h>

#include "cli/common/command.h"

/* The option itself, a group of one. */
extern const dt_option dt_options_domain[];
/* The same, and --page-names and --plain-names: for commands that name the columns of records. */
extern const dt_option dt_options_names[];

typedef struct dt_knowledge {
  detm_domains *stock;       /* NULL: fields are not renamed */
  detm_domain *loaded;       /* from a file, NULL = none */
  const detm_domain *domain; /* chosen by the user, NULL: detected */
} dt_knowledge;

/* Loads the domain of --domain (default: auto).  False: reported. */
bool dt_knowledge_open(dt_knowledge *knowledge, dt_run *run);
void dt_knowledge_close(dt_knowledge *knowledge);

typedef struct dt_named_extraction {
  const detm_extract_options *options;
  const dt_knowledge *knowledge;
} dt_named_extraction;

/* The work of a dt_page_job: finds the records of a page, and names their fields. */
detm_result *dt_extract_named(const void *named_extraction, const detm_page *page, detm_error *error);

/* Each names the fields by the domain chosen or detected, and returns its name; NULL = none. */
const char *dt_knowledge_fields(const dt_knowledge *knowledge, dt_run *run, detm_fields *fields);
const char *dt_knowledge_wrapper(const dt_knowledge *knowledge, dt_run *run, detm_wrapper *wrapper);

#endif
