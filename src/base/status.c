/* base/status.c: names of statuses. */
#include <detm/error.h>

const char *detm_status_name(detm_status status) {
  static const char *const names[] = {[DETM_OK] = "ok",
                                      [DETM_NO_MEMORY] = "no memory",
                                      [DETM_BAD_INPUT] = "bad input",
                                      [DETM_LIMIT] = "limit",
                                      [DETM_BAD_FILE] = "bad file",
                                      [DETM_WRITE] = "write",
                                      [DETM_NOTHING] = "nothing",
                                      [DETM_MISFIT] = "misfit",
                                      [DETM_USAGE] = "usage",
                                      [DETM_CANCELLED] = "cancelled",
                                      [DETM_BUSY] = "busy"};
  return (unsigned)status < sizeof names / sizeof *names ? names[status] : NULL;
}
