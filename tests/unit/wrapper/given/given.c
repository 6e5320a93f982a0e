/* Tests of detm_wrapper_learn_from_records. */
#include "wrapper/learn/learned.h"
#include "wrapper/wrappers.h"

#include "allocation.h"
#include "leaks.h"

#include <criterion/criterion.h>
#include <stdlib.h>

TestSuite(given, .fini = find_leaks);

enum { MAX_GIVEN = 20 };

/* Reads "0 1-2 4": runs of children of `parent`. */
static size_t read_runs(const char *parent, const char *text, detm_siblings *runs) {
  size_t count = 0;
  for (char *at = (char *)(uintptr_t)text; *at != '\0'; count++) {
    runs[count].parent = parent;
    runs[count].number = 0;
    runs[count].first = runs[count].last = strtoul(at, &at, 10);
    if (*at == '-') runs[count].last = strtoul(at + 1, &at, 10);
    at += strspn(at, " ");
  }
  return count;
}

static detm_wrapper *learn_runs(const char *const *markups, size_t page_count, const detm_siblings *runs, size_t count,
                                detm_error *error) {
  detm_page *pages[MAX_SAMPLES] = {NULL};
  for (size_t p = 0; p < page_count; p++) pages[p] = page_of(markups[p]);
  detm_wrapper *wrapper =
      detm_wrapper_learn_from_records((const detm_page *const *)pages, page_count, runs, count, NULL, error);
  for (size_t p = 0; p < page_count; p++) detm_page_free(pages[p]);
  return wrapper;
}

static detm_wrapper *learn_given(const char *markup, const char *parent, const char *text) {
  detm_siblings runs[MAX_GIVEN];
  detm_error error = DETM_ERROR_NONE;
  detm_wrapper *wrapper = learn_runs(&markup, 1, runs, read_runs(parent, text, runs), &error);
  cr_assert_not_null(wrapper, "%s", error.text);
  return wrapper;
}

static void expect_records(const detm_wrapper *wrapper, const char *markup, const char *expected) {
  char *records = applied(wrapper, markup);
  cr_expect_str_eq(records, expected, "%s\n  is       %s\n  should be %s", markup, records, expected);
  free(records);
}

/* The same after saving and loading. */
static void expect_loaded(const detm_wrapper *wrapper, const char *markup, const char *expected) {
  dt_buffer saved = {0};
  detm_error error = DETM_ERROR_NONE;
  wrapper_save(wrapper, &saved);
  detm_wrapper *loaded = detm_wrapper_load(saved.data, saved.length, "given.xml", &error);
  cr_assert_not_null(loaded, "%s", error.text);
  expect_records(loaded, markup, expected);
  detm_wrapper_free(loaded);
  dt_buffer_free(&saved);
}

/* Expects the notices, as lines of: the difference, the number of the given record, the sentence. */
static void expect_notices(const detm_wrapper *wrapper, const char *expected) {
  static const char *const differences[] = {"missed", "cut", "extra", "guessed"};
  dt_buffer out = {0};
  for (size_t i = 0; i < detm_wrapper_record_notice_count(wrapper); i++) {
    const detm_record_notice *notice = detm_wrapper_record_notice_get(wrapper, i);
    dt_buffer_text(&out, differences[notice->difference]);
    if (notice->record != 0) dt_buffer_format(&out, " %zu", notice->record);
    dt_buffer_format(&out, ": %s\n", notice->text);
  }
  dt_buffer_byte(&out, '\0');
  cr_expect_str_eq(out.data, expected, "is %s", out.data);
  cr_expect_null(detm_wrapper_record_notice_get(wrapper, detm_wrapper_record_notice_count(wrapper)));
  dt_buffer_free(&out);
}

#define POT(class, title, price) "<li" class "><a>" title "</a><b>" price "</b><p>of clay</p></li>"

/* Learns from these children of the list and expects the values of that page, and of another one. */
static void expect_given_noted(const char *page, const char *runs, const char *notices, const char *expected,
                               const char *other, const char *others) {
  detm_wrapper *wrapper = learn_given(page, "/html/body/ul", runs);
  expect_notices(wrapper, notices);
  expect_records(wrapper, page, expected);
  expect_loaded(wrapper, page, expected);
  expect_loaded(wrapper, other, others);
  detm_wrapper_free(wrapper);
}

/* The same, without notices. */
static void expect_given(const char *page, const char *runs, const char *expected, const char *other,
                         const char *others) {
  expect_given_noted(page, runs, "", expected, other, others);
}

Test(given, a_class_of_its_own_distinguishes_what_is_no_record) {
  expect_given("<ul>" POT(" class=pot", "Amber", "12") POT(" class=ad", "Buy now", "1") POT(" class=pot", "Bowl", "7")
                   POT(" class=pot", "Cup", "9") "</ul>",
               "0 2 3", "1: Amber, 2: 12, 3: of clay | 1: Bowl, 2: 7, 3: of clay | 1: Cup, 2: 9, 3: of clay",
               "<ul>" POT(" class=ad", "Look", "2") POT(" class=pot", "Dish", "5") "</ul>",
               "1: Dish, 2: 5, 3: of clay");
}

Test(given, a_class_of_the_records_is_not_enough_if_others_have_it) {
  expect_given("<ul>" POT(" class=pot", "Amber", "12") POT(" class='pot ad'", "Buy now", "1")
                   POT(" class=pot", "Bowl", "7") POT(" class=pot", "Cup", "9") "</ul>",
               "0 2 3", "1: Amber, 2: 12, 3: of clay | 1: Bowl, 2: 7, 3: of clay | 1: Cup, 2: 9, 3: of clay",
               "<ul>" POT(" class='pot ad'", "Look", "2") POT(" class=pot", "Dish", "5") "</ul>",
               "1: Dish, 2: 5, 3: of clay");
}

Test(given, a_class_of_an_element_in_it_distinguishes) {
  expect_given("<ul>" POT("", "Amber", "12") POT("", "Bowl <i class=sponsored>Ad</i>", "1") POT("", "Box", "7")
                   POT("", "Cup", "9") "</ul>",
               "0 2 3", "1: Amber, 2: 12, 3: of clay | 1: Box, 2: 7, 3: of clay | 1: Cup, 2: 9, 3: of clay",
               "<ul>" POT("", "Dish", "5") POT("", "Urn <i class=sponsored>Ad</i>", "1") "</ul>",
               "1: Dish, 2: 5, 3: of clay");
}

Test(given, a_field_that_all_records_have_distinguishes) {
  expect_given_noted("<ul>" POT("", "Amber", "12") "<li><a>See our pots</a><p>of clay</p></li>" POT("", "Bowl", "7")
                         POT("", "Cup", "9") "</ul>",
                     "0 2 3", "guessed: records without the field of-clay are left out: check other pages\n",
                     "1: Amber, 2: 12, 3: of clay | 1: Bowl, 2: 7, 3: of clay | 1: Cup, 2: 9, 3: of clay",
                     "<ul>" POT("", "Dish", "5") "<li><a>See our cups</a><p>of tin</p></li></ul>",
                     "1: Dish, 2: 5, 3: of clay");
}

Test(given, a_text_is_the_last_resort) {
  const char *page =
      "<ul>" POT("", "Title", "Price") POT("", "Amber", "12") POT("", "Bowl", "7") POT("", "Cup", "9") "</ul>";
  detm_wrapper *wrapper = learn_given(page, "/html/body/ul", "1 2 3");
  expect_notices(wrapper, "guessed: only its text \"Title\" distinguishes what is not a record: check other pages\n");
  expect_loaded(wrapper, page, "1: Amber, 2: 12, 3: of clay | 1: Bowl, 2: 7, 3: of clay | 1: Cup, 2: 9, 3: of clay");
  detm_wrapper_free(wrapper);
}

Test(given, several_texts_are_named_in_one_notice) {
  const char *page =
      "<ul>" POT("", "Title", "Price") POT("", "Amber", "12") POT("", "Buy now", "1") POT("", "Bowl", "7")
          POT("", "Sold out", "0") POT("", "Cup", "9") POT("", "New in", "2") POT("", "Last ones", "3") "</ul>";
  detm_wrapper *wrapper = learn_given(page, "/html/body/ul", "1 3 5");
  expect_notices(wrapper, "guessed: only the texts \"Title\", \"Buy now\", \"Sold out\" and 2 more distinguish what is "
                          "not a record: check other pages\n");
  expect_loaded(wrapper, page, "1: Amber, 2: 12, 3: of clay | 1: Bowl, 2: 7, 3: of clay | 1: Cup, 2: 9, 3: of clay");
  detm_wrapper_free(wrapper);
}

Test(given, what_nothing_distinguishes_is_named_in_one_notice) {
  const char *rest = POT("", "Bowl", "7") POT("", "Cup", "9");
  for (unsigned more = 1; more < 3; more++) {
    dt_buffer page = {0};
    dt_buffer_text(&page, "<ul>" POT("", "Amber", "12"));
    for (unsigned n = 0; n < more; n++) dt_buffer_text(&page, POT("", "Amber", "12"));
    dt_buffer_format(&page, "%s</ul>%c", rest, '\0');
    detm_wrapper *wrapper = learn_given(page.data, "/html/body/ul", more == 1 ? "0 2 3" : "0 3 4");
    expect_notices(wrapper, more == 1
                                ? "extra: the wrapper has one more record, \"Amber\": nothing distinguishes it from "
                                  "the others\n"
                                : "extra: the wrapper has 2 more records, the first one, \"Amber\": nothing "
                                  "distinguishes them from the others\n");
    detm_wrapper_free(wrapper);
    dt_buffer_free(&page);
  }
}

Test(given, a_text_that_says_nothing_is_not_chosen_while_another_one_excludes_the_same) {
  static const struct {
    const char *row, *text;
  } cases[] = {
      {POT("", "Movers with two carts", "."), "Movers with two carts"},
      {POT("", "Our 20 carts <i>and</i>", "Call us"), "Call us"},
      {POT("", "Carts and more", "Horses"), "Carts and more"},
      {POT("", "\xe6\x90\xac", "."), "\xe6\x90\xac"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    dt_buffer page = {0};
    dt_buffer_format(&page, "<ul>%s" POT("", "Amber", "12") POT("", "Bowl", "7") POT("", "Cup", "9") "</ul>%c",
                     cases[i].row, '\0');
    detm_wrapper *wrapper = learn_given(page.data, "/html/body/ul", "1 2 3");
    cr_assert_eq(wrapper->exception_count, 1);
    cr_expect_str_eq(wrapper->exceptions[0].text, cases[i].text);
    detm_wrapper_free(wrapper);
    dt_buffer_free(&page);
  }
}

#define HALF(title) "<li><a>" title "</a></li>"

static void expect_misfit(const char *page, const detm_siblings *runs, size_t count, const char *message) {
  detm_error error = DETM_ERROR_NONE;
  cr_expect_null(learn_runs(&page, 1, runs, count, &error));
  cr_expect_eq(error.status, DETM_MISFIT);
  cr_expect_str_eq(error.text, message, "is %s", error.text);
}

#define CUT "cannot be one record of a wrapper: it would cut the list elsewhere; join all records that are like it, too"

Test(given, records_that_are_joined_here_and_there_are_refused_with_their_numbers_and_texts) {
  const char *page = "<ul>" HALF("Amber") HALF("Bowl") HALF("Cup") HALF("<img src=d.png>") HALF("Egg") "</ul>";
  detm_siblings runs[MAX_GIVEN];
  detm_error error = DETM_ERROR_NONE;
  size_t count = read_runs("/html/body/ul", "0 1-2 3-4", runs);
  runs[1].number = 7;
  runs[2].number = 9;
  expect_misfit(page, runs, count, "record 7, \"Bowl\", " CUT);
  expect_misfit(page, runs, read_runs("/html/body/ul", "0 1-2 3 4", runs), "records[1], \"Bowl\", " CUT);
  page = "<ul>" HALF("Amber") HALF("<img src=a.png>") HALF("<img src=b.png>") HALF("Dish") HALF("Egg") "</ul>";
  expect_misfit(page, runs, read_runs("/html/body/ul", "0 1-2 3 4", runs), "records[1], which has no text, " CUT);
  runs[1].last = 99;
  runs[1].number = 9;
  cr_expect_null(learn_runs(&page, 1, runs, count, &error));
  cr_expect_str_eq(error.text, "record 9: its parent has 5 children, from 0, and none with number 99");
}

#define NEW(title) "<li><a>" title "</a><b>new</b></li>"

Test(given, records_that_nobody_joined_are_not_joined) {
  const char *page = "<ul>" HALF("Amber") NEW("Bowl") HALF("Cup") HALF("Dish") NEW("Egg") HALF("Fan") "</ul>";
  detm_siblings runs[MAX_GIVEN];
  expect_misfit(
      page, runs, read_runs("/html/body/ul", "0-1 2 3 4 5", runs),
      "no wrapper has exactly these records: it would also join records[2], \"Dish\", with the next; join these, "
      "too, or give other records");
  detm_wrapper *wrapper = learn_given(page, "/html/body/ul", "0-1 2 3-4 5");
  expect_notices(wrapper, "");
  expect_loaded(wrapper, page, "1: Amber, 2: Bowl, 3: new | 1: Cup | 1: Dish, 2: Egg, 3: new | 1: Fan");
  detm_wrapper_free(wrapper);
}

Test(given, two_siblings_may_be_one_record) {
  expect_given("<ul>" HALF("Amber") HALF("12") HALF("Bowl") HALF("7") HALF("Cup") HALF("9") "</ul>", "0-1 2-3 4-5",
               "1: Amber, 2: 12 | 1: Bowl, 2: 7 | 1: Cup, 2: 9",
               "<ul>" HALF("Dish") HALF("5") HALF("Egg") HALF("3") "</ul>", "1: Dish, 2: 5 | 1: Egg, 2: 3");
}

Test(given, the_last_record_may_be_shorter) {
  expect_given("<ul>" HALF("Amber") HALF("12") HALF("Bowl") HALF("7") HALF("Cup") "</ul>", "0-1 2-3 4",
               "1: Amber, 2: 12 | 1: Bowl, 2: 7 | 1: Cup",
               "<ul>" HALF("Dish") HALF("5") HALF("Egg") HALF("3") HALF("Fan") "</ul>",
               "1: Dish, 2: 5 | 1: Egg, 2: 3 | 1: Fan");
}

Test(given, all_siblings_are_joined_if_nothing_distinguishes_two_of_them) {
  const char *page = "<ul>" HALF("Amber") HALF("12") HALF("Bowl") HALF("7") HALF("Cup") HALF("9") "</ul>";
  detm_wrapper *wrapper = learn_given(page, "/html/body/ul", "0-1 2 3 4 5");
  expect_notices(wrapper, "cut 2: \"Bowl\" begins or ends elsewhere in the wrapper\n"
                          "cut 3: \"7\" begins or ends elsewhere in the wrapper\n"
                          "cut 4: \"Cup\" begins or ends elsewhere in the wrapper\n"
                          "cut 5: \"9\" begins or ends elsewhere in the wrapper\n");
  expect_loaded(wrapper, page, "1: Amber, 2: 12 | 1: Bowl, 2: 7 | 1: Cup, 2: 9");
  detm_wrapper_free(wrapper);
}

/* Both lists have an odd number of siblings: the last of each is alone. */
Test(given, the_last_record_of_each_list_may_be_shorter) {
  const char *page = "<ul>" HALF("Amber") HALF("12") HALF("Bowl") HALF("7") HALF("Cup") "</ul><ul>" HALF("Dish")
      HALF("5") HALF("Egg") HALF("3") HALF("Fan") "</ul>";
  static const char *const lists[] = {"/html/body/ul", "/html/body/ul[2]"};
  static const char *const given[] = {"0-1 2 3 4", "0 1 2 3 4"};
  detm_siblings runs[MAX_GIVEN];
  detm_error error = DETM_ERROR_NONE;
  size_t count = 0;
  for (size_t i = 0; i < 2; i++) count += read_runs(lists[i], given[i], runs + count);
  detm_wrapper *wrapper = learn_runs(&page, 1, runs, count, &error);
  cr_assert_not_null(wrapper, "%s", error.text);
  expect_loaded(wrapper, page, "1: Amber, 2: 12 | 1: Bowl, 2: 7 | 1: Cup | 1: Dish, 2: 5 | 1: Egg, 2: 3 | 1: Fan");
  detm_wrapper_free(wrapper);
}

Test(given, one_record_may_be_two) {
  expect_given("<ul>" POT("", "Amber", "12") POT("", "Bowl", "7") POT("", "Cup", "9") POT("", "Dish", "5") "</ul>",
               "0 1 2 3",
               "1: Amber, 2: 12, 3: of clay | 1: Bowl, 2: 7, 3: of clay | 1: Cup, 2: 9, 3: of clay | "
               "1: Dish, 2: 5, 3: of clay",
               "<ul>" POT("", "Egg", "3") "</ul>", "1: Egg, 2: 3, 3: of clay");
}

#define SHELF(a, b, c) "<ul>" POT("", a, "12") POT("", b, "7") POT("", c, "9") "</ul>"

Test(given, the_heading_distinguishes_the_list_from_others) {
  expect_given("<h2>New</h2>" SHELF("Amber", "Bowl", "Cup") "<h2>Sponsored</h2>" SHELF("Dish", "Egg", "Fan"), "0 1 2",
               "1: Amber, 2: 12, 3: of clay | 1: Bowl, 2: 7, 3: of clay | 1: Cup, 2: 9, 3: of clay",
               "<h2>Sponsored</h2>" SHELF("Jar", "Kit", "Lamp") "<h2>New</h2>" SHELF("Gem", "Hat", "Ink"),
               "1: Gem, 2: 12, 3: of clay | 1: Hat, 2: 7, 3: of clay | 1: Ink, 2: 9, 3: of clay");
}

Test(given, the_number_distinguishes_the_list_if_no_heading_does) {
  expect_given(SHELF("Amber", "Bowl", "Cup") "<hr>" SHELF("Dish", "Egg", "Fan"), "0 1 2",
               "1: Amber, 2: 12, 3: of clay | 1: Bowl, 2: 7, 3: of clay | 1: Cup, 2: 9, 3: of clay",
               SHELF("Gem", "Hat", "Ink") "<hr>" SHELF("Jar", "Kit", "Lamp"),
               "1: Gem, 2: 12, 3: of clay | 1: Hat, 2: 7, 3: of clay | 1: Ink, 2: 9, 3: of clay");
}

Test(given, a_page_without_the_list_that_is_distinguished_does_not_fit) {
  static const char *const pages[] = {
      "<h2>Sponsored</h2>" SHELF("Dish", "Egg", "Fan") "<h2>New</h2>" SHELF("Amber", "Bowl", "Cup"),
      SHELF("Dish", "Egg", "Fan") "<hr>" SHELF("Amber", "Bowl", "Cup")};
  for (size_t i = 0; i < 2; i++) {
    detm_wrapper *wrapper = learn_given(pages[i], "/html/body/ul[2]", "0 1 2");
    expect_notices(wrapper, "");
    expect_records(wrapper, pages[i],
                   "1: Amber, 2: 12, 3: of clay | 1: Bowl, 2: 7, 3: of clay | 1: Cup, 2: 9, 3: of clay");
    expect_loaded(wrapper, "<h2>Sponsored</h2>" SHELF("Jar", "Kit", "Lamp"), "");
    expect_loaded(wrapper, "<h2>Sponsored</h2><div>" SHELF("Jar", "Kit", "Lamp") "</div>", "");
    detm_page *page = page_of("<h2>Sponsored</h2>" SHELF("Jar", "Kit", "Lamp"));
    detm_error error = DETM_ERROR_NONE;
    detm_result *result = detm_wrapper_apply(wrapper, page, NULL, &error);
    cr_assert_not_null(result, "%s", error.text);
    cr_expect_eq(detm_result_region_count(result), 0);
    cr_expect_eq(detm_result_fit(result), 0);
    detm_result_free(result);
    detm_page_free(page);
    detm_wrapper_free(wrapper);
  }
}

Test(given, a_heading_that_another_page_lacks_does_not_distinguish) {
  static const char *const pages[] = {
      "<h2>Sponsored</h2>" SHELF("Axe", "Bag", "Can") "<h2>Results for tea</h2>" SHELF("Amber", "Bowl", "Cup"),
      "<h2>Sponsored</h2>" SHELF("Dish", "Egg", "Fan") "<h2>Results for oil</h2>" SHELF("Gem", "Hat", "Ink")};
  detm_siblings runs[MAX_GIVEN];
  detm_error error = DETM_ERROR_NONE;
  detm_wrapper *wrapper = learn_runs(pages, 2, runs, read_runs("/html/body/ul[2]", "0 1 2", runs), &error);
  cr_assert_not_null(wrapper, "%s", error.text);
  expect_notices(wrapper, "");
  cr_expect_str_eq(wrapper->places[0].heading, "");
  cr_expect_eq(wrapper->places[0].number, 2);
  expect_records(wrapper, pages[0], "1: Amber, 2: 12 | 1: Bowl, 2: 7 | 1: Cup, 2: 9");
  expect_records(wrapper,
                 "<h2>Sponsored</h2>" SHELF("Jar", "Kit", "Lamp") "<h2>Results for ink</h2>" SHELF("Mug", "Net", "Oar"),
                 "1: Mug, 2: 12 | 1: Net, 2: 7 | 1: Oar, 2: 9");
  detm_wrapper_free(wrapper);
}

Test(given, other_pages_give_the_records_that_the_first_teaches) {
  static const char *const pages[] = {"<ul>" HALF("Amber") HALF("12") HALF("Bowl") HALF("7") HALF("Cup")
                                          HALF("9") "</ul>",
                                      "<ul>" HALF("Dish") "<li><a>5</a><i>new</i></li>" HALF("Egg") HALF("3") "</ul>"};
  detm_siblings runs[MAX_GIVEN];
  detm_error error = DETM_ERROR_NONE;
  detm_wrapper *wrapper = learn_runs(pages, 2, runs, read_runs("/html/body/ul", "0-1 2-3 4-5", runs), &error);
  cr_assert_not_null(wrapper, "%s", error.text);
  expect_notices(wrapper, "");
  expect_records(wrapper, pages[1], "1: Dish, 2: 5, 3: new | 1: Egg, 2: 3");
  detm_wrapper_free(wrapper);
}

Test(given, siblings_may_be_nodes_of_the_tag_tree) {
  const char *page = "<ul>" POT("", "Amber", "12") POT("", "Bowl", "7") "</ul>";
  detm_error error = DETM_ERROR_NONE;
  detm_page *parsed = page_of(page);
  dt_index list = 0;
  while (parsed->tree.nodes[list].tag != DT_TAG_ul) list++;
  dt_index first = dt_child(&parsed->tree, list, 0), second = dt_child(&parsed->tree, list, 1);
  detm_page_free(parsed);
  detm_siblings runs[] = {{NULL, first, first, 0}, {NULL, second, second, 0}};
  detm_wrapper *wrapper = learn_runs(&page, 1, runs, 2, &error);
  cr_assert_not_null(wrapper, "%s", error.text);
  expect_records(wrapper, page, "1: Amber, 2: 12, 3: of clay | 1: Bowl, 2: 7, 3: of clay");
  detm_wrapper_free(wrapper);
}

static void expect_refused(const detm_siblings *runs, size_t count, const char *message) {
  const char *page = "<ul>" POT("", "Amber", "12") POT("", "Bowl", "7") "</ul>";
  detm_error error = DETM_ERROR_NONE;
  cr_expect_null(learn_runs(&page, 1, runs, count, &error));
  cr_expect_eq(error.status, DETM_USAGE);
  cr_expect_str_eq(error.text, message);
}

Test(given, refuses_siblings_that_the_page_does_not_have) {
  static const char *const list = "/html/body/ul";
  expect_refused(NULL, 0, "no record was given: give at least one");
  expect_refused(&(detm_siblings){"/html/body/ol", 0, 0, 0}, 1, "records[0]: the page has no element /html/body/ol");
  expect_refused(&(detm_siblings){list, 1, 2, 0}, 1,
                 "records[0]: its parent has 2 children, from 0, and none with number 2");
  expect_refused(&(detm_siblings){list, 1, 0, 0}, 1, "records[0]: its last sibling is before its first");
  expect_refused(&(detm_siblings){NULL, 5000, 5000, 0}, 1, "records[0]: the page has no node 5000");
  expect_refused((const detm_siblings[]){{list, 1, 1, 0}, {list, 0, 1, 0}}, 2, "records[1] overlaps records[0]");
}

Test(given, refuses_to_learn_without_a_page) {
  detm_siblings first = {"/html/body/ul", 0, 0, 0};
  detm_extract_options options = detm_extract_defaults;
  detm_error error = DETM_ERROR_NONE;
  cr_expect_null(detm_wrapper_learn_from_records(NULL, 0, &first, 1, NULL, &error));
  cr_expect_str_eq(error.text, "no page was given: give the page that has the records");
  options.region = "1";
  error = (detm_error)DETM_ERROR_NONE;
  cr_expect_null(detm_wrapper_learn(NULL, 0, &options, &error));
  cr_expect_eq(error.status, DETM_USAGE);
  cr_expect_str_eq(error.text, "no page was given: give the page that has the records");
}

Test(given, learns_nothing_without_memory_at_every_allocation) {
  static const char *const list = "/html/body/ul";
  const detm_siblings runs[] = {{list, 0, 0, 0}, {list, 2, 2, 0}, {list, 3, 3, 0}};
  detm_page *page = page_of("<ul>" POT("", "Amber", "12") POT("", "Bowl <i class=ad>Ad</i>", "1") POT("", "Box", "7")
                                POT("", "Cup", "9") "</ul>");
  const detm_page *const pages[] = {page, page};
  for (size_t failing = 1;; failing++) {
    detm_error error = DETM_ERROR_NONE;
    allocation_fail_from(failing);
    detm_wrapper *wrapper = detm_wrapper_learn_from_records(pages, 2, runs, 3, NULL, &error);
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
