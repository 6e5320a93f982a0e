/* Tests of src/content/output/text.c: chosen text as lines. Texts that contain "~" are not chosen. */
#include "content/reading.h"

#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(content_write, .fini = find_leaks);

static void choose_without_tilde(const dt_content_page *page, bool *chosen) {
  for (uint32_t p = 0; p < page->piece_count; p++)
    chosen[p] = strchr(dt_node_content(page->pieces[p].node), '~') == NULL;
}

static void expect_text(const char *markup, const char *expected) {
  reading_of *reading = read_content(markup);
  dt_buffer out = {0};
  choose_content(reading, choose_without_tilde);
  dt_content_write_text(&reading->page, reading->chosen, &out);
  dt_buffer_byte(&out, '\0');
  cr_expect_str_eq(out.data, expected, "%s\n  is       \"%s\"\n  should be \"%s\"", markup, out.data, expected);
  dt_buffer_free(&out);
  free_reading(reading);
}

Test(content_write, each_block_is_a_line) {
  expect_text("<h1>A</h1><p>b <b>c</b>d<p>e<ul><li>f<li>g<ul><li>h</ul></ul><div>i<div>j</div>k</div>",
              "A\nb cd\ne\nf\ng\nh\ni\nj\nk");
  expect_text("<dl><dt>a<dd>b</dl><blockquote>c</blockquote>", "a\nb\nc");
  expect_text("", "");
}

Test(content_write, white_space_is_folded) {
  expect_text("<p> a \n\t b&nbsp;c<b> d </b> e&#x3000;f ", "a b c d e f");
  expect_text("<p>so&shy;ft zero&#x200b;width", "soft zerowidth");
  expect_text("<p>&#x6c34;&#x95f8; &#x4fee;", "\u6c34\u95f8 \u4fee");
}

Test(content_write, breaks_separate_lines) { expect_text("<p><br>a<br> <br><br>b <br>c<br>", "a\nb\nc"); }

Test(content_write, text_that_is_not_chosen_is_left_out) {
  expect_text("<p>~a<p>b<p>~c<p>d", "b\nd");
  expect_text("<p>a <i>~b</i> c<p>~d<br>e", "a c\ne");
  expect_text("<p>~", "");
}

Test(content_write, cells_of_a_row_are_separated_by_tabs) {
  expect_text("<table><tr><th>a<th>b<tr><td>1<td>2</table>", "a\tb\n1\t2");
  expect_text("<table><tr><td><th>b<th>c<tr><th>x<td><td>2<tr><td>3<td>4<td></table>", "\tb\tc\nx\t\t2\n3\t4");
  expect_text("<p>p<table><tr><td>a<td>~b<td>c</table><p>q", "p\na\t\tc\nq");
}

Test(content_write, cells_of_layout_tables_are_lines) {
  expect_text("<table><tr><td>a<td><p>b<p>c</table>", "a\nb\nc");
  expect_text("<table><tr><td>a<td>b<br>c</table>", "a\nb\nc");
  expect_text("<table><tr><td>~a<td>b</table>", "b");
  expect_text("<table><tr><td>a<table><tr><td>b<td>c</table><td>d</table>", "a\nb\tc\nd");
}

Test(content_write, preformatted_text_stays_as_it_is) {
  expect_text("<p>a<pre>\n\n  b\n\n\tc <b> d</b>\n \n</pre>e", "a\n  b\n\n\tc  d\ne");
  expect_text("<pre>a<br>  b<br><br>c<br></pre>", "a\n  b\n\nc");
  expect_text("<pre>  a <b>b</b>\n<i>~c</i></pre>", "  a b");
  expect_text("<pre>a\fb\vc</pre>", "a\nb\nc");
  expect_text("<table><tr><td>x<td><pre>a</pre></table>", "x\na");
}
