/* base/thread.c: starts threads.  Their stacks have 128 KiB with musl and 512 KiB on macOS, unless a size is set. */
#include "base/thread.h"

#include <stddef.h>

enum { STACK_BYTES = 8 << 20 /* as the first thread has on most systems; memory is only used when it is written to */ };

bool dt_thread_start(pthread_t *thread, void *(*run)(void *data), void *data) {
  pthread_attr_t attributes;
  size_t bytes;
  if (pthread_attr_init(&attributes) != 0) return false;
  bool enough = pthread_attr_getstacksize(&attributes, &bytes) == 0 && bytes >= STACK_BYTES;
  bool started = (enough || pthread_attr_setstacksize(&attributes, STACK_BYTES) == 0) &&
                 pthread_create(thread, &attributes, run, data) == 0;
  pthread_attr_destroy(&attributes);
  return started;
}
