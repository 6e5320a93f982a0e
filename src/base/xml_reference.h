/* base/xml_reference.h: the characters that XML has names for. */
#ifndef DT_BASE_XML_REFERENCE_H
#define DT_BASE_XML_REFERENCE_H

#include "base/base.h"

/* Reads the reference with a name that a text begins with.  Returns its length; 0: it begins with none. */
static inline size_t dt_xml_reference(detm_text text, char *meant) {
  static const struct {
    const char *name;
    char meant;
  } references[] = {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}};

  for (size_t i = 0; i < sizeof references / sizeof *references; i++) {
    const detm_text name = dt_text(references[i].name);
    *meant = references[i].meant;
    if (dt_text_starts(text, name)) return name.length;
  }

  return 0;
}

#endif
