/* What was, and pages of a saved run compared with it. */
#include "cli/past.h"

#include "cli/store.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_RUNS = 20 /* the last ones: a site may change slowly */ };

/* ---- past runs ---- */

typedef struct run_list {
  size_t numbers[MOST_RUNS];
  size_t count; /* in all; the last MOST_RUNS are kept */
} run_list;

static detm_status keep_run(void *data, const detm_run *run, detm_error *error) {
  run_list *runs = data;
  (void)error;
  runs->numbers[runs->count++ % MOST_RUNS] = run->number;
  return DETM_OK;
}

/* A run that had drifted would hide that the next one has. */
static detm_status add_run(detm_profile *past, detm_store *store, size_t number, const char *hash, detm_error *error) {
  const detm_page_info page = {.name = "", .encoding = "UTF-8"};
  detm_profile *run = detm_profile_new(error);
  if (run == NULL) return error->status;
  detm_status status = detm_store_emit_rule(store, number, hash, detm_profile_sink(run), error);
  if (status == DETM_OK) {
    detm_result *drift = detm_verify(past, run, &page, NULL, error);
    status = drift == NULL ? error->status : DETM_OK;
    if (drift != NULL && detm_drift_count(drift) == 0) status = detm_profile_add(past, run, error);
    detm_result_free(drift);
  }
  detm_profile_free(run);
  return status;
}

static detm_status add_runs(detm_profile *past, detm_store *store, const char *hash, detm_error *error) {
  run_list runs = {.count = 0};
  detm_status status = detm_store_runs(store, hash, keep_run, &runs, error);
  size_t first = runs.count > MOST_RUNS ? runs.count - MOST_RUNS : 0;
  for (size_t i = first; i < runs.count && status == DETM_OK; i++)
    status = add_run(past, store, runs.numbers[i % MOST_RUNS], hash, error);
  return status;
}

detm_profile *dt_past_of(const dt_applied *applied, const char *hash, detm_store *store, detm_error *error) {
  detm_profile *past = applied->template != NULL ? detm_template_profile(applied->template, error)
                                                 : detm_wrapper_profile(applied->wrapper, error);
  if (past == NULL || store == NULL || add_runs(past, store, hash, error) == DETM_OK) return past;
  detm_profile_free(past);
  return NULL;
}

detm_profile *dt_past_read(dt_run *run, const dt_applied *applied) {
  detm_error error = DETM_ERROR_NONE;
  detm_store *store = run->options.store != NULL ? dt_store_open(run, false) : NULL;
  if (store == NULL && run->options.store != NULL) return NULL;
  detm_profile *past = dt_past_of(applied, run->rule_hash, store, &error);
  if (past == NULL) dt_store_fault(run, store, &error);
  detm_store_close(store);
  return past;
}

/* ---- watching ---- */

/* What goes wrong here ends the watching, not the run. */
static void give_up(dt_watch *watch, const detm_error *error) {
  dt_report_warning(&watch->run->report, error->where[0] != '\0' ? error->where : watch->name,
                    "whether pages have drifted is not known: %s", error->text);
  detm_profile_free(watch->past);
  watch->past = NULL;
}

void dt_watch_start(dt_watch *watch, dt_run *run, const dt_applied *applied) {
  detm_error error = DETM_ERROR_NONE;
  *watch = (dt_watch){.run = run};
  watch->store = detm_store_open(run->options.store, NULL, &error);
  if (watch->store == NULL && error.status != DETM_NOTHING) {
    give_up(watch, &error);
  } else if (applied != NULL) {
    error = (detm_error)DETM_ERROR_NONE;
    watch->past = dt_past_of(applied, run->rule_hash, watch->store, &error);
    if (watch->past == NULL) give_up(watch, &error);
  }
}

void dt_watch_end(dt_watch *watch) {
  detm_profile_free(watch->past);
  detm_store_close(watch->store);
  free(watch->name);
  *watch = (dt_watch){0};
}

static detm_status read_rule(void *data, const detm_rule *rule, detm_error *error) {
  dt_watch *watch = data;
  dt_applied applied = {0};
  if (strcmp(rule->kind, "template") == 0)
    applied.template = detm_template_load(rule->bytes.data, rule->bytes.length, rule->name, error);
  else
    applied.wrapper = detm_wrapper_load(rule->bytes.data, rule->bytes.length, rule->name, error);
  if (applied.template == NULL && applied.wrapper == NULL) return error->status;
  watch->past = dt_past_of(&applied, rule->hash, watch->store, error);
  dt_applied_free(&applied);
  return watch->past != NULL ? DETM_OK : error->status;
}

/* The past becomes that of the rule that the page was read by. */
static detm_status turn_to(dt_watch *watch, const char *rule, detm_error *error) {
  if (watch->name != NULL && strcmp(watch->name, rule) == 0) return DETM_OK;
  free(watch->name);
  detm_profile_free(watch->past);
  watch->past = NULL;
  watch->name = strdup(rule);
  if (watch->name == NULL || watch->store == NULL) return DETM_OK;
  return detm_store_rule(watch->store, rule, read_rule, watch, error);
}

static detm_status see_rule(void *data, const detm_page_info *page, detm_error *error) {
  return page->file != NULL ? turn_to(data, page->file, error) : DETM_OK;
}

static void warn(dt_run *run, const char *page, const detm_result *drift) {
  const detm_finding *f;
  for (size_t i = 0; (f = detm_drift_finding(drift, i)) != NULL; i++)
    dt_report_warning(&run->report, page, "drifted: %s%s%s%s%s, was %s, is %s (%.2f)", f->field != NULL ? f->field : "",
                      f->field != NULL ? ": " : "", detm_change_name(f->change), f->to != NULL ? " from " : "",
                      f->to != NULL ? f->to : "", f->before, f->now, f->confidence);
  if (detm_drift_count(drift) != 0 && run->report.status < DT_EXIT_PAGE) run->report.status = DT_EXIT_PAGE;
}

static detm_status compare(dt_watch *watch, const dt_finished *finished, detm_error *error) {
  const detm_page_info page = {.name = finished->name, .encoding = detm_page_encoding(finished->page)};
  detm_profile *now = detm_profile_new(error);
  if (now == NULL) return error->status;
  detm_status status = detm_result_emit(finished->result, detm_profile_sink(now), error);
  detm_result *drift =
      status == DETM_OK ? detm_verify(watch->past, now, &page, &watch->run->options.verify, error) : NULL;
  if (drift != NULL) warn(watch->run, finished->name, drift);
  detm_result_free(drift);
  detm_profile_free(now);
  return drift != NULL ? DETM_OK : error->status;
}

void dt_watch_page(dt_watch *watch, const dt_finished *finished) {
  detm_error error = DETM_ERROR_NONE;
  const detm_sink rule = {.data = watch, .page_begin = see_rule};
  /* a page that does not fit is told anyway */
  if (watch->run == NULL || finished->result == NULL || detm_result_regions(finished->result) == 0) return;
  if (detm_result_emit(finished->result, &rule, &error) != DETM_OK) give_up(watch, &error);
  if (watch->past != NULL && detm_profile_pages(watch->past) != 0 && compare(watch, finished, &error) != DETM_OK)
    give_up(watch, &error);
}
