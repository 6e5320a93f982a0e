/* Interests of the user, taken from the store where there is one: nothing is made by looking. */
#include "cli/interests.h"

#include <string.h>

#include "cli/store.h"

const char *dt_set_no_interests(dt_options *options, const char *value) {
  (void)value;
  options->no_interests = true;
  return NULL;
}

/* The domain of the store's rule that is applied. */
typedef struct search {
  const char *hash;
  char domain[256];
} search;

static detm_status look_at_rule(void *data, const detm_rule *rule, detm_error *error) {
  search *s = data;
  (void)error;
  if (strcmp(rule->hash, s->hash) == 0 && rule->domain != NULL && strlen(rule->domain) < sizeof s->domain)
    strcpy(s->domain, rule->domain);
  return DETM_OK;
}

/* What is saved is all that was found, under its own names: what the user wants may change, and later runs are compared
 * with it. */
static bool filter(dt_results *results, detm_store *store, const char *domain, detm_error *error) {
  const detm_sink **sink = results->save.saving != NULL ? &results->save.writer : &results->sink;
  results->filter = detm_store_filter(store, domain, *sink, error);
  if (results->filter != NULL) *sink = detm_filter_sink(results->filter);
  return results->filter != NULL;
}

static bool use(dt_results *results, detm_store *store, const char *domain) {
  dt_run *run = results->run;
  detm_error error = DETM_ERROR_NONE;
  search s = {.hash = run->rule_hash};
  if (domain == NULL && run->rule != NULL && detm_store_rules(store, NULL, 1, look_at_rule, &s, &error) == DETM_OK)
    domain = s.domain[0] != '\0' ? s.domain : NULL;
  if (error.status == DETM_OK && filter(results, store, domain, &error)) return true;
  dt_store_fault(run, store, &error);
  return false;
}

/* The user's own store is no reason for not printing what was asked for; one that was named must be right. */
bool dt_results_use_interests(dt_results *results, const char *domain) {
  dt_run *run = results->run;
  detm_error error = DETM_ERROR_NONE;
  const char *file = run->options.store;
  if (run->options.no_interests) return true;
  detm_store *store = detm_store_open(file, NULL, &error);
  if (store != NULL) {
    bool done = use(results, store, domain);
    detm_store_close(store);
    return done;
  }
  if (file == NULL && error.status != DETM_NOTHING && error.status != DETM_USAGE)
    dt_report_warning(&run->report, error.where, "your interests are left out, as it %s", error.text);
  if (file == NULL || run->options.save) return true; /* that it cannot be saved there was told */
  dt_report_error(&run->report, DT_EXIT_FAILED, error.where[0] != '\0' ? error.where : file, 0, "%s", error.text);
  return false;
}
