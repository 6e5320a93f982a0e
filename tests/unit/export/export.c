/* Tests of src/export: selectors of wrappers, by the public calls. */
#include <detm/export.h>

#include "allocation.h"
#include "leaks.h"
#include "wrapper/learn/learned.h"

#include <criterion/criterion.h>

TestSuite(export, .fini = find_leaks);

static const char *const list =
    "<ul class=r><li class=odd><a class=name href=/1>Oak clock</a> by <b>Harding</b><br>9 reviews<li class=even><a "
    "class=name href=/2>Slate clock</a> by <b>Weir</b><br>17 reviews<li class=odd><a class=name href=/3>Brass "
    "clock</a> "
    "by <b>Lund</b><br>25 reviews<li class=even><a class=name href=/4>Tin clock</a> by <b>Sands</b><br>31 reviews</ul>";

/* Exports the wrapper of a page, with the page; the caller frees the text. */
static dt_buffer exported(const char *markup, detm_export_format format) {
  detm_error error = DETM_ERROR_NONE;
  dt_buffer out = {0};
  detm_page *page = detm_page_parse(markup, strlen(markup), NULL, &error);
  cr_assert_not_null(page, "%s", error.text);
  const detm_page *pages[] = {page};
  detm_wrapper *wrapper = wrapper_from(&markup, 1);
  detm_export *selectors = detm_export_make(wrapper, pages, 1, &error);
  cr_assert_not_null(selectors, "%s", error.text);
  cr_assert_eq(detm_export_write(selectors, format, dt_buffer_write, &out, &error), DETM_OK);
  dt_buffer_byte(&out, '\0');
  detm_export_free(selectors);
  detm_wrapper_free(wrapper);
  detm_page_free(page);
  return out;
}

static void expect_part(const char *markup, detm_export_format format, const char *part) {
  dt_buffer out = exported(markup, format);
  cr_assert_not_null(strstr(out.data, part), "%s is not in\n%s", part, out.data);
  dt_buffer_free(&out);
}

Test(export, records_are_selected_without_a_class_that_only_some_have) {
  expect_part(list, DETM_EXPORT_CSS, "\"records\": \"ul[class=\\\"r\\\"] > li:has(a.name)\"");
}

Test(export, a_link_is_selected_by_its_class) {
  expect_part(list, DETM_EXPORT_CSS, "\"css\": \"a.name\", \"attribute\": \"href\"");
}

Test(export, a_text_beside_elements_is_selected_by_their_number) {
  expect_part(list, DETM_EXPORT_XPATH, "[count(preceding-sibling::*[self::a or self::br])=2]");
}

Test(export, the_unit_of_a_number_is_removed_by_a_pattern) {
  expect_part(list, DETM_EXPORT_XPATH, "\"joined\": true, \"pattern\": ");
}

Test(export, a_field_that_css_cannot_select_is_listed) {
  expect_part(list, DETM_EXPORT_CSS, "\"reason\": \"only XPath can select it\"");
}

static const char *const table =
    "<table class=r><tr><th>Name<th>Born<th>Known for<tr><td><a href=/ada>Ada</a><td>1815<td>engine<br>notes<tr><td>"
    "<a href=/emmy>Emmy</a><td>1882<td>rings<tr><td><a href=/grace>Grace</a><td>1906<td>compilers<br>words</table>";

Test(export, rows_are_selected_by_headers_with_and_without_a_tbody) {
  expect_part(table, DETM_EXPORT_XPATH,
              "\"records\": \"//table[(tr|*/tr)/th[normalize-space()='Name']][(tr|*/tr)/th[normalize-space()='Born']]"
              "[(tr|*/tr)/th[normalize-space()='Known for']]/descendant::tr[td][*[2]]"
              "[not(parent::thead or parent::tfoot)]\"");
}

Test(export, rows_are_selected_by_their_cells_in_css) {
  expect_part(table, DETM_EXPORT_CSS, "\"records\": \"table tr:has(> :is(td, th):nth-child(3))");
}

Test(export, a_column_is_counted_in_the_row_of_its_header) {
  expect_part(table, DETM_EXPORT_XPATH,
              "\"xpath\": \"./*[self::td or self::th][count(ancestor::table[1]/descendant::tr[1]/*"
              "[(.|following-sibling::*)[normalize-space()='Born']])]\"");
}

Test(export, a_column_is_its_number_in_css) {
  expect_part(table, DETM_EXPORT_CSS, "\"css\": \":is(td, th):nth-child(2)\"");
  expect_part(table, DETM_EXPORT_CSS, "\"reason\": \"CSS finds columns by their place, not by their headers\"");
}

Test(export, a_link_of_a_column_has_its_address) {
  expect_part(table, DETM_EXPORT_XPATH, "[normalize-space()='Name']])]/descendant::a/@href\"");
}

Test(export, the_lines_of_a_cell_are_values) {
  expect_part(table, DETM_EXPORT_XPATH,
              "[normalize-space()='Known for']])]/descendant::text()[normalize-space()]\", \"list\": true");
}

Test(export, a_header_in_a_thead_is_searched_there) {
  expect_part("<table><thead><tr><th>Name<th>Born</thead><tr><td>Ada<td>1815<tr><td>Emmy<td>1882<tr><td>Grace<td>1906"
              "</table>",
              DETM_EXPORT_XPATH, "ancestor::table[1]/thead/tr/*[(.|following-sibling::*)[normalize-space()='Born']]");
}

Test(export, columns_with_the_same_header_are_counted) {
  expect_part("<table><tr><th>Boat<th>Catch<th>Catch<tr><td>Hope<td>12<td>31<tr><td>Fame<td>8<td>17<tr><td>Dawn<td>4"
              "<td>25</table>",
              DETM_EXPORT_XPATH, "[normalize-space()='Catch'][2]");
}

Test(export, a_header_with_a_footnote_is_known_by_its_beginning) {
  expect_part("<table><tr><th>Boat<th>Catch<sup>[1]</sup><tr><td>Hope<td>12<tr><td>Fame<td>8<tr><td>Dawn<td>4</table>",
              DETM_EXPORT_XPATH, "[starts-with(normalize-space(),'Catch')]");
}

Test(export, a_header_with_both_quotes_is_concatenated) {
  expect_part("<table><tr><th>Boat<th>Who's \"it\"<tr><td>Hope<td>12<tr><td>Fame<td>8<tr><td>Dawn<td>4</table>",
              DETM_EXPORT_PARSEL, "normalize-space()=concat(\\\"Who's \\\",'\\\"it\\\"')");
}

Test(export, a_head_of_td_is_no_record) {
  expect_part("<table><tr><td><b>Boat</b><td><b>Catch</b><tr><td>Hope<td>12<tr><td>Fame<td>8<tr><td>Dawn<td>4</table>",
              DETM_EXPORT_XPATH, "[not(td[normalize-space()='Boat'])]");
}

Test(export, cells_behind_one_of_several_rows_are_counted_from_the_end) {
  expect_part(
      "<table><tr><th>Year<th>Winner<th>Goals<tr><td rowspan=2>1951<td>Hope<td>3<tr><td>Fame<td>7<tr>"
      "<td rowspan=2>1952<td>Dawn<td>9<tr><td>Hope<td>8</table>",
      DETM_EXPORT_XPATH,
      "[last()+1-count(ancestor::table[1]/descendant::tr[1]/*[(.|preceding-sibling::*)[normalize-space()='Goals'");
}

Test(export, cells_behind_one_of_several_columns_are_counted_by_columns) {
  expect_part("<table><tr><th>Boat<th>Cod<th>Ling<th>Port<tr><td>Hope<td>3<td>4<td>Ness<tr><td>Fame<td colspan=2>none"
              "<td>Holm<tr><td>Dawn<td>9<td>2<td>Ness<tr><td>Gull<td>8<td>1<td>Lund</table>",
              DETM_EXPORT_XPATH, "sum(preceding-sibling::*/@colspan)+count(preceding-sibling::*[not(@colspan)])<");
}

Test(export, a_joined_header_is_found_by_its_place) {
  static const char *const joined =
      "<table><thead><tr><th rowspan=2>Boat<th colspan=2>Cod<th "
      "colspan=2>Ling<tr><th>Spring<th>Autumn<th>Spring<th>Autumn"
      "</thead><tr><td>Hope<td>3<td>14<td>5<td>7<tr><td>Fame<td>9<td>2<td>6<td>1<tr><td>Dawn<td>4<td>8<td>11<td>12</"
      "table>";
  expect_part(joined, DETM_EXPORT_XPATH,
              "\"name\": \"cod-spring\", \"type\": \"number\", \"xpath\": "
              "\"./*[self::td or self::th][2]\"");
  expect_part(joined, DETM_EXPORT_PARSEL, "# inexact: cod-spring: its column is found by its place, not by its header");
}

Test(export, a_prefixed_element_is_selected_by_its_name) {
  expect_part("<div class=r><p><x:a>Ada</x:a><i>1</i><p><x:a>Emmy</x:a><i>2</i><p><x:a>Grace</x:a><i>3</i></div>",
              DETM_EXPORT_XPATH, "descendant::*[name()='x:a' or name()='x_a']");
}

Test(export, a_format_that_does_not_exist_is_refused) {
  detm_error error = DETM_ERROR_NONE;
  detm_wrapper *wrapper = wrapper_from(&list, 1);
  detm_export *selectors = detm_export_make(wrapper, NULL, 0, &error);
  cr_assert_not_null(selectors);
  cr_assert_eq(detm_export_write(selectors, (detm_export_format)9, dt_buffer_write, NULL, &error), DETM_USAGE);
  cr_assert_null(detm_export_left_out_get(selectors, DETM_EXPORT_CSS, 99));
  detm_export_free(selectors);
  detm_wrapper_free(wrapper);
}

Test(export, records_are_distinguished_by_what_others_have) {
  expect_part(
      "<div><a href=/1>Oak clock</a>, <i>12</i><br><a href=/x><img src=x></a><a href=/2>Slate clock</a>, "
      "<i>9</i><br><a href=/x><img src=x></a><a href=/3>Brass clock</a>, <i>31</i><br><a href=/x><img src=x></a>"
      "<a href=/4>Tin clock</a>, <i>4</i><br><a href=/x><img src=x></a></div>",
      DETM_EXPORT_XPATH, "\"records\": \"//div//a[not(descendant::img)]");
}

/* The fields of this list have no class, and their places vary. */
static const char *const labelled =
    "<ul class=r><li><a href=/1>Oak clock</a><dl><dt>Made<dd>1815<dt>Sold<dd>1882</dl>"
    "<li><a href=/2>Slate clock</a><dl><dt>Sold<dd>1907</dl><li><a href=/3>Brass clock</a><dl><dt>Made<dd>1906<dt>Sold"
    "<dd>1954</dl><li><a href=/4>Tin clock</a><dl><dt>Made<dd>1911</dl><li><a href=/5>Red clock</a><dl><dt>Made<dd>1922"
    "<dt>Sold<dd>1925</dl></ul>";

Test(export, a_field_is_distinguished_by_its_label) {
  expect_part(labelled, DETM_EXPORT_XPATH, "[preceding-sibling::*[1][normalize-space()='Made']]");
}

static const char *const marked =
    "<ul class=r><li><a href=/1>Oak clock</a><i>Kent - Harding</i><li><a href=/2>Slate clock</a><i>Wells - Weir</i>"
    "<li><a href=/3>Brass clock</a><i>Poole - Lund</i><li><a href=/4>Tin clock</a><i>Ely - Sands</i></ul>";

Test(export, parts_between_marks_have_a_pattern) {
  expect_part(marked, DETM_EXPORT_XPATH, "\"pattern\": \"^(?:[ |]*(.*?)(?: \\\\- .*)?|.*)$\"");
  expect_part(marked, DETM_EXPORT_XPATH, "\"pattern\": \"^(?:.*? \\\\- [ |]*(.*?)|.*)$\"");
}

Test(export, parts_between_marks_are_substrings_in_xslt) {
  expect_part(marked, DETM_EXPORT_XSLT, "normalize-space($text-2),' - '),' - ')");
}

Test(export, a_text_beside_the_elements_of_a_record_is_selected) {
  expect_part(
      "<div class=r><a href=/1>Oak clock</a>, of Kent<br><a href=/2>Slate clock</a>, of Wells<br><a href=/3>Brass "
      "clock</a>, of Poole<br><a href=/4>Tin clock</a>, of Ely<br></div>",
      DETM_EXPORT_XPATH,
      "\"xpath\": \"./following-sibling::node()[self::* or self::text()[normalize-space()]][1][not(self::a or "
      "self::br)]\"");
}
