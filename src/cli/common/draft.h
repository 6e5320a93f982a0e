/* cli/common/draft.h: a text that is written whole or not at all.  (open_memstream forgets what it had no memory for.)
 */
#ifndef DT_CLI_COMMON_DRAFT_H
#define DT_CLI_COMMON_DRAFT_H

#include "cli/common/output.h"

typedef struct dt_draft {
  char *text; /* ends with NUL; NULL: nothing was printed yet */
  size_t length, room;
  size_t line; /* where the line at hand begins, for dt_draft_end_line */
  bool failed; /* there was no memory for some of it */
} dt_draft;

void dt_draft_print(dt_draft *draft, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Ends a line that holds texts of pages and files: no control of theirs is left, nor a newline. */
void dt_draft_end_line(dt_draft *draft);

/* False: there was no memory, which is reported, or the output failed, which its end reports. */
bool dt_draft_write(dt_draft *draft, dt_output *output, dt_report *report);

#endif
