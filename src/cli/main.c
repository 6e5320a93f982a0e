/* detm: the command.  Finds the command that was asked for, reads its options and runs it. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/common/output.h"
#include "cli/help.h"

/* Opens closed standard files, unusably, so that no file that is opened later becomes standard output. */
static bool fill_standard_files(void) {
  for (int fd = 0; fd <= 2; fd++)
    if (fcntl(fd, F_GETFD) < 0 && errno == EBADF && open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) != fd)
      return false;
  return true;
}

static void print_draft(dt_run *run, dt_draft *draft) {
  dt_output output;
  if (dt_output_open(&output, NULL, 0, &run->report)) {
    dt_draft_write(draft, &output, &run->report);
    dt_output_close(&output, true, &run->report);
  }
  free(draft->text);
}

/* Prints the help of `command`, NULL: of detm itself. */
static void print_help(dt_run *run, const dt_command *command) {
  dt_draft draft = {0};
  if (command != NULL)
    dt_help_command(command, &draft);
  else
    dt_help_all(&draft);
  print_draft(run, &draft);
}

static void print_version(dt_run *run) {
  dt_draft draft = {0};
  dt_draft_print(&draft, "detm %s\n", detm_version());
  print_draft(run, &draft);
}

static const char *command_name(const void *data, size_t i) {
  (void)data;
  return dt_commands[i] != NULL ? dt_commands[i]->name : NULL;
}

static const dt_command *find_command(dt_run *run, const char *name) {
  const dt_command *command = dt_command_find(name);
  if (command != NULL) return command;
  const char *nearest = dt_nearest(name, command_name, NULL);
  if (name[0] == '-')
    dt_report_error(&run->report, DT_EXIT_FAILED, NULL, 0,
                    "'%s' is in the place of a command: write detm COMMAND [OPTION]... PAGE...; see 'detm --help'",
                    name);
  else
    dt_report_error(&run->report, DT_EXIT_FAILED, NULL, 0, "unknown command '%s'%s%s; see 'detm --help'", name,
                    nearest != NULL ? ", did you mean " : "", nearest != NULL ? nearest : "");
  return NULL;
}

static bool check_page_count(dt_run *run) {
  const dt_command *command = run->command;
  size_t count = run->options.pages.count, most = command->max_pages;
  if (count >= command->min_pages && (most == 0 || count <= most)) return true;
  if (count == 0)
    dt_report_error(&run->report, DT_EXIT_FAILED, NULL, 0, "no PAGE was given: name files, or - for standard input");
  else
    dt_report_error(&run->report, DT_EXIT_FAILED, NULL, 0, "%s takes %zu page%s, not %zu; see 'detm %s --help'",
                    command->name, command->min_pages, command->min_pages == 1 ? "" : "s", count, command->name);
  return false;
}

/* Reports an unknown encoding once, before any page is read. */
static bool check_encoding(dt_run *run) {
  detm_error error = DETM_ERROR_NONE;
  if (run->options.page.encoding == NULL) return true;
  detm_page *page = detm_page_parse("", 0, &run->options.page, &error);
  detm_page_free(page);
  if (page != NULL || error.status != DETM_BAD_INPUT) return true;
  dt_report_error(&run->report, DT_EXIT_FAILED, NULL, 0, "--encoding: %s", error.text);
  return false;
}

static bool is_same_file(const char *name, const void *data) {
  const struct stat *file = data;
  struct stat other;
  return stat(name, &other) == 0 && other.st_dev == file->st_dev && other.st_ino == file->st_ino;
}

/* Refuses an output that would replace a file, other than a page, that the command reads. */
static bool check_output(dt_run *run) {
  const char *name = run->options.output.file;
  struct stat output;
  if (name == NULL || stat(name, &output) != 0 || !S_ISREG(output.st_mode)) return true;
  if (!dt_options_read_file(run, is_same_file, &output)) return true;
  dt_report_error(&run->report, DT_EXIT_FAILED, name, 0,
                  "is also read by this command and would be lost: name another file with -o");
  return false;
}

/* Makes the struct of the command's own options. */
static bool make_own(dt_run *run) {
  const dt_command *command = run->command;
  if (command->own_size != 0) run->own = calloc(1, command->own_size);
  if (run->own == NULL && command->own_size != 0)
    dt_report_error(&run->report, DT_EXIT_FAILED, NULL, 0, "out of memory");
  else if (command->set_defaults != NULL)
    command->set_defaults(run->own);
  return run->own != NULL || command->own_size == 0;
}

static void run_command(dt_run *run, int argc, char **argv) {
  const dt_command *command = run->command;
  run->report.options = command->options;
  if (!make_own(run) || !dt_options_parse(run, argc, argv)) return;
  if (run->options.output.help)
    print_help(run, command);
  else if (run->options.output.version)
    print_version(run);
  else if (check_page_count(run) && check_encoding(run) && check_output(run))
    command->run(run);
}

static void run_arguments(dt_run *run, int argc, char **argv) {
  const char *word = argc > 1 ? argv[1] : "";
  if (argc < 2) {
    dt_draft help = {0};
    dt_help_all(&help);
    if (!help.failed) fputs(help.text, stderr);
    free(help.text);
    run->report.status = DT_EXIT_FAILED;
  } else if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || (strcmp(word, "help") == 0 && argc == 2)) {
    print_help(run, NULL);
  } else if (strcmp(word, "--version") == 0) {
    print_version(run);
  } else if (strcmp(word, "help") == 0) {
    run->command = find_command(run, argv[2]);
    if (run->command != NULL) print_help(run, run->command);
  } else {
    run->command = find_command(run, word);
    if (run->command != NULL) run_command(run, argc - 1, argv + 1);
  }
}

int main(int argc, char **argv) {
  dt_run run = {.report = {.status = DT_EXIT_OK}};
  run.words = argv;
  dt_options_init(&run.options);
  if (!fill_standard_files()) return DT_EXIT_FAILED;
  /* writes that fail are reported where they are made */
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
  run_arguments(&run, argc, argv);
  dt_options_free(&run);
  free(run.own);
  return run.report.status;
}
