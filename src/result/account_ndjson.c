/* result/account_ndjson.c: the account of a result as lines of JSON. */
#include "base/escape.h"
#include "result/result.h"

typedef struct account_lines {
  const char *page;
  detm_write write;
  void *data;
  dt_buffer line;
} account_lines;

/* A detm_account_visit. */
static detm_status write_json_account_line(void *data, const detm_account_line *line, detm_error *error) {
  account_lines *lines = data;
  dt_buffer *to = &lines->line;

  to->length = 0;
  dt_buffer_text(to, "{");
  dt_escape_json_member(to, "page", dt_text(lines->page));
  dt_buffer_text(to, lines->page != NULL ? ",\"region\":" : "\"region\":");
  dt_buffer_count(to, line->region);
  if (line->record != 0) {
    dt_buffer_text(to, ",\"record\":");
    dt_buffer_count(to, line->record);
  }
  dt_escape_json_member(to, "column", dt_text(line->column));
  dt_escape_json_member(to, "reason", dt_text(line->reason));
  if (line->notable) dt_buffer_text(to, ",\"notable\":true");
  dt_buffer_text(to, line->address ? ",\"address\":" : ",\"text\":");
  dt_escape_json_string(to, line->text);
  dt_escape_json_member(to, "path", dt_text(line->path));
  dt_buffer_text(to, "}\n");
  if (to->failed) return dt_error_memory(error);
  if (lines->write(lines->data, to->data, to->length) == 0) return DETM_OK;
  return dt_error_set(error, DETM_WRITE, "the account could not be written");
}

detm_status detm_result_account_write(const detm_result *result, const char *page, detm_write write, void *data,
                                      detm_error *error) {
  account_lines lines = {.page = page, .write = write, .data = data};
  detm_status status = detm_result_account(result, write_json_account_line, &lines, error);
  dt_buffer_free(&lines.line);
  return status;
}
