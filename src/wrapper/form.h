/* wrapper/form.h: what reading a wrapper file keeps in mind.
 *
 * load.c goes through the file and checks how elements are nested; form.c knows what each of them means. */
#ifndef DT_FORM_H
#define DT_FORM_H

#include "base/source.h"
#include "wrapper/wrapper.h"

#include <libxml/xmlreader.h>

/* The elements; those of <wrapper> stand in this order. */
typedef enum dt_form_kind {
  DT_FORM_WRAPPER,
  DT_FORM_FIELD,
  DT_FORM_PLACE,
  DT_FORM_CLUE,
  DT_FORM_RECORD,
  DT_FORM_ELEMENT,
  DT_FORM_TEXT,
  DT_FORM_PART,
  DT_FORMS,
  DT_FORM_OUTSIDE = DT_FORMS /* not yet, or no longer, in any */
} dt_form_kind;

typedef enum dt_form_attribute {
  DT_AT_AFTER,
  DT_AT_BEFORE,
  DT_AT_CLASS,
  DT_AT_COLUMN,
  DT_AT_FIELD,
  DT_AT_HREF,
  DT_AT_ID,
  DT_AT_LABEL,
  DT_AT_LINKED,
  DT_AT_NAME,
  DT_AT_OCCURS,
  DT_AT_PAGES,
  DT_AT_PARENTS,
  DT_AT_PATH,
  DT_AT_RECORDS,
  DT_AT_SAMPLE,
  DT_AT_SPAN,
  DT_AT_SPLIT,
  DT_AT_SRC,
  DT_AT_TAG,
  DT_AT_TYPE,
  DT_AT_WANTED,
  DT_AT_WITHIN,
  DT_AT_COUNT
} dt_form_attribute;

/* What refers to a field does so by its id, which is not kept: the name may have been changed since. */
typedef struct dt_declared {
  const char *id, *name;
  uint32_t field;
  dt_source source;
} dt_declared;

typedef struct dt_loader {
  dt_scope scope;
  detm_wrapper *wrapper;
  detm_error error;
  const char *name;
  dt_source source;
  xmlTextReaderPtr reader;
  dt_form_kind open;   /* the element that we are in */
  dt_form_kind before; /* the last element that stood in <wrapper> */
  unsigned depth;
  const char *values[DT_AT_COUNT]; /* of the element that begins, NULL = it has no such attribute */
  dt_wrapper_node *node;           /* of the element or record that we are in */
  dt_wrapper_node *text;           /* of the text that we are in */
  bool has_field;                  /* that text says itself what its value is */
  dt_buffer words;                 /* in that text */
  dt_part *parts;                  /* of that text */
  uint32_t part_count, part_room, place_room, clue_room;
  dt_declared *fields;
  uint32_t field_room;
} dt_loader;

/* Leaves through the loader's scope with a message about where its source is. */
_Noreturn void dt_load_refuse(dt_loader *l, const char *format, ...) __attribute__((format(printf, 2, 3)));

typedef struct dt_form {
  const char *name;
  unsigned attributes, needed; /* bits of attributes */
  unsigned parents;            /* bits of kinds */
  void (*begin)(dt_loader *l); /* its values are set */
  void (*end)(dt_loader *l);   /* may be NULL */
} dt_form;

extern const dt_form dt_forms[DT_FORMS];
extern const char *const dt_form_attributes[DT_AT_COUNT];

#endif
