/* xmlfile/markup.c: checks whether bytes are the content of an XML element. */
#include "xmlfile/markup.h"

#include "base/libxml_guard.h"

#include <libxml/xmlreader.h>
#include <limits.h>

/* Whether the parser reads an element to its end: markup that ended the element would make the document end early. */
static bool is_well_formed(const dt_buffer *element) {
  int more = -1;
  xmlTextReaderPtr reader = element->length <= INT_MAX ? xmlReaderForMemory(element->data, (int)element->length, NULL,
                                                                            "UTF-8", XML_PARSE_NONET | XML_PARSE_HUGE)
                                                       : NULL;
  if (reader != NULL)
    while ((more = xmlTextReaderRead(reader)) == 1) continue;
  xmlFreeTextReader(reader);
  return more == 0;
}

detm_status dt_markup_check(detm_text markup) {
  dt_silence silence;
  dt_buffer element = {0};
  dt_buffer_text(&element, "<m>");
  dt_buffer_add(&element, markup.data, markup.length);
  dt_buffer_text(&element, "</m>");
  if (element.failed || !dt_silence_begin(&silence)) {
    dt_buffer_free(&element);
    return DETM_NO_MEMORY;
  }

  bool good = is_well_formed(&element), lacked = dt_silence_lacked(&silence);
  dt_silence_end(&silence);
  dt_buffer_free(&element);
  return lacked ? DETM_NO_MEMORY : good ? DETM_OK : DETM_BAD_FILE;
}
