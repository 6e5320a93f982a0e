/* tests/fuzz/fuzz-serve.c: reads any bytes as a request of detm serve: the first byte chooses the path, the second the
 * type of the body, which is the rest.
 *
 * Each answer has a body that is JSON if its type says so, and a problem has the status of the answer. */
#include "must.h"

#include "base/json.h"
#include "serve/guard.h"
#include "serve/service.h"

#include <string.h>

static const char *const paths[] = {"/v1/extract",  "/v1/apply",  "/v1/content", "/v1/links",   "/v1/classify",
                                    "/v1/match",    "/v1/verify", "/v1/fields",  "/v1/view",    "/v1/learn",
                                    "/v1/template", "/v1/edit",   "/v1/repair",  "/v1/rules/a", "/v1/runs/1/diff/2"};
static const char *const types[] = {"application/json", "text/html; charset=iso-8859-15", "text/html;charset=\"", "x"};

static void check_json(const dt_reply *reply) {
  json_t *body = json_loadb(reply->body.data, reply->body.length, JSON_ALLOW_NUL, NULL);
  must(json_is_object(body));
  if (reply->status >= 400) must(json_integer_value(json_object_get(body, "status")) == reply->status);
  json_decref(body);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 2) return 0;
  dt_service service = {.page = detm_page_defaults, .seconds = 5, .max_pages = 4};
  service.page.max_nodes = 20000;
  const char *path = paths[data[0] % (sizeof paths / sizeof *paths)];
  const dt_ask ask = {.method = strstr(path, "/r") != NULL && strstr(path, "repair") == NULL ? "GET" : "POST",
                      .path = path,
                      .type = types[data[1] % (sizeof types / sizeof *types)],
                      .body = {(const char *)data + 2, size - 2}};
  dt_reply reply;
  dt_service_answer(&service, &ask, &reply);
  must(reply.status >= 200 && reply.status < 600);
  if (reply.type != NULL && strstr(reply.type, "json") != NULL && strstr(reply.type, "ndjson") == NULL)
    check_json(&reply);
  dt_buffer_free(&reply.body);
  char text[256];
  size_t length = size < sizeof text ? size : sizeof text - 1;
  memcpy(text, data, length);
  text[length] = '\0';
  const dt_guard guard = {"0123456789abcdef", NULL};
  const dt_visitor visitor = {.host = text, .origin = text};
  (void)dt_guard_host(&guard, text);
  must(!dt_guard_origin(&visitor));
  must(!dt_guard_token(&guard, text) || strstr(text, "0123456789abcdef") != NULL);
  return 0;
}
