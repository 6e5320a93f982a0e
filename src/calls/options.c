/* calls/options.c: reading the options of calls (options/table.h) from JSON, their schemas, and the members of the
 * bodies of calls. */
#include "calls/calls.h"

#include <detm/library.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/escape.h"
#include "options/table.h"

/* ---- options ---- */

enum { RULES = DT_CALL_APPLY | DT_CALL_VERIFY | DT_CALLS_VIEW | DT_CALL_EDIT | DT_CALL_REPAIR };

#define MOST_COUNT                                                                                                     \
  1e15 /* below 2^53: numbers of JSON are doubles, which have no greater whole numbers without gaps                    \
        */
enum { MAX_OPTION_NAME = 32 };

#define CALL_ROW(...) DT_OPTION_ROW(dt_call_options, __VA_ARGS__)
static const dt_option rows[] = {DT_ALL_OPTIONS(CALL_ROW)};
enum { ROW_COUNT = sizeof rows / sizeof *rows };

void dt_call_options_init(dt_call_options *options, const detm_page_options *page) {
  *options = (dt_call_options){
      .page = *page,
      .extract = detm_extract_defaults,
      .template = detm_template_defaults,
      .content = detm_content_defaults,
      .verify = detm_verify_defaults,
      .links = detm_link_defaults,
      .min_score = detm_library_defaults.min_score,
  };
}

static const dt_option *find_row(dt_call call, const char *name) {
  for (size_t r = 0; r < ROW_COUNT; r++)
    if ((rows[r].calls & call) != 0 && strcmp(rows[r].name, name) == 0) return &rows[r];
  return NULL;
}

bool dt_call_has_option(dt_call call, const char *name) { return find_row(call, name) != NULL; }

/* Reads true, false, or one of these words; a text without characters is true, as in "?others". */
static bool read_flag(const json_t *value, bool *flag) {
  const char *text = json_string_value(value);
  *flag = json_is_true(value) || (text != NULL && (strcmp(text, "true") == 0 || strcmp(text, "1") == 0 || *text == 0));
  return json_is_boolean(value) || (text != NULL && (*flag || strcmp(text, "false") == 0 || strcmp(text, "0") == 0));
}

static bool json_to_number(const json_t *value, double *number) {
  const char *text = json_string_value(value);
  char *end = NULL;
  if (text == NULL) {
    *number = json_number_value(value);
    return json_is_number(value) && *number >= 0;
  }
  if (text[0] == '\0' || text[strspn(text, "0123456789.")] != '\0') return false;
  *number = strtod(text, &end);
  return *end == '\0' && isfinite(*number);
}

/* Reads a whole number, 12 or "12". */
static bool json_to_count(const json_t *value, double most, size_t *count) {
  const char *text = json_string_value(value);
  double number;
  if (text != NULL ? strchr(text, '.') != NULL : !json_is_integer(value)) return false;
  if (!json_to_number(value, &number) || number > most) return false;
  *count = (size_t)number;
  return true;
}

/* Finds the choice whose name the text is; NULL = none. */
static const dt_choice *find_choice(const json_t *value, const dt_choice *choices) {
  const char *text = json_string_value(value);
  for (; text != NULL && choices->name != NULL; choices++)
    if (strcmp(text, choices->name) == 0) return choices;
  return NULL;
}

/* Reads a text without a NUL. */
static bool json_to_text(const json_t *value, const char **text) {
  *text = json_string_value(value);
  return *text != NULL && strlen(*text) == json_string_length(value);
}

/* Reads rules of fields, one a line: a text, or an array of texts. */
static bool json_to_rules(const json_t *value, char *rules, size_t size) {
  dt_buffer lines = {0};
  bool right = json_is_string(value) || json_is_array(value);
  const size_t count = json_is_array(value) ? json_array_size(value) : 1;

  for (size_t i = 0; i < count && right; i++) {
    const json_t *item = json_is_array(value) ? json_array_get(value, i) : value;
    const char *text = json_string_value(item);
    right = text != NULL && strlen(text) == json_string_length(item) && strchr(text, '\n') == NULL &&
            dt_rule_option_add(&lines, text, NULL) == DETM_OK;
  }

  right = right && lines.length < size;
  if (right) snprintf(rules, size, "%s", lines.data != NULL ? lines.data : "");
  dt_buffer_free(&lines);
  return right;
}

static bool json_to_option(dt_call_options *options, const dt_option *row, const json_t *value) {
  void *at = (char *)options + row->offset;
  const double most = row->max > 0 ? row->max : MOST_COUNT;
  const dt_choice *choice;
  double number = 0;
  bool flag = false, right = false;

  switch (row->kind) {
  case DT_ARG_FLAG:
    right = read_flag(value, at);
    break;
  case DT_ARG_SET:
    right = read_flag(value, &flag);
    if (flag) *(int *)at = row->set_to;
    break;
  case DT_ARG_COUNT:
    right = json_to_count(value, most, at);
    break;
  case DT_ARG_LIMIT:
    right = json_to_count(value, most, at);
    if (right && *(size_t *)at == 0) *(size_t *)at = SIZE_MAX; /* the library reads 0 as its default */
    break;
  case DT_ARG_NUMBER:
    right = json_to_number(value, &number) && number >= row->min && number <= row->max;
    *(double *)at = number;
    break;
  case DT_ARG_NAME:
  case DT_ARG_PLACE:
  case DT_ARG_ADDRESS:
    right = json_to_text(value, at);
    break;
  case DT_ARG_ENCODING:
    right = json_to_text(value, at) && dt_is_encoding_option(*(const char **)at);
    break;
  case DT_ARG_DATE:
    right = json_to_text(value, at) && dt_is_date_option(*(const char **)at);
    break;
  case DT_ARG_DELIMITER:
    right = json_string_length(value) == 1 && dt_is_csv_delimiter(json_string_value(value)[0]);
    if (right) *(char *)at = json_string_value(value)[0];
    break;
  case DT_ARG_RULES:
    right = json_to_rules(value, at, sizeof options->require);
    break;
  case DT_ARG_CHOICE:
    choice = find_choice(value, row->choices);
    right = choice != NULL;
    if (right) *(int *)at = choice->value;
    break;
  default: /* kinds of the command alone */
    break;
  }

  return right;
}

const char *dt_call_csv_option(const dt_call_options *options) {
  const detm_csv_options *csv = &options->csv;
  return csv->delimiter != 0  ? "delimiter"
         : csv->bom           ? "bom"
         : csv->decimal_comma ? "decimal-comma"
         : csv->no_formulas   ? "no-formulas"
         : csv->excel         ? "excel"
                              : NULL;
}

static const char *schema_type(dt_option_kind kind) {
  switch (kind) {
  case DT_ARG_FLAG:
  case DT_ARG_SET:
    return "boolean";
  case DT_ARG_COUNT:
  case DT_ARG_LIMIT:
    return "integer";
  case DT_ARG_NUMBER:
    return "number";
  case DT_ARG_RULES:
    return "array";
  default:
    return "string";
  }
}

/* Adds the description of an option: the help of the command, without the dashes before names of options. */
static void describe_option(dt_buffer *out, const dt_option *row) {
  const char *text = row->schema != NULL ? row->schema : row->help;
  for (const char *at = text; *at != '\0'; at++) {
    if (at[0] == '-' && at[1] == '-' && (at == text || at[-1] == ' '))
      at++;
    else
      dt_buffer_byte(out, *at);
  }
}

static void write_json_string(dt_buffer *out, dt_buffer *text) {
  out->failed |= text->failed;
  dt_escape_json_string(out, (detm_text){text->data != NULL ? text->data : "", text->length});
  dt_buffer_free(text);
}

static void write_range(dt_buffer *out, const dt_option *row) {
  const bool number = row->kind == DT_ARG_NUMBER;
  if (number || row->kind == DT_ARG_COUNT || row->kind == DT_ARG_LIMIT)
    dt_buffer_format(out, ",\"minimum\":%g", row->min > DT_ABOVE_0 ? row->min : 0);
  if (number || (row->kind == DT_ARG_COUNT && row->max > 0 && row->max < MOST_COUNT))
    dt_buffer_format(out, ",\"maximum\":%g", row->max);
}

static void write_choices(dt_buffer *out, const dt_option *row, const char *before) {
  for (const dt_choice *choice = row->choices; choice->name != NULL; choice++, before = ",")
    dt_buffer_format(out, "%s\"%s\"", before, choice->name);
}

void dt_call_options_schema(dt_call call, dt_buffer *out) {
  for (size_t r = 0; r < ROW_COUNT; r++) {
    const dt_option *row = &rows[r];
    dt_buffer text = {0};
    if ((row->calls & call) == 0 || (row->calls & DT_CALL_HTTP) != 0) continue;

    dt_buffer_text(out, ",\"");
    for (const char *at = row->name; *at != '\0'; at++) dt_buffer_byte(out, *at == '-' ? '_' : *at);
    dt_buffer_format(out, "\":{\"type\":\"%s\",\"description\":", schema_type(row->kind));
    describe_option(&text, row);
    if (text.data != NULL && text.data[0] >= 'a' && text.data[0] <= 'z') text.data[0] -= 'a' - 'A';
    write_json_string(out, &text);

    if (row->kind == DT_ARG_RULES) dt_buffer_text(out, ",\"items\":{\"type\":\"string\"}");
    if (row->choices != NULL) write_choices(out, row, ",\"enum\":[");
    if (row->choices != NULL) dt_buffer_byte(out, ']');
    write_range(out, row);
    dt_buffer_byte(out, '}');
  }
}

/* ---- the schema of all options, for OpenAPI ---- */

/* Adds the names of the calls of HTTP that have the option, with commas between. */
static void name_calls(dt_buffer *out, const dt_option *row) {
  static const struct {
    unsigned calls;
    const char *name;
  } names[] = {
      {DT_CALLS_PAGES, "all calls for pages"},
      {DT_CALL_EXTRACT, "extract"},
      {DT_CALL_APPLY, "apply"},
      {DT_CALL_CONTENT, "content"},
      {DT_CALL_LINKS, "links"},
      {DT_CALL_CLASSIFY, "classify"},
      {DT_CALL_MATCH, "match"},
      {DT_CALL_VERIFY, "verify"},
      {DT_CALL_FIELDS, "fields"},
      {DT_CALL_LEARN, "learn"},
      {DT_CALL_TEMPLATE, "template"},
      {DT_CALL_REPAIR, "repair"},
      {DT_CALL_RUN, "runs"},
      {DT_CALLS_VIEW, "view"},
      {DT_CALL_VIEW, "view of all lists"},
      {DT_CALL_VIEW_RULE, "view of a rule"},
      {DT_CALL_VIEW_METHOD, "view of the text or the links"},
  };
  const char *before = "";
  unsigned left = row->calls;

  for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
    if ((left & names[n].calls) != names[n].calls) continue;
    dt_buffer_format(out, "%s%s", before, names[n].name);
    left &= ~names[n].calls;
    before = ", ";
  }
}

static const dt_option *next_of_name(const char *name, const dt_option *row) {
  while (row < rows + ROW_COUNT && strcmp(row->name, name) != 0) row++;
  return row < rows + ROW_COUNT ? row : NULL;
}

/* Whether a call of HTTP has the option: only tools export and inspect. */
static bool is_of_http(const dt_option *row) {
  return (row->calls & ~(unsigned)(DT_CALL_EXPORT | DT_CALL_INSPECT)) != 0;
}

void dt_call_options_describe(dt_buffer *out) {
  const char *before = "{";

  for (size_t r = 0; r < ROW_COUNT; r++) {
    const dt_option *first = &rows[r];
    dt_buffer text = {0}, words = {0};
    if (next_of_name(first->name, rows) != first) continue;

    for (const dt_option *row = first; row != NULL; row = next_of_name(first->name, row + 1)) {
      if (!is_of_http(row)) continue;
      if (text.length != 0) dt_buffer_text(&text, "; ");
      name_calls(&text, row);
      dt_buffer_text(&text, ": ");
      describe_option(&text, row);
      if (row->choices != NULL) write_choices(&words, row, words.length == 0 ? "" : ",");
    }

    dt_buffer_format(out, "%s\"%s\":{\"type\":", before, first->name);
    if (first->kind == DT_ARG_RULES)
      dt_buffer_text(out, "[\"string\",\"array\"],\"items\":{\"type\":\"string\"}");
    else
      dt_buffer_format(out, "\"%s\"", schema_type(first->kind));
    dt_buffer_text(out, ",\"description\":");
    write_json_string(out, &text);
    if (words.length != 0) dt_buffer_format(out, ",\"enum\":[%.*s]", (int)words.length, words.data);
    write_range(out, first);
    dt_buffer_byte(out, '}');

    out->failed |= words.failed;
    dt_buffer_free(&words);
    before = ",";
  }

  dt_buffer_byte(out, '}');
}

detm_status dt_call_options_take(dt_call_options *options, const json_t *arguments, const char *const *members,
                                 detm_error *error) {
  void *all = (void *)(uintptr_t)arguments;
  for (void *at = json_object_iter(all); at != NULL; at = json_object_iter_next(all, at)) {
    const char *argument = json_object_iter_key(at);
    char name[MAX_OPTION_NAME] = "";
    size_t m = 0, length = strlen(argument);
    while (members[m] != NULL && strcmp(members[m], argument) != 0) m++;
    if (members[m] != NULL) continue;
    for (size_t i = 0; i < length && length < sizeof name; i++)
      name[i] = (char)(argument[i] == '_' ? '-' : argument[i]);
    const dt_option *row = find_row(options->call, name);
    if (row == NULL || (row->calls & DT_CALL_HTTP) != 0)
      return dt_error_set(error, DETM_USAGE, "this tool has no argument \"%.100s\"", argument);
    if (!json_to_option(options, row, json_object_iter_value(at)))
      return dt_error_set(error, DETM_USAGE, "the argument \"%s\" cannot have this value", argument);
  }
  return DETM_OK;
}

static const char *describe_call(dt_call call) {
  if (call == DT_CALL_VIEW_RULE) return "a view of a rule";
  return call == DT_CALL_VIEW_METHOD ? "a view by a method" : "this call";
}

detm_status dt_call_options_read(dt_call_options *options, const json_t *object, detm_error *error) {
  void *members = (void *)(uintptr_t)object;
  if (object != NULL && !json_is_object(object)) return dt_error_set(error, DETM_USAGE, "\"options\" is not an object");

  for (void *at = json_object_iter(members); at != NULL; at = json_object_iter_next(members, at)) {
    const char *name = json_object_iter_key(at);
    const dt_option *row = find_row(options->call, name);
    if (row == NULL)
      return dt_error_set(error, DETM_USAGE, "%s has no option \"%.100s\"", describe_call(options->call), name);
    if (!json_to_option(options, row, json_object_iter_value(at)))
      return dt_error_set(error, DETM_USAGE, "the option \"%s\" cannot have this value%s", name,
                          row->kind == DT_ARG_ENCODING ? ": give a name that iconv -l lists" : "");
  }

  return DETM_OK;
}

/* Replaces a word of an error's text. */
static void replace_word(detm_error *error, const char *word, const char *by) {
  char rest[sizeof error->text];
  char *at = strstr(error->text, word);
  if (at == NULL) return;
  memcpy(rest, at + strlen(word), strlen(at + strlen(word)) + 1);
  snprintf(at, sizeof error->text - (size_t)(at - error->text), "%s%s", by, rest);
}

void dt_call_name_options(detm_error *error) {
  /* the limits of a server, which no call has */
  static const struct {
    const char *library, *command;
  } names[] = {
      {"raise options.max_nodes", "give a smaller page"},
      {"options.seconds", "the server's limit of time"},
      {"options.max_bytes", "the server's limit of bytes"},
      {", and send it with options.headers or options.cookies", ""},
  };

  for (size_t n = 0; n < sizeof names / sizeof *names; n++) replace_word(error, names[n].library, names[n].command);
  for (size_t r = 0; r < ROW_COUNT; r++)
    if (rows[r].library != NULL) replace_word(error, rows[r].library, rows[r].name);
}

/* ---- members ---- */

bool dt_call_has_member(dt_call call, const char *name) {
  static const struct {
    const char *name;
    unsigned calls;
  } members[] = {
      {"edits", DT_CALL_EDIT},
      {"examples", DT_CALL_LEARN | DT_CALL_TEMPLATE},
      {"method", DT_CALL_VIEW_METHOD},
      {"options", DT_CALLS_PAGES},
      {"pages", DT_CALLS_PAGES},
      {"records", DT_CALL_LEARN},
      {"region", DT_CALL_LEARN},
      {"rule", RULES},
      {"template", RULES},
      {"wrapper", RULES},
  };

  for (size_t m = 0; m < sizeof members / sizeof *members; m++)
    if ((members[m].calls & call) != 0 && strcmp(members[m].name, name) == 0) return true;
  return false;
}

detm_status dt_call_check_members(dt_call call, const json_t *object, detm_error *error) {
  void *all = (void *)(uintptr_t)object;
  for (void *at = json_object_iter(all); at != NULL; at = json_object_iter_next(all, at)) {
    const char *name = json_object_iter_key(at);
    if (!dt_call_has_member(call, name))
      return dt_error_set(error, DETM_USAGE, "the body of this call has no member \"%.100s\"", name);
  }
  return DETM_OK;
}

/* A wrong name of a member, as "ulr", would change the result without a message. */
detm_status dt_call_check_object(const json_t *object, const char *const *names, const char *what, detm_error *error) {
  void *all = (void *)(uintptr_t)object;
  for (void *at = json_object_iter(all); at != NULL; at = json_object_iter_next(all, at)) {
    const char *name = json_object_iter_key(at);
    const char *const *known = names;
    while (*known != NULL && strcmp(*known, name) != 0) known++;
    if (*known == NULL) return dt_error_set(error, DETM_USAGE, "%s has no member \"%.100s\"", what, name);
  }
  return DETM_OK;
}

void dt_call_name_place(detm_error *error, const char *list, size_t index) {
  if (error->status == DETM_USAGE && error->where[0] == '\0')
    snprintf(error->where, sizeof error->where, "%s[%zu]", list, index);
}
