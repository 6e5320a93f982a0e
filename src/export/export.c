/* export/export.c: a wrapper as selectors, and what they leave out. */
#include <detm/export.h>

#include "base/allocate.h"
#include "export/check.h"
#include "export/formats.h"
#include "export/record_path.h"
#include "export/table_values.h"
#include "export/values.h"

#include <stdlib.h>

enum { FORMATS = DETM_EXPORT_XSLT + 1, REASON_LENGTH = 160 };

struct detm_export {
  dt_selectors selectors;
  dt_columns columns;
  char records[REASON_LENGTH]; /* how the selectors find other records than the wrapper; "" = as the wrapper */
  detm_export_notice *left_out[FORMATS];
  size_t left_out_count[FORMATS];
};

/* Makes selectors with a kind of tests, and looks what they find. */
static detm_status try_tests(detm_export *e, const detm_wrapper *wrapper, dt_record_tests tests, const dt_tests *more,
                             const dt_samples *samples, dt_selection *selection, detm_error *error) {
  dt_selectors_free(&e->selectors);
  *selection = (dt_selection){.same = false};
  detm_status status = dt_selectors_make(&e->selectors, wrapper, &e->columns, tests, more, error);
  return status == DETM_OK ? dt_selectors_select(&e->selectors, samples, selection, error) : status;
}

/* Adds tests for what distinguishes the records from the other elements that the selectors find; *same: that was
 * possible. */
static detm_status add_tests(detm_export *e, const detm_wrapper *wrapper, dt_record_tests tests,
                             const dt_samples *samples, const dt_selection *selection, bool *same, detm_error *error) {
  bool no_memory = false;
  dt_tests more = {.only_xpath = false};
  detm_status status = DETM_OK;
  *same = false;
  if (selection->whole && dt_distinguish(&selection->firsts, &selection->others, &more, &no_memory)) {
    dt_selection again;
    status = try_tests(e, wrapper, tests, &more, samples, &again, error);
    *same = again.same;
    dt_selection_free(&again);
  }
  dt_tests_free(&more);
  return no_memory ? dt_error_memory(error) : status;
}

/* Kinds of tests, from the first to before the last. */
typedef struct kinds {
  int from, to;
  int with_more; /* the first to which more tests are added */
} kinds;

/* The kinds of tests by the place and form of records.  The class alone comes first, since records of other pages may
 * lack what all records of these have. */
static kinds kinds_by_form(const detm_wrapper *wrapper) {
  const dt_wrapper_node *base = dt_sample_base(wrapper);
  int from = base != NULL && *base->class != '\0' ? DT_TEST_CLASS : DT_TEST_CLASS_AND_FIRST;
  return (kinds){from, DT_RECORD_TESTS, from};
}

/* The kinds of tests by the headers of tables; none if no header is known. */
static kinds kinds_by_headers(const dt_columns *columns) {
  bool known = false;
  for (uint32_t c = 0; c < columns->count; c++) known = known || columns->items[c].test != DT_HEADER_UNKNOWN;
  return (kinds){DT_TEST_HEADERS, known ? DT_TABLE_TESTS : DT_TEST_HEADERS, DT_TEST_HEADERS};
}

/* Finds the first kind of tests that selects the records of all pages, by itself or with more tests. */
static detm_status find_tests(detm_export *e, const detm_wrapper *wrapper, kinds k, const dt_samples *samples,
                              bool *same, detm_error *error) {
  detm_status status = DETM_OK;
  *same = false;
  for (int pass = 0; pass < 2; pass++) {
    for (int tests = pass == 0 ? k.from : k.with_more; tests < k.to && status == DETM_OK && !*same; tests++) {
      dt_selection selection;
      status = try_tests(e, wrapper, (dt_record_tests)tests, NULL, samples, &selection, error);
      *same = selection.same;
      if (status == DETM_OK && !*same && pass == 1)
        status = add_tests(e, wrapper, (dt_record_tests)tests, samples, &selection, same, error);
      dt_selection_free(&selection);
    }
  }
  return status;
}

/* Finds tests by headers, then, if these do not find the records, by the form of records.  CSS cannot test headers: its
 * selectors are those by form in any case. */
static detm_status find_all_tests(detm_export *e, const detm_wrapper *wrapper, const dt_samples *samples, bool *same,
                                  detm_error *error) {
  detm_status status = find_tests(e, wrapper, kinds_by_headers(&e->columns), samples, same, error);
  if (status != DETM_OK || !*same) {
    return status == DETM_OK ? find_tests(e, wrapper, kinds_by_form(wrapper), samples, same, error) : status;
  }
  dt_selectors by_headers = e->selectors;
  kinds by_form = kinds_by_form(wrapper);
  bool in_css;
  by_form.with_more = DT_TEST_NOTHING; /* more tests are mostly those that CSS lacks, and the search takes long */
  e->selectors = (dt_selectors){.count = 0};
  status = find_tests(e, wrapper, by_form, samples, &in_css, error);
  if (status == DETM_OK && !in_css) {
    dt_selection selection;
    status = try_tests(e, wrapper, DT_TEST_CLASS_AND_FIRST, NULL, samples, &selection, error);
    dt_selection_free(&selection);
  }
  by_headers.only_xpath = !in_css || e->selectors.only_xpath;
  dt_buffer_free(&by_headers.css);
  by_headers.css = e->selectors.css;
  e->selectors.css = (dt_buffer){0};
  dt_selectors_free(&e->selectors);
  e->selectors = by_headers;
  return status;
}

/* Makes selectors that find the records of all pages as all parsers read them, or as detm does, or as many; else those
 * of the first kind. */
static detm_status make_selectors(detm_export *e, const detm_wrapper *wrapper, dt_samples *samples, detm_error *error) {
  bool same = false;
  dt_selection selection;
  detm_status status;

  samples->views = DT_VIEWS;
  for (status = find_all_tests(e, wrapper, samples, &same, error); status == DETM_OK && !same && samples->views > 0;) {
    samples->views--;
    status = find_all_tests(e, wrapper, samples, &same, error);
  }

  if (status == DETM_OK && !same) {
    status = try_tests(e, wrapper, DT_TEST_CLASS_AND_FIRST, NULL, samples, &selection, error);
    snprintf(e->records, sizeof e->records, "a page has %zu records, and the selectors find %zu", selection.records,
             selection.found);
    dt_selection_free(&selection);
  } else if (status == DETM_OK) {
    status = dt_selectors_count(&e->selectors, samples, DT_VIEW_LIBXML, &selection, error);
    if (!selection.same)
      snprintf(e->records, sizeof e->records,
               "a page has %zu records, and as lxml and parsel read it the selectors find %zu", selection.records,
               selection.found);
  }

  if (status == DETM_OK) status = dt_selectors_check(&e->selectors, 0, e->selectors.count, samples, error);
  if (status == DETM_OK && same) status = dt_selectors_find_in_tables(&e->selectors, samples, error);
  return status == DETM_OK && same ? dt_selectors_find_values(&e->selectors, samples, error) : status;
}

/* Makes a sample of each page, and selectors that fit them. */
static detm_status try_pages(detm_export *e, const detm_wrapper *wrapper, const detm_page *const *pages, size_t count,
                             detm_error *error) {
  dt_samples samples = {.items = calloc(count + 1, sizeof(dt_sample_page))};
  detm_status status = samples.items != NULL ? DETM_OK : dt_error_memory(error);
  for (; samples.count < count && status == DETM_OK; samples.count++)
    status = dt_sample_make(&samples.items[samples.count], wrapper, pages[samples.count], error);
  if (status == DETM_OK) status = dt_columns_find(&e->columns, wrapper, samples.items, samples.count, error);
  if (status == DETM_OK) status = make_selectors(e, wrapper, &samples, error);
  for (size_t s = 0; s < samples.count; s++) dt_sample_free(&samples.items[s]);
  free(samples.items);
  return status;
}

/* ---- what is left out ---- */

enum { CORRECTIONS = 5 };

/* Sets the kinds of corrections that the selectors do not test, each as a reason; returns their number. */
static size_t untested(const detm_wrapper *wrapper, const char *reasons[CORRECTIONS]) {
  bool classes = false, texts = false, fields = false, headings = false, numbers = false;
  for (uint32_t i = 0; i < wrapper->exception_count; i++) {
    classes = classes || (wrapper->exceptions[i].class != NULL && !dt_record_path_tests_exceptions(wrapper));
    texts = texts || wrapper->exceptions[i].text != NULL;
    fields = fields || wrapper->exceptions[i].lacks != DT_NO_FIELD;
  }

  for (uint32_t i = 0; i < wrapper->place_count; i++) {
    headings = headings || *wrapper->places[i].heading != '\0';
    numbers = numbers || wrapper->places[i].number != 0;
  }

  size_t count = 0;
  if (classes) reasons[count++] = "they do not test the classes of <except>";
  if (texts) reasons[count++] = "they do not test the texts of <except>";
  if (fields) reasons[count++] = "they do not test the fields of <except>";
  if (headings) reasons[count++] = "they do not test the heading of <place>";
  if (numbers) reasons[count++] = "they do not test the number of <place>";
  return count;
}

/* ---- what of tables the selectors do not see ---- */

enum { OF_TABLES = 3 };

/* Sets what selectors of tables do not see, each as a reason; returns the number of reasons. */
static size_t unseen_in_tables(const detm_export *e, bool css, const char *reasons[OF_TABLES]) {
  bool headers = false;
  size_t count = 0;

  for (uint32_t f = 0; f < e->selectors.count; f++) {
    const dt_selector *s = &e->selectors.fields[f];
    headers = headers || (s->reason == NULL && s->column != NULL && s->column->header.length != 0);
  }

  if (css && headers) reasons[count++] = "CSS finds columns by their place, not by their headers";
  if (e->columns.count != 0) {
    reasons[count++] =
        "rows are distinguished by their cells: sums, and headings of groups with several cells, are records "
        "if the pages given had none";
    reasons[count++] = "cells over several columns or rows move the values after them if the pages given had none";
  }

  return count;
}

/* Whether the records are lines of a pre, or have some: no element is around a line. */
static bool have_lines_of_pre(const detm_wrapper *wrapper) {
  bool within = false;
  for (uint32_t i = 0; i < wrapper->place_count; i++) {
    const char *last = strrchr(wrapper->places[i].path, '/');
    within = within || (last != NULL && strcmp(last, "/pre") == 0);
  }
  for (const dt_wrapper_node *node = wrapper->root->first; node != NULL; node = dt_wrapper_next(node))
    if (node->tag == DT_TAG_br && (node->parent->tag == DT_TAG_pre || (within && node->parent == wrapper->root)))
      return true;
  return false;
}

/* Lists what each format leaves out. */
static detm_status list_left_out(detm_export *e, detm_error *error) {
  const char *corrections[CORRECTIONS], *of_tables[OF_TABLES];
  size_t correction_count = untested(e->selectors.wrapper, corrections);

  for (int format = 0; format < FORMATS; format++) {
    detm_export_notice *list = calloc((size_t)e->selectors.count + 1 + CORRECTIONS + OF_TABLES, sizeof *list);
    if (list == NULL) return dt_error_memory(error);

    e->left_out[format] = list;
    bool css = format == DETM_EXPORT_CSS || format == DETM_EXPORT_CRAWL4AI;
    size_t of_table_count = unseen_in_tables(e, css, of_tables);
    const char *records = e->records;
    if (*records == '\0' && have_lines_of_pre(e->selectors.wrapper))
      records = "the lines of a pre are no elements; 'detm apply' reads them";
    if (*records == '\0' && css && e->selectors.only_xpath)
      records = "a test for them, which XPath has, cannot be said in CSS";
    if (*records != '\0') list[e->left_out_count[format]++] = (detm_export_notice){NULL, records, 0};
    for (size_t c = 0; c < correction_count; c++)
      list[e->left_out_count[format]++] = (detm_export_notice){NULL, corrections[c], 1};

    for (uint32_t f = 0; f < e->selectors.count; f++) {
      const dt_selector *s = &e->selectors.fields[f];
      const char *name = e->selectors.wrapper->fields[s->field].name;
      const char *reason = dt_export_reason(s, (detm_export_format)format);
      if (reason != NULL)
        list[e->left_out_count[format]++] = (detm_export_notice){name, reason, 0};
      else if (s->by_place && !css)
        list[e->left_out_count[format]++] =
            (detm_export_notice){name, "its column is found by its place, not by its header", 2};
    }

    for (size_t t = 0; t < of_table_count; t++)
      list[e->left_out_count[format]++] = (detm_export_notice){NULL, of_tables[t], 2};
  }

  return DETM_OK;
}

detm_export *detm_export_make(const detm_wrapper *wrapper, const detm_page *const *pages, size_t page_count,
                              detm_error *error) {
  detm_export *e = dt_allocate(sizeof *e, error);
  if (e == NULL) return NULL;
  detm_status status = try_pages(e, wrapper, pages, page_count, error);
  if (status == DETM_OK) status = list_left_out(e, error);
  if (status == DETM_OK) return e;
  detm_export_free(e);
  return NULL;
}

void detm_export_free(detm_export *e) {
  if (e == NULL) return;
  for (int format = 0; format < FORMATS; format++) free(e->left_out[format]);
  dt_selectors_free(&e->selectors);
  dt_columns_free(&e->columns);
  free(e);
}

detm_status detm_export_write(const detm_export *e, detm_export_format format, detm_write write, void *data,
                              detm_error *error) {
  if ((unsigned)format >= FORMATS) return dt_error_set(error, DETM_USAGE, "%d is not a format of exports", (int)format);
  dt_buffer out = {0};
  dt_export_format(&out, &e->selectors, format, e->left_out[format], e->left_out_count[format]);
  return dt_buffer_deliver(&out, "selectors", write, data, error);
}

size_t detm_export_left_out_count(const detm_export *e, detm_export_format format) {
  return (unsigned)format < FORMATS ? e->left_out_count[format] : 0;
}

const detm_export_notice *detm_export_left_out_get(const detm_export *e, detm_export_format format, size_t number) {
  return number < detm_export_left_out_count(e, format) ? &e->left_out[format][number] : NULL;
}
