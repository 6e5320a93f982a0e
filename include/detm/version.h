/* detm/version.h: the version of the headers, and of the library that is running. */
#ifndef DETM_VERSION_H
#define DETM_VERSION_H

#include <detm/error.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version that a program is compiled with, by semantic versioning. */
#define DETM_VERSION_MAJOR 0
#define DETM_VERSION_MINOR 1
#define DETM_VERSION_PATCH 0
#define DETM_VERSION "0.1.0"

/* The version of the library that is running: "0.1.0". */
DETM_API const char *detm_version(void);

#ifdef __cplusplus
}
#endif
#endif
