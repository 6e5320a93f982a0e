/* detm/detm.h: everything of libdetm.
 *
 * Bytes in, handles and callbacks out.  Different pages may be handled in different threads; no call aborts or prints.
 * Nothing is global, but that the first call puts a counter of failures before libxml2's allocator: a host that has its
 * own (xmlMemSetup) sets it before, and makes that call before other threads of it use libxml2.  Public names begin
 * with detm_ or DETM_. */
#ifndef DETM_DETM_H
#define DETM_DETM_H

#include <detm/content.h>
#include <detm/domain.h>
#include <detm/drift.h>
#include <detm/error.h>
#include <detm/fields.h>
#include <detm/focus.h>
#include <detm/library.h>
#include <detm/page.h>
#include <detm/records.h>
#include <detm/repair.h>
#include <detm/sink.h>
#include <detm/store.h>
#include <detm/template.h>
#include <detm/writer.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the library that is running, "0.1.0". */
DETM_API const char *detm_version(void);

#ifdef __cplusplus
}
#endif
#endif
