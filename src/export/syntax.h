/* export/syntax.h: names, classes and strings in XPath and CSS. */
#ifndef DT_EXPORT_SYNTAX_H
#define DT_EXPORT_SYNTAX_H

#include "base/base.h"

/* Write a string; XPath 1.0 has no escapes, so a text with both quotes is a concat(). */
void dt_xpath_text(dt_buffer *out, const char *text, size_t length);
void dt_css_string(dt_buffer *out, detm_text text);
/* Write the name of an element. */
void dt_xpath_name(dt_buffer *out, detm_text name);
void dt_css_name(dt_buffer *out, detm_text name);
/* Write the test that an element has any of the classes of a class attribute. */
void dt_xpath_classes(dt_buffer *out, const char *classes);
void dt_css_classes(dt_buffer *out, const char *classes);

/* Write an element and its classes, as in the predicate of a step. */
static inline void dt_xpath_element(dt_buffer *out, const char *name, const char *classes) {
  dt_xpath_name(out, dt_text(name));
  dt_xpath_classes(out, classes);
}
static inline void dt_css_element(dt_buffer *out, const char *name, const char *classes) {
  dt_css_name(out, dt_text(name));
  if (*classes != '\0') dt_css_classes(out, classes);
}

#endif
