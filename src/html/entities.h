/* html/entities.h: converts text with markup to the text that a reader sees. */
#ifndef DT_HTML_ENTITIES_H
#define DT_HTML_ENTITIES_H

#include "base/base.h"

/* Appends text with character references replaced as in values of attributes: "&amp;" and "&#39;", and "&copy" unless
 * "=", a letter or a digit follows. */
void dt_add_without_references(dt_buffer *out, detm_text text);
/* Appends text with each tag replaced by a space. */
void dt_add_without_tags(dt_buffer *out, detm_text text);
/* Replaces characters that XML forbids and other controls by spaces. */
void dt_clean_controls(char *bytes, size_t length);

#endif
