/* cli/rules/examples.c: --field NAME=VALUE: values that the next page shows. */
#include "config.h"

#include "cli/rules/examples.h"

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
  if (example == NULL || example->name == NULL) return DT_WRONG_MEMORY;
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

void dt_examples_report(dt_run *run, const detm_wrapper *wrapper, const detm_example *examples,
                        const detm_page *const *pages) {
  for (size_t i = 0; i < detm_wrapper_message_count(wrapper); i++) {
    const detm_example_message *message = detm_wrapper_message_get(wrapper, i);
    const char *page = detm_page_name(pages[examples[message->example].page]);
    if (message->severity == DETM_ERROR)
      dt_report_error(&run->report, DT_EXIT_PAGE, page, 0, "%s", message->text);
    else if (message->severity == DETM_WARNING)
      dt_report_warning(&run->report, page, "%s", message->text);
    else
      dt_report_note(&run->report, page, "%s", message->text);
  }
}
