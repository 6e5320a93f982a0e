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

Test(export, rows_are_selected_with_and_without_a_tbody) {
  expect_part("<table class=r><tr><th>Name<th>Born<tr><td>Ada<td>1815<tr><td>Emmy<td>1882<tr><td>Grace<td>1906</table>",
              DETM_EXPORT_XPATH, "//table//tr[*[self::td or self::th][2]][not(th)]");
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
