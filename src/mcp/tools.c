/* mcp/tools.c: the tools: their schemas, and the functions of the library that they call.
 *
 * The result of a tool is an object of JSON; pages have that of `detm COMMAND --per-page`. */
#include "mcp/tools.h"

#include <detm/content.h>
#include <detm/drift.h>
#include <detm/links.h>
#include <detm/writer.h>

#include "mcp/input.h"
#include "result/escape.h"

#include <stdlib.h>

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

/* Writes the line of a page without its newline.  Frees the result. */
static detm_status write_line(const call *c, detm_result *result, detm_page_note *note, detm_error *error) {
  note->confidence = detm_result_confidence(result);
  note->fit = detm_result_fit(result);
  note->quality = detm_result_quality(result);
  detm_writer *writer = detm_writer_new(DETM_NDJSON_PAGES, dt_buffer_write, c->out, 0, error);
  if (writer != NULL) detm_writer_set_note(writer, note);
  detm_status status = writer != NULL ? detm_result_emit(result, detm_writer_sink(writer), error) : DETM_NO_MEMORY;
  if (status == DETM_OK) status = detm_writer_finish(writer, error);
  detm_writer_free(writer);
  detm_result_free(result);
  if (c->out->length != 0 && c->out->data[c->out->length - 1] == '\n') c->out->length--;
  return status;
}

/* ---- tools for one page ---- */

static detm_status extract(const call *c, detm_error *error) {
  detm_page_note note = {.status = "ok"};
  detm_extract_options options = detm_extract_defaults;
  if (json_is_true(json_object_get(c->arguments, "all_regions"))) options.max_regions = 0;
  detm_page *page = dt_mcp_page(c->server, c->arguments, error);
  detm_result *result = page != NULL ? detm_extract(page, &options, error) : NULL;
  detm_status status = error->status;
  if (result != NULL && detm_result_region_count(result) == 0)
    note = (detm_page_note){.status = "nothing", .message = "the page has no list of records; try the tool content"};
  if (result != NULL) status = write_line(c, result, &note, error);
  detm_page_free(page);
  return status;
}

static detm_status apply(const call *c, detm_error *error) {
  detm_page_note note = {.status = "ok"};
  dt_buffer message = {0};
  detm_wrapper *wrapper = dt_mcp_wrapper(c->server, c->arguments, error);
  detm_page *page = wrapper != NULL ? dt_mcp_page(c->server, c->arguments, error) : NULL;
  detm_result *result = page != NULL ? detm_wrapper_apply(wrapper, page, NULL, error) : NULL;
  detm_status status = error->status;
  if (result != NULL && detm_result_region_count(result) == 0) {
    const char *missing = detm_result_missing(result);
    dt_buffer_format(&message,
                     "the page does not fit the wrapper, missing: %s; if the site has changed, learn a new one",
                     missing != NULL ? missing : "its records");
    dt_buffer_byte(&message, '\0');
    note = (detm_page_note){.status = "unfit", .message = message.failed ? NULL : message.data};
  } else if (result != NULL && detm_result_emptiness(result, NULL) != DETM_EMPTY_NOT) {
    note = (detm_page_note){.status = "nothing", .message = "the page fits the wrapper, and has no record"};
  }
  if (result != NULL) status = write_line(c, result, &note, error);
  dt_buffer_free(&message);
  detm_page_free(page);
  detm_wrapper_free(wrapper);
  return status;
}

/* Compares the values of a page with those that the wrapper was learned from. */
static detm_drift *compare(const detm_wrapper *wrapper, const detm_page *page, detm_error *error) {
  detm_drift *drift = NULL;
  detm_extract_options options = detm_extract_defaults;
  detm_page_info info = {.name = detm_page_name(page), .encoding = detm_page_encoding(page)};
  options.all_columns = 1; /* a change in columns left out as noise is a change of the site too */
  detm_profile *past = detm_profile_from_wrapper(wrapper, 1, error), *now = detm_profile_new(error);
  detm_result *records = past != NULL && now != NULL ? detm_wrapper_apply(wrapper, page, &options, error) : NULL;
  if (records != NULL && detm_result_emit(records, detm_profile_sink(now), error) == DETM_OK)
    drift = detm_verify(past, now, &info, NULL, error);
  detm_result_free(records);
  detm_profile_free(now);
  detm_profile_free(past);
  return drift;
}

static detm_status verify(const call *c, detm_error *error) {
  detm_page_note note = {.status = "ok"};
  detm_wrapper *wrapper = dt_mcp_wrapper(c->server, c->arguments, error);
  detm_page *page = wrapper != NULL ? dt_mcp_page(c->server, c->arguments, error) : NULL;
  detm_drift *drift = page != NULL ? compare(wrapper, page, error) : NULL;
  detm_status status = error->status;
  if (drift != NULL) {
    if (detm_drift_drifted_count(drift) != 0) note.status = "drifted";
    detm_result *result = detm_drift_into_result(drift);
    status = write_line(c, result, &note, error);
  }
  detm_page_free(page);
  detm_wrapper_free(wrapper);
  return status;
}

static detm_status list_links(const call *c, detm_error *error) {
  detm_page_note note = {.status = "ok"};
  detm_page *page = dt_mcp_page(c->server, c->arguments, error);
  detm_links *links = page != NULL ? detm_links_find(page, NULL, error) : NULL;
  detm_status status = links != NULL ? write_line(c, detm_links_into_result(links), &note, error) : error->status;
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

static void write_learned(const call *c, const detm_wrapper *wrapper, const dt_buffer *xml) {
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
  dt_buffer_text(c->out, "]}");
}

/* Makes examples of the members of an object; NULL without memory. */
static detm_example *read_examples(const json_t *object, size_t *count) {
  const char *name;
  const json_t *value;
  detm_example *examples = calloc(json_object_size(object) + 1, sizeof *examples);
  *count = 0;
  for (void *at = json_object_iter((json_t *)(uintptr_t)object); at != NULL && examples != NULL;
       at = json_object_iter_next((json_t *)(uintptr_t)object, at)) {
    name = json_object_iter_key(at);
    value = json_object_iter_value(at);
    examples[(*count)++] = (detm_example){name, json_is_string(value) ? json_string_value(value) : "", 0};
  }
  return examples;
}

static detm_status learn_pages(const call *c, const detm_page *const *pages, size_t count, detm_error *error) {
  size_t example_count;
  dt_buffer xml = {0};
  detm_example *examples = read_examples(json_object_get(c->arguments, "examples"), &example_count);
  if (examples == NULL) return dt_error_memory(error);
  detm_wrapper *wrapper = example_count != 0
                              ? detm_wrapper_learn_by_example(pages, count, examples, example_count, 0, NULL, error)
                              : detm_wrapper_learn(pages, count, NULL, error);
  detm_status status = wrapper != NULL ? detm_wrapper_save(wrapper, dt_buffer_write, &xml, error) : error->status;
  if (status == DETM_OK) write_learned(c, wrapper, &xml);
  detm_wrapper_free(wrapper);
  dt_buffer_free(&xml);
  free(examples);
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

static const tool tools[] = {
    {"extract",
     "Finds the list of records on a page (products, search results, rows of a table), and returns each record with "
     "its "
     "fields.",
     .page = true,
     .members = ",\"all_regions\":{\"type\":\"boolean\",\"description\":\"All lists of the page, not the main one\"}",
     .run = extract},
    {"learn",
     "Learns a wrapper from sample pages of a site. The wrapper reads the same fields from other pages of the site, by "
     "apply. With examples, the wrapper has the fields that they name.",
     .members = ",\"examples\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"},\"description\":"
                "\"Names of fields, and their values in one record of the first page\"}",
     .run = learn},
    {"apply", "Reads the records of a page with a wrapper.", .page = true, .wrapper = true, .members = "",
     .run = apply},
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
