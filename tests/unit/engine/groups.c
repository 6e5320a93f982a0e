/* Tests of src/engine/groups.c: whether records are groups of the records within them. */
#include "engine/runs.h"

#include "leaks.h"

#include <criterion/criterion.h>
#include <stdlib.h>

TestSuite(groups, .fini = find_leaks);

/* Expects that a page of these pieces has as many records in its main region. */
static void expect_count(uint32_t records, const char *piece, unsigned times) {
  run r;
  char *markup = page_with("<div>", piece, times, "</div>");
  run_all(&r, markup, NULL);
  uint32_t count = r.engine.region_count != 0 ? r.engine.regions[0].record_count : 0;
  cr_expect_eq(count, records, "%u records of %u %s", count, times, piece);
  run_end(&r);
  free(markup);
}

#define PERSON(N) "<div><img><div><h3>Office " N "#</h3><p>Name of person " N "#</p></div></div>"
#define NOTE(N) "<div><img><div><h3>Note " N "#</h3><p>2024-05-0#</p></div></div>"

Test(groups, rows_of_a_grid_are_groups_of_its_cells) {
  expect_count(15, "<div>" PERSON("a") PERSON("b") PERSON("c") "</div>", 5);
}

Test(groups, rows_of_a_grid_are_records_if_their_cells_say_different_things) {
  expect_count(5, "<div>" PERSON("a") NOTE("b") "</div>", 5);
  expect_count(5, "<tr><td>Name of person #<td>Department of things #", 5);
}

Test(groups, rows_of_a_grid_are_records_if_they_have_texts_of_their_own) {
  expect_count(5, "<div><h2>2024-05-0# Meeting of the whole council</h2>" PERSON("a") PERSON("b") "</div>", 5);
}

#define THING(N) "<li><a href=/" N "/#>Thing " N "#</a>"
#define THINGS "<ul>" THING("a") THING("b") THING("c") THING("d") "</ul>"

Test(groups, sections_with_a_heading_are_groups_of_the_links_in_their_lists) {
  expect_count(24, "<div><h3>#</h3>" THINGS "</div>", 6);
}

Test(groups, sections_are_records_if_their_headings_have_dates_or_are_long) {
  expect_count(6, "<div><h3>2024-05-0#</h3>" THINGS "</div>", 6);
  expect_count(6, "<div><h3>The name of a larger thing #</h3><p>@</p>" THINGS "</div>", 6);
}

Test(groups, sections_are_records_if_their_lists_are_not_linked) {
  expect_count(6, "<div><h3>Name #</h3><ul><li>Duty a#<li>Duty b#<li>Duty c#<li>Duty d#</ul></div>", 6);
}

Test(groups, sections_are_records_if_their_links_are_the_same_in_all) {
  expect_count(6,
               "<div><h3>Case #</h3><ul><li><a href=/a/#>Opinion</a><li><a href=/b/#>Order of the court</a>"
               "<li><a href=/c/#>Audio</a><li><a href=/d/#>Docket of the case</a></ul></div>",
               6);
}
