/* Tests of src/engine/separate.c: where a list of siblings is cut into records. */
#include "engine/runs.h"

#include "leaks.h"
#include "rounds.h"

#include <criterion/criterion.h>
#include <stdlib.h>

TestSuite(segment, .fini = find_leaks);

/* Expects this best cut of the list x: the first siblings of the records, and the end; "" = no cut. */
static void expect_cut(const char *markup, const char *expected) {
  run r;
  dt_cut cut;
  dt_text_statistics texts;
  dt_buffer out = {0};
  run_prepare(&r, markup);
  if (cut_of(&r, "x", &cut, &texts))
    for (uint32_t n = 0; n <= cut.count; n++) dt_buffer_format(&out, n == 0 ? "%u" : " %u", cut.starts[n]);
  dt_buffer_byte(&out, '\0');
  cr_expect_str_eq(out.data, expected, "%s\n  is       %s\n  should be %s", markup, out.data, expected);
  dt_buffer_free(&out);
  run_end(&r);
}

static void expect_cut_of(const char *before, const char *piece, unsigned count, const char *after,
                          const char *expected) {
  char *markup = page_with(before, piece, count, after);
  expect_cut(markup, expected);
  free(markup);
}

Test(segment, makes_each_sibling_a_record_if_all_are_similar) {
  expect_cut_of("<ul id=x>", "<li><a href=#>Name #</a> from @", 4, "</ul>", "0 1 2 3 4");
  expect_cut_of("<div id=x>", "<div><h3>Name #</h3><p>@</p></div>", 3, "</div>", "0 1 2 3");
  expect_cut_of("<table><tbody id=x>", "<tr><td>Name #<td>@<td>#", 5, "</table>", "0 1 2 3 4 5");
  expect_cut_of("<p id=x>", "<a href=#>Name #</a>", 3, "</p>", "0 1 2 3");
}

Test(segment, makes_runs_of_siblings_records) {
  expect_cut_of("<div id=x>", "<h2>Name #</h2><p>@</p>", 4, "</div>", "0 2 4 6 8");
  expect_cut_of("<div id=x>", "<h2><a href=#>Name #</a></h2><p>@</p><div>#.5.24</div>", 4, "</div>", "0 3 6 9 12");
  expect_cut_of("<table><tbody id=x>", "<tr><td colspan=2><b>Name #</b><tr><td>@<td>#.50", 4, "</table>", "0 2 4 6 8");
}

Test(segment, starts_definitions_at_their_terms) {
  expect_cut_of("<dl id=x>", "<dt>Name #<dd>@", 4, "</dl>", "0 2 4 6 8");
  expect_cut_of("<dl id=x>", "<dt><a href=#>Name #</a><dd>@<dd>No #", 4, "</dl>", "0 3 6 9 12");
  expect_cut("<dl id=x><dt>a<dd>one<dt>b<dd>two<dd>three<dt>c<dd>four<dt>d<dd>five</dl>", "0 2 5 7 9");
}

Test(segment, separates_records_at_line_breaks) {
  expect_cut_of("<div id=x>", "<a href=#>Name #</a><br>@<br><br>", 4, "</div>", "0 4 8 12 16");
  expect_cut_of("<div id=x>", "<a href=#>Name #</a> @<hr>", 4, "</div>", "0 3 6 9 12");
}

Test(segment, survives_many_rules) { expect_cut_of("<div id=x>", "<hr>", rounds(200000), "</div>", ""); }

Test(segment, accepts_records_that_lack_a_part) {
  expect_cut("<div id=x><h3>a</h3><p>one</p><span>1</span><h3>b</h3><p>two</p><h3>c</h3><h3>d</h3><p>four</p></div>",
             "0 3 5 6 8");
}

Test(segment, leaves_out_nodes_before_the_first_record) {
  expect_cut_of("<div id=x><h1>All names</h1><form><input></form>", "<div><a href=#>Name #</a><p>@</p></div>", 5,
                "</div>", "2 3 4 5 6 7");
}

Test(segment, leaves_out_nodes_after_the_last_record) {
  expect_cut_of("<div id=x>", "<h3><a href=#>Name #</a></h3><p>@</p>", 5,
                "<form><input><input></form><ul><li>z</ul></div>", "0 2 4 6 8 10");
}

Test(segment, includes_nodes_before_the_start_of_every_record) {
  expect_cut_of("<div id=x>", "<img src=#><h3><a href=#>Name #</a></h3><p>@</p>", 5, "</div>", "0 3 6 9 12 15");
}

Test(segment, includes_nodes_before_most_of_the_starts) {
  expect_cut("<div id=x><img src=1><h3>a</h3><p>one</p><img src=2><h3>b</h3><p>two</p><h3>c</h3><p>three</p><img "
             "src=4><h3>d</h3>"
             "<p>four</p><img src=5><h3>e</h3><p>five</p></div>",
             "0 3 6 8 11 14");
}

Test(segment, leaves_out_a_paragraph_before_records_that_begin_with_headings) {
  expect_cut_of("<div id=x><h1>All names</h1><p>z</p>", "<h3>Name #</h3><p>@</p><p>No #</p>", 4, "</div>",
                "2 5 8 11 14");
}

Test(segment, starts_at_a_paragraph_like_others_that_the_records_begin_with) {
  expect_cut_of("<div id=x><h1>All names</h1>", "<p>Name #</p><p><img src=#></p><p>@<br>No #</p>", 4,
                "<div><a href=y>z</a></div></div>", "1 4 7 10 13");
}

Test(segment, ends_the_last_record_at_the_end_of_the_list) {
  expect_cut_of(
      "<div id=x>", "<h3><a href=#>Name #</a></h3><p>@</p>", 6,
      "<h3><a href=y>About</a></h3><ul><li>a<li>b<li>c</ul><form><input><input></form><table><tr><td>d</table>"
      "<h3><a href=z>Terms</a></h3><form><input><input><input></form><table><tr><td>e<td>f<tr><td>g</table></div>",
      "0 2 4 6 8 10 12");
}

Test(segment, finds_no_records_where_nothing_is_repeated) {
  static const char *const pages[] = {
      "<div id=x></div>",
      "<div id=x><p>a</p></div>",
      "<div id=x>a</div>",
      "<div id=x><h1>a</h1><p>b</p><ul><li>c</ul></div>",
  };
  for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) expect_cut(pages[i], "");
}

Test(segment, measures_how_much_a_cut_explains) {
  run r;
  dt_cut cut;
  dt_text_statistics texts;
  run_prepare(&r, "<ul id=x><li><a href=1>a</a><p>b</p><li><a href=2>c</a><p>d</p><li><a href=3>e</a><li><a "
                  "href=4>f</a><p>g</p></ul>");
  cr_assert(cut_of(&r, "x", &cut, &texts));
  cr_expect_eq(cut.count, 4);
  cr_expect_eq(cut.total, 5 + 5 + 3 + 5);
  cr_expect_eq(dt_cut_size(&cut, 2), 3);
  cr_expect_eq(dt_cut_size(&cut, cut.reference), 5, "the reference is of median size");
  cr_expect_float_eq(cut.saved, 18 - 5 - 2, 1e-9, "%g: all but the reference and the two nodes that differ", cut.saved);
  cr_expect_float_eq(cut.similarity, (1 + 0.75 + 1) / 3, 1e-9, "%g", cut.similarity);
  cr_expect_float_eq(cut.coverage, 15, 1e-9, "%g: a similarity of 0.75 is not above it", cut.coverage);
  run_end(&r);
}

Test(segment, uses_one_shape_for_equal_records) {
  run r;
  dt_cut cut;
  dt_text_statistics texts;
  char *markup = page_with("<div id=x>", "<h3>Name #</h3><p>@</p>", 4, "</div>");
  run_prepare(&r, markup);
  cr_assert(cut_of(&r, "x", &cut, &texts));
  for (uint32_t n = 1; n < cut.count; n++)
    cr_expect_eq(dt_cut_shape(&r.engine, &cut, n), dt_cut_shape(&r.engine, &cut, 0));
  run_end(&r);
  free(markup);
}

/* Checks each cut of each list: records follow each other within the list, none is empty. */
Test(segment, separates_lists_of_tag_soup_consistently) {
  unsigned separated = 0;
  for (uint32_t round = 1; round <= rounds(2000); round++) {
    uint32_t seed = round;
    run r;
    dt_buffer soup = {0};
    dt_buffer_text(&soup, "<div id=x>");
    add_soup(&soup, &seed, 100);
    dt_buffer_byte(&soup, '\0');
    run_prepare(&r, soup.data);
    dt_cut cut;
    dt_text_statistics texts;
    if (cut_of(&r, "x", &cut, &texts)) {
      separated++;
      cr_assert_geq(cut.count, 2);
      cr_assert_lt(cut.reference, cut.count);
      for (uint32_t n = 0; n < cut.count; n++) cr_assert_lt(cut.starts[n], cut.starts[n + 1]);
      cr_assert_leq(cut.starts[cut.count], cut.list->count);
      cr_assert_leq(texts.empty, cut.count);
      cr_assert_leq(texts.linked, cut.count);
      cr_assert_leq(cut.coverage, cut.total);
      cr_assert_lt(cut.saved, cut.total);
    }
    run_end(&r);
    dt_buffer_free(&soup);
  }
  cr_expect_gt(separated, rounds(2000) / 100, "%u", separated);
}
