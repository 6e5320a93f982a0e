/* cli/common/option_tables.c: the options that commands share. */
#include "cli/common/options.h"

#include <string.h>

#include "cli/common/command.h"

/* ---- values ---- */

static const char *read_keep_key(dt_run *run, const char *value) {
  static const char *const own[] = {"page",    "template", "region", "record",  "confidence", "fit",
                                    "quality", "fallback", "status", "message", NULL};
  for (size_t i = 0; own[i] != NULL; i++)
    if (strcmp(own[i], value) == 0) return "is a name that detm gives itself: call the key something else";
  if (value[0] == '\0') return "is not a key: name one of the lines of NDJSON";
  dt_file_list *keys = &run->options.results.kept_keys;
  for (size_t i = 0; i < keys->count; i++)
    if (strcmp(keys->names[i], value) == 0) return NULL;
  bool added = dt_file_list_add(keys, value, strlen(value));
  return added ? NULL : DT_WRONG_MEMORY;
}

/* INSERT,DELETE,REPLACE */
static const char *read_weights(dt_run *run, const char *value) {
  detm_distance_options *distance = &run->options.extract.distance;
  double *weights[] = {&distance->insert, &distance->erase, &distance->replace};
  char part[64];

  for (int i = 0; i < 3; i++) {
    size_t length = strcspn(value, ",");
    bool last = value[length] == '\0';
    if (length >= sizeof part || last != (i == 2)) return "is not three weights: write them as in 1,1,1.5";
    memcpy(part, value, length);
    part[length] = '\0';
    if (!dt_read_number(part, weights[i])) return "is not three numbers of at least 0: write them as in 1,1,1.5";
    value += length + 1;
  }

  return NULL;
}

static const char *read_header_option(dt_run *run, const char *value) {
  const char *colon = strchr(value, ':');
  if (colon == NULL || colon == value || strpbrk(value, "\r\n") != NULL || memchr(value, ' ', (size_t)(colon - value)))
    return "is not a header field: write one such as 'Accept-Language: de'";
  bool added = dt_file_list_add(&run->options.requests.headers, value, strlen(value));
  return added ? NULL : DT_WRONG_MEMORY;
}

static const char *read_host_option(dt_run *run, const char *value) {
  if (value[0] == '\0' || strpbrk(value, "/ @") != NULL) return "is not a name of a host: write it as in shop.local";
  if (strchr(value[0] == '[' ? value + strcspn(value, "]") : value, ':') != NULL)
    return "has a colon: write the name without a port, and an IPv6 address in brackets";
  bool added = dt_file_list_add(&run->options.requests.allowed_hosts, value, strlen(value));
  return added ? NULL : DT_WRONG_MEMORY;
}

static const char *read_contact(dt_run *run, const char *value) {
  if (value[0] == '\0' || strlen(value) > DT_MAX_CONTACT || strpbrk(value, "\r\n()") != NULL)
    return "is not an address: write where the site can reach you, such as https://example.org/about";
  run->options.requests.fetch.contact = value;
  return NULL;
}

/* ---- the options that commands share ---- */

#define AT(member) offsetof(dt_options, member)

static const dt_choice inputs[] = {{"html", DT_STREAM_HTML},
                                   {"mhtml", DT_STREAM_MHTML},
                                   {"warc", DT_STREAM_WARC},
                                   {"ndjson", DT_STREAM_NDJSON},
                                   {NULL, 0}};

const dt_option dt_options_pages[] = {
    {"input", 0, DT_ARG_CHOICE, AT(input.format), "FORMAT", "html, mhtml, warc or ndjson (default: by content)",
     .choices = inputs, .library = "options.format",
     .wrong = "is not a format of pages: write html, mhtml, warc or ndjson"},
    {"html-key", 0, DT_ARG_NAME, AT(input.html_key), "KEY", "ndjson: the key of the page's text (html)",
     .wrong = "is not a key: name that of the page", .library = "options.html_key"},
    {"url-key", 0, DT_ARG_NAME, AT(input.url_key), "KEY", "ndjson: the key of the page's URL (url)",
     .wrong = "is not a key: name that of the URL"},
    {"only-url", 0, DT_ARG_NAME, AT(input.only_url), "PATTERN", "archives: only pages with such a URL: '*/item/*'",
     .wrong = "is not a pattern of URLs: write one such as '*/item/*'"},
    {"newest", 0, DT_ARG_FLAG, AT(input.newest), NULL,
     .help = "archives: of the captures of a URL only the newest; reads them twice"},
    {"cdx", 0, DT_ARG_FILE, AT(input.cdx), "FILE",
     .help = "archives: the index (CDX, CDXJ) of the files whose pages revisit records repeat"},
    {"pages", 0, DT_ARG_FILE, AT(input.urls), "FILE",
     .help = "lines PAGE<TAB>URL[<TAB>content-type]; names the pages if no PAGE is given"},
    DT_OPTIONS_PAGE(DT_SHARED_ROW),
    {"max-bytes", 0, DT_ARG_LIMIT, AT(page.max_bytes), "SIZE", "largest source of a page (256M)",
     .library = "options.max_bytes"},
    {"max-nodes", 0, DT_ARG_LIMIT, AT(page.max_nodes), "SIZE", "most tags and texts of a page (20000000)",
     .library = "options.max_nodes"},
    {"max-depth", 0, DT_ARG_UNSIGNED, AT(page.max_depth), "N", "deepest nesting of tags, at most 512 (512)", .min = 4,
     .max = 512, .wrong = "is not a depth: write a whole number from 4 to 512", .library = "options.max_depth"},
    {"seconds", 0, DT_ARG_NUMBER, AT(page.seconds), "N", "most processor time for a page (60)", .max = 1e9,
     .wrong = "is not a time: write seconds such as 5 or 0.5, at most 1000000000; 0 means no limit",
     .library = "options.seconds"},
    {.name = NULL},
};

const dt_option dt_options_requests[] = {
    {"next", 0, DT_ARG_COUNT, AT(requests.next), "N", "follow the link to the next page, N times at most", .min = 0,
     .max = 1e6, .wrong = "is not a number of pages: write a whole number, at most 1000000"},
    {"delay", 0, DT_ARG_NUMBER, AT(requests.fetch.delay), "SECONDS", "time between two requests to a host (1)",
     .max = 86400, .wrong = "is not a time: write seconds such as 2 or 0.5, at most 86400"},
    {"retries", 0, DT_ARG_COUNT, AT(requests.fetch.retries), "N", "repeat a request that failed N times at most (3)",
     .max = 100, .wrong = "is not a number of requests: write a whole number, at most 100"},
    {"timeout", 0, DT_ARG_NUMBER, AT(requests.fetch.seconds), "SECONDS", "most time for a response (60)", .max = 1e6,
     .wrong = "is not a time: write seconds such as 5 or 0.5, at most 1000000; 0 means no limit"},
    {"header", 0, DT_ARG_CUSTOM, 0, "FIELD", .help = "send this header field to the hosts of the URLs given",
     .library = "options.headers", .read = read_header_option},
    {"cookies", 0, DT_ARG_FILE, AT(requests.fetch.cookies), "FILE",
     .help = "send the cookies in FILE (Netscape format)", .library = "options.cookies"},
    {"proxy", 0, DT_ARG_NAME, AT(requests.fetch.proxy), "URL", "send the requests to this proxy",
     .wrong = "is not an address: write one such as http://proxy.example:3128"},
    {"contact", 0, DT_ARG_CUSTOM, 0, "URL", "tell the sites where they can reach you", .read = read_contact},
    {"allow-host", 0, DT_ARG_CUSTOM, 0, "HOST", "HOST may have a private address", .library = "options.allowed_hosts",
     .read = read_host_option},
    {.name = NULL},
};

const dt_option dt_options_many[] = {
    {"files-from", 0, DT_ARG_TEXT, AT(many.files_from), "FILE",
     .help = "read more names of pages from FILE, one a line; - is standard input"},
    {"null", '0', DT_ARG_FLAG, AT(many.nul_names), NULL,
     .help = "names in --files-from end with NUL, not with a newline"},
    {"jobs", 'j', DT_ARG_COUNT, AT(many.threads), "N", "number of threads (default: one a processor); same output",
     .max = 1024, .wrong = "is not a number of threads: write 1 to 1024, or 0 for one a processor"},
    {"progress", 0, DT_ARG_FLAG, AT(many.progress), NULL,
     .help = "show a progress bar (the default for many pages on a terminal)"},
    {.name = NULL},
};

#define FORMAT(text)                                                                                                   \
  {                                                                                                                    \
    "format", 'f', DT_ARG_CHOICE, AT(results.format), "FORMAT", text,                                                  \
        .choices = dt_formats,                                                                                         \
        .wrong = "is not a format: write " DT_RECORD_FORMAT_NAMES "; 'detm content' also writes text"                  \
  }
#define META                                                                                                           \
  { "meta", 0, DT_ARG_FLAG, AT(results.meta), NULL, .help = "CSV: add @region, @record, @confidence, @fit, @quality" }
#define TABLE                                                                                                          \
  {                                                                                                                    \
    "table", 0, DT_ARG_NAME, AT(results.table), "NAME", "sqlite, xlsx: the table or sheet of the records (records)",   \
        .wrong = "is not a name: name a table or sheet"                                                                \
  }
#define SHEETS                                                                                                         \
  {                                                                                                                    \
    "sheets", 0, DT_ARG_CHOICE, AT(results.sheets), "EACH", "xlsx: a sheet for each page, or each site",               \
        .choices = sheet_names, .wrong = "is not what sheets are for: write page or site"                              \
  }

static const dt_choice sheet_names[] = {{"page", DETM_SHEETS_PAGES}, {"site", DETM_SHEETS_SITES}, {NULL, 0}};

#define FORMAT_OF_RECORDS FORMAT(DT_RECORD_FORMAT_NAMES "; default: as -o FILE ends, else xml (terminal: table)")

const dt_option dt_options_format[] = {FORMAT_OF_RECORDS, META, TABLE, SHEETS, DT_OPTIONS_CSV(DT_SHARED_ROW),
                                       {.name = NULL}};
const dt_option dt_options_results[] = {
    FORMAT_OF_RECORDS, META, TABLE, SHEETS, DT_OPTIONS_CSV(DT_SHARED_ROW), DT_OPTIONS_MAX_RECORDS(DT_SHARED_ROW),
    {.name = NULL}};
const dt_option dt_options_lists[] = {FORMAT(DT_RECORD_FORMAT_NAMES " (default for lists; records: xml; diff: text)"),
                                      TABLE,
                                      DT_OPTIONS_CSV(DT_SHARED_ROW),
                                      DT_OPTIONS_MAX_RECORDS(DT_SHARED_ROW),
                                      {.name = NULL}};
const dt_option dt_options_report[] = {
    {"format", 'f', DT_ARG_CHOICE, AT(results.format), "FORMAT", "text (default), " DT_FORMAT_NAMES,
     .choices = dt_report_formats, .wrong = "is not a format: write text, " DT_FORMAT_NAMES},
    DT_OPTIONS_CSV(DT_SHARED_ROW),
    {.name = NULL},
};
const dt_option dt_options_content[] = {
    {"format", 'f', DT_ARG_CHOICE, AT(results.format), "FORMAT",
     DT_TEXT_FORMAT_NAMES "; default: as -o FILE ends, else xml", .choices = dt_content_formats,
     .wrong = "is not a format: write " DT_TEXT_FORMAT_NAMES},
    TABLE,
    DT_OPTIONS_CSV(DT_SHARED_ROW),
    DT_OPTIONS_MAX_RECORDS(DT_SHARED_ROW),
    {.name = NULL},
};

const dt_option dt_options_lines[] = {
    {"per-page", 0, DT_ARG_FLAG, AT(lines.per_page), NULL,
     .help = "ndjson: one line for each page, with its status and records; exit status 0"},
    {"tab-key", 0, DT_ARG_FLAG, AT(lines.tab_key), NULL,
     .help = "--per-page: lines are KEY<TAB>JSON, read and written"},
    {"summary", 0, DT_ARG_NAME, AT(summary), "FILE", "write the figures of the run to FILE: JSON, or FILE.prom",
     .wrong = "is not a file name: name a file"},
    {.name = NULL},
};

const dt_option dt_options_columns[] = {
    DT_OPTIONS_COLUMNS(DT_SHARED_ROW),
    {"account", 0, DT_ARG_NAME, AT(account), "FILE", "write what is in no column, and why, to FILE as lines of JSON",
     .wrong = "is not a file name: name a file"},
    {.name = NULL},
};

const dt_option dt_options_rows[] = {
    {"keep-key", 0, DT_ARG_CUSTOM, 0, "KEY",
     "each record has KEY of its page's line of NDJSON as @KEY; WARC and HAR have fetched", .read = read_keep_key},
    {"record-id", 0, DT_ARG_FLAG, AT(results.record_id), NULL,
     .help = "each record has an id as @id: --unique COLUMN, or a hash of title and link"},
    {"unique", 0, DT_ARG_NAME, AT(results.unique), "COLUMN", "only the first of the records with a value of COLUMN",
     .wrong = "is not a name: name a column"},
    {.name = NULL},
};

const dt_option dt_options_values[] = {DT_OPTIONS_VALUES(DT_SHARED_ROW), {.name = NULL}};

const dt_option dt_options_tuning[] = {
    DT_OPTIONS_THRESHOLD(DT_SHARED_ROW),
    {"weights", 0, DT_ARG_CUSTOM, 0, "I,D,R", "weights of inserting, deleting and replacing a node (1,1,1.5)",
     .read = read_weights},
    {.name = NULL},
};

const dt_option dt_options_save[] = {
    DT_OPTION_SAVE, DT_OPTION_SAVE_PAGES, DT_OPTION_STORE(DT_THE_STORE), {.name = NULL}};
const dt_option dt_options_store[] = {
    DT_OPTION_SAVE, DT_OPTION_SAVE_PAGES, DT_OPTION_STORE(DT_THE_STORE), DT_OPTION_NO_INTERESTS, {.name = NULL}};

#define HELP_OPTION                                                                                                    \
  { "help", 'h', DT_ARG_FLAG, AT(output.help), NULL, .help = "show this help" }
#define VERSION_OPTION                                                                                                 \
  { "version", 'V', DT_ARG_FLAG, AT(output.version), NULL, .help = "show the version" }

const dt_option dt_options_other[] = {
    {"output", 'o', DT_ARG_NAME, AT(output.file), "FILE", "write to FILE, all of it or nothing; FOLDER/: a file a page",
     .wrong = "is not a file name: name a file, or - for standard output"},
    {"max-output", 0, DT_ARG_COUNT, AT(output.max_bytes), "SIZE", "largest output (16G)",
     .library = "the writer's max_bytes"},
    {"quiet", 'q', DT_ARG_FLAG, AT(output.quiet), NULL, .help = "print errors only, no warnings"},
    {"verbose", 'v', DT_ARG_FLAG, AT(output.verbose), NULL, .help = "report what was found on each page"},
    HELP_OPTION,
    VERSION_OPTION,
    {.name = NULL},
};
const dt_option dt_options_help[] = {HELP_OPTION, VERSION_OPTION, {.name = NULL}};

#undef AT
