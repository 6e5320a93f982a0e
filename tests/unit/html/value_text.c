/* Tests of src/html/value_text.c: the runs of an element.  The text of a node is tested in document.c. */

#include "html/value_text.h"
#include "html/documents.h"

#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(value, .fini = find_leaks);

/* The runs of the first element of a name: "[a][b c]". */
static void expect_runs(const char *markup, const char *name, const char *expected) {
  detm_page *page = document_of(markup);
  dt_buffer out = {0};
  unsigned long looked = 0;
  dt_buffer_text(&out, "");
  for (const xmlNode *run = dt_run_first(element_of(page, name), &looked); run != NULL;
       run = dt_run_next(run, &looked)) {
    dt_buffer_byte(&out, '[');
    dt_run_text(run, &out);
    dt_buffer_byte(&out, ']');
  }
  dt_buffer_byte(&out, '\0');
  cr_expect_str_eq(out.data, expected, "%.300s\n  is %s, not %s", markup, out.data, expected);
  dt_buffer_free(&out);
  detm_page_free(page);
}

Test(value, breaks_separate_runs) {
  expect_runs("<p>a<br>b</p>", "p", "[a][b]");
  expect_runs("<div>a<hr>b<p>c</p>d<table><tr><td>e</table>f</div>", "div", "[a][b][d][f]");
  expect_runs("<div>a<aside>b</aside>c<h2>d</h2>e<form>f</form>g</div>", "div", "[a][c][e][g]");
}

Test(value, runs_include_inline_elements) {
  expect_runs("<p>a <b>b</b>, <a href=x>c</a>.<br><i>d</i></p>", "p", "[a b, c.][d]");
  expect_runs("<p>a <unknown>b</unknown> c<br>d</p>", "p", "[a b c][d]");
  expect_runs("<div>a<!-- x -->b<script>c</script> <span>d<nav>e</nav></span><br>f</div>", "div", "[ab d][f]");
}

Test(value, runs_have_text) {
  expect_runs("<p></p>", "p", "");
  expect_runs("<p><br> <br>&nbsp;<br><b> </b><br><script>x</script><br>a</p>", "p", "[a]");
  expect_runs("<p> &nbsp;<b></b> a &nbsp; b <br></p>", "p", "[a b]");
}

Test(value, elements_within_have_their_own_runs) {
  expect_runs("<div>a<p>b<br>c</p>d</div>", "p", "[b][c]");
  expect_runs("<div><b>a<br>b</b> c<br>d</div>", "div", "[a b c][d]");
  expect_runs("<div><b>a<br>b</b> c<br>d</div>", "b", "[a][b]");
}

Test(value, reads_each_child_once) {
  enum { RUNS = 20000 };
  dt_buffer markup = {0};
  unsigned long looked = 0;
  size_t count = 0;
  dt_buffer_text(&markup, "<p>");
  for (int i = 0; i < RUNS; i++) dt_buffer_text(&markup, "<i> </i>a<b></b><br>");
  dt_buffer_byte(&markup, '\0');
  detm_page *page = document_of(markup.data);
  for (const xmlNode *run = dt_run_first(element_of(page, "p"), &looked); run != NULL; run = dt_run_next(run, &looked))
    count++;
  cr_expect_eq(count, RUNS);
  cr_expect_leq(looked, 6 * RUNS, "%lu", looked);
  detm_page_free(page);
  dt_buffer_free(&markup);
}
