/* base/options.h: options of callers that were compiled with an older header, whose structs are smaller. */
#ifndef DT_OPTIONS_H
#define DT_OPTIONS_H

#include <stddef.h>
#include <string.h>

/* Copies the members that `given` (NULL: none) has over the defaults in `own`, a struct of `size` bytes; returns `own`.
 * Structs begin with their size, 0 = `size`. */
static inline const void *dt_options_read(void *own, size_t size, const void *given) {
  size_t given_size;
  if (given == NULL) return own;
  memcpy(&given_size, given, sizeof given_size);
  if (given_size == 0 || given_size > size) given_size = size;
  memcpy(own, given, given_size);
  memcpy(own, &size, sizeof size);
  return own;
}

/* Makes `options` point to a whole struct: with the defaults where the caller's is NULL or smaller. */
#define DT_OPTIONS(type, options, defaults)                                                                            \
  type options##_read = (defaults);                                                                                    \
  (options) = dt_options_read(&options##_read, sizeof options##_read, (options))

#endif
