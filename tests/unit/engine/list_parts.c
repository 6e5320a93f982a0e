/* Tests of src/engine/list_parts.c: which regions are parts of one list. */
#include "engine/runs.h"

#include "leaks.h"

#include <criterion/criterion.h>
#include <stdlib.h>

TestSuite(list_parts, .fini = find_leaks);

#define REPORT "<li><a href=/r/#>Report # of the council</a>"

/* Returns the number of records of the main region of a page. */
static uint32_t main_records(const char *markup) {
  run r;
  run_all(&r, markup, NULL);
  uint32_t count = r.engine.region_count != 0 ? r.engine.regions[0].record_count : 0;
  run_end(&r);
  return count;
}

/* Expects that two lists after each other, of 8 and 4 pieces, are one list or two. */
static void expect_joined(bool joined, const char *open, const char *piece, const char *close, const char *other_open,
                          const char *other_piece, const char *other_close) {
  dt_buffer markup = {0};
  dt_buffer_text(&markup, open);
  add_times(&markup, piece, 8);
  dt_buffer_text(&markup, close);
  dt_buffer_text(&markup, other_open);
  add_times(&markup, other_piece, 4);
  dt_buffer_text(&markup, other_close);
  dt_buffer_byte(&markup, '\0');
  uint32_t records = main_records(markup.data);
  cr_expect_eq(records, joined ? 12 : 8, "%u records of %s and %s", records, piece, other_piece);
  dt_buffer_free(&markup);
}

static void expect_lists(bool joined, const char *other_open, const char *other_piece) {
  expect_joined(joined, "<div><h2>2024</h2><ul>", REPORT, "</ul></div>", other_open, other_piece, "</ul></div>");
}

Test(list_parts, lists_of_small_records_with_the_same_path_are_joined) {
  expect_lists(true, "<div><h2>2023</h2><ul>", REPORT);
}

Test(list_parts, small_records_with_other_links_lengths_or_kinds_of_text_are_not_joined) {
  expect_lists(false, "<div><h2>Notes</h2><ul>", "<li><b>Report # of the council</b>");
  expect_lists(false, "<div><h2>Site</h2><ul>", "<li><a href=/r/#>Page #</a>");
  expect_joined(false, "<div><ul>", "<li><a href=/r/#>Report of 2024-05-0#</a>", "</ul></div>", "<div><ul>", REPORT,
                "</ul></div>");
}

Test(list_parts, small_records_with_another_class_or_path_are_not_joined) {
  expect_lists(false, "<div><h2>2023</h2><ul class=foot>", REPORT);
  expect_lists(false, "<div><h2>2023</h2><ul>", "<li class=old><a href=/r/#>Report # of the council</a>");
  expect_lists(false, "<section><h2>2023</h2><ul>", REPORT);
}

#define HEADER "<tr><td>Date<td>Type<td>Agenda"
#define MEETING "<tr><td>May #<td>Regular meeting #<td><a href=/a/#>Agenda</a>"
#define WITHOUT_AGENDA "<tr><td>May #<td>Special meeting #<td>"

static void expect_tables(bool joined, const char *header, const char *other_open, const char *other_row) {
  dt_buffer open = {0};
  dt_buffer_text(&open, "<div><table>");
  dt_buffer_text(&open, header);
  dt_buffer_byte(&open, '\0');
  expect_joined(joined, open.data, MEETING, "</table></div>", other_open, other_row, "</table>");
  dt_buffer_free(&open);
}

Test(list_parts, tables_with_the_same_header_are_joined_and_their_headers_left_out) {
  expect_tables(true, HEADER, "<p><div><div><table>" HEADER, MEETING);
  expect_tables(true, HEADER, "<p><div><div><table>" HEADER, WITHOUT_AGENDA);
  expect_tables(true, "<tr><th>Date<th>Type<th>Agenda", "<section><table><tr><th>Date<th>Type<th>Agenda", MEETING);
}

Test(list_parts, tables_with_other_headers_elsewhere_are_not_joined) {
  expect_tables(false, "<tr><th>2024<th>Type<th>Agenda", "<section><table><tr><th>2023<th>Type<th>Agenda", MEETING);
  expect_tables(false, "<tr><th>Date<th>Type<th>Agenda", "<section><table><tr><th>Name<th>Role<th>Since",
                WITHOUT_AGENDA);
  expect_tables(false, "", "<section><table>", WITHOUT_AGENDA);
}

Test(list_parts, rows_with_the_same_kinds_of_values_are_joined) {
  expect_tables(true, "", "<div><table>", WITHOUT_AGENDA);
}

Test(list_parts, rows_of_filters_pagers_and_sums_are_not_joined) {
  expect_tables(false, "", "<div><table>", "<tr><td>Name <input><td>From <input><td>Word # <select></select>");
  expect_tables(false, "", "<div><table>", "<tr><td><a href=?#>#</a><td><a href=?#1>#1</a><td><a href=?#2>#2</a>");
  expect_tables(false, "", "<div><table>", "<tr><td>May #<td>Name #");
}

Test(list_parts, parts_of_lists_other_than_the_main_one_are_listed_once) {
  run r;
  dt_buffer markup = {0};
  dt_buffer_text(&markup, "<div><ul class=shop>");
  add_times(&markup, "<li><img src=#><a href=/s/#>Shop # in town</a><p>Open until # pm</p><p>@</p>", 20);
  dt_buffer_text(&markup, "</ul></div><div><ul>");
  add_times(&markup, REPORT, 6);
  dt_buffer_text(&markup, "</ul></div><div><ul>");
  add_times(&markup, REPORT, 5);
  dt_buffer_text(&markup, "</ul></div>");
  dt_buffer_byte(&markup, '\0');
  run_all(&r, markup.data, NULL);
  cr_expect_eq(r.engine.regions[0].record_count, 20);
  uint32_t lists = 0, parts = 0;
  for (uint32_t i = 1; i < r.engine.ranked_count; i++) {
    const dt_region *region = &r.engine.regions[i];
    bool report = region->cut.count == 6 || region->cut.count == 5;
    lists += report && i < r.engine.region_count && region->record_count == 11;
    parts += report && i >= r.engine.region_count;
  }
  cr_expect_eq(lists, 1);
  cr_expect_eq(parts, 1, "the part stays a candidate for wrappers");
  run_end(&r);
  dt_buffer_free(&markup);
}

/* Expects that lines between two dividers belong to the list or not. */
static void expect_sections(uint32_t expected, const char *divider, const char *line, unsigned count) {
  dt_buffer markup = {0};
  dt_buffer_text(&markup, "<div>");
  add_times(&markup, "<a href=/p/#>Kettle of copper #</a> $#.50<br>", 9);
  dt_buffer_text(&markup, divider);
  add_times(&markup, line, count);
  dt_buffer_text(&markup, "</div>");
  dt_buffer_byte(&markup, '\0');
  uint32_t records = main_records(markup.data);
  cr_expect_eq(records, expected, "%u records with %s and %s", records, divider, line);
  dt_buffer_free(&markup);
}

Test(list_parts, sections_of_a_list_that_say_other_things_are_left_out) {
  const char *company = "<a href=/c/#>Company #</a> of London<br>",
             *kettle = "<a href=/k/#>Kettle of steel #</a> $1#.50<br>";
  expect_sections(9, "<h2>Companies</h2>", company, 4);
  expect_sections(9, "<hr>", company, 4);
  expect_sections(13, "", company, 4);
  expect_sections(13, "<h2>Steel</h2>", kettle, 4);
  expect_sections(13, "<hr>", kettle, 4);
  expect_sections(11, "<h2>Companies</h2>", company, 2);
}

Test(list_parts, records_end_where_a_section_that_is_left_out_begins) {
  run r;
  char *markup = page_with("<div>", "<a href=/p/#>Kettle #</a> $#.50<br>", 9,
                           "<h2>Companies</h2><a href=/c/1>Ash</a> of Ely<br><a href=/c/2>Birch</a> of Rye<br>"
                           "<a href=/c/3>Cedar</a> of Deal<br></div>");
  run_all(&r, markup, NULL);
  const dt_region *region = &r.engine.regions[0];
  const dt_record *last = &region->records[region->record_count - 1];
  cr_assert_eq(region->record_count, 9);
  cr_expect_neq(r.tree->nodes[last->nodes[last->count - 1]].tag, DT_TAG_h2);
  run_end(&r);
  free(markup);
}
