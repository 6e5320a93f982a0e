/* detm links: the links of pages, and what stands round them. */
#include "cli/command.h"
#include "cli/results.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_WORDS = 10000 };

static const char *set_all(dt_options *options, const char *value) {
  (void)value;
  options->links.all = 1;
  return NULL;
}

static const char *set_images(dt_options *options, const char *value) {
  (void)value;
  options->links.images = 1;
  return NULL;
}

static const char *set_words(dt_options *options, const char *value) {
  char *end;
  unsigned long words = strtoul(value, &end, 10);
  if (value[0] < '0' || value[0] > '9' || *end != '\0' || words > MOST_WORDS)
    return "is no number of words; write a whole number, at most 10000";
  options->links.words = words;
  return NULL;
}

static const dt_option own[] = {
    {"all", 0, NULL, "also javascript:, mailto:, data: and bare fragments", set_all},
    {"images", 0, NULL, "also pictures: src, srcset, and attributes that scripts load them from", set_images},
    {"words", 0, "N", "words of the text before and after each link (10)", set_words},
    {NULL, 0, NULL, NULL, NULL},
};

static const dt_option_group groups[] = {
    {"Options", own},
    {"Results", dt_options_results},
    {"Pages", dt_options_pages},
    {"Many pages", dt_options_many},
    {"Other", dt_options_other},
    {NULL, NULL},
};

static detm_result *find(const void *data, const detm_page *page, detm_error *error) {
  detm_links *links = detm_links_find(page, data, error);
  return links != NULL ? detm_links_result(links) : NULL;
}

typedef struct counts {
  size_t links, pages, next, previous, records;
} counts;

static detm_status count_link(void *data, const detm_field *field, detm_error *error) {
  (void)error;
  counts *c = data;
  const char *name = field->name;
  c->links += strcmp(name, "url") == 0;
  c->pages += strcmp(name, "page") == 0 && field->value.data[0] == 'y';
  c->next += strcmp(name, "turn") == 0 && field->value.data[0] == 'n';
  c->previous += strcmp(name, "turn") == 0 && field->value.data[0] == 'p';
  c->records += strcmp(name, "record") == 0;
  return DETM_OK;
}

static void tell_details(dt_run *run, const dt_finished *finished) {
  detm_error error = DETM_ERROR_NONE;
  counts c = {0};
  detm_sink sink = {.data = &c, .field = count_link};
  if (!run->report.verbose) return;
  if (detm_result_emit(finished->result, &sink, &error) != DETM_OK)
    dt_report_fault(&run->report, finished->name, &error);
  dt_report_note(&run->report, finished->name,
                 "%s, %zu nodes, %zu links: %zu that may be pages, %zu in records, %zu next, %zu previous, %.3f s",
                 detm_page_encoding(finished->page), detm_page_nodes(finished->page), c.links, c.pages, c.records,
                 c.next, c.previous, finished->seconds);
}

static void tell(dt_run *run, const dt_finished *finished) {
  if (finished->result == NULL) {
    dt_report_fault(&run->report, finished->name, &finished->error);
    return;
  }
  tell_details(run, finished);
  if (detm_result_regions(finished->result) == 0)
    dt_report_error(&run->report, DT_EXIT_PAGE, finished->name, 0,
                    "no links found; look with 'detm tree' whether the page holds any, or whether a script makes them");
}

static void run_links(dt_run *run) {
  dt_results results;
  dt_job job = {.work = find, .work_data = &run->options.links, .take = dt_results_take, .take_data = &results};
  run->options.page.parts = DETM_PAGE_DOCUMENT;
  if (!dt_results_open(&results, run)) return;
  results.tell = tell;
  dt_results_close(&results, dt_pages_run(run, &job));
}

const dt_command dt_command_links = {
    .name = "links",
    .summary = "list the links of pages, with what is said of them",
    .usage = "[OPTION]... PAGE...",
    .about =
        "Prints the links of each page as absolute URLs, with their texts, the heading above and the words around\n"
        "them, where they stand (main text, navigation, record of a list), and whether they turn pages.",
    .options = groups,
    .min_pages = 1,
    .run = run_links,
};
