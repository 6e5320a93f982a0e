/* html/visibility.c: reads hidden and style attributes. */
#include "html/visibility.h"

#include "html/dom.h"

#include <strings.h>

/* Checks whether the CSS at `at` begins with a whole word, ignoring case. */
static bool is_word(const char *at, const char *word) {
  size_t length = strlen(word);
  return strncasecmp(at, word, length) == 0 && (at[length] == '\0' || strchr(" \t\n\r\f:;!", at[length]) != NULL);
}

bool dt_style_hides(const char *style) {
  bool not_displayed = false, invisible = false;
  for (const char *at = style; at != NULL; at = strchr(at, ';')) {
    at += strspn(at, "; \t\n\r\f");
    bool display = is_word(at, "display");
    if (!display && !is_word(at, "visibility")) continue;
    const char *value = at + strcspn(at, ":;");
    if (*value != ':') continue;
    value += 1 + strspn(value + 1, " \t\n\r\f");
    if (display)
      not_displayed = is_word(value, "none");
    else
      invisible = is_word(value, "hidden") || is_word(value, "collapse");
  }
  return not_displayed || invisible;
}

bool dt_attribute_hides(const char *name, const char *value) {
  if (*name == 'h') return strcmp(name, "hidden") == 0;
  return *name == 's' && strcmp(name, "style") == 0 && dt_style_hides(value);
}
