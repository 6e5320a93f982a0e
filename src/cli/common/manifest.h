/* cli/common/manifest.h: which page was fetched from which URL: lines FILE<TAB>URL[<TAB>content-type]. */
#ifndef DT_CLI_COMMON_MANIFEST_H
#define DT_CLI_COMMON_MANIFEST_H

#include <detm/error.h>
#include <stdbool.h>
#include <stddef.h>

#include "cli/common/report.h"

typedef struct dt_manifest_entry {
  char *file;       /* relative names are relative to the manifest */
  char *url;        /* in normal form */
  const char *type; /* NULL = none is given */
  size_t line;
} dt_manifest_entry;

typedef struct dt_manifest {
  char *bytes; /* hold the strings */
  dt_manifest_entry *entries;
  size_t count;
  dt_manifest_entry **by_file; /* sorted */
} dt_manifest;

/* Reads it, and reports each malformed and each duplicate line.  False: reported. */
bool dt_manifest_load(dt_manifest *manifest, const char *name, dt_report *report);
/* The same of bytes from malloc with capacity for one more, which it takes over. */
bool dt_manifest_read(dt_manifest *manifest, char *bytes, size_t length, const char *name, dt_report *report);
/* The entry of a page, NULL = none. */
const dt_manifest_entry *dt_manifest_find(const dt_manifest *manifest, const char *file);
void dt_manifest_free(dt_manifest *manifest);

#endif
