/* html/page_print.h: the output of detm_page_print: the tag tree (page_print.c) or the document (page_html.c). */
#ifndef DT_HTML_PAGE_PRINT_H
#define DT_HTML_PAGE_PRINT_H

#include "base/base.h"

#include <detm/page.h>

/* Bytes on their way to the caller's function. */
typedef struct dt_page_output {
  dt_buffer buffer;
  detm_write write;
  void *data; /* of `write` */
  bool refused;
} dt_page_output;

enum { DT_PAGE_OUTPUT_FULL = 1 << 16 };

/* Writes the buffer if it has at least `full` bytes; to be called with DT_PAGE_OUTPUT_FULL after each node, and with 0
 * at the end.  Returns false if the caller's function failed, now or before. */
bool dt_page_output_flush(dt_page_output *output, size_t full);

#endif
