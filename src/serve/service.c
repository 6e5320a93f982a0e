/* serve/service.c: finds the call of a path, reads its body, and answers errors as problems (RFC 9457). */
#include "config.h"

#include "serve/service.h"

#include "base/embedded.h"
#include "base/escape.h"
#include "base/json.h"
#include "serve/serve.h"

#include <stdlib.h>

/* ---- the paths ---- */

typedef struct route {
  const char *pattern; /* "{}" at the end: anything */
  const char *methods; /* with spaces around */
  void (*answer)(dt_answering *a);
  const char *const *parameters; /* of the query, NULL after the last; NULL = none; those of POST are options, which
                                    dt_answer_read checks */
  dt_call call;                  /* whose options are parameters, too; 0 = none */
} route;

static void answer_health(dt_answering *a);
static void answer_openapi(dt_answering *a);

static const char *const runs_parameters[] = {"rule", NULL};

static const route routes[] = {
    {"/health", " GET ", answer_health, NULL, 0},
    {"/v1/openapi.json", " GET ", answer_openapi, NULL, 0},
    {"/v1/extract", " POST ", dt_answer_extract, NULL, 0},
    {"/v1/apply", " POST ", dt_answer_apply, NULL, 0},
    {"/v1/content", " POST ", dt_answer_content, NULL, 0},
    {"/v1/links", " POST ", dt_answer_links, NULL, 0},
    {"/v1/classify", " POST ", dt_answer_classify, NULL, 0},
    {"/v1/match", " POST ", dt_answer_match, NULL, 0},
    {"/v1/verify", " POST ", dt_answer_verify, NULL, 0},
    {"/v1/fields", " POST ", dt_answer_fields, NULL, 0},
    {"/v1/view", " POST ", dt_answer_view, NULL, 0},
    {"/v1/learn", " POST ", dt_answer_learn, NULL, 0},
    {"/v1/template", " POST ", dt_answer_template, NULL, 0},
    {"/v1/edit", " POST ", dt_answer_edit, NULL, 0},
    {"/v1/repair", " POST ", dt_answer_repair, NULL, 0},
    {"/v1/rules", " GET ", dt_answer_rules, NULL, 0},
    {"/v1/rules/{}", " GET PUT DELETE ", dt_answer_one_rule, NULL, 0},
    {"/v1/web", " GET POST ", dt_answer_web, NULL, 0},
    {"/v1/runs", " GET ", dt_answer_runs, runs_parameters, 0},
    {"/v1/runs/{}", " GET ", dt_answer_one_run, dt_run_parameters, DT_CALL_RUN},
};
enum { ROUTES = sizeof routes / sizeof *routes };

const char *dt_service_endpoint(size_t i) {
  static const char *const others[] = {"/", "other"};
  if (i < ROUTES) return routes[i].pattern;
  return i < ROUTES + 2 ? others[i - ROUTES] : NULL;
}

/* Finds the route of a path; *name gets what the pattern leaves open. */
static const route *find_route(const char *path, const char **name) {
  for (size_t r = 0; r < ROUTES; r++) {
    size_t length = strlen(routes[r].pattern);
    bool open = routes[r].pattern[length - 1] == '}';
    if (open) length -= strlen("{}");
    if (strncmp(path, routes[r].pattern, length) != 0 || (open ? path[length] == '\0' : path[length] != '\0')) continue;
    *name = path + length;
    return &routes[r];
  }
  return NULL;
}

/* ---- files ---- */

static const dt_embedded *file_of(const char *path) {
  const char *name = strcmp(path, "/") == 0 ? "index.html" : path + (path[0] == '/');
  const dt_embedded *file = dt_embedded_find(dt_serve_files, name);
  if (file == NULL) file = dt_embedded_find(dt_message_files, name);
  if (file == NULL && strcmp(name, "report.css") == 0) file = dt_embedded_find(dt_inspect_files, name);
  return file;
}

static const char *type_of_file(const char *name) {
  detm_text text = dt_text(name);
  if (dt_text_ends(text, DT_TEXT(".html"))) return "text/html; charset=utf-8";
  if (dt_text_ends(text, DT_TEXT(".css"))) return "text/css; charset=utf-8";
  if (dt_text_ends(text, DT_TEXT(".js"))) return "text/javascript; charset=utf-8";
  return "application/json";
}

static void answer_file(dt_reply *reply, const dt_embedded *file) {
  reply->file = file->bytes;
  reply->file_length = file->length;
  reply->type = type_of_file(file->name);
}

bool dt_service_is_open(const char *path) { return strcmp(path, "/health") == 0 || file_of(path) != NULL; }

static void answer_health(dt_answering *a) {
  dt_buffer_text(&a->reply->body, "{\"status\":\"ok\"}\n");
  a->reply->type = dt_form_type(DT_FORM_JSON);
}

/* The file, with the schemas of the options in the place that it leaves for them. */
static void answer_openapi(dt_answering *a) {
  const detm_text text = {(const char *)dt_openapi_files[0].bytes, dt_openapi_files[0].length},
                  place = DT_TEXT("\"@options\"");
  const char *at = memmem(text.data, text.length, place.data, place.length);
  dt_buffer *body = &a->reply->body;

  dt_buffer_add(body, text.data, (size_t)(at - text.data));
  dt_call_options_describe(body);
  dt_buffer_add(body, at + place.length, text.length - (size_t)(at - text.data) - place.length);
  a->reply->type = dt_form_type(DT_FORM_JSON);
}

/* ---- problems ---- */

static const char *title_of_status(unsigned status) {
  switch (status) {
  case 400:
    return "The request is wrong";
  case 401:
    return "A token is needed";
  case 403:
    return "This is not allowed";
  case 404:
    return "Not found";
  case 405:
    return "Method not allowed";
  case 406:
    return "Format not available";
  case 413:
    return "The request is too large";
  case 415:
    return "The body has an unknown type";
  case 422:
    return "The input cannot be processed";
  case 503:
    return "The server is busy";
  default:
    return "The server failed";
  }
}

void dt_reply_problem(dt_reply *reply, unsigned status, const char *detail) {
  dt_buffer *out = &reply->body;
  reply->status = status;
  reply->type = "application/problem+json";
  reply->file = NULL;
  dt_buffer_free(out);
  dt_buffer_format(out, "{\"type\":\"about:blank\",\"title\":\"%s\",\"status\":%u,\"detail\":", title_of_status(status),
                   status);
  dt_escape_json_string(out, dt_text(detail));
  dt_buffer_text(out, "}\n");
}

/* Clients need not know where the server keeps its files. */
static bool is_own_file(const dt_service *service, const char *file) {
  const char *own = service->store != NULL ? service->store : service->library;
  size_t length = own != NULL ? strlen(own) : 0;
  return length != 0 && strncmp(file, own, length) == 0 &&
         (own[length - 1] == '/' || file[length] == '/' || file[length] == '\0');
}

/* Makes the reply the problem of an answer that did not fit into its limit, or into the memory. */
static void refuse_answer(dt_reply *reply) {
  if (reply->body.full)
    dt_reply_problem(reply, 422, "the answer has more bytes than the server gives: send fewer pages");
  else
    dt_reply_problem(reply, 503, "the server has no memory for the answer");
}

void dt_answer_error(dt_answering *a, const detm_error *error) {
  static const unsigned statuses[] = {
      [DETM_NO_MEMORY] = 503, [DETM_BAD_INPUT] = 422, [DETM_LIMIT] = 422, [DETM_BAD_FILE] = 422,  [DETM_WRITE] = 500,
      [DETM_NOTHING] = 422,   [DETM_MISFIT] = 422,    [DETM_USAGE] = 400, [DETM_CANCELLED] = 422, [DETM_BUSY] = 503};
  dt_buffer text = {0};
  unsigned status = error->status < sizeof statuses / sizeof *statuses ? statuses[error->status] : 500;

  /* what a path names is missing */
  if (error->status == DETM_NOTHING && (a->name[0] != '\0' || strcmp(a->ask->method, "GET") == 0)) status = 404;
  if (a->reply->status >= 400) return; /* the first problem counts */
  if (a->reply->body.full) {
    refuse_answer(a->reply);
    return;
  }

  if (error->where[0] != '\0' && !is_own_file(a->service, error->where)) dt_buffer_format(&text, "%s: ", error->where);
  if (error->line != 0) dt_buffer_format(&text, "line %zu: ", error->line);
  if (error->status == DETM_CANCELLED)
    dt_buffer_format(&text, "the request took longer than the %g seconds that the server gives: send fewer pages",
                     a->service->seconds);
  else
    dt_buffer_text(&text, error->text);

  dt_buffer_byte(&text, '\0');
  dt_reply_problem(a->reply, status == 0 ? 500 : status, text.failed ? "no memory" : text.data);
  dt_buffer_free(&text);
}

/* ---- formats ---- */

#define XLSX_TYPE "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

static const struct {
  const char *name;  /* in Accept */
  const char *other; /* another name, NULL = none */
  const char *type;
  detm_format format;
} forms[DT_FORM_COUNT] = {
    [DT_FORM_JSON] = {"application/json", NULL, "application/json", DETM_NDJSON},
    [DT_FORM_XML] = {"application/xml", "text/xml", "application/xml; charset=utf-8", DETM_XML},
    [DT_FORM_NDJSON] = {"application/x-ndjson", "application/ndjson", "application/x-ndjson", DETM_NDJSON},
    [DT_FORM_CSV] = {"text/csv", NULL, "text/csv; charset=utf-8", DETM_CSV},
    [DT_FORM_XLSX] = {XLSX_TYPE, NULL, XLSX_TYPE, DETM_XLSX},
    [DT_FORM_MARKDOWN] = {"text/markdown", NULL, "text/markdown; charset=utf-8", DETM_MARKDOWN},
    [DT_FORM_TEXT] = {"text/plain", NULL, "text/plain; charset=utf-8", DETM_TEXT},
};

const char *dt_form_type(dt_form form) { return forms[form].type; }
detm_format dt_form_format(dt_form form) { return forms[form].format; }

/* How exactly an item of Accept names the form: 0 = not at all, 1 = "* / *", 2 = "text / *", 3 = its type. */
static unsigned names_form(detm_text item, dt_form form) {
  detm_text any = DT_TEXT("/*"), name = dt_text(forms[form].name);
  if (dt_text_equal(item, DT_TEXT("*/*"))) return 1;
  if (dt_text_ends(item, any)) return dt_text_starts_ci(name, (detm_text){item.data, item.length - 1}) ? 2 : 0;
  if (dt_text_equal_ci(item, name)) return 3;
  return forms[form].other != NULL && dt_text_equal_ci(item, dt_text(forms[form].other)) ? 3 : 0;
}

/* The weight of an item, "...;q=0.5"; cuts it off. */
static double weight_of(detm_text *item) {
  const char *semicolon = memchr(item->data, ';', item->length);
  if (semicolon == NULL) return 1;
  detm_text rest = dt_text_between(semicolon + 1, item->data + item->length);
  *item = dt_text_strip(dt_text_between(item->data, semicolon), " \t");
  for (size_t i = 0; i + 2 < rest.length; i++) /* digits of q, without strtod, which knows more */
    if ((rest.data[i] == 'q' || rest.data[i] == 'Q') && rest.data[i + 1] == '=') {
      double weight = rest.data[i + 2] == '1' ? 1 : 0, unit = 0.1;
      for (i += 4; i < rest.length && rest.data[i] >= '0' && rest.data[i] <= '9'; i++, unit /= 10)
        weight += (rest.data[i] - '0') * unit;
      return weight;
    }
  return 1;
}

typedef struct preference {
  double weight; /* 0 = not wanted */
  size_t place;  /* of its item in Accept */
} preference;

/* The preference for a form: that of the item which names it most exactly (RFC 9110, 12.5.1). */
static preference preference_of(const char *accept, dt_form form) {
  preference found = {0};
  unsigned exactness = 0;
  detm_text left = dt_text(accept);
  for (size_t place = 0; left.length != 0; place++) {
    const char *comma = memchr(left.data, ',', left.length);
    detm_text item = {left.data, comma != NULL ? (size_t)(comma - left.data) : left.length};
    left = dt_text_from(left, item.length + (comma != NULL));
    item = dt_text_strip(item, " \t");
    double weight = item.length != 0 ? weight_of(&item) : 0;
    unsigned exact = names_form(item, form);
    if (exact <= exactness) continue;
    exactness = exact;
    found = (preference){weight, place};
  }

  return found;
}

static void refuse_forms(dt_answering *a, unsigned wanted) {
  dt_buffer text = {0};
  for (unsigned f = 0; f < DT_FORM_COUNT; f++)
    if ((wanted >> f & 1) != 0)
      dt_buffer_format(&text, "%s%s", text.length == 0 ? "Accept one of " : ", ", forms[f].name);
  dt_buffer_byte(&text, '\0');
  dt_reply_problem(a->reply, 406, text.failed ? "no memory" : text.data);
  dt_buffer_free(&text);
}

detm_status dt_answer_check_csv(const dt_answering *a, dt_form form, detm_error *error) {
  const char *option = form != DT_FORM_CSV ? dt_call_csv_option(&a->options) : NULL;
  return option == NULL ? DETM_OK
                        : dt_error_set(error, DETM_USAGE, "\"%s\" is for answers in CSV: accept text/csv", option);
}

bool dt_answer_form(dt_answering *a, unsigned wanted, dt_form *form) {
  preference best = {0};
  for (unsigned f = 0; f < DT_FORM_COUNT; f++) {
    if ((wanted >> f & 1) == 0) continue;
    preference own = preference_of(a->ask->accept != NULL ? a->ask->accept : "*/*", (dt_form)f);
    if (own.weight <= 0 || own.weight < best.weight) continue;
    if (own.weight == best.weight && own.place >= best.place) continue;
    best = own;
    *form = (dt_form)f;
  }
  if (best.weight <= 0) refuse_forms(a, wanted);
  return best.weight > 0;
}

/* ---- the body ---- */

static bool has_type(const dt_ask *ask, const char *name) {
  detm_text type = dt_text(ask->type != NULL ? ask->type : "");
  const char *semicolon = type.length != 0 ? memchr(type.data, ';', type.length) : NULL;
  if (semicolon != NULL) type.length = (size_t)(semicolon - type.data);
  return dt_text_equal_ci(dt_text_strip(type, " \t"), dt_text(name));
}

/* Types of other sites' forms are not among them. */
static bool is_page(const dt_ask *ask) { return has_type(ask, "text/html") || has_type(ask, "application/xhtml+xml"); }

static void refuse_large_json(dt_answering *a) {
  char detail[96];
  snprintf(detail, sizeof detail, "the body has more than %d values of JSON: send fewer pages at once",
           DT_JSON_MAX_VALUES);
  dt_reply_problem(a->reply, 413, detail);
}

static detm_status read_json(dt_answering *a, detm_error *error) {
  json_error_t why;
  bool no_memory;
  a->object = dt_json_load(a->ask->body.data, a->ask->body.length, JSON_REJECT_DUPLICATES, &why, &no_memory);
  if (no_memory) return dt_error_memory(error);
  if (a->object == NULL && dt_json_is_large(a->ask->body.data, a->ask->body.length)) refuse_large_json(a);
  if (a->object == NULL && json_error_code(&why) == json_error_duplicate_key)
    return dt_error_set(error, DETM_USAGE, "an object of the body has a member twice: line %d: %s", why.line, why.text);
  if (a->object == NULL)
    return dt_error_set(error, DETM_USAGE, "the body is not JSON: line %d: %s", why.line, why.text);
  if (!json_is_object(a->object)) return dt_error_set(error, DETM_USAGE, "the body is not an object of JSON");
  return DETM_OK;
}

/* Query parameters are options, except "rule" of a call that has this member, and what compares runs. */
static detm_status read_query(dt_answering *a, detm_error *error) {
  json_t *options = json_copy((json_t *)(uintptr_t)a->ask->query);
  if (options == NULL && a->ask->query != NULL) return dt_error_memory(error);
  if (options != NULL && dt_call_has_member(a->options.call, "rule")) json_object_del(options, "rule");
  for (const char *const *name = dt_run_parameters; *name != NULL; name++)
    if (options != NULL && a->options.call == DT_CALL_RUN) json_object_del(options, *name);
  detm_status status = dt_call_options_read(&a->options, options, error);
  json_decref(options); /* its strings are the query's, too */
  return status;
}

detm_status dt_answer_read_body(dt_answering *a, detm_error *error) {
  if (has_type(a->ask, "application/json")) return read_json(a, error);
  if (is_page(a->ask)) return DETM_OK;
  dt_reply_problem(a->reply, 415, "write Content-Type: application/json, or text/html with the bytes of a page");
  return dt_error_set(error, DETM_USAGE, "unknown type");
}

detm_status dt_answer_read_options(dt_answering *a, dt_call call, detm_error *error) {
  a->options.call = call;
  detm_status status = read_query(a, error);
  if (status == DETM_OK) status = dt_call_options_read(&a->options, json_object_get(a->object, "options"), error);
  if (status == DETM_OK) status = dt_call_check_members(call, a->object, error);
  if (status == DETM_OK && a->options.values.date != NULL && !a->options.values.typed)
    status = dt_error_set(error, DETM_USAGE, "\"date\" is for values that are read: set \"typed\", too");
  return status;
}

detm_status dt_answer_read(dt_answering *a, dt_call call, detm_error *error) {
  detm_status status = dt_answer_read_body(a, error);
  return status == DETM_OK ? dt_answer_read_options(a, call, error) : status;
}

static detm_status load_named(dt_answering *a, const json_t *name, dt_call_rule *rule, detm_error *error) {
  dt_buffer bytes = {0};
  if (!json_is_string(name) || strlen(json_string_value(name)) != json_string_length(name))
    return dt_error_set(error, DETM_USAGE, "\"rule\" is not a name");
  detm_status status = dt_rules_read(a->service, json_string_value(name), &bytes, error);
  if (status == DETM_OK)
    status = dt_call_rule_load(rule, (detm_text){bytes.data, bytes.length}, json_string_value(name), error);
  dt_buffer_free(&bytes);
  if (status == DETM_NOTHING) dt_reply_problem(a->reply, 404, error->text);
  return status;
}

detm_status dt_answer_rule(dt_answering *a, dt_call_rule *rule, detm_error *error) {
  const json_t *wrapper = json_object_get(a->object, "wrapper"), *made = json_object_get(a->object, "template");
  const json_t *in_body = json_object_get(a->object, "rule"), *in_query = json_object_get(a->ask->query, "rule");
  const json_t *given = wrapper != NULL ? wrapper : made, *name = in_body != NULL ? in_body : in_query;
  const char *member = wrapper != NULL ? "wrapper" : "template";
  if ((wrapper != NULL) + (made != NULL) + (in_body != NULL) + (in_query != NULL) > 1)
    return dt_error_set(error, DETM_USAGE, "give only one of \"wrapper\", \"template\" and \"rule\"");
  if (given == NULL && name != NULL) return load_named(a, name, rule, error);
  if (!json_is_string(given))
    return dt_error_set(error, DETM_USAGE, "give the XML of a \"wrapper\" or \"template\", or the name of a \"rule\"");
  detm_text bytes = dt_json_text(given);
  return dt_call_rule_load(rule, bytes, member, error);
}

/* ---- requests ---- */

/* A page stops when the time of its request is over. */
static int is_over_deadline(void *data) {
  const dt_answering *a = data;
  return a->deadline > 0 && dt_seconds() > a->deadline;
}

static void answer_route(const dt_service *service, const dt_ask *ask, dt_reply *reply, const route *found,
                         const char *name) {
  dt_answering a = {.service = service, .ask = ask, .reply = reply, .name = name};
  detm_page_options page = service->page;
  a.deadline = service->seconds > 0 ? dt_seconds() + service->seconds : 0;
  page.cancelled = is_over_deadline;
  page.cancel_data = &a;
  dt_call_options_init(&a.options, &page);
  found->answer(&a);
  dt_pages_close(&a);
  json_decref(a.object);
  if (reply->body.failed && reply->status < 400) refuse_answer(reply);
}

void dt_reply_unknown(dt_reply *reply, const char *parameter) {
  char detail[160];
  snprintf(detail, sizeof detail, "this path has no parameter \"%.100s\": see /v1/openapi.json", parameter);
  dt_reply_problem(reply, 400, detail);
}

static bool has_parameter(const route *found, const char *name) {
  const char *const *parameter = found->parameters;
  while (parameter != NULL && *parameter != NULL && strcmp(*parameter, name) != 0) parameter++;
  return parameter != NULL && *parameter != NULL;
}

/* A parameter of the query that the path does not have; NULL = none. */
static const char *find_unknown(const route *found, const json_t *query) {
  void *all = (void *)(uintptr_t)query;
  if (strcmp(found->methods, " POST ") == 0) return NULL;
  for (void *at = json_object_iter(all); at != NULL; at = json_object_iter_next(all, at)) {
    const char *name = json_object_iter_key(at);
    if (!has_parameter(found, name) && !dt_call_has_option(found->call, name)) return name;
  }
  return NULL;
}

void dt_service_answer(const dt_service *service, const dt_ask *ask, dt_reply *reply) {
  const char *name = "";
  char method[16];
  const route *found = find_route(ask->path, &name);
  const dt_embedded *file = found == NULL ? file_of(ask->path) : NULL;
  const char *allowed = found != NULL ? found->methods : " GET ";
  const char *unknown = found != NULL ? find_unknown(found, ask->query) : NULL;
  *reply = (dt_reply){.status = 200,
                      .body.most = service->max_answer,
                      .endpoint = found != NULL  ? found->pattern
                                  : file != NULL ? "/"
                                                 : "other"};
  snprintf(method, sizeof method, " %.12s ", ask->method);

  if (found == NULL && file == NULL) {
    dt_reply_problem(reply, 404, "there is no such path: see /v1/openapi.json");
  } else if (strstr(allowed, method) == NULL) {
    reply->allow = strcmp(allowed, " POST ") == 0             ? "POST"
                   : strcmp(allowed, " GET PUT DELETE ") == 0 ? "GET, HEAD, PUT, DELETE"
                                                              : "GET, HEAD";
    dt_reply_problem(reply, 405, "see /v1/openapi.json");
  } else if (unknown != NULL) {
    dt_reply_unknown(reply, unknown);
  } else if (file != NULL) {
    reply->is_page = true;
    answer_file(reply, file);
  } else {
    answer_route(service, ask, reply, found, name);
  }
}
