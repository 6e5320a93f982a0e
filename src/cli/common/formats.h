/* cli/common/formats.h: the formats of results. */
#ifndef DT_CLI_COMMON_FORMATS_H
#define DT_CLI_COMMON_FORMATS_H

#include "cli/common/options.h"

/* The formats of every command, as the help names them. */
#define DT_FORMAT_NAMES "xml, ndjson, json, csv, tsv, html"

/* The choices of -f: for records, for reports and for the texts of pages. */
extern const dt_choice dt_formats[], dt_report_formats[], dt_content_formats[];

/* The format of records: that of -f, else XML.  Tables are made of CSV. */
detm_format dt_format(const dt_options *options);
bool dt_options_plain_names(const dt_options *options);
/* A writer of that format with the options of CSV, as detm_writer_new. */
detm_writer *dt_format_writer(const dt_options *options, detm_write write, void *data, size_t max_bytes,
                              detm_error *error);
/* Whether the format has a header, for which it needs the columns of pages without records. */
bool dt_format_is_table(detm_format format);
/* The ending of names of files of a format: ".csv". */
const char *dt_format_ending(detm_format format);
/* Finds the one of the formats whose files have the ending.  False: none has. */
bool dt_format_of_ending(const dt_choice *choices, detm_text ending, int *format);

#endif
