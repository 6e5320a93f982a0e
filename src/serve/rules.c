/* serve/rules.c: the wrappers, templates and runs that the server keeps: a store, or a folder of a library.
 *
 * Names are those of the store or library, never paths. */
#include "config.h"

#include <detm/library.h>
#include <detm/store.h>

#include "base/escape.h"
#include "base/files.h"
#include "serve/serve.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#define VERSIONS "/versions" /* the end of a path that lists the versions of a rule */

enum { MAX_NAME = DT_MAX_RULE_NAME, MAX_RULE_BYTES = 64 << 20 };

/* A request waits this long for another program that holds the store: a thread of the pool waits with it. */
static const double BUSY_SECONDS = 2;

/* The folder of corrections is not part of a library. */
static bool is_rule_name(const char *name) {
  return dt_rule_name_fits(name) && strncmp(name, DT_CORRECTIONS "/", strlen(DT_CORRECTIONS "/")) != 0;
}

static detm_status no_rules(detm_error *error) {
  return dt_error_set(error, DETM_NOTHING, "the server keeps no rules: start it with a store or a library");
}

static detm_status no_rule(const char *name, detm_error *error) {
  return dt_error_set(error, DETM_NOTHING, "there is no rule \"%.*s\"", MAX_NAME, name);
}

/* A library that cannot be read is a fault of the server, not of the request: its status becomes 500. */
static detm_status no_library(detm_error *error) {
  return dt_error_set(error, DETM_WRITE, "the library of the server cannot be read");
}

static bool has_library(const dt_service *service) { return access(service->library, R_OK | X_OK) == 0; }

static detm_store *open_store(const dt_service *service, detm_error *error) {
  detm_store_options options = detm_store_defaults;
  options.create = 1;
  options.seconds = BUSY_SECONDS;
  return detm_store_open(service->store, &options, error);
}

/* ---- reading ---- */

static detm_status copy_rule(void *data, const detm_stored_rule *rule, detm_error *error) {
  dt_buffer *bytes = data;
  dt_buffer_add(bytes, rule->bytes.data, rule->bytes.length);
  return bytes->failed ? dt_error_memory(error) : DETM_OK;
}

static detm_status read_stored(const dt_service *service, const char *name, dt_buffer *bytes, detm_error *error) {
  detm_store *store = open_store(service, error);
  if (store == NULL) return error->status;
  detm_error own = DETM_ERROR_NONE;
  detm_status status = detm_store_visit_rule(store, name, copy_rule, bytes, &own);
  detm_store_close(store);
  if (status == DETM_NOTHING) return no_rule(name, error);
  return status == DETM_OK ? status : dt_error_set(error, status, "%s", own.text);
}

/* The path of a file of the library, from malloc; NULL: *error says why. */
static char *library_path(const dt_service *service, const char *name, detm_error *error) {
  char file[MAX_NAME + sizeof ".xml"];
  dt_stamp stamp;
  if (!is_rule_name(name)) {
    no_rule(name, error);
    return NULL;
  }

  snprintf(file, sizeof file, "%s.xml", name);
  char *path = dt_folder_path(service->library, file);
  if (path == NULL) {
    dt_error_memory(error);
  } else if (!dt_folder_stamp(path, &stamp)) {
    if (has_library(service))
      no_rule(name, error);
    else
      no_library(error);
    free(path);
    path = NULL;
  }

  return path;
}

static detm_status read_library_file(const dt_service *service, const char *name, dt_buffer *bytes, detm_error *error) {
  char *path = library_path(service, name, error);
  if (path == NULL) return error->status;
  detm_status status = dt_folder_read(path, MAX_RULE_BYTES, bytes, error);
  free(path);
  return status;
}

detm_status dt_rules_read(const dt_service *service, const char *name, dt_buffer *bytes, detm_error *error) {
  if (service->store != NULL) return read_stored(service, name, bytes, error);
  if (service->library != NULL) return read_library_file(service, name, bytes, error);
  return no_rules(error);
}

detm_library *dt_rules_library(const dt_service *service, detm_error *error) {
  if (service->library != NULL && has_library(service)) return detm_library_open(service->library, error);

  if (service->library != NULL) {
    no_library(error);
    return NULL;
  }

  if (service->store == NULL) {
    no_rules(error);
    return NULL;
  }

  detm_store *store = open_store(service, error);
  detm_library *library = store != NULL ? detm_store_library(store, error) : NULL;
  detm_store_close(store);
  return library;
}

/* ---- lists ---- */

static void start_item(dt_buffer *out) {
  dt_buffer_text(out, out->length != 0 && out->data[out->length - 1] == '[' ? "{" : ",{");
}

static detm_status add_stored_rule(void *data, const detm_stored_rule *rule, detm_error *error) {
  dt_buffer *out = data;
  start_item(out);
  dt_escape_json_member(out, "name", dt_text(rule->name));
  dt_buffer_format(out, ",\"version\":%zu", rule->version);
  dt_escape_json_member(out, "kind", dt_text(rule->kind));
  dt_escape_json_member(out, "site", dt_text(rule->site));
  dt_escape_json_member(out, "domain", dt_text(rule->domain));
  dt_escape_json_member(out, "added", dt_text(rule->added));
  dt_escape_json_member(out, "hash", dt_text(rule->hash));
  dt_buffer_byte(out, '}');
  return out->failed ? dt_error_memory(error) : DETM_OK;
}

/* Adds the rules of the store; those of a name with all versions. */
static detm_status list_stored(const dt_service *service, const char *name, dt_buffer *out, detm_error *error) {
  detm_store *store = open_store(service, error);
  if (store == NULL) return error->status;
  size_t before = out->length;
  detm_status status = detm_store_visit_rules(store, name, name != NULL, add_stored_rule, out, error);
  if (status == DETM_OK && name != NULL && out->length == before) status = no_rule(name, error);
  detm_store_close(store);
  return status;
}

static void add_library_file(const dt_service *service, const char *file, dt_buffer *out) {
  char name[MAX_NAME + 1];
  size_t length = strlen(file), end = length > 4 ? length - 4 : 0;
  dt_buffer bytes = {0};
  if (end == 0 || end > MAX_NAME || strcmp(file + end, ".xml") != 0) return;

  memcpy(name, file, end);
  name[end] = '\0';
  char *path = dt_folder_path(service->library, file);
  if (path != NULL && is_rule_name(name) && dt_folder_read(path, MAX_RULE_BYTES, &bytes, NULL) == DETM_OK) {
    const char *kind = detm_file_kind(bytes.data, bytes.length);
    if (kind != NULL) start_item(out);
    if (kind != NULL && !out->failed) {
      dt_escape_json_member(out, "name", dt_text(name));
      dt_escape_json_member(out, "kind", dt_text(kind));
      dt_buffer_text(out, ",\"version\":1}");
    }
  }

  dt_buffer_free(&bytes);
  free(path);
}

static detm_status list_rule_files(const dt_service *service, dt_buffer *out, detm_error *error) {
  dt_buffer names = {0};
  size_t count;
  detm_status status = has_library(service) ? dt_folder_list(service->library, &names, error) : no_library(error);
  const char **sorted = dt_folder_sort(&names, &count);
  if (sorted == NULL) status = dt_error_memory(error);
  for (size_t i = 0; i < count && status == DETM_OK; i++) add_library_file(service, sorted[i], out);
  free(sorted);
  dt_buffer_free(&names);
  return status;
}

static detm_status list_rules(const dt_service *service, const char *name, dt_buffer *out, detm_error *error) {
  if (service->store != NULL) return list_stored(service, name, out, error);
  if (service->library == NULL) return no_rules(error);
  if (name == NULL) return list_rule_files(service, out, error);
  char *path = library_path(service, name, error);
  if (path == NULL) return error->status;
  free(path);
  start_item(out);
  dt_escape_json_member(out, "name", dt_text(name));
  dt_buffer_text(out, ",\"version\":1}");
  return DETM_OK;
}

static void answer_list(dt_answering *a, const char *member, const char *name) {
  detm_error error = DETM_ERROR_NONE;
  dt_buffer *out = &a->reply->body;
  a->reply->type = dt_form_type(DT_FORM_JSON);
  dt_buffer_format(out, "{\"%s\":[", member);
  if (!out->failed && list_rules(a->service, name, out, &error) == DETM_OK)
    dt_buffer_text(out, "]}");
  else
    dt_answer_error(a, &error);
}

void dt_answer_rules(dt_answering *a) { answer_list(a, "rules", NULL); }

/* ---- one rule ---- */

static void get_rule(dt_answering *a) {
  detm_error error = DETM_ERROR_NONE;
  a->reply->type = "application/xml; charset=utf-8";
  if (dt_rules_read(a->service, a->name, &a->reply->body, &error) != DETM_OK) dt_answer_error(a, &error);
}

static detm_status put_stored(const dt_service *service, const char *name, detm_text bytes, size_t *version,
                              int *is_new, detm_error *error) {
  detm_store *store = open_store(service, error);
  if (store == NULL) return error->status;
  const detm_stored_rule rule = {.name = name, .bytes = bytes};
  detm_status status = detm_store_put_rule(store, &rule, version, is_new, error);
  detm_store_close(store);
  return status;
}

static detm_status put_file(const dt_service *service, const char *name, detm_text bytes, int *is_new,
                            detm_error *error) {
  char file[MAX_NAME + sizeof ".xml"];
  detm_error unknown = DETM_ERROR_NONE;
  if (!is_rule_name(name))
    return dt_error_set(error, DETM_USAGE, "\"%.*s\" is not a name: write NAME or DOMAIN/NAME", MAX_NAME, name);
  char *path = library_path(service, name, &unknown);
  *is_new = path == NULL;
  free(path);
  snprintf(file, sizeof file, "%s.xml", name);
  if (dt_folder_make_domain(service->library, file) &&
      dt_folder_replace(service->library, file, bytes.data, bytes.length))
    return DETM_OK;
  return dt_error_set(error, DETM_WRITE, "the rule \"%s\" could not be written: %s", name, strerror(errno));
}

static void put_rule(dt_answering *a) {
  detm_error error = DETM_ERROR_NONE;
  dt_call_rule rule = {0};
  size_t version = 0; /* a library has no versions */
  int is_new = 0;
  const dt_service *service = a->service;
  detm_text bytes = a->ask->body;

  if (bytes.data == NULL) bytes.data = "";
  detm_status status = service->store != NULL || service->library != NULL ? DETM_OK : no_rules(&error);
  if (status == DETM_OK && strchr(a->name, '@') != NULL)
    status = dt_error_set(&error, DETM_USAGE, "a new version gets its number from the store: leave out @VERSION");
  if (status == DETM_OK && dt_text_ends(dt_text(a->name), DT_TEXT(VERSIONS)))
    status = dt_error_set(&error, DETM_USAGE, "the path \"...%s\" lists versions: write another name", VERSIONS);
  if (status == DETM_OK) status = dt_call_rule_load(&rule, bytes, a->name, &error);
  dt_call_rule_free(&rule);

  if (status == DETM_OK)
    status = service->store != NULL ? put_stored(service, a->name, bytes, &version, &is_new, &error)
                                    : put_file(service, a->name, bytes, &is_new, &error);

  a->reply->type = dt_form_type(DT_FORM_JSON);
  if (status == DETM_OK) {
    a->reply->status = is_new ? 201 : 200;
    dt_buffer_text(&a->reply->body, "{");
    dt_escape_json_member(&a->reply->body, "name", dt_text(a->name));
    if (version != 0) dt_buffer_format(&a->reply->body, ",\"version\":%zu", version);
    dt_buffer_format(&a->reply->body, ",\"new\":%s}", is_new ? "true" : "false");
  } else {
    dt_answer_error(a, &error);
  }
}

static void delete_rule(dt_answering *a) {
  detm_error error = DETM_ERROR_NONE;
  const dt_service *service = a->service;
  detm_status status = DETM_OK;

  if (service->store != NULL) {
    detm_store *store = open_store(service, &error);
    status = store != NULL ? detm_store_remove_rule(store, a->name, &error) : error.status;
    detm_store_close(store);
  } else if (service->library != NULL) {
    char *path = library_path(service, a->name, &error);
    if (path == NULL)
      status = error.status;
    else if (unlink(path) != 0)
      status = dt_error_set(&error, DETM_WRITE, "the rule \"%s\" could not be removed: %s", a->name, strerror(errno));
    free(path);
  } else {
    status = no_rules(&error);
  }

  a->reply->status = 204;
  if (status != DETM_OK) dt_answer_error(a, &error);
}

/* The path ends with /versions: the name is the part before it. */
static void list_versions(dt_answering *a, size_t length) {
  char name[MAX_NAME + 1];
  detm_error error = DETM_ERROR_NONE;
  if (length > MAX_NAME) {
    no_rule(a->name, &error);
    dt_answer_error(a, &error);
    return;
  }
  memcpy(name, a->name, length);
  name[length] = '\0';
  answer_list(a, "versions", name);
}

void dt_answer_one_rule(dt_answering *a) {
  detm_text name = dt_text(a->name), versions = DT_TEXT(VERSIONS);
  bool reads = strcmp(a->ask->method, "GET") == 0;
  if (reads && name.length > versions.length && dt_text_ends(name, versions))
    list_versions(a, name.length - versions.length);
  else if (reads)
    get_rule(a);
  else if (strcmp(a->ask->method, "PUT") == 0)
    put_rule(a);
  else
    delete_rule(a);
}

/* ---- runs ---- */

static detm_store *open_runs(dt_answering *a, detm_error *error) {
  if (a->service->store != NULL) return open_store(a->service, error);
  dt_error_set(error, DETM_NOTHING, "the server has no store: start it with one");
  return NULL;
}

static detm_status add_stored_run(void *data, const detm_run *run, detm_error *error) {
  dt_buffer *out = data;
  start_item(out);
  dt_buffer_format(out, "\"run\":%zu", run->number);
  dt_escape_json_member(out, "time", dt_text(run->time));
  dt_escape_json_member(out, "command", dt_text(run->command));
  dt_buffer_format(out, ",\"pages\":%zu,\"records\":%zu}", run->pages, run->records);
  return out->failed ? dt_error_memory(error) : DETM_OK;
}

void dt_answer_runs(dt_answering *a) {
  detm_error error = DETM_ERROR_NONE;
  detm_store *store = open_runs(a, &error);
  const char *rule = json_string_value(json_object_get(a->ask->query, "rule"));
  a->reply->type = dt_form_type(DT_FORM_JSON);
  dt_buffer_text(&a->reply->body, "{\"runs\":[");
  if (store != NULL && detm_store_visit_runs(store, rule, add_stored_run, &a->reply->body, &error) == DETM_OK)
    dt_buffer_text(&a->reply->body, "]}");
  else
    dt_answer_error(a, &error);
  detm_store_close(store);
}

static void describe_page(dt_buffer *out, const detm_saved_page *page) {
  dt_buffer_format(out, "\"records\":%zu", page->records);
  dt_escape_json_member(out, "name", dt_text(page->name));
  dt_escape_json_member(out, "url", dt_text(page->url));
  dt_escape_json_member(out, "rule", dt_text(page->rule));
  if (page->rule_version != 0) dt_buffer_format(out, ",\"version\":%zu", page->rule_version);
}

static detm_status add_saved_page(void *data, const detm_saved_page *page, detm_error *error) {
  dt_buffer *out = data;
  start_item(out);
  describe_page(out, page);
  dt_escape_share(out, ",\"fit\":", page->fit, "");
  dt_escape_json_member(out, "problem", dt_text(page->problem));
  dt_buffer_text(out, page->kept ? ",\"kept\":true}" : "}");
  return out->failed ? dt_error_memory(error) : DETM_OK;
}

/* Adds the page with its source, the first one alone: names are seldom the same. */
static detm_status add_source(void *data, const detm_saved_page *page, detm_text source, detm_error *error) {
  dt_buffer *out = data;
  if (out->length != 0) return DETM_OK;
  dt_buffer_byte(out, '{');
  describe_page(out, page);
  dt_buffer_text(out, ",\"html\":");
  dt_escape_json_string(out, source);
  dt_buffer_byte(out, '}');
  return out->failed ? dt_error_memory(error) : DETM_OK;
}

typedef struct run_call {
  detm_store *store;
  size_t run, after; /* after 0: one run, else the difference */
  const char *page;  /* whose source is asked for; NULL = none */
  detm_diff_options options;
} run_call;

static detm_status push_run(const run_call *call, const detm_sink *sink, detm_diff *diff, detm_error *error) {
  if (call->after == 0) return detm_store_emit_run(call->store, call->run, NULL, sink, error);
  return detm_store_diff(call->store, call->run, call->after, &call->options, sink, diff, error);
}

static detm_status write_source(dt_answering *a, const run_call *call, detm_error *error) {
  detm_status status = detm_store_visit_sources(call->store, call->run, call->page, add_source, &a->reply->body, error);
  if (status != DETM_OK || a->reply->body.length != 0) return status;
  dt_reply_problem(a->reply, 404, "the run has no page of this name with its source: save pages with their sources");
  return DETM_OK;
}

/* Answers with the records of a run, or with a difference. */
static detm_status write_run(dt_answering *a, const run_call *call, dt_form form, detm_error *error) {
  dt_buffer lines = {0}, *out = &a->reply->body;
  detm_diff diff = {0};
  detm_writer *writer =
      detm_writer_new(dt_form_format(form), dt_buffer_write, form == DT_FORM_JSON ? &lines : out, 0, error);
  detm_status status = writer != NULL ? detm_writer_set_csv(writer, &a->options.csv, error) : DETM_NO_MEMORY;

  if (status == DETM_OK) status = push_run(call, detm_writer_sink(writer), &diff, error);
  if (status == DETM_OK) status = detm_writer_finish(writer, error);
  if (status == DETM_OK && form == DT_FORM_JSON && call->after != 0)
    dt_buffer_format(out, "{\"new\":%zu,\"gone\":%zu,\"changed\":%zu,\"same\":%zu,\"changes\":[", diff.fresh, diff.gone,
                     diff.changed, diff.same);

  if (status == DETM_OK && form == DT_FORM_JSON && call->after == 0) {
    dt_buffer_format(out, "{\"run\":%zu,\"pages\":[", call->run);
    status = detm_store_visit_pages(call->store, call->run, add_saved_page, out, error);
    dt_buffer_text(out, "],\"records\":[");
  }

  if (status == DETM_OK && form == DT_FORM_JSON) {
    dt_call_add_lines(out, (detm_text){lines.data, lines.length});
    dt_buffer_text(out, "]}");
  }

  detm_writer_free(writer);
  dt_buffer_free(&lines);
  return status;
}

/* ---- the parameters of a difference ---- */

/* The lists of names of a difference, as in the query: "a,b". */
typedef struct name_lists {
  char *copies[3];
  const char *words[3][DETM_MAX_DIFF_WORDS];
} name_lists;

/* Cuts the parameter into names, which `lists` keep. */
static detm_status read_name_list(const dt_answering *a, const char *parameter, name_lists *lists, size_t list,
                                  size_t *count, detm_error *error) {
  const char *text = json_string_value(json_object_get(a->ask->query, parameter));
  char *at = lists->copies[list] = strdup(text != NULL ? text : "");
  if (at == NULL) return dt_error_memory(error);
  for (char *comma; *at != '\0'; at = comma) {
    comma = at + strcspn(at, ",");
    if (*comma == ',') *comma++ = '\0';
    if (*at == '\0') continue;
    if (*count == DETM_MAX_DIFF_WORDS)
      return dt_error_set(error, DETM_USAGE, "\"%s\" has more than %d names", parameter, DETM_MAX_DIFF_WORDS);
    lists->words[list][(*count)++] = at;
  }
  return DETM_OK;
}

const char *const dt_run_parameters[] = {"page", "key", "ignore", "ignore-parameter", "name", "all", NULL};

/* Reads the page of a run, or what is compared of two. */
static detm_status read_difference(const dt_answering *a, run_call *call, name_lists *lists, detm_error *error) {
  detm_diff_options *options = &call->options;
  const json_t *query = a->ask->query;
  call->page = json_string_value(json_object_get(query, "page"));
  for (const char *const *name = dt_run_parameters; *name != NULL; name++) {
    const bool of_one = strcmp(*name, "page") == 0, wrong = of_one == (call->after != 0);
    if (wrong && json_object_get(query, *name) != NULL)
      return dt_error_set(error, DETM_USAGE, "\"%s\" is for %s: leave it out", *name,
                          of_one ? "one run" : "the difference of two runs");
  }

  *options = detm_diff_defaults;
  options->keys = lists->words[0];
  options->ignored = lists->words[1];
  options->parameters = lists->words[2];
  options->rule = json_string_value(json_object_get(query, "name"));
  const char *all = json_string_value(json_object_get(query, "all"));
  options->every = all != NULL && strcmp(all, "true") == 0;
  if (all != NULL && strcmp(all, "true") != 0 && strcmp(all, "false") != 0)
    return dt_error_set(error, DETM_USAGE, "\"all\" must be true or false");
  detm_status status = read_name_list(a, "key", lists, 0, &options->key_count, error);
  if (status == DETM_OK) status = read_name_list(a, "ignore", lists, 1, &options->ignored_count, error);
  return status == DETM_OK ? read_name_list(a, "ignore-parameter", lists, 2, &options->parameter_count, error) : status;
}

/* The numbers of "12" or "12/diff/13". */
static detm_status find_runs(const char *name, run_call *call, detm_error *error) {
  char first[32];
  size_t length = strcspn(name, "/");
  const char *rest = name + length, *diff = "/diff/";
  bool differs = strncmp(rest, diff, strlen(diff)) == 0;
  if (length >= sizeof first || (*rest != '\0' && !differs))
    return dt_error_set(error, DETM_NOTHING, "there is no such run");
  memcpy(first, name, length);
  first[length] = '\0';
  detm_error own = DETM_ERROR_NONE;
  detm_status status = detm_store_find_run(call->store, first, &call->run, &own);
  if (status == DETM_OK && differs) status = detm_store_find_run(call->store, rest + strlen(diff), &call->after, &own);
  return status == DETM_OK ? status : dt_error_set(error, status == DETM_USAGE ? DETM_NOTHING : status, "%s", own.text);
}

void dt_answer_one_run(dt_answering *a) {
  detm_error error = DETM_ERROR_NONE;
  name_lists lists = {0};
  dt_form form;
  run_call call = {0};
  if (!dt_answer_form(a, 1U << DT_FORM_JSON | 1U << DT_FORM_XML | 1U << DT_FORM_NDJSON | 1U << DT_FORM_CSV, &form))
    return;
  detm_status status = dt_answer_read_options(a, DT_CALL_RUN, &error);
  if (status == DETM_OK) status = dt_answer_check_csv(a, form, &error);
  if (status == DETM_OK && (call.store = open_runs(a, &error)) == NULL) status = error.status;
  if (status == DETM_OK) status = find_runs(a->name, &call, &error);
  if (status == DETM_OK) status = read_difference(a, &call, &lists, &error);
  a->reply->type = dt_form_type(form);

  if (status == DETM_OK && call.page != NULL) {
    a->reply->type = dt_form_type(DT_FORM_JSON);
    status = write_source(a, &call, &error);
  } else if (status == DETM_OK) {
    status = write_run(a, &call, form, &error);
  }

  if (status == DETM_NOTHING && call.store != NULL)
    error = (detm_error){.status = DETM_NOTHING, .text = "there is no such run: see /v1/runs"};
  if (status != DETM_OK) dt_answer_error(a, &error);
  for (size_t i = 0; i < sizeof lists.copies / sizeof *lists.copies; i++) free(lists.copies[i]);
  detm_store_close(call.store);
}
