/* cli/domain.h: --domain: by whose knowledge fields are named. */
#ifndef DT_CLI_DOMAIN_H
#define DT_CLI_DOMAIN_H

#include <detm/detm.h>

#include "cli/command.h"

/* The option itself, a group of one. */
extern const dt_option dt_options_domain[];

typedef struct dt_knowledge {
  detm_domains *stock;       /* NULL: names stay as they are */
  detm_domain *loaded;       /* from a file, NULL = none */
  const detm_domain *domain; /* that was asked for, NULL: found by itself */
} dt_knowledge;

/* Makes ready what --domain asks for, which without it is auto.  False: reported. */
bool dt_knowledge_open(dt_knowledge *knowledge, dt_run *run);
void dt_knowledge_close(dt_knowledge *knowledge);

/* Each gives names by the domain that was asked for, or the one that is found; returns that one's name, NULL = none. */
const char *dt_knowledge_fields(const dt_knowledge *knowledge, dt_run *run, detm_fields *fields);
const char *dt_knowledge_wrapper(const dt_knowledge *knowledge, dt_run *run, detm_wrapper *wrapper);

#endif
