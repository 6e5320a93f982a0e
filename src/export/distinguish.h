/* export/distinguish.h: finds tests that hold for the elements of records and not for others that a selector finds. */
#ifndef DT_EXPORT_DISTINGUISH_H
#define DT_EXPORT_DISTINGUISH_H

#include "base/base.h"
#include "base/vec.h"

#include <libxml/tree.h>

typedef DT_VEC(const xmlNode *) dt_elements;

/* Tests in both languages, to be written after the name of the element. */
typedef struct dt_tests {
  dt_buffer xpath, css;
  bool only_xpath; /* a test cannot be said in CSS, which lacks it */
} dt_tests;

/* Appends at most four tests that all of `records` pass, so that each of `others` fails one of them.  Returns
 * false if there are no such tests, or without memory (*no_memory). */
bool dt_distinguish(const dt_elements *records, const dt_elements *others, dt_tests *tests, bool *no_memory);
void dt_tests_free(dt_tests *tests);

#endif
