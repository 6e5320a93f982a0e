/* result/typed_parts.h: the parts of typed values, which are attributes in XML and keys in NDJSON and CSV
 * ("price.amount"). */
#ifndef DT_RESULT_TYPED_PARTS_H
#define DT_RESULT_TYPED_PARTS_H

#include <detm/value.h>
#include <detm/writer.h>

#include "base/base.h"

/* A part of a typed value: its XML attribute, and the suffix of its key. */
typedef struct dt_typed_part {
  detm_value_kind kind;
  enum { DT_PART_LOW, DT_PART_HIGH, DT_PART_UNIT, DT_PART_ISO, DT_PART_DIGITS } what;
  const char *key;
  bool text; /* false: a number */
} dt_typed_part;

/* The typed values of one field of a record; values without a type have the kind 0. */
typedef struct dt_typed {
  detm_value *values;
  size_t count;
  uint32_t capacity;
  detm_value_kind kind; /* the kind of the typed values; 0 = all are without a type */
  size_t column;
  dt_buffer field; /* its name */
  dt_buffer part;  /* the name or the value of one of its parts */
} dt_typed;

/* The name of the type of a column whose values are of a kind ("price"); kinds begin with 1, and NULL
 * follows the last.  The kind of a type; 0 = they have none. */
const char *dt_kind_name(detm_value_kind kind);
detm_value_kind dt_kind_of_type(const char *type);
/* The next part of values of that kind (part NULL: the first); NULL after the last. */
const dt_typed_part *dt_part_next(const dt_typed_part *part, detm_value_kind kind);
/* Adds a part of a value; false if the value does not have it. */
bool dt_part_add(dt_buffer *to, const detm_value *value, const dt_typed_part *part);
/* Collects the values of the current field, which dt_typed_end writes by format->part.  dt_typed_add returns false
 * without memory. */
bool dt_typed_add(detm_writer *writer, const detm_field *field);
void dt_typed_end(detm_writer *writer);
/* Makes the name "price.amount", or "price.amount-2" if a field has that name, in typed.part. */
detm_text dt_part_name(detm_writer *writer, detm_text field, const dt_typed_part *part);

#endif
