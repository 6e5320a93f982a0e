/* fetch/disabled.c: the requests of a build without libcurl, which makes none. */
#include "fetch/fetch.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

dt_polite *dt_polite_open(const dt_fetch_options *options, detm_error *error) {
  dt_error_set(error, DETM_USAGE,
               "this detm was built without libcurl: install libcurl4-openssl-dev, run ./configure, and build again");
  return NULL;
}

void dt_polite_close(dt_polite *polite) {}

detm_status dt_polite_get(dt_polite *polite, const dt_web_address *address, const dt_condition *condition,
                          dt_response *response, detm_error *error) {
  return DETM_USAGE;
}

size_t dt_polite_requests(const dt_polite *polite, double *seconds) {
  *seconds = 0;
  return 0;
}
