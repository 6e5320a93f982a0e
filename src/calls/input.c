/* calls/input.c: pages, wrappers, templates and options from JSON. */
#include "calls/calls.h"

#include <detm/library.h>

#include <math.h>
#include <stdlib.h>

/* ---- options ---- */

typedef enum option_kind { FLAG, SWITCH /* a bool */, COUNT, NUMBER, TEXT, METHOD } option_kind;

typedef struct option_row {
  const char *name;
  option_kind kind;
  size_t offset;
  double most; /* of a number; 0 = any */
} option_row;

#define AT(member) offsetof(dt_call_options, member)

static const option_row rows[] = {
    {"all", FLAG, AT(verify.all), 0},
    {"all-columns", FLAG, AT(extract.all_columns), 0},
    {"all-regions", SWITCH, AT(all_regions), 0},
    {"also-others", SWITCH, AT(also_others), 0},
    {"base", TEXT, AT(page.base), 0},
    {"domain", TEXT, AT(domain), 0},
    {"encoding", TEXT, AT(page.encoding), 0},
    {"exactly", FLAG, AT(template_options.exactly), 0},
    {"max-fields", COUNT, AT(fields.max_fields), 0},
    {"max-records", COUNT, AT(extract.max_records), 0},
    {"method", METHOD, AT(content.method), 0},
    {"min-confidence", NUMBER, AT(verify.least_confidence), 1},
    {"min-fit", NUMBER, AT(extract.min_fit), 1},
    {"min-score", NUMBER, AT(min_score), 1},
    {"name", TEXT, AT(template_options.name), 0},
    {"others", FLAG, AT(extract.others), 0},
    {"region", TEXT, AT(extract.region), 0},
    {"text-only", FLAG, AT(content.text_only), 0},
    {"threshold", NUMBER, AT(extract.distance.threshold), 1},
    {"url", TEXT, AT(page.base), 0},
};

#undef AT

void dt_call_options_init(dt_call_options *options, const detm_page_options *page) {
  *options = (dt_call_options){
      .page = *page,
      .extract = detm_extract_defaults,
      .template_options = detm_template_defaults,
      .content = detm_content_defaults,
      .verify = detm_verify_defaults,
      .fields = detm_fields_defaults,
      .min_score = detm_library_defaults.min_score,
  };
}

static const option_row *find_row(const char *name) {
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
    if (strcmp(rows[r].name, name) == 0) return &rows[r];
  return NULL;
}

/* Reads true, false, or one of these words; a text without characters is true, as in "?others". */
static bool read_flag(const json_t *value, bool *flag) {
  const char *text = json_string_value(value);
  *flag = json_is_true(value) || (text != NULL && (strcmp(text, "true") == 0 || strcmp(text, "1") == 0 || *text == 0));
  return json_is_boolean(value) || (text != NULL && (*flag || strcmp(text, "false") == 0 || strcmp(text, "0") == 0));
}

static bool read_number(const json_t *value, double *number) {
  const char *text = json_string_value(value);
  char *end = NULL;
  if (text == NULL) {
    *number = json_number_value(value);
    return json_is_number(value) && *number >= 0;
  }
  *number = text[0] >= '0' && text[0] <= '9' ? strtod(text, &end) : -1;
  return end != NULL && *end == '\0' && isfinite(*number) && *number >= 0;
}

static bool read_method(const json_t *value, detm_content_method *method, const char **name) {
  static const char *const names[] = {"auto", "stops", "weight", "blocks"};
  const char *text = json_string_value(value);
  *name = text;
  for (int m = 0; text != NULL && m < 4; m++)
    if (strcmp(text, names[m]) == 0) *method = (detm_content_method)m;
  return text != NULL;
}

static bool read_option(dt_call_options *options, const option_row *row, const json_t *value) {
  void *at = (char *)options + row->offset;
  double number = 0;
  bool flag = false, right = false;
  switch (row->kind) {
  case FLAG:
    right = read_flag(value, &flag);
    *(int *)at = flag;
    break;
  case SWITCH:
    right = read_flag(value, (bool *)at);
    break;
  case COUNT:
    right = read_number(value, &number) && number <= 1e15;
    if (right) *(size_t *)at = (size_t)number;
    break;
  case NUMBER:
    right = read_number(value, &number) && number <= row->most;
    *(double *)at = number;
    break;
  case TEXT:
    right = json_is_string(value) && strlen(json_string_value(value)) == json_string_length(value);
    *(const char **)at = json_string_value(value);
    break;
  case METHOD:
    right = read_method(value, at, &options->method);
    break;
  }
  return right;
}

detm_status dt_call_options_read(dt_call_options *options, const json_t *object, detm_error *error) {
  void *members = (void *)(uintptr_t)object;
  if (object != NULL && !json_is_object(object)) return dt_error_set(error, DETM_USAGE, "\"options\" is not an object");
  for (void *at = json_object_iter(members); at != NULL; at = json_object_iter_next(members, at)) {
    const char *name = json_object_iter_key(at);
    const option_row *row = find_row(name);
    if (row == NULL) return dt_error_set(error, DETM_USAGE, "there is no option \"%s\"", name);
    if (!read_option(options, row, json_object_iter_value(at)))
      return dt_error_set(error, DETM_USAGE, "the option \"%s\" cannot have this value", name);
  }
  return DETM_OK;
}

/* ---- pages ---- */

/* A member that is a string without NUL; NULL if it is missing or null. */
static detm_status read_name(const json_t *object, const char *member, const char **name, detm_error *error) {
  const json_t *value = json_object_get(object, member);
  *name = json_string_value(value);
  if (value == NULL || json_is_null(value)) return DETM_OK;
  if (*name == NULL) return dt_error_set(error, DETM_USAGE, "\"%s\" is not a string", member);
  if (strlen(*name) != json_string_length(value))
    return dt_error_set(error, DETM_USAGE, "\"%s\" has a NUL character", member);
  return DETM_OK;
}

detm_page *dt_call_page(const json_t *object, const detm_page_options *options, detm_error *error) {
  const json_t *html = json_object_get(object, "html");
  const char *url, *name;
  detm_page_options own = *options;
  if (!json_is_string(html)) {
    dt_error_set(error, DETM_USAGE, "a page is an object with the string \"html\"");
    return NULL;
  }
  if (read_name(object, "url", &url, error) != DETM_OK || read_name(object, "name", &name, error) != DETM_OK)
    return NULL;
  if (url != NULL) own.base = url;
  own.name = name != NULL ? name : url != NULL ? url : "page";
  own.encoding = "UTF-8";
  return detm_page_parse(json_string_value(html), json_string_length(html), &own, error);
}

/* ---- wrappers and templates ---- */

detm_status dt_call_rule_load(dt_call_rule *rule, detm_text bytes, const char *name, detm_error *error) {
  const char *kind = detm_file_kind(bytes.data, bytes.length);
  *rule = (dt_call_rule){0};
  if (kind == NULL) return dt_error_at(error, DETM_BAD_FILE, name, 0, 0, "is neither a wrapper nor a template");
  if (strcmp(kind, "template") == 0)
    rule->made = detm_template_load(bytes.data, bytes.length, name, error);
  else
    rule->wrapper = detm_wrapper_load(bytes.data, bytes.length, name, error);
  return rule->made != NULL || rule->wrapper != NULL ? DETM_OK : error->status;
}

detm_status dt_call_rule_save(const dt_call_rule *rule, dt_buffer *out, detm_error *error) {
  return rule->made != NULL ? detm_template_save(rule->made, dt_buffer_write, out, error)
                            : detm_wrapper_save(rule->wrapper, dt_buffer_write, out, error);
}

void dt_call_rule_free(dt_call_rule *rule) {
  detm_wrapper_free(rule->wrapper);
  detm_template_free(rule->made);
  *rule = (dt_call_rule){0};
}
