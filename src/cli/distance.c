/* detm distance: how far two pages, or two parts of pages, are from each other (METHOD 2.2, 2.3). */
#include <stdio.h>

#include "cli/command.h"
#include "cli/output.h"
#include "cli/pages.h"

static const char *set_path_a(dt_options *options, const char *value) {
  options->path_a = value;
  return NULL;
}

static const char *set_path_b(dt_options *options, const char *value) {
  options->path_b = value;
  return NULL;
}

static const dt_option own[] = {
    {"path-a", 0, "PATH", "the part of A to compare, as in /html/body/ul/li[2] (default: all)", set_path_a},
    {"path-b", 0, "PATH", "the part of B to compare", set_path_b},
    {NULL, 0, NULL, NULL, NULL},
};

static const dt_option_group groups[] = {
    {"Options", own}, {"Similarity", dt_options_tuning}, {"Pages", dt_options_pages}, {"Other", dt_options_other},
    {NULL, NULL},
};

static detm_page *read_or_report(dt_run *run, const char *name) {
  detm_error error = DETM_ERROR_NONE;
  detm_page *page = dt_page_read(&run->options, name, &error);
  if (page == NULL) dt_report_fault(&run->report, name, &error);
  dt_page_tell(run, page);
  return page;
}

static void print_distance(dt_run *run, const detm_distance *found) {
  dt_output output;
  char text[256];
  double threshold = run->options.extract.distance.threshold;
  int length =
      snprintf(text, sizeof text, "distance: %g\nsimilarity: %.4f\nnodes: %zu %zu\nsimilar: %s\n", found->distance,
               found->similarity, found->size_a, found->size_b, found->similarity > threshold ? "yes" : "no");
  if (!dt_output_open(&output, run->options.output, run->options.max_output, &run->report)) return;
  bool done = dt_output_write(&output, text, (size_t)length) == 0;
  dt_output_close(&output, done, &run->report);
}

static void measure(dt_run *run, const detm_page *a, const detm_page *b) {
  const dt_options *options = &run->options;
  detm_error error = DETM_ERROR_NONE;
  detm_distance found;
  if (detm_page_distance(a, options->path_a, b, options->path_b, &options->extract.distance, &found, &error) == DETM_OK)
    print_distance(run, &found);
  else
    dt_report_fault(&run->report, error.where[0] != '\0' ? error.where : NULL, &error);
}

/* One page may stand for both: "detm distance --path-a ... --path-b ... page.html page.html". */
static void run_distance(dt_run *run) {
  detm_page *a = read_or_report(run, run->options.pages[0]);
  detm_page *b = read_or_report(run, run->options.pages[1]);
  if (a != NULL && b != NULL) measure(run, a, b);
  detm_page_free(b);
  detm_page_free(a);
}

const dt_command dt_command_distance = {
    .name = "distance",
    .summary = "print the tree edit distance of two pages or of parts of them",
    .usage = "[OPTION]... A B",
    .about = "Prints distance, similarity (0 to 1), the numbers of nodes, and whether the two count as similar.",
    .options = groups,
    .min_pages = 2,
    .max_pages = 2,
    .run = run_distance,
};
