/* detm template: a template from values that somebody sees on sample pages, or the stylesheet of one. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "cli/applied.h"
#include "cli/command.h"
#include "cli/domain.h"
#include "cli/output.h"
#include "cli/pages.h"

/* What is wanted next, of the page that follows; NULL: no memory. */
static dt_wanted *add_wanted(dt_options *options) {
  size_t count = options->wanted_count;
  if ((count & (count - 1)) == 0) { /* at each power of two the list is full */
    dt_wanted *larger = realloc(options->wanted, (count == 0 ? 1 : count * 2) * sizeof *larger);
    if (larger == NULL) return NULL;
    options->wanted = larger;
  }
  dt_wanted *wanted = &options->wanted[options->wanted_count++];
  *wanted = (dt_wanted){.page = options->page_count};
  return wanted;
}

static const char *set_field(dt_options *options, const char *value) {
  const char *equals = strchr(value, '=');
  if (equals == NULL || equals == value || equals[1] == '\0')
    return "is no NAME=VALUE; write the field's name and what the page shows, as in price=12.50";
  dt_wanted *wanted = add_wanted(options);
  if (wanted != NULL) wanted->name = strndup(value, (size_t)(equals - value));
  if (wanted == NULL || wanted->name == NULL) return "is more than there is memory for";
  wanted->value = equals + 1;
  return NULL;
}

static const char *set_select(dt_options *options, const char *value) {
  char *end;
  unsigned long id = value[0] >= '0' && value[0] <= '9' ? strtoul(value, &end, 10) : 0;
  if (id == 0 || (*end != '\0' && (*end != '=' || end[1] == '\0')))
    return "is no ID or ID=NAME; write a number that 'detm fields' prints, as in 3=price";
  dt_wanted *wanted = add_wanted(options);
  if (wanted == NULL) return "is more than there is memory for";
  wanted->candidate = id;
  if (*end == '\0') return NULL;
  wanted->name = strdup(end + 1);
  return wanted->name != NULL ? NULL : "is more than there is memory for";
}

static const char *set_caption(dt_options *options, const char *value) {
  dt_wanted *last = options->wanted_count > 0 ? &options->wanted[options->wanted_count - 1] : NULL;
  if (last == NULL || last->page != options->page_count)
    return "stands before the field that it belongs to; write it after its --field or --select";
  last->caption = value;
  return NULL;
}

static const char *set_name(dt_options *options, const char *value) {
  options->template.name = value;
  return value[0] != '\0' ? NULL : "is no name; write one such as book";
}

static const char *set_xslt(dt_options *options, const char *value) {
  (void)value;
  options->xslt = true;
  return NULL;
}

static const dt_option own[] = {
    {"field", 0, "NAME=VALUE", "a value that the PAGE that follows shows; NAME again: a list field's next", set_field},
    {"select", 0, "ID[=NAME]", "a candidate that 'detm fields' finds on the same pages", set_select},
    {"caption", 0, "TEXT", "what people call the field before it", set_caption},
    {"name", 0, "NAME", "of the template (default: that of -o's file)", set_name},
    {"xslt", 0, NULL, "print the stylesheet of the template that is named in place of a PAGE", set_xslt},
    {NULL, 0, NULL, NULL, NULL},
};

static const dt_option_group groups[] = {
    {"Options", own}, {"Names", dt_options_domain}, {"Pages", dt_options_pages}, {"Other", dt_options_other},
    {NULL, NULL},
};

/* Sample pages and what is wanted of them. */
typedef struct dt_samples {
  detm_page **pages; /* NULL entries for those that failed */
  size_t page_count;
  detm_fields *fields;  /* candidates of the pages that are there; NULL: none is selected */
  detm_sample *samples; /* of the pages of which something is wanted */
  size_t sample_count;
  detm_choice *choices; /* of one sample after the other */
  size_t choice_count;
} dt_samples;

static size_t count_selected(const dt_options *options) {
  size_t selected = 0;
  for (size_t i = 0; i < options->wanted_count; i++) selected += options->wanted[i].value == NULL;
  return selected;
}

/* Candidates are the same on all pages; a value that is seen must have its page. */
static bool check_wanted(dt_run *run) {
  const dt_options *options = &run->options;
  size_t count = options->wanted_count;
  if (count == 0)
    dt_report_error(&run->report, DT_EXIT_FAILED, NULL, 0,
                    "no field was given; write --field NAME=VALUE before the PAGE that shows the value");
  else if (options->wanted[count - 1].value != NULL && options->wanted[count - 1].page == options->page_count)
    dt_report_error(&run->report, DT_EXIT_FAILED, NULL, 0,
                    "--field %s=... stands after the last PAGE; write it before the PAGE that shows the value",
                    options->wanted[count - 1].name);
  else
    return true;
  return false;
}

/* A page of which nothing is wanted teaches nothing. */
static void tell_unused(dt_run *run) {
  const dt_options *options = &run->options;
  if (count_selected(options) != 0) return;
  for (size_t page = 0, i = 0; page < options->page_count; page++) {
    if (options->wanted[i].page != page)
      dt_report_warning(&run->report, options->pages[page], "no --field stands before it: it is left out");
    while (i < options->wanted_count - 1 && options->wanted[i].page == page) i++;
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

/* The values that a candidate has on page number `there` of those that could be read. */
static bool add_selected(dt_samples *samples, const dt_wanted *wanted, size_t there) {
  const detm_candidate *candidate = detm_fields_get(samples->fields, wanted->candidate);
  detm_choice choice = {.name = wanted->name, .caption = wanted->caption};
  if (candidate == NULL) return true; /* told */
  if (choice.name == NULL) choice.name = candidate->name;
  if (choice.caption == NULL) choice.caption = candidate->label;
  for (size_t i = 0; i < detm_fields_values(samples->fields, wanted->candidate, there); i++) {
    const detm_candidate_value *value = detm_fields_value(samples->fields, wanted->candidate, there, i);
    choice.value = value->text;
    choice.path = value->path;
    if (!add_choice(samples, &choice)) return false;
  }
  return true;
}

static bool add_sample(dt_samples *samples, const dt_options *options, size_t page, size_t there) {
  size_t before = samples->choice_count;
  for (size_t i = 0; i < options->wanted_count; i++) {
    const dt_wanted *wanted = &options->wanted[i];
    detm_choice choice = {.name = wanted->name, .value = wanted->value, .caption = wanted->caption};
    bool fits = true;
    if (wanted->value == NULL)
      fits = add_selected(samples, wanted, there);
    else if (wanted->page == page)
      fits = add_choice(samples, &choice);
    if (!fits) return false;
  }
  if (samples->choice_count > before)
    samples->samples[samples->sample_count++] =
        (detm_sample){.page = samples->pages[page], .choice_count = samples->choice_count - before};
  return true;
}

static bool add_samples(dt_samples *samples, const dt_options *options) {
  samples->samples = calloc(options->page_count, sizeof *samples->samples);
  if (samples->samples == NULL) return false;
  for (size_t page = 0, there = 0; page < samples->page_count; page++)
    if (samples->pages[page] != NULL && !add_sample(samples, options, page, there++)) return false;
  /* now that the list of choices does not move any more */
  detm_choice *next = samples->choices;
  for (size_t i = 0; i < samples->sample_count; i++) {
    samples->samples[i].choices = next;
    next += samples->samples[i].choice_count;
  }
  return true;
}

static void tell_selected(dt_run *run, const detm_fields *fields) {
  for (size_t i = 0; i < run->options.wanted_count; i++) {
    const dt_wanted *wanted = &run->options.wanted[i];
    if (wanted->value == NULL && detm_fields_get(fields, wanted->candidate) == NULL)
      dt_report_error(&run->report, DT_EXIT_PAGE, NULL, 0,
                      "--select %zu: there are %zu candidates; 'detm fields' prints them, for the same pages in the "
                      "same order",
                      wanted->candidate, detm_fields_count(fields));
  }
}

/* The same candidates, with the same numbers, as detm fields finds on these pages. */
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
    tell_selected(run, samples->fields);
  } else if (error.status != DETM_OK)
    dt_report_fault(&run->report, NULL, &error);
  return samples->fields != NULL;
}

static bool gather_samples(dt_samples *samples, dt_run *run, const dt_knowledge *knowledge) {
  *samples = (dt_samples){.page_count = run->options.page_count, .pages = dt_pages_gather(run)};
  if (samples->pages == NULL || !find_candidates(samples, run, knowledge)) return false;
  if (add_samples(samples, &run->options)) return samples->sample_count > 0;
  dt_report_error(&run->report, DT_EXIT_FAILED, NULL, 0, "no memory for so many pages; name fewer");
  return false;
}

static void free_samples(dt_samples *samples) {
  detm_fields_free(samples->fields); /* borrows the pages: goes first */
  dt_pages_free(samples->pages, samples->page_count);
  free(samples->samples);
  free(samples->choices);
}

static void tell_not_found(dt_run *run, const detm_sample *sample, const detm_choice *choice) {
  enum { LONGEST = 60 }; /* characters */
  size_t length = dt_first_characters(choice->value, LONGEST);
  dt_report_error(&run->report, DT_EXIT_PAGE, detm_page_name(sample->page), 0,
                  "field %s: \"%.*s%s\" is not on the page; write it as the page shows it", choice->name, (int)length,
                  choice->value, choice->value[length] != '\0' ? "..." : "");
}

static void tell_notice(dt_run *run, const detm_sample *sample, const detm_notice *notice) {
  const detm_choice *choice = &sample->choices[notice->choice];
  const char *page = detm_page_name(sample->page), *taken = notice->path;
  if (notice->places == 0)
    tell_not_found(run, sample, choice);
  else if (notice->places > 1)
    dt_report_note(&run->report, page, "field %s: its value stands in %zu places%s%s%s", choice->name, notice->places,
                   taken != NULL ? "; " : "", taken != NULL ? taken : "", taken != NULL ? " was taken" : "");
  else if (taken != NULL)
    dt_report_note(&run->report, page, "field %s: %s was taken%s", choice->name, taken,
                   notice->partial ? ", of which it is a part" : "");
}

/* What became of each value. */
static void tell_notices(dt_run *run, const dt_samples *samples, const detm_template *template) {
  for (size_t i = 0; i < detm_template_notices(template); i++) {
    const detm_notice *notice = detm_template_notice(template, i);
    tell_notice(run, &samples->samples[notice->sample], notice);
  }
}

static void tell_nothing_found(dt_run *run, const dt_samples *samples) {
  for (size_t i = 0; i < samples->sample_count; i++)
    for (size_t j = 0; j < samples->samples[i].choice_count; j++)
      tell_not_found(run, &samples->samples[i], &samples->samples[i].choices[j]);
}

static detm_template *learn(dt_run *run, const dt_samples *samples) {
  detm_error error = DETM_ERROR_NONE;
  detm_template *template =
      detm_template_learn(samples->samples, samples->sample_count, &run->options.template, &error);
  if (template != NULL)
    tell_notices(run, samples, template);
  else if (error.status == DETM_NOTHING)
    tell_nothing_found(run, samples);
  else
    dt_report_fault(&run->report, NULL, &error);
  return template;
}

typedef detm_status write_template(const detm_template *template, detm_write write, void *data, detm_error *error);

/* The template's XML or its stylesheet. */
static bool print(dt_run *run, const detm_template *template, write_template *write, dt_output *output) {
  detm_error error = DETM_ERROR_NONE;
  if (write(template, dt_output_write, output, &error) == DETM_OK) return true;
  if (output->error == 0) dt_report_error(&run->report, DT_EXIT_FAILED, output->name, 0, "%s", error.text);
  return false;
}

static void make_template(dt_run *run, const dt_knowledge *knowledge) {
  dt_output output;
  dt_samples samples = {0};
  detm_template *template = NULL;
  const char *file = run->options.output;
  bool named = file != NULL && strcmp(file, "-") != 0;
  char *name = named ? name_of_file(file) : NULL;
  if (named && name == NULL) dt_report_error(&run->report, DT_EXIT_FAILED, file, 0, "out of memory");
  if (run->options.template.name == NULL) run->options.template.name = name;
  run->options.page.parts = DETM_PAGE_DOCUMENT;
  if (named == (name != NULL) && check_wanted(run) &&
      dt_output_open(&output, file, run->options.max_output, &run->report)) {
    tell_unused(run);
    if (gather_samples(&samples, run, knowledge)) template = learn(run, &samples);
    dt_output_close(&output, template != NULL && print(run, template, detm_template_save, &output), &run->report);
  }
  detm_template_free(template);
  free_samples(&samples);
  free(name);
}

static bool check_stylesheet(dt_run *run) {
  if (run->options.page_count == 1 && run->options.wanted_count == 0) return true;
  dt_report_error(&run->report, DT_EXIT_FAILED, NULL, 0,
                  "--xslt takes one template and nothing else; write detm template --xslt FILE");
  return false;
}

static void print_stylesheet(dt_run *run) {
  dt_output output;
  dt_applied applied = {0};
  const char *file = run->options.pages[0];
  if (!check_stylesheet(run) || !dt_applied_load(&applied, run, file)) return;
  if (applied.template == NULL)
    dt_report_error(&run->report, DT_EXIT_FAILED, file, 0,
                    "is a wrapper, which has no stylesheet; name a template made by 'detm template'");
  else if (dt_output_open(&output, run->options.output, run->options.max_output, &run->report))
    dt_output_close(&output, print(run, applied.template, detm_template_stylesheet, &output), &run->report);
  dt_applied_free(&applied);
}

static void run_template(dt_run *run) {
  dt_knowledge knowledge;
  if (run->options.xslt) {
    print_stylesheet(run);
  } else if (dt_knowledge_open(&knowledge, run)) {
    if (knowledge.domain != NULL) run->options.template.domain = detm_domain_name(knowledge.domain);
    make_template(run, &knowledge);
    dt_knowledge_close(&knowledge);
  }
}

const dt_command dt_command_template = {
    .name = "template",
    .summary = "make a template for pages about one thing, from values seen on a page",
    .usage = "[OPTION]... [--field NAME=VALUE]... PAGE...",
    .about = "Prints the template as XML, to be looked at, edited and kept; -o T.xml writes it to a file.\n"
             "More pages with their own values, as in --field a=1 --field b=2 A.html --field a=3 B.html, make it\n"
             "sturdier.",
    .options = groups,
    .min_pages = 1,
    .run = run_template,
};
