/* serve/metrics.h: counts of a server, as the text format of Prometheus. */
#ifndef DT_SERVE_METRICS_H
#define DT_SERVE_METRICS_H

#include "serve/service.h"

#include <pthread.h>

enum { DT_METRIC_ENDPOINTS = 32, DT_METRIC_STATUSES = 600 };

typedef struct dt_metrics {
  pthread_mutex_t lock;
  uint64_t requests[DT_METRIC_ENDPOINTS][DT_METRIC_STATUSES];
  double seconds[DT_METRIC_ENDPOINTS]; /* of all its requests */
  uint64_t pages, records;
} dt_metrics;

void dt_metrics_count(dt_metrics *metrics, const dt_reply *reply, double seconds);
void dt_metrics_write(dt_metrics *metrics, size_t in_flight, dt_buffer *out);

#endif
