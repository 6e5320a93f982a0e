/* html/visibility.c: reads hidden and style attributes. */
#include "html/visibility.h"

#define BLANKS " \t\n\r\f"

/* Checks whether a text begins with a whole word of CSS, ignoring the case of letters. */
static bool begins_with_css_word(detm_text css, detm_text word) {
  return dt_text_starts_ci(css, word) &&
         (css.length == word.length || memchr(" \t\n\r\f:;!", css.data[word.length], 8) != NULL);
}

/* Returns the value of the last declaration of a property, with what follows it in the declaration; empty if none. */
static detm_text value_of_property(detm_text style, detm_text property) {
  detm_text value = {"", 0};
  while (style.length != 0) {
    const char *end = memchr(style.data, ';', style.length);
    detm_text declaration = end != NULL ? dt_text_between(style.data, end) : style;
    style = dt_text_from(style, declaration.length + (end != NULL));
    declaration = dt_text_strip_start(declaration, BLANKS);
    if (!begins_with_css_word(declaration, property)) continue;
    const char *colon = memchr(declaration.data, ':', declaration.length);
    if (colon == NULL) continue;
    value = dt_text_strip_start(dt_text_from(declaration, (size_t)(colon + 1 - declaration.data)), BLANKS);
  }
  return value;
}

bool dt_style_has(detm_text style, detm_text property, detm_text word) {
  return begins_with_css_word(value_of_property(style, property), word);
}

bool dt_style_is_preformatted(detm_text style) {
  detm_text white_space = value_of_property(style, DT_TEXT("white-space"));
  return begins_with_css_word(white_space, DT_TEXT("pre")) && !begins_with_css_word(white_space, DT_TEXT("pre-"));
}

bool dt_style_hides(detm_text style) {
  if (!dt_text_has_ci(style, DT_TEXT("display")) && !dt_text_has_ci(style, DT_TEXT("visibility"))) return false;
  detm_text visibility = value_of_property(style, DT_TEXT("visibility"));
  return dt_style_has(style, DT_TEXT("display"), DT_TEXT("none")) ||
         begins_with_css_word(visibility, DT_TEXT("hidden")) || begins_with_css_word(visibility, DT_TEXT("collapse"));
}

/* The classes of text that readers do not see: frameworks hide by them what only screen readers read, such as "Price:"
 * before a price.  Each has a meaning of its own, so pages without the framework use it in the same way. */
static const char *const for_screen_readers[] = {
    "sr-only",            /* Bootstrap up to 4, Font Awesome, Tailwind */
    "visually-hidden",    /* Bootstrap from 5, Drupal from 8 */
    "visuallyhidden",     /* HTML5 Boilerplate */
    "element-invisible",  /* Drupal 7 */
    "screen-reader-text", /* WordPress */
    "screen-reader-only", /* without a framework */
    "assistive-text",     /* older themes of WordPress */
    "usa-sr-only",        /* U.S. Web Design System */
    "show-for-sr",        /* Foundation */
    "sr-text",            /* without a framework */
    /* the names of pictures in Google's fonts, which only a browser without the font shows */
    "material-icons", "material-icons-outlined", "material-icons-round", "material-icons-sharp",
    "material-symbols-outlined", "material-symbols-rounded", "material-symbols-sharp"};
enum { SHORTEST = 7 };
static const char first_letters[] = "aemsuv"; /* of them, so that most words are compared with none */

bool dt_class_hides(detm_text classes) {
  while ((classes = dt_text_strip_start(classes, BLANKS)).length != 0) {
    size_t length = 0;
    while (length < classes.length && !dt_is_ascii_space(classes.data[length])) length++;
    detm_text word = {classes.data, length};
    classes = dt_text_from(classes, length);
    if (length < SHORTEST || memchr(first_letters, *word.data, sizeof first_letters - 1) == NULL) continue;
    for (size_t i = 0; i < sizeof for_screen_readers / sizeof *for_screen_readers; i++)
      if (*word.data == *for_screen_readers[i] && dt_text_equal(word, dt_text(for_screen_readers[i]))) return true;
  }
  return false;
}

bool dt_attribute_hides(const char *name, const char *value) {
  if (*name == 'h') return strcmp(name, "hidden") == 0;
  return *name == 's' && strcmp(name, "style") == 0 && dt_style_hides(dt_text(value));
}
