/* base/json.c: parses JSON with jansson.
 *
 * jansson reports some memory failures as syntax errors and others not at all (a string is a byte shorter then), so
 * everything is parsed twice. */
#include "base/json.h"

#include <stdio.h>

/* Counts values by the signs before them.  What follows the first object or array is not parsed, and not counted. */
bool dt_json_is_large(const char *bytes, size_t length) {
  size_t values = 0, depth = 0;
  bool string = false;
  for (size_t i = 0; i < length; i++) {
    char sign = bytes[i];
    if (string && sign == '\\') {
      i++;
    } else if (sign == '"') {
      string = !string;
    } else if (!string) {
      if (sign == '[' || sign == '{') depth++;
      values += sign == '[' || sign == '{' || sign == ',' || sign == ':';
      if ((sign == ']' || sign == '}') && (depth == 0 || --depth == 0)) break;
      if (values > DT_JSON_MAX_VALUES) return true;
    }
  }
  return false;
}

static json_t *load_once(const char *bytes, size_t length, size_t flags, json_error_t *error) {
  error->text[JSON_ERROR_TEXT_LENGTH - 1] = json_error_out_of_memory; /* the code, left as it is without a lexer */
  return json_loadb(bytes, length, flags | JSON_ALLOW_NUL, error);
}

json_t *dt_json_load(const char *bytes, size_t length, size_t flags, json_error_t *error, bool *no_memory) {
  *no_memory = false;
  if (dt_json_is_large(bytes, length)) {
    *error = (json_error_t){.line = 1};
    snprintf(error->text, sizeof error->text - 1, "more than %d values", DT_JSON_MAX_VALUES);
    return NULL;
  }
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
