/* template/load.h: reading template files, and what templates are bounded by. */
#ifndef DT_TEMPLATE_LOAD_H
#define DT_TEMPLATE_LOAD_H

#include "template/template.h"

enum {
  DT_MOST_LAYOUTS = 32,
  DT_MOST_FIELDS = 500, /* of a layout */
  DT_MOST_PARTS = 64,   /* of a field */
  DT_MOST_ANCHORS = 64, /* of a part: the stylesheet nests them */
  DT_ANCHORS_IN_ALL = 20000,
  DT_LONGEST_VALUE = 1000, /* bytes of an anchor's value */
  DT_MOST_TOKENS = 16,     /* of such a value */
  DT_LONGEST_MARK = 500
};

/* As detm_template_load, but without the stylesheet, which costs most: to match pages, not to apply it. */
detm_template *dt_template_read(const char *bytes, size_t length, const char *name, detm_error *error) DETM_CHECK;

#endif
