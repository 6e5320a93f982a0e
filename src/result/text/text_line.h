/* result/text/text_line.h: writes text, emphasis, code and links within a line. */
#ifndef DT_RESULT_TEXT_TEXT_LINE_H
#define DT_RESULT_TEXT_TEXT_LINE_H

#include "result/text/text_blocks.h"

dt_buffer *dt_line_begin(dt_text_document *d); /* writes pending line breaks and returns the buffer */
void dt_line_text(dt_text_document *d, detm_text text);
void dt_line_start_tag(dt_text_document *d, const dt_markup_event *event);
void dt_line_end_tag(dt_text_document *d, const dt_markup_event *event);
void dt_line_image(dt_text_document *d, const dt_markup_event *event);
void dt_line_code(dt_text_document *d, detm_text code); /* a code span */
size_t dt_line_longest_ticks(detm_text code);           /* length of the longest run of backticks */
void dt_line_close(dt_text_document *d);                /* closes the open inline elements */

#endif
