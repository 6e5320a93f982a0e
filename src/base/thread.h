/* base/thread.h: threads whose stack is large enough on every system. */
#ifndef DT_THREAD_H
#define DT_THREAD_H

#include <pthread.h>
#include <stdbool.h>

/* Starts a thread that calls run(data).  Returns false if it cannot be started. */
bool dt_thread_start(pthread_t *thread, void *(*run)(void *data), void *data);

#endif
