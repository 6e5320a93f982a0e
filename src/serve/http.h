/* serve/http.h: the HTTP server (libmicrohttpd): one thread for the connections, and a pool for the requests. */
#ifndef DT_SERVE_HTTP_H
#define DT_SERVE_HTTP_H

#include "serve/guard.h"
#include "serve/service.h"

typedef struct dt_http_options {
  const char *address; /* a numeric one; NULL = the loopback addresses */
  unsigned port;       /* 0 = any that is free */
  size_t max_bytes;    /* of the body of a request */
  size_t max_requests; /* at once */
  size_t max_connections;
  size_t jobs;   /* requests that are worked on at once */
  unsigned idle; /* seconds that a client may take for a request, or be silent */
} dt_http_options;

typedef struct dt_http dt_http;

/* Starts a server in its own threads; *port gets its port.  NULL with DETM_USAGE (the address cannot be used),
 * DETM_NO_MEMORY.  The service and the guard must outlive it. */
dt_http *dt_http_start(const dt_http_options *options, const dt_service *service, const dt_guard *guard, unsigned *port,
                       detm_error *error) DETM_CHECK;
/* Accepts no more requests, finishes those that are running, and frees the server. */
void dt_http_stop(dt_http *http);

#endif
