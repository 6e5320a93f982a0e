/* fetch/polite.c: keeps robots.txt and the delay of each host, and repeats requests that failed. */
#include "config.h"

#include "base/allocate.h"
#include "fetch/fetch.h"

#include "base/map.h"
#include "base/vec.h"
#include "fetch/robots.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#define MAX_WAIT 120.0        /* seconds that a request waits at most because its server asks to */
#define MAX_LEFT_ALONE 86400. /* seconds that a server that asks to wait longer is asked for nothing, at most */
#define STOP_SECONDS .1       /* until a wait that is stopped ends */
#define MAX_CRAWL_DELAY 60.0  /* seconds: a robots.txt that asks for more stops no crawl */
#define ROBOTS_SECONDS 86400. /* that a robots.txt is used (RFC 9309, 2.4), */
#define CLOSED_SECONDS 300.0  /* and until one that could not be read is asked for again */
enum { MAX_ROBOTS_REDIRECTS = 5 };

/* A host: its requests come one after the other, whatever their ports. */
typedef struct host {
  char *name;
  dt_fetcher *fetcher; /* with its connections; NULL = no request was made */
  bool busy;           /* a thread makes a request */
  double next;         /* the earliest time of its next request */
  double delay;        /* between requests */
  double asked;        /* seconds that it asked to wait, which are too many: it is left alone until `next`; 0 = none */
} host;

/* A server, and its robots.txt. */
typedef struct server {
  char *origin;
  dt_robots robots;
  bool reading; /* a thread reads its robots.txt */
  bool failed;  /* there was no memory for it */
  bool closed;  /* its robots.txt could not be read: nothing may be fetched */
  double until; /* then robots.txt is read again */
  char why[sizeof((detm_error *)NULL)->text];
} server;

struct dt_polite {
  const dt_fetch_options *options;
  dt_cookies *cookies;
  pthread_mutex_t lock;   /* of all that follows, but not held while a request is made */
  pthread_cond_t changed; /* a host or server that was busy is free */
  DT_VEC(host *) hosts;
  DT_VEC(server *) servers;
  dt_lookup host_names, origins; /* the numbers are those of `hosts` and `servers` */
  size_t requests;
  double first, last; /* seconds of a monotonic clock */
};

/* Waits in short parts if the wait may be stopped. */
static void wait_until(const dt_fetch_options *options, double moment) {
  for (double left; (left = moment - dt_seconds()) > 0 && !dt_fetch_is_stopped(options);) {
    if (options->stopped != NULL && left > STOP_SECONDS) left = STOP_SECONDS;
    struct timespec time = {.tv_sec = (time_t)left};
    time.tv_nsec = (long)((left - (double)time.tv_sec) * 1e9);
    nanosleep(&time, NULL);
  }
}

/* ---- hosts ---- */

/* The host of this name; NULL without memory. */
static host *find_host(dt_polite *polite, const char *name) {
  uint32_t probe = 0, number;
  uint64_t hash = dt_hash_keyed(name, strlen(name));
  while ((number = dt_lookup_next(&polite->host_names, hash, &probe)) != DT_NO_NUMBER)
    if (strcmp(polite->hosts.items[number]->name, name) == 0) return polite->hosts.items[number];
  host *added = calloc(1, sizeof *added);
  if (added != NULL) *added = (host){.name = strdup(name), .delay = polite->options->delay};

  if (added == NULL || added->name == NULL || !DT_VEC_RESERVE(NULL, &polite->hosts, 1) ||
      dt_lookup_append(&polite->host_names, hash) == DT_NO_NUMBER) {
    if (added != NULL) free(added->name);
    free(added);
    return NULL;
  }

  polite->hosts.items[polite->hosts.count++] = added;
  return added;
}

/* Waits until no other thread makes a request to a host. */
static host *take_host(dt_polite *polite, const char *name) {
  host *h = find_host(polite, name);
  while (h != NULL && h->busy) pthread_cond_wait(&polite->changed, &polite->lock);
  return h;
}

/* Whether a response means that the same request may succeed later. */
static bool is_passing(const dt_response *response) {
  static const unsigned statuses[] = {429, 500, 502, 503, 504};
  for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
    if (response->status == statuses[i]) return true;
  return false;
}

/* Says that a host is left alone. */
static detm_status refuse_host(const host *h, detm_error *error) {
  return dt_error_set(error, DETM_BUSY, "cannot be fetched: %s asks to wait %.0f seconds; run the command again then",
                      h->name, h->asked);
}

/* Waits for the turn of a busy host, and makes a request; the lock is not held meanwhile. */
static detm_status make_request(dt_polite *polite, host *h, const dt_web_address *address,
                                const dt_condition *condition, bool robots, dt_response *response, detm_error *error) {
  size_t most = robots ? DT_ROBOTS_BYTES + 1 : polite->options->max_bytes;
  double turn = h->next;
  pthread_mutex_unlock(&polite->lock);
  wait_until(polite->options, turn);
  double begun = dt_seconds();
  detm_status status = dt_fetcher_get(h->fetcher, address, condition, most, robots, response, error);
  pthread_mutex_lock(&polite->lock);
  if (polite->requests++ == 0 || begun < polite->first) polite->first = begun;
  if (begun > polite->last) polite->last = begun;
  return status;
}

/* Makes a request when the host's turn has come.  A long robots.txt is cut. */
static detm_status request(dt_polite *polite, host *h, const dt_web_address *address, const dt_condition *condition,
                           bool robots, dt_response *response, detm_error *error) {
  *response = (dt_response){.status = 0};
  if (h->asked > 0 && dt_seconds() < h->next) return refuse_host(h, error);
  h->asked = 0;
  if (h->fetcher == NULL && (h->fetcher = dt_fetcher_open(polite->options, polite->cookies, error)) == NULL)
    return error->status;
  h->busy = true;
  detm_status status = make_request(polite, h, address, condition, robots, response, error);
  double wait = status == DETM_OK && is_passing(response) ? response->retry_after : 0;
  if (wait > MAX_WAIT) h->asked = wait;
  if (wait > MAX_LEFT_ALONE) wait = MAX_LEFT_ALONE;
  h->next = dt_seconds() + (wait > h->delay ? wait : h->delay);
  h->busy = false;
  pthread_cond_broadcast(&polite->changed);
  return status;
}

/* Makes a request, and repeats it after errors that may pass, each time after twice the time. */
static detm_status persist(dt_polite *polite, const dt_web_address *address, const dt_condition *condition, bool robots,
                           dt_response *response, detm_error *error) {
  for (size_t failures = 0;; failures++) {
    detm_error failed = DETM_ERROR_NONE;
    host *h = take_host(polite, address->host);
    detm_status status =
        h != NULL ? request(polite, h, address, condition, robots, response, &failed) : dt_error_memory(&failed);
    bool again = status == DETM_BUSY || (status == DETM_OK && is_passing(response));
    if (again && failures < polite->options->retries && h->asked <= 0 && !dt_fetch_is_stopped(polite->options)) {
      double pause = h->delay * (double)(2U << (failures < 16 ? failures : 16));
      if (dt_seconds() + pause > h->next) h->next = dt_seconds() + (pause < MAX_WAIT ? pause : MAX_WAIT);
      dt_response_free(response);
      continue;
    }
    if (status == DETM_OK && again) {
      status = h->asked > 0
                   ? refuse_host(h, &failed)
                   : dt_error_set(&failed, DETM_BUSY, "cannot be fetched: status %u; run the command again later",
                                  response->status);
    }
    if (status != DETM_OK) {
      dt_response_free(response);
      dt_error_set(error, failed.status, "%s", failed.text);
    }
    return status;
  }
}

/* ---- robots.txt ---- */

/* Gets robots.txt, through redirects.  DETM_OK: a response that is no redirect. */
static detm_status get_robots(dt_polite *polite, const char *origin, dt_response *response, detm_error *error) {
  dt_web_address address;
  detm_error wrong = DETM_ERROR_NONE;
  detm_status status = dt_web_address_read(&address, origin, "/robots.txt", error);

  for (int redirects = 0; status == DETM_OK; redirects++) {
    status = persist(polite, &address, NULL, true, response, error);
    const detm_text headers = {response->headers.data, response->headers.length};
    char *location = status == DETM_OK ? dt_http_location(headers) : NULL;
    if (location == NULL || redirects == MAX_ROBOTS_REDIRECTS) {
      free(location);
      break;
    }
    dt_web_address from = address;
    dt_response_free(response);
    if (dt_web_address_read(&address, from.url, location, &wrong) != DETM_OK)
      status = dt_error_set(error, DETM_BUSY, "redirects to a URL that cannot be fetched");
    dt_web_address_free(&from);
    free(location);
  }

  dt_web_address_free(&address);
  return status;
}

/* Reads the rules of a server.  As RFC 9309, 2.3.1: without robots.txt everything is allowed; while it cannot be read,
 * nothing is.  False without memory. */
static bool read_robots(dt_polite *polite, server *s) {
  static const detm_text agent = {"detm", 4};
  dt_response response = {.status = 0};
  detm_error error = DETM_ERROR_NONE;
  detm_status status = get_robots(polite, s->origin, &response, &error);
  bool done = status != DETM_NO_MEMORY;

  dt_robots_free(&s->robots); /* as it was read before */
  if (status == DETM_OK && response.status >= 200 && response.status < 300)
    done = dt_robots_parse(&s->robots, (detm_text){response.body.data, response.body.length}, agent);
  s->closed = status != DETM_OK || response.status >= 500;
  s->until = dt_seconds() + (s->closed ? CLOSED_SECONDS : ROBOTS_SECONDS);

  if (status == DETM_USAGE || status == DETM_BAD_INPUT) /* it is about the host, as that of the page would be */
    snprintf(s->why, sizeof s->why, "%s", error.text);
  else if (status != DETM_OK)
    snprintf(s->why, sizeof s->why, "is not fetched, because robots.txt %.400s", error.text);
  else if (s->closed)
    snprintf(s->why, sizeof s->why, "is not fetched, because robots.txt has status %u", response.status);

  dt_response_free(&response);
  return done;
}

/* The server of this origin, when no thread reads its robots.txt; NULL = it is not known yet. */
static server *find_known_server(dt_polite *polite, const char *origin, uint64_t hash) {
  uint32_t probe = 0, number;
  while ((number = dt_lookup_next(&polite->origins, hash, &probe)) != DT_NO_NUMBER) {
    server *known = polite->servers.items[number];
    if (strcmp(known->origin, origin) != 0) continue;
    while (known->reading) pthread_cond_wait(&polite->changed, &polite->lock);
    return known;
  }
  return NULL;
}

/* NULL without memory. */
static server *add_server(dt_polite *polite, const char *origin, uint64_t hash) {
  server *s = calloc(1, sizeof *s);
  if (s != NULL) s->origin = strdup(origin);
  if (s == NULL || s->origin == NULL || !DT_VEC_RESERVE(NULL, &polite->servers, 1) ||
      dt_lookup_append(&polite->origins, hash) == DT_NO_NUMBER) {
    if (s != NULL) free(s->origin);
    free(s);
    return NULL;
  }
  polite->servers.items[polite->servers.count++] = s;
  return s;
}

/* The server of an address, once its robots.txt was read; NULL without memory. */
static server *find_server(dt_polite *polite, const char *origin) {
  uint64_t hash = dt_hash_keyed(origin, strlen(origin));
  server *s = find_known_server(polite, origin, hash);
  if (s == NULL) s = add_server(polite, origin, hash);
  if (s == NULL) return NULL;

  if (dt_seconds() >= s->until) {
    s->reading = true;
    s->failed = !read_robots(polite, s);
    s->reading = false;
    pthread_cond_broadcast(&polite->changed);
  }
  return s->failed ? NULL : s;
}

/* ---- the requests of the crawl ---- */

static detm_status get(dt_polite *polite, const dt_web_address *address, const dt_condition *condition,
                       dt_response *response, detm_error *error) {
  *response = (dt_response){.status = 0};
  server *s = find_server(polite, address->origin);
  host *h = s != NULL ? find_host(polite, address->host) : NULL;
  if (h == NULL) return dt_error_memory(error);
  if (s->closed) return dt_error_set(error, DETM_USAGE, "%s", s->why);
  if (!dt_robots_allow(&s->robots, dt_text(address->path)))
    return dt_error_set(error, DETM_MISFIT, "is not fetched, because robots.txt of %s disallows it", address->host);
  double delay = s->robots.delay < MAX_CRAWL_DELAY ? s->robots.delay : MAX_CRAWL_DELAY;
  if (delay > h->delay) {
    h->next += delay - h->delay;
    h->delay = delay;
  }
  return persist(polite, address, condition, false, response, error);
}

detm_status dt_polite_get(dt_polite *polite, const dt_web_address *address, const dt_condition *condition,
                          dt_response *response, detm_error *error) {
  pthread_mutex_lock(&polite->lock);
  detm_status status = get(polite, address, condition, response, error);
  pthread_mutex_unlock(&polite->lock);
  return status;
}

size_t dt_polite_requests(const dt_polite *polite, double *seconds) {
  *seconds = polite->last - polite->first;
  return polite->requests;
}

dt_polite *dt_polite_open(const dt_fetch_options *options, detm_error *error) {
  dt_polite *polite = dt_allocate(sizeof *polite, error);
  if (polite == NULL) return NULL;

  polite->options = options;
  polite->cookies = dt_cookies_open(error);

  /* checks the options */
  dt_fetcher *fetcher = polite->cookies != NULL ? dt_fetcher_open(options, polite->cookies, error) : NULL;
  dt_fetcher_close(fetcher);
  if (fetcher == NULL) {
    dt_cookies_close(polite->cookies);
    free(polite);
    return NULL;
  }

  pthread_mutex_init(&polite->lock, NULL);
  pthread_cond_init(&polite->changed, NULL);
  return polite;
}

void dt_polite_close(dt_polite *polite) {
  if (polite == NULL) return;

  for (uint32_t i = 0; i < polite->hosts.count; i++) {
    dt_fetcher_close(polite->hosts.items[i]->fetcher);
    free(polite->hosts.items[i]->name);
    free(polite->hosts.items[i]);
  }

  for (uint32_t i = 0; i < polite->servers.count; i++) {
    dt_robots_free(&polite->servers.items[i]->robots);
    free(polite->servers.items[i]->origin);
    free(polite->servers.items[i]);
  }

  free(polite->hosts.items);
  free(polite->servers.items);
  dt_lookup_free(&polite->host_names);
  dt_lookup_free(&polite->origins);
  dt_cookies_close(polite->cookies);
  pthread_cond_destroy(&polite->changed);
  pthread_mutex_destroy(&polite->lock);
  free(polite);
}
