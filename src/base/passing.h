/* base/passing.h: sinks that push what they get into another sink, and change some of it.
 *
 * The struct of such a sink begins with a dt_passing, which is the `data` of its callbacks. */
#ifndef DT_PASSING_H
#define DT_PASSING_H

#include <detm/sink.h>

typedef struct dt_passing {
  detm_sink sink;
  const detm_sink *next; /* borrowed; may be set for each page */
} dt_passing;

/* Calls a function of a sink, if the sink has it. */
#define DT_PUSH(sink, callback, ...) ((sink)->callback != NULL ? (sink)->callback((sink)->data, __VA_ARGS__) : DETM_OK)

/* Sets callbacks that push everything but ranges into `next` unchanged, and wants what `next` wants; NULL: each page
 * has its own, and the caller sets what is wanted. */
void dt_passing_start(dt_passing *passing, const detm_sink *next);

#endif
