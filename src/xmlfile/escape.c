/* xmlfile/escape.c: text and attributes of XML. */
#include "xmlfile/escape.h"

#include "base/escape.h"

void dt_xml_text(dt_buffer *out, detm_text text) { dt_escape(out, DT_ESCAPE_ATTRIBUTE, text.data, text.length); }

void dt_xml_value(dt_buffer *out, const char *name, detm_text value) {
  dt_buffer_byte(out, ' ');
  dt_buffer_text(out, name);
  dt_buffer_add(out, "=\"", 2);
  dt_xml_text(out, value);
  dt_buffer_byte(out, '"');
}

void dt_xml_attribute(dt_buffer *out, const char *name, const char *value) {
  if (value != NULL && *value != '\0') dt_xml_value(out, name, dt_text(value));
}

void dt_xml_flag(dt_buffer *out, const char *name, bool flag) { dt_xml_attribute(out, name, flag ? "yes" : NULL); }

void dt_xml_count(dt_buffer *out, const char *name, uint32_t count, uint32_t otherwise) {
  if (count != otherwise) dt_buffer_format(out, " %s=\"%lu\"", name, (unsigned long)count);
}
