/* html/encoding_labels.h: the labels of the Encoding standard (section 4.2). */
#ifndef DT_HTML_ENCODING_LABELS_H
#define DT_HTML_ENCODING_LABELS_H

#include "base/base.h"

/* Returns the name for iconv of the encoding with this label, NULL if the standard does not have the label.  Compares
 * letters and digits only, ignoring case (Unicode TR 22, 1.4), so "utf_8" is UTF-8, too.  The name is that of the
 * encoding or of the superset that browsers decode. */
const char *dt_encoding_labelled(detm_text label);

#endif
