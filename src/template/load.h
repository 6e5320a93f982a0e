/* template/load.h: reads template files; limits of templates. */
#ifndef DT_TEMPLATE_LOAD_H
#define DT_TEMPLATE_LOAD_H

#include "template/template.h"

enum {
  DT_MAX_LAYOUTS = 32,
  DT_MAX_FIELDS = 500,             /* per layout */
  DT_MAX_PARTS = 64,               /* per field */
  DT_MAX_ANCHORS = 64,             /* per part: the stylesheet nests them */
  DT_MAX_TEMPLATE_ANCHORS = 20000, /* per template */
  DT_MAX_VALUE_LENGTH = 1000,      /* bytes of an anchor's value */
  DT_MAX_TOKENS = 16,              /* in such a value */
  DT_MAX_MARK_LENGTH = 500         /* bytes */
};

/* Loads a template without its stylesheet, which takes most of the time: enough to match pages, not to apply it.
 * Returns NULL and sets `error` as detm_template_load does. */
detm_template *dt_template_read(const char *bytes, size_t length, const char *name, detm_error *error) DETM_CHECK;

#endif
