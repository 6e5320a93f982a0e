/* Tests of src/engine/regions.c: the records of a page, from the first list to the last trim. */
#include "engine/runs.h"

#include "leaks.h"

#include <criterion/criterion.h>
#include <stdlib.h>

TestSuite(region, .fini = find_leaks);

static void expect_records_of(const char *before, const char *piece, unsigned count, const char *after,
                              const char *expected) {
  char *markup = page_with(before, piece, count, after);
  expect_records(markup, expected);
  free(markup);
}

Test(region, has_one_record_for_each_item) {
  expect_records_of("<ul>", "<li><a href=#>Name #</a><p>Town #</p>", 3, "</ul>",
                    "Name 1,Town 1 | Name 2,Town 2 | Name 3,Town 3");
  expect_records_of("<div>", "<div><h3>Name #</h3>Town #</div>", 3, "</div>",
                    "Name 1,Town 1 | Name 2,Town 2 | Name 3,Town 3");
  expect_records_of("<table>", "<tr><td>Name #<td>Town #<td>Road #", 3, "</table>",
                    "Name 1,Town 1,Road 1 | Name 2,Town 2,Road 2 | Name 3,Town 3,Road 3");
}

Test(region, has_records_of_several_siblings) {
  expect_records_of("<div>", "<h3><a href=#>Name #</a></h3><p>Town #</p>", 3, "</div>",
                    "Name 1,Town 1 | Name 2,Town 2 | Name 3,Town 3");
  expect_records_of("<dl>", "<dt><a href=#>Name #</a><dd>Town #", 3, "</dl>",
                    "Name 1,Town 1 | Name 2,Town 2 | Name 3,Town 3");
  expect_records_of("<p>", "<a href=#>Name #</a><br>Town #<br><br>", 3, "</p>",
                    "Name 1,Town 1 | Name 2,Town 2 | Name 3,Town 3");
  expect_records_of("<table role=none>", "<tr><td colspan=2><a href=#>Name #</a><tr><td>Town #<td>Road #", 3,
                    "</table>", "Name 1,Town 1,Road 1 | Name 2,Town 2,Road 2 | Name 3,Town 3,Road 3");
}

Test(region, leaves_out_the_header_row) {
  expect_records_of("<table><tr><th>Name<th>Town<th>Road", "<tr><td>Name #<td>Town #<td>Road #", 12, "</table>",
                    "Name 1,Town 1,Road 1 | Name 2,Town 2,Road 2 | Name 3,Town 3,Road 3 | Name 4,Town 4,Road 4 | Name "
                    "5,Town 5,Road 5 | "
                    "Name 6,Town 6,Road 6 | Name 7,Town 7,Road 7 | Name 8,Town 8,Road 8 | Name 9,Town 9,Road 9 | Name "
                    "10,Town 10,Road "
                    "10 | Name 11,Town 11,Road 11 | Name 12,Town 12,Road 12");
  expect_records_of("<table><tr><td><b>Name</b><td><b>Town</b><td><b>Link</b>",
                    "<tr><td><a href=#>Name #</a><td>Town #<td>No #", 4, "</table>",
                    "Name 1,Town 1,No 1 | Name 2,Town 2,No 2 | Name 3,Town 3,No 3 | Name 4,Town 4,No 4");
}

Test(region, leaves_out_bold_rows_before_rows_without_links) {
  expect_records_of("<table><tr><td><b>Name</b><td><b>Town</b>", "<tr><td>Name #<td>Town #", 11, "</table>",
                    "Name 1,Town 1 | Name 2,Town 2 | Name 3,Town 3 | Name 4,Town 4 | Name 5,Town 5 | Name 6,Town 6 | "
                    "Name 7,Town 7 | Name 8,Town 8 | Name 9,Town 9 | Name 10,Town 10 | Name 11,Town 11");
}

#define TALK(n) "<article class=t><h3><a href=" n ">Talk " n "</a></h3><p>Hall " n "</p></article>"

Test(region, leaves_out_headings_of_groups) {
  static const char talks[] =
      "Talk 1,Hall 1 | Talk 2,Hall 2 | Talk 3,Hall 3 | Talk 4,Hall 4 | Talk 5,Hall 5 | Talk 6,Hall 6 | Talk 7,Hall 7";
  expect_records("<div><h2>Monday</h2>" TALK("1") TALK("2") "<h2>Tuesday</h2>" TALK("3") TALK("4")
                     TALK("5") "<h2>Sunday</h2>" TALK("6") TALK("7") "</div>",
                 talks);
  expect_records("<div><div class=day>Monday</div>" TALK("1") TALK("2")
                     TALK("3") "<div class=day>Tuesday</div>" TALK("4")
                         TALK("5") "<div class=day>Sunday</div>" TALK("6") TALK("7") "</div>",
                 talks);
  /* with a note, or with another class */
  expect_records("<div><h2 class=first>Monday</h2>" TALK("1") TALK("2") "<h2>Tuesday</h2><p>Closed at 6</p>" TALK("3")
                     TALK("4") TALK("5") "<h2 class=last>Sunday</h2>" TALK("6") TALK("7") "</div>",
                 talks);
  /* the first group has none */
  expect_records("<div>" TALK("1") TALK("2") "<h4>Tuesday</h4>" TALK("3") TALK("4")
                     TALK("5") "<h4>Sunday</h4>" TALK("6") TALK("7") "</div>",
                 talks);
  /* other elements belong to the record before if none is before the first one */
  expect_records(
      "<div>" TALK("1") TALK("2") "<p>Late</p>" TALK("3") TALK("4") TALK("5") "<p>Early</p>" TALK("6")
          TALK("7") "</div>",
      "Talk 1,Hall 1 | Talk 2,Hall 2,Late | Talk 3,Hall 3 | Talk 4,Hall 4 | Talk 5,Hall 5,Early | Talk 6,Hall 6 "
      "| Talk 7,Hall 7");
}

#define DISH(name, sum) "<p class=dish><a href=/" name ">" name "</a> <b>" sum "</b></p>"
#define ITEM(name, sum) "<tr><td>" name "<td>" sum "<td>1"

Test(region, leaves_out_titles_among_records_of_the_same_tag) {
  expect_records("<div><p class=cat>Soups</p>" DISH("Leek", "£4")
                     DISH("Pea", "£5") "<p class=cat>Pies</p>" DISH("Plum", "£6") DISH("Fig", "£7")
                         DISH("Apple", "£5") "</div>",
                 "Leek,£4 | Pea,£5 | Plum,£6 | Fig,£7 | Apple,£5");
  expect_records("<table><tr><td><b>Fruit</b><td>&nbsp;<td>&nbsp;" ITEM("Plum", "£6") ITEM("Fig", "£7")
                     ITEM("Pear", "£5") "<tr><td><b>Bread</b><td>&nbsp;<td>&nbsp;" ITEM("Rye", "£3")
                         ITEM("Spelt", "£4") "</table>",
                 "Plum,£6,1 | Fig,£7,1 | Pear,£5,1 | Rye,£3,1 | Spelt,£4,1");
  /* records of which some have only a name */
  expect_records("<div>" DISH("Leek", "£4") "<p class=dish><a href=/x>Pea</a></p>" DISH("Plum", "£6")
                     DISH("Fig", "£7") "<p class=dish><a href=/y>Kale</a></p>" DISH("Apple", "£5") "</div>",
                 "Leek,£4 | Pea | Plum,£6 | Fig,£7 | Kale | Apple,£5");
}

#define MONTH(name, sum) "<div class=m><b>" name "</b> <i>" sum "</i></div>"

Test(region, reads_the_members_of_groups_of_equal_size) {
  expect_records(
      "<div><h3>Quarter 1</h3>" MONTH("January", "20") MONTH("February", "31")
          MONTH("March", "7") "<h3>Quarter 2</h3>" MONTH("April", "12") MONTH("May", "41")
              MONTH("June", "9") "<h3>Quarter 3</h3>" MONTH("July", "25") MONTH("August", "3")
                  MONTH("September", "18") "<h3>Quarter 4</h3>" MONTH("October", "6") MONTH("November", "14")
                      MONTH("December", "22") "</div>",
      "January 20 | February 31 | March 7 | April 12 | May 41 | June 9 | July 25 | August 3 | September 18 | "
      "October 6 | November 14 | December 22");
  /* lines with labels are parts of a record */
  expect_records("<div><h3>Ann</h3>" MONTH("Tel:", "123") MONTH("Room:", "A 1") "<h3>Bo</h3>" MONTH("Tel:", "124")
                     MONTH("Room:", "B 7") "<h3>Cy</h3>" MONTH("Tel:", "129") MONTH("Room:", "C 2") "</div>",
                 "Ann,Tel: 123,Room: A 1 | Bo,Tel: 124,Room: B 7 | Cy,Tel: 129,Room: C 2");
}

Test(region, leaves_out_sums) {
  expect_records_of("<table>", "<tr><td><a href=#>Name #</a><td>#.50", 4, "<tr><td>Sum<td>10.00</table>",
                    "Name 1,1.50 | Name 2,2.50 | Name 3,3.50 | Name 4,4.50");
}

Test(region, reads_grids_row_by_row) {
  expect_records_of("<table role=none>",
                    "<tr><td><a href=#>Name #</a><p>Town #</p><td><a href=#>Nome #</a><p>Tawn #</p>", 2, "</table>",
                    "Name 1,Town 1 | Nome 1,Tawn 1 | Name 2,Town 2 | Nome 2,Tawn 2");
  expect_records_of(
      "<section>",
      "<div><div><a href=#>Name #</a><p>Town #</p></div><div><a href=#>Nome #</a><p>Tawn #</p></div></div>", 3,
      "</section>", "Name 1,Town 1 | Nome 1,Tawn 1 | Name 2,Town 2 | Nome 2,Tawn 2 | Name 3,Town 3 | Nome 3,Tawn 3");
}

Test(region, finds_records_that_each_have_a_parent_element) {
  expect_records_of("<section>", "<div><div><h3><a href=#>Name #</a></h3><p>Town #</p></div></div>", 3, "</section>",
                    "Name 1,Town 1 | Name 2,Town 2 | Name 3,Town 3");
}

Test(region, adopts_separate_records) {
  expect_records_of(
      "<div><section><div><article><h3><a href=t>Top</a></h3><p>First</p><p>0</p></article></div></section><div>",
      "<article><h3><a href=#>Name #</a></h3><p>Town #</p><p>#</p></article>", 4, "</div></div>",
      "Top,First,0 | Name 1,Town 1,1 | Name 2,Town 2,2 | Name 3,Town 3,3 | Name 4,Town 4,4");
}

Test(region, does_not_adopt_dissimilar_elements) {
  expect_records_of("<div><section><div><article><ul><li>a<li>b<li>c<li>d</ul></article></div></section><div>",
                    "<article><h3><a href=#>Name #</a></h3><p>Town #</p><p>#</p></article>", 4, "</div></div>",
                    "Name 1,Town 1,1 | Name 2,Town 2,2 | Name 3,Town 3,3 | Name 4,Town 4,4");
}

Test(region, joins_the_parts_of_one_list) {
  expect_records_of(
      "<div>", "<h2>Month #</h2><ul><li><a href=a#>Name #</a><p>Town #</p><li><a href=b#>Nome #</a><p>Tawn #</p></ul>",
      2, "</div>", "Name 1,Town 1 | Nome 1,Tawn 1 | Name 2,Town 2 | Nome 2,Tawn 2");
}

#define POT(name) "<li><h3><a href=" name ">Pot " name "</a></h3><p>Town " name "</p><p>7" name "</p>"

Test(region, does_not_join_lists_with_different_titles) {
  expect_records_of("<h2>Sponsored</h2><ul class=paid>" POT("x") POT("y") "</ul><h2>Results</h2><ul class=found>",
                    "<li><h3><a href=#>Name #</a></h3><p>Town #</p><p>#</p>", 4, "</ul>",
                    "Name 1,Town 1,1 | Name 2,Town 2,2 | Name 3,Town 3,3 | Name 4,Town 4,4");
  expect_records_of("<ul class=odd>" POT("x") POT("y") "</ul><ul class=even>",
                    "<li><h3><a href=#>Name #</a></h3><p>Town #</p><p>#</p>", 2, "</ul>",
                    "Pot x,Town x,7x | Pot y,Town y,7y | Name 1,Town 1,1 | Name 2,Town 2,2");
}

Test(region, does_not_overlap_an_earlier_one) {
  run r;
  run_all(&r,
          "<div><h2>May</h2><ul>" POT("a") POT("b") POT("c") "</ul><h2>June</h2><ul>" POT("d") POT("e") "</ul></div>",
          NULL);
  cr_assert_gt(r.engine.region_count, 0);
  cr_expect_eq(r.engine.regions[0].record_count, 5);
  for (uint32_t i = 1; i < r.engine.region_count; i++)
    cr_expect_neq(r.tree->nodes[r.engine.regions[i].records[0].nodes[0]].tag, DT_TAG_li);
  run_end(&r);
}

Test(region, is_not_the_navigation_of_the_page) {
  expect_records_of("<nav><ul><li><a href=a>Start</a><li><a href=b>News</a><li><a href=c>Shop</a><li><a "
                    "href=d>Contact</a></ul></nav><div>",
                    "<div><a href=#>Name #</a><p>Town #</p></div>", 4,
                    "</div><footer><a href=e>Imprint</a><a href=f>Terms</a></footer>",
                    "Name 1,Town 1 | Name 2,Town 2 | Name 3,Town 3 | Name 4,Town 4");
}

Test(region, skips_elements_between_records) {
  expect_records_of("<div>", "<div><h3><a href=#>Name #</a></h3><p>Town #</p></div><hr>", 4, "</div>",
                    "Name 1,Town 1 | Name 2,Town 2 | Name 3,Town 3 | Name 4,Town 4");
}

Test(region, may_have_records_that_lack_parts) {
  expect_records("<ul><li><a href=1>Name 1</a><p>Town 1</p><p>9</p><li><a href=2>Name 2</a><p>Town 2</p><li><a "
                 "href=3>Name 3</a><p>Town "
                 "3</p><p>8</p></ul>",
                 "Name 1,Town 1,9 | Name 2,Town 2 | Name 3,Town 3,8");
}

Test(region, of_two_records_is_found) {
  expect_records_of("<ul>", "<li><a href=#>Name #</a><p>Town #</p>", 2, "</ul>", "Name 1,Town 1 | Name 2,Town 2");
}

Test(region, is_not_found_on_a_page_without_lists) {
  expect_records("<h1>A story</h1><div><p>Once upon a time.</p></div>", "");
}

/* ---- limits and invariants ---- */

static void expect_different(const dt_region *a, const dt_region *b) {
  bool same = a->record_count == b->record_count && a->records[0].nodes[0] == b->records[0].nodes[0] &&
              a->records[a->record_count - 1].nodes[0] == b->records[b->record_count - 1].nodes[0];
  cr_expect_not(same, "%u records from node %u on are two regions", a->record_count, a->records[0].nodes[0]);
}

Test(region, does_not_share_nodes_with_an_earlier_region) {
  run r;
  char *markup = page_with("<div><h1>Sales</h1><div><a href=/s>Sales</a> <a href=/h>Houses</a> <a href=/p>Prices</a>"
                           "</div></div><div>",
                           "<div><a href=#>Clock #</a><p>House #</p><p>2024-01-0#</p></div>", 5, "</div><p>Page 1</p>");
  run_all(&r, markup, NULL);
  cr_assert_gt(r.engine.region_count, 1);
  for (uint32_t a = 0; a < r.engine.region_count; a++)
    for (uint32_t b = 0; b < a; b++) expect_different(&r.engine.regions[a], &r.engine.regions[b]);
  run_end(&r);
  free(markup);
}

static void expect_status(const char *markup, size_t max_records, detm_status expected) {
  detm_extract_options options = detm_extract_defaults;
  detm_error error = DETM_ERROR_NONE;
  detm_page *page = page_of(markup);
  options.max_records = max_records;
  detm_result *result = detm_extract(page, &options, &error);
  cr_expect_eq(result == NULL, expected != DETM_OK);
  cr_expect_eq(error.status, expected);
  detm_result_free(result);
  detm_page_free(page);
}

Test(region, with_too_many_records_is_refused) {
  char *markup = page_with("<ul>", "<li><a href=#>Name #</a> @", 10, "</ul>");
  expect_status(markup, 10, DETM_OK);
  expect_status(markup, 9, DETM_LIMIT);
  free(markup);
}

Test(region, count_is_limited_by_the_options) {
  char *markup = page_with("", "<ul class=c#><li>Name #<li>Town #<li>Road #</ul><hr>", 6, "");
  for (size_t wanted = 1; wanted < 4; wanted++) {
    run r;
    detm_extract_options options = detm_extract_defaults;
    options.max_regions = wanted;
    run_all(&r, markup, &options);
    cr_expect_eq(r.engine.region_count, wanted);
    run_end(&r);
  }
  free(markup);
}

static void expect_sound_records(const run *r, const dt_region *region) {
  dt_index end = 0;
  cr_assert_gt(region->record_count, 0);
  for (uint32_t n = 0; n < region->record_count; n++) {
    const dt_record *record = &region->records[n];
    cr_assert_gt(record->count, 0);
    for (uint32_t k = 0; k < record->count; k++) {
      cr_assert_geq(record->nodes[k], end, "records and their siblings follow each other");
      end = r->tree->nodes[record->nodes[k]].end;
    }
  }
}

Test(region, records_of_tag_soup_follow_each_other) {
  for (uint32_t round = 1; round <= 200; round++) {
    uint32_t seed = round;
    run r;
    dt_buffer soup = {0};
    add_soup(&soup, &seed, 60 + round);
    dt_buffer_byte(&soup, '\0');
    run_all(&r, soup.data, NULL);
    for (uint32_t i = 0; i < r.engine.region_count; i++) expect_sound_records(&r, &r.engine.regions[i]);
    run_end(&r);
    dt_buffer_free(&soup);
  }
}

Test(region, is_found_on_large_hostile_pages) {
  static const char *const pieces[] = {"<p>a #",    "<div><i#>a</i#>",      "<ul><li>a<li>b",
                                       "<td><tr>#", "<a href=#>a</a>#<br>", "<x#><y#>t</y#></x#>"};
  for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
    run r;
    char *markup = page_with("<div>", pieces[i], 1000, "");
    run_all(&r, markup, NULL);
    for (uint32_t n = 0; n < r.engine.region_count; n++) expect_sound_records(&r, &r.engine.regions[n]);
    run_end(&r);
    free(markup);
  }
}

Test(region, leaves_out_empty_rows) {
  char markup[2048] = "<table>";
  for (int i = 1; i <= 12; i++)
    snprintf(markup + strlen(markup), sizeof markup - strlen(markup), "<tr><td><a href=/%d>Name %d</a><td>Town %d%s", i,
             i, i, i == 6 ? "<tr><td><a href=/></a><td>" : "");
  strcat(markup, "</table>");
  run r;
  run_all(&r, markup, NULL);
  cr_expect_eq(r.engine.regions[0].record_count, 12);
  run_end(&r);
}
