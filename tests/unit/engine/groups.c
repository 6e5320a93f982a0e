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

#define CLERK(N)                                                                                                       \
  "<div><img><div><h3>Clerk " N "#</h3><p>Clerk of person " N "#, in the department for all @</p></div></div>"
#define DEPARTMENT(HEADING, CLERKS) "<section>" HEADING "<div>" PERSON("a") "<div>" CLERKS "</div></div></section>"

/* Expects that nine departments, of which three have one clerk, three have two and three have three, are groups of
 * their persons, or records. */
static void expect_departments(bool groups, const char *one, const char *two, const char *three) {
  run r;
  dt_buffer markup = {0};
  dt_buffer_text(&markup, "<main>");
  add_times(&markup, one, 3);
  add_times(&markup, two, 3);
  add_times(&markup, three, 3);
  dt_buffer_text(&markup, "</main>");
  dt_buffer_byte(&markup, '\0');
  run_all(&r, markup.data, NULL);
  cr_expect_eq(r.engine.regions[0].record_count, groups ? 27 : 9, "%u records of %s", r.engine.regions[0].record_count,
               one);
  run_end(&r);
  dt_buffer_free(&markup);
}

Test(groups, sections_are_groups_of_members_as_rich_if_their_number_varies) {
  expect_departments(true, DEPARTMENT("<h2>Water #</h2>", CLERK("b")),
                     DEPARTMENT("<h2>Roads #</h2>", CLERK("b") CLERK("c")),
                     DEPARTMENT("<h2>Trees #</h2>", CLERK("b") CLERK("c") CLERK("d")));
}

Test(groups, sections_are_records_if_their_headings_have_dates_or_all_have_as_many_members) {
  expect_departments(false, DEPARTMENT("<h2>2024-05-0#</h2>", CLERK("b")),
                     DEPARTMENT("<h2>2024-06-0#</h2>", CLERK("b") CLERK("c")),
                     DEPARTMENT("<h2>2024-07-0#</h2>", CLERK("b") CLERK("c") CLERK("d")));
  expect_count(9, DEPARTMENT("<h2>Water #</h2>", CLERK("b") CLERK("c")), 9);
}

#define THING(N) "<li><a href=/" N "/#>Thing named " N "#</a>"
#define THINGS "<ul>" THING("a") THING("b") THING("c") THING("d") "</ul>"

Test(groups, sections_under_a_letter_are_groups_of_the_links_in_their_lists) {
  expect_count(24, "<div><h3>A#</h3>" THINGS "</div>", 6);
}

#define PLAYER(N) "<li>" N "# <a href=/" N "/#>Player " N "#</a>"

Test(groups, sections_under_a_name_are_groups_of_members_with_words_outside_links) {
  expect_count(
      24, "<div><h3><a href=/t/#>Team #</a></h3><ul>" PLAYER("7") PLAYER("8") PLAYER("9") PLAYER("3") "</ul></div>", 6);
}

Test(groups, lists_of_many_links_are_groups) {
  expect_count(54,
               "<ul>" THING("a") THING("b") THING("c") THING("d") THING("e") THING("f") THING("g") THING("h")
                   THING("i") "</ul>",
               6);
}

Test(groups, a_name_with_linked_tags_is_a_record) {
  expect_count(6, "<div><h3>Baker in a small shop #</h3>" THINGS "</div>", 6);
  expect_count(6, "<div><h3>Lamp #</h3>" THINGS "</div>", 6);
}

Test(groups, a_linked_name_with_links_to_its_pages_is_a_record) {
  expect_count(9,
               "<div><h3><a href=/#>Question #</a></h3><p><a href=/#/1>first part of #</a>"
               "<a href=/#/2>later part of #</a><a href=/#/3>final part of #</a></p></div>",
               9);
}

Test(groups, a_separator_or_a_rank_is_no_heading) {
  expect_count(6, "<div><p>|</p>" THINGS "</div>", 6);
  expect_count(6, "<div><p>#</p>" THINGS "</div>", 6);
}

Test(groups, sections_are_records_if_their_headings_have_dates_or_are_long) {
  expect_count(6, "<div><h3>2024-05-0#</h3>" THINGS "</div>", 6);
  expect_count(6, "<div><h3>The name of a larger thing #</h3><p>@</p>" THINGS "</div>", 6);
}

#define TALK(N) "<li>1" N ":0# <a href=/" N "/#>Talk named " N "#</a><p>Speaker of " N "#</p>"

Test(groups, sections_with_a_date_are_groups_of_events_with_times_of_their_own) {
  expect_count(18, "<div><h3>2024-05-0#</h3><ul>" TALK("1") TALK("2") TALK("4") "</ul></div>", 6);
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
