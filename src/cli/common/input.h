/* cli/common/input.h: bytes from files, from standard input, and lists of file names. */
#ifndef DT_CLI_COMMON_INPUT_H
#define DT_CLI_COMMON_INPUT_H

#include <detm/error.h>
#include <stdbool.h>
#include <stddef.h>

/* Reads the whole of `name` ("-" = standard input), at most max_bytes (0 = no limit); *bytes is
 * malloc'ed.  False: *error says why (DETM_BAD_FILE: unreadable; DETM_LIMIT: too large). */
bool dt_input_read(const char *name, size_t max_bytes, char **bytes, size_t *length, detm_error *error);

/* The same for a file that is not a page, so that no option raises the limit: DETM_BAD_FILE past it. */
bool dt_input_file(const char *name, size_t max_bytes, char **bytes, size_t *length, detm_error *error);
/* The same for a file of lines, up to 256 MiB. */
bool dt_input_list(const char *name, char **bytes, size_t *length, detm_error *error);

/* Appends the names in the file `list`, one a line or each ended by a NUL; empty names are skipped.
 * False: *error says why. */
bool dt_input_names(const char *list, bool nul, char ***names, size_t *count, detm_error *error);

/* Appends a copy of `name` to a malloc'ed list that only these two functions extend.  False: not enough memory. */
bool dt_input_add(char ***names, size_t *count, const char *name, size_t length);

#endif
