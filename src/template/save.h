/* template/save.h: writes a template as XML. */
#ifndef DT_TEMPLATE_SAVE_H
#define DT_TEMPLATE_SAVE_H

#include "template/apply/stylesheet.h"

/* Appends the template as XML; out->failed without memory. */
void dt_template_save(const detm_template *template, dt_buffer *out);

#endif
