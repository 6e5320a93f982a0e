/* Tests of detm_extract_options.region: a region that is not the main one. */
#include "wrapper/learn/learned.h"

#include "leaks.h"

#include <criterion/criterion.h>
#include <stdlib.h>

TestSuite(chosen_region, .fini = find_leaks);

#define SHOP                                                                                                           \
  "<div class=shop><div><h3>Amber bowl, oval</h3><p>A bowl of red clay, 30 cm wide</p><b>12</b></div>"                 \
  "<div><h3>Bread box</h3><p>A box of beech, with a lid</p><b>7</b></div>"                                             \
  "<div><h3>Cup of tin</h3><p>A cup that keeps the tea warm</p><b>9</b></div></div>"
#define NEWS "<ul class=news><li><b>May</b> Closed<li><b>June</b> Fair<li><b>July</b> Sale</ul>"
#define TAGS "<ul class=tags><li><b>red</b> clay<li><b>grey</b> tin<li><b>brown</b> wood</ul>"

static char *extracted_region(const char *markup, const char *region) {
  detm_extract_options options = detm_extract_defaults;
  options.region = region;
  return extracted(markup, &options);
}

static void expect_region(const char *markup, const char *region, const char *expected) {
  char *records = extracted_region(markup, region);
  cr_expect_str_eq(records, expected, "%s is %s", region, records);
  free(records);
}

Test(chosen_region, is_named_by_its_path) {
  expect_region(SHOP NEWS TAGS, "/html/body/ul", "1: May, 2: Closed | 1: June, 2: Fair | 1: July, 2: Sale");
  expect_region(SHOP NEWS TAGS, "/html/body/ul[2]", "1: red, 2: clay | 1: grey, 2: tin | 1: brown, 2: wood");
}

Test(chosen_region, is_named_by_its_number) {
  char *main = extracted(SHOP NEWS, NULL);
  expect_region(SHOP NEWS, "1", main);
  expect_region(SHOP NEWS, "2", "1: May, 2: Closed | 1: June, 2: Fair | 1: July, 2: Sale");
  free(main);
}

Test(chosen_region, may_have_another_number_in_its_path) {
  expect_region(SHOP NEWS, "/html/body/ul[2]", "1: May, 2: Closed | 1: June, 2: Fair | 1: July, 2: Sale");
}

Test(chosen_region, may_be_missing) {
  expect_region(SHOP NEWS, "/html/body/ol", "");
  expect_region(SHOP NEWS, "/html/body/u", "");
  expect_region(SHOP NEWS, "99", "");
  expect_region(SHOP NEWS "<ul>one item", "/html/body/ul[2]", ""); /* this element, not another one, is meant */
}

Test(chosen_region, has_no_confidence_as_it_is_not_the_main_one) {
  detm_error error = DETM_ERROR_NONE;
  detm_extract_options options = detm_extract_defaults;
  detm_page *page = page_of(SHOP NEWS);
  options.region = "2";
  detm_result *result = detm_extract(page, &options, &error);
  cr_assert_not_null(result);
  cr_expect_eq(detm_result_region_count(result), 1);
  cr_expect_lt(detm_result_confidence(result), 0);
  detm_result_free(result);
  detm_page_free(page);
}

static detm_wrapper *learn_region(const char *const *markups, size_t count, const char *region, detm_error *error) {
  detm_page *pages[MAX_SAMPLES] = {NULL};
  detm_extract_options options = detm_extract_defaults;
  options.region = region;
  for (size_t p = 0; p < count; p++) pages[p] = page_of(markups[p]);
  detm_wrapper *wrapper = detm_wrapper_learn((const detm_page *const *)pages, count, &options, error);
  for (size_t p = 0; p < count; p++) detm_page_free(pages[p]);
  return wrapper;
}

Test(chosen_region, is_learned_from_all_pages_by_the_class_of_its_parent) {
  static const char *const pages[] = {SHOP NEWS,
                                      SHOP TAGS "<ul class=news><li><b>May</b> Tour<li><b>July</b> Sale</ul>"};
  detm_error error = DETM_ERROR_NONE;
  detm_wrapper *wrapper = learn_region(pages, 2, "/html/body/ul", &error);
  cr_assert_not_null(wrapper, "%s", error.text);
  char *records = applied(wrapper, SHOP TAGS "<ul class=news><li><b>March</b> Tour<li><b>April</b> Show</ul>");
  cr_expect_str_eq(records, "1: March, 2: Tour | 1: April, 2: Show", "is %s", records);
  free(records);
  detm_wrapper_free(wrapper);
}

Test(chosen_region, must_be_on_the_first_page) {
  static const char *const pages[] = {SHOP, SHOP NEWS};
  detm_error missing = DETM_ERROR_NONE, bad = DETM_ERROR_NONE;
  cr_expect_null(learn_region(pages, 2, "/html/body/ul", &missing));
  cr_expect_eq(missing.status, DETM_NOTHING);
  cr_expect_str_eq(missing.text, "the page has no region /html/body/ul");
  cr_expect_null(learn_region(pages, 2, "ul.news", &bad));
  cr_expect_eq(bad.status, DETM_USAGE);
  cr_expect_str_eq(bad.text,
                   "\"ul.news\" is not a region: give its path, such as /html/body/ul, its number, from 1, or "
                   "caption=TEXT");
}
