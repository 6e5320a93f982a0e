/* base/json.c: parses JSON with jansson.
 *
 * jansson reports some memory failures as syntax errors and others not at all (a string is a byte shorter then), so
 * everything is parsed twice. */
#include "base/json.h"

static json_t *load_once(const char *bytes, size_t length, size_t flags, json_error_t *error) {
  error->text[JSON_ERROR_TEXT_LENGTH - 1] = json_error_out_of_memory; /* the code, left as it is without a lexer */
  return json_loadb(bytes, length, flags | JSON_ALLOW_NUL, error);
}

json_t *dt_json_load(const char *bytes, size_t length, size_t flags, json_error_t *error, bool *no_memory) {
  json_t *first = load_once(bytes, length, flags, error), *root = load_once(bytes, length, flags, error);
  *no_memory = root == NULL && json_error_code(error) == json_error_out_of_memory;
  if (first != NULL && !json_equal(first, root)) {
    *no_memory = true;
    json_decref(root);
    root = NULL;
  }
  json_decref(first);
  return root;
}
