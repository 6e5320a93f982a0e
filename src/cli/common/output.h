/* cli/common/output.h: where results are written: a file that appears whole or not at all, or standard output. */
#ifndef DT_CLI_COMMON_OUTPUT_H
#define DT_CLI_COMMON_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/common/report.h"

typedef struct dt_output {
  const char *name; /* as messages call it */
  int fd;
  size_t max_bytes; /* 0 = no limit */
  size_t written;
  int error;       /* errno of the write that failed, 0 = none so far */
  bool full;       /* and it was max_bytes that it went past */
  char *target;    /* the file that is replaced in the end, links followed; NULL: written directly */
  char *temporary; /* the file that is written until then */
} dt_output;

/* name NULL or "-" is standard output; devices, pipes and sockets are written directly.  Everything that can be
 * known to fail later is found here, before any page is read.  Past max_bytes (0 = no limit) writing fails.  False:
 * reported. */
bool dt_output_open(dt_output *output, const char *name, size_t max_bytes, dt_report *report);

/* A detm_write. */
int dt_output_write(void *output, const char *bytes, size_t length);

/* Ends the output.  keep false, or a write that failed: the file of before stays as it is.  A write that failed is
 * reported here, in one line; then it is false. */
bool dt_output_close(dt_output *output, bool keep, dt_report *report);

#endif
