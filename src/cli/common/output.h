/* cli/common/output.h: writes a file whole or not at all, or writes to standard output. */
#ifndef DT_CLI_COMMON_OUTPUT_H
#define DT_CLI_COMMON_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/base.h"
#include "cli/common/report.h"

struct dt_run;

typedef struct dt_output {
  const char *name; /* in messages */
  int fd;
  size_t max_bytes; /* 0 = no limit */
  size_t written;
  int error;                        /* errno of the write that failed, 0 = none */
  bool full;                        /* the write failed because of max_bytes */
  char *target;                     /* the file to replace at the end, after all links; NULL: written directly */
  char *temporary;                  /* the file that is written until then */
  struct dt_unfinished *unfinished; /* its place in the list of files that signals remove */
  struct dt_packing *packing;       /* compresses what is written; NULL = it is written as it is */
} dt_output;

/* Opens an output; name NULL or "-" is standard output.  Devices, pipes and sockets are written directly.  What is
 * written to a name that ends in .gz or .zst is compressed.  Detects as
 * many failures as possible, since no page has been read yet.  Writing past max_bytes (0 = no limit) fails.  False:
 * reported. */
bool dt_output_open(dt_output *output, const char *name, size_t max_bytes, dt_report *report);
/* Opens the file of -o with the limit of --max-output. */
bool dt_output_open_run(dt_output *output, struct dt_run *run);
/* Opens an output that is never compressed, because it is read again: `what` it is.  A name that ends so is refused. */
bool dt_output_open_plain(dt_output *output, const char *name, const char *what, struct dt_run *run);
/* Opens the file of -o for a wrapper or template, as above. */
bool dt_output_open_rule(dt_output *output, struct dt_run *run);

/* Whether the results of a run are shown on a terminal. */
bool dt_output_is_terminal(const struct dt_run *run);

/* Refuses an output that would replace a file that the command reads, other than a page.  False: reported. */
bool dt_output_check(struct dt_run *run, const char *name);

/* Closes the temporary file until the next write, to keep few files open. */
void dt_output_pause(dt_output *output);

/* A detm_write. */
int dt_output_write(void *output, const char *bytes, size_t length);

/* Replaces control characters other than line ends and tabs, and writes the text.  Returns false if the text or the
 * output failed; a lack of memory is reported here, the output's failure by dt_output_close.  Frees the text. */
bool dt_output_text(dt_output *output, dt_buffer *text, dt_report *report);

/* Ends a line that contains texts of pages and files and begins at `start`: replaces their control characters and line
 * ends. */
void dt_end_line(dt_buffer *text, size_t start);

/* Ends the output.  If `keep` is false or a write failed, the file remains unchanged.  Reports a failed write and
 * returns false. */
bool dt_output_close(dt_output *output, bool keep, dt_report *report);

/* Removes the temporary files of all outputs that are open, for a program that ends at once. */
void dt_output_remove_unfinished(void);

#endif
