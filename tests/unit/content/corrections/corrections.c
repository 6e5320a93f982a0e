/* Tests of src/content/corrections/page_signature.c, element_locator.c, corrections.c and make.c: recognising pages,
 * and correcting those that were read wrongly. */
#include "content/corrections/corrections.h"
#include "content/reading.h"

#include "html/pages.h"
#include "leaks.h"
#include "rounds.h"

#include <criterion/criterion.h>

TestSuite(content_correction, .fini = find_leaks);

/* ---- URLs ---- */

static void expect_form(const char *url, const char *form) {
  dt_arena arena;
  dt_arena_start(&arena, NULL);
  const char *is = dt_url_form(&arena, url);
  cr_expect_str_eq(is, form, "%s: is %s, should be %s", url, is, form);
  dt_arena_free(&arena);
}

Test(content_correction, forms_of_urls_leave_out_what_changes_from_page_to_page) {
  expect_form("https://www.example.com/news/2024/05/a12b.html?id=7&sort=up#top",
              "example.com/news/#/#/a#b.html?id&sort");
  expect_form("//example.com/blog/the-river-rose-at-night.html", "example.com/blog/(any).html");
  expect_form("http://example.com", "example.com");
  expect_form("http://example.com/p/0123456789abcdef0123456789abcdef/", "example.com/p/(any)/");
  expect_form("", "");
}

Test(content_correction, an_endless_url_has_no_form) {
  char url[4000];
  memset(url, '-', sizeof url - 1);
  url[sizeof url - 1] = '\0';
  expect_form(url, "");
}

/* ---- traits ---- */

static double alike(const char *a, const char *b) {
  reading_of *first = read_content(a), *second = read_content(b);
  dt_traits one, two;
  dt_traits_read(&one, &first->page);
  dt_traits_read(&two, &second->page);
  double likeness = dt_traits_alike(&one, &two);
  cr_expect_eq(likeness, dt_traits_alike(&two, &one));
  free_reading(first);
  free_reading(second);
  return likeness;
}

Test(content_correction, pages_of_one_template_are_alike) {
  double same = alike("<div id=top class='a b'><p class=x1>a</p><img src=/i/1/a.png></div>",
                      "<div id=top class='b a'><p class=x22>another</p><img src=/i/2/b.png></div>");
  cr_expect_float_eq(same, 1, 1e-9, "%g", same);
  cr_expect_lt(alike("<div id=top class='a b'><p class=x1>a", "<div id=head class=c><p class=y>a"), 0.3);
}

Test(content_correction, urls_and_images_count) {
  const char *page = "<link rel=canonical href=http://x.example/a/1><div class=a><img src=/i/a.png>";
  cr_expect_gt(alike(page, "<link rel=canonical href=http://x.example/a/2><div class=a><img src=/i/b.png>"),
               alike(page, "<link rel=canonical href=http://x.example/b><div class=a><img src=/i/b.png>"));
  cr_expect_gt(alike(page, "<link rel=canonical href=http://x.example/b><div class=a><img src=/i/b.png>"),
               alike(page, "<link rel=canonical href=http://y.example/b><div class=a><img src=/i/b.png>"));
  cr_expect_gt(alike(page, "<div class=a><img src=/i/b.png>"), alike(page, "<div class=a><img src=/j/b.png>"));
}

Test(content_correction, similarity_is_between_0_and_1_for_any_pages) {
  for (uint32_t round = 0; round < rounds(60); round++) {
    uint32_t seed = round;
    dt_buffer soups[2] = {{0}, {0}};
    for (int i = 0; i < 2; i++) {
      add_soup(&soups[i], &seed, 100);
      dt_buffer_byte(&soups[i], '\0');
    }
    double likeness = alike(soups[0].data, soups[1].data);
    cr_expect(likeness >= 0 && likeness <= 1 + 1e-9, "%g", likeness);
    dt_buffer_free(&soups[0]);
    dt_buffer_free(&soups[1]);
  }
}

/* ---- paths of elements ---- */

Test(content_correction, a_path_leads_back_to_its_element) {
  for (uint32_t round = 0; round < rounds(100); round++) {
    uint32_t seed = round;
    dt_buffer soup = {0};
    add_soup(&soup, &seed, 200);
    dt_buffer_byte(&soup, '\0');
    reading_of *reading = read_content(soup.data);
    for (uint32_t i = 0; i < reading->page.element_count; i++) {
      dt_element_locator spot = dt_spot_of(&reading->page, i);
      cr_assert_eq(dt_element_at(&reading->page, spot.path), i, "%s", spot.path);
      cr_assert_eq(dt_spot_find(&reading->page, &spot), i, "%s", spot.path);
    }
    free_reading(reading);
    dt_buffer_free(&soup);
  }
}

static void expect_at(const char *markup, dt_element_locator spot, const char *text) {
  reading_of *reading = read_content(markup);
  uint32_t element = dt_spot_find(&reading->page, &spot);
  if (text == NULL) {
    cr_expect_eq(element, DT_NONE);
  } else {
    cr_assert_neq(element, DT_NONE);
    cr_expect_str_eq(reading->page.blocks[reading->page.elements[element].first].text.data, text);
  }
  free_reading(reading);
}

Test(content_correction, an_element_that_moved_is_found_by_id_and_class) {
  const char *page = "<div><p>Menu</div><div>New</div><div class=post-77><p>Text</div>";
  expect_at(page, (dt_element_locator){"/html/body/div[2]", "", "post-#"}, "Text");
  expect_at(page, (dt_element_locator){"/html/body/div[3]", "", "post-#"}, "Text");
  expect_at(page, (dt_element_locator){"/html/body/div[2]", "", ""}, "New");
  expect_at(page, (dt_element_locator){"/html/body/div[2]", "post", ""}, NULL);
  expect_at(page, (dt_element_locator){"/html/body/div[9]", "", ""}, NULL);
}

Test(content_correction, a_path_without_an_element_finds_nothing) {
  reading_of *reading = read_content("<div><p>a");
  static const char *const paths[] = {"",
                                      "/",
                                      "/html/",
                                      "html",
                                      "/html/body/div[0]",
                                      "/html/body/p",
                                      "/html/body/div[x",
                                      "/html/body/div[18446744073709551617]"};
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
    cr_expect_eq(dt_element_at(&reading->page, paths[i]), DT_NONE, "%s", paths[i]);
  free_reading(reading);
}

/* ---- making, loading, using ---- */

static const char site_page[] =
    "<head><link rel=canonical href=http://x.example/a/1></head><div class=head><p>Menu</div>"
    "<div class=text><p>One two three. Four five.<p>Six seven<nav>Next</nav></div>";

static void make(const detm_answer *answer, dt_buffer *out, detm_status expected) {
  reading_of *reading = read_content(site_page);
  detm_error error = DETM_ERROR_NONE;
  cr_assert_eq(detm_correction_make(reading->source, answer, "a", dt_buffer_write, out, &error), expected, "%s",
               error.text);
  free_reading(reading);
}

Test(content_correction, a_new_correction_can_be_loaded_and_is_applied) {
  dt_buffer file = {0};
  make(&(detm_answer){.text = DT_TEXT("one TWO three four five; six seven")}, &file, DETM_OK);
  detm_error error = DETM_ERROR_NONE;
  detm_corrections *corrections = detm_corrections_new(&error);
  cr_assert_eq(detm_corrections_load(corrections, file.data, file.length, "a.xml", &error), DETM_OK, "%s", error.text);
  cr_assert_eq(detm_corrections_count(corrections), 1);

  reading_of *reading =
      read_content("<head><link rel=canonical href=http://x.example/a/2></head><div class=head><p>Menu"
                   "</div><div>New</div><div class=text><p>Other<nav>Next</nav></div>");
  uint32_t element;
  const dt_correction *found = dt_correction_of_text(corrections, &reading->page, &element);
  cr_expect_null(dt_correction_of_kind(corrections, &reading->page));
  cr_assert_not_null(found);
  cr_assert_neq(element, DT_NONE);
  dt_choose_element(&reading->page, element, reading->chosen);
  for (uint32_t i = 0; i < reading->page.piece_count; i++) {
    const char *text = dt_node_content(reading->page.pieces[i].node);
    cr_expect_eq(reading->chosen[i], strcmp(text, "Other") == 0, "%s", text);
  }
  free_reading(reading);

  reading = read_content("<div class=other><p>Text</div>");
  cr_expect_null(dt_correction_of_text(corrections, &reading->page, &element));
  free_reading(reading);
  detm_corrections_free(corrections);
  dt_buffer_free(&file);
}

Test(content_correction, a_correction_without_an_answer_is_refused) {
  dt_buffer file = {0};
  make(&(detm_answer){.kind = NULL}, &file, DETM_USAGE);
  make(&(detm_answer){.path = "/html/body/table"}, &file, DETM_NOTHING);
  make(&(detm_answer){.text = DT_TEXT("Nothing of this stands there")}, &file, DETM_NOTHING);
  cr_expect_eq(file.length, 0);
  dt_buffer_free(&file);
}

Test(content_correction, broken_files_are_refused_and_the_others_stay) {
  static const char *const files[] = {
      "",
      "<p/>",
      "<correction xmlns='urn:detm:correction:1'/>",
      "<correction xmlns='urn:detm:correction:2' name='a'/>",
      "<correction xmlns='urn:detm:correction:1' name='a' kind='blog'/>",
      "<correction xmlns='urn:detm:correction:1' name='a'><text path='x'/></correction>",
      "<correction xmlns='urn:detm:correction:1' name='a'><text path='/x'/><text path='/x'/></correction>",
      "<correction xmlns='urn:detm:correction:1' name='a'><images count='-1'/></correction>"};
  static const char good[] = "<correction xmlns='urn:detm:correction:1' name='a'><marks>b a b</marks></correction>";
  detm_error error = DETM_ERROR_NONE;
  detm_corrections *corrections = detm_corrections_new(&error);
  cr_assert_eq(detm_corrections_load(corrections, good, strlen(good), "g.xml", &error), DETM_OK, "%s", error.text);
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    error = (detm_error)DETM_ERROR_NONE;
    cr_expect_eq(detm_corrections_load(corrections, files[i], strlen(files[i]), "f.xml", &error), DETM_BAD_FILE, "%s",
                 files[i]);
    cr_expect_neq(error.text[0], '\0');
  }
  cr_expect_eq(detm_corrections_count(corrections), 1);
  cr_expect_eq(corrections->all[0].traits.marks.count, 2);
  detm_corrections_free(corrections);
}
