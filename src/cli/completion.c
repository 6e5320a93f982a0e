/* cli/completion.c: detm completion: prints a script that completes commands and options in a shell, made from the
 * tables of commands and options, as the help is. */
#include <string.h>

#include "base/embedded.h"
#include "cli/help.h"
#include "cli/topics.h"

/* Adds a text within single quotes of a shell, with a backslash before each character of `special`. */
static void add_shell_quoted(dt_buffer *out, const char *text, const char *special) {
  for (; *text != '\0'; text++) {
    if (*text == '\'')
      dt_buffer_text(out, "'\\''");
    else {
      if (strchr(special, *text) != NULL) dt_buffer_byte(out, '\\');
      dt_buffer_byte(out, *text);
    }
  }
}

static bool names_folder(const dt_option *option) {
  return option->argument != NULL && (strcmp(option->argument, "DIR") == 0 || strcmp(option->argument, "FOLDER") == 0);
}

static bool names_file(const dt_option *option) {
  return option->argument != NULL && strstr(option->argument, "FILE") != NULL;
}

typedef enum value_kind { NO_VALUE, CHOICE, FILE_NAME, FOLDER_NAME, OTHER_VALUE } value_kind;

/* What may follow an option as a word of its own. */
static value_kind completion_kind(const dt_option *option) {
  if (option->argument == NULL || option->argument[0] == '[') return NO_VALUE;
  return option->choices != NULL ? CHOICE
         : names_folder(option)  ? FOLDER_NAME
         : names_file(option)    ? FILE_NAME
                                 : OTHER_VALUE;
}

/* Adds the words that an option takes, with blanks between. */
static void complete_choices(dt_buffer *out, const dt_option *option) {
  for (const dt_choice *choice = option->choices; choice->name != NULL; choice++)
    dt_buffer_format(out, "%s%s", choice != option->choices ? " " : "", choice->name);
}

/* Adds the words that may follow a command directly, with blanks between: shells, or the first words of subcommands. */
static void complete_words(dt_buffer *out, const dt_command *command) {
  const char *word, *before = "";
  for (size_t i = 0; command->word != NULL && (word = command->word(NULL, i)) != NULL; i++, before = word) {
    size_t length = strcspn(word, " ");
    if (i != 0 && strncmp(word, before, length + (word[length] == ' ')) == 0) continue; /* "interest list" */
    dt_buffer_format(out, "%s%.*s", i != 0 ? " " : "", (int)length, word);
  }
}

static void add_command_names(dt_buffer *out) {
  for (const dt_command *const *command = dt_commands; *command != NULL; command++)
    dt_buffer_format(out, "%s ", (*command)->name);
  dt_buffer_text(out, "help");
}

/* Adds the sections of the manual, with blanks between. */
static void complete_sections(dt_buffer *out) {
  const char *section;
  for (size_t i = 0; (section = dt_help_section(NULL, i)) != NULL; i++)
    dt_buffer_format(out, "%s%s", i != 0 ? " " : "", section);
}

#define EACH_OPTION(command, option)                                                                                   \
  for (const dt_option_group *group = (command)->options; group->title != NULL; group++)                               \
    for (const dt_option *option = group->options; (option)->name != NULL; (option)++)

/* ---- bash ---- */

static void bash_pattern(dt_buffer *out, const dt_option *option, const char *before) {
  dt_buffer_text(out, before);
  if (option->letter != 0) dt_buffer_format(out, "-%c|", option->letter);
  dt_buffer_format(out, "--%s", option->name);
}

/* Adds the cases of the options that take a value: one for each list of choices, one for each other kind of value. */
static void bash_values(dt_buffer *out, const dt_command *command) {
  static const char *const kinds[] = {[FILE_NAME] = "file", [FOLDER_NAME] = "folder", [OTHER_VALUE] = "other"};
  EACH_OPTION(command, option) {
    if (completion_kind(option) != CHOICE) continue;
    bash_pattern(out, option, "        ");
    dt_buffer_text(out, ") values='");
    complete_choices(out, option);
    dt_buffer_text(out, "' ;;\n");
  }

  for (value_kind kind = FILE_NAME; kind <= OTHER_VALUE; kind++) {
    bool found = false;
    EACH_OPTION(command, option) {
      if (completion_kind(option) != kind) continue;
      bash_pattern(out, option, found ? "|" : "        ");
      found = true;
    }
    if (found) dt_buffer_format(out, ") kind='%s' ;;\n", kinds[kind]);
  }
}

static void bash_cases(dt_buffer *out) {
  for (const dt_command *const *at = dt_commands; *at != NULL; at++) {
    dt_buffer_format(out, "    %s)\n      words='", (*at)->name);
    complete_words(out, *at);
    dt_buffer_text(out, "'\n      options='");
    EACH_OPTION(*at, option) {
      if (option->letter != 0) dt_buffer_format(out, "-%c ", option->letter);
      dt_buffer_format(out, "--%s ", option->name);
    }
    dt_buffer_text(out, "'\n      case $before in\n");
    bash_values(out, *at);
    dt_buffer_text(out, "      esac ;;\n");
  }
}

/* ---- zsh ---- */

static void zsh_option(dt_buffer *out, const dt_option *option) {
  bool value = option->argument != NULL, optional = value && option->argument[0] == '[';
  dt_buffer_text(out, "        ");
  if (option->letter != 0) dt_buffer_format(out, "'*-%c%s[", option->letter, value ? "+" : "");

  for (int form = option->letter != 0 ? 0 : 1; form < 2; form++) {
    if (form == 1) dt_buffer_format(out, "'*--%s%s[", option->name, optional ? "=-" : value ? "=" : "");
    add_shell_quoted(out, option->help, "[]:\\");
    dt_buffer_text(out, "]");

    if (value) {
      dt_buffer_text(out, optional ? "::" : ":");
      add_shell_quoted(out, option->argument, "[]:\\");
      dt_buffer_text(out, ":");
      if (option->choices != NULL) {
        dt_buffer_text(out, "(");
        complete_choices(out, option);
        dt_buffer_text(out, ")");
      } else
        dt_buffer_text(out, names_folder(option) ? "_files -/" : names_file(option) ? "_files" : " ");
    }

    dt_buffer_text(out, "' ");
  }

  dt_buffer_text(out, "\\\n");
}

static void zsh_commands(dt_buffer *out) {
  for (const dt_command *const *at = dt_commands; *at != NULL; at++) {
    dt_buffer_format(out, "    '%s:", (*at)->name);
    add_shell_quoted(out, (*at)->summary, "\\:");
    dt_buffer_text(out, "'\n");
  }
}

static void zsh_topics(dt_buffer *out) {
  for (const dt_command *const *at = dt_commands; *at != NULL; at++) {
    dt_buffer_format(out, "        %s) topics=(", (*at)->name);
    EACH_OPTION(*at, option) dt_buffer_format(out, "--%s ", option->name);
    dt_buffer_text(out, ") ;;\n");
  }
}

static void zsh_cases(dt_buffer *out) {
  for (const dt_command *const *at = dt_commands; *at != NULL; at++) {
    dt_buffer_format(out, "    %s)\n      _arguments -s -S \\\n", (*at)->name);
    EACH_OPTION(*at, option) zsh_option(out, option);
    if ((*at)->word != NULL) {
      dt_buffer_text(out, "        '1:word:(");
      complete_words(out, *at);
      dt_buffer_text(out, ")' ");
    }
    dt_buffer_text(out, "        '*:page:_files' ;;\n");
  }
}

/* ---- fish ---- */

static void fish_option(dt_buffer *out, const dt_command *command, const dt_option *option) {
  value_kind kind = completion_kind(option);
  dt_buffer_format(out, "complete -c detm -n '__fish_seen_subcommand_from %s' -l %s", command->name, option->name);
  if (option->letter != 0) dt_buffer_format(out, " -s %c", option->letter);

  if (kind == CHOICE) {
    dt_buffer_text(out, " -x -a '");
    complete_choices(out, option);
    dt_buffer_text(out, "'");
  } else {
    static const char *const takes[] = {"", "", " -r -F", " -x -a '(__fish_complete_directories)'", " -x"};
    dt_buffer_text(out, takes[kind]);
  }

  dt_buffer_text(out, " -d '");
  for (const char *text = option->help; *text != '\0'; text++) {
    if (*text == '\'' || *text == '\\') dt_buffer_byte(out, '\\');
    dt_buffer_byte(out, *text);
  }

  dt_buffer_text(out, "'\n");
}

static void fish_commands(dt_buffer *out) {
  for (const dt_command *const *at = dt_commands; *at != NULL; at++) {
    dt_buffer_format(out, "complete -c detm -n \"not __fish_seen_subcommand_from $commands\" -a %s -d '%s'\n",
                     (*at)->name, (*at)->summary);
    if ((*at)->word != NULL) {
      dt_buffer_format(out,
                       "complete -c detm -f -n '__fish_seen_subcommand_from %s; and test (count (commandline "
                       "-opc)) -eq 2' -a '",
                       (*at)->name);
      complete_words(out, *at);
      dt_buffer_text(out, "'\n");
    }
    EACH_OPTION(*at, option) fish_option(out, *at, option);
  }
}

/* ---- the command ---- */

/* What the scripts of templates/completion have blanks for. */
static bool fill_script(void *data, dt_buffer *out, detm_text name) {
  static const struct {
    const char *name;
    void (*add)(dt_buffer *out);
  } blanks[] = {{"commands", add_command_names}, {"sections", complete_sections}, {"bash-cases", bash_cases},
                {"zsh-commands", zsh_commands},  {"zsh-topics", zsh_topics},      {"zsh-cases", zsh_cases},
                {"fish-commands", fish_commands}};
  (void)data;
  for (size_t i = 0; i < sizeof blanks / sizeof *blanks; i++) {
    if (!dt_text_equal(name, dt_text(blanks[i].name))) continue;
    blanks[i].add(out);
    return true;
  }
  return false;
}

static const char *shell_name(const void *data, size_t i) {
  (void)data;
  return dt_completion_files[i].name;
}

static void run_completion(dt_run *run) {
  dt_buffer script = {0};
  dt_output output;
  const char *wanted = run->options.pages.count == 1 ? run->options.pages.names[0] : "";

  const dt_embedded *file = dt_embedded_find(dt_completion_files, wanted);
  if (file != NULL) dt_embedded_fill(&script, file, fill_script, NULL);
  if (script.length == 0 && !script.failed) {
    dt_report_usage(&run->report, "completion needs the name of a shell: bash, zsh or fish");
  } else if (dt_output_open_run(&output, run)) {
    dt_output_text(&output, &script, &run->report);
    dt_output_close(&output, true, &run->report);
  }

  dt_buffer_free(&script);
}

static const dt_option_group groups[] = {{"Other", dt_options_other, false}, {NULL, NULL, false}};

const dt_command dt_command_completion = {
    .name = "completion",
    .summary = "print a script that completes commands and options in a shell",
    .usage = "bash|zsh|fish",
    .about = "Prints the script.  Each of these lines, in the file that the shell reads at its start, loads it:\n"
             "  bash: source <(detm completion bash)\n"
             "  zsh:  source <(detm completion zsh)\n"
             "  fish: detm completion fish | source",
    .options = groups,
    .word = shell_name,
    .run = run_completion,
};
