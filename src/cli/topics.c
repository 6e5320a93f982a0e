/* cli/topics.c: detm help COMMAND TOPIC: the parts of man/detm.1 about an option, and its sections. */
#include "cli/topics.h"

#include <string.h>
#include <strings.h>

#include "cli/help.h"

static void add_manual_lines(dt_buffer *out, const char *const *lines) {
  for (; *lines != NULL; lines++) dt_buffer_format(out, "%s\n", *lines);
}

/* ---- options ---- */

static const dt_option *find_command_option(const dt_command *command, const char *name) {
  size_t hyphens = strspn(name, "-");
  bool letter = hyphens < 2 && strlen(name + hyphens) == 1;
  for (const dt_option_group *group = command->options; group->title != NULL; group++)
    for (const dt_option *option = group->options; option->name != NULL; option++)
      if (letter ? option->letter == name[hyphens] : strcmp(option->name, name + hyphens) == 0) return option;
  return NULL;
}

static bool is_word_of(const char *words, const char *word) {
  size_t length = strlen(word);
  for (const char *at = words; (at = strstr(at, word)) != NULL; at += length)
    if ((at == words || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0')) return true;
  return false;
}

/* The lines about an option: those for the command, else those for all; NULL: none. */
static const char *const *find_lines(const dt_command *command, const dt_option *option) {
  const char *const *found = NULL;
  for (const dt_manual_text *text = dt_manual_options; text->name != NULL; text++) {
    if (strcmp(text->name, option->name) != 0) continue;
    if (is_word_of(text->commands, command->name)) return text->lines;
    if (text->commands[0] == '\0') found = text->lines;
  }
  return found;
}

/* ---- sections ---- */

/* Whether a topic is the name of a section: blanks are hyphens, and case does not matter. */
static bool names_section(const char *topic, const char *section) {
  for (; *topic != '\0' && *section != '\0'; topic++, section++)
    if (strncasecmp(*topic == ' ' ? "-" : topic, section, 1) != 0) return false;
  return *topic == *section;
}

static const dt_manual_section *find_section(const char *topic) {
  for (const dt_manual_section *section = dt_manual_sections; section->name != NULL; section++)
    if (names_section(topic, section->name)) return section;
  return NULL;
}

const char *dt_help_section(const void *data, size_t i) {
  (void)data;
  return dt_manual_sections[i].name;
}

bool dt_help_of_section(const char *topic, dt_buffer *out) {
  const dt_manual_section *section = find_section(topic);
  if (section == NULL) return false;
  add_manual_lines(out, section->lines);
  if (section->title != NULL) return true;
  for (const dt_manual_section *part = section + 1; part->title != NULL; part++) {
    dt_buffer_format(out, "\n%s\n", part->title);
    add_manual_lines(out, part->lines);
  }
  return true;
}

void dt_help_sections(dt_buffer *out) {
  size_t column = 0;
  for (const dt_manual_section *section = dt_manual_sections; section->name != NULL; section++) {
    size_t length = strlen(section->name) + 2;
    bool wraps = column + length > 98;
    dt_buffer_format(out, "%s%s", column == 0 ? "  " : wraps ? ",\n  " : ", ", section->name);
    column = wraps || column == 0 ? length : column + length;
  }
  dt_buffer_byte(out, '\n');
}

/* ---- topics ---- */

static const char *command_option_name(const void *command, size_t i) {
  for (const dt_option_group *group = ((const dt_command *)command)->options; group->title != NULL; group++)
    for (const dt_option *option = group->options; option->name != NULL; option++)
      if (i-- == 0) return option->name;
  return NULL;
}

static void refuse_topic(const dt_command *command, const char *topic, dt_report *report) {
  const char *section = topic[0] != '-' ? dt_nearest(topic, dt_help_section, NULL) : NULL;
  const char *option = section == NULL ? dt_nearest(topic + strspn(topic, "-"), command_option_name, command) : NULL;
  dt_report_usage(report, "%s has no option or topic '%s'%s%s%s; see 'detm help %s'", command->name, topic,
                  section != NULL || option != NULL ? ", did you mean " : "", option != NULL ? "--" : "",
                  section != NULL  ? section
                  : option != NULL ? option
                                   : "",
                  command->name);
}

bool dt_help_topic(const dt_command *command, const char *topic, dt_buffer *out, dt_report *report) {
  const char *about = command->section_about != NULL ? command->section_about(topic) : NULL;
  if (dt_help_of_section(about != NULL ? about : topic, out)) return true;

  const dt_option *option = find_command_option(command, topic);
  if (option == NULL) {
    refuse_topic(command, topic, report);
    return false;
  }

  const char *const *lines = find_lines(command, option);
  dt_help_option(option, out);

  if (lines != NULL) {
    dt_buffer_byte(out, '\n');
    add_manual_lines(out, lines);
  }

  return true;
}
