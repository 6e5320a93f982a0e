/* Tests of src/html/parse/frames.c: frames whose page is in the page. */
#include "html/parse/parsed.h"
#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(frames, .fini = find_leaks);

/* Parses a page, and expects its tree; attributes are left out. */
static void expect_tree(const char *page, const char *wanted) {
  dt_buffer out = {0}, plain = {0};
  cr_assert_eq(parsed_tree(page, strlen(page), 20, &out), DETM_OK);
  int open = 0;
  for (const char *at = out.data; *at != '\0'; at++) {
    open += *at == '[';
    if (open == 0) dt_buffer_byte(&plain, *at);
    open -= *at == ']';
  }
  dt_buffer_byte(&plain, '\0');
  cr_expect_str_eq(plain.data, wanted, "%s:\n%s\n%s", page, plain.data, wanted);
  dt_buffer_free(&out);
  dt_buffer_free(&plain);
}

Test(frames, become_a_div_with_the_body_of_their_page) {
  expect_tree("a<iframe srcdoc='<title>t</title><style>s</style><p>b'>none</iframe>c",
              "html(head body('a' div(style('s') p('b')) 'c'))");
  expect_tree("<iframe srcdoc='&lt;p>&amp;lt;'></iframe>", "html(head body(div(p('<'))))");
  expect_tree("<iframe src='data:text/html,%3Cb%3Ea%2'></iframe>", "html(head body(div(b('a%2'))))");
  expect_tree("<iframe src=' DATA:text/html;charset=utf-8;base64,PGI+YQ=='></iframe>", "html(head body(div(b('a'))))");
  expect_tree("<iframe src='data:text/html;charset=iso-8859-2,%b1%b6'></iframe>", "html(head body(div('ąś')))");
  expect_tree("<iframe src='data:text/html;charset=no-such,a'></iframe>", "html(head body(div('a')))");
}

Test(frames, whose_page_is_elsewhere_stay) {
  expect_tree("<iframe>none</iframe>", "html(head body(iframe('none')))");
  expect_tree("<iframe src=a.html srcdoc=''></iframe>", "html(head body(iframe))");
  expect_tree("<iframe src='data:text/plain,<b>a'></iframe>", "html(head body(iframe))");
  expect_tree("<iframe src='data:text/html'></iframe>", "html(head body(iframe))");
  expect_tree("<embed srcdoc='<p>a'>", "html(head body(embed))");
}

Test(frames, that_are_not_shown_stay) {
  expect_tree("<iframe hidden srcdoc=a></iframe><iframe style='display: none' srcdoc=b></iframe>",
              "html(head body(iframe iframe))");
  expect_tree("<iframe width=1 height=1 srcdoc=a></iframe><iframe height=0 srcdoc=b></iframe>",
              "html(head body(iframe iframe))");
  expect_tree("<iframe width=100 height=10 srcdoc=a></iframe>", "html(head body(div('a')))");
}

Test(frames, of_framesets_are_those_of_a_body) {
  expect_tree("<frameset><frame src='data:text/html,a'><frameset><frame src='data:text/html,b'></frameset></frameset>",
              "html(head body(div('a') div(div('b'))))");
  expect_tree("<frameset><frame src='a'></frameset>", "html(head frameset(frame))");
  expect_tree("<iframe srcdoc='<frameset><frame src=&#39;data:text/html,a&#39;></frameset>'></iframe>",
              "html(head body(div(div('a'))))");
}

Test(frames, leave_the_page_around_them_as_it_is) {
  expect_tree("<!doctype html><table><tr><td><iframe srcdoc='<!doctype x><!--c--><td></table></body>a'></iframe><td>b",
              "!doctype html html(head body(table(tbody(tr(td(div('a')) td('b'))))))");
}

Test(frames, in_frames_are_read_to_a_depth) {
  expect_tree("<iframe srcdoc='<iframe srcdoc=\"<iframe srcdoc=a></iframe>\"></iframe>'></iframe>",
              "html(head body(div(div(iframe))))");
}

Test(frames, are_read_up_to_a_number) {
  dt_buffer page = {0}, out = {0};
  for (int i = 0; i < 101; i++) dt_buffer_text(&page, "<iframe srcdoc=a></iframe>");
  cr_assert_eq(parsed_tree(page.data, page.length, 20, &out), DETM_OK);
  size_t divs = 0, left = 0;
  for (const char *at = out.data; (at = strstr(at, "div[")) != NULL; at++) divs++;
  for (const char *at = out.data; (at = strstr(at, "iframe[")) != NULL; at++) left++;
  cr_expect_eq(divs, 100, "%zu", divs);
  cr_expect_eq(left, 1, "%zu", left);
  dt_buffer_free(&page);
  dt_buffer_free(&out);
}

Test(frames, are_no_deeper_than_the_limit) {
  dt_buffer page = {0}, out = {0};
  for (int i = 0; i < 15; i++) dt_buffer_text(&page, "<div>");
  dt_buffer_text(&page, "<iframe srcdoc='");
  for (int i = 0; i < 15; i++) dt_buffer_text(&page, "<p><q>");
  dt_buffer_text(&page, "'></iframe>");
  cr_assert_eq(parsed_tree(page.data, page.length, 20, &out), DETM_OK);
  int depth = 0, most = 0;
  for (const char *at = out.data; *at != '\0'; at++) {
    depth += (*at == '(') - (*at == ')');
    if (depth > most) most = depth;
  }
  cr_expect_leq(most, 20, "%d", most);
  dt_buffer_free(&page);
  dt_buffer_free(&out);
}
