/* template/apply/sure_label.c: fields that are known by a label, and not by where their value is. */
#include "config.h"

#include "template/apply/sure_label.h"

#include "template/tunables.h"

/* Whether a pattern begins with words and a colon, "Weight:\\s*(.+?)$". */
static bool is_pattern_of_label(const char *pattern) {
  const char *value = pattern != NULL ? strchr(pattern, '(') : NULL;
  if (value == NULL || *pattern == '^') return false;
  detm_text before = dt_text_between(pattern, value);
  return memchr(before.data, ':', before.length) != NULL ||
         memmem(before.data, before.length, "\xef\xbc\x9a", 3) != NULL;
}

bool dt_is_sure_label(const dt_anchor *anchor, double strength) {
  if (is_pattern_of_label(anchor->pattern)) return true;
  return (anchor->kind == DT_ANCHOR_CAPTION || anchor->kind == DT_ANCHOR_TEXT) && strength >= DT_MIN_SURE_LABEL;
}

bool dt_has_sure_label(const dt_template_field *field) {
  for (uint32_t p = 0; p < field->part_count; p++)
    for (uint32_t a = 0; a < field->parts[p].anchor_count; a++)
      if (dt_is_sure_label(&field->parts[p].anchors[a], field->parts[p].anchors[a].trust)) return true;
  return false;
}
