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
  dt_buffer *out; /* the result's object */
} call;

typedef struct tool {
  const char *name, *description;
  bool page, wrapper;  /* takes one page; takes a wrapper */
  const char *members; /* schemas of its own arguments, after a comma; "" = none */
  detm_status (*run)(const call *c, detm_error *error);
} tool;

/* Whether a call has this argument, and it is true. */
static bool is_wanted(const call *c, const char *argument) {
  return json_is_true(json_object_get(c->arguments, argument));
}

/* Writes the line of a page without its newline.  Frees the result. */
static detm_status write_line(const call *c, const detm_page *page, detm_result *result, const char *message,
                              detm_error *error) {
  dt_call_note note;
  dt_call_options options;
  dt_call_options_init(&options, &c->server->page);
  options.account = is_wanted(c, "account");
  dt_call_describe(&note, page, result);
  if (message != NULL && strcmp(note.note.status, "nothing") == 0 && detm_result_remark_count(result) == 0)
    note.note.message = message;
  detm_status status = dt_call_write_line(c->out, result, &note.note, &options, NULL, error);
  detm_result_free(result);
  return status;
}

/* ---- tools for one page ---- */

static detm_status extract(const call *c, detm_error *error) {
  dt_call_options options;
  dt_call_options_init(&options, &c->server->page);
  options.all_regions = is_wanted(c, "all_regions");
  options.extract.totals = is_wanted(c, "totals");
  detm_page *page = dt_mcp_page(c->server, c->arguments, error);
  detm_result *result = page != NULL ? dt_call_extract(page, &options, NULL, error) : NULL;
  detm_status status = error->status;
  if (result != NULL)
    status = write_line(c, page, result, "the page has no list of records; try the tool content", error);
  detm_page_free(page);
  return status;
}

static detm_status apply(const call *c, detm_error *error) {
  dt_call_options options;
  dt_call_rule rule = {.wrapper = dt_mcp_wrapper(c->server, c->arguments, error)};
  dt_call_options_init(&options, &c->server->page);
  options.extract.totals = is_wanted(c, "totals");
  detm_page *page = rule.wrapper != NULL ? dt_mcp_page(c->server, c->arguments, error) : NULL;
  detm_result *result = page != NULL ? dt_call_apply(&rule, page, &options, error) : NULL;
  detm_status status = error->status;
  if (result != NULL) status = write_line(c, page, result, NULL, error);
  detm_page_free(page);
  dt_call_rule_free(&rule);
  return status;
}

static detm_status verify(const call *c, detm_error *error) {
  dt_call_options options;
  dt_call_rule rule = {.wrapper = dt_mcp_wrapper(c->server, c->arguments, error)};
  dt_call_options_init(&options, &c->server->page);
  detm_page *page = rule.wrapper != NULL ? dt_mcp_page(c->server, c->arguments, error) : NULL;
  detm_profile *past = page != NULL ? dt_call_past(&rule, error) : NULL;
  detm_drift *drift = past != NULL ? dt_call_compare(&rule, past, page, &options, error) : NULL;
  detm_status status = error->status;
  if (drift != NULL) status = write_line(c, page, detm_drift_into_result(drift), NULL, error);
  detm_profile_free(past);
  detm_page_free(page);
  dt_call_rule_free(&rule);
  return status;
}

static detm_status list_links(const call *c, detm_error *error) {
  dt_call_options options;
  dt_call_options_init(&options, &c->server->page);
  detm_page *page = dt_mcp_page(c->server, c->arguments, error);
  detm_result *links = page != NULL ? dt_call_links(page, &options, error) : NULL;
  detm_status status = links != NULL ? write_line(c, page, links, NULL, error) : error->status;
  detm_page_free(page);
  return status;
}

static void add_member(dt_buffer *out, const char *name, detm_text value) {
  dt_buffer_text(out, out->length <= 1 ? "" : ",");
  dt_buffer_format(out, "\"%s\":", name);
  dt_escape_json_string(out, value);
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

static detm_status write_content(const call *c, const detm_content *content, detm_error *error) {
  dt_buffer *out = c->out, markdown = {0};
  const char *title = detm_content_title(content), *date = detm_content_date(content);
  const char *author = detm_content_author(content), *markup = detm_content_markup(content);
  detm_status status = detm_markup_write(dt_text(markup), DETM_MARKDOWN, dt_buffer_write, &markdown, error);
  dt_buffer_byte(out, '{');
  if (title != NULL) add_member(out, "title", dt_text(title));
  if (date != NULL) add_member(out, "date", dt_text(date));
  if (author != NULL) add_member(out, "author", dt_text(author));
  add_member(out, "markdown", (detm_text){markdown.data, markdown.length});
  add_strings(out, "breadcrumb", detm_content_crumb_get, content);
  add_strings(out, "keywords", detm_content_keyword_get, content);
  dt_escape_share(out, ",\"quality\":", detm_content_quality(content), "");
  dt_buffer_byte(out, '}');
  dt_buffer_free(&markdown);
  return status;
}

static detm_status find_content(const call *c, detm_error *error) {
  detm_page *page = dt_mcp_page(c->server, c->arguments, error);
  detm_content *content = page != NULL ? detm_content_find(page, NULL, error) : NULL;
  detm_status status = content != NULL ? write_content(c, content, error) : error->status;
  detm_content_free(content);
  detm_page_free(page);
  return status;
}

/* ---- learn ---- */

static void write_learned(const call *c, const detm_wrapper *wrapper, const dt_buffer *xml, const json_t *notices) {
  dt_buffer_byte(c->out, '{');
  add_member(c->out, "wrapper", (detm_text){xml->data, xml->length});
  dt_buffer_text(c->out, ",\"fields\":[");
  for (size_t f = 0, count = 0; f < detm_wrapper_field_count(wrapper); f++) {
    if (!detm_wrapper_field_wanted(wrapper, f)) continue;
    dt_buffer_text(c->out, count++ == 0 ? "{\"name\":" : ",{\"name\":");
    dt_escape_json_string(c->out, dt_text(detm_wrapper_field_name(wrapper, f)));
    add_member(c->out, "type", dt_text(detm_wrapper_field_type(wrapper, f)));
    dt_buffer_byte(c->out, '}');
  }
  dt_buffer_byte(c->out, ']');
  dt_call_write_notices(c->out, notices);
  dt_buffer_byte(c->out, '}');
}

static detm_status learn_pages(const call *c, const detm_page *const *pages, size_t count, detm_error *error) {
  dt_call_options options;
  dt_buffer xml = {0};
  json_t *notices;
  dt_call_options_init(&options, &c->server->page);
  detm_wrapper *wrapper = dt_call_learn(pages, count, c->arguments, &options, NULL, &notices, error);
  detm_status status = wrapper != NULL ? detm_wrapper_save(wrapper, dt_buffer_write, &xml, error) : error->status;
  if (status == DETM_OK) write_learned(c, wrapper, &xml, notices);
  detm_wrapper_free(wrapper);
  dt_buffer_free(&xml);
  json_decref(notices);
  return status;
}

static detm_status learn(const call *c, detm_error *error) {
  enum { MAX_PAGES = 100 };
  detm_page *pages[MAX_PAGES];
  const json_t *list = json_object_get(c->arguments, "pages");
  size_t count = json_array_size(list), read = 0;
  if (count == 0 || count > MAX_PAGES)
    return dt_error_set(error, DETM_USAGE, "\"pages\" is an array of 1 to %d pages", (int)MAX_PAGES);
  while (read < count && (pages[read] = dt_mcp_page(c->server, json_array_get(list, read), error)) != NULL) read++;
  detm_status status = read == count ? learn_pages(c, (const detm_page *const *)pages, count, error) : error->status;
  while (read != 0) detm_page_free(pages[--read]);
  return status;
}

/* ---- the list of tools ---- */

#define PAGE_MEMBERS                                                                                                   \
  "\"html\":{\"type\":\"string\",\"description\":\"The page's HTML\"},"                                                \
  "\"url\":{\"type\":\"string\",\"description\":\"The page's address, to make links absolute\"}"
#define PAGE_FILE ",\"file\":{\"type\":\"string\",\"description\":\"A file of the server's folder, instead of html\"}"
#define WRAPPER_MEMBER ",\"wrapper\":{\"type\":\"string\",\"description\":\"A wrapper, the XML that learn returned\"}"
#define WRAPPER_FILE                                                                                                   \
  ",\"wrapper_file\":{\"type\":\"string\",\"description\":\"A file of the server's folder, instead of wrapper\"}"
#define RECORD_MEMBERS                                                                                                 \
  ",\"totals\":{\"type\":\"boolean\",\"description\":\"Rows of tables with sums or means are records, too\"}"          \
  ",\"account\":{\"type\":\"boolean\",\"description\":\"List everything that is in no field, with the reason, as "     \
  "@account; @left_out counts it\"}"

static const tool tools[] = {
    {"extract",
     "Finds the list of records on a page (products, search results, rows of a table), and returns each record with "
     "its fields. @left_out and @message say what of the list is in no field.",
     .page = true,
     .members = ",\"all_regions\":{\"type\":\"boolean\",\"description\":\"All lists of the page, not the main "
                "one\"}" RECORD_MEMBERS,
     .run = extract},
    {"learn",
     "Learns a wrapper from sample pages of a site. The wrapper reads the same fields from other pages of the site, by "
     "apply. With examples, the wrapper has the fields that they name.",
     .members = ",\"examples\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"},\"description\":"
                "\"Names of fields, and their values in one record of the first page\"}",
     .run = learn},
    {"apply", "Reads the records of a page with a wrapper. @left_out and @message say what of the list is in no field.",
     .page = true, .wrapper = true, .members = RECORD_MEMBERS, .run = apply},
    {"verify",
     "Checks whether a wrapper still fits its site: lists the fields that are missing or have other values than "
     "before.",
     .page = true, .wrapper = true, .members = "", .run = verify},
    {"content", "Returns the main text of a page as Markdown, with title, date and author.", .page = true,
     .members = "", .run = find_content},
    {"links", "Lists the links of a page, with their texts, and where on the page they are.", .page = true,
     .members = "", .run = list_links},
};
enum { TOOL_COUNT = sizeof tools / sizeof *tools };

/* Adds the schema of a tool's arguments. */
static void add_schema(const dt_mcp *server, const tool *t, dt_buffer *out) {
  dt_buffer_text(out, "{\"type\":\"object\",\"properties\":{");
  if (!t->page) dt_buffer_text(out, "\"pages\":{\"type\":\"array\",\"items\":{\"type\":\"object\",\"properties\":{");
  dt_buffer_text(out, PAGE_MEMBERS);
  if (server->root != NULL) dt_buffer_text(out, PAGE_FILE);
  if (!t->page) dt_buffer_text(out, "}},\"minItems\":1,\"description\":\"The sample pages\"}");
  if (t->wrapper) dt_buffer_text(out, WRAPPER_MEMBER);
  if (t->wrapper && server->root != NULL) dt_buffer_text(out, WRAPPER_FILE);
  dt_buffer_text(out, t->members);
  dt_buffer_text(out, "},\"required\":[");
  if (!t->page)
    dt_buffer_text(out, "\"pages\"");
  else if (server->root == NULL) /* else a file may be given instead */
    dt_buffer_text(out, t->wrapper ? "\"html\",\"wrapper\"" : "\"html\"");
  dt_buffer_text(out, "]}");
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
static void add_result(dt_buffer *out, detm_text text, bool failed) {
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
  const call c = {server, arguments, &object};
  if (tools[t].run(&c, &error) == DETM_OK)
    add_result(out, (detm_text){object.data, object.length}, false);
  else
    add_result(out, dt_text(error.text), true);
  out->failed |= object.failed;
  dt_buffer_free(&object);
  return true;
}
