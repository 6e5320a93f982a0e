/* Tests of src/links/placement.c: the places of links on their page. */
#include "links/linked.h"

#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(link_placement, .fini = find_leaks);

static const char sentence[] = "The river rose in the night, and by the morning the lower fields stood under water. ";

static void add_article(dt_buffer *page) {
  dt_buffer_text(page, "<div class=text><h1>The flood</h1>");
  for (unsigned i = 0; i < 8; i++)
    dt_buffer_format(page, "<p>%s<a href=/in%u>A note</a> %s</p>", sentence, i, sentence);
  dt_buffer_text(page, "</div>");
}

static void add_hits(dt_buffer *page, const char *name) {
  dt_buffer_format(page, "<div class=%ss>", name);
  for (unsigned i = 1; i <= 6; i++)
    dt_buffer_format(page,
                     "<div class=%s><h3><a href=/%s%u>Book of rivers %u</a></h3><p>%u pages, of paper</p>"
                     "<a href=/buy-%s%u>Buy</a></div>",
                     name, name, i, i, 100 + i * 3, name, i);
  dt_buffer_text(page, "</div>");
}

static void expect_place(const dt_buffer *page, const char *url, detm_link_place place, size_t record) {
  detm_links *links = links_of(page->data, NULL);
  const detm_link *link = link_to(links, url);
  cr_expect_eq(link->place, place, "%s: %s", url, detm_link_place_name(link->place));
  cr_expect_eq(link->record, record, "%s: record %zu", url, link->record);
  detm_links_free(links);
}

Test(link_placement, is_the_main_text_within_an_article_only) {
  dt_buffer page = {0};
  dt_buffer_text(&page, "<nav><a href=/home>Home</a></nav><ul class=menu><li><a href=/a>Aa</a><li><a href=/b>Bb</a>"
                        "<li><a href=/c>Cc</a></ul>");
  add_article(&page);
  add_hits(&page, "teaser");
  dt_buffer_text(&page, "<footer><a href=/imprint>Imprint</a></footer>");
  dt_buffer_byte(&page, '\0');
  expect_place(&page, "/in3", DETM_LINK_MAIN, 0);
  expect_place(&page, "/home", DETM_LINK_NAVIGATION, 0);
  expect_place(&page, "/b", DETM_LINK_NAVIGATION, 0);
  expect_place(&page, "/imprint", DETM_LINK_OTHER, 0);
  expect_place(&page, "/teaser2", DETM_LINK_OTHER, 0);
  dt_buffer_free(&page);
}

Test(link_placement, is_a_record_whose_number_rises) {
  dt_buffer page = {0};
  dt_buffer_text(&page, "<header><a href=/home>Home</a></header>");
  add_hits(&page, "hit");
  dt_buffer_byte(&page, '\0');
  expect_place(&page, "/hit1", DETM_LINK_RECORD, 1);
  expect_place(&page, "/buy-hit1", DETM_LINK_RECORD, 1);
  expect_place(&page, "/hit6", DETM_LINK_RECORD, 6);
  expect_place(&page, "/home", DETM_LINK_OTHER, 0);
  dt_buffer_free(&page);
}

Test(link_placement, is_the_most_specific_of_several) {
  dt_buffer page = {0};
  dt_buffer_text(&page, "<nav><h2>Menu</h2><a href=/hit2>Two</a></nav>");
  add_hits(&page, "hit");
  dt_buffer_byte(&page, '\0');
  detm_links *links = links_of(page.data, NULL);
  const detm_link *link = link_to(links, "/hit2");
  cr_expect_eq(link->place, DETM_LINK_RECORD);
  cr_expect_eq(link->record, 2);
  cr_expect_eq(link->text_count, 2);
  cr_expect_str_eq(link->around, "Book of rivers 2 106 pages, of paper Buy", "%s", link->around);
  detm_links_free(links);
  dt_buffer_free(&page);
}
