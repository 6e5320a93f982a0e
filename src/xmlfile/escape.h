/* xmlfile/escape.h: writing the XML files that detm keeps: wrappers, templates. */
#ifndef DT_XMLFILE_ESCAPE_H
#define DT_XMLFILE_ESCAPE_H

#include "base/base.h"

/* Adds text escaped for elements and attributes; characters that XML forbids become U+FFFD. */
void dt_xml_text(dt_buffer *out, detm_text text);
/* Adds an attribute: name="value" with a space before it. */
void dt_xml_value(dt_buffer *out, const char *name, detm_text value);
/* The same, or nothing if the value is NULL or empty. */
void dt_xml_attribute(dt_buffer *out, const char *name, const char *value);

#endif
