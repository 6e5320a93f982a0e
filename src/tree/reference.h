/* tree/reference.h: text that markup stands in, as a person would see it. */
#ifndef DT_REFERENCE_H
#define DT_REFERENCE_H

#include "base/base.h"

/* Appends text with its character references read ("&amp;", "&#39;"). */
void dt_add_without_references(dt_buffer *out, detm_text text);
/* Appends text in which a space stands for each tag. */
void dt_add_without_tags(dt_buffer *out, detm_text text);
/* Makes spaces of what XML has no place for, and of other controls. */
void dt_clean_controls(char *bytes, size_t length);

#endif
