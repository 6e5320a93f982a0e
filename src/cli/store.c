/* detm store: the rule base.  Finds the subcommand; what it does is in store-rules.c. */
#include "cli/store.h"

#include <stdlib.h>
#include <string.h>

#include "cli/library.h"

/* ---- opening ---- */

const char *dt_set_store(dt_options *options, const char *value) {
  options->store = value;
  return value[0] != '\0' ? NULL : "is no file; name the file of the store";
}

void dt_store_fault(dt_run *run, const detm_store *store, const detm_error *error) {
  const char *where = store != NULL && error->status != DETM_USAGE ? detm_store_file(store) : NULL;
  dt_report_fault(&run->report, error->where[0] != '\0' ? error->where : where, error);
}

detm_store *dt_store_open(dt_run *run, bool create) {
  detm_error error = DETM_ERROR_NONE;
  detm_store_options how = detm_store_defaults;
  how.create = create;
  detm_store *store = detm_store_open(run->options.store, &how, &error);
  if (store == NULL)
    dt_report_error(&run->report, DT_EXIT_FAILED, error.where[0] != '\0' ? error.where : NULL, 0, "%s", error.text);
  return store;
}

/* ---- options ---- */

static const char *set_site(dt_options *options, const char *value) {
  options->site = value;
  return value[0] != '\0' ? NULL : "is no site; write a name such as shop.example";
}

static const char *set_domain(dt_options *options, const char *value) {
  options->domain = value;
  return value[0] != '\0' ? NULL : "is no domain; write a name such as books";
}

static const char *set_query(dt_options *options, const char *value) {
  options->query = value;
  return value[0] != '\0' ? NULL : "is no kind of query; write what is asked of the site, as in 'by author'";
}

static const char *set_rule(dt_options *options, const char *value) {
  options->rule = value;
  return value[0] != '\0' ? NULL : "is no name; write one such as shop or books/shop";
}

static const char *set_all(dt_options *options, const char *value) {
  (void)value;
  options->all = true;
  return NULL;
}

static const char *set_force(dt_options *options, const char *value) {
  (void)value;
  options->force = true;
  return NULL;
}

static const dt_option own[] = {
    {"store", 0, "FILE", "the store (default: $XDG_DATA_HOME/detm/store.db)", dt_set_store},
    {NULL, 0, NULL, NULL, NULL},
};

static const dt_option rules[] = {
    {"name", 0, "NAME", "add: call it so (default: as its file, below its domain)", set_rule},
    {"site", 0, "NAME", "add: the site that its pages are of; list: only of this one", set_site},
    {"domain", 0, "NAME", "add: the domain that its pages are of; list: only of this one", set_domain},
    {"query", 0, "TEXT", "add: what was asked of the site; list: only of this kind", set_query},
    {"all", 'a', NULL, "list: all versions, not only the newest", set_all},
    {"min-score", 0, "N", "find: what fits a page less fits it not (0.3)", dt_set_min_score},
    {"force", 0, NULL, "export: write over files that are there", set_force},
    {NULL, 0, NULL, NULL, NULL},
};

static const char *set_keep(dt_options *options, const char *value) {
  char *end;
  options->has_keep = true;
  options->keep = (size_t)strtoull(value, &end, 10);
  return value[0] >= '0' && value[0] <= '9' && *end == '\0' ? NULL : "is no number of runs";
}

static const char *set_key(dt_options *options, const char *value) {
  if (options->key_count == sizeof options->keys / sizeof *options->keys) return "is one key too many";
  options->keys[options->key_count++] = value;
  return value[0] != '\0' ? NULL : "is no field; write the name of one that tells a record from others";
}

static const dt_option runs[] = {
    {"key", 0, "FIELD", "diff: records are one if they have one value of FIELD; may be given again", set_key},
    {"keep", 0, "N", "forget: all runs but the last N", set_keep},
    {NULL, 0, NULL, NULL, NULL},
};

static const char *set_pattern(dt_options *options, const char *value) {
  options->pattern = value;
  return NULL;
}

static const dt_option interests[] = {
    {"pattern", 0, "P", "interest add: only values that match the PCRE2 pattern P", set_pattern},
    {NULL, 0, NULL, NULL, NULL},
};

static const dt_option_group groups[] = {
    {"Options", own},
    {"Rules", rules},
    {"Runs", runs},
    {"Interests", interests},
    {"Results", dt_options_results},
    {"Pages (find)", dt_options_pages},
    {"Many pages (find; lists of names also add)", dt_options_many},
    {"Other", dt_options_other},
    {NULL, NULL},
};

/* ---- the subcommand ---- */

static const dt_store_command *const tables[] = {dt_store_rules, dt_store_runs, dt_store_interests, NULL};

/* How many words of the command line the name of a subcommand takes; 0: it is another one. */
static size_t words_of(const char *name, char **words, size_t count) {
  size_t taken = 0;
  while (taken < count) {
    size_t length = strlen(words[taken]);
    if (strncmp(name, words[taken], length) != 0) return 0;
    taken++;
    if (name[length] == '\0') return taken;
    if (name[length] != ' ') return 0;
    name += length + 1;
  }
  return 0;
}

static const dt_store_command *find(char **words, size_t count, size_t *taken) {
  for (size_t t = 0; tables[t] != NULL; t++)
    for (const dt_store_command *command = tables[t]; command->name != NULL; command++)
      if ((*taken = words_of(command->name, words, count)) != 0) return command;
  return NULL;
}

static const char *subcommand_name(const void *data, size_t i) {
  (void)data;
  for (size_t t = 0; tables[t] != NULL; t++)
    for (const dt_store_command *command = tables[t]; command->name != NULL; command++)
      if (i-- == 0) return command->name;
  return NULL;
}

static void refuse(dt_run *run) {
  char known[512] = "";
  const char *name, *word = run->options.page_count != 0 ? run->options.pages[0] : NULL;
  const char *nearest = word != NULL ? dt_nearest(word, subcommand_name, NULL) : NULL;
  for (size_t i = 0; (name = subcommand_name(NULL, i)) != NULL; i++) {
    if (strlen(known) + strlen(name) + 3 > sizeof known) break;
    if (i > 0) strcat(known, ", ");
    strcat(known, name);
  }
  if (word == NULL)
    dt_report_error(&run->report, DT_EXIT_FAILED, NULL, 0, "store wants to be told what to do: %s", known);
  else
    dt_report_error(&run->report, DT_EXIT_FAILED, NULL, 0, "store: '%s' is nothing that it does%s%s; it does %s", word,
                    nearest != NULL ? ", did you mean " : "", nearest != NULL ? nearest : "", known);
}

static bool check_words(dt_run *run, const dt_store_command *command, size_t count) {
  if (count >= command->least && count <= command->most) return true;
  dt_report_error(&run->report, DT_EXIT_FAILED, NULL, 0, "write 'detm store %s%s%s'; see 'detm store --help'",
                  command->name, command->usage[0] != '\0' ? " " : "", command->usage);
  return false;
}

/* Whether an option is among `names`, each of which has a blank behind it. */
static bool is_among(const char *names, const char *option) {
  size_t length = strlen(option);
  for (const char *at = names; *at != '\0'; at += strcspn(at, " ") + 1)
    if (strncmp(at, option, length) == 0 && at[length] == ' ') return true;
  return false;
}

/* An option that would do nothing is a mistake of whoever gave it. */
static bool check_options(dt_run *run, const dt_store_command *command) {
  const dt_options *options = &run->options;
  for (size_t i = 0; i < options->given_count; i++) {
    if (is_among("store quiet verbose ", options->given[i]) || is_among(command->takes, options->given[i])) continue;
    dt_report_error(&run->report, DT_EXIT_FAILED, NULL, 0, "store %s takes no --%s; see 'detm store --help'",
                    command->name, options->given[i]);
    return false;
  }
  return true;
}

static void run_store(dt_run *run) {
  size_t taken = 0;
  dt_options *options = &run->options;
  const dt_store_command *command = find(options->pages, options->page_count, &taken);
  if (command == NULL) {
    refuse(run);
    return;
  }
  dt_action action = {.run = run, .words = options->pages + taken, .count = options->page_count - taken};
  if (!check_words(run, command, action.count) || !check_options(run, command)) return;
  action.store = dt_store_open(run, command->create);
  if (action.store == NULL) return;
  command->run(&action);
  detm_store_close(action.store);
}

const dt_command dt_command_store = {
    .name = "store",
    .summary = "keep wrappers, templates and results in one file",
    .usage = "SUBCOMMAND [OPTION]... [WORD]...",
    .about = "Rules are wrappers and templates, each with all its versions:\n"
             "  add FILE...          file them; a rule that is there gets a new version\n"
             "  list                 what there is (-a: all versions)\n"
             "  show NAME[@VERSION]  the XML of one\n"
             "  find PAGE...         which one fits a page best; 'detm apply --store' applies it\n"
             "  remove NAME[@VERSION]...\n"
             "  import DIR           all files of a library's folder (apply -L), or none\n"
             "  export DIR           the newest versions, as such a folder\n"
             "Runs are what --save of extract, apply and content kept; RUN is a number, last, or last~1:\n"
             "  runs                 what there is\n"
             "  records [RUN]        its records, with all their fields; with -f as xml (default), ndjson or csv\n"
             "  pages [RUN]          its pages\n"
             "  diff [RUN1 RUN2]     which records came, went and changed (default: last~1 last); with --key FIELD\n"
             "                       by that field; exit status 1 if any did\n"
             "  forget RUN...        remove runs; --keep N: all but the last N\n"
             "Interests are fields of a domain that extract and apply print, and no others:\n"
             "  interest add DOMAIN FIELD[=NAME]... [--pattern P]\n"
             "  interest list [DOMAIN]\n"
             "  interest remove DOMAIN [FIELD]...\n"
             "Lists are tables for people, or with -f xml, ndjson or csv.",
    .options = groups,
    .run = run_store,
};
