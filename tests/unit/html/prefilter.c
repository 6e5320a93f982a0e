/* Tests of src/html/prefilter.c: the tree is the same with and without reduction.
 *
 * "Without" means the same builder on the whole markup, and libxml2's DOM of the whole markup. Where that parser does
 * not read a page as the HTML standard does, the tests give the expected outline. */
#include "html/prefilter.h"

#include "html/pages.h"
#include "html/tree_build.h"

#include "leaks.h"

#include <criterion/criterion.h>
#include <libxml/HTMLparser.h>
#include <stdlib.h>

TestSuite(markup, .fini = find_leaks);

static void expect_reduced(const char *markup, const char *expected) {
  dt_buffer out = {0};
  dt_markup_reduce(markup, strlen(markup), &out);
  dt_buffer_byte(&out, '\0');
  cr_expect_str_eq(out.data, expected, "%s\n  is       %s\n  should be %s", markup, out.data, expected);
  dt_buffer_free(&out);
}

static void add_outline_of(const char *markup, size_t length, dt_buffer *out) {
  dt_arena arena;
  dt_tree tree;
  dt_arena_start(&arena, NULL);
  dt_limits limits = dt_limits_of(&detm_page_defaults);
  detm_status status = dt_tree_build(&tree, &arena, markup, length, &limits, NULL);
  cr_assert_eq(status, DETM_OK);
  outline(&tree, out);
  dt_buffer_byte(out, '\0');
  free(tree.bytes);
  free(tree.values);
  dt_arena_free(&arena);
}

static void expect_same_tree(const char *markup, size_t length) {
  dt_buffer reduced = {0}, with = {0}, without = {0};
  dt_markup_reduce(markup, length, &reduced);
  dt_buffer_byte(&reduced, '\0');
  add_outline_of(reduced.data, reduced.length - 1, &with);
  add_outline_of(markup, length, &without);
  cr_expect_str_eq(with.data, without.data, "%s\n  reduced to %s\n  is %s\n  not %s", markup, reduced.data, with.data,
                   without.data);
  dt_buffer_free(&reduced);
  dt_buffer_free(&with);
  dt_buffer_free(&without);
}

/* Pages that the parser reads as the standard does. */
static const char *const quirks[] = {
    "<p>a</p>",
    "<p\nid\n=\n'x'\n>a",
    "<p id=x/>a",
    "<a href=/x/y/>a</a>",
    "<a href=/x/ >a</a>",
    "<a href='/x/'/>a",
    "<a href=\"x>y\" title='<b>'>a</a>",
    "<a href=\"it's\" title='say \"x\"'>a</a>",
    "<img src=a.png alt>b",
    "<img alt='' src=\"\">b",
    "<img src=a src=b>c",
    "<img SRC=a Alt=b onload='x(\"<p>\")'>c",
    "<p data-x='</p>' id=y>a</p>",
    "<br/>a<br />b<hr/>",
    "<div/>a</div>b",
    "<p>a<!-- <p>b</p> > -->c</p>",
    "<p>a<!-- b -- c -->d</p>",
    "<p>a<!----><b>c</b></p>",
    "<script>var a = '</div><p>b</p>';</script><p>c</p>",
    "<div><script type=x>a < b && c > d</script>e</div>",
    "<style>p > b { content: '</p>' }</style><p>a</p>",
    "<p>a<script>b</SCRIPT >c</p>",
    "<div><script src=x></script><script src=y></script>a</div>",
    "<div><noscript><p>a</p><img src=b></noscript>c</div>",
    "<div>a<script>b",
    "<?xml version='1.0'?><p>a</p>",
    "<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 4.01//EN'><p>a</p>",
    "<p>a &lt; b &amp; c &#60;d&#62; &nosuch; &amp</p>",
    "<p title='a &amp; b &lt; c'>d</p>",
    "<ul><li>a<li>b</ul>",
    "<table><tr><td>a<td>b<tr><td>c</table>",
    "<P CLASS=A>b</P><DIV>c</DIV>",
    "<x-y:z id=a>b</x-y:z>",
    "<select><option selected>a<option>b</select>c",
    "<p>a</p >b</p\n>c",
    "<p style='color: red' hidden aria-hidden=true>a",
    "  <p>  a  \n\n b </p>  ",
};
enum { QUIRKS = sizeof quirks / sizeof *quirks };

Test(markup, keeps_what_the_tree_keeps) {
  for (size_t i = 0; i < QUIRKS; i++) expect_same_tree(quirks[i], strlen(quirks[i]));
}

Test(markup, keeps_what_the_tree_keeps_of_combined_pages) {
  for (uint32_t round = 1; round <= 300; round++) {
    uint32_t seed = round;
    dt_buffer page = {0};
    for (int n = 0; n < 6; n++) {
      const char *piece = quirks[draw(&seed, QUIRKS)];
      if (strcmp(piece, "<div>a<script>b") != 0 && piece[1] != '?' && piece[1] != '!') dt_buffer_text(&page, piece);
    }
    dt_buffer_byte(&page, '\0');
    expect_same_tree(page.data, page.length - 1);
    dt_buffer_free(&page);
  }
}

/* ---- against libxml2's DOM ---- */

static bool is_dropped(const xmlNode *node) {
  static const char *const dropped[] = {"script", "style", "noscript", "head"};
  for (size_t i = 0; i < sizeof dropped / sizeof *dropped; i++)
    if (strcmp((const char *)node->name, dropped[i]) == 0) return true;
  return false;
}

static void add_letters(dt_buffer *out, const char *text) {
  for (; *text != '\0'; text++)
    if ((unsigned char)*text > ' ') dt_buffer_byte(out, *text);
}

/* Names, kept attributes and texts without white space, in the order of the page. */
static void add_dom(const xmlNode *node, dt_buffer *out) {
  for (; node != NULL; node = node->next) {
    if (node->type == XML_TEXT_NODE) add_letters(out, (const char *)node->content);
    if (node->type != XML_ELEMENT_NODE || is_dropped(node)) continue;
    dt_buffer_format(out, "<%s", (const char *)node->name);
    for (const xmlAttr *a = node->properties; a != NULL; a = a->next) {
      const char *name = (const char *)a->name;
      if (dt_attribute_number(name, strlen(name)) == DT_ATTRIBUTE_NONE) continue;
      dt_buffer_format(out, " %s=%s", name, a->children != NULL ? (const char *)a->children->content : "");
    }
    dt_buffer_byte(out, '>');
    add_dom(node->children, out);
  }
}

static void add_dom_of(const char *markup, size_t length, dt_buffer *out) {
  htmlDocPtr doc = htmlReadMemory(markup, (int)length, NULL, "UTF-8", HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING);
  cr_assert_not_null(doc);
  add_dom(xmlDocGetRootElement(doc), out);
  dt_buffer_byte(out, '\0');
  xmlFreeDoc(doc);
}

Test(markup, keeps_what_libxml2s_dom_of_the_whole_page_has) {
  for (size_t i = 0; i < QUIRKS; i++) {
    dt_buffer reduced = {0}, with = {0}, without = {0};
    dt_markup_reduce(quirks[i], strlen(quirks[i]), &reduced);
    add_dom_of(reduced.data, reduced.length, &with);
    add_dom_of(quirks[i], strlen(quirks[i]), &without);
    cr_expect_str_eq(with.data, without.data, "%s: %s, not %s", quirks[i], with.data, without.data);
    dt_buffer_free(&reduced);
    dt_buffer_free(&with);
    dt_buffer_free(&without);
  }
}

/* ---- where the parser needs help ---- */

Test(markup, reads_tags_and_comments_as_the_standard_does) {
  static const struct {
    const char *markup, *expected;
  } cases[] = {
      {"<p>a < b <c</p>", "p{\"a < b\" c}"},
      {"<p>a <3 <= <</p>", "p{\"a <3 <= <\"}"},
      {"<p>a<!-- b --!>c</p>", "p{\"ac\"}"},
      {"<p>a<!-- b --!>c<!-- d --></p>", "p{\"ac\"}"},
      {"<p>a<!-->b<!-- c --></p>", "p{\"ab\"}"},
      {"<p>a<!-- b</p><p>c</p>", "p{\"a\"} p{\"c\"}"},
      {"<!---><p>x</p><!-- y --><p>z", "p{\"x\"} p{\"z\"}"},
      {"<p>a<![CDATA[ b ]]>c</p>", "p{\"ac\"}"},
      {"<p>a<!x>b<?y z>c</>d</p>", "p{\"abcd\"}"},
      {"<p>a</ b>c</p>", "p{\"ac\"}"},
      {"<p>a</p <b>c", "p{\"a\"} \"c\""},
      {"<div><noscript>a</div><p>b</p>", "div{\"a\"} p{\"b\"}"},
      {"<div><template><p>a</template>b</div>", "div{\"b\"}"},
      {"<div><template><p>a</p></div>b", "div{p{\"a\"}} \"b\""},
      {"<div>a<script>b</scripts></div>c</script>d</div>", "div{\"ad\"}"},
      {"<div><script>a<!-- b</script>c</div>", "div{\"c\"}"},
      {"<title>a <!-- b</title><p>c</p>", "p{\"c\"}"},
      {"<div><textarea><!--</textarea><p>a</p></div>", "div{textarea p{\"a\"}}"},
      {"<div><textarea></div></textarea>a</div>b", "div{textarea \"a\"} \"b\""},
      {"<a href='x>a</a><p>b", ""},
      {"<a href=x\"y>a</a>", "a[href=x\"y]{\"a\"@}"},
      {"<a title=it's href=x>a</a>", "a[title=it's][href=x]{\"a\"@}"},
      {"<a id=a\rhref=b\fclass=c>d</a>", "a[id=a][href=b][class=c]{\"d\"@}"},
      {"<a =id=x href=y>a</a>", "a[href=y]{\"a\"@}"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) expect_outline(cases[i].markup, cases[i].expected);
}

Test(markup, removes_markup_that_no_node_keeps) {
  expect_reduced("<p onclick='a()' id=x data-y=z>a</p >", "<p id=\"x\">a</p>");
  expect_reduced("<!DOCTYPE html>\n\n<!-- a --><p>a   b\n\n c</p>", "\n<p>a b\nc</p>");
  expect_reduced("<script>a</script>b<style>c</style>d<noscript>e</noscript>f<template>g</template>h", "bdfh");
  expect_reduced("<img width=1 height=2 src='x' />", "<img src='x'/>");
  expect_reduced("<td nowrap colspan=2>", "<td colspan=\"2\">");
}

static void expect_for_document(const char *markup, const char *expected, const char *expected_data) {
  dt_buffer out = {0}, data = {0};
  dt_markup_document(markup, strlen(markup), &out, &data, NULL);
  dt_buffer_byte(&out, '\0');
  for (size_t i = 0; i < data.length; i++)
    if (data.data[i] == '\0') data.data[i] = '|';
  dt_buffer_byte(&data, '\0');
  cr_expect_str_eq(out.data, expected, "%s\n  is       %s\n  should be %s", markup, out.data, expected);
  cr_expect_str_eq(data.data, expected_data, "%s: %s, not %s", markup, data.data, expected_data);
  dt_buffer_free(&out);
  dt_buffer_free(&data);
}

Test(markup, for_content_keeps_style_sheets_and_the_white_space_of_pre) {
  static const char page[] =
      "<style>a  {}</style> <p>b  c</p><PRE>  d\n  e<b>\n\n</b></PRE>  f  <style media=x>g</style>";
  dt_buffer out = {0}, data = {0}, styles = {0};
  dt_markup_document(page, sizeof page - 1, &out, &data, &styles);
  dt_buffer_byte(&out, '\0');
  dt_buffer_byte(&styles, '\0');
  cr_expect_str_eq(out.data, "<style></style> <p>b c</p><PRE>  d\n  e<b>\n\n</b></PRE> f <style></style>");
  cr_expect_str_eq(styles.data, "a  {}\ng\n");
  dt_buffer_free(&out);
  dt_buffer_free(&data);
  dt_buffer_free(&styles);
}

Test(markup, for_a_document_keeps_all_but_scripts_and_comments) {
  expect_for_document("<p onclick='a()' id=x data-y=z>a</p >", "<p onclick='a()' id=\"x\" data-y=\"z\">a</p>", "");
  expect_for_document("<!DOCTYPE html PUBLIC a>\n\n<!-- a --><p>a   b", "<!DOCTYPE html>\n<!----><p>a b", "");
  expect_for_document("<noscript>a</noscript><title>b</title><wbr>c", "<noscript>a</noscript><title>b</title><wbr>c",
                      "");
  expect_for_document("<script src=a>b</script><style>c</style><template><p>d</template>e",
                      "<script></script><style></style><template></template>e", "");
  expect_for_document("a<?b?>c", "a<!---->c", "");
}

Test(markup, for_a_document_returns_its_json_ld) {
  expect_for_document(
      "<script type='application/ld+json'>{a}</script>b<SCRIPT TYPE=Application/LD+JSON id=c>d</SCRIPT >",
      "<script></script>b<SCRIPT></script>", "{a}|d|");
  expect_for_document("<script type='application/json'>a</script>", "<script></script>", "");
  expect_for_document("<script type='application/ld+json'></script>", "<script></script>", "|");
}

Test(markup, is_not_read_beyond_its_end) {
  static const char whole[] = "<p id='x' class=\"y\" title=z>a &lt; <!-- b --!> c <script>d</script> <![CDATA[e]]> </p>"
                              "<?f?> <script type='application/ld+json'>{}</script> <noscript>g</noscript> <br/> <a "
                              "href=h/>i</a> < j </> </k l>";
  for (size_t length = 0; length < sizeof whole; length++) {
    char *cut = malloc(length + 1); /* of exactly this size, so that memory checkers see a read beyond it */
    memcpy(cut, whole, length);
    char *exact = realloc(cut, length != 0 ? length : 1);
    dt_buffer out = {0};
    dt_markup_reduce(exact, length, &out);
    cr_expect(!out.failed);
    cr_expect_leq(out.length, 2 * length + 64);
    dt_buffer_free(&out);
    dt_buffer data = {0};
    dt_markup_document(exact, length, &out, &data, NULL);
    cr_expect(!out.failed && !data.failed);
    dt_buffer_free(&out);
    dt_buffer_free(&data);
    free(exact);
  }
}

Test(markup, allocates_enough_for_markup_that_grows) {
  static const char *const growing[] = {"<",        "<a ",    "<a id=",     "<a id=>",    "<a id=''>",
                                        "<a/id=/",  " id=\"", "<p id='\"'", "</",         "<!",
                                        "<a id=x/", "<?>",    "<!-->",      "<template>", "<a id='\"x>"};
  for (size_t i = 0; i < sizeof growing / sizeof *growing; i++)
    for (size_t times = 1; times < 3000; times = times * 3 + 1) {
      dt_buffer page = {0}, out = {0};
      for (size_t n = 0; n < times; n++) dt_buffer_text(&page, growing[i]);
      dt_markup_reduce(page.data, page.length, &out);
      cr_expect(!out.failed);
      cr_expect_leq(out.length, out.capacity);
      dt_buffer_free(&out);
      dt_buffer data = {0};
      dt_markup_document(page.data, page.length, &out, &data, NULL);
      cr_expect_leq(out.length, out.capacity);
      dt_buffer_free(&page);
      dt_buffer_free(&out);
      dt_buffer_free(&data);
    }
}
