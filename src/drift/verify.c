/* drift/verify.c: the public calls, and findings as a result. */
#include "base/own.h"
#include "drift/drift.h"
#include "template/template.h"
#include "wrapper/wrapper.h"

#include <math.h>
#include <stdlib.h>

#define LEAST_CONFIDENCE 0.05 /* what has not changed at all is below */

const detm_verify_options detm_verify_defaults = {.least_confidence = 0.6};

/* ---- profiles ---- */

detm_profile *detm_profile_new(detm_error *error) {
  dt_profile *profile = dt_profile_new();
  if (profile == NULL) dt_error_set(error, DETM_NO_MEMORY, "out of memory");
  return profile;
}

void detm_profile_free(detm_profile *profile) { dt_profile_free(profile); }

const detm_sink *detm_profile_sink(detm_profile *profile) { return dt_profile_sink(profile); }

detm_status detm_profile_add(detm_profile *profile, const detm_profile *other, detm_error *error) {
  return dt_profile_add(profile, other) ? DETM_OK : dt_error_set(error, DETM_NO_MEMORY, "out of memory");
}

size_t detm_profile_pages(const detm_profile *profile) { return (size_t)(profile->pages + profile->misfits); }

/* The wanted fields under the names that they have now. */
static bool name_fields(dt_profile *profile, const detm_wrapper *wrapper) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < profile->field_count; i++) {
    if (!wrapper->fields[i].wanted) continue;
    if (kept != i) profile->fields[kept] = profile->fields[i];
    profile->fields[kept].name = strdup(wrapper->fields[i].name);
    if (profile->fields[kept++].name == NULL) return false;
  }
  profile->field_count = kept;
  return true;
}

detm_profile *detm_wrapper_profile(const detm_wrapper *wrapper, detm_error *error) {
  if (wrapper->profile == NULL) return detm_profile_new(error);
  dt_profile *profile = dt_profile_copy(wrapper->profile);
  if (profile != NULL && name_fields(profile, wrapper)) return profile;
  dt_profile_free(profile);
  dt_error_set(error, DETM_NO_MEMORY, "out of memory");
  return NULL;
}

static bool has_field(const detm_template *template, const char *name) {
  for (uint32_t i = 0; i < template->layout_count; i++)
    for (uint32_t f = 0; f < template->layouts[i].field_count; f++)
      if (strcmp(template->layouts[i].fields[f].name, name) == 0) return true;
  return false;
}

/* A field that was renamed or taken out of the file since is not missed. */
static void drop_unknown(dt_profile *profile, const detm_template *template) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < profile->field_count; i++) {
    if (has_field(template, profile->fields[i].name))
      profile->fields[kept++] = profile->fields[i];
    else
      free(profile->fields[i].name);
  }
  profile->field_count = kept;
}

detm_profile *detm_template_profile(const detm_template *template, detm_error *error) {
  dt_profile *profile = template->profile != NULL ? dt_profile_copy(template->profile) : dt_profile_new();
  if (profile == NULL)
    dt_error_set(error, DETM_NO_MEMORY, "out of memory");
  else
    drop_unknown(profile, template);
  return profile;
}

/* ---- the findings ---- */

enum { FIELD, CHANGE, BEFORE, NOW, TO, CONFIDENCE, FIGURES, COLUMNS = FIGURES + DT_FIGURES };
enum { OF_PAGE = 3 /* findings that are not of a field, at most */ };

typedef struct drift {
  detm_result result;
  dt_scope scope;
  dt_arena arena;
  detm_page_info page;
  dt_profile *past, *now;
  detm_verify_options options;
  detm_finding *findings;
  uint32_t count, drifted;
  detm_column columns[COLUMNS];
} drift;

static void add(drift *d, detm_finding finding) {
  finding.drifted = finding.change != DETM_CHANGE_NONE && finding.confidence >= d->options.least_confidence;
  d->drifted += finding.drifted != 0;
  if (finding.drifted || d->options.all) d->findings[d->count++] = finding;
}

static const char *count_text(drift *d, double records) {
  return dt_arena_format(&d->arena, "%.0f records a page", records);
}

static void judge_count(drift *d) {
  const dt_profile *past = d->past, *now = d->now;
  const double out_of_all_proportion = 2.5; /* ln of the ratio: 12 times */
  double was = (double)past->records / (double)past->pages, is = (double)now->records / (double)now->pages;
  double apart = 0;
  if (is < (double)past->least) apart = log((1 + (double)past->least) / (1 + is));
  if (is > (double)past->most) apart = log((1 + is) / (1 + (double)past->most));
  double confidence = now->records == 0 && past->least > 0 ? 0.9 : 1 / (1 + exp(4 * (out_of_all_proportion - apart)));
  add(d, (detm_finding){.change = DETM_CHANGE_COUNT,
                        .confidence = confidence,
                        .before = count_text(d, was),
                        .now = count_text(d, is)});
}

static bool knows_path(const dt_profile *past, const char *path) {
  for (uint32_t i = 0; i < past->path_count; i++)
    if (strcmp(past->paths[i].path, path) == 0) return true;
  return past->path_count == 0;
}

/* Records that stand elsewhere and are as they were are no harm: that alone is no drift. */
static void judge_place(drift *d) {
  const double doubt = 0.3;
  if (d->now->path_count == 0 || knows_path(d->past, d->now->paths[0].path)) return;
  add(d, (detm_finding){.change = DETM_CHANGE_MOVED,
                        .confidence = doubt,
                        .before = d->past->paths[0].path,
                        .now = d->now->paths[0].path});
}

static void judge_fields(drift *d) {
  for (uint32_t i = 0; i < d->past->field_count; i++) {
    detm_finding finding = dt_drift_judge(d->past, i, d->now);
    const char *name = d->past->fields[i].name;
    dt_drift_tell(&d->arena, &finding, d->past, &d->past->fields[i], d->now, dt_profile_find(d->now, name));
    add(d, finding);
    dt_scope_tick(&d->scope);
  }
}

static int by_confidence(const void *a, const void *b) {
  const detm_finding *x = a, *y = b;
  if (x->confidence != y->confidence) return x->confidence > y->confidence ? -1 : 1;
  return x->change < y->change ? -1 : x->change > y->change;
}

static void judge(drift *d) {
  d->findings = DT_ZERO(&d->arena, detm_finding, d->past->field_count + OF_PAGE);
  if (d->past->pages == 0) return;
  if (d->now->misfits != 0)
    add(d, (detm_finding){.change = DETM_CHANGE_MISFIT,
                          .confidence = 1,
                          .before = "fits",
                          .now = d->now->pages == 0 ? "does not fit" : "some pages do not fit"});
  if (d->now->pages == 0) return;
  judge_count(d);
  judge_place(d);
  if (d->now->records != 0) judge_fields(d);
  qsort(d->findings, d->count, sizeof *d->findings, by_confidence);
}

/* ---- as a result ---- */

static void push_finding(dt_own *own, const drift *d, const detm_finding *f) {
  const char *texts[] = {f->field, detm_change_name(f->change), f->before, f->now, f->to};
  for (size_t i = FIELD; i < CONFIDENCE; i++) dt_own_text(own, i, texts[i]);
  dt_own_share(own, CONFIDENCE, f->confidence);
  for (unsigned i = 0; d->options.all && i < DT_FIGURES; i++) dt_own_share(own, FIGURES + i, f->figures[i]);
}

static detm_status push_record(dt_own *own, const drift *d, uint32_t number) {
  own->status = DT_PUSH(own->sink, record_begin, (size_t)number + 1, own->error);
  if (own->status == DETM_OK) push_finding(own, d, &d->findings[number]);
  return own->status == DETM_OK ? DT_PUSH(own->sink, record_end, own->error) : own->status;
}

static detm_status push_findings(dt_own *own, const drift *d) {
  detm_region_info region = {.number = 0,
                             .path = "/",
                             .score = d->drifted,
                             .confidence = -1,
                             .fit = -1,
                             .records = d->count,
                             .columns = d->columns,
                             .column_count = own->column_count};
  detm_status status = DT_PUSH(own->sink, region_begin, &region, own->error);
  for (uint32_t i = 0; i < d->count && status == DETM_OK; i++) status = push_record(own, d, i);
  return status == DETM_OK ? DT_PUSH(own->sink, region_end, own->error) : status;
}

static detm_status emit(const detm_result *result, const detm_sink *sink, detm_error *error) {
  const drift *d = (const drift *)result;
  dt_own own = {
      .sink = sink, .columns = d->columns, .column_count = d->options.all ? COLUMNS : FIGURES, .error = error};
  detm_status status = DT_PUSH(sink, page_begin, &d->page, error);
  if (status == DETM_OK && d->count != 0) status = push_findings(&own, d);
  return status == DETM_OK ? DT_PUSH(sink, page_end, error) : status;
}

static size_t count_records(const detm_result *result, size_t region) {
  (void)region;
  return ((const drift *)result)->count;
}

static void free_drift(detm_result *result) {
  drift *d = (drift *)result;
  dt_profile_free(d->past);
  dt_profile_free(d->now);
  dt_arena_free(&d->arena);
  free(d);
}

static const dt_result_type drift_type = {.emit = emit, .records = count_records, .free = free_drift};

static void name_columns(drift *d) {
  static const char *const names[] = {"field", "change", "before", "now", "to", "confidence"};
  for (size_t i = 0; i <= CONFIDENCE; i++)
    d->columns[i] = (detm_column){.name = names[i], .type = i == CONFIDENCE ? "figure" : "text"};
  for (size_t i = 0; i < DT_FIGURES; i++)
    d->columns[FIGURES + i] = (detm_column){.name = detm_drift_figure(i), .type = "figure"};
}

static bool run(drift *d, const detm_page_info *page) {
  if (setjmp(d->scope.escape) != 0) return false;
  d->page = (detm_page_info){.name = dt_arena_copy(&d->arena, page->name, strlen(page->name)),
                             .encoding = dt_arena_copy(&d->arena, page->encoding, strlen(page->encoding))};
  judge(d);
  return true;
}

detm_result *detm_verify(const detm_profile *past, const detm_profile *now, const detm_page_info *page,
                         const detm_verify_options *options, detm_error *error) {
  if (options == NULL) options = &detm_verify_defaults;
  if (!(options->least_confidence >= LEAST_CONFIDENCE && options->least_confidence <= 1)) {
    dt_error_set(error, DETM_USAGE, "the least confidence must lie between %.2f and 1", LEAST_CONFIDENCE);
    return NULL;
  }
  drift *d = calloc(1, sizeof *d);
  if (d != NULL) {
    d->result = (detm_result){.type = &drift_type, .region_count = 1, .confidence = -1, .fit = -1};
    d->options = *options;
    d->past = dt_profile_copy(past);
    d->now = dt_profile_copy(now);
    dt_scope_start(&d->scope, 0);
    dt_arena_start(&d->arena, &d->scope);
    name_columns(d);
    if (d->past != NULL && d->now != NULL && run(d, page)) return &d->result;
    free_drift(&d->result);
  }
  dt_error_set(error, DETM_NO_MEMORY, "out of memory");
  return NULL;
}

size_t detm_drift_count(const detm_result *result) {
  return result->type == &drift_type ? ((const drift *)result)->drifted : 0;
}

const detm_finding *detm_drift_finding(const detm_result *result, size_t number) {
  const drift *d = (const drift *)result;
  return result->type == &drift_type && number < d->count ? &d->findings[number] : NULL;
}

const detm_profile *detm_drift_now(const detm_result *result) {
  return result->type == &drift_type ? ((const drift *)result)->now : NULL;
}
