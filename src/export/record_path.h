/* export/record_path.h: the selector of the records of a wrapper. */
#ifndef DT_EXPORT_RECORD_PATH_H
#define DT_EXPORT_RECORD_PATH_H

#include "export/selectors.h"

/* Writes `xpath` and `css` of the selectors: records that begin with an element like `base`. */
void dt_record_path_write(dt_selectors *all, const dt_wrapper_node *base);
/* Writes the rows of tables that have headers of the wrapper.  False: no header is known. */
bool dt_record_path_write_rows(dt_selectors *all);
/* Whether the selectors test the class exceptions of the wrapper: its records are single elements. */
bool dt_record_path_tests_exceptions(const detm_wrapper *wrapper);

#endif
