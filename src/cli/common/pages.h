/* cli/common/pages.h: the loop over pages.
 *
 * Threads read, parse and process pages; the main thread takes the results in the order of the command line.  No
 * thread runs further ahead than a small window, so that a million pages need no more memory than a few. */
#ifndef DT_CLI_COMMON_PAGES_H
#define DT_CLI_COMMON_PAGES_H

#include <detm/detm.h>

#include "cli/common/command.h"
#include "cli/common/page_source.h"

/* A page that a thread has finished. */
typedef struct dt_finished {
  const char *name;    /* the page's; valid as long as this struct */
  size_t number;       /* index of the page among all of the run */
  dt_page_item item;   /* its source, without the bytes; empty if the job gives the pages */
  const char *members; /* of its line of NDJSON (dt_stream_page); NULL = none */
  bool of_many;        /* the run may have several pages */
  detm_page *page;     /* NULL: error says why */
  detm_result *result; /* NULL: error says why, or the job has no work */
  detm_locale *locale; /* locale of the page, with --typed; else NULL */
  detm_error error;
  double seconds; /* that the work took */
  bool ready;
} dt_finished;

/* All pages of a run. */
typedef struct dt_page_set {
  detm_page **pages; /* NULL for those that failed, which was reported */
  size_t *arguments; /* the index of the PAGE that each is from */
  char **members;    /* of the line of NDJSON of each; owned */
  bool data;         /* all are responses of JSON or XML in archives */
  bool shown;        /* a page of HTML shows what it has, and waits for no scripts */
  uint32_t count, capacity, argument_capacity, member_capacity;
} dt_page_set;

typedef struct dt_page_job {
  /* Called in a thread; NULL: pages are only read and parsed. */
  detm_result *(*work)(const void *data, const detm_page *page, detm_error *error);
  const void *work_data;
  /* Called in the main thread, in order; it may take the page or the result, and then sets it to NULL.  False ends the
   * loop. */
  bool (*take)(void *data, dt_finished *finished);
  void *take_data;
  const dt_page_set *pages; /* pages that were read before; NULL: read the pages */
} dt_page_job;

/* False: the loop ended early. */
bool dt_pages_run(dt_run *run, const dt_page_job *job);

/* Reads and parses the first page of PAGE number `argument`; NULL: reported. */
detm_page *dt_page_read(dt_run *run, size_t argument);

/* Whether only the first part of the page is there; page NULL = unknown. */
bool dt_page_is_cut(const dt_page_item *item, const detm_page *page);

/* Reads all pages, for learning from them, into an empty set.  False: reported. */
bool dt_pages_gather(dt_run *run, dt_page_set *set);
/* Returns the *count pages that could be read, without gaps; the caller frees the array.  NULL: reported. */
const detm_page **dt_pages_there(dt_run *run, const dt_page_set *set, size_t *count);
/* The index of the first page of a PAGE; the count of the set if no page is from it. */
size_t dt_pages_first(const dt_page_set *set, size_t argument);
void dt_pages_free(dt_page_set *set);

#endif
