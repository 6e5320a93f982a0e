/* Tests of src/base/json.c: parsing, and the limit of values. */
#include "base/json.h"
#include "leaks.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

TestSuite(json, .fini = find_leaks);

/* Parses `before`, an item and a comma `count` times, and `after`; whether the result is an array or object. */
static bool loads(const char *before, const char *item, size_t count, const char *after, size_t flags) {
  char *bytes = malloc(strlen(before) + count * (strlen(item) + 1) + strlen(after) + 1), *end = bytes;
  cr_assert(bytes != NULL);
  end += sprintf(end, "%s", before);
  for (size_t i = 0; i < count; i++) end += sprintf(end, "%s%s", item, i + 1 < count ? "," : "");
  end += sprintf(end, "%s", after);
  json_error_t error;
  bool no_memory;
  json_t *root = dt_json_load(bytes, (size_t)(end - bytes), flags, &error, &no_memory);
  cr_expect_not(no_memory);
  bool loaded = root != NULL;
  if (!loaded) cr_expect(dt_json_is_large(bytes, (size_t)(end - bytes)) == (strstr(error.text, "values") != NULL));
  json_decref(root);
  free(bytes);
  return loaded;
}

Test(json, many_values_are_refused) {
  cr_expect(loads("[", "0", DT_JSON_MAX_VALUES, "]", 0));
  cr_expect_not(loads("[", "0", DT_JSON_MAX_VALUES + 1, "]", 0));
  cr_expect_not(loads("{\"x\":[", "[]", DT_JSON_MAX_VALUES, "],\"pages\":[]}", 0));
  cr_expect_not(loads("[", "{\"a\":0}", DT_JSON_MAX_VALUES / 2, "]", 0));
}

Test(json, signs_in_strings_are_no_values) {
  cr_expect(loads("[\"", ",{[:", DT_JSON_MAX_VALUES, "\"]", 0));
  cr_expect(loads("[\"\\\"", ",", DT_JSON_MAX_VALUES, "\\\\\"]", 0));
}

Test(json, what_follows_the_value_is_not_counted) {
  cr_expect(loads("{}", "[]", DT_JSON_MAX_VALUES, "", JSON_DISABLE_EOF_CHECK));
}

Test(json, text_that_is_not_json) {
  cr_expect_not(loads("[", "]", 1, "]", 0));
  cr_expect_not(loads("", "", 0, "", 0));
}
