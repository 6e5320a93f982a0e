/* xmlfile/escape.c: text and attributes of the XML files that detm keeps. */
#include "xmlfile/escape.h"

/* The replacement of a character that must be escaped, NULL for any other. */
static const char *reference(uint32_t code) {
  switch (code) {
  case '&':
    return "&amp;";
  case '<':
    return "&lt;";
  case '>':
    return "&gt;";
  case '"':
    return "&quot;";
  case '\t':
    return "&#9;";
  case '\n':
    return "&#10;";
  case '\r':
    return "&#13;";
  default:
    return code < ' ' || code == 0xFFFD || code == 0xFFFE || code == 0xFFFF ? "\xEF\xBF\xBD" : NULL;
  }
}

void dt_xml_text(dt_buffer *out, detm_text text) {
  if (text.length == 0) return;
  const char *at = text.data, *end = text.data + text.length;
  while (at < end) {
    uint32_t code;
    unsigned width = dt_utf8_read(at, end, &code);
    const char *instead = reference(code);
    if (instead != NULL)
      dt_buffer_text(out, instead);
    else
      dt_buffer_add(out, at, width);
    at += width;
  }
}

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
