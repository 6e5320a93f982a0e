/* detm template: learns a template from values that sample pages show, or prints the stylesheet of one. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common/command.h"
#include "cli/common/domain.h"
#include "cli/common/examples.h"
#include "cli/common/output.h"
#include "cli/common/pages.h"
#include "cli/common/rule.h"

enum { PLACES_SHOWN = 3, PLACES_BYTES = 600 };

typedef struct template_options {
  bool xslt;
} template_options;

static const char *read_select(dt_run *run, const char *value) {
  char *end;
  unsigned long id = value[0] >= '0' && value[0] <= '9' ? strtoul(value, &end, 10) : 0;
  if (id == 0 || (*end != '\0' && (*end != '=' || end[1] == '\0')))
    return "is not ID or ID=NAME: write a number that 'detm fields' prints, as in 3=price";
  dt_example_option *example = dt_examples_add(&run->options);
  if (example == NULL) return "needs more memory than there is";
  example->candidate = id;
  if (*end == '\0') return NULL;
  example->name = strdup(end + 1);
  return example->name != NULL ? NULL : "needs more memory than there is";
}

/* The --field or --select since the last PAGE, NULL if there is none. */
static dt_example_option *last_example(const dt_options *options) {
  size_t count = options->examples.count;
  dt_example_option *last = count > 0 ? &options->examples.items[count - 1] : NULL;
  return last != NULL && last->page == options->pages.count ? last : NULL;
}

static const char *read_caption(dt_run *run, const char *value) {
  dt_example_option *last = last_example(&run->options);
  if (last == NULL) return "comes before the field that it belongs to: write it after its --field or --select";
  last->caption = value;
  return NULL;
}

static const char *read_path(dt_run *run, const char *value) {
  dt_example_option *last = last_example(&run->options);
  if (last == NULL || last->value == NULL)
    return "comes before the field that it belongs to: write it after its --field";
  last->path = value;
  return NULL;
}

static const dt_option own_options[] = {
    {"xslt", 0, DT_ARG_FLAG, offsetof(template_options, xslt), NULL,
     .help = "print the stylesheet of a template, which is named instead of a PAGE"},
    {.name = NULL},
};

static const dt_option field_options[] = {
    {"field", 0, DT_ARG_CUSTOM, 0, "NAME=VALUE",
     "a value that the next PAGE shows; NAME again: another value of a list", .read = dt_read_field},
    {"path", 0, DT_ARG_CUSTOM, 0, "XPATH", "where on the PAGE the value of the preceding --field is",
     .read = read_path},
    {"exactly", 0, DT_ARG_SET, offsetof(dt_options, template.exactly), NULL,
     "a list has only the given values, not all values like them", .set_to = 1},
    {"select", 0, DT_ARG_CUSTOM, 0, "ID[=NAME]", "a candidate that 'detm fields' finds on the same pages",
     .read = read_select},
    {"caption", 0, DT_ARG_CUSTOM, 0, "TEXT", "title of the preceding field, for readers", .read = read_caption},
    {"name", 0, DT_ARG_NAME, offsetof(dt_options, template.name), "NAME",
     "name of the template (default: that of -o's file)", .wrong = "is not a name: write one such as book"},
    {.name = NULL},
};

static const dt_option_group groups[] = {
    {"Options", field_options, false},  {"Stylesheet", own_options, true},  {"Names", dt_options_domain, false},
    {"Pages", dt_options_pages, false}, {"Other", dt_options_other, false}, {NULL, NULL, false},
};

/* Sample pages and the values to learn from them. */
typedef struct dt_samples {
  detm_page **pages; /* NULL entries for those that failed */
  size_t page_count;
  detm_fields *fields;  /* candidates of the pages that were read; NULL: none is selected */
  detm_sample *samples; /* of the pages with examples */
  size_t sample_count;
  detm_choice *choices; /* of one sample after the other */
  size_t choice_count;
} dt_samples;

static size_t count_selected(const dt_options *options) {
  size_t selected = 0;
  for (size_t i = 0; i < options->examples.count; i++) selected += options->examples.items[i].value == NULL;
  return selected;
}

/* Whether there is an example, and each --field has a page after it; false: reported. */
static bool check_examples(dt_run *run) {
  const dt_options *options = &run->options;
  size_t count = options->examples.count;
  if (count == 0)
    dt_report_error(&run->report, DT_EXIT_FAILED, NULL, 0,
                    "no field was given: write --field NAME=VALUE before the PAGE that shows the value");
  return count != 0 && dt_examples_check(run);
}

/* Warns of pages without a --field, from which nothing is learned. */
static void warn_unused(dt_run *run) {
  const dt_options *options = &run->options;
  if (count_selected(options) != 0) return;
  for (size_t page = 0, i = 0; page < options->pages.count; page++) {
    if (options->examples.items[i].page != page)
      dt_report_warning(&run->report, options->pages.names[page], "is ignored, as there is no --field before it");
    while (i < options->examples.count - 1 && options->examples.items[i].page == page) i++;
  }
}

/* "page-1.xml" in a folder -> "page-1". */
static char *name_of_file(const char *file) {
  const char *slash = strrchr(file, '/'), *name = slash != NULL ? slash + 1 : file, *dot = strrchr(name, '.');
  return strndup(name, dot != NULL && dot != name ? (size_t)(dot - name) : strlen(name));
}

static bool add_choice(dt_samples *samples, const detm_choice *choice) {
  size_t count = samples->choice_count;
  if ((count & (count - 1)) == 0) { /* at each power of two the list is full */
    detm_choice *larger = realloc(samples->choices, (count == 0 ? 1 : count * 2) * sizeof *larger);
    if (larger == NULL) return false;
    samples->choices = larger;
  }
  samples->choices[samples->choice_count++] = *choice;
  return true;
}

/* Adds the values that a candidate has on page number `there` of those that could be read. */
static bool add_selected(dt_samples *samples, const dt_example_option *example, size_t there) {
  const detm_candidate *candidate = detm_fields_get(samples->fields, example->candidate - 1);
  detm_choice choice = {.name = example->name, .caption = example->caption};
  if (candidate == NULL) return true; /* reported */
  if (choice.name == NULL) choice.name = candidate->name;
  if (choice.caption == NULL) choice.caption = candidate->label;
  for (size_t i = 0; i < detm_fields_value_count(samples->fields, example->candidate - 1, there); i++) {
    const detm_candidate_value *value = detm_fields_value_get(samples->fields, example->candidate - 1, there, i);
    choice.value = value->text;
    choice.path = value->path;
    if (!add_choice(samples, &choice)) return false;
  }
  return true;
}

static bool add_sample(dt_samples *samples, const dt_options *options, size_t page, size_t there) {
  size_t before = samples->choice_count;
  for (size_t i = 0; i < options->examples.count; i++) {
    const dt_example_option *example = &options->examples.items[i];
    detm_choice choice = {
        .name = example->name, .value = example->value, .path = example->path, .caption = example->caption};
    bool fits = true;
    if (example->value == NULL)
      fits = add_selected(samples, example, there);
    else if (example->page == page)
      fits = add_choice(samples, &choice);
    if (!fits) return false;
  }
  if (samples->choice_count > before)
    samples->samples[samples->sample_count++] =
        (detm_sample){.page = samples->pages[page], .choice_count = samples->choice_count - before};
  return true;
}

static bool add_samples(dt_samples *samples, const dt_options *options) {
  samples->samples = calloc(options->pages.count, sizeof *samples->samples);
  if (samples->samples == NULL) return false;
  for (size_t page = 0, there = 0; page < samples->page_count; page++)
    if (samples->pages[page] != NULL && !add_sample(samples, options, page, there++)) return false;
  /* now that the list of choices no longer moves */
  detm_choice *next = samples->choices;
  for (size_t i = 0; i < samples->sample_count; i++) {
    samples->samples[i].choices = next;
    next += samples->samples[i].choice_count;
  }
  return true;
}

static void report_unknown_candidates(dt_run *run, const detm_fields *fields) {
  for (size_t i = 0; i < run->options.examples.count; i++) {
    const dt_example_option *example = &run->options.examples.items[i];
    if (example->value == NULL && detm_fields_get(fields, example->candidate - 1) == NULL)
      dt_report_error(&run->report, DT_EXIT_PAGE, NULL, 0,
                      "--select %zu: there are only %zu candidates: 'detm fields' prints them, for the same pages in "
                      "the same order",
                      example->candidate, detm_fields_count(fields));
  }
}

/* Finds the candidates that detm fields finds on these pages, with the same numbers. */
static bool find_candidates(dt_samples *samples, dt_run *run, const dt_knowledge *knowledge) {
  detm_error error = DETM_ERROR_NONE;
  size_t count;
  if (count_selected(&run->options) == 0) return true;
  const detm_page **there = dt_pages_there(run, samples->pages, &count);
  if (count != 0) samples->fields = detm_fields_find(there, count, NULL, &error);
  free(there);
  if (samples->fields != NULL) {
    const char *domain = dt_knowledge_fields(knowledge, run, samples->fields);
    if (run->options.template.domain == NULL) run->options.template.domain = domain;
    report_unknown_candidates(run, samples->fields);
  } else if (error.status != DETM_OK)
    dt_report_fault(&run->report, NULL, &error);
  return samples->fields != NULL;
}

static bool gather_samples(dt_samples *samples, dt_run *run, const dt_knowledge *knowledge) {
  *samples = (dt_samples){.page_count = run->options.pages.count, .pages = dt_pages_gather(run)};
  if (samples->pages == NULL || !find_candidates(samples, run, knowledge)) return false;
  if (add_samples(samples, &run->options)) return samples->sample_count > 0;
  dt_report_error(&run->report, DT_EXIT_FAILED, NULL, 0, "not enough memory for so many pages: name fewer");
  return false;
}

static void free_samples(dt_samples *samples) {
  detm_fields_free(samples->fields); /* borrows the pages: goes first */
  dt_pages_free(samples->pages, samples->page_count);
  free(samples->samples);
  free(samples->choices);
}

static void report_not_found(dt_run *run, const detm_sample *sample, const detm_choice *choice) {
  char value[DT_QUOTE_BYTES];
  dt_quote(value, (detm_text){choice->value, strlen(choice->value)});
  if (choice->path != NULL)
    dt_report_error(&run->report, DT_EXIT_PAGE, detm_page_name(sample->page), 0,
                    "field %s: %s is not at %s: correct the value or the --path", choice->name, value, choice->path);
  else
    dt_report_error(&run->report, DT_EXIT_PAGE, detm_page_name(sample->page), 0,
                    "field %s: %s is not on the page: write it as the page shows it", choice->name, value);
}

/* `/html/body/p ("Copies"), /html/body/li[2]`, cut where it gets long. */
static void write_places(const detm_notice *notice, char *out, size_t size) {
  size_t length = 0;
  *out = '\0';
  for (size_t i = 0; i < notice->where_count && i < PLACES_SHOWN && length < size; i++) {
    const detm_place *place = &notice->where[i];
    const char *label = place->caption != NULL ? place->caption : place->text;
    length += (size_t)snprintf(out + length, size - length, "%s%s", i != 0 ? ", " : "", place->path);
    if (label != NULL && length < size) length += (size_t)snprintf(out + length, size - length, " (\"%s\")", label);
  }
  if (notice->where_count > PLACES_SHOWN && length < size) snprintf(out + length, size - length, " and others");
}

/* Reports why the place that was taken may be the wrong one; the status becomes 1. */
static void report_doubt(dt_run *run, const detm_sample *sample, const detm_choice *choice, const detm_notice *notice) {
  static const char *const why[] = {
      [DETM_DOUBT_SEVERAL] = "is in several places, and no label shows which one is meant",
      [DETM_DOUBT_CONTROL] = "is only in a form control",
      [DETM_DOUBT_PART] = "is only part of a longer text",
  };
  char places[PLACES_BYTES], value[DT_QUOTE_BYTES];
  dt_quote(value, (detm_text){choice->value, strlen(choice->value)});
  write_places(notice, places, sizeof places);
  dt_report_error(&run->report, DT_EXIT_PAGE, detm_page_name(sample->page), 0,
                  "field %s: %s %s: %s; %s was taken; to choose another one use --path, or give a second page with "
                  "its own value",
                  choice->name, value, why[notice->doubt], places, notice->path != NULL ? notice->path : "no place");
}

static void report_notice(dt_run *run, const detm_sample *sample, const detm_notice *notice) {
  const detm_choice *choice = &sample->choices[notice->choice];
  const char *page = detm_page_name(sample->page), *taken = notice->path;
  if (notice->places == 0)
    report_not_found(run, sample, choice);
  else if (notice->doubt != DETM_DOUBT_NONE)
    report_doubt(run, sample, choice, notice);
  else if (notice->places > 1)
    dt_report_note(&run->report, page, "field %s: its value is in %zu places%s%s%s", choice->name, notice->places,
                   taken != NULL ? "; " : "", taken != NULL ? taken : "", taken != NULL ? " was taken" : "");
  else if (taken != NULL)
    dt_report_note(&run->report, page, "field %s: %s was taken%s", choice->name, taken,
                   notice->partial ? ", which contains it" : "");
}

static void report_notices(dt_run *run, const dt_samples *samples, const detm_template *template) {
  for (size_t i = 0; i < detm_template_notice_count(template); i++) {
    const detm_notice *notice = detm_template_notice_get(template, i);
    report_notice(run, &samples->samples[notice->sample], notice);
  }
}

static void report_nothing_found(dt_run *run, const dt_samples *samples) {
  for (size_t i = 0; i < samples->sample_count; i++)
    for (size_t j = 0; j < samples->samples[i].choice_count; j++)
      report_not_found(run, &samples->samples[i], &samples->samples[i].choices[j]);
}

static detm_template *learn(dt_run *run, const dt_samples *samples) {
  detm_error error = DETM_ERROR_NONE;
  detm_template *template =
      detm_template_learn(samples->samples, samples->sample_count, &run->options.template, &error);
  if (template != NULL)
    report_notices(run, samples, template);
  else if (error.status == DETM_NOTHING)
    report_nothing_found(run, samples);
  else
    dt_report_fault(&run->report, NULL, &error);
  return template;
}

typedef detm_status write_template(const detm_template *template, detm_write write, void *data, detm_error *error);

/* The template's XML or its stylesheet. */
static bool print(dt_run *run, const detm_template *template, write_template *write, dt_output *output) {
  detm_error error = DETM_ERROR_NONE;
  if (write(template, dt_output_write, output, &error) == DETM_OK) return true;
  if (output->error == 0) dt_report_failure(&run->report, output->name, &error);
  return false;
}

static void make_template(dt_run *run, const dt_knowledge *knowledge) {
  dt_output output;
  dt_samples samples = {0};
  detm_template *template = NULL;
  const char *file = run->options.output.file;
  bool named = file != NULL && strcmp(file, "-") != 0;
  char *name = named ? name_of_file(file) : NULL;
  if (named && name == NULL) dt_report_error(&run->report, DT_EXIT_FAILED, file, 0, "out of memory");
  if (run->options.template.name == NULL) run->options.template.name = name;
  run->options.page.parts = DETM_PAGE_DOCUMENT;
  if (named == (name != NULL) && check_examples(run) &&
      dt_output_open(&output, file, run->options.output.max_bytes, &run->report)) {
    warn_unused(run);
    if (gather_samples(&samples, run, knowledge)) template = learn(run, &samples);
    dt_output_close(&output, template != NULL && print(run, template, detm_template_save, &output), &run->report);
  }
  detm_template_free(template);
  free_samples(&samples);
  free(name);
}

static bool check_stylesheet(dt_run *run) {
  if (run->options.pages.count == 1 && run->options.examples.count == 0) return true;
  dt_report_error(&run->report, DT_EXIT_FAILED, NULL, 0,
                  "--xslt takes one template and nothing else: write detm template --xslt FILE");
  return false;
}

static void print_stylesheet(dt_run *run) {
  dt_output output;
  dt_run_rule rule = {0};
  const char *file = run->options.pages.names[0];
  if (!check_stylesheet(run) || !dt_rule_load(&rule, run, file)) return;
  if (rule.template == NULL)
    dt_report_error(&run->report, DT_EXIT_FAILED, file, 0,
                    "is a wrapper, which has no stylesheet: name a template made by 'detm template'");
  else if (dt_output_open(&output, run->options.output.file, run->options.output.max_bytes, &run->report))
    dt_output_close(&output, print(run, rule.template, detm_template_stylesheet, &output), &run->report);
  dt_rule_free(&rule);
}

static void run_template(dt_run *run) {
  dt_knowledge knowledge;
  if (((const template_options *)run->own)->xslt) {
    print_stylesheet(run);
  } else if (dt_knowledge_open(&knowledge, run)) {
    if (knowledge.domain != NULL) run->options.template.domain = detm_domain_name(knowledge.domain);
    make_template(run, &knowledge);
    dt_knowledge_close(&knowledge);
  }
}

const dt_command dt_command_template = {
    .name = "template",
    .summary = "learn a template for pages about one thing, from values that a page shows",
    .usage = "[OPTION]... [--field NAME=VALUE]... PAGE...",
    .about = "Prints the template as XML, for inspection, editing and later use; -o T.xml writes it to a file.\n"
             "More pages with their own values, as in --field a=1 --field b=2 A.html --field a=3 B.html, make it\n"
             "more robust.",
    .options = groups,
    .own_size = sizeof(template_options),
    .min_pages = 1,
    .run = run_template,
};
