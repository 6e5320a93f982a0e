/* export/formats.h: writes selectors in the formats of other programs. */
#ifndef DT_EXPORT_FORMATS_H
#define DT_EXPORT_FORMATS_H

#include <detm/export.h>

#include "export/selectors.h"

/* Why a format leaves a field out; NULL: it does not. */
const char *dt_export_reason(const dt_selector *selector, detm_export_format format);
/* Adds the whole text of a format; `left_out` are its notices. */
void dt_export_format(dt_buffer *out, const dt_selectors *selectors, detm_export_format format,
                      const detm_export_notice *left_out, size_t left_out_count);

#endif
