/* cli/common/examples.c: --field NAME=VALUE: values that the next page shows. */
#include "config.h"

#include "cli/common/examples.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"

dt_example_option *dt_examples_add(dt_options *options) {
  if (!DT_RESERVE(NULL, options->examples.items, options->examples.count, options->examples.capacity, 1)) return NULL;
  dt_example_option *example = &options->examples.items[options->examples.count++];
  *example = (dt_example_option){.page = options->pages.count};
  return example;
}

const char *dt_read_field(dt_run *run, const char *value) {
  const char *equals = strchr(value, '=');
  if (equals == NULL || equals == value || equals[1] == '\0')
    return "is not NAME=VALUE: write the field's name and what the page shows, as in price=12.50";
  dt_example_option *example = dt_examples_add(&run->options);
  if (example != NULL) example->name = strndup(value, (size_t)(equals - value));
  if (example == NULL || example->name == NULL) return "needs more memory than there is";
  example->value = equals + 1;
  return NULL;
}

bool dt_examples_check(dt_run *run) {
  const dt_options *options = &run->options;
  size_t count = options->examples.count;
  if (count == 0 || options->examples.items[count - 1].value == NULL ||
      options->examples.items[count - 1].page < options->pages.count)
    return true;
  dt_report_usage(&run->report,
                  "--field %s=... comes after the last PAGE: write it before the PAGE that shows the value",
                  options->examples.items[count - 1].name);
  return false;
}

detm_example *dt_examples_make(const dt_options *options, const dt_page_set *pages, size_t *count) {
  detm_example *examples = calloc(options->examples.count + 1, sizeof *examples);
  *count = 0;
  for (size_t i = 0; examples != NULL && i < options->examples.count; i++) {
    const dt_example_option *example = &options->examples.items[i];
    size_t there = 0, page = dt_pages_first(pages, example->page);
    if (page == pages->count || pages->pages[page] == NULL) continue; /* reported */
    for (size_t p = 0; p < page; p++) there += pages->pages[p] != NULL;
    examples[(*count)++] = (detm_example){.name = example->name, .value = example->value, .page = there};
  }
  return examples;
}

/* *tie: it was reported that several records show the examples. */
static void report_notice(dt_run *run, const detm_example *example, const char *page, const detm_example_notice *notice,
                          bool *tie) {
  char value[DT_QUOTE_BYTES], text[DT_QUOTE_BYTES] = "";
  dt_quote(value, dt_text(example->value));
  if (notice->text != NULL) dt_quote(text, dt_text(notice->text));
  if (notice->places == 0 && notice->elsewhere != 0 && notice->records != 0)
    dt_report_error(
        &run->report, DT_EXIT_PAGE, page, 0,
        "field %s: a record shows %s, but it cannot be distinguished from other values of the records: give "
        "examples of all fields from one record",
        example->name, value);
  else if (notice->places == 0 && notice->elsewhere != 0)
    dt_report_error(
        &run->report, DT_EXIT_PAGE, page, 0,
        "field %s: the page shows %s, but not in a record with the other examples: give a value of the same "
        "record",
        example->name, value);
  else if (notice->places == 0)
    dt_report_error(&run->report, DT_EXIT_PAGE, page, 0,
                    "field %s: no record of the list shows %s%s%s; write it as the page shows it", example->name, value,
                    notice->text != NULL ? "; the most similar text of the page is " : "", text);
  else if (notice->records > 1 && !*tie)
    dt_report_warning(
        &run->report, page,
        "field %s: %zu records show %s; the first one is used: give another field of the same record to choose one",
        example->name, notice->records, value);
  *tie = *tie || notice->records > 1;
  if (notice->places != 0 && notice->values == 0)
    dt_report_error(&run->report, DT_EXIT_PAGE, page, 0,
                    "field %s: the record that shows %s has no value for this field", example->name, value);
  else if (notice->places != 0 && notice->differs)
    dt_report_error(&run->report, DT_EXIT_PAGE, page, 0, "field %s: the record that shows %s has %s instead",
                    example->name, value, notice->given);
  else if (notice->given != NULL)
    dt_report_warning(&run->report, page,
                      "field %s: the record that shows %s has %zu values: %s; if they are different fields, give an "
                      "example of each",
                      example->name, value, notice->values, notice->given);
  if (notice->elements > 1)
    dt_report_warning(&run->report, page, "field %s: %s is %zu elements: %s; they are joined", example->name, value,
                      notice->elements, notice->text);
  else if (notice->places > 1)
    dt_report_note(&run->report, page,
                   "field %s: %zu places of the record show %s; the one that most records have is used", example->name,
                   notice->places, value);
  else if (notice->places == 1 && notice->text != NULL)
    dt_report_note(&run->report, page, "field %s: %s is a part of %s", example->name, value, text);
  if (notice->other_record != 0)
    dt_report_warning(&run->report, page,
                      "field %s: record %zu shows %s, but record %zu shows other examples: give values of one record, "
                      "unless no record has all fields",
                      example->name, notice->record, value, notice->other_record);
}

void dt_examples_report(dt_run *run, const detm_wrapper *wrapper, const detm_example *examples,
                        const detm_page *const *pages) {
  bool tie = false;
  for (size_t i = 0; i < detm_wrapper_notice_count(wrapper); i++) {
    const detm_example_notice *notice = detm_wrapper_notice_get(wrapper, i);
    const detm_example *example = &examples[notice->example];
    const char *page = detm_page_name(pages[example->page]);
    report_notice(run, example, page, notice, &tie);
  }
}
