/* tests/fuzz/fuzz-mcp.c: reads any bytes as messages of the Model Context Protocol, one a line.
 *
 * Each answer is one line of JSON with the version of JSON-RPC and either a result or an error. */
#include "must.h"

#include "base/json.h"
#include "mcp/mcp.h"

#include <string.h>

static bool is_answer(const json_t *answer) {
  const char *version = json_string_value(json_object_get(answer, "jsonrpc"));
  bool result = json_is_object(json_object_get(answer, "result"));
  bool error = json_is_object(json_object_get(answer, "error"));
  return version != NULL && strcmp(version, "2.0") == 0 && json_object_get(answer, "id") != NULL && result != error;
}

static void answer_line(detm_text line) {
  const dt_mcp server = {.root = "/nonexistent", .page = detm_page_defaults};
  dt_buffer out = {0};
  must(dt_mcp_answer(&server, line, &out));
  if (out.length != 0) {
    must(memchr(out.data, '\n', out.length) == out.data + out.length - 1);
    json_t *answer = json_loadb(out.data, out.length, JSON_ALLOW_NUL, NULL);
    must(answer != NULL);
    for (size_t a = 0; a < json_array_size(answer); a++) must(is_answer(json_array_get(answer, a)));
    must(json_array_size(answer) != 0 || is_answer(answer));
    json_decref(answer);
  }
  dt_buffer_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  detm_text left = {(const char *)data, size};
  while (left.length != 0) {
    const char *newline = memchr(left.data, '\n', left.length);
    detm_text line = {left.data, newline != NULL ? (size_t)(newline - left.data) : left.length};
    answer_line(line);
    left = dt_text_from(left, line.length + (newline != NULL));
  }
  return 0;
}
