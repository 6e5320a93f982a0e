/* mcp/tools.c: the tools: their schemas, and the functions of the library that they call.
 *
 * The result of a tool is an object of JSON; pages have that of `detm COMMAND --per-page`. */
#include "mcp/tools.h"

#include "calls/calls.h"
#include "mcp/input.h"
#include "result/escape.h"

/* A call of a tool. */
typedef struct call {
  const dt_mcp *server;
  const json_t *arguments;
  dt_call_options options; /* those of the arguments */
  dt_buffer *out;          /* the result's object */
} call;

typedef struct tool {
  const char *name, *description;
  dt_call call;                                         /* whose options it has */
  bool rule;                                            /* takes a wrapper or template */
  bool examples;                                        /* takes names of fields with their values */
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
  detm_page *page = dt_mcp_page(c->server, c->arguments, error);
  return write_result(c, page, page != NULL ? dt_call_extract(page, &c->options, c->server->domains, error) : NULL,
                      "the page has no list of records; try the tool content", error);
}

static detm_status tool_apply(const call *c, detm_error *error) {
  dt_call_note note;
  dt_call_rule rule = {0};
  detm_page *page = NULL;
  detm_status status = dt_mcp_rule(c->server, c->arguments, &rule, error);

  if (status == DETM_OK && (page = dt_mcp_page(c->server, c->arguments, error)) == NULL) status = error->status;
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

  if (status == DETM_OK && (page = dt_mcp_page(c->server, c->arguments, error)) == NULL) status = error->status;
  if (page != NULL && (past = dt_call_past(&rule, error)) == NULL) status = error->status;
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
  detm_page *page = dt_mcp_page(c->server, c->arguments, error);
  return write_result(c, page, page != NULL ? dt_call_links(page, &c->options, error) : NULL, NULL, error);
}

static detm_status tool_classify(const call *c, detm_error *error) {
  detm_page *page = dt_mcp_page(c->server, c->arguments, error);
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
  detm_page *page = dt_mcp_page(c->server, c->arguments, error);
  detm_content *content = page != NULL ? detm_content_find(page, &c->options.content, error) : NULL;
  detm_status status = content != NULL ? write_content(c, content, detm_page_wall(page), error) : error->status;
  detm_content_free(content);
  detm_page_free(page);
  return status;
}

/* ---- tools for several pages ---- */

static void write_learned(const call *c, const detm_wrapper *wrapper, const dt_buffer *xml, const json_t *notices) {
  dt_buffer_byte(c->out, '{');
  dt_escape_json_member(c->out, "wrapper", (detm_text){xml->data, xml->length});
  dt_buffer_text(c->out, ",\"fields\":[");

  for (size_t f = 0, count = 0; f < detm_wrapper_field_count(wrapper); f++) {
    if (!detm_wrapper_field_wanted(wrapper, f)) continue;
    dt_buffer_text(c->out, count++ == 0 ? "{" : ",{");
    dt_escape_json_member(c->out, "name", dt_text(detm_wrapper_field_name(wrapper, f)));
    dt_escape_json_member(c->out, "type", dt_text(detm_wrapper_field_type(wrapper, f)));
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
  detm_wrapper *wrapper = dt_call_learn(pages, count, object, &c->options, c->server->domains, &notices, error);
  detm_status status = wrapper != NULL ? detm_wrapper_save(wrapper, dt_buffer_write, &xml, error) : error->status;
  if (status == DETM_OK) write_learned(c, wrapper, &xml, notices);
  detm_wrapper_free(wrapper);
  dt_buffer_free(&xml);
  json_decref(notices);
  json_decref(object);
  return status;
}

static detm_status tool_template(const call *c, const detm_page *const *pages, size_t count, detm_error *error) {
  json_t *notices = NULL, *object = get_examples(c, error);
  if (object == NULL) return error->status;
  dt_call_rule rule = {.made = dt_call_template(pages, count, object, &c->options, &notices, error)};
  detm_status status = rule.made != NULL ? dt_call_write_rule(c->out, &rule, notices, error) : error->status;
  dt_call_rule_free(&rule);
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
  if (status == DETM_OK && (repaired = dt_call_repair(&rule, pages, count, &c->options, error)) == NULL)
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

/* ---- the list of tools ---- */

#define PAGE_MEMBERS                                                                                                   \
  "\"html\":{\"type\":\"string\",\"description\":\"The page's HTML\"},"                                                \
  "\"url\":{\"type\":\"string\",\"description\":\"The page's address, to make links absolute\"}"
#define PAGE_FILE ",\"file\":{\"type\":\"string\",\"description\":\"A file of the server's folder, instead of html\"}"
#define PAGES_START "\"pages\":{\"type\":\"array\",\"items\":{\"type\":\"object\",\"properties\":{"
#define PAGES_END "}},\"minItems\":1,\"description\":\"Pages of one site\"}"
#define RULE_MEMBER ",\"wrapper\":{\"type\":\"string\",\"description\":\"The XML of a wrapper or template\"}"
#define RULE_FILE                                                                                                      \
  ",\"wrapper_file\":{\"type\":\"string\",\"description\":\"A file of the server's folder, instead of wrapper\"}"
#define EXAMPLES_MEMBER                                                                                                \
  ",\"examples\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"},\"description\":"                 \
  "\"Names of fields, and their values in one record of the first page\"}"

static const tool tools[] = {
    {"extract",
     "Finds the list of records on a page (products, search results, rows of a table), and returns each record with "
     "its fields. @left_out and @message say what of the list is in no field.",
     .call = DT_CALL_EXTRACT, .run = tool_extract},
    {"learn",
     "Learns a wrapper from sample pages of a site. The wrapper reads the same fields from other pages of the site, by "
     "apply. With examples, the wrapper has the fields that they name.",
     .call = DT_CALL_LEARN, .examples = true, .run_all = tool_learn},
    {"fields",
     "Lists what a page about one thing (a product, a person, an article) may have as fields, with names and values, "
     "to choose the examples of template from. Of several pages of a site it lists what they share.",
     .call = DT_CALL_FIELDS, .run_all = tool_fields},
    {"template",
     "Makes a template from a page about one thing and the values to read from it. The template reads the same fields "
     "from other pages of the site, by apply.",
     .call = DT_CALL_TEMPLATE, .examples = true, .run_all = tool_template},
    {"apply",
     "Reads the records of a page with a wrapper, or the fields of a page with a template. @status is drifted if the "
     "values are not what they were; @left_out and @message say what of the list is in no field.",
     .call = DT_CALL_APPLY, .rule = true, .run = tool_apply},
    {"verify",
     "Checks whether a wrapper or template still fits its site: lists the fields that are missing or have other values "
     "than before.",
     .call = DT_CALL_VERIFY, .rule = true, .run = tool_verify},
    {"repair",
     "Learns a wrapper or template again from pages of a site that has changed, and keeps the names of its fields. "
     "Says what became of each field, and how sure that is.",
     .call = DT_CALL_REPAIR, .rule = true, .run_all = tool_repair},
    {"content", "Returns the main text of a page as Markdown, with title, date and author.", .call = DT_CALL_CONTENT,
     .run = tool_content},
    {"links", "Lists the links of a page, with their texts, and where on the page they are.", .call = DT_CALL_LINKS,
     .run = tool_links},
    {"classify", "Tells the kind of a page: a list, an article or other text, mere navigation, or a wall that blocks.",
     .call = DT_CALL_CLASSIFY, .run = tool_classify},
};
enum { TOOL_COUNT = sizeof tools / sizeof *tools };

enum { MAX_MEMBERS = 8 };

/* The names of a tool's arguments that are no options, and NULL. */
static void list_members(const tool *t, const char *names[MAX_MEMBERS]) {
  size_t count = 0;
  if (t->run != NULL) {
    names[count++] = "html";
    names[count++] = "url";
    names[count++] = "file";
  } else {
    names[count++] = "pages";
  }

  if (t->rule) {
    names[count++] = "wrapper";
    names[count++] = "wrapper_file";
  }

  if (t->examples) names[count++] = "examples";
  names[count] = NULL;
}

/* Adds the schema of a tool's arguments. */
static void add_schema(const dt_mcp *server, const tool *t, dt_buffer *out) {
  bool files = server->root != NULL; /* which may be given instead */
  dt_buffer_text(out, "{\"type\":\"object\",\"properties\":{");
  if (t->run_all != NULL) dt_buffer_text(out, PAGES_START);
  dt_buffer_text(out, PAGE_MEMBERS);
  if (files) dt_buffer_text(out, PAGE_FILE);
  if (t->run_all != NULL) dt_buffer_text(out, PAGES_END);
  if (t->rule) dt_buffer_text(out, RULE_MEMBER);
  if (t->rule && files) dt_buffer_text(out, RULE_FILE);
  if (t->examples) dt_buffer_text(out, EXAMPLES_MEMBER);
  dt_call_options_schema(t->call, out);

  const char *required[4];
  size_t count = 0;
  if (t->run_all != NULL) required[count++] = "pages";
  if (t->run != NULL && !files) required[count++] = "html";
  if (t->rule && !files) required[count++] = "wrapper";
  if (t->call == DT_CALL_TEMPLATE) required[count++] = "examples"; /* learn needs none */
  dt_buffer_text(out, "},\"required\":[");
  for (size_t r = 0; r < count; r++) dt_buffer_format(out, "%s\"%s\"", r == 0 ? "" : ",", required[r]);
  dt_buffer_text(out, "],\"additionalProperties\":false}");
}

void dt_mcp_list_tools(const dt_mcp *server, dt_buffer *out) {
  dt_buffer_text(out, "{\"tools\":[");
  for (size_t t = 0; t < TOOL_COUNT; t++) {
    dt_buffer_format(out, "%s{\"name\":\"%s\",\"description\":", t == 0 ? "" : ",", tools[t].name);
    dt_escape_json_string(out, dt_text(tools[t].description));
    dt_buffer_text(out, ",\"annotations\":{\"readOnlyHint\":true,\"openWorldHint\":false},\"inputSchema\":");
    add_schema(server, &tools[t], out);
    dt_buffer_byte(out, '}');
  }
  dt_buffer_text(out, "]}");
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

bool dt_mcp_call_tool(const dt_mcp *server, const char *name, const json_t *arguments, dt_buffer *out) {
  size_t t = 0;
  while (t < TOOL_COUNT && strcmp(tools[t].name, name) != 0) t++;
  if (t == TOOL_COUNT) return false;
  dt_buffer object = {0};
  detm_error error = DETM_ERROR_NONE;
  call c = {.server = server, .arguments = arguments, .out = &object};
  dt_call_options_init(&c.options, &server->page);
  c.options.call = tools[t].call;
  const char *members[MAX_MEMBERS];
  list_members(&tools[t], members);
  detm_status status = dt_call_options_take(&c.options, arguments, members, &error);
  if (status == DETM_OK) status = tools[t].run != NULL ? tools[t].run(&c, &error) : run_for_all(&tools[t], &c, &error);

  if (status == DETM_OK)
    add_tool_result(out, (detm_text){object.data, object.length}, false);
  else
    add_tool_result(out, dt_text(error.text), true);

  out->failed |= object.failed;
  dt_buffer_free(&object);
  return true;
}
