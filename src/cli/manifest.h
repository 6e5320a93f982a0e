/* cli/manifest.h: which page was fetched from which URL: lines FILE<TAB>URL[<TAB>content-type]. */
#ifndef DT_CLI_MANIFEST_H
#define DT_CLI_MANIFEST_H

#include <detm/error.h>
#include <stdbool.h>
#include <stddef.h>

#include "cli/report.h"

typedef struct dt_entry {
  char *file;       /* beside the manifest if it is relative */
  char *url;        /* in normal form, so that equal ones are told */
  const char *type; /* NULL = none is given */
  size_t line;
} dt_entry;

typedef struct dt_manifest {
  char *bytes; /* that the strings stand in */
  dt_entry *entries;
  size_t count;
  dt_entry **by_file; /* sorted */
} dt_manifest;

/* Reads it; each broken line and each double one is told.  False: reported. */
bool dt_manifest_load(dt_manifest *manifest, const char *name, dt_report *report);
/* The same of bytes from malloc with room for one more, which it takes over. */
bool dt_manifest_read(dt_manifest *manifest, char *bytes, size_t length, const char *name, dt_report *report);
/* The entry of a page, NULL = it has none. */
const dt_entry *dt_manifest_find(const dt_manifest *manifest, const char *file);
void dt_manifest_free(dt_manifest *manifest);

#endif
