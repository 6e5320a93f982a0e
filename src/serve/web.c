/* serve/web.c: pages of the web, of hosts that the user of the server has allowed. */
#include "base/base64.h"
#include "base/escape.h"
#include "serve/serve.h"

static void answer_hosts(dt_answering *a) {
  dt_buffer *out = &a->reply->body;
  const char *const *host = a->service->web != NULL ? a->service->web->hosts : NULL;
  dt_buffer_text(out, "{\"hosts\":[");
  for (size_t i = 0; host != NULL && host[i] != NULL; i++) {
    if (i != 0) dt_buffer_byte(out, ',');
    dt_escape_json_string(out, dt_text(host[i]));
  }
  dt_buffer_text(out, "]}\n");
}

/* Reads the URL of the body; no other member, and no parameter, is there. */
static detm_status read_url(dt_answering *a, const char **url, detm_error *error) {
  if (json_object_size(a->ask->query) != 0)
    return dt_error_set(error, DETM_USAGE, "this call has no parameters: write {\"url\": \"https://...\"}");
  detm_status status = dt_answer_read_body(a, error);
  const json_t *given = json_object_get(a->object, "url");
  if (status != DETM_OK) return status;
  *url = json_string_value(given);
  if (*url != NULL && strlen(*url) == json_string_length(given) && json_object_size(a->object) == 1) return DETM_OK;
  return dt_error_set(error, DETM_USAGE, "the body is not {\"url\": \"https://...\"}");
}

static void answer_page(dt_answering *a) {
  detm_error error = DETM_ERROR_NONE;
  dt_buffer page = {0}, end = {0}, *out = &a->reply->body;
  const char *url = NULL;
  if (a->service->web == NULL) {
    dt_reply_problem(a->reply, 404, "the server fetches no pages: start it with the hosts that it may ask");
    return;
  }

  detm_status status = read_url(a, &url, &error);
  if (status == DETM_OK) status = a->service->web->get(a->service->web->data, url, &page, &end, &error);
  if (status == DETM_OK) {
    dt_buffer_text(out, "{\"url\":");
    dt_escape_json_string(out, (detm_text){end.data, end.length});
    dt_buffer_text(out, ",\"html_base64\":\"");
    dt_base64_encode((detm_text){page.data, page.length}, out);
    dt_buffer_text(out, "\"}\n");
    if (page.failed || end.failed || out->failed) status = dt_error_memory(&error);
  }
  if (status != DETM_OK) {
    dt_call_name_options(&error);
    dt_answer_error(a, &error);
  }
  dt_buffer_free(&page);
  dt_buffer_free(&end);
}

void dt_answer_web(dt_answering *a) {
  a->reply->type = dt_form_type(DT_FORM_JSON);
  if (strcmp(a->ask->method, "GET") == 0)
    answer_hosts(a);
  else
    answer_page(a);
}
