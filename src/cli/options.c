/* The options that commands share and the reading of the command line by tables of options. */
#include "config.h"

#include "cli/options.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "cli/input.h"

#define FIRST_ID 256 /* of getopt's answers, above all letters */
#define MOST_SECONDS 1e9
#define NO_OPTION 1 /* getopt's answer to a word that is no option: pages come in their order among the options */

static const char wants_size[] = "is no size; write a whole number such as 500000, 64K, 256M or 2G, 0 for no limit";

bool dt_option_size(const char *value, size_t *size) {
  static const char units[] = "KMG";
  char *end;
  if (value[0] < '0' || value[0] > '9') return false;
  errno = 0;
  unsigned long long number = strtoull(value, &end, 10);
  const char *unit = *end != '\0' ? strchr(units, *end >= 'a' ? *end - ('a' - 'A') : *end) : NULL;
  unsigned shift = unit != NULL ? 10U * (unsigned)(unit - units + 1) : 0;
  if (unit != NULL) end++;
  if (*end != '\0' || errno == ERANGE || number > (SIZE_MAX >> shift)) return false;
  *size = (size_t)number << shift;
  return true;
}

/* A limit of the library's, where 0 would let nothing through. */
static bool read_limit(const char *value, size_t *limit) {
  if (!dt_option_size(value, limit)) return false;
  if (*limit == 0) *limit = SIZE_MAX;
  return true;
}

bool dt_option_number(const char *value, double *number) {
  char *end;
  if (value[0] < '.' || value[strspn(value, "0123456789.eE+-")] != '\0') return false;
  *number = strtod(value, &end);
  return end != value && *end == '\0' && isfinite(*number);
}

const char *dt_set_format(dt_options *options, const char *value) {
  static const struct {
    const char *name;
    detm_format format;
  } formats[] = {{"xml", DETM_XML}, {"ndjson", DETM_NDJSON}, {"csv", DETM_CSV}};
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
    if (strcasecmp(value, formats[i].name) != 0) continue;
    options->format = formats[i].format;
    options->format_given = true;
    return NULL;
  }
  return "is no format; write xml, ndjson or csv";
}

const char *dt_set_report_format(dt_options *options, const char *value) {
  if (strcasecmp(value, "text") != 0)
    return dt_set_format(options, value) == NULL ? NULL : "is no format; write text, xml, ndjson or csv";
  options->format_given = false;
  return NULL;
}

static const char *set_output(dt_options *options, const char *value) {
  options->output = value;
  return value[0] != '\0' ? NULL : "is no file name; name a file, or - for standard output";
}

static const char *set_base(dt_options *options, const char *value) {
  const char *colon = strstr(value, "://");
  options->page.base = value;
  return colon != NULL && colon != value ? NULL : "is no absolute URL; write it whole, as in https://example.org/list";
}

static const char *set_encoding(dt_options *options, const char *value) {
  options->page.encoding = value;
  return value[0] != '\0' ? NULL : "is no encoding; write a name such as UTF-8 or windows-1251";
}

static const char *set_files_from(dt_options *options, const char *value) {
  options->files_from = value;
  return NULL;
}

static const char *set_nul_names(dt_options *options, const char *value) {
  (void)value;
  options->nul_names = true;
  return NULL;
}

static const char *set_threads(dt_options *options, const char *value) {
  bool fits = dt_option_size(value, &options->threads) && options->threads <= 1024;
  return fits ? NULL : "is no number of threads; write 1 to 1024, 0 for one for each processor";
}

static const char *set_progress(dt_options *options, const char *value) {
  (void)value;
  options->progress = true;
  return NULL;
}

static const char *set_quiet(dt_options *options, const char *value) {
  (void)value;
  options->quiet = true;
  return NULL;
}

static const char *set_verbose(dt_options *options, const char *value) {
  (void)value;
  options->verbose = true;
  return NULL;
}

static const char *set_help(dt_options *options, const char *value) {
  (void)value;
  options->help = true;
  return NULL;
}

static const char *set_version(dt_options *options, const char *value) {
  (void)value;
  options->version = true;
  return NULL;
}

static const char *set_max_bytes(dt_options *options, const char *value) {
  return read_limit(value, &options->page.max_bytes) ? NULL : wants_size;
}

static const char *set_max_nodes(dt_options *options, const char *value) {
  return read_limit(value, &options->page.max_nodes) ? NULL : wants_size;
}

static const char *set_max_depth(dt_options *options, const char *value) {
  size_t depth;
  bool fits = dt_option_size(value, &depth) && depth >= 1 && depth <= detm_page_defaults.max_depth;
  if (fits) options->page.max_depth = (unsigned)depth;
  return fits ? NULL : "is no depth; write a whole number from 1 to 1000";
}

static const char *set_max_records(dt_options *options, const char *value) {
  return read_limit(value, &options->extract.max_records) ? NULL : wants_size;
}

static const char *set_max_output(dt_options *options, const char *value) {
  return dt_option_size(value, &options->max_output) ? NULL : wants_size;
}

static const char *set_seconds(dt_options *options, const char *value) {
  bool fits = dt_option_number(value, &options->page.seconds) && options->page.seconds <= MOST_SECONDS;
  return fits ? NULL : "is no time; write seconds such as 5 or 0.5, at most 1000000000, 0 for no limit";
}

static const char *set_threshold(dt_options *options, const char *value) {
  double *threshold = &options->extract.distance.threshold;
  bool fits = dt_option_number(value, threshold) && *threshold > 0 && *threshold < 1;
  return fits ? NULL : "is no threshold; write a number between 0 and 1";
}

/* INSERT,DELETE,REPLACE */
static const char *set_weights(dt_options *options, const char *value) {
  detm_distance_options *distance = &options->extract.distance;
  double *weights[] = {&distance->insert, &distance->erase, &distance->replace};
  char part[64];
  for (int i = 0; i < 3; i++) {
    size_t length = strcspn(value, ",");
    bool last = value[length] == '\0';
    if (length >= sizeof part || last != (i == 2)) return "are not three weights; write them as in 1,1,1.5";
    memcpy(part, value, length);
    part[length] = '\0';
    if (!dt_option_number(part, weights[i])) return "are not three numbers from 0; write them as in 1,1,1.5";
    value += length + 1;
  }
  return NULL;
}

const dt_option dt_options_pages[] = {
    {"base", 0, "URL", "resolve links against URL", set_base},
    {"encoding", 0, "NAME", "the pages are in this encoding (default: found out)", set_encoding},
    {"max-bytes", 0, "SIZE", "of a page's source (256M)", set_max_bytes},
    {"max-nodes", 0, "SIZE", "tags and texts of a page (20000000)", set_max_nodes},
    {"max-depth", 0, "N", "of tags within each other, at most 1000 (1000)", set_max_depth},
    {"seconds", 0, "N", "of processor time a page (60)", set_seconds},
    {NULL, 0, NULL, NULL, NULL},
};

const dt_option dt_options_many[] = {
    {"files-from", 0, "FILE", "read more names of pages from FILE, one a line; - is standard input", set_files_from},
    {"null", '0', NULL, "the names of --files-from end with NUL, not with a newline", set_nul_names},
    {"jobs", 'j', "N", "use N threads (default: one for each processor); the output is the same", set_threads},
    {"progress", 0, NULL, "show a progress bar (by itself for many pages on a terminal)", set_progress},
    {NULL, 0, NULL, NULL, NULL},
};

const dt_option dt_options_format[] = {
    {"format", 'f', "FORMAT", "xml (default), ndjson or csv", dt_set_format},
    {NULL, 0, NULL, NULL, NULL},
};

const dt_option dt_options_results[] = {
    {"format", 'f', "FORMAT", "xml (default), ndjson or csv", dt_set_format},
    {"max-records", 0, "SIZE", "records of a page (10000000)", set_max_records},
    {NULL, 0, NULL, NULL, NULL},
};

const dt_option dt_options_tuning[] = {
    {"threshold", 0, "N", "subtrees more similar than N, between 0 and 1, are alike (0.75)", set_threshold},
    {"weights", 0, "I,D,R", "weights of inserting, deleting, replacing a node (1,1,1.5)", set_weights},
    {NULL, 0, NULL, NULL, NULL},
};

const dt_option dt_options_other[] = {
    {"output", 'o', "FILE", "write to FILE, whole or not at all; - is standard output", set_output},
    {"max-output", 0, "SIZE", "bytes of output (16G)", set_max_output},
    {"quiet", 'q', NULL, "no warnings, only errors", set_quiet},
    {"verbose", 'v', NULL, "tell what was found on each page", set_verbose},
    {"help", 'h', NULL, "show this help", set_help},
    {"version", 0, NULL, "show the version", set_version},
    {NULL, 0, NULL, NULL, NULL},
};

/* The options of a command in one row, and the same as getopt_long wants them. */
typedef struct option_row {
  const dt_option *options[DT_MAX_OPTIONS];
  size_t count;
  struct option longs[DT_MAX_OPTIONS + 1];
  char shorts[2 * DT_MAX_OPTIONS + 3];
} option_row;

static bool may_be_left_out(const dt_option *option) { return option->argument != NULL && option->argument[0] == '['; }

/* For getopt. */
static int wants_argument(const dt_option *option) {
  return option->argument == NULL ? no_argument : may_be_left_out(option) ? optional_argument : required_argument;
}

static void line_up(option_row *row, const dt_option_group *groups) {
  char *letters = row->shorts;
  *letters++ = '-'; /* gives words that are no options too */
  *letters++ = ':'; /* tells a missing argument from an unknown option */
  for (; groups->title != NULL; groups++) {
    for (const dt_option *option = groups->options; option->name != NULL && row->count < DT_MAX_OPTIONS; option++) {
      int wants = wants_argument(option);
      row->longs[row->count] = (struct option){option->name, wants, NULL, FIRST_ID + (int)row->count};
      row->options[row->count++] = option;
      if (option->letter == 0) continue;
      *letters++ = (char)option->letter;
      if (option->argument != NULL) *letters++ = ':';
    }
  }
  *letters = '\0';
}

static const dt_option *find_option(const option_row *row, int id) {
  if (id >= FIRST_ID) return id - FIRST_ID < (int)row->count ? row->options[id - FIRST_ID] : NULL;
  for (size_t i = 0; i < row->count; i++)
    if (row->options[i]->letter == id) return row->options[i];
  return NULL;
}

static const char *option_name(const void *row, size_t i) {
  return i < ((const option_row *)row)->count ? ((const option_row *)row)->options[i]->name : NULL;
}

static size_t min3(size_t a, size_t b, size_t c) {
  size_t least = a < b ? a : b;
  return least < c ? least : c;
}

/* Letters to insert, delete or replace until a is b, one row of the table at a time. */
static size_t spelling_distance(const char *a, const char *b) {
  size_t row[64], length = strlen(b);
  if (length >= sizeof row / sizeof *row) return SIZE_MAX;
  for (size_t j = 0; j <= length; j++) row[j] = j;
  for (size_t i = 1; a[i - 1] != '\0'; i++) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= length; j++) {
      size_t above = row[j];
      row[j] = min3(above + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1]));
      diagonal = above;
    }
  }
  return row[length];
}

const char *dt_nearest(const char *word, const char *(*next)(const void *data, size_t i), const void *data) {
  const char *nearest = NULL, *name;
  size_t length = strlen(word), least = length / 3 + 2;
  for (size_t i = 0; (name = next(data, i)) != NULL; i++) {
    bool begins = length > 1 && strncmp(name, word, length) == 0;
    size_t distance = begins ? 0 : spelling_distance(word, name);
    if (distance >= least || distance >= strlen(name)) continue;
    least = distance;
    nearest = name;
  }
  return nearest;
}

static void refuse_long(const option_row *row, const char *command, const char *word, dt_report *report) {
  char name[64];
  size_t length = strcspn(word, "=");
  snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), word);
  const char *nearest = dt_nearest(name, option_name, row);
  dt_report_error(report, DT_EXIT_FAILED, NULL, 0, "unknown option --%s%s%s; see 'detm %s --help'", name,
                  nearest != NULL ? ", did you mean --" : "", nearest != NULL ? nearest : "", command);
}

/* getopt found no such option, an argument where none belongs, or none where one does. */
static void refuse(const option_row *row, const char *command, int answer, char **argv, dt_report *report) {
  const dt_option *known = find_option(row, optopt);
  if (answer == ':' && known != NULL)
    dt_report_error(report, DT_EXIT_FAILED, NULL, 0, "option --%s wants %s after it; see 'detm %s --help'", known->name,
                    known->argument, command);
  else if (optopt >= FIRST_ID && known != NULL)
    dt_report_error(report, DT_EXIT_FAILED, NULL, 0, "option --%s takes no value; see 'detm %s --help'", known->name,
                    command);
  else if (optopt != 0)
    dt_report_error(report, DT_EXIT_FAILED, NULL, 0, "unknown option -%c; see 'detm %s --help'", optopt, command);
  else
    refuse_long(row, command, argv[optind - 1] + 2, report);
}

static bool add_page(dt_options *options, const char *name, dt_report *report) {
  if (dt_input_add(&options->pages, &options->page_count, name, strlen(name))) return true;
  dt_report_error(report, DT_EXIT_FAILED, NULL, 0, "no memory for the names of so many pages; name fewer");
  return false;
}

static void note_given(dt_options *options, const char *name) {
  for (size_t i = 0; i < options->given_count; i++)
    if (options->given[i] == name) return;
  options->given[options->given_count++] = name;
}

static bool read_option(dt_options *options, const dt_option *option, dt_report *report) {
  const char *wrong = option->set(options, optarg);
  note_given(options, option->name);
  if (wrong == NULL) return true;
  dt_report_error(report, DT_EXIT_FAILED, NULL, 0, "--%s: '%s' %s", option->name, optarg, wrong);
  return false;
}

/* What may be left out is a store: the next word is one if it is called so or begins as an SQLite file does. */
static bool is_store(const char *word) {
  static const char magic[16] = "SQLite format 3";
  char bytes[sizeof magic] = "";
  const char *dot = strrchr(word, '.');
  if (dot != NULL && strcmp(dot, ".db") == 0) return true;
  struct stat about;
  if (stat(word, &about) != 0 || !S_ISREG(about.st_mode)) return false;
  FILE *file = fopen(word, "rb");
  if (file == NULL) return false;
  size_t got = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  return got == sizeof bytes && memcmp(bytes, magic, sizeof magic) == 0;
}

static bool read_words(dt_options *options, const option_row *row, const char *command, int argc, char **argv,
                       dt_report *report) {
  int answer;
  optind = 1;
  opterr = 0;
  while ((answer = getopt_long(argc, argv, row->shorts, row->longs, NULL)) != -1) {
    const dt_option *option = answer == '?' || answer == ':' ? NULL : find_option(row, answer);
    if (answer == NO_OPTION) {
      if (!add_page(options, optarg, report)) return false;
    } else if (option == NULL) {
      refuse(row, command, answer, argv, report);
      return false;
    } else {
      if (may_be_left_out(option) && optarg == NULL && optind < argc && is_store(argv[optind])) optarg = argv[optind++];
      if (!read_option(options, option, report)) return false;
    }
  }
  for (int i = optind; i < argc; i++) /* after -- */
    if (!add_page(options, argv[i], report)) return false;
  return true;
}

static bool read_list(dt_options *options, dt_report *report) {
  detm_error error = DETM_ERROR_NONE;
  if (options->files_from == NULL) return true;
  if (dt_input_names(options->files_from, options->nul_names, &options->pages, &options->page_count, &error))
    return true;
  dt_report_fault(report, options->files_from, &error);
  return false;
}

/* Standard input can be read only once. */
static bool check_dashes(const dt_options *options, dt_report *report) {
  size_t dashes = 0;
  for (size_t i = 0; i < options->page_count; i++) dashes += strcmp(options->pages[i], "-") == 0;
  dashes += options->files_from != NULL && strcmp(options->files_from, "-") == 0;
  dashes += options->wrapper != NULL && strcmp(options->wrapper, "-") == 0;
  dashes += options->manifest != NULL && strcmp(options->manifest, "-") == 0;
  for (size_t i = 0; i < options->topic_count; i++) dashes += strcmp(options->topics[i], "-") == 0;
  if (dashes < 2) return true;
  dt_report_error(report, DT_EXIT_FAILED, NULL, 0, "- (standard input) can be read only once; it was named %zu times",
                  dashes);
  return false;
}

bool dt_options_parse(dt_options *options, const char *command, const dt_option_group *groups, int argc, char **argv,
                      dt_report *report) {
  option_row row = {.count = 0};
  line_up(&row, groups);
  if (!read_words(options, &row, command, argc, argv, report)) return false;
  report->quiet = options->quiet;
  report->verbose = options->verbose;
  if (options->help || options->version) return true;
  return read_list(options, report) && check_dashes(options, report);
}

void dt_options_free(dt_options *options) {
  for (size_t i = 0; i < options->page_count; i++) free(options->pages[i]);
  free(options->pages);
  options->pages = NULL;
  options->page_count = 0;
  for (size_t i = 0; i < options->topic_count; i++) free(options->topics[i]);
  free(options->topics);
  options->topics = NULL;
  options->topic_count = 0;
  for (size_t i = 0; i < options->wanted_count; i++) free(options->wanted[i].name);
  free(options->wanted);
  options->wanted = NULL;
  options->wanted_count = 0;
}
