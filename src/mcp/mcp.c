/* mcp/mcp.c: JSON-RPC 2.0: reads a message, calls its method, and writes the answer. */
#include "mcp/mcp.h"

#include "base/escape.h"
#include "base/json.h"
#include "mcp/tools.h"

#include <detm/version.h>

/* Codes of errors of JSON-RPC. */
enum { PARSE_ERROR = -32700, INVALID_REQUEST = -32600, METHOD_NOT_FOUND = -32601, INVALID_PARAMS = -32602 };

/* Revisions of the protocol, the newest first. */
static const char *const revisions[] = {"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"};

static const char instructions[] =
    "detm reads web pages made from a database. Use extract for a list of records, content for the text of an article. "
    "To read many pages of one site, call learn with one or some of them, and apply with its wrapper for each page. "
    "The server does not fetch pages: give their HTML.";

/* Begins an answer; id NULL: it is not known. */
static void begin_answer(dt_buffer *out, const json_t *id) {
  dt_buffer_text(out, "{\"jsonrpc\":\"2.0\",\"id\":");
  if (json_is_string(id))
    dt_escape_json_string(out, dt_json_text(id));
  else if (json_is_integer(id))
    dt_buffer_format(out, "%" JSON_INTEGER_FORMAT, json_integer_value(id));
  else
    dt_buffer_text(out, "null");
}

static void answer_error(dt_buffer *out, const json_t *id, int code, const char *message, const char *word) {
  dt_buffer text = {0};
  begin_answer(out, id);
  dt_buffer_text(&text, message);
  dt_buffer_text(&text, word);
  dt_buffer_format(out, ",\"error\":{\"code\":%d,\"message\":", code);
  dt_escape_json_string(out, (detm_text){text.data, text.length});
  dt_buffer_text(out, "}}");
  out->failed |= text.failed;
  dt_buffer_free(&text);
}

/* Adds the result of initialize: the revision that the client asks for if it is known, else the newest. */
static void answer_initialize(const json_t *params, dt_buffer *out) {
  const char *wanted = json_string_value(json_object_get(params, "protocolVersion")), *chosen = revisions[0];
  for (size_t r = 0; wanted != NULL && r < sizeof revisions / sizeof *revisions; r++)
    if (strcmp(wanted, revisions[r]) == 0) chosen = revisions[r];
  dt_buffer_format(out,
                   "{\"protocolVersion\":\"%s\",\"capabilities\":{\"tools\":{}},"
                   "\"serverInfo\":{\"name\":\"detm\",\"version\":\"%s\"},\"instructions\":",
                   chosen, detm_version());
  dt_escape_json_string(out, dt_text(instructions));
  dt_buffer_byte(out, '}');
}

static void call_tool(const dt_mcp *server, const json_t *id, const json_t *params, dt_buffer *out) {
  const char *name = json_string_value(json_object_get(params, "name"));
  const json_t *arguments = json_object_get(params, "arguments");
  dt_buffer result = {0};

  if (name == NULL || (arguments != NULL && !json_is_object(arguments))) {
    answer_error(out, id, INVALID_PARAMS, "tools/call needs the name of a tool, and an object of arguments", "");
  } else if (!dt_mcp_call_tool(server, name, arguments, &result)) {
    answer_error(out, id, INVALID_PARAMS, "unknown tool: ", name);
  } else {
    begin_answer(out, id);
    dt_buffer_text(out, ",\"result\":");
    dt_buffer_add(out, result.data, result.length);
    dt_buffer_byte(out, '}');
  }

  out->failed |= result.failed;
  dt_buffer_free(&result);
}

static void answer_request(const dt_mcp *server, const json_t *id, const char *method, const json_t *params,
                           dt_buffer *out) {
  bool initializes = strcmp(method, "initialize") == 0, lists = strcmp(method, "tools/list") == 0;
  if (strcmp(method, "tools/call") == 0) {
    call_tool(server, id, params, out);
  } else if (initializes || lists || strcmp(method, "ping") == 0) {
    begin_answer(out, id);
    dt_buffer_text(out, ",\"result\":");
    if (initializes)
      answer_initialize(params, out);
    else if (lists)
      dt_mcp_list_tools(server, out);
    else
      dt_buffer_text(out, "{}");
    dt_buffer_byte(out, '}');
  } else {
    answer_error(out, id, METHOD_NOT_FOUND, "unknown method: ", method);
  }
}

/* Answers one message.  Notifications and answers get none. */
static void answer_message(const dt_mcp *server, const json_t *message, dt_buffer *out) {
  const json_t *id = json_object_get(message, "id"), *method = json_object_get(message, "method");
  const json_t *params = json_object_get(message, "params");
  const char *version = json_string_value(json_object_get(message, "jsonrpc"));
  bool answers = json_object_get(message, "result") != NULL || json_object_get(message, "error") != NULL;
  if (json_is_object(message) && ((method == NULL && answers) || (json_is_string(method) && id == NULL))) return;

  if (version == NULL || strcmp(version, "2.0") != 0 || !json_is_string(method) ||
      !(json_is_string(id) || json_is_integer(id)))
    answer_error(out, NULL, INVALID_REQUEST,
                 "a request is an object with \"jsonrpc\": \"2.0\", an \"id\" that is a string or a whole number, and "
                 "a \"method\"",
                 "");
  else if (params != NULL && !json_is_object(params))
    answer_error(out, id, INVALID_PARAMS, "\"params\" is not an object", "");
  else
    answer_request(server, id, json_string_value(method), params, out);
}

/* Answers the messages of an array by an array, which lacks those that need no answer. */
static void answer_batch(const dt_mcp *server, const json_t *messages, dt_buffer *out) {
  size_t start = out->length;
  if (json_array_size(messages) == 0) answer_error(out, NULL, INVALID_REQUEST, "the array has no message", "");
  for (size_t m = 0; m < json_array_size(messages); m++) {
    size_t before = out->length;
    dt_buffer_byte(out, before == start ? '[' : ',');
    answer_message(server, json_array_get(messages, m), out);
    if (out->length == before + 1) out->length = before;
  }
  if (json_array_size(messages) != 0 && out->length != start) dt_buffer_byte(out, ']');
}

bool dt_mcp_answer(const dt_mcp *server, detm_text message, dt_buffer *out) {
  json_error_t why;
  bool no_memory;
  size_t start = out->length;
  json_t *parsed = dt_json_load(message.data, message.length, 0, &why, &no_memory);

  if (parsed == NULL && !no_memory)
    answer_error(out, NULL, PARSE_ERROR, "the line is not JSON: ", why.text);
  else if (json_is_array(parsed))
    answer_batch(server, parsed, out);
  else if (parsed != NULL)
    answer_message(server, parsed, out);

  json_decref(parsed);
  if (out->length != start) dt_buffer_byte(out, '\n');
  return !no_memory && !out->failed;
}

void dt_mcp_refuse(size_t max_bytes, dt_buffer *out) {
  char limit[32];
  snprintf(limit, sizeof limit, "%zu", max_bytes);
  answer_error(out, NULL, INVALID_REQUEST, "the message is too long; its limit in bytes is ", limit);
  dt_buffer_byte(out, '\n');
}
