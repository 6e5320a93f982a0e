/* detm store add, list, show, find, remove, import, export: the rule base. */
#include "cli/common/input.h"
#include "cli/common/library.h"
#include "cli/common/results.h"
#include "cli/common/table.h"
#include "cli/store.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_RULE_BYTES ((size_t)64 << 20)

/* ---- add ---- */

/* "DIR/shop.xml" -> "shop", or with --domain books "books/shop". */
static char *name_of_file(const char *file, const char *domain) {
  const char *slash = strrchr(file, '/'), *base = slash != NULL ? slash + 1 : file;
  size_t length = strlen(base), before = domain != NULL ? strlen(domain) + 1 : 0;
  if (length > 4 && strcmp(base + length - 4, ".xml") == 0) length -= 4;
  char *name = malloc(before + length + 1);
  if (name == NULL) return NULL;
  if (before != 0) sprintf(name, "%s/", domain);
  memcpy(name + before, base, length);
  name[before + length] = '\0';
  return name;
}

/* Reports an error of a rule with its file, any other with the store.  Returns true if it was the rule's. */
static bool report_refused(const dt_action *action, const char *file, const detm_rule *rule, const detm_error *error) {
  bool of_file = error->where[0] == '\0' || strcmp(error->where, rule->name) == 0;
  if (of_file)
    dt_report_failure(&action->run->report, file, error);
  else
    dt_store_fault(action->run, action->store, error);
  return of_file;
}

/* Returns false if the store cannot be written. */
static bool add_bytes(const dt_action *action, const char *file, detm_text bytes) {
  const dt_store_options *options = action->run->own;
  detm_error error = DETM_ERROR_NONE;
  size_t version;
  int is_new;
  bool writable = true;
  char *own = options->rule == NULL ? name_of_file(file, options->domain) : NULL;
  detm_rule rule = {.name = own != NULL ? own : options->rule,
                    .site = options->site,
                    .domain = options->domain,
                    .query = options->query,
                    .bytes = bytes};
  if (rule.name == NULL)
    dt_report_error(&action->run->report, DT_EXIT_FAILED, file, 0, "out of memory");
  else if (detm_store_put_rule(action->store, &rule, &version, &is_new, &error) != DETM_OK)
    writable = report_refused(action, file, &rule, &error);
  else if (is_new)
    dt_report_note(&action->run->report, file, "is now %s@%zu", rule.name, version);
  else
    dt_report_warning(&action->run->report, file, "is already stored as %s@%zu", rule.name, version);
  free(own);
  return writable;
}

static void add(const dt_action *action) {
  dt_report *report = &action->run->report;
  if (((const dt_store_options *)action->run->own)->rule != NULL && action->count > 1) {
    dt_report_error(report, DT_EXIT_FAILED, NULL, 0, "--name takes one FILE, not %zu", action->count);
    return;
  }
  bool writable = true;
  for (size_t i = 0; i < action->count && writable; i++) {
    detm_error error = DETM_ERROR_NONE;
    char *bytes = NULL;
    size_t length;
    if (((const dt_store_options *)action->run->own)->rule == NULL && strcmp(action->words[i], "-") == 0) {
      dt_report_error(report, DT_EXIT_FAILED, NULL, 0, "standard input has no name: name the rule with --name");
      continue;
    }
    if (!dt_input_file(action->words[i], MAX_RULE_BYTES, &bytes, &length, &error))
      dt_report_failure(report, action->words[i], &error);
    else
      writable = add_bytes(action, action->words[i], (detm_text){bytes, length});
    free(bytes);
  }
}

/* ---- list, show ---- */

enum { NAME, VERSION, KIND, SITE, DOMAIN, QUERY, ADDED, COLUMNS };

static const detm_column columns[COLUMNS] = {
    [NAME] = {.name = "name", .type = "text"},     [VERSION] = {.name = "version", .type = "number"},
    [KIND] = {.name = "kind", .type = "text"},     [SITE] = {.name = "site", .type = "text"},
    [DOMAIN] = {.name = "domain", .type = "text"}, [QUERY] = {.name = "query", .type = "text"},
    [ADDED] = {.name = "added", .type = "date"},
};

typedef struct listing {
  dt_row_table table;
  const dt_store_options *options;
} listing;

static bool is_wanted(const char *wanted, const char *said) {
  return wanted == NULL || (said != NULL && strcmp(wanted, said) == 0);
}

static detm_status list_rule(void *data, const detm_rule *rule, detm_error *error) {
  listing *l = data;
  char version[24];
  (void)error;
  if (!is_wanted(l->options->site, rule->site) || !is_wanted(l->options->domain, rule->domain) ||
      !is_wanted(l->options->query, rule->query) || !is_wanted(l->options->rule, rule->name))
    return DETM_OK;
  snprintf(version, sizeof version, "%zu", rule->version);
  const char *values[COLUMNS] = {
      [NAME] = rule->name,     [VERSION] = version,   [KIND] = rule->kind,  [SITE] = rule->site,
      [DOMAIN] = rule->domain, [QUERY] = rule->query, [ADDED] = rule->added};
  dt_table_add(&l->table, values);
  return DETM_OK;
}

static void list(const dt_action *action) {
  detm_error error = DETM_ERROR_NONE;
  listing l = {.options = action->run->own};
  dt_table_start(&l.table, action->run, detm_store_file(action->store), columns, COLUMNS);
  detm_status status = detm_store_visit_rules(action->store, NULL, l.options->all, list_rule, &l, &error);
  if (status != DETM_OK) dt_store_fault(action->run, action->store, &error);
  dt_table_end(&l.table, status == DETM_OK);
}

static detm_status print_rule(void *data, const detm_rule *rule, detm_error *error) {
  dt_run *run = data;
  dt_output output;
  (void)error;
  if (!dt_output_open(&output, run->options.output.file, run->options.output.max_bytes, &run->report)) return DETM_OK;
  dt_output_write(&output, rule->bytes.data, rule->bytes.length);
  dt_output_close(&output, true, &run->report);
  return DETM_OK;
}

static void show(const dt_action *action) {
  detm_error error = DETM_ERROR_NONE;
  if (detm_store_visit_rule(action->store, action->words[0], print_rule, action->run, &error) != DETM_OK)
    dt_store_fault(action->run, action->store, &error);
}

/* ---- find ---- */

/* Removes the name of the subcommand from the pages. */
static void drop_words(dt_options *options, size_t count) {
  for (size_t i = 0; i < count; i++) free(options->pages.names[i]);
  options->pages.count -= count;
  memmove(options->pages.names, options->pages.names + count, options->pages.count * sizeof *options->pages.names);
}

static void find(const dt_action *action) {
  dt_run *run = action->run;
  dt_results results;
  dt_library library;
  dt_page_job job = {.work = dt_library_find, .work_data = &library, .take = dt_results_take, .take_data = &results};
  drop_words(&run->options, run->options.pages.count - action->count);
  if (!dt_library_open_store(&library, run, action->store, ((const dt_store_options *)run->own)->min_score)) return;
  if (dt_results_open(&results, run)) dt_results_close(&results, dt_pages_run(run, &job));
  dt_library_close(&library, run);
}

/* ---- remove, import, export ---- */

static void remove_rules(const dt_action *action) {
  for (size_t i = 0; i < action->count; i++) {
    detm_error error = DETM_ERROR_NONE;
    if (detm_store_remove_rule(action->store, action->words[i], &error) != DETM_OK)
      dt_store_fault(action->run, action->store, &error);
  }
}

static void report_fault(void *data, const detm_error *fault) {
  dt_report_error(data, DT_EXIT_FAILED, fault->where[0] != '\0' ? fault->where : NULL, fault->line, "%s", fault->text);
}

static void import(const dt_action *action) {
  detm_error error = DETM_ERROR_NONE;
  detm_import outcome;
  dt_report *report = &action->run->report;
  size_t failed = report->failed;
  const char *folder = action->words[0];
  if (detm_store_import(action->store, folder, report_fault, report, &outcome, &error) == DETM_OK)
    dt_report_note(report, folder, "%zu files, %zu of them new", outcome.files, outcome.versions);
  else if (report->failed == failed)
    dt_report_failure(report, error.where[0] != '\0' ? error.where : folder, &error);
  else
    dt_report_error(report, DT_EXIT_FAILED, folder, 0, "nothing was imported: correct or remove the files named above");
}

static void export(const dt_action *action) {
  detm_error error = DETM_ERROR_NONE;
  size_t files;
  dt_report *report = &action->run->report;
  if (detm_store_export(action->store, action->words[0], ((const dt_store_options *)action->run->own)->force, &files,
                        &error) == DETM_OK)
    dt_report_note(report, action->words[0], "%zu files", files);
  else
    dt_store_fault(action->run, action->store, &error);
}

const dt_store_command dt_store_rules[] = {
    {"add", "FILE...", "name site domain query " DT_TAKES_NAMES, 1, SIZE_MAX, true, add},
    {"list", "", "name site domain query all " DT_TAKES_FORMAT, 0, 0, false, list},
    {"show", "NAME[@VERSION]", DT_TAKES_OUTPUT, 1, 1, false, show},
    {"find", "PAGE...", "min-score " DT_TAKES_PAGES, 1, SIZE_MAX, false, find},
    {"remove", "NAME[@VERSION]...", "", 1, SIZE_MAX, false, remove_rules},
    {"import", "DIR", "", 1, 1, true, import},
    {"export", "DIR", "force ", 1, 1, false, export},
    {NULL, NULL, NULL, 0, 0, false, NULL},
};
