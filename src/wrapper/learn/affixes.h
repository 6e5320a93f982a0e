/* wrapper/learn/affixes.h: common prefixes and suffixes of the values of each field, and statistics of the values. */
#ifndef DT_WRAPPER_LEARN_AFFIXES_H
#define DT_WRAPPER_LEARN_AFFIXES_H

#include "text/value_kind.h"
#include "wrapper/learn/learn.h"
#include "wrapper/value_roles.h"

/* Statistics of a field's values in a sample of the records. */
typedef struct dt_column {
  uint32_t values;   /* number of values in the sample */
  uint32_t records;  /* number of records with a value */
  uint32_t distinct; /* number of distinct values, ignoring case */
  uint32_t frequent; /* number of occurrences of the most frequent one */
  uint32_t dead;     /* addresses that lead nowhere: "#", "javascript:" */
  uint32_t hidden;   /* values in elements that the page hides */
  uint32_t lower;    /* values that begin with a lower-case letter */
  unsigned kinds;    /* dt_kind bits of more than half of the values */
  unsigned roles;    /* dt_role bits of more than half of the values */
  bool address;
  bool same;                   /* all values are equal, apart from singular and plural: "comment", "comments" */
  bool even;                   /* all values have the same length in bytes */
  double length;               /* mean length in characters */
  detm_text first;             /* one of the values */
  size_t same_start, same_end; /* length in bytes of the prefix and the suffix of all values */
  detm_text ending;            /* the last word of most values, in one of its forms; empty = none */
  detm_text unit;              /* the unit of most values in its longest form; empty = none */
  uint64_t hash;               /* of the values and their records: equal for copies */
  uint64_t present;            /* hash of the records that have a value */
} dt_column;

typedef struct dt_columns {
  dt_column *columns; /* by field */
  uint32_t records;   /* number of records in the sample */
} dt_columns;

/* affixes.c: reads the values of all fields in a sample of the records.  Removes fields that are only labels or
 * separators, joins the lines of running text, and removes labels from values and names the fields after them. */
dt_columns dt_wrapper_survey(detm_wrapper *wrapper, dt_arena *scratch, dt_record_set *sets, uint32_t set_count);

#endif
