/* xmlfile/escape.h: writing text and attributes of XML: wrappers, templates, results. */
#ifndef DT_XMLFILE_ESCAPE_H
#define DT_XMLFILE_ESCAPE_H

#include "base/base.h"

/* Adds text escaped for elements and attributes; characters that XML forbids become U+FFFD. */
void dt_xml_text(dt_buffer *out, detm_text text);
/* Adds an attribute: name="value" with a space before it. */
void dt_xml_value(dt_buffer *out, const char *name, detm_text value);
/* The same, or nothing if the value is NULL or empty. */
void dt_xml_attribute(dt_buffer *out, const char *name, const char *value);
/* Adds name="yes", or nothing. */
void dt_xml_flag(dt_buffer *out, const char *name, bool flag);
/* Adds a number, or nothing if it is the one that a missing attribute means. */
void dt_xml_count(dt_buffer *out, const char *name, uint32_t count, uint32_t otherwise);

#endif
