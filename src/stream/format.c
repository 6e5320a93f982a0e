/* stream/format.c: what the readers of the formats have in common. */
#include "config.h"

#include "stream/format.h"

#include <stdio.h>

detm_status dt_format_bytes_error(const dt_file_reading *reading, detm_error *error) {
  const detm_error *failed = dt_bytes_error(reading->bytes);
  return failed->status == DETM_OK ? DETM_NOTHING : dt_error_set(error, failed->status, "%s", failed->text);
}

detm_status dt_format_read_all(dt_file_reading *reading, dt_buffer *out, detm_error *error) {
  if (!dt_bytes_take(reading->bytes, reading->options->max_bytes, out))
    return dt_stream_error_limit(reading->options, 0, error);
  return dt_bytes_error(reading->bytes)->status != DETM_OK ? dt_format_bytes_error(reading, error) : DETM_OK;
}

bool dt_format_name(const dt_file_reading *reading, const char *kind, dt_stream_page *page) {
  char name[40];
  if (page->name != NULL) return true;
  snprintf(name, sizeof name, "%s %zu", kind, reading->number);
  page->name = strdup(name);
  return page->name != NULL;
}

bool dt_format_fetched(dt_stream_page *page, detm_text time) {
  enum { MOST = 40 };
  bool is_time = time.length >= 10 && time.length <= MOST;
  for (size_t i = 0; i < time.length && is_time; i++)
    is_time = dt_is_digit(time.data[i]) || strchr(i == 4 || i == 7 ? "-" : "TZ:.+-", time.data[i]) != NULL;
  if (!is_time) return true;
  dt_buffer members = {0};
  dt_buffer_format(&members, "\"fetched\":\"%.*s\"", (int)time.length, time.data);
  dt_buffer_byte(&members, '\0');
  page->members = members.failed ? NULL : members.data;
  return !members.failed;
}
