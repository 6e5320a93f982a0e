/* tests/fit/input.c: see input.h. */
#include "input.h"

#include "base/escape.h"

#include <stdio.h>

bool fit_read_file(const char *name, dt_buffer *file) {
  char part[65536];
  size_t length;
  FILE *stream = fopen(name, "rb");
  if (stream == NULL) return false;
  while ((length = fread(part, 1, sizeof part, stream)) > 0) dt_buffer_add(file, part, length);
  bool read = !ferror(stream) && !file->failed;
  fclose(stream);
  return read;
}

void fit_write_string(dt_buffer *out, detm_text text) {
  dt_buffer_byte(out, '"');
  dt_escape(out, DT_ESCAPE_JSON, text.data, text.length);
  dt_buffer_byte(out, '"');
}
