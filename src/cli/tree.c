/* detm tree: how detm sees a page. */
#include "cli/command.h"
#include "cli/output.h"
#include "cli/pages.h"

static const char *set_xml(dt_options *options, const char *value) {
  (void)value;
  options->xml = true;
  return NULL;
}

static const char *set_sizes(dt_options *options, const char *value) {
  (void)value;
  options->sizes = true;
  return NULL;
}

static const dt_option own[] = {
    {"xml", 0, NULL, "as XML, not as indented text", set_xml},
    {"sizes", 0, NULL, "the number of nodes of each subtree beside its tag", set_sizes},
    {NULL, 0, NULL, NULL, NULL},
};

static const dt_option_group groups[] = {
    {"Options", own},
    {"Pages", dt_options_pages},
    {"Other", dt_options_other},
    {NULL, NULL},
};

static void print_tree(dt_run *run, const detm_page *page) {
  dt_output output;
  detm_error error = DETM_ERROR_NONE;
  detm_tree_options options = {.xml = run->options.xml, .sizes = run->options.sizes};
  if (!dt_output_open(&output, run->options.output, run->options.max_output, &run->report)) return;
  bool done = detm_page_print(page, &options, dt_output_write, &output, &error) == DETM_OK;
  if (!done && output.error == 0) dt_report_fault(&run->report, run->options.pages[0], &error);
  dt_output_close(&output, done, &run->report);
}

static void run_tree(dt_run *run) {
  const char *name = run->options.pages[0];
  detm_error error = DETM_ERROR_NONE;
  double start = dt_seconds();
  detm_page *page = dt_page_read(&run->options, name, &error);
  if (page == NULL) {
    dt_report_fault(&run->report, name, &error);
    return;
  }
  dt_page_tell(run, page);
  dt_report_note(&run->report, name, "%s, %zu nodes, %.3f s", detm_page_encoding(page), detm_page_nodes(page),
                 dt_seconds() - start);
  print_tree(run, page);
  detm_page_free(page);
}

const dt_command dt_command_tree = {
    .name = "tree",
    .summary = "print the tag tree of a page",
    .usage = "[OPTION]... PAGE",
    .about = "Shows the page as detm reads it: tags and texts, with the paths that results and distance use.",
    .options = groups,
    .min_pages = 1,
    .max_pages = 1,
    .run = run_tree,
};
