/* template/apply/xpath_check.h: checks the XPath of templates, which may be hostile. */
#ifndef DT_TEMPLATE_APPLY_XPATH_CHECK_H
#define DT_TEMPLATE_APPLY_XPATH_CHECK_H

#include <stdbool.h>
#include <stddef.h>

enum { DT_MAX_XPATH_LENGTH = 4096 }; /* bytes of a path */

/* Returns whether a path has only the XPath that detm-template(5) allows: no variables, prefixes, unions of paths or
 * other functions.  If not, writes the reason to `fault`. */
bool dt_xpath_check(const char *path, char *fault, size_t size);

#endif
