/* xmlfile/markup.h: checks the markup of values that others wrote, such as those of a store, before it is printed as
 * XML. */
#ifndef DT_XMLFILE_MARKUP_H
#define DT_XMLFILE_MARKUP_H

#include "base/base.h"

/* DETM_OK if the bytes are well-formed XML content: text and whole elements, without a document type.  Else
 * DETM_BAD_FILE, or DETM_NO_MEMORY. */
detm_status dt_markup_check(detm_text markup) DETM_CHECK;

#endif
