/* calls/calls.c: the result of a page, and a note about it. */
#include "calls/calls.h"

#include <stdio.h>

#include "base/escape.h"
#include "result/result.h"

static detm_status check_record_count(const dt_call_options *options, size_t count, detm_error *error) {
  size_t most = options->extract.max_records;
  return count <= most ? DETM_OK : dt_error_set(error, DETM_LIMIT, "more than %zu records: raise max-records", most);
}

detm_status dt_call_check_result(const dt_call_options *options, const detm_result *result, detm_error *error) {
  size_t records = 0;
  for (size_t r = 0; r < detm_result_region_count(result); r++) records += detm_result_record_count(result, r);
  return check_record_count(options, records, error);
}

bool dt_call_names_fields(const dt_call_options *options, const detm_domains *domains) {
  return domains != NULL && (options->domain == NULL || strcmp(options->domain, "none") != 0);
}

bool dt_call_domain(const dt_call_options *options, const detm_domains *domains, const detm_domain **domain,
                    detm_error *error) {
  *domain = NULL;
  if (options->domain == NULL || strcmp(options->domain, "auto") == 0) return true;
  *domain = detm_domains_find(domains, options->domain);
  if (*domain == NULL) dt_error_set(error, DETM_USAGE, "there is no domain \"%s\"", options->domain);
  return *domain != NULL;
}

detm_result *dt_call_extract(const detm_page *page, const dt_call_options *options, const detm_domains *domains,
                             detm_error *error) {
  const detm_domain *domain = NULL;
  detm_extract_options extract = options->extract;
  bool named = dt_call_names_fields(options, domains);
  if (options->all_regions) extract.max_regions = 0;
  if (named && !dt_call_domain(options, domains, &domain, error)) return NULL;
  detm_result *result = detm_extract(page, &extract, error);
  if (result == NULL || !named) return result;
  if (detm_domains_name_result(domains, domain, result, error) == DETM_OK) return result;
  detm_result_free(result);
  return NULL;
}

detm_result *dt_call_apply(const dt_call_rule *rule, const detm_page *page, const dt_call_options *options,
                           detm_error *error) {
  detm_extract_options extract = options->extract;
  extract.names =
      DETM_NAMES_DEFAULT; /* only what is written has plain names: drift knows the fields by those of the rule */
  return detm_rule_apply(rule->rule, page, &extract, error);
}

detm_result *dt_call_content(const detm_page *page, const dt_call_options *options, detm_error *error) {
  detm_content *content = detm_content_find(page, &options->content, error);
  return content != NULL ? detm_content_into_result(content) : NULL;
}

detm_result *dt_call_links(const detm_page *page, const dt_call_options *options, detm_error *error) {
  detm_links *links = detm_links_find(page, &options->links, error);
  return links != NULL ? detm_links_into_result(links) : NULL;
}

detm_fields *dt_call_fields(const detm_page *const *pages, size_t count, const dt_call_options *options,
                            const detm_domains *domains, detm_error *error) {
  const detm_domain *domain = NULL;
  bool named = dt_call_names_fields(options, domains);
  if (named && !dt_call_domain(options, domains, &domain, error)) return NULL;
  detm_fields *fields = detm_fields_find(pages, count, NULL, error);
  if (fields == NULL) return NULL;

  detm_status status = check_record_count(options, detm_fields_count(fields), error);
  if (named && domain == NULL) domain = detm_domains_of_fields(domains, fields);
  if (status == DETM_OK && domain != NULL) status = detm_domain_name_fields(domain, fields, error);
  if (status == DETM_OK) return fields;
  detm_fields_free(fields);
  return NULL;
}

/* ---- drift ---- */

/* The options of a comparison, with the rules of fields. */
static detm_verify_options verify_of(const dt_call_options *options) {
  detm_verify_options verify = options->verify;
  verify.require = options->require[0] != '\0' ? options->require : NULL;
  return verify;
}

detm_drift *dt_call_compare(const dt_call_rule *rule, const detm_profile *past, const detm_page *page,
                            const dt_call_options *options, detm_error *error) {
  detm_drift *drift = NULL;
  dt_call_options all = *options;
  const detm_verify_options verify = verify_of(options);
  detm_page_info info = {.name = detm_page_name(page), .encoding = detm_page_encoding(page)};
  all.extract.all_columns = 1; /* a change in columns left out as noise is a change of the site too */
  detm_profile *now = detm_profile_new(error);
  detm_result *records = now != NULL ? dt_call_apply(rule, page, &all, error) : NULL;
  if (records != NULL && detm_result_emit(records, detm_profile_sink(now), error) == DETM_OK)
    drift = detm_verify(past, now, &info, &verify, error);
  if (drift != NULL) detm_drift_into_result(drift)->wall = detm_result_wall(records);
  detm_result_free(records);
  detm_profile_free(now);
  return drift;
}

/* ---- notes ---- */

/* Adds the remarks on a result to its message. */
static void add_remarks(dt_call_note *note, const detm_result *result) {
  for (size_t i = 0; i < detm_result_remark_count(result); i++) {
    size_t length = strlen(note->message);
    snprintf(note->message + length, sizeof note->message - length, "%s%s", length != 0 ? "; " : "",
             detm_result_remark_get(result, i).text);
  }
}

void dt_call_describe(dt_call_note *note, const dt_call_options *options, const detm_page *page,
                      const detm_result *result) {
  const char *missing = detm_result_missing(result), *warning = detm_result_warning(result);
  const detm_drift *drift = detm_drift_from_result(result);
  size_t regions = detm_result_region_count(result);
  double fit = detm_result_fit(result);

  note->note = (detm_page_note){
      .status = "ok", .confidence = detm_result_confidence(result), .fit = fit, .quality = detm_result_quality(result)};
  note->message[0] = '\0';

  detm_wall wall = detm_result_wall(result);
  if (wall != DETM_WALL_NONE) {
    note->note.status = "wall";
    snprintf(note->message, sizeof note->message, "the page only blocks (%s): it %s", detm_wall_name(wall),
             detm_wall_text(wall));
  } else if (page != NULL && detm_page_is_cut(page)) {
    note->note.status = "cut";
    snprintf(note->message, sizeof note->message, "the page is cut off: its end is missing");
  } else if (drift != NULL) {
    if (detm_drift_drifted_count(drift) != 0) note->note.status = "drifted";
  } else if (regions == 0 && (fit >= 0 || missing != NULL)) {
    note->note.status = "unfit";
    snprintf(note->message, sizeof note->message,
             "the page does not fit the wrapper, missing: %s; if the site has changed, learn a new one",
             missing != NULL ? missing : "its records");
  } else if (regions == 0) {
    note->note.status = "nothing";
    const char *why = page != NULL ? detm_page_warning(page) : NULL;
    if (options->extract.region != NULL)
      snprintf(note->message, sizeof note->message, "the page has no list %s; all_regions lists those that it has",
               options->extract.region);
    else if (detm_result_remark_count(result) == 0)
      snprintf(note->message, sizeof note->message, "the page has no list of records%s%s", why != NULL ? ": " : "",
               why != NULL ? why : "");
  } else if (detm_result_emptiness(result, NULL) != DETM_EMPTY_NOT) {
    note->note.status = "nothing";
    snprintf(note->message, sizeof note->message, "the page fits the wrapper, and has no record");
  } else if (missing != NULL) {
    snprintf(note->message, sizeof note->message, "missing: %s", missing);
  } else if (warning != NULL) {
    snprintf(note->message, sizeof note->message, "%s", warning);
  }

  add_remarks(note, result);
  if (note->message[0] != '\0') note->note.message = note->message;
}

/* Adds what has drifted to the message. */
static void take_drift_of_page(dt_call_note *note, const detm_drift *drift) {
  for (size_t i = 0; i < detm_drift_count(drift); i++) {
    const detm_finding *f = detm_drift_get(drift, i);
    size_t length = strlen(note->message);
    if (f->drifted)
      snprintf(note->message + length, sizeof note->message - length, "%sdrifted: %s %s", length != 0 ? "; " : "",
               detm_drift_change_name(f->change), f->text);
  }
}

detm_status dt_call_note_drift(dt_call_note *note, dt_call_rule *rule, const detm_page *page, const detm_result *result,
                               const dt_call_options *options, detm_error *error) {
  const detm_page_info info = {.name = detm_page_name(page), .encoding = detm_page_encoding(page)};
  detm_verify_options verify = verify_of(options);
  bool asked = options->compares || verify.min_records != 0 || verify.max_loss < 1, drifted;
  verify.plain_only = !asked;
  if (strcmp(note->note.status, "ok") != 0) return DETM_OK;
  bool is_template = rule != NULL && detm_rule_template(rule->rule) != NULL;
  if (detm_result_missing(result) != NULL && !is_template) note->note.status = "drifted"; /* it lacks a column */
  bool rules_only = rule == NULL || (is_template && !asked);
  detm_profile *past = NULL, *none = NULL;
  if (rules_only) past = none = detm_profile_new(error);
  if (!rules_only && rule->past == NULL)
    rule->past = detm_profile_of_rule(rule->rule, options->extract.all_columns, error);
  if (!rules_only) past = rule->past;
  if (past == NULL) return error->status;
  if (!detm_result_has_rules(result) && !detm_verify_can_compare(past, &verify)) {
    detm_profile_free(none);
    return DETM_OK;
  }
  detm_drift *drift = NULL;
  detm_profile *now = detm_profile_new(error);
  const detm_sink *gather = now == NULL ? NULL : asked ? detm_profile_sink(now) : detm_profile_brief_sink(now);
  if (gather != NULL && detm_result_emit(result, gather, error) == DETM_OK)
    drift = detm_verify(past, now, &info, &verify, error);
  detm_profile_free(now);
  detm_profile_free(none);
  if (drift == NULL) return error->status;
  drifted = detm_drift_drifted_count(drift) != 0;
  if (drifted) note->note.status = "drifted";
  if (drifted) take_drift_of_page(note, drift);
  if (note->message[0] != '\0') note->note.message = note->message;
  detm_drift_free(drift);
  return DETM_OK;
}

detm_status dt_call_locale(const detm_page *page, const dt_call_options *options, detm_locale **locale,
                           detm_error *error) {
  *locale = options->values.typed ? detm_content_locale(page, options->values.date, error) : NULL;
  return *locale != NULL || !options->values.typed ? DETM_OK : error->status;
}

detm_status dt_call_writer_start(dt_call_writer *w, detm_format format, const dt_call_options *options, dt_buffer *out,
                                 detm_error *error) {
  *w = (dt_call_writer){.writer = detm_writer_new(format, dt_buffer_write, out, 0, error)};
  if (w->writer == NULL) return DETM_NO_MEMORY;
  detm_writer_show_columns(w->writer, (options->values.typed ? DETM_COLUMN_PARTS : 0u) |
                                          (options->all_regions ? DETM_COLUMN_REGION : 0u));
  detm_writer_set_plain_names(w->writer, options->extract.names == DETM_NAMES_PLAIN);
  detm_status status = detm_writer_set_csv(w->writer, &options->csv, error);
  if (status != DETM_OK) return status;
  w->sink = detm_writer_sink(w->writer);
  if (options->extract.names == DETM_NAMES_PLAIN) {
    if ((w->plain = detm_plain_names_new(w->sink, error)) == NULL) return DETM_NO_MEMORY;
    w->sink = detm_plain_names_sink(w->plain);
  }
  if (options->values.typed) {
    if ((w->typing = detm_typing_new(w->sink, error)) == NULL) return DETM_NO_MEMORY;
    w->sink = detm_typing_sink(w->typing);
  }
  return DETM_OK;
}

detm_status dt_call_writer_add(dt_call_writer *w, const detm_result *result, const detm_locale *locale,
                               detm_error *error) {
  if (w->typing != NULL) detm_typing_set_locale(w->typing, locale);
  return detm_result_emit(result, w->sink, error);
}

void dt_call_writer_free(dt_call_writer *w) {
  detm_typing_free(w->typing);
  detm_plain_names_free(w->plain);
  detm_writer_free(w->writer);
}

void dt_call_add_lines(dt_buffer *out, detm_text lines) {
  for (size_t i = 0; i < lines.length; i++)
    if (lines.data[i] != '\n')
      dt_buffer_byte(out, lines.data[i]);
    else if (i + 1 < lines.length)
      dt_buffer_byte(out, ',');
}

detm_status dt_call_write_fields(dt_buffer *out, const detm_fields *fields, detm_error *error) {
  dt_buffer lines = {0};
  detm_writer *writer = detm_writer_new(DETM_NDJSON_PAGES, dt_buffer_write, &lines, 0, error);
  detm_status status = writer != NULL ? detm_fields_emit(fields, detm_writer_sink(writer), error) : DETM_NO_MEMORY;
  if (status == DETM_OK) status = detm_writer_finish(writer, error);
  dt_buffer_text(out, "{\"pages\":[");
  dt_call_add_lines(out, (detm_text){lines.data, lines.length});
  dt_buffer_text(out, "]}");
  detm_writer_free(writer);
  dt_buffer_free(&lines);
  return status;
}

/* A detm_write of a line of the account: a member of an array. */
static int write_account_line(void *data, const char *bytes, size_t length) {
  dt_buffer *out = data;
  if (out->length != 0 && out->data[out->length - 1] != '[') dt_buffer_byte(out, ',');
  dt_buffer_add(out, bytes, length - 1); /* without its newline */
  return out->failed;
}

/* Adds the account as the last member of the object that ends the buffer. */
static detm_status add_account_member(dt_buffer *out, const detm_result *result, detm_error *error) {
  if (out->failed || out->length == 0) return dt_error_memory(error);
  out->length--;
  dt_buffer_text(out, ",\"@account\":[");
  detm_status status = detm_result_account_write(result, NULL, write_account_line, out, error);
  dt_buffer_text(out, "]}");
  return status;
}

detm_status dt_call_write_line(dt_buffer *out, const detm_result *result, const detm_page_note *note,
                               const dt_call_options *options, const detm_locale *locale, detm_error *error) {
  dt_call_writer w;
  detm_status status = dt_call_writer_start(&w, DETM_NDJSON_PAGES, options, out, error);
  if (status == DETM_OK) {
    detm_writer_set_note(w.writer, note);
    status = dt_call_writer_add(&w, result, locale, error);
  }
  if (status == DETM_OK) status = detm_writer_finish(w.writer, error);
  dt_call_writer_free(&w);
  if (out->length != 0 && out->data[out->length - 1] == '\n') out->length--;
  if (status == DETM_OK && detm_result_explanation(result) != NULL) {
    if (out->length != 0) out->length--;
    dt_buffer_text(out, ",\"@explanation\":");
    dt_escape_json_string(out, dt_text(detm_result_explanation(result)));
    dt_buffer_byte(out, '}');
  }
  return status == DETM_OK && options->account ? add_account_member(out, result, error) : status;
}
