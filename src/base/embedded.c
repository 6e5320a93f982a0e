/* base/embedded.c: finds embedded files, and fills their blanks. */
#include "base/embedded.h"

const dt_embedded *dt_embedded_find(const dt_embedded *files, const char *name) {
  while (files->name != NULL && strcmp(files->name, name) != 0) files++;
  return files->name != NULL ? files : NULL;
}

/* Returns the name between two @ at the start of a text; without data if it has none. */
static detm_text blank_name(detm_text text) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyz-";
  size_t length = 1;
  if (text.length == 0 || *text.data != '@') return (detm_text){NULL, 0};
  while (length < text.length && text.data[length] != '\0' && strchr(letters, text.data[length]) != NULL) length++;
  bool ends = length > 1 && length < text.length && text.data[length] == '@';
  return ends ? (detm_text){text.data + 1, length - 1} : (detm_text){NULL, 0};
}

void dt_embedded_fill(dt_buffer *out, const dt_embedded *file, dt_embedded_blank fill, void *data) {
  detm_text rest = dt_embedded_text(file);
  while (rest.length != 0) {
    const char *at = memchr(rest.data, '@', rest.length);
    size_t plain = at != NULL ? (size_t)(at - rest.data) : rest.length;
    dt_buffer_add(out, rest.data, plain);
    rest = dt_text_from(rest, plain);

    detm_text name = blank_name(rest);
    bool filled = name.data != NULL && fill(data, out, name);
    if (!filled && rest.length != 0) dt_buffer_byte(out, '@');
    rest = dt_text_from(rest, filled ? name.length + 2 : rest.length != 0);
  }
}
