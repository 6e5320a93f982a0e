/* mcp/tools.c: the tools, which templates/mcp describes, and the functions of the library that they call.
 *
 * The result of a tool is an object of JSON; pages have that of `detm COMMAND --per-page`. */
#include "mcp/tools.h"

#include <detm/export.h>
#include <detm/library.h>
#include <detm/report.h>

#include "base/embedded.h"
#include "base/escape.h"
#include "calls/calls.h"
#include "mcp/cut.h"
#include "mcp/input.h"
#include "mcp/portion.h"

/* A call of a tool. */
typedef struct call {
  const dt_mcp *server;
  const json_t *arguments;
  dt_call_options options; /* those of the arguments */
  dt_buffer *out;          /* the result's object */
  detm_page **page;        /* one of several pages; NULL: the arguments have the page */
} call;

/* The page of a call, which the caller frees.  NULL: *error says why. */
static detm_page *page_of(const call *c, detm_error *error) {
  if (c->page == NULL) return dt_mcp_page(c->server, c->arguments, error);
  detm_page *page = *c->page;
  *c->page = NULL;
  return page;
}

/* Arguments of a tool beside the pages and the options. */
enum {
  RULE = 1 << 0,     /* a wrapper or template */
  EXAMPLES = 1 << 1, /* names of fields with their values */
  LIBRARY = 1 << 2,  /* a folder of wrappers and templates */
  AS = 1 << 3,       /* a format of export */
  NO_PAGE = 1 << 4
};

typedef struct tool {
  const char *name;
  dt_call call;                                         /* whose options it has */
  unsigned takes;                                       /* arguments as above */
  detm_status (*run)(const call *c, detm_error *error); /* for one page; else NULL, and this for several: */
  detm_status (*run_all)(const call *c, const detm_page *const *pages, size_t count, detm_error *error);
} tool;

/* Writes the line of a page without its newline. */
static detm_status write_page_object(const call *c, const detm_result *result, const dt_call_note *note,
                                     const detm_page *page, detm_error *error) {
  detm_locale *locale;
  detm_status status = dt_call_check_result(&c->options, result, error);
  if (status != DETM_OK) return status;
  status = dt_call_locale(page, &c->options, &locale, error);
  if (status == DETM_OK) status = dt_call_write_line(c->out, result, &note->note, &c->options, locale, error);
  detm_locale_free(locale);
  return status;
}

/* Writes a result of a page, and frees both; either may be NULL after an error.  `advice` is for a page without results
 * about which there is nothing else to say; NULL = none. */
static detm_status write_result(const call *c, detm_page *page, detm_result *result, const char *advice,
                                detm_error *error) {
  dt_call_note note;
  detm_status status = error->status;

  if (result != NULL) {
    dt_call_describe(&note, &c->options, page, result);
    bool silent =
        c->options.extract.region == NULL && detm_result_remark_count(result) == 0 && detm_page_warning(page) == NULL;
    if (advice != NULL && silent && strcmp(note.note.status, "nothing") == 0) note.note.message = advice;
    status = write_page_object(c, result, &note, page, error);
  }

  detm_result_free(result);
  detm_page_free(page);
  return status;
}

/* ---- tools for one page ---- */

static detm_status tool_extract(const call *c, detm_error *error) {
  detm_page *page = page_of(c, error);
  return write_result(c, page, page != NULL ? dt_call_extract(page, &c->options, c->server->domains, error) : NULL,
                      "the page has no list of records; try the tool content", error);
}

static detm_status tool_apply(const call *c, detm_error *error) {
  dt_call_note note;
  dt_call_rule rule = {0};
  detm_page *page = NULL;
  detm_status status = dt_mcp_rule(c->server, c->arguments, &rule, error);

  if (status == DETM_OK && (page = page_of(c, error)) == NULL) status = error->status;
  detm_result *result = page != NULL ? dt_call_apply(&rule, page, &c->options, error) : NULL;
  if (page != NULL && result == NULL) status = error->status;

  if (result != NULL) {
    dt_call_describe(&note, &c->options, page, result);
    status = dt_call_note_drift(&note, &rule, page, result, &c->options, error);
    if (status == DETM_OK) status = write_page_object(c, result, &note, page, error);
  }

  detm_result_free(result);
  detm_page_free(page);
  dt_call_rule_free(&rule);
  return status;
}

static detm_status tool_verify(const call *c, detm_error *error) {
  dt_call_note note;
  dt_call_rule rule = {0};
  detm_page *page = NULL;
  detm_profile *past = NULL;
  detm_drift *drift = NULL;
  detm_status status = dt_mcp_rule(c->server, c->arguments, &rule, error);

  if (status == DETM_OK && (page = page_of(c, error)) == NULL) status = error->status;
  if (page != NULL && (past = detm_profile_of_rule(rule.rule, 1, error)) == NULL) status = error->status;
  if (past != NULL && (drift = dt_call_compare(&rule, past, page, &c->options, error)) == NULL) status = error->status;

  if (drift != NULL) {
    detm_result *result = detm_drift_into_result(drift);
    dt_call_describe(&note, &c->options, page, result);
    status = write_page_object(c, result, &note, page, error);
    detm_result_free(result);
  }

  detm_profile_free(past);
  detm_page_free(page);
  dt_call_rule_free(&rule);
  return status;
}

static detm_status tool_links(const call *c, detm_error *error) {
  detm_page *page = page_of(c, error);
  return write_result(c, page, page != NULL ? dt_call_links(page, &c->options, error) : NULL, NULL, error);
}

static detm_status tool_classify(const call *c, detm_error *error) {
  detm_page *page = page_of(c, error);
  return write_result(c, page, page != NULL ? detm_classify_result(page, NULL, error) : NULL, NULL, error);
}

static void add_strings(dt_buffer *out, const char *name, const char *(*get)(const detm_content *, size_t),
                        const detm_content *content) {
  for (size_t i = 0; get(content, i) != NULL; i++) {
    if (i == 0)
      dt_buffer_format(out, ",\"%s\":[", name);
    else
      dt_buffer_byte(out, ',');
    dt_escape_json_string(out, dt_text(get(content, i)));
  }
  if (get(content, 0) != NULL) dt_buffer_byte(out, ']');
}

static detm_status write_content(const call *c, const detm_content *content, detm_wall wall, detm_error *error) {
  dt_buffer *out = c->out, markdown = {0};
  const char *title = detm_content_title(content), *date = detm_content_date(content);
  const char *author = detm_content_author(content), *markup = detm_content_markup(content);
  detm_status status = detm_markup_write(dt_text(markup), DETM_MARKDOWN, dt_buffer_write, &markdown, error);

  dt_buffer_byte(out, '{');
  dt_escape_json_member(out, "title", dt_text(title));
  dt_escape_json_member(out, "date", dt_text(date));
  dt_escape_json_member(out, "author", dt_text(author));
  dt_escape_json_member(out, "markdown", (detm_text){markdown.length != 0 ? markdown.data : "", markdown.length});
  add_strings(out, "breadcrumb", detm_content_crumb_get, content);
  add_strings(out, "keywords", detm_content_keyword_get, content);
  dt_escape_share(out, ",\"quality\":", detm_content_quality(content), "");

  if (wall != DETM_WALL_NONE) {
    dt_escape_json_member(out, "wall", dt_text(detm_wall_name(wall)));
    dt_buffer_format(out, ",\"message\":\"the page only blocks: it %s\"", detm_wall_text(wall));
  }

  dt_buffer_byte(out, '}');
  dt_buffer_free(&markdown);
  return status;
}

static detm_status tool_content(const call *c, detm_error *error) {
  detm_page *page = page_of(c, error);
  detm_content *content = page != NULL ? detm_content_find(page, &c->options.content, error) : NULL;
  detm_status status = content != NULL ? write_content(c, content, detm_page_wall(page), error) : error->status;
  detm_content_free(content);
  detm_page_free(page);
  return status;
}

static detm_status tool_match(const call *c, detm_error *error) {
  detm_library_options options = detm_library_defaults;
  options.min_score = c->options.min_score;
  detm_library *library = dt_mcp_library(c->server, c->arguments, error);
  detm_page *page = library != NULL ? page_of(c, error) : NULL;
  detm_result *result = page != NULL ? detm_library_match_result(library, page, &options, error) : NULL;
  detm_status status = write_result(c, page, result, "no wrapper or template of the folder fits the page", error);
  detm_library_close(library);
  return status;
}

/* Writes the report of a page and its records: by the rule, if one is given. */
static detm_status write_report(const call *c, detm_page *page, const dt_call_rule *rule, detm_error *error) {
  dt_buffer html = {0};
  detm_result *result = rule->rule != NULL ? dt_call_apply(rule, page, &c->options, error)
                                           : dt_call_extract(page, &c->options, c->server->domains, error);
  detm_report *report = result != NULL ? detm_report_new(error) : NULL;
  detm_status status = error->status;

  if (report != NULL) status = detm_report_add(report, page, result, error);
  if (report != NULL && status == DETM_OK) status = detm_report_write(report, dt_buffer_write, &html, error);
  if (status == DETM_OK) {
    dt_buffer_byte(c->out, '{');
    dt_escape_json_member(c->out, "report", (detm_text){html.data, html.length});
    dt_buffer_byte(c->out, '}');
  }

  detm_report_free(report);
  detm_result_free(result);
  dt_buffer_free(&html);
  return status;
}

static detm_status tool_inspect(const call *c, detm_error *error) {
  dt_call_rule rule = {0};
  bool ruled =
      json_object_get(c->arguments, "wrapper") != NULL || json_object_get(c->arguments, "wrapper_file") != NULL;
  detm_status status = ruled ? dt_mcp_rule(c->server, c->arguments, &rule, error) : DETM_OK;
  detm_page *page = NULL;

  if (status == DETM_OK && (page = page_of(c, error)) == NULL) status = error->status;
  if (page != NULL) status = write_report(c, page, &rule, error);

  detm_page_free(page);
  dt_call_rule_free(&rule);
  return status;
}

/* ---- export ---- */

static const struct {
  const char *name;
  int schema; /* a detm_schema_format, -1 = selectors in this format: */
  detm_export_format selectors;
} formats[] = {
    {"xpath", -1, DETM_EXPORT_XPATH},   {"css", -1, DETM_EXPORT_CSS},
    {"parsel", -1, DETM_EXPORT_PARSEL}, {"crawl4ai", -1, DETM_EXPORT_CRAWL4AI},
    {"xslt", -1, DETM_EXPORT_XSLT},     {"json-schema", DETM_SCHEMA_JSON, 0},
    {"sql", DETM_SCHEMA_SQL, 0},        {"pydantic", DETM_SCHEMA_PYDANTIC, 0},
    {"arrow", DETM_SCHEMA_ARROW, 0},
};
enum { FORMAT_COUNT = sizeof formats / sizeof *formats };

/* Writes what the selectors leave out, as a member after a comma. */
static void write_left_out(dt_buffer *out, const detm_export *selectors, detm_export_format format) {
  dt_buffer_text(out, ",\"left_out\":[");
  for (size_t i = 0; i < detm_export_left_out_count(selectors, format); i++) {
    const detm_export_notice *notice = detm_export_left_out_get(selectors, format, i);
    dt_buffer_text(out, i == 0 ? "{" : ",{");
    if (notice->field != NULL) dt_escape_json_member(out, "field", dt_text(notice->field));
    dt_escape_json_member(out, "reason", dt_text(notice->reason));
    dt_buffer_byte(out, '}');
  }
  dt_buffer_byte(out, ']');
}

static detm_status write_export(const call *c, const detm_rule *rule, size_t f, detm_error *error) {
  dt_buffer text = {0};
  detm_status status;
  detm_export *selectors = NULL;
  detm_schema_options schema = {.plain = c->options.extract.names == DETM_NAMES_PLAIN};

  if (formats[f].schema >= 0)
    status = detm_schema_write(rule, (detm_schema_format)formats[f].schema, &schema, dt_buffer_write, &text, error);
  else if (detm_rule_wrapper(rule) == NULL)
    status = dt_error_set(error, DETM_USAGE, "selectors are those of a wrapper: a template has its XPath in its XML");
  else if ((selectors = detm_export_make(detm_rule_wrapper(rule), NULL, 0, error)) == NULL)
    status = error->status;
  else
    status = detm_export_write(selectors, formats[f].selectors, dt_buffer_write, &text, error);

  if (status == DETM_OK) {
    dt_buffer_byte(c->out, '{');
    dt_escape_json_member(c->out, "text", (detm_text){text.data, text.length});
    if (selectors != NULL) write_left_out(c->out, selectors, formats[f].selectors);
    dt_buffer_byte(c->out, '}');
  }

  detm_export_free(selectors);
  dt_buffer_free(&text);
  return status;
}

static detm_status tool_export(const call *c, detm_error *error) {
  const json_t *given = json_object_get(c->arguments, "as");
  const char *as = given == NULL ? "xpath" : json_is_string(given) ? json_string_value(given) : "";
  dt_call_rule rule = {0};
  size_t f = 0;

  while (f < FORMAT_COUNT && strcmp(formats[f].name, as) != 0) f++;
  if (f == FORMAT_COUNT)
    return dt_error_set(error, DETM_USAGE, "\"as\" is not the name of a format: see the schema of the tool");
  if (c->options.extract.names == DETM_NAMES_PLAIN && formats[f].schema < 0)
    return dt_error_set(error, DETM_USAGE, "\"plain_names\" is for schemas: json-schema, sql, pydantic or arrow");

  detm_status status = dt_mcp_rule(c->server, c->arguments, &rule, error);
  if (status == DETM_OK) status = write_export(c, rule.rule, f, error);
  dt_call_rule_free(&rule);
  return status;
}

/* ---- tools for several pages ---- */

static void write_learned(const call *c, const detm_rule *rule, const dt_buffer *xml, const json_t *notices) {
  dt_buffer_byte(c->out, '{');
  dt_escape_json_member(c->out, "wrapper", (detm_text){xml->data, xml->length});
  dt_buffer_text(c->out, ",\"fields\":[");

  for (size_t f = 0, count = 0; f < detm_rule_field_count(rule); f++) {
    const detm_rule_field field = detm_rule_field_get(rule, f);
    if (!field.wanted) continue;
    dt_buffer_text(c->out, count++ == 0 ? "{" : ",{");
    dt_escape_json_member(c->out, "name", dt_text(field.name));
    dt_escape_json_member(c->out, "type", dt_text(field.type));
    dt_buffer_byte(c->out, '}');
  }

  dt_buffer_byte(c->out, ']');
  dt_call_write_notices(c->out, notices);
  dt_buffer_byte(c->out, '}');
}

/* The argument "examples" in an object of its own: "region" is an option here, and a member in the body of HTTP.  The
 * caller frees it. */
static json_t *get_examples(const call *c, detm_error *error) {
  json_t *object = json_pack("{s:O*}", "examples", json_object_get(c->arguments, "examples"));
  if (object == NULL) dt_error_memory(error);
  return object;
}

static detm_status tool_learn(const call *c, const detm_page *const *pages, size_t count, detm_error *error) {
  dt_buffer xml = {0};
  json_t *notices = NULL, *object = get_examples(c, error);
  if (object == NULL) return error->status;
  detm_rule *rule = dt_call_learn(pages, count, object, &c->options, c->server->domains, &notices, error);
  detm_status status = rule != NULL ? detm_rule_save(rule, dt_buffer_write, &xml, error) : error->status;
  if (status == DETM_OK) write_learned(c, rule, &xml, notices);
  detm_rule_free(rule);
  dt_buffer_free(&xml);
  json_decref(notices);
  json_decref(object);
  return status;
}

static detm_status tool_template(const call *c, const detm_page *const *pages, size_t count, detm_error *error) {
  json_t *notices = NULL, *object = get_examples(c, error);
  if (object == NULL) return error->status;
  detm_rule *rule = dt_call_template(pages, count, object, &c->options, &notices, error);
  detm_status status = rule != NULL ? dt_call_write_rule(c->out, rule, notices, error) : error->status;
  detm_rule_free(rule);
  json_decref(notices);
  json_decref(object);
  return status;
}

static detm_status tool_fields(const call *c, const detm_page *const *pages, size_t count, detm_error *error) {
  detm_fields *fields = dt_call_fields(pages, count, &c->options, c->server->domains, error);
  detm_status status = fields != NULL ? dt_call_write_fields(c->out, fields, error) : error->status;
  detm_fields_free(fields);
  return status;
}

static detm_status tool_repair(const call *c, const detm_page *const *pages, size_t count, detm_error *error) {
  dt_call_rule rule = {0};
  detm_repair *repaired = NULL;
  detm_status status = dt_mcp_rule(c->server, c->arguments, &rule, error);
  if (status == DETM_OK && (repaired = dt_call_repair(rule.rule, pages, count, &c->options, error)) == NULL)
    status = error->status;
  if (repaired != NULL) status = dt_call_write_repair(c->out, repaired, error);
  detm_repair_free(repaired);
  dt_call_rule_free(&rule);
  return status;
}

/* Runs a tool for the pages of the argument "pages". */
static detm_status run_for_all(const tool *t, const call *c, detm_error *error) {
  enum { MAX_PAGES = 100 };
  detm_page *pages[MAX_PAGES];
  const json_t *list = json_object_get(c->arguments, "pages");
  size_t count = json_array_size(list), read = 0;
  if (count == 0 || count > MAX_PAGES)
    return dt_error_set(error, DETM_USAGE, "\"pages\" is an array of 1 to %d pages", (int)MAX_PAGES);
  while (read < count && (pages[read] = dt_mcp_page(c->server, json_array_get(list, read), error)) != NULL) read++;
  detm_status status = read == count ? t->run_all(c, (const detm_page *const *)pages, count, error) : error->status;
  while (read != 0) detm_page_free(pages[--read]);
  return status;
}

/* ---- pages of a folder or an archive ---- */

enum {
  PORTION_PAGES = 10,
  MAX_PORTION_PAGES = 100,
  PORTION_BYTES = 1 << 18, /* a model reads all of an answer: a longer one would fill its context */
  PORTION_REST = 1 << 10   /* bytes of an answer that are not of its pages: the cursor may have a name of 255 bytes */
};

static void write_failed_page(dt_buffer *out, const char *name, const char *text) {
  dt_buffer_byte(out, '{');
  dt_escape_json_member(out, "@page", dt_text(name));
  dt_escape_json_member(out, "@status", DT_TEXT("error"));
  dt_escape_json_member(out, "@message", dt_text(text));
  dt_buffer_byte(out, '}');
}

/* Writes the result of a page that was read, of at most `most` bytes; `failed` is its error. */
static detm_status write_one_of_many(const tool *t, const call *c, const char *name, detm_page *page, size_t most,
                                     const detm_error *failed, dt_buffer *out, detm_error *error) {
  static const char named[] = "{\"@page\"";
  dt_buffer object = {0};
  detm_error own = *failed;
  call one = *c;
  one.out = &object;
  one.page = &page;

  detm_status status = own.status == DETM_OK ? t->run(&one, &own) : own.status;
  detm_page_free(page); /* if the tool did not come to it */
  if (status == DETM_USAGE || status == DETM_BAD_FILE || status == DETM_NO_MEMORY) { /* all other pages fail so, too */
    if (error->status == DETM_OK) *error = own;
    dt_buffer_free(&object);
    return status;
  }

  if (status == DETM_OK) {
    const bool has_name = strncmp(object.data, named, strlen(named)) == 0;
    dt_buffer_byte(out, '{');
    if (!has_name) {
      dt_escape_json_member(out, "@page", dt_text(name));
      dt_buffer_byte(out, ',');
    }
    dt_buffer_add(out, object.data + 1, object.length - 1);
    status = dt_mcp_cut(out, most, &own);
  }

  if (status != DETM_OK) {
    out->length = 0;
    write_failed_page(out, name, own.text);
  }

  out->failed |= object.failed;
  dt_buffer_free(&object);
  return DETM_OK;
}

/* Reads the member "limit". */
static detm_status read_limit(const call *c, size_t *limit, detm_error *error) {
  const json_t *given = json_object_get(c->arguments, "limit");
  *limit = given != NULL ? (size_t)json_integer_value(given) : PORTION_PAGES;
  if (given == NULL || (json_is_integer(given) && *limit >= 1 && *limit <= MAX_PORTION_PAGES)) return DETM_OK;
  return dt_error_set(error, DETM_USAGE, "\"limit\" is a number of pages from 1 to %d", (int)MAX_PORTION_PAGES);
}

/* The most bytes of the results of an answer. */
static size_t room_of_portion(const dt_mcp *server) {
  if (server->max_answer == 0) return SIZE_MAX;
  return server->max_answer > PORTION_REST ? server->max_answer - PORTION_REST : 0;
}

/* Runs a tool for pages of a folder or an archive, until the portion is large enough. */
static detm_status run_for_portion(const tool *t, const call *c, detm_error *error) {
  const size_t room = room_of_portion(c->server), most = room < PORTION_BYTES ? room : PORTION_BYTES;
  size_t limit, count = 0;
  bool read_ahead = false; /* a page that is not in this answer */
  detm_status status = read_limit(c, &limit, error);
  dt_portion *portion = status == DETM_OK ? dt_portion_open(c->server, c->arguments, error) : NULL;
  dt_buffer next = {0}, one = {0};
  if (portion == NULL) return error->status;

  dt_buffer_text(c->out, "{\"pages\":[");
  for (;;) {
    detm_error failed = DETM_ERROR_NONE;
    detm_page *page;
    if (dt_portion_next(portion, &page, &failed) == DETM_NOTHING) {
      next.length = 0;
      break;
    }
    if (count == limit) {
      detm_page_free(page);
      read_ahead = true;
      break;
    }

    one.length = 0;
    status = write_one_of_many(t, c, dt_portion_name(portion), page, room, &failed, &one, error);
    read_ahead = status != DETM_OK || (count != 0 && c->out->length + one.length > most);
    if (read_ahead) break;
    if (count++ != 0) dt_buffer_byte(c->out, ',');
    dt_buffer_add(c->out, one.data, one.length);
    next.length = 0;
    dt_portion_cursor(portion, &next);
  }

  dt_buffer_byte(c->out, ']');
  if (next.length != 0) dt_escape_json_member(c->out, "next", (detm_text){next.data, next.length});
  if (dt_portion_skipped(portion) != 0) dt_buffer_format(c->out, ",\"skipped\":%zu", dt_portion_skipped(portion));
  dt_buffer_byte(c->out, '}');
  c->out->failed |= next.failed || one.failed;
  dt_portion_keep(portion, (detm_text){next.data, next.length}, read_ahead);
  dt_buffer_free(&next);
  dt_buffer_free(&one);
  return status;
}

/* ---- the list of tools ---- */

static const tool tools[] = {
    {"extract", DT_CALL_EXTRACT, .run = tool_extract},
    {"learn", DT_CALL_LEARN, .takes = EXAMPLES, .run_all = tool_learn},
    {"fields", DT_CALL_FIELDS, .run_all = tool_fields},
    {"template", DT_CALL_TEMPLATE, .takes = EXAMPLES, .run_all = tool_template},
    {"apply", DT_CALL_APPLY, .takes = RULE, .run = tool_apply},
    {"verify", DT_CALL_VERIFY, .takes = RULE, .run = tool_verify},
    {"repair", DT_CALL_REPAIR, .takes = RULE, .run_all = tool_repair},
    {"content", DT_CALL_CONTENT, .run = tool_content},
    {"links", DT_CALL_LINKS, .run = tool_links},
    {"classify", DT_CALL_CLASSIFY, .run = tool_classify},
    {"match", DT_CALL_MATCH, .takes = LIBRARY, .run = tool_match},
    {"export", DT_CALL_EXPORT, .takes = RULE | AS | NO_PAGE, .run = tool_export},
    {"inspect", DT_CALL_INSPECT, .takes = RULE, .run = tool_inspect},
};
enum { TOOL_COUNT = sizeof tools / sizeof *tools };

enum { MAX_MEMBERS = 11 };

/* The names of a tool's arguments that are no options, and NULL. */
static void list_members(const tool *t, const char *names[MAX_MEMBERS]) {
  size_t count = 0;
  if (t->run_all != NULL) {
    names[count++] = "pages";
  } else if ((t->takes & NO_PAGE) == 0) {
    names[count++] = "html";
    names[count++] = "url";
    names[count++] = "file";
    names[count++] = "pages_of";
    names[count++] = "cursor";
    names[count++] = "limit";
  }

  if ((t->takes & RULE) != 0) {
    names[count++] = "wrapper";
    names[count++] = "wrapper_file";
  }

  if ((t->takes & EXAMPLES) != 0) names[count++] = "examples";
  if ((t->takes & LIBRARY) != 0) names[count++] = "library";
  if ((t->takes & AS) != 0) names[count++] = "as";
  names[count] = NULL;
}

/* Adds the member "as", the first of an object. */
static void add_formats(dt_buffer *out) {
  dt_buffer_text(out, "\"as\":{\"enum\":[");
  for (size_t f = 0; f < FORMAT_COUNT; f++) dt_buffer_format(out, "%s\"%s\"", f == 0 ? "" : ",", formats[f].name);
  dt_buffer_text(out, "],\"description\":\"The format of selectors, xpath by default, or of a schema\"}");
}

/* Whether the server has a tool: one that reads a folder needs the server's. */
static bool is_there(const dt_mcp *server, const tool *t) { return (t->takes & LIBRARY) == 0 || server->root != NULL; }

/* What templates/mcp has for servers with a folder is between @files@ and @end@, for others after @else@. */
typedef struct tool_list {
  const dt_mcp *server;
  unsigned depth, unwanted; /* open parts; the number of the one that is not wanted, 0 = all are */
  size_t start;             /* of that part in the output */
} tool_list;

static void leave_out_part(tool_list *list, const dt_buffer *out) {
  if (list->unwanted != 0) return;
  list->unwanted = list->depth;
  list->start = out->length;
}

static void end_tool_part(tool_list *list, dt_buffer *out) {
  if (list->unwanted != list->depth) return;
  out->length = list->start;
  list->unwanted = 0;
}

static bool fill_tools(void *data, dt_buffer *out, detm_text name) {
  const detm_text options = DT_TEXT("options-");
  tool_list *list = data;
  if (dt_text_equal(name, DT_TEXT("files"))) {
    list->depth++;
    if (list->server->root == NULL) leave_out_part(list, out);
  } else if (dt_text_equal(name, DT_TEXT("else"))) {
    if (list->unwanted == list->depth)
      end_tool_part(list, out);
    else
      leave_out_part(list, out);
  } else if (dt_text_equal(name, DT_TEXT("end"))) {
    end_tool_part(list, out);
    list->depth--;
  }

  if (dt_text_equal(name, DT_TEXT("formats"))) add_formats(out);

  for (size_t t = 0; dt_text_starts(name, options) && t < TOOL_COUNT; t++)
    if (dt_text_equal(dt_text_from(name, options.length), dt_text(tools[t].name)))
      dt_call_options_schema(tools[t].call, out);
  for (const dt_embedded *file = dt_mcp_files; file->name != NULL; file++)
    if (dt_text_equal(name, dt_text(file->name))) dt_embedded_fill(out, file, fill_tools, list);
  return true;
}

void dt_mcp_list_tools(const dt_mcp *server, dt_buffer *out) {
  tool_list list = {.server = server};
  dt_buffer text = {0};
  fill_tools(&list, &text, DT_TEXT("tools"));
  for (size_t i = 0; i < text.length; i++) { /* in one line */
    bool indent = text.data[i] == '\n';
    if (!indent) dt_buffer_byte(out, text.data[i]);
    while (indent && i + 1 < text.length && text.data[i + 1] == ' ') i++;
  }
  out->failed |= text.failed;
  dt_buffer_free(&text);
}

/* Adds the result of a call: the object as text, too, for clients that do not read objects. */
static void add_tool_result(dt_buffer *out, detm_text text, bool failed) {
  dt_buffer_text(out, "{\"content\":[{\"type\":\"text\",\"text\":");
  dt_escape_json_string(out, text);
  dt_buffer_text(out, "}]");
  if (!failed) {
    dt_buffer_text(out, ",\"structuredContent\":");
    dt_buffer_add(out, text.data, text.length);
  }
  dt_buffer_format(out, ",\"isError\":%s}", failed ? "true" : "false");
}

/* Runs a tool, and shortens a result that is too long. */
static detm_status run_tool(const tool *t, const call *c, detm_error *error) {
  const size_t most = c->server->max_answer;
  if (json_object_get(c->arguments, "pages_of") == NULL) {
    const char *alone = json_object_get(c->arguments, "cursor") != NULL  ? "cursor"
                        : json_object_get(c->arguments, "limit") != NULL ? "limit"
                                                                         : NULL;
    if (alone != NULL) return dt_error_set(error, DETM_USAGE, "\"%s\" is for \"pages_of\": give that, too", alone);
    detm_status status = t->run != NULL ? t->run(c, error) : run_for_all(t, c, error);
    return status == DETM_OK && most != 0 ? dt_mcp_cut(c->out, most, error) : status;
  }

  static const char *const others[] = {"html", "file", "url"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (json_object_get(c->arguments, others[i]) != NULL)
      return dt_error_set(error, DETM_USAGE, "\"pages_of\" and \"%s\" exclude each other: leave one of them out",
                          others[i]);
  return run_for_portion(t, c, error);
}

bool dt_mcp_call_tool(const dt_mcp *server, const char *name, const json_t *arguments, dt_buffer *out) {
  size_t t = 0;
  while (t < TOOL_COUNT && (strcmp(tools[t].name, name) != 0 || !is_there(server, &tools[t]))) t++;
  if (t == TOOL_COUNT) return false;
  dt_buffer object = {0};
  detm_error error = DETM_ERROR_NONE;
  call c = {.server = server, .arguments = arguments, .out = &object};
  dt_call_options_init(&c.options, &server->page);
  c.options.call = tools[t].call;
  const char *members[MAX_MEMBERS];
  list_members(&tools[t], members);
  detm_status status = dt_call_options_take(&c.options, arguments, members, &error);
  if (status == DETM_OK) status = run_tool(&tools[t], &c, &error);

  if (status == DETM_OK)
    add_tool_result(out, (detm_text){object.data, object.length}, false);
  else
    add_tool_result(out, dt_text(error.text), true);

  out->failed |= object.failed;
  dt_buffer_free(&object);
  return true;
}
