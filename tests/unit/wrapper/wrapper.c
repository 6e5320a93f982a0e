/* Tests of src/wrapper/wrapper.c: learning from whole pages, applying to others. */
#include "allocation.h"
#include "engine/runs.h"
#include "leaks.h"
#include "wrapper/learn/learned.h"
#include "wrapper/wrappers.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdlib.h>

TestSuite(apply, .fini = find_leaks);

/* A page of a shop with these items. */
#define SHOP(items)                                                                                                    \
  "<div id=head><a href=/cart>Cart</a></div><h1>Pots</h1><ul class=list>" items "</ul><p class=foot>imprint"

static const char *const shop =
    SHOP("<li><a href=/1>Amber</a><p>12</p><b>new</b><li><a href=/2>Bowl</a><p>7</p><li><a href=/3>Cup</a><p>9</p>");

static detm_result *apply_to(const detm_wrapper *wrapper, const char *markup, detm_page **page) {
  detm_error error = DETM_ERROR_NONE;
  *page = page_of(markup);
  detm_result *result = detm_wrapper_apply(wrapper, *page, NULL, &error);
  cr_assert_not_null(result, "%s", error.text);
  return result;
}

Test(apply, finds_the_same_records_as_extract_on_the_sample) {
  static const char *const pages[] = {
      SHOP("<li><a href=/1>Amber</a><p>12</p><li><a href=/2>Bowl</a><p>7</p><li><a href=/3>Cup</a><p>9</p>"),
      "<table class=t><tr><th>Item<th>Price</tr><tr><td>a<td>1<tr><td rowspan=2>b<td>2<tr><td>3<tr><td>c<td>4</table>",
      "<dl><dt>A<dd>some 1<dt>B<dd>some 2<dt>C<dd>some 3<dt>D<dd>some 4</dl>",
      "<ul><li><h3>A</h3><ul><li>a<li>b</ul><li><h3>B</h3><ul><li>c<li>d<li>e</ul><li><h3>C</h3><ul><li>f</ul></ul>",
      "<div><p><b>A</b> by Ann<p><b>B</b> by Bob<p><b>C</b> by Cy</div>",
  };
  for (size_t i = 0; i < COUNT(pages); i++) {
    detm_wrapper *wrapper = wrapper_from(&pages[i], 1);
    char *from_page = extracted(pages[i], NULL), *by_wrapper = applied(wrapper, pages[i]);
    cr_expect_neq(from_page[0], '\0');
    cr_expect_str_eq(by_wrapper, from_page, "%s", pages[i]);
    free(from_page);
    free(by_wrapper);
    detm_wrapper_free(wrapper);
  }
}

Test(apply, finds_the_same_records_after_saving_and_loading_the_wrapper) {
  detm_wrapper *wrapper = wrapper_from(&shop, 1);
  dt_buffer saved = {0};
  wrapper_save(wrapper, &saved);
  detm_wrapper *loaded = detm_wrapper_load(saved.data, saved.length, "w.xml", NULL);
  cr_assert_not_null(loaded);
  char *first = applied(wrapper, shop), *second = applied(loaded, shop);
  cr_expect_str_eq(first, second);
  free(first);
  free(second);
  dt_buffer_free(&saved);
  detm_wrapper_free(wrapper);
  detm_wrapper_free(loaded);
}

/* ---- columns ---- */

static detm_status join_columns(void *out, const detm_region_info *region, detm_error *error) {
  (void)error;
  dt_buffer_format(out, "%zu records:", region->records);
  for (size_t c = 0; c < region->column_count; c++) dt_buffer_format(out, " %s", region->columns[c].name);
  return DETM_OK;
}

Test(apply, reports_the_columns_of_a_page_that_does_not_fit_on_request) {
  detm_wrapper *wrapper = wrapper_from(&shop, 1);
  detm_page *page;
  detm_result *result = apply_to(wrapper, "<p>Nothing of the kind", &page);
  for (int wanted = 0; wanted <= 1; wanted++) {
    dt_buffer out = {0};
    detm_sink sink = {.data = &out, .region_begin = join_columns, .wants_columns = wanted};
    cr_expect_eq(detm_result_emit(result, &sink, NULL), DETM_OK);
    dt_buffer_byte(&out, '\0');
    cr_expect_eq(strncmp(out.data, "0 records: title", 16) == 0, wanted != 0, "%s", out.data);
    dt_buffer_free(&out);
  }
  detm_result_free(result);
  detm_page_free(page);
  detm_wrapper_free(wrapper);
}

/* ---- fit ---- */

Test(apply, reports_how_much_of_the_wrapper_the_page_has) {
  /* nodes that every record has: li h3 #text p #text */
  static const char *const sample = "<ul class=list><li><h3>Amber</h3><p>12</p><b>new</b>"
                                    "<li><h3>Bowl</h3><p>7</p><hr><li><h3>Cup</h3><p>9</p></ul>";
  static const struct {
    const char *markup;
    double fit;
    const char *missing;
  } cases[] = {
      {"<ul class=list><li><h3>Dish</h3><p>4</p><li><h3>Ewer</h3><p>5</p></ul>", 1, NULL},
      {"<ul class=list><li><h3>Dish</h3><p>4</p><hr><hr></ul>", 1, NULL},
      /* half of the records lack two of five nodes */
      {"<ul class=list><li><h3>Dish</h3><p>4</p><li><h3>Ewer</h3></ul>", (3 + 2 * 0.5) / 5, NULL},
      {"<ul class=list><li><h3>Dish</h3><li><h3>Ewer</h3></ul>", 3.0 / 5, "number"},
  };
  detm_wrapper *wrapper = wrapper_from(&sample, 1);
  for (size_t i = 0; i < COUNT(cases); i++) {
    detm_page *page;
    detm_result *result = apply_to(wrapper, cases[i].markup, &page);
    const char *missing = detm_result_missing(result);
    cr_expect_float_eq(detm_result_fit(result), cases[i].fit, 1e-9, "%s: %f", cases[i].markup, detm_result_fit(result));
    cr_expect_str_eq(missing != NULL ? missing : "-", cases[i].missing != NULL ? cases[i].missing : "-");
    cr_expect_eq(detm_result_confidence(result), -1);
    detm_result_free(result);
    detm_page_free(page);
  }
  detm_wrapper_free(wrapper);
}

Test(apply, finds_a_single_record) {
  detm_page *page;
  detm_wrapper *wrapper = wrapper_from(&shop, 1);
  detm_result *result = apply_to(wrapper, SHOP("<li><a href=/4>Dish</a><p>4</p>"), &page);
  dt_buffer out = {0};
  add_result(result, &out);
  dt_buffer_byte(&out, '\0');
  cr_expect_str_eq(out.data, "1: Dish, 2: 4, 4: /4");
  cr_expect_eq(detm_result_record_count(result, 0), 1);
  cr_expect_eq(detm_result_fit(result), 1);
  dt_buffer_free(&out);
  detm_result_free(result);
  detm_page_free(page);
  detm_wrapper_free(wrapper);
}

Test(apply, of_a_known_page_without_records_gives_an_empty_region) {
  static const char *const pages[] = {
      SHOP(""), SHOP("<li>nothing found"), SHOP("<!-- -->"),
      "<div id=head><a href=/cart>Cart</a></div><h1>Pots</h1><p>Sorry.<p class=foot>imprint"};
  detm_wrapper *wrapper = wrapper_from(&shop, 1);
  for (size_t i = 0; i < COUNT(pages); i++) {
    detm_page *page;
    detm_result *result = apply_to(wrapper, pages[i], &page);
    cr_expect_eq(detm_result_region_count(result), 1, "%s", pages[i]);
    cr_expect_eq(detm_result_record_count(result, 0), 0, "%s", pages[i]);
    cr_expect_eq(detm_result_fit(result), 1, "%s", pages[i]);
    cr_expect_null(detm_result_missing(result), "%s", pages[i]);
    detm_result_free(result);
    detm_page_free(page);
  }
  detm_wrapper_free(wrapper);
}

#define MENU                                                                                                           \
  "<div id=nav><ul><li><a href=/m1>Home</a><li><a href=/m2>News</a><li><a href=/m3>Help</a></ul></div><h1>Pots</h1>"

Test(apply, does_not_use_the_menu_of_a_known_page_as_records) {
  static const struct {
    const char *sample, *empty;
  } cases[] = {
      /* records and menu lack the same nodes */
      {MENU "<ul class=list><li><a href=/1>Amber</a><p>12</p><li><a href=/2>Bowl</a><p>7</p><li><a href=/3>Cup</a>"
            "<p>9</p><li><a href=/4>Dish</a><p>4</p></ul><p class=foot>imprint",
       MENU "<p>Sorry</p><p class=foot>imprint"},
      /* records that are similar to the menu */
      {MENU "<ul class=list><li><a href=/1>Amber pot</a><li><a href=/2>Bowl of clay</a><li><a href=/3>Cup of tin</a>"
            "<li><a href=/4>Dish of glass</a></ul><p class=foot>imprint",
       MENU "<ul class=list><li>nothing found</ul><p class=foot>imprint"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    detm_wrapper *wrapper = wrapper_from(&cases[i].sample, 1);
    detm_page *page;
    detm_result *result = apply_to(wrapper, cases[i].empty, &page);
    cr_expect_eq(detm_result_region_count(result), 1, "%s", cases[i].empty);
    cr_expect_eq(detm_result_record_count(result, 0), 0, "%s", cases[i].empty);
    detm_result_free(result);
    detm_page_free(page);
    detm_wrapper_free(wrapper);
  }
}

Test(apply, of_another_kind_of_page_gives_no_region_and_names_missing_fields) {
  static const char *const pages[] = {"", "<p>one paragraph", "<h1>About us</h1><div><p>a</p><p>b</p></div>",
                                      "<table><tr><td>a<td>b<tr><td>c<td>d</table>"};
  detm_wrapper *wrapper = wrapper_from(&shop, 1);
  for (size_t i = 0; i < COUNT(pages); i++) {
    detm_page *page;
    detm_result *result = apply_to(wrapper, pages[i], &page);
    cr_expect_eq(detm_result_region_count(result), 0, "%s", pages[i]);
    cr_expect_eq(detm_result_fit(result), 0, "%s", pages[i]);
    cr_assert_not_null(detm_result_missing(result), "%s", pages[i]);
    cr_expect_str_eq(detm_result_missing(result), "title-link, title, number", "%s", pages[i]);
    detm_result_free(result);
    detm_page_free(page);
  }
  detm_wrapper_free(wrapper);
}

Test(apply, does_not_report_unwanted_fields_as_missing) {
  detm_page *page;
  detm_wrapper *wrapper = wrapper_from(&shop, 1);
  for (uint32_t f = 0; f < wrapper->field_count; f++)
    wrapper->fields[f].wanted = strcmp(wrapper->fields[f].name, "number") == 0;
  detm_result *result = apply_to(wrapper, "<p>another page", &page);
  cr_expect_str_eq(detm_result_missing(result), "number");
  detm_result_free(result);
  detm_page_free(page);
  char *line = applied(wrapper, shop);
  cr_expect_str_eq(line, "1: 12 | 1: 7 | 1: 9", "%s", line);
  free(line);
  detm_wrapper_free(wrapper);
}

Test(apply, refuses_pages_with_a_fit_below_the_given_one) {
  static const char *const sample = "<ul class=list><li><h3>Amber</h3><p>12</p><li><h3>Bowl</h3><p>7</p></ul>";
  detm_page *page = page_of("<ul class=list><li><h3>Dish</h3><li><h3>Ewer</h3></ul>"); /* its fit is 0.6 */
  detm_wrapper *wrapper = wrapper_from(&sample, 1);
  static const struct {
    double min_fit;
    size_t regions;
  } cases[] = {{0.5, 1}, {0.59, 1}, {0.61, 0}, {1, 0}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    detm_extract_options options = detm_extract_defaults;
    options.min_fit = cases[i].min_fit;
    detm_result *result = detm_wrapper_apply(wrapper, page, &options, NULL);
    cr_assert_not_null(result);
    cr_expect_eq(detm_result_region_count(result), cases[i].regions, "%f", cases[i].min_fit);
    cr_expect_float_eq(detm_result_fit(result), 0.6, 1e-9);
    cr_expect_str_eq(detm_result_missing(result), "number");
    detm_result_free(result);
  }
  detm_page_free(page);
  detm_wrapper_free(wrapper);
}

Test(apply, does_not_change_the_wrapper) {
  detm_wrapper *wrapper = wrapper_from(&shop, 1);
  dt_buffer before = {0}, after = {0};
  wrapper_save(wrapper, &before);
  free(applied(wrapper, SHOP("<li><a href=/4>Dish</a><p>4</p><h6>more</h6><p>a</p><p>b</p><p>c</p>")));
  free(applied(wrapper, "<p>x"));
  wrapper_save(wrapper, &after);
  cr_expect_str_eq(before.data, after.data);
  dt_buffer_free(&before);
  dt_buffer_free(&after);
  detm_wrapper_free(wrapper);
}

/* ---- learning from pages ---- */

Test(apply, learns_from_several_pages) {
  static const char *const pages[] = {
      SHOP("<li><a href=/1>Amber</a><p>12</p><li><a href=/2>Bowl</a><p>7</p>"),
      "<p>Nothing to see here.",
      SHOP("<li><a href=/3>Cup</a><p>9</p><h5>big</h5><li><a href=/4>Dish</a><p>4</p><h5>tiny</h5>"),
  };
  detm_wrapper *wrapper = wrapper_from(pages, 3);
  cr_expect_eq(wrapper->pages, 2);
  cr_expect_eq(wrapper->records, 4);
  char *line = applied(wrapper, SHOP("<li><a href=/5>Ewer</a><p>5</p><h5>huge</h5><li><a href=/6>Flask</a><p>6</p>"));
  cr_expect_str_eq(line, "1: Ewer, 2: 5, 3: huge, 4: /5 | 1: Flask, 2: 6, 4: /6");
  free(line);
  detm_wrapper_free(wrapper);
}

Test(apply, leaves_out_pages_whose_main_region_is_elsewhere) {
  static const char *const pages[] = {
      SHOP("<li><a href=/1>Amber</a><p>12</p><li><a href=/2>Bowl</a><p>7</p>"),
      "<table><tr><td>a<td>1<tr><td>b<td>2<tr><td>c<td>3<tr><td>d<td>4</table>",
      SHOP("<li><a href=/3>Cup</a><p>9</p><li><a href=/4>Dish</a><p>4</p>"),
  };
  detm_wrapper *wrapper = wrapper_from(pages, 3);
  cr_expect_eq(wrapper->pages, 2);
  cr_expect_eq(wrapper->records, 4);
  detm_wrapper_free(wrapper);
}

Test(apply, learns_nothing_from_pages_without_records) {
  detm_error error = DETM_ERROR_NONE;
  detm_page *page = page_of("<p>one paragraph");
  const detm_page *const pages[] = {page, page};
  for (size_t count = 0; count <= 2; count++) {
    detm_error none = DETM_ERROR_NONE;
    cr_expect_null(detm_wrapper_learn(pages, count, NULL, &none), "%zu pages", count);
    cr_expect_eq(none.status, DETM_NOTHING, "%zu pages", count);
  }
  detm_extract_options options = detm_extract_defaults;
  options.distance.threshold = 2;
  cr_expect_null(detm_wrapper_learn(pages, 1, &options, &error));
  cr_expect_eq(error.status, DETM_USAGE);
  detm_page_free(page);
}

/* ---- limits ---- */

Test(apply, ends_at_the_limit_of_records) {
  detm_error error = DETM_ERROR_NONE, other = DETM_ERROR_NONE;
  detm_extract_options options = detm_extract_defaults;
  detm_wrapper *wrapper = wrapper_from(&shop, 1);
  detm_page *page = page_of(shop);
  const detm_page *const pages[] = {page};
  options.max_records = 2;
  cr_expect_null(detm_wrapper_apply(wrapper, page, &options, &error));
  cr_expect_eq(error.status, DETM_LIMIT);
  cr_expect_not_null(strstr(error.text, "options.max_records"), "%s", error.text);
  cr_expect_null(detm_wrapper_learn(pages, 1, &options, &other));
  cr_expect_eq(other.status, DETM_LIMIT);
  cr_expect_not_null(strstr(other.text, "options.max_records"), "%s", other.text);
  options.max_records = 3;
  detm_result *result = detm_wrapper_apply(wrapper, page, &options, NULL);
  cr_expect_not_null(result);
  detm_result_free(result);
  detm_page_free(page);
  detm_wrapper_free(wrapper);
}

static detm_page *long_shop(unsigned items) {
  char *markup = page_with("<div id=head></div><ul class=list>", "<li><a href=/#>Title #</a><p>#</p>", items, "</ul>");
  detm_page *page = page_of(markup);
  free(markup);
  return page;
}

Test(apply, ends_when_the_time_is_up) {
  detm_error error = DETM_ERROR_NONE, other = DETM_ERROR_NONE;
  detm_wrapper *wrapper = wrapper_from(&shop, 1);
  detm_page *page = long_shop(20000);
  const detm_page *const pages[] = {page};
  page->seconds = 1e-9;
  cr_expect_null(detm_wrapper_apply(wrapper, page, NULL, &error));
  cr_expect_eq(error.status, DETM_LIMIT);
  cr_expect_null(detm_wrapper_learn(pages, 1, NULL, &other));
  cr_expect_eq(other.status, DETM_LIMIT);
  detm_page_free(page);
  detm_wrapper_free(wrapper);
}

/* ---- without memory ---- */

Test(apply, without_memory_is_an_error_at_every_allocation) {
  detm_wrapper *wrapper = wrapper_from(&shop, 1);
  detm_page *page = long_shop(300), *other = page_of("<p>another page");
  for (size_t failing = 1;; failing++) {
    bool met = false;
    for (int p = 0; p < 2; p++) {
      detm_error error = DETM_ERROR_NONE;
      allocation_fail_from(failing);
      detm_result *result = detm_wrapper_apply(wrapper, p == 0 ? page : other, NULL, &error);
      bool here = allocation_count() >= failing;
      allocation_fail_from(0);
      cr_expect_eq(result == NULL, here, "allocation %zu", failing);
      cr_expect_eq(error.status, here ? DETM_NO_MEMORY : DETM_OK, "allocation %zu", failing);
      detm_result_free(result);
      met = met || here;
    }
    if (!met) break;
    cr_assert_lt(failing, 10000);
  }
  detm_page_free(page);
  detm_page_free(other);
  detm_wrapper_free(wrapper);
}

Test(apply, learns_nothing_without_memory_at_every_allocation) {
  detm_page *page = long_shop(300);
  const detm_page *const pages[] = {page, page};
  for (size_t failing = 1;; failing++) {
    detm_error error = DETM_ERROR_NONE;
    allocation_fail_from(failing);
    detm_wrapper *wrapper = detm_wrapper_learn(pages, 2, NULL, &error);
    bool met = allocation_count() >= failing;
    allocation_fail_from(0);
    cr_expect_eq(wrapper == NULL, met, "allocation %zu", failing);
    cr_expect_eq(error.status, met ? DETM_NO_MEMORY : DETM_OK, "allocation %zu", failing);
    detm_wrapper_free(wrapper);
    if (!met) break;
    cr_assert_lt(failing, 10000);
  }
  detm_page_free(page);
}

/* ---- threads ---- */

enum { THREADS = 8, ROUNDS = 20 };

typedef struct job {
  const detm_wrapper *wrapper;
  char *markup, *expected;
  bool differs;
} job;

static void *apply_again_and_again(void *data) {
  job *j = data;
  for (int round = 0; round < ROUNDS; round++) {
    char *line = applied(j->wrapper, j->markup);
    j->differs = j->differs || strcmp(line, j->expected) != 0;
    free(line);
  }
  return NULL;
}

Test(apply, by_several_threads_gives_the_same_bytes) {
  detm_wrapper *wrapper = wrapper_from(&shop, 1);
  pthread_t threads[THREADS];
  job jobs[THREADS];
  for (unsigned t = 0; t < THREADS; t++) {
    char *markup =
        page_with("<ul class=list>", t % 2 == 0 ? "<li><a href=/#>T#</a><p>#</p>" : "<li><a href=/#>U#</a><b>x</b>",
                  3 + 20 * t, "</ul>");
    jobs[t] = (job){.wrapper = wrapper, .markup = markup, .expected = applied(wrapper, markup)};
    cr_assert_neq(jobs[t].expected[0], '\0');
  }
  for (unsigned t = 0; t < THREADS; t++)
    cr_assert_eq(pthread_create(&threads[t], NULL, apply_again_and_again, &jobs[t]), 0);
  for (unsigned t = 0; t < THREADS; t++) pthread_join(threads[t], NULL);
  for (unsigned t = 0; t < THREADS; t++) {
    cr_expect_not(jobs[t].differs, "thread %u", t);
    free(jobs[t].markup);
    free(jobs[t].expected);
  }
  detm_wrapper_free(wrapper);
}
