/* Tests of src/content/meta/breadcrumb.c and breadcrumb_rows.c: the path from the start page to this one. */
#include "content/reading.h"

#include "leaks.h"
#include "rounds.h"

#include <criterion/criterion.h>

TestSuite(content_breadcrumb, .fini = find_leaks);

#define STORY                                                                                                          \
  "<h1>Otters</h1><p>The otters came back to the river in spring. They build their holts under old roots, and people " \
  "who walk there at dawn may see them play.</p>"

/* Names separated by a slash; "-" = none. */
static void expect_crumbs(const char *markup, const char *expected) {
  reading_of *reading = read_content(markup);
  dt_name_list list = dt_find_breadcrumb(&reading->page);
  dt_buffer names = {0};
  for (size_t i = 0; i < list.count; i++) {
    if (i != 0) dt_buffer_byte(&names, '/');
    dt_buffer_text(&names, list.names[i]);
  }
  if (list.count == 0) dt_buffer_byte(&names, '-');
  dt_buffer_byte(&names, '\0');
  cr_expect_str_eq(names.data, expected, "%s\n  is        %s\n  should be %s", markup, names.data, expected);
  dt_buffer_free(&names);
  free_reading(reading);
}

Test(content_breadcrumb, is_read_from_json_ld_in_order_of_positions) {
  expect_crumbs("<script type='application/ld+json'>{\"@type\": \"BreadcrumbList\", \"itemListElement\": ["
                "{\"@type\": \"ListItem\", \"position\": 2, \"name\": \"Animals\"},"
                "{\"@type\": \"ListItem\", \"position\": 1, \"item\": {\"@id\": \"/\", \"name\": \"Home\"}},"
                "{\"@type\": \"ListItem\", \"position\": 10, \"name\": \" Otters\\n today \"}]}</script>" STORY,
                "Home/Animals/Otters today");
  expect_crumbs(
      "<script type='application/ld+json'>{\"@type\": \"WebPage\", \"breadcrumb\": {\"@type\": "
      "\"BreadcrumbList\", \"itemListElement\": [{\"name\": \"Home\"}, {\"name\": \"Animals\"}]}}</script>" STORY,
      "Home/Animals");
}

Test(content_breadcrumb, is_read_from_microdata_and_rdfa) {
  expect_crumbs("<ol itemscope itemtype='https://schema.org/BreadcrumbList' hidden><li itemprop=itemListElement>"
                "<a itemprop=item href='/x'><span itemprop=name>Home</span></a><i>more</i><li itemprop=itemListElement>"
                "<a itemprop=item href='/y'><span itemprop=name>Animals</span></a></ol>" STORY,
                "Home/Animals");
  expect_crumbs("<div vocab='http://schema.org/' typeof='BreadcrumbList'><span property='itemListElement'>"
                "<a property='item' href='/'><span property='name'>Home</span></a></span> ; "
                "<span property='itemListElement'><meta property='name' content='Animals'></span></div>" STORY,
                "Home/Animals");
}

Test(content_breadcrumb, has_the_order_of_the_page_if_positions_are_not_numbers) {
  expect_crumbs("<script type='application/ld+json'>{\"@type\": \"BreadcrumbList\", \"itemListElement\": ["
                "{\"position\": 3, \"name\": \"Otters\"}, {\"position\": \"nan\", \"name\": \"Home\"},"
                "{\"position\": \" 2.5\", \"name\": \"Animals\"}]}</script>" STORY,
                "Home/Animals/Otters");
}

Test(content_breadcrumb, leaves_out_nested_names) {
  char page[1000];
  snprintf(page, sizeof page,
           "<div itemtype=BreadcrumbList><p itemprop=name>%0400d<b itemprop=name>Home</b><b itemprop=name>Animals</b>"
           "</p></div>%s",
           1, STORY);
  expect_crumbs(page, "-");
}

Test(content_breadcrumb, ignores_names_of_distant_ancestors) {
  expect_crumbs("<div><span class=crumb><b><i><a href=/x>Ann</a> - Ben</i></b></span><p>Text</p></div>" STORY,
                "Ann/Ben");
  expect_crumbs(
      "<div><span class=crumb><u><u><u><u><u><u><u><u><a href=/x>Ann</a> - Ben</u></u></u></u></u></u></u></u>"
      "</span><p>Text</p></div>" STORY,
      "-");
}

Test(content_breadcrumb, is_found_by_separators_and_addresses) {
  expect_crumbs("<div><a href='/'>Home</a> &gt; <a href='/animals/'>Animals</a> &gt; Otters</div>" STORY,
                "Home/Animals/Otters");
  expect_crumbs("<table><tr><td><a href='/'>Home</a> » <a href='/animals/'>Animals</a><h1>Otters</h1></table>",
                "Home/Animals/Otters");
}

Test(content_breadcrumb, needs_no_separators) {
  expect_crumbs(
      "<ul><li><a href='/'>Home</a><li><a href='/animals/'>Animals</a><li><a href='/animals/fish-eaters/'>Fish "
      "eaters</a></ul>" STORY,
      "Home/Animals/Fish eaters");
  expect_crumbs("<link rel=canonical href='http://a.example/animals/otters.html'><p><a href='http://a.example/'>A</a> "
                "<a href='http://a.example/animals'>Animals</a> <a "
                "href='http://a.example/animals/otters.html'>Otters</a></p>" STORY,
                "A/Animals/Otters");
}

Test(content_breadcrumb, is_found_by_its_class_or_id) {
  static const char *const called[] = {"class='c-Breadcrumbs__list'", "id=crumbs", "aria-label='breadcrumb'",
                                       "class=pathway"};
  for (size_t i = 0; i < sizeof called / sizeof *called; i++) {
    char page[500];
    snprintf(page, sizeof page, "<div><a href=/q>Search</a></div><nav %s><a href=/x>One</a><a href=/y>Two</a></nav>%s",
             called[i], STORY);
    expect_crumbs(page, "One/Two");
  }
}

Test(content_breadcrumb, leaves_out_captions_and_separators) {
  expect_crumbs("<div class=breadcrumb>You are here: <a href='/'>» Home</a> / <a href='/a'>Animals /</a> / "
                "Animals / <b>Otters</b> today <button>Share</button></div>" STORY,
                "Home/Animals/Otters today");
  expect_crumbs(
      "<div class=breadcrumb><a href='/'>Home</a> &gt; <a href='/tv'>TV/Film</a> &gt; War - and Peace</div>" STORY,
      "Home/TV/Film/War - and Peace");
}

Test(content_breadcrumb, is_not_a_menu) {
  expect_crumbs("<nav><a href='/'>Home</a> <a href='/news'>News</a> <a href='/sport'>Sport</a> <a href='/mail'>Mail</a>"
                "</nav>" STORY,
                "-");
  expect_crumbs(STORY "<div><a href='/imprint'>Imprint</a> | <a href='/privacy'>Privacy</a></div>", "-");
  expect_crumbs("<div><a href='#a'>Ann</a> says <a href='#b'>12 May</a></div>" STORY, "-");
  expect_crumbs("<div><a href='javascript:a()'>Print</a> &gt; <a href='javascript:b()'>Close</a></div>" STORY, "-");
  expect_crumbs("", "-");
}

/* Expects a breadcrumb of `count` parts in a page. Returns the ticks of the search. */
static unsigned ticks_of(const char *open, unsigned opened, const char *part, unsigned parts, size_t count) {
  dt_buffer page = {0};
  dt_buffer_text(&page, "<div itemtype=BreadcrumbList>");
  for (unsigned i = 0; i < opened; i++) dt_buffer_text(&page, open);
  for (unsigned i = 0; i < parts; i++) dt_buffer_text(&page, part);
  dt_buffer_byte(&page, '\0');
  reading_of *reading = read_content(page.data);
  unsigned before = reading->scope.ticks;
  size_t found = dt_find_breadcrumb(&reading->page).count;
  unsigned ticks = reading->scope.ticks - before;
  cr_expect_eq(found, count, "%s: %zu", part, found);
  free_reading(reading);
  dt_buffer_free(&page);
  return ticks;
}

/* A page of twice the size takes about twice the ticks, at any depth. */
static void expect_linear(const char *open, unsigned opened, const char *part, unsigned parts, size_t count) {
  unsigned half = ticks_of(open, opened, part, parts / 2, count), whole = ticks_of(open, opened, part, parts, count);
  cr_expect_leq(whole, 2 * half + 10, "%s: %u ticks, with half as many parts %u", part, whole, half);
}

Test(content_breadcrumb, is_found_in_linear_time_on_deep_pages, .timeout = 60) {
  expect_linear("<b itemprop=name>", 900, "<i></i>x", rounds(200000), 0);
  expect_linear("<span class='a b' id=c>", 900, "<a href=x>foo</a> - bar<p></p>", rounds(100000), 0);
}

Test(content_breadcrumb, survives_hostile_pages) {
  dt_buffer page = {0};
  for (unsigned i = 0; i < rounds(2000); i++)
    dt_buffer_text(&page,
                   "<div itemscope itemtype='http://schema.org/BreadcrumbList' class='x y'><a href='/a/b'>c</a>");
  for (unsigned i = 0; i < rounds(20000); i++) dt_buffer_text(&page, "<a href=/>a</a> &gt; ");
  dt_buffer_byte(&page, '\0');
  reading_of *reading = read_content(page.data);
  cr_expect_leq(dt_find_breadcrumb(&reading->page).count, 24);
  free_reading(reading);
  dt_buffer_free(&page);
}
