/* cli/results/folder.h: -o DIR/: a sink that writes one file for each page, or for each rule of a library.
 *
 * Each file is written whole or not at all, as that of -o FILE: the file of a page when the page ends, the file of a
 * rule when the run ends.  Its name is made from the name of the page or rule, and holds no slash. */
#ifndef DT_CLI_RESULTS_FOLDER_H
#define DT_CLI_RESULTS_FOLDER_H

#include <detm/detm.h>

#include "base/map.h"
#include "base/passing.h"
#include "base/vec.h"
#include "cli/common/command.h"

typedef struct dt_result_file dt_result_file;

typedef struct dt_folder {
  dt_passing passing; /* first; the next sink is that of the current document */
  dt_run *run;
  bool by_rule;        /* one file for each rule; else for each page */
  unsigned columns;    /* of detm_writer_show_columns */
  bool failed;         /* a file could not be opened or written: reported by now, or by dt_folder_close */
  size_t written;      /* bytes in all files */
  dt_lookup names;     /* the hashes of the names of files, so that no two pages have the same file */
  DT_VEC(size_t) next; /* by number of a name: the last number that was added to it */
  DT_VEC(dt_result_file *) documents; /* those that are open */
  dt_lookup rules; /* by rule: the hash of the name of its file; the numbers are those of `documents` */
  dt_result_file *current;
  const detm_page_note *note; /* for the next page, NULL = none */
} dt_folder;

/* Whether -o names a folder: the name ends with a slash, or is that of a folder. */
bool dt_folder_wanted(const dt_run *run);
/* Creates the folder of -o unless it exists, and sets the sink.  False: reported. */
bool dt_folder_open(dt_folder *folder, dt_run *run, unsigned columns);
/* Ends the files that are open; if `keep` is false they are left as they were.  False: reported. */
bool dt_folder_close(dt_folder *folder, bool keep);

#endif
