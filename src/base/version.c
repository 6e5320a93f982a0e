/* base/version.c: the version of the library. */
#include "config.h"

#include <detm/version.h>

const char *detm_version(void) { return PACKAGE_VERSION; }
