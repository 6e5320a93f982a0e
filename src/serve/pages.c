/* serve/pages.c: calls whose answer is a result for each page, in the formats of the command. */
#include "serve/serve.h"

#include <detm/library.h>
#include <detm/writer.h>

#include "base/escape.h"
#include "report/view.h"

#include <stdlib.h>

/* A call for pages: its result for one of them. */
typedef struct page_call {
  unsigned forms; /* that it can have */
  unsigned parts; /* of the pages */
  detm_result *(*work)(dt_answering *a, const void *data, const detm_page *page, detm_error *error);
  const void *data;
  bool applies;       /* results are those of a rule: a page may have drifted */
  dt_call_rule *rule; /* that was applied; NULL = one of the library */
} page_call;

enum {
  LINES = 1U << DT_FORM_JSON | 1U << DT_FORM_XML | 1U << DT_FORM_NDJSON | 1U << DT_FORM_CSV,
  TABLES = LINES | 1U << DT_FORM_XLSX,
  TEXTS = LINES | 1U << DT_FORM_MARKDOWN | 1U << DT_FORM_TEXT
};

/* ---- pages ---- */

/* The encoding that a Content-Type declares, in `out`; NULL = none. */
static const char *charset_of(const char *type, char out[64]) {
  const char *at = type;
  while ((at = strchr(at, ';')) != NULL) {
    at += 1 + strspn(at + 1, " \t");
    if (!dt_text_starts_ci(dt_text(at), DT_TEXT("charset="))) continue;
    at += strlen("charset=") + (at[strlen("charset=")] == '"');
    size_t length = strcspn(at, "\"; \t");
    if (length == 0 || length >= 64) return NULL;
    memcpy(out, at, length);
    out[length] = '\0';
    return out;
  }
  return NULL;
}

static size_t count_pages(const dt_answering *a) {
  return a->object != NULL ? json_array_size(json_object_get(a->object, "pages")) : 1;
}

/* Parses page `i` of the request. */
static detm_page *parse_page(dt_answering *a, size_t i, detm_error *error) {
  char charset[64];
  detm_page_options options = a->options.page;
  if (a->object != NULL) {
    detm_page *page = dt_call_page(json_array_get(json_object_get(a->object, "pages"), i), &options, error);
    if (page == NULL) dt_call_name_place(error, "pages", i);
    return page;
  }
  if (options.encoding == NULL) options.encoding = charset_of(a->ask->type, charset);
  options.name = options.base != NULL ? options.base : "page";
  return detm_page_parse(a->ask->body.length != 0 ? a->ask->body.data : "", a->ask->body.length, &options, error);
}

static detm_status check_pages(dt_answering *a, detm_error *error) {
  size_t count = count_pages(a);
  if (a->object != NULL && !json_is_array(json_object_get(a->object, "pages")))
    return dt_error_set(error, DETM_USAGE, "\"pages\" is not an array");
  if (count == 0) return dt_error_set(error, DETM_USAGE, "\"pages\" has no page");
  if (count > a->service->max_pages)
    return dt_error_set(error, DETM_USAGE, "there are %zu pages, and a request has at most %zu", count,
                        a->service->max_pages);
  return DETM_OK;
}

detm_status dt_pages_read(dt_answering *a, detm_error *error) {
  detm_status status = check_pages(a, error);
  size_t count = count_pages(a);
  if (status == DETM_OK && !DT_VEC_RESERVE(NULL, &a->pages, count)) status = dt_error_memory(error);

  for (size_t i = 0; i < count && status == DETM_OK; i++) {
    detm_page *page = parse_page(a, i, error);
    if (page == NULL) {
      dt_call_name_options(error);
      status = error->status;
    } else {
      DT_VEC_PUSH(NULL, &a->pages, page);
    }
  }

  a->reply->pages = a->pages.count;
  return status;
}

void dt_pages_close(dt_answering *a) {
  for (uint32_t i = 0; i < a->pages.count; i++) detm_page_free(a->pages.items[i]);
  free(a->pages.items);
}

/* Page `i` of the request, parsed now unless dt_pages_read has done it; the caller frees it. */
static detm_page *take_page(dt_answering *a, size_t i, detm_error *error) {
  if (i >= a->pages.count) return parse_page(a, i, error);
  detm_page *page = a->pages.items[i];
  a->pages.items[i] = NULL;
  return page;
}

/* ---- the answer ---- */

static void count_result(dt_answering *a, const detm_result *result) {
  a->reply->pages++;
  for (size_t r = 0; r < detm_result_region_count(result); r++)
    a->reply->records += detm_result_record_count(result, r);
}

/* Adds what went wrong with a page, in place of its line. */
static void add_failed(dt_answering *a, size_t number, const detm_error *error) {
  const json_t *page = json_array_get(json_object_get(a->object, "pages"), number);
  const char *name = json_string_value(json_object_get(page, "name"));
  dt_buffer *out = &a->reply->body;
  dt_buffer_text(out, "{\"@page\":");
  dt_escape_json_string(out, dt_text(name != NULL ? name : "page"));
  dt_buffer_format(out, ",\"@status\":\"%s\",\"@message\":", error->status == DETM_LIMIT ? "limit" : "error");
  dt_escape_json_string(out, dt_text(error->text));
  dt_buffer_text(out, ",\"records\":[]}");
}

/* Whether the whole request fails with a page: the client's fault, no time or memory is left, or the store is held. */
static bool ends_request(const detm_error *error) {
  return error->status == DETM_NO_MEMORY || error->status == DETM_CANCELLED || error->status == DETM_USAGE ||
         error->status == DETM_BUSY;
}

typedef struct page_work {
  detm_page *page;
  detm_result *result; /* NULL: there is an error */
  detm_locale *locale; /* of typed values; NULL = values are texts */
} page_work;

static void free_work(page_work *work) {
  detm_result_free(work->result);
  detm_locale_free(work->locale);
  detm_page_free(work->page);
}

/* Works on page `i`; without a result *error says why. */
static page_work work_on(dt_answering *a, const page_call *call, size_t i, detm_error *error) {
  page_work work = {.page = take_page(a, i, error)};
  if (work.page != NULL) work.result = call->work(a, call->data, work.page, error);
  bool right = work.result != NULL && dt_call_check_result(&a->options, work.result, error) == DETM_OK &&
               dt_call_locale(work.page, &a->options, &work.locale, error) == DETM_OK;
  if (!right) {
    free_work(&work);
    work = (page_work){.result = NULL};
    dt_call_name_options(error);
  }
  return work;
}

/* Answers with an object whose member "pages" has the line of each page.  Leaves the object open. */
static detm_status answer_lines(dt_answering *a, const page_call *call, detm_error *error) {
  dt_buffer *out = &a->reply->body;
  size_t count = count_pages(a), failed = 0;
  dt_buffer_text(out, "{\"pages\":[");

  for (size_t i = 0; i < count; i++) {
    detm_error own = DETM_ERROR_NONE;
    dt_call_note note;
    page_work work = work_on(a, call, i, &own);
    size_t start = out->length + (i != 0);
    if (i != 0) dt_buffer_byte(out, ',');
    if (work.result != NULL) {
      count_result(a, work.result);
      dt_call_describe(&note, &a->options, work.page, work.result);
      if (call->applies && dt_call_note_drift(&note, call->rule, work.page, work.result, &a->options, &own) != DETM_OK)
        out->length = start;
      else if (dt_call_write_line(out, work.result, &note.note, &a->options, work.locale, &own) != DETM_OK &&
               !out->failed)
        out->length = start;
    }
    free_work(&work);
    if (own.status == DETM_OK) continue;
    failed++;
    if (ends_request(&own) || failed == count) *error = own;
    if (error->status != DETM_OK) return error->status;
    add_failed(a, i, &own);
  }

  dt_buffer_byte(out, ']');
  return out->failed ? dt_error_memory(error) : DETM_OK;
}

/* Answers with a document of the command's formats.  A page that fails is left out, unless all fail. */
static detm_status answer_document(dt_answering *a, const page_call *call, detm_format format, detm_error *error) {
  size_t count = count_pages(a), failed = 0;
  dt_call_writer w;
  detm_status status = dt_call_writer_start(&w, format, &a->options, &a->reply->body, error);

  for (size_t i = 0; i < count && status == DETM_OK; i++) {
    detm_error own = DETM_ERROR_NONE;
    page_work work = work_on(a, call, i, &own);
    if (work.result != NULL) {
      count_result(a, work.result);
      status = dt_call_writer_add(&w, work.result, work.locale, &own);
    }
    free_work(&work);
    failed += own.status != DETM_OK;
    if (own.status != DETM_OK && (status != DETM_OK || ends_request(&own) || failed == count)) {
      *error = own;
      status = own.status;
    }
  }

  if (status == DETM_OK) status = detm_writer_finish(w.writer, error);
  dt_call_writer_free(&w);
  return status;
}

/* These parts of pages, and those that typed values need. */
static unsigned parts_for(const dt_answering *a, unsigned parts) {
  return parts | (a->options.values.typed ? DETM_PAGE_FACTS : 0);
}

static void answer_pages(dt_answering *a, const page_call *call) {
  detm_error error = DETM_ERROR_NONE;
  dt_form form;
  if (!dt_answer_form(a, call->forms, &form)) return;

  detm_status status = check_pages(a, &error);
  if (status == DETM_OK) status = dt_answer_check_csv(a, form, &error);
  a->options.page.parts = parts_for(a, call->parts);
  if (status == DETM_OK && form != DT_FORM_JSON && a->options.account)
    status = dt_error_set(&error, DETM_USAGE, "\"account\" is for answers in JSON: accept application/json");

  if (status == DETM_OK && form != DT_FORM_JSON) {
    status = answer_document(a, call, dt_form_format(form), &error);
  } else if (status == DETM_OK) {
    status = answer_lines(a, call, &error);
    dt_buffer_byte(&a->reply->body, '}');
  }

  a->reply->type = dt_form_type(form);
  if (status != DETM_OK) dt_answer_error(a, &error);
}

/* ---- calls ---- */

static detm_result *extract(dt_answering *a, const void *data, const detm_page *page, detm_error *error) {
  (void)data;
  return dt_call_extract(page, &a->options, a->service->domains, error);
}

static detm_result *answer_apply(dt_answering *a, const void *data, const detm_page *page, detm_error *error) {
  return dt_call_apply(data, page, &a->options, error);
}

/* Learns the wrapper of the list that the options name from all pages, to which it is then applied. */
static detm_status learn_region(dt_answering *a, dt_call_rule *rule, detm_error *error) {
  json_t *notices = NULL;
  if (a->options.all_regions)
    return dt_error_set(error, DETM_USAGE, "\"region\" is one list: leave out \"all-regions\"");
  detm_status status = dt_pages_read(a, error);
  if (status == DETM_OK)
    rule->rule = dt_call_learn((const detm_page *const *)a->pages.items, a->pages.count, a->object, &a->options,
                               a->service->domains, &notices, error);
  if (status == DETM_OK && rule->rule == NULL) status = error->status;
  json_decref(notices);
  a->reply->pages = 0; /* they are counted when they have a result */
  return status;
}

void dt_answer_extract(dt_answering *a) {
  detm_error error = DETM_ERROR_NONE;
  dt_call_rule rule = {0};
  detm_status status = dt_answer_read(a, DT_CALL_EXTRACT, &error);
  bool chosen = status == DETM_OK && a->options.extract.region != NULL;
  a->options.page.parts = parts_for(a, DETM_PAGE_TREE);
  if (chosen) status = learn_region(a, &rule, &error);
  const page_call call = {TABLES, DETM_PAGE_TREE, chosen ? answer_apply : extract, .data = &rule};
  if (status == DETM_OK)
    answer_pages(a, &call);
  else
    dt_answer_error(a, &error);
  dt_call_rule_free(&rule);
}

static detm_result *apply_best(dt_answering *a, const void *data, const detm_page *page, detm_error *error) {
  detm_library_options options = detm_library_defaults;
  options.min_score = a->options.min_score;
  options.extract = &a->options.extract;
  return detm_library_apply(data, page, &options, NULL, error);
}

/* Applies the rule of the library that fits best. */
static void answer_best(dt_answering *a,
                        detm_result *(*work)(dt_answering *, const void *, const detm_page *, detm_error *)) {
  detm_error error = DETM_ERROR_NONE;
  detm_library *library = dt_rules_library(a->service, &error);
  if (library == NULL) {
    dt_answer_error(a, &error);
    return;
  }
  const page_call call = {work == apply_best ? TABLES : LINES, detm_library_parts(library), work, library,
                          .applies = work == apply_best};
  answer_pages(a, &call);
  detm_library_close(library);
}

static bool names_rule(const dt_answering *a) {
  return json_object_get(a->object, "wrapper") != NULL || json_object_get(a->object, "template") != NULL ||
         json_object_get(a->object, "rule") != NULL || json_object_get(a->ask->query, "rule") != NULL;
}

void dt_answer_apply(dt_answering *a) {
  detm_error error = DETM_ERROR_NONE;
  dt_call_rule rule = {0};
  if (dt_answer_read(a, DT_CALL_APPLY, &error) != DETM_OK) {
    dt_answer_error(a, &error);
  } else if (!names_rule(a)) {
    answer_best(a, apply_best);
  } else if (dt_answer_rule(a, &rule, &error) != DETM_OK) {
    dt_answer_error(a, &error);
  } else {
    const page_call call = {TABLES, detm_rule_parts(rule.rule), answer_apply, &rule, .applies = true, .rule = &rule};
    answer_pages(a, &call);
  }

  dt_call_rule_free(&rule);
}

static detm_result *answer_match(dt_answering *a, const void *data, const detm_page *page, detm_error *error) {
  detm_library_options options = detm_library_defaults;
  options.min_score = a->options.min_score;
  return detm_library_match_result(data, page, &options, error);
}

void dt_answer_match(dt_answering *a) {
  detm_error error = DETM_ERROR_NONE;
  if (dt_answer_read(a, DT_CALL_MATCH, &error) == DETM_OK)
    answer_best(a, answer_match);
  else
    dt_answer_error(a, &error);
}

static detm_result *content(dt_answering *a, const void *data, const detm_page *page, detm_error *error) {
  (void)data;
  return dt_call_content(page, &a->options, error);
}

static detm_result *links(dt_answering *a, const void *data, const detm_page *page, detm_error *error) {
  (void)data;
  return dt_call_links(page, &a->options, error);
}

static detm_result *answer_classify(dt_answering *a, const void *data, const detm_page *page, detm_error *error) {
  (void)a;
  (void)data;
  return detm_classify_result(page, NULL, error);
}

static void answer_simple(dt_answering *a, dt_call kind, const page_call *call) {
  detm_error error = DETM_ERROR_NONE;
  if (dt_answer_read(a, kind, &error) == DETM_OK)
    answer_pages(a, call);
  else
    dt_answer_error(a, &error);
}

void dt_answer_content(dt_answering *a) {
  answer_simple(a, DT_CALL_CONTENT, &(page_call){TEXTS, DETM_PAGE_CONTENT, content, .data = NULL});
}

void dt_answer_links(dt_answering *a) {
  answer_simple(a, DT_CALL_LINKS, &(page_call){LINES, DETM_PAGE_DOCUMENT, links, .data = NULL});
}

void dt_answer_classify(dt_answering *a) {
  answer_simple(a, DT_CALL_CLASSIFY,
                &(page_call){LINES, DETM_PAGE_TREE | DETM_PAGE_CONTENT, answer_classify, .data = NULL});
}

/* ---- drift ---- */

typedef struct verification {
  dt_call_rule rule;
  detm_profile *past;
  detm_writer *writer; /* of the findings of all pages, for JSON */
} verification;

static detm_result *verify(dt_answering *a, const void *data, const detm_page *page, detm_error *error) {
  const verification *v = data;
  detm_drift *drift = dt_call_compare(&v->rule, v->past, page, &a->options, error);
  detm_result *result = drift != NULL ? detm_drift_into_result(drift) : NULL;
  if (result == NULL || detm_result_emit(result, detm_writer_sink(v->writer), error) == DETM_OK) return result;
  detm_result_free(result);
  return NULL;
}

/* JSON has the findings of all pages in one array, too. */
static void answer_verify(dt_answering *a, verification *v) {
  detm_error error = DETM_ERROR_NONE;
  dt_buffer findings = {0}, *out = &a->reply->body;
  const page_call call = {LINES, detm_rule_parts(v->rule.rule), verify, .data = v};
  v->writer = detm_writer_new(DETM_NDJSON, dt_buffer_write, &findings, 0, &error);
  if (v->writer != NULL) answer_pages(a, &call);

  if (v->writer == NULL || detm_writer_finish(v->writer, &error) != DETM_OK) {
    dt_answer_error(a, &error);
  } else if (a->reply->status == 200 && a->reply->type == dt_form_type(DT_FORM_JSON)) {
    out->length--; /* the object is open again */
    dt_buffer_text(out, ",\"findings\":[");
    dt_call_add_lines(out, (detm_text){findings.data, findings.length});
    dt_buffer_text(out, "]}");
  }

  detm_writer_free(v->writer);
  dt_buffer_free(&findings);
}

void dt_answer_verify(dt_answering *a) {
  detm_error error = DETM_ERROR_NONE;
  verification v = {0};
  detm_status status = dt_answer_read(a, DT_CALL_VERIFY, &error);
  if (status == DETM_OK) status = dt_answer_rule(a, &v.rule, &error);
  if (status == DETM_OK && (v.past = detm_profile_of_rule(v.rule.rule, 1, &error)) == NULL) status = error.status;
  if (status == DETM_OK && detm_profile_page_count(v.past) == 0)
    status =
        dt_error_set(&error, DETM_USAGE, "it has no <profile>, so there is nothing to compare with: learn it again");

  if (status == DETM_OK)
    answer_verify(a, &v);
  else
    dt_answer_error(a, &error);

  detm_profile_free(v.past);
  dt_call_rule_free(&v.rule);
}

/* ---- candidates of fields ---- */

static detm_status write_fields_as(dt_answering *a, detm_format format, const detm_fields *fields, detm_error *error) {
  detm_writer *writer = detm_writer_new(format, dt_buffer_write, &a->reply->body, 0, error);
  if (writer == NULL) return error->status;
  detm_status status = detm_writer_set_csv(writer, &a->options.csv, error);
  if (status == DETM_OK) status = detm_fields_emit(fields, detm_writer_sink(writer), error);
  if (status == DETM_OK) status = detm_writer_finish(writer, error);
  detm_writer_free(writer);
  return status;
}

static detm_status write_fields(dt_answering *a, dt_form form, detm_error *error) {
  detm_fields *fields =
      dt_call_fields((const detm_page *const *)a->pages.items, a->pages.count, &a->options, a->service->domains, error);
  if (fields == NULL) return error->status;
  detm_status status = form == DT_FORM_JSON ? dt_call_write_fields(&a->reply->body, fields, error)
                                            : write_fields_as(a, dt_form_format(form), fields, error);
  detm_fields_free(fields);
  return status;
}

void dt_answer_fields(dt_answering *a) {
  detm_error error = DETM_ERROR_NONE;
  dt_form form = DT_FORM_JSON;
  detm_status status = dt_answer_read(a, DT_CALL_FIELDS, &error);
  if (status == DETM_OK && !dt_answer_form(a, LINES, &form)) return;
  if (status == DETM_OK) status = dt_answer_check_csv(a, form, &error);
  a->options.page.parts = DETM_PAGE_DOCUMENT;
  if (status == DETM_OK) status = dt_pages_read(a, &error);
  if (status == DETM_OK) status = write_fields(a, form, &error);
  a->reply->type = dt_form_type(form);
  if (status != DETM_OK) dt_answer_error(a, &error);
}

/* ---- view ---- */

/* The result that a view shows: of the rule, of the method, or all lists of the page. */
static detm_result *view_result(dt_answering *a, const dt_call_rule *rule, const detm_page *page, detm_error *error) {
  if (rule->rule != NULL) return dt_call_apply(rule, page, &a->options, error);
  if (a->options.view == DT_CALL_VIEW_CONTENT) return dt_call_content(page, &a->options, error);
  if (a->options.view == DT_CALL_VIEW_LINKS) return dt_call_links(page, &a->options, error);
  a->options.all_regions = true;
  return dt_call_extract(page, &a->options, a->service->domains, error);
}

static unsigned view_parts_of(const dt_call_options *options) {
  return (options->no_rows ? 0 : DT_VIEW_ROWS) | (options->no_markup ? 0 : DT_VIEW_MARKUP);
}

static detm_status write_view(dt_answering *a, const dt_call_rule *rule, detm_error *error) {
  dt_call_note note;
  detm_page *page = take_page(a, 0, error);
  detm_result *result = page != NULL ? view_result(a, rule, page, error) : NULL;
  detm_status status = result != NULL ? DETM_OK : error->status;

  if (result != NULL) status = dt_call_check_result(&a->options, result, error);
  if (status == DETM_OK) {
    count_result(a, result);
    dt_call_describe(&note, &a->options, page, result);
    status = dt_view_write(&a->reply->body, page, result, note.note.message, view_parts_of(&a->options), error);
  }

  if (status != DETM_OK) dt_call_name_options(error);
  detm_result_free(result);
  detm_page_free(page);
  return status;
}

static bool names_method(const dt_answering *a) {
  return json_object_get(a->object, "method") != NULL || json_object_get(a->ask->query, "method") != NULL ||
         json_object_get(json_object_get(a->object, "options"), "method") != NULL;
}

/* Reads the body and the options of this kind of view.  The member "method" is an option, too. */
static detm_status read_view(dt_answering *a, detm_error *error) {
  detm_status status = dt_answer_read_body(a, error);
  if (status != DETM_OK) return status;
  if (names_method(a) && names_rule(a))
    return dt_error_set(error, DETM_USAGE, "a view is of a rule or by a \"method\": leave out one of them");

  status = dt_answer_read_options(a,
                                  names_rule(a)     ? DT_CALL_VIEW_RULE
                                  : names_method(a) ? DT_CALL_VIEW_METHOD
                                                    : DT_CALL_VIEW,
                                  error);
  json_t *method = json_object_get(a->object, "method");
  if (status != DETM_OK || method == NULL) return status;
  json_t *option = json_pack("{s:O}", "method", method);
  status = option != NULL ? dt_call_options_read(&a->options, option, error) : dt_error_memory(error);
  json_decref(option);
  return status;
}

void dt_answer_view(dt_answering *a) {
  detm_error error = DETM_ERROR_NONE;
  dt_call_rule rule = {0};
  detm_status status = read_view(a, &error);

  if (status == DETM_OK) status = check_pages(a, &error);
  if (status == DETM_OK && count_pages(a) != 1)
    status = dt_error_set(&error, DETM_USAGE, "a view is of one page, not of %zu", count_pages(a));
  if (status == DETM_OK && names_rule(a)) status = dt_answer_rule(a, &rule, &error);
  a->options.page.parts = DETM_PAGE_SOURCE | DETM_PAGE_DOCUMENT; /* the document has its language */
  if (status == DETM_OK && a->options.extract.region != NULL) status = learn_region(a, &rule, &error);
  if (status == DETM_OK) status = write_view(a, &rule, &error);
  a->reply->type = dt_form_type(DT_FORM_JSON);
  if (status != DETM_OK) dt_answer_error(a, &error);
  dt_call_rule_free(&rule);
}
