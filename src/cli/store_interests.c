/* detm store interest add, list, remove: which fields of a domain the user wants. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common/table.h"
#include "cli/store.h"

/* "FIELD" or "FIELD=NAME". */
static bool add_one(const dt_action *action, const char *word) {
  detm_error error = DETM_ERROR_NONE;
  size_t length = strcspn(word, "=");
  char *field = strndup(word, length);
  detm_interest interest = {.domain = action->words[0],
                            .field = field,
                            .name = word[length] == '=' ? word + length + 1 : NULL,
                            .pattern = ((const dt_store_options *)action->run->own)->pattern};
  bool done = false;
  if (field == NULL)
    dt_report_error(&action->run->report, DT_EXIT_FAILED, NULL, 0, "out of memory");
  else
    done = detm_store_put_interest(action->store, &interest, &error) == DETM_OK;
  if (error.status != DETM_OK) dt_store_fault(action->run, action->store, &error);
  free(field);
  return done;
}

/* Warns of an unknown field: it may be the user's own, but a typing error would leave records empty silently. */
static void warn_unknown(const dt_action *action, const detm_domain *domain, const char *word) {
  dt_report *report = &action->run->report;
  size_t length = strcspn(word, "=");
  char *field = strndup(word, length);
  const char *known = field != NULL ? detm_domain_field(domain, field, NULL) : NULL;
  if (field != NULL && known == NULL)
    dt_report_warning(report, NULL, "'%s' is not a known field of %s", field, action->words[0]);
  else if (field != NULL && strcmp(known, field) != 0)
    dt_report_warning(report, NULL, "'%s' is not a known field of %s; did you mean %s?", field, action->words[0],
                      known);
  free(field);
}

static void warn_of_unknown(const dt_action *action) {
  detm_error error = DETM_ERROR_NONE;
  detm_domains *domains = detm_domains_stock(&error);
  if (domains == NULL) return; /* only a warning */
  const detm_domain *domain = detm_domains_find(domains, action->words[0]);
  if (domain == NULL) dt_report_warning(&action->run->report, NULL, "'%s' is not a known domain", action->words[0]);
  for (size_t i = 1; i < action->count && domain != NULL; i++) warn_unknown(action, domain, action->words[i]);
  detm_domains_free(domains);
}

static void add(const dt_action *action) {
  size_t i = 1;
  while (i < action->count && add_one(action, action->words[i])) i++;
  if (i == action->count) warn_of_unknown(action);
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

static void list(const dt_action *action) {
  detm_error error = DETM_ERROR_NONE;
  dt_row_table table;
  const char *domain = action->count != 0 ? action->words[0] : NULL;
  dt_table_start(&table, action->run, detm_store_file(action->store), columns, COLUMNS);
  detm_status status = detm_store_visit_interests(action->store, domain, list_one, &table, &error);
  if (status != DETM_OK) dt_store_fault(action->run, action->store, &error);
  dt_table_end(&table, status == DETM_OK);
}

static void remove_interests(const dt_action *action) {
  size_t i = 1;
  do {
    detm_error error = DETM_ERROR_NONE;
    const char *field = i < action->count ? action->words[i] : NULL;
    if (detm_store_remove_interest(action->store, action->words[0], field, &error) != DETM_OK)
      dt_store_fault(action->run, action->store, &error);
  } while (++i < action->count);
}

const dt_store_command dt_store_interests[] = {
    {"interest add", "DOMAIN FIELD[=NAME]... [--pattern P]", "pattern ", 2, SIZE_MAX, true, add},
    {"interest list", "[DOMAIN]", DT_TAKES_FORMAT, 0, 1, false, list},
    {"interest remove", "DOMAIN [FIELD]...", "", 1, SIZE_MAX, false, remove_interests},
    {NULL, NULL, NULL, 0, 0, false, NULL},
};
