/* cli/report.h: everything that goes to standard error: messages, notes, the progress bar.
 *
 * Used by the main thread only. */
#ifndef DT_CLI_REPORT_H
#define DT_CLI_REPORT_H

#include <detm/error.h>
#include <stdbool.h>
#include <stddef.h>

/* Exit statuses; a run's is the worst of its pages. */
enum {
  DT_EXIT_OK = 0,
  DT_EXIT_PAGE = 1,  /* some page gave nothing or did not fit */
  DT_EXIT_FAILED = 2 /* usage, unreadable input, broken wrapper, failed write */
};

typedef struct dt_report {
  bool quiet;   /* no warnings */
  bool verbose; /* notes for every page */
  bool bar;     /* the progress bar is wanted */
  bool drawn;   /* it stands on the terminal's line now */
  int status;
  size_t failed;            /* errors that were told */
  size_t named;             /* pages that some of them were of */
  double started, drawn_at; /* seconds */
} dt_report;

/* Replaces what a terminal would obey instead of showing it (control characters, also those of two bytes, and what
 * turns the direction of text) by question marks, but for the bytes that are `kept`. */
void dt_disarm(char *text, size_t length, const char *kept);

/* The bytes of a text's first characters, at most so many of them. */
size_t dt_first_characters(const char *text, size_t most);

/* "detm: FILE:LINE: text" (file NULL, line 0: left out), and the status becomes at least `status`. */
void dt_report_error(dt_report *report, int status, const char *file, size_t line, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/* The same for what the library said. */
void dt_report_fault(dt_report *report, const char *file, const detm_error *error);
/* Does not change the status; silent with -q. */
void dt_report_warning(dt_report *report, const char *file, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Only with -v. */
void dt_report_note(dt_report *report, const char *file, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Draws the bar, at most ten times a second, and takes it away. */
void dt_report_progress(dt_report *report, size_t done, size_t total);
void dt_report_progress_end(dt_report *report);

/* Seconds of a clock that only goes forward. */
double dt_seconds(void);

#endif
