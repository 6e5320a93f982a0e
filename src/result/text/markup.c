/* result/text/markup.c: converts markup to Markdown or plain text. */
#include "result/text/text_blocks.h"
#include "result/writer.h"

detm_status detm_markup_write(detm_text markup, detm_format format, detm_write write, void *data, detm_error *error) {
  dt_buffer out = {0};

  if (format != DETM_MARKDOWN && format != DETM_TEXT)
    return dt_error_set(error, DETM_USAGE, "markup can be written only as DETM_MARKDOWN or DETM_TEXT");
  dt_document_write(&out, markup, format == DETM_MARKDOWN);
  if (out.length != 0) dt_buffer_byte(&out, '\n');
  if (out.failed || out.length != 0) return dt_buffer_deliver(&out, "text", write, data, error);
  dt_buffer_free(&out);
  return DETM_OK;
}
