/* base/xml.h: writing the XML files that detm keeps: wrappers, templates. */
#ifndef DT_XML_H
#define DT_XML_H

#include "base/base.h"

/* Adds text as XML may hold it, in elements and in attributes; what it may not hold becomes U+FFFD. */
void dt_xml_text(dt_buffer *out, detm_text text);
/* Adds an attribute: name="value" with a space before it. */
void dt_xml_value(dt_buffer *out, const char *name, detm_text value);
/* The same; without a value (NULL or empty) nothing. */
void dt_xml_attribute(dt_buffer *out, const char *name, const char *value);

#endif
