/* cli/store/interests.c: detm store interest add, list, remove: the fields of a domain that the user wants. */
#include <stdlib.h>

#include "cli/results/table.h"
#include "cli/store/store.h"

/* Warns of unknown fields: they may be the user's own, but a typing error would leave records empty. */
static void warn_of_unknown(const dt_action *action) {
  dt_report *report = &action->run->report;
  detm_domains *domains = detm_domains_stock(NULL);
  if (domains == NULL) return; /* without memory no warning is needed */

  const char *name = action->words[0];
  const detm_domain *domain = detm_domains_find(domains, name);
  if (domain == NULL) dt_report_warning(report, NULL, "'%s' is not a known domain", name);

  for (size_t i = 1; i < action->count && domain != NULL; i++) {
    char *field = strndup(action->words[i], strcspn(action->words[i], "="));
    const char *known = field != NULL ? detm_domain_field(domain, field, NULL) : NULL;
    if (field != NULL && known == NULL)
      dt_report_warning(report, NULL, "'%s' is not a known field of %s", field, name);
    else if (field != NULL && strcmp(known, field) != 0)
      dt_report_warning(report, NULL, "'%s' is not a known field of %s; did you mean %s?", field, name, known);
    free(field);
  }

  detm_domains_free(domains);
}

static void add_stored_interest(const dt_action *action) {
  for (size_t i = 1; i < action->count; i++) {
    detm_error error = DETM_ERROR_NONE;
    const char *equals = strchr(action->words[i], '=');
    char *field = strndup(action->words[i], strcspn(action->words[i], "="));
    detm_interest interest = {.domain = action->words[0],
                              .field = field,
                              .name = equals != NULL ? equals + 1 : NULL,
                              .pattern = action->options->pattern};
    detm_status status =
        field != NULL ? detm_store_put_interest(action->store, &interest, &error) : dt_error_memory(&error);

    free(field);
    if (status == DETM_OK) continue;
    dt_action_fault(action, &error);
    return;
  }
  warn_of_unknown(action);
}

enum { DOMAIN, FIELD, NAME, PATTERN, COLUMNS };

static const detm_column columns[COLUMNS] = {
    [DOMAIN] = {.name = "domain", .type = "text"},
    [FIELD] = {.name = "field", .type = "text"},
    [NAME] = {.name = "name", .type = "text"},
    [PATTERN] = {.name = "pattern", .type = "text"},
};

static detm_status list_one(void *data, const detm_interest *interest, detm_error *error) {
  (void)error;
  const char *values[COLUMNS] = {interest->domain, interest->field, interest->name, interest->pattern};
  dt_table_add(data, values);
  return DETM_OK;
}

static void list_interests(const dt_action *action) {
  detm_error error = DETM_ERROR_NONE;
  dt_row_table table;
  const char *domain = action->count != 0 ? action->words[0] : NULL;
  dt_table_start(&table, action->run, detm_store_file(action->store), columns, COLUMNS);
  detm_status status = detm_store_visit_interests(action->store, domain, list_one, &table, &error);
  if (status != DETM_OK) dt_action_fault(action, &error);
  dt_table_end(&table, status == DETM_OK);
}

static void remove_interests(const dt_action *action) {
  size_t i = 1;
  do {
    detm_error error = DETM_ERROR_NONE;
    const char *field = i < action->count ? action->words[i] : NULL;
    if (detm_store_remove_interest(action->store, action->words[0], field, &error) != DETM_OK)
      dt_action_fault(action, &error);
  } while (++i < action->count);
}

const dt_store_command dt_store_interests[] = {
    {"interest add", "DOMAIN FIELD[=NAME]... [--pattern P]", "pattern ", 2, SIZE_MAX, true, add_stored_interest},
    {"interest list", "[DOMAIN]", DT_TAKES_FORMAT, 0, 1, false, list_interests},
    {"interest remove", "DOMAIN [FIELD]...", "", 1, SIZE_MAX, false, remove_interests},
    {NULL, NULL, NULL, 0, 0, false, NULL},
};
