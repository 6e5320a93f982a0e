/* serve/guard.h: who may use the server. */
#ifndef DT_SERVE_GUARD_H
#define DT_SERVE_GUARD_H

#include "base/base.h"

typedef struct dt_guard {
  const char *token;        /* NULL = none is asked for */
  const char *const *hosts; /* names by which clients call it besides those of the loopback address; ends with NULL */
} dt_guard;

/* The headers that identify a client; NULL = not sent. */
typedef struct dt_visitor {
  const char *host, *origin, *site /* Sec-Fetch-Site */, *authorization;
} dt_visitor;

/* Whether the host is one of the server's: a name of another site that an attacker points at this address is not. */
bool dt_guard_host(const dt_guard *guard, const char *host);
/* Whether the request is not from a page of another site. */
bool dt_guard_origin(const dt_visitor *visitor);
/* Whether the client has the token; takes the same time for all wrong ones of a length. */
bool dt_guard_token(const dt_guard *guard, const char *authorization);

#endif
