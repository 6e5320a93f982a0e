/* store/disabled/table.c: a table of results in a build without SQLite, which always fails. */
#include "store/disabled/disabled.h"

detm_writer *detm_table_writer_new(const char *file, const char *table, size_t max_bytes, detm_error *error) {
  (void)file, (void)table, (void)max_bytes;
  dt_error_set(error, DETM_USAGE, "this detm was built without SQLite, so it writes no tables of it");
  return NULL;
}
