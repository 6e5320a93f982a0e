/* A text in memory. */
#include "cli/common/draft.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* Room for `more` bytes and a NUL. */
static bool make_room(dt_draft *draft, size_t more) {
  if (draft->room - draft->length > more) return true;
  size_t room = 2 * (draft->length + more + 1);
  char *text = realloc(draft->text, room);
  if (text == NULL) return false;
  draft->text = text;
  draft->room = room;
  return true;
}

void dt_draft_print(dt_draft *draft, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int more = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  if (draft->failed || more < 0 || !make_room(draft, (size_t)more)) {
    draft->failed = true;
    return;
  }
  va_start(arguments, format);
  vsnprintf(draft->text + draft->length, draft->room - draft->length, format, arguments);
  va_end(arguments);
  draft->length += (size_t)more;
}

void dt_draft_end_line(dt_draft *draft) {
  if (!draft->failed) dt_disarm(draft->text + draft->line, draft->length - draft->line, "");
  dt_draft_print(draft, "\n");
  draft->line = draft->length;
}

bool dt_draft_write(dt_draft *draft, dt_output *output, dt_report *report) {
  if (!draft->failed) dt_disarm(draft->text, draft->length, "\n\t");
  if (draft->failed) dt_report_error(report, DT_EXIT_FAILED, output->name, 0, "no memory for the text; free some");
  return !draft->failed && dt_output_write(output, draft->text, draft->length) == 0;
}
