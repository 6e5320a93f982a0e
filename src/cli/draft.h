/* cli/draft.h: a text that is written whole or not at all.  (open_memstream forgets what it had no memory for.) */
#ifndef DT_CLI_DRAFT_H
#define DT_CLI_DRAFT_H

#include "cli/output.h"

typedef struct dt_draft {
  char *text; /* ends with NUL; NULL: nothing was printed yet */
  size_t length, room;
  bool failed; /* there was no memory for some of it */
} dt_draft;

void dt_draft_print(dt_draft *draft, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* False: there was no memory, which is reported, or the output failed, which its end reports. */
bool dt_draft_write(dt_draft *draft, dt_output *output, dt_report *report);

#endif
