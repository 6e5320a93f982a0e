/* cli/results/kept.h: --keep-key: what the file of a page says of it, as columns of its records: the keys of a line of
 * NDJSON, and "fetched" of WARC and HAR. */
#ifndef DT_CLI_RESULTS_KEPT_H
#define DT_CLI_RESULTS_KEPT_H

#include <detm/detm.h>

#include "cli/common/input.h"
#include "cli/common/report.h"

typedef struct dt_kept {
  detm_page_note note;
  detm_kept *items; /* of `note`; their strings are owned, but not those of the id */
  bool has_id;      /* the first of them is the id of the record (dt_unique_set_id) */
  uint64_t seen;    /* bit n: a page had the n-th key; of the first 64 keys */
} dt_kept;

/* Reads the keys in the members of a line (dt_stream_page; NULL = the page has none) into the note.  A key that the
 * line does not have is null.  has_id: the first is the id of the record, to be set later.  False without memory. */
bool dt_kept_read(dt_kept *kept, const dt_file_list *keys, bool has_id, const char *members);
/* Warns of keys that no page had. */
void dt_kept_report(const dt_kept *kept, const dt_file_list *keys, dt_report *report);
void dt_kept_free(dt_kept *kept);

#endif
