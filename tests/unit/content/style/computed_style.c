/* Tests of src/content/style/computed_style.c: the look of texts by tags, attributes, style sheets and inline styles.
 */
#include "content/style/computed_style.h"

#include "content/reading.h"
#include "leaks.h"
#include "rounds.h"

#include <criterion/criterion.h>
#include <stdio.h>

TestSuite(content_visual, .fini = find_leaks);

static dt_look *looks_of(reading_of *reading) {
  cr_assert_eq(setjmp(reading->scope.escape), 0);
  return dt_visual_looks(&reading->page, 0, reading->page.block_count);
}

/* Expects the style of the last text block: size, weight, colour, background, "c" if it is centred. */
static void expect_look(const char *markup, const char *expected) {
  reading_of *reading = read_content(markup);
  cr_assert_neq(reading->page.block_count, 0);
  dt_look look = looks_of(reading)[reading->page.block_count - 1];
  char text[100];
  snprintf(text, sizeof text, "%.3g %d %06X %06X%s", look.size, look.weight, (unsigned)look.colour,
           (unsigned)look.background, look.centred ? " c" : "");
  cr_expect_str_eq(text, expected, "%s: %s", markup, text);
  free_reading(reading);
}

Test(content_visual, a_plain_text_has_the_default_look) { expect_look("<p>x", "16 400 000000 FFFFFF"); }

Test(content_visual, tags_set_looks) {
  expect_look("<h1>x</h1>", "32 700 000000 FFFFFF");
  expect_look("<h4>x</h4>", "16 700 000000 FFFFFF");
  expect_look("<center><b><small>x</small></b></center>", "13.3 700 000000 FFFFFF c");
}

Test(content_visual, attributes_of_old_pages_set_looks) {
  expect_look("<table bgcolor=#EEEEEE><tr><td align=center><font size=5 color=red>x</font></table>",
              "24 400 FF0000 EEEEEE c");
  expect_look("<p><font size=-1 color=00FF00>x</font>", "13 400 00FF00 FFFFFF");
  expect_look("<p><font size=99>x</font>", "48 400 000000 FFFFFF");
  expect_look("<body text=navy bgcolor=black><p>x", "16 400 000080 000000");
}

Test(content_visual, styles_are_inherited) {
  expect_look("<div style='color:red;font-size:20px'><section><p>x</section></div>", "20 400 FF0000 FFFFFF");
  expect_look("<div style='font-size:2em'><p style='font-size:50%'>x</div>", "16 400 000000 FFFFFF");
  expect_look("<div style='background:#111'><p style='background:transparent'>x</div>", "16 400 000000 111111");
  expect_look("<div style='color:red'><p>x</div><p>y", "16 400 000000 FFFFFF");
}

Test(content_visual, inline_elements_between_blocks_set_looks) {
  expect_look("<a style='color:red'><div>x</div></a>", "16 400 FF0000 FFFFFF");
}

Test(content_visual, the_longest_text_decides_the_look) {
  expect_look("<p><b>One</b> and much more than that", "16 400 000000 FFFFFF");
  expect_look("<p>1 <b>and much more than that</b>", "16 700 000000 FFFFFF");
}

Test(content_visual, inline_styles_win_over_sheets_and_sheets_over_attributes_and_tags) {
  expect_look("<style>h1{font-size:10px}</style><h1>x</h1>", "10 700 000000 FFFFFF");
  expect_look("<style>.a{color:red}</style><p class=a style='color:blue'>x", "16 400 0000FF FFFFFF");
  expect_look("<style>td{background:#222222}</style><table><tr><td bgcolor=white>x</table>", "16 400 000000 222222");
  expect_look("<style>.a{color:red}</style><style>.a{color:lime}</style><p class=a>x", "16 400 00FF00 FFFFFF");
}

Test(content_visual, sizes_are_limited) {
  expect_look("<p style='font-size:1e9px'>x<p style='font-size:99999999px'>y", "400 400 000000 FFFFFF");
  dt_buffer markup = {0};
  for (int depth = 0; depth < 200; depth++) dt_buffer_text(&markup, "<div style='font-size:10%'>");
  dt_buffer_text(&markup, "x");
  dt_buffer_byte(&markup, '\0');
  expect_look(markup.data, "1 400 000000 FFFFFF");
  dt_buffer_free(&markup);
}

Test(content_visual, text_at_the_maximum_depth_has_a_look) {
  dt_buffer markup = {0};
  for (unsigned depth = 0; depth < 900; depth++) dt_buffer_text(&markup, "<i>");
  for (unsigned block = 0; block < rounds(50000); block++) dt_buffer_text(&markup, "<p>x</p>");
  dt_buffer_byte(&markup, '\0');
  expect_look(markup.data, "16 400 000000 FFFFFF");
  dt_buffer_free(&markup);
}
