/* cli/common/options.c: reading the command line by tables of options. */
#include "config.h"

#include "cli/common/options.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/common/command.h"
#include "cli/common/formats.h"
#include "cli/common/output.h"
#include "cli/common/packing.h"
#include "cli/common/web_pages.h"

#define FIRST_ID 256 /* getopt's answer for the first option, above all letters */
#define NOT_OPTION 1 /* getopt's answer for a word that is not an option */
#define DEFAULT_MAX_OUTPUT ((size_t)16 << 30)

/* ---- values ---- */

/* Reads a size with K, M or G; false if it is not one. */
static bool read_size(const char *value, size_t *size) {
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

bool dt_read_number(const char *value, double *number) {
  char *end;
  if (value[0] < '.' || value[strspn(value, "0123456789.eE+-")] != '\0') return false;
  *number = strtod(value, &end);
  return end != value && *end == '\0' && isfinite(*number);
}

static bool read_count_in_range(const dt_option *option, const char *value, size_t *count) {
  return read_size(value, count) && (double)*count >= option->min &&
         (option->max <= 0 || (double)*count <= option->max);
}

/* The message for a value that the row does not allow. */
static const char *wrong_value(const dt_option *option) {
  if (option->wrong != NULL) return option->wrong;

  switch (option->kind) {
  case DT_ARG_COUNT:
  case DT_ARG_LIMIT:
    return "is not a size: write a whole number such as 500000, 64K, 256M or 2G; 0 means no limit";
  case DT_ARG_NUMBER:
    return "is out of range: write a number from 0 to 1";
  case DT_ARG_FILE:
  case DT_ARG_FILES:
    return "is not a file name: name a file";
  default:
    return "is not a value that this option takes";
  }
}

static bool read_delimiter(const char *value, char *delimiter) {
  const bool tab = strcmp(value, "tab") == 0 || strcmp(value, "\\t") == 0;
  *delimiter = tab ? '\t' : value[0];
  return tab || (dt_is_csv_delimiter(value[0]) && value[1] == '\0');
}

/* Returns NULL, or a message about the value: that of *error, if the library has one. */
static const char *read_option_value(dt_run *run, const dt_option *option, void *field, const char *value,
                                     detm_error *error) {
  const char *colon;
  size_t count;
  double number;
  bool fits = true;

  switch (option->kind) {
  case DT_ARG_FLAG:
    *(bool *)field = true;
    break;
  case DT_ARG_SET:
    *(int *)field = option->set_to;
    break;
  case DT_ARG_TEXT:
    *(const char **)field = value;
    break;
  case DT_ARG_FILE:
    if (*(const char **)field != NULL) return "is a second one, but only one counts: name one file";
    /* fall through */
  case DT_ARG_NAME:
  case DT_ARG_PLACE:
  case DT_ARG_ENCODING: /* whether it is known depends on the page: a text has none */
    *(const char **)field = value;
    fits = value[0] != '\0';
    break;
  case DT_ARG_ADDRESS:
    *(const char **)field = value;
    colon = strstr(value, "://");
    fits = colon != NULL && colon != value;
    break;
  case DT_ARG_DATE:
    *(const char **)field = value;
    fits = dt_is_date_option(value);
    break;
  case DT_ARG_DELIMITER:
    fits = read_delimiter(value, field);
    break;
  case DT_ARG_RULES:
    if (dt_rule_option_add(field, value, error) != DETM_OK)
      return error->status == DETM_USAGE ? error->text : DT_WRONG_MEMORY;
    break;
  case DT_ARG_FILES:
    fits = value[0] != '\0';
    if (fits && !dt_file_list_add(field, value, strlen(value))) return DT_WRONG_MEMORY;
    break;
  case DT_ARG_COUNT:
    fits = read_count_in_range(option, value, &count);
    if (fits) *(size_t *)field = count;
    break;
  case DT_ARG_UNSIGNED:
    fits = read_count_in_range(option, value, &count);
    if (fits) *(unsigned *)field = (unsigned)count;
    break;
  case DT_ARG_LIMIT:
    fits = read_count_in_range(option, value, &count);
    if (fits) *(size_t *)field = count != 0 ? count : SIZE_MAX;
    break;
  case DT_ARG_NUMBER:
    fits = dt_read_number(value, &number) && number >= option->min && number <= option->max;
    if (fits) *(double *)field = number;
    break;
  case DT_ARG_CHOICE: {
    const dt_choice *choice = option->choices;
    while (choice->name != NULL && strcasecmp(value, choice->name) != 0) choice++;
    fits = choice->name != NULL;
    if (fits) *(int *)field = choice->value;
    break;
  }
  case DT_ARG_CUSTOM:
    return option->read(run, value);
  }

  return fits ? NULL : wrong_value(option);
}

/* ---- the command line ---- */

/* The options of a command in one list, and for getopt_long. */
typedef struct option_list {
  const char *command;
  const dt_option *options[DT_MAX_OPTIONS];
  const dt_option_group *groups[DT_MAX_OPTIONS]; /* of each option */
  size_t count;
  struct option longs[DT_MAX_OPTIONS + 1];
  char shorts[2 * DT_MAX_OPTIONS + 3];
} option_list;

static bool is_optional(const dt_option *option) { return option->argument != NULL && option->argument[0] == '['; }

static void list_options(option_list *list, const dt_option_group *groups) {
  char *letters = list->shorts;
  *letters++ = '-'; /* also returns words that are not options */
  *letters++ = ':'; /* returns ':', not '?', for a missing argument */

  for (; groups->title != NULL; groups++) {
    for (const dt_option *option = groups->options; option->name != NULL && list->count < DT_MAX_OPTIONS; option++) {
      int wants = option->argument == NULL ? no_argument : is_optional(option) ? optional_argument : required_argument;
      list->longs[list->count] = (struct option){option->name, wants, NULL, FIRST_ID + (int)list->count};
      list->groups[list->count] = groups;
      list->options[list->count++] = option;
      if (option->letter == 0) continue;
      *letters++ = (char)option->letter;
      if (option->argument != NULL) *letters++ = ':';
    }
  }

  *letters = '\0';
}

/* The index of the option for an answer of getopt; SIZE_MAX if no option has it. */
static size_t find_option_by_id(const option_list *list, int id) {
  if (id >= FIRST_ID) return id - FIRST_ID < (int)list->count ? (size_t)(id - FIRST_ID) : SIZE_MAX;
  for (size_t i = 0; i < list->count; i++)
    if (list->options[i]->letter == id) return i;
  return SIZE_MAX;
}

static const char *listed_option_name(const void *list, size_t i) {
  return i < ((const option_list *)list)->count ? ((const option_list *)list)->options[i]->name : NULL;
}

/* The number of letters to insert, delete or replace until a is b. */
static size_t spelling_distance(const char *a, const char *b) {
  size_t row[64], length = strlen(b);
  if (length >= sizeof row / sizeof *row) return SIZE_MAX;

  for (size_t j = 0; j <= length; j++) row[j] = j;
  for (size_t i = 1; a[i - 1] != '\0'; i++) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= length; j++) {
      size_t replaced = diagonal + (a[i - 1] != b[j - 1]), shifted = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
      diagonal = row[j];
      row[j] = replaced < shifted ? replaced : shifted;
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

/* Reports an unknown option, an unexpected argument or a missing one. */
static void refuse_option(const option_list *list, int answer, char **argv, dt_report *report) {
  size_t number = find_option_by_id(list, optopt);
  const dt_option *known = number != SIZE_MAX ? list->options[number] : NULL;
  if (answer == ':' && known != NULL) {
    dt_report_usage(report, "option --%s needs an argument: %s; see 'detm %s --help'", known->name, known->argument,
                    list->command);
  } else if (optopt >= FIRST_ID && known != NULL) {
    dt_report_usage(report, "option --%s takes no argument; see 'detm %s --help'", known->name, list->command);
  } else if (optopt != 0) {
    dt_report_usage(report, "unknown option -%c; see 'detm %s --help'", optopt, list->command);
  } else {
    char name[64];
    snprintf(name, sizeof name, "%s", argv[optind - 1] + 2);
    name[strcspn(name, "=")] = '\0';
    const char *nearest = dt_nearest(name, listed_option_name, list);
    dt_report_usage(report, "unknown option --%s%s%s; see 'detm %s --help'", name,
                    nearest != NULL ? ", did you mean --" : "", nearest != NULL ? nearest : "", list->command);
  }
}

/* ---- reading ---- */

void dt_options_init(dt_options *options) {
  *options = (dt_options){.page = detm_page_defaults,
                          .extract = detm_extract_defaults,
                          .template = detm_template_defaults,
                          .content = detm_content_defaults,
                          .verify = detm_verify_defaults,
                          .links = detm_link_defaults,
                          .min_score = detm_library_defaults.min_score,
                          .requests.fetch = {.delay = 1, .seconds = 60, .retries = 3},
                          .results.format = DT_NO_FORMAT,
                          .output.max_bytes = DEFAULT_MAX_OUTPUT};
}

bool dt_option_given(const dt_options *options, const char *name) {
  for (size_t i = 0; i < options->given_count; i++)
    if (strcmp(options->given[i], name) == 0) return true;
  return false;
}

static void *option_target(dt_run *run, const dt_option_group *group, const dt_option *option) {
  bool own = group->own && !option->shared;
  return (own ? (char *)run->own : (char *)&run->options) + option->offset;
}

static bool add_named_page(dt_run *run, const char *name) {
  bool added = dt_file_list_add(&run->options.pages, name, strlen(name));
  if (!added) dt_report_memory(&run->report, NULL);
  return added;
}

/* Whether the word after an option with an optional argument is a store: its name ends with .db, or the file is one. */
static bool is_store(const char *word) {
  const char *dot = strrchr(word, '.');
  return (dot != NULL && strcmp(dot, ".db") == 0) || dt_input_is_database(word);
}

static bool read_given_option(dt_run *run, const option_list *list, size_t number, int argc, char **argv) {
  const dt_option *option = list->options[number];
  dt_options *options = &run->options;
  if (is_optional(option) && optarg == NULL && optind < argc && is_store(argv[optind])) optarg = argv[optind++];
  detm_error error = DETM_ERROR_NONE;
  const char *wrong = read_option_value(run, option, option_target(run, list->groups[number], option), optarg, &error);
  if (!dt_option_given(options, option->name)) options->given[options->given_count++] = option->name;
  if (wrong == NULL) return true;
  if (wrong == error.text)
    dt_report_usage(&run->report, "--%s: %s", option->name, wrong);
  else
    dt_report_usage(&run->report, "--%s: '%s' %s", option->name, optarg, wrong);
  return false;
}

/* Options that have no effect without another one; command NULL = all commands. */
static const struct {
  const char *command, *option, *needed, *or_needed;
} dependent[] = {
    {NULL, "also-others", "field", NULL}, {NULL, "date", "typed", NULL},
    {NULL, "null", "files-from", NULL},   {"content", "store", "save", NULL},
    {NULL, "save-pages", "save", NULL},   {"extract", "others", "together", "field"},
};

/* The number of files in options for which `is` holds. */
static size_t count_files(dt_run *run, bool (*is)(const char *file, const void *data), const void *data) {
  const char *list = run->options.many.files_from;
  size_t count = list != NULL && is(list, data);
  for (const dt_option_group *group = run->command->options; group->title != NULL; group++)
    for (const dt_option *option = group->options; option->name != NULL; option++) {
      const void *value = option_target(run, group, option);
      bool is_file = option->kind == DT_ARG_FILE;
      if (is_file && *(const char *const *)value != NULL) count += is(*(const char *const *)value, data);
      const dt_file_list *files = value;
      for (size_t i = 0; option->kind == DT_ARG_FILES && i < files->count; i++) count += is(files->names[i], data);
    }
  return count;
}

bool dt_options_read_file(dt_run *run, bool (*is)(const char *file, const void *data), const void *data) {
  return count_files(run, is, data) != 0;
}

static bool is_dash(const char *file, const void *data) {
  (void)data;
  return strcmp(file, "-") == 0;
}

static bool read_command_line(dt_run *run, int argc, char **argv) {
  option_list list = {.count = 0, .command = run->command->name};
  list_options(&list, run->command->options);
  optind = 1;
  opterr = 0;

  for (int answer; (answer = getopt_long(argc, argv, list.shorts, list.longs, NULL)) != -1;) {
    size_t number = answer == '?' || answer == ':' ? SIZE_MAX : find_option_by_id(&list, answer);
    if (answer == NOT_OPTION) {
      if (!add_named_page(run, optarg)) return false;
    } else if (number == SIZE_MAX) {
      refuse_option(&list, answer, argv, &run->report);
      return false;
    } else if (!read_given_option(run, &list, number, argc, argv)) {
      return false;
    }
  }

  for (int i = optind; i < argc; i++) /* after -- */
    if (!add_named_page(run, argv[i])) return false;
  return true;
}

/* The ending of a file's name, with its dot, before one of compression; empty = none. */
static detm_text ending_of(const char *file, bool *packed) {
  enum { MOST_BYTES = 12 }; /* ".jsonlines"; what is longer is a part of the name */
  size_t length;
  *packed = dt_packing_of_name(file, &length) != DT_PACKING_NONE;
  const char *slash = strrchr(file, '/'), *name = slash != NULL ? slash + 1 : file, *end = file + length;
  const char *dot = name < end ? memrchr(name, '.', (size_t)(end - name)) : NULL;
  if (dot == NULL || dot == name || dot + 1 == end || end - dot > MOST_BYTES) return (detm_text){"", 0};
  return dt_text_between(dot, end);
}

/* If no format of results is given, takes the one that the ending of the output file means: "-o table.csv".  False if
 * it means none: nobody who writes "-o table.parquet" wants XML. */
static bool take_format_of_output(dt_run *run) {
  dt_options *options = &run->options;
  const dt_choice *choices = NULL;
  dt_buffer endings = {0};
  bool packed;
  if (options->results.format != DT_NO_FORMAT || options->output.file == NULL) return true;

  for (const dt_option_group *group = run->command->options; group->title != NULL; group++)
    for (const dt_option *option = group->options; option->name != NULL; option++)
      if (option->choices == dt_formats || option->choices == dt_content_formats) choices = option->choices;

  detm_text ending = ending_of(options->output.file, &packed);
  if (choices == NULL || (ending.length == 0 && !packed)) return true;
  if (dt_format_of_ending(choices, ending, &options->results.format) &&
      !(packed && options->results.format == DT_SQLITE))
    return true;

  dt_format_list_endings(choices, &endings);
  dt_report_usage(
      &run->report,
      "--output %s: no format of results has this ending: name the file %s, also with .gz, or give the format with "
      "-f%s",
      options->output.file, endings.data != NULL ? endings.data : "",
      dt_text_equal_ci(ending, DT_TEXT(".parquet")) ? "; the package for Python writes Parquet (python3 -m detm)" : "");
  dt_buffer_free(&endings);
  return false;
}

/* Refuses options of CSV for another format.  False: reported. */
static bool check_csv_options(dt_run *run) {
  static const char *const names[] = {"delimiter", "bom", "decimal-comma", "no-formulas", "excel"};
  int format = run->options.results.format;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (!dt_option_given(&run->options, names[i]) || format == DETM_CSV || format == DETM_TSV) continue;
    dt_report_usage(&run->report, "--%s is for CSV: add -f csv, or name the file of -o .csv", names[i]);
    return false;
  }
  return true;
}

/* A database is a file, and takes one table of all pages; a workbook has sheets and is no text.  False: reported. */
static bool check_database(dt_run *run) {
  const dt_options *options = &run->options;
  const char *file = options->output.file;
  const bool sqlite = options->results.format == DT_SQLITE, xlsx = options->results.format == DETM_XLSX;
  const char *wrong = NULL;

  if (!sqlite && !xlsx && options->results.table != NULL)
    wrong = "--table is for SQLite and XLSX: name the file of -o .sqlite or .xlsx";
  else if (!xlsx && options->results.sheets != DETM_SHEETS_ONE)
    wrong = "--sheets is for XLSX: add -f xlsx, or name the file of -o .xlsx";
  else if (xlsx && dt_output_is_terminal(run))
    wrong = "-f xlsx writes a workbook, which a terminal does not show: name its file with -o";
  else if (sqlite && (file == NULL || strcmp(file, "-") == 0))
    wrong = "-f sqlite adds the records to a table of a database: name its file with -o";
  else if ((sqlite || xlsx) && dt_option_given(options, "per-page"))
    wrong = "--per-page writes lines of JSON: leave out -f, and name the file of -o .ndjson";

  if (wrong != NULL) dt_report_usage(&run->report, "%s", wrong);
  return wrong == NULL;
}

/* Kept keys and ids are columns, which XML does not have.  False: reported. */
static bool check_kept_keys(dt_run *run) {
  const dt_options *options = &run->options;
  const int format = options->results.format;
  const bool per_page = dt_option_given(options, "per-page"), id = options->results.record_id;
  const bool is_xml = (format == DETM_XML || format == DT_NO_FORMAT) && !per_page;
  const char *wrong = NULL;

  if (is_xml && options->results.kept_keys.count != 0)
    wrong = "--keep-key is for ndjson and tables: add -f ndjson or -f csv";
  else if (is_xml && id)
    wrong = "--record-id is for ndjson and tables: add -f ndjson or -f csv";
  else if (per_page && id)
    wrong = "--record-id is for rows: leave out --per-page, and add -f ndjson";

  for (size_t i = 0; i < options->results.kept_keys.count && id; i++)
    if (strcmp(options->results.kept_keys.names[i], "id") == 0)
      wrong = "--record-id and --keep-key id are both called @id: leave one of them out";

  if (wrong != NULL) dt_report_usage(&run->report, "%s", wrong);
  return wrong == NULL;
}

bool dt_options_parse(dt_run *run, int argc, char **argv) {
  dt_options *options = &run->options;
  detm_error error = DETM_ERROR_NONE;
  const char *command = run->command->name, *list;
  if (!read_command_line(run, argc, argv)) return false;

  run->report.quiet = options->output.quiet;
  run->report.verbose = options->output.verbose;
  if (options->output.help || options->output.version) return true;
  if (!take_format_of_output(run) || !check_csv_options(run) || !check_kept_keys(run) || !check_database(run))
    return false;

  for (size_t i = 0; i < sizeof dependent / sizeof *dependent; i++) {
    const char *option = dependent[i].option, *needed = dependent[i].needed, *other = dependent[i].or_needed;
    if (dependent[i].command != NULL && strcmp(dependent[i].command, command) != 0) continue;
    if (!dt_option_given(options, option) || dt_option_given(options, needed)) continue;
    if (other != NULL && dt_option_given(options, other)) continue;
    dt_report_usage(&run->report, "--%s has no effect without --%s%s%s; see 'detm %s --help'", option, needed,
                    other != NULL ? " or --" : "", other != NULL ? other : "", command);
    return false;
  }

  list = options->many.files_from;
  options->many.before = options->pages.count;
  if (list != NULL && !dt_input_names(list, options->many.nul_names, &options->pages, &error)) {
    dt_report_fault(&run->report, list, &error);
    return false;
  }

  size_t dashes = count_files(run, is_dash, NULL);
  for (size_t i = 0; i < options->pages.count; i++) dashes += is_dash(options->pages.names[i], NULL);
  if (dashes > 1) {
    dt_report_usage(&run->report, "- (standard input) can be read only once, but is named %zu times", dashes);
    return false;
  }

  bool twice = options->input.newest || (dt_option_given(options, "details") && !run->command->uses_network);
  if (!twice || (options->input.kept = dt_kept_inputs_open()) != NULL) return true;
  dt_report_memory(&run->report, NULL);
  return false;
}

bool dt_options_read_urls(dt_run *run) {
  dt_options *options = &run->options;
  const dt_manifest *manifest = &options->manifest;
  detm_error error = DETM_ERROR_NONE;

  if (options->input.cdx != NULL && (options->input.index = dt_cdx_open(options->input.cdx, &error)) == NULL) {
    dt_report_failure(&run->report, options->input.cdx, &error);
    return false;
  }

  if (options->input.urls == NULL) return true;
  if (!dt_manifest_load(&options->manifest, options->input.urls, &run->report)) return false;
  if (options->pages.count != 0 || run->command->min_pages == 0) return true;
  for (size_t i = 0; i < manifest->count; i++) {
    if (dt_file_list_add(&options->pages, manifest->entries[i].file, strlen(manifest->entries[i].file))) continue;
    dt_report_memory(&run->report, options->input.urls);
    return false;
  }

  return true;
}

void dt_options_free(dt_run *run) {
  dt_options *options = &run->options;
  const dt_option_group *group = run->command != NULL ? run->command->options : NULL;

  for (; group != NULL && group->title != NULL; group++)
    for (const dt_option *option = group->options; option->name != NULL; option++)
      if (option->kind == DT_ARG_FILES && run->own != NULL) dt_file_list_free(option_target(run, group, option));

  dt_file_list_free(&options->pages);
  dt_cdx_close(options->input.index);
  dt_kept_inputs_close(options->input.kept);
  dt_web_pages_close(options->requests.pages);
  dt_file_list_free(&options->requests.headers);
  dt_file_list_free(&options->requests.allowed_hosts);
  dt_file_list_free(&options->requests.own_hosts);
  dt_file_list_free(&options->results.kept_keys);
  dt_manifest_free(&options->manifest);
  for (size_t i = 0; i < options->examples.count; i++) free(options->examples.items[i].name);
  free(options->examples.items);

  for (size_t i = 0; i < options->edits.count; i++) {
    free(options->edits.items[i].copy);
    free(options->edits.items[i].names);
  }

  dt_buffer_free(&options->require);
  free(options->edits.items);
  free(options->record_edits.items);
}
