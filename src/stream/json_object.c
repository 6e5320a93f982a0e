/* stream/json_object.c: the page in an object of JSON. */
#include "config.h"

#include "stream/json_object.h"

#include "base/base64.h"
#include "base/json.h"
#include "stream/kinds.h"

#include <stdlib.h>

#define BASE64_KEY "html_base64"
enum { MAX_KEY = 200, MAX_DEPTH = 3 /* of objects in which a page is looked for */ };

const char *dt_json_html_key(const dt_stream_options *options) {
  return options->html_key != NULL ? options->html_key : "html";
}

const char *dt_json_url_key(const dt_stream_options *options) {
  return options->url_key != NULL ? options->url_key : "url";
}

/* ---- by what it is ---- */

static bool has_tag_start(detm_text text) { return text.length != 0 && memchr(text.data, '<', text.length) != NULL; }

/* Whether a text that is no markup is in base64 what `is` says, as services deliver the bytes of a page. */
static bool is_in_base64(detm_text text, bool (*is)(detm_text start)) {
  enum { FIRST = 4096 /* bytes that are looked at; divisible by 4 */ };
  if (text.length == 0 || has_tag_start(text) || !dt_base64_is_valid(text)) return false;
  dt_buffer start = {0};
  dt_base64_decode(text.length > FIRST ? (detm_text){text.data, FIRST} : text, &start);
  bool yes = !start.failed && is((detm_text){start.data, start.length});
  dt_buffer_free(&start);
  return yes;
}

/* Finds the longest document among the members of an object and of the objects in it: beside a page, services give
 * its parts and a shorter form of it.  Members that are called by an address are several pages, none of which is the
 * object's. */
static void find_document(json_t *object, int depth, dt_json_member *found) {
  const char *key;
  json_t *value;
  json_object_foreach(object, key, value) {
    if (json_is_object(value) && depth < MAX_DEPTH) find_document(value, depth + 1, found);
    if (!json_is_string(value) || json_string_length(value) <= json_string_length(found->value) ||
        dt_text_is_web_address(dt_text(key)))
      continue;
    if (dt_text_is_document(dt_json_text(value)) || is_in_base64(dt_json_text(value), dt_text_is_document))
      *found = (dt_json_member){object, key, value};
  }
}

/* A key without signs, in lower case: "status_code" as "statuscode". */
static void plain_key(const char *key, char plain[MAX_KEY + 1]) {
  size_t length = 0;
  for (; *key != '\0' && length < MAX_KEY; key++)
    if (dt_is_ascii_alnum(*key)) plain[length++] = dt_ascii_lower(*key);
  plain[length] = '\0';
}

/* How well a key names what the keys, the best first, do: from 1, the best; 0 = not at all.  Case and signs do not
 * count. */
static size_t rank_key(const char *key, const char *const *keys, size_t count) {
  char plain[MAX_KEY + 1];
  plain_key(key, plain);
  for (size_t i = 0; i < count; i++)
    if (strcmp(plain, keys[i]) == 0) return i + 1;
  return 0;
}

/* Keys of the address of a page. */
static const char *const url_keys[] = {"url",        "finalurl",     "resolvedurl", "loadedurl", "responseurl",
                                       "sourceurl",  "requestedurl", "requesturl",  "pageurl",   "canonicalurl",
                                       "currenturl", "uri",          "link",        "href"};
/* Keys of the status of a response. */
static const char *const status_keys[] = {"statuscode", "httpstatuscode", "httpstatus", "responsestatus", "status"};

static void find_url_member(json_t *object, int depth, size_t *best, dt_json_member *found) {
  const char *key;
  json_t *value;
  json_object_foreach(object, key, value) {
    if (json_is_object(value) && depth < MAX_DEPTH) find_url_member(value, depth + 1, best, found);
    size_t rank = json_is_string(value) ? rank_key(key, url_keys, sizeof url_keys / sizeof *url_keys) : 0;
    if (rank == 0 || rank >= *best || !dt_text_is_web_address(dt_json_text(value))) continue;
    *best = rank;
    *found = (dt_json_member){object, key, value};
  }
}

dt_json_object dt_json_object_of(json_t *object, const dt_stream_options *options) {
  dt_json_object found = {.html = dt_json_member_of(object, dt_json_html_key(options)),
                          .url = dt_json_member_of(object, dt_json_url_key(options)),
                          .base64 = {object, BASE64_KEY, json_object_get(object, BASE64_KEY)}};
  bool named = json_is_string(found.html.value) || json_is_string(found.base64.value);

  if (options->html_key == NULL && !named) {
    dt_json_member document = {0};
    find_document(object, 1, &document);
    if (document.value != NULL) found.html = document;
  }

  size_t best = SIZE_MAX;
  if (options->url_key == NULL && !json_is_string(found.url.value)) find_url_member(object, 1, &best, &found.url);
  found.encoded = is_in_base64(dt_json_text(found.html.value), has_tag_start);
  return found;
}

/* A number, or a text of three digits, as programs write it that keep all values as text; 0 = it is neither. */
static json_int_t status_number(const json_t *value) {
  if (json_is_integer(value)) return json_integer_value(value);
  const char *text = json_string_value(value);
  return text != NULL && strlen(text) == 3 && strspn(text, "0123456789") == 3 ? atoi(text) : 0;
}

static void find_status(json_t *object, int depth, size_t *best, unsigned *status) {
  const char *key;
  json_t *value;
  json_object_foreach(object, key, value) {
    if (json_is_object(value) && depth < MAX_DEPTH) find_status(value, depth + 1, best, status);
    size_t rank = rank_key(key, status_keys, sizeof status_keys / sizeof *status_keys);
    json_int_t number = status_number(value);
    if (rank == 0 || rank >= *best || number < 100 || number > 599) continue;
    *best = rank;
    *status = (unsigned)number;
  }
}

unsigned dt_json_object_status(json_t *object) {
  size_t best = SIZE_MAX;
  unsigned status = 0;
  find_status(object, 1, &best, &status);
  return status;
}

bool dt_json_object_is_page(const dt_json_object *object) {
  bool failed = json_is_null(object->html.value) && json_is_string(object->url.value);
  return json_is_string(object->html.value) || json_is_string(object->base64.value) || failed;
}

void dt_json_object_strip(const dt_json_object *object) {
  const dt_json_member *own[] = {&object->html, &object->url, &object->base64};
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    if (own[i]->holder != NULL) json_object_del(own[i]->holder, own[i]->key);
}
