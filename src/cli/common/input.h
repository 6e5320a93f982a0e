/* cli/common/input.h: reads files, standard input, and lists of file names. */
#ifndef DT_CLI_COMMON_INPUT_H
#define DT_CLI_COMMON_INPUT_H

#include "base/base.h"

/* Names of files in malloc'ed memory. */
typedef struct dt_file_list {
  char **names;
  uint32_t count, capacity;
} dt_file_list;

/* Opens a file or standard input ("-") for reading.  -1: *error says why (DETM_BAD_FILE). */
int dt_input_open(const char *name, detm_error *error);
/* Closes it, but not standard input; -1: does nothing. */
void dt_input_close(int fd);

/* Whether the file is an SQLite database, as a store is. */
bool dt_input_is_database(const char *name);

/* Reads the whole of `name` ("-" = standard input), at most max_bytes (0 = no limit), into an empty buffer.  False:
 * *error says why (DETM_BAD_FILE: unreadable; DETM_LIMIT: too large), and the buffer is empty. */
bool dt_input_read(const char *name, size_t max_bytes, dt_buffer *bytes, detm_error *error);

/* Reads a file that is not a page: no option raises the limit, and a larger file is DETM_BAD_FILE. */
bool dt_input_file(const char *name, size_t max_bytes, dt_buffer *bytes, detm_error *error);
/* Reads a file of lines, up to 256 MiB. */
bool dt_input_list(const char *name, dt_buffer *bytes, detm_error *error);

/* Appends the names in the file `list`, one a line or each ended by a NUL, without empty ones.  False: *error says
 * why. */
bool dt_input_names(const char *list, bool nul, dt_file_list *names, detm_error *error);

/* Appends a copy of a name.  False without memory. */
bool dt_file_list_add(dt_file_list *list, const char *name, size_t length);
void dt_file_list_free(dt_file_list *list);

#endif
