/* cli/common/manifest.h: the URLs that pages were fetched from: lines FILE<TAB>URL[<TAB>content-type]. */
#ifndef DT_CLI_COMMON_MANIFEST_H
#define DT_CLI_COMMON_MANIFEST_H

#include "base/base.h"
#include "cli/common/report.h"

typedef struct dt_manifest_entry {
  char *file;       /* a path from the working folder; in the manifest, one from the manifest's folder */
  char *url;        /* in normal form */
  const char *type; /* NULL = not given */
  size_t line;
} dt_manifest_entry;

typedef struct dt_manifest {
  dt_buffer bytes; /* the file; holds the types */
  dt_manifest_entry *entries;
  uint32_t count, capacity;
  dt_manifest_entry **by_file; /* sorted */
} dt_manifest;

/* Reads a manifest and reports malformed and duplicate lines.  False: reported. */
bool dt_manifest_load(dt_manifest *manifest, const char *name, dt_report *report);
/* The same for the bytes of a manifest, which it takes over. */
bool dt_manifest_read(dt_manifest *manifest, dt_buffer *bytes, const char *name, dt_report *report);
/* The entry of a page, NULL = none. */
const dt_manifest_entry *dt_manifest_find(const dt_manifest *manifest, const char *file);
void dt_manifest_free(dt_manifest *manifest);

#endif
