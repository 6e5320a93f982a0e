/* Tests of src/template/learn/learn.c: templates from sample pages, the notices on their values, and the round trip: on
 * its sample, a template finds the chosen values. */
#include "template/learn/learning.h"

#include "allocation.h"
#include "clock.h"
#include "html/documents.h"
#include "leaks.h"
#include "rounds.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

TestSuite(template_learn, .fini = find_leaks);

static const char book[] =
    "<html><head><title>Good Book | Shop</title><meta property='og:title' content='Good Book'></head><body>"
    "<h1>Good Book</h1><p class=authors>by <a>A. Bee</a> and <a>C. Dee</a></p>"
    "<dl><dt>Price:</dt><dd>$12.50</dd><dt>Pages:</dt><dd>288 pages</dd></dl></body></html>";
static const char other_book[] =
    "<html><head><title>Other | Shop</title><meta property='og:title' content='Other'></head><body>"
    "<h1>Other</h1><p class=authors>by <a>E. Eff</a></p>"
    "<dl><dt>Format:</dt><dd>Paper</dd><dt>Pages:</dt><dd>90 pages</dd><dt>Price:</dt><dd>$7</dd></dl></body></html>";

Test(template_learn, finds_the_chosen_values) {
  cr_expect_str_eq(learned_values(book, "title=Good Book|price=$12.50", NULL), "title=Good Book|price=$12.50");
  cr_expect_str_eq(learned_values(book, "author=A. Bee|author=C. Dee", NULL), "author=A. Bee|author=C. Dee");
  cr_expect_str_eq(learned_values(book, "pages=288", NULL), "pages=288");
}

Test(template_learn, finds_the_same_fields_on_other_pages) {
  cr_expect_str_eq(
      learned_values(book, "title=Good Book|author=A. Bee|author=C. Dee|price=$12.50|pages=288", other_book),
      "title=Other|author=E. Eff|price=$7|pages=90");
}

Test(template_learn, leaves_out_fields_that_another_page_lacks) {
  cr_expect_str_eq(
      learned_values("<dl><dt>Price:<dd>$12<dt>Size:<dd>L</dl>", "price=$12|size=L", "<dl><dt>Size:<dd>M</dl>"),
      "size=M");
}

/* A value of a list does not replace a missing one. */
Test(template_learn, does_not_use_a_value_of_a_list_twice) {
  static const char page[] =
      "<h1>x</h1><p>City: <b class=city>21</b></p><div><p>y</p><span>Highway: <i class=highway>29</i></span></div>";
  cr_expect_str_eq(
      learned_values(page, "f=21|f=29", "<h1>x</h1><div><p>y</p><span>Highway: <i class=highway>29</i></span></div>"),
      "f=29");
}

/* Two entries of a list, or two parts of entries, are examples of all. */
Test(template_learn, uses_the_first_entries_of_a_list_as_examples) {
  cr_expect_str_eq(learned_values("<h1>x</h1><ul><li>red<li>green<li>blue</ul>", "c=red|c=green", NULL),
                   "c=red|c=green|c=blue");
  cr_expect_str_eq(learned_values("<ul class=l><li><h3>One</h3>a<li><h3>Two</h3>b<li><h3>Three</h3>c</ul><h3>No</h3>",
                                  "t=One|t=Two", NULL),
                   "t=One|t=Two|t=Three");
  cr_expect_str_eq(learned_values("<h1>x</h1><p>red<p>green<p>blue", "c=red|c=green", NULL), "c=red|c=green|c=blue");
}

Test(template_learn, adds_values_like_the_examples) {
  static const char cells[] = "<table><tr><th>Height<td>red<tr><th>Width<td>blue<tr><th>Depth<td>green</table>";
  cr_expect_str_eq(learned_values(cells, "c=red|c=blue", NULL), "c=red|c=blue", "values with labels are not a list");
  static const char phones[] = "<div id=a><p>Mill Lane<p>(12) 34<p>(56) 78<p>Fax: none</div>";
  cr_expect_str_eq(learned_values(phones, "n=(12) 34|n=(56) 78", NULL), "n=(12) 34|n=(56) 78", "words are not numbers");
  static const char chosen[] = "<h1>x</h1><ul><li>a<li>b<li>c<li>d<li>e<li>f</ul>";
  cr_expect_str_eq(learned_values(chosen, "c=a|c=b|c=c|c=d", NULL), "c=a|c=b|c=c|c=d", "four of six are a selection");
  cr_expect_str_eq(learned_values(chosen, "c=b|c=e", NULL), "c=a|c=b|c=c|c=d|c=e|c=f", "any two are examples");
}

Test(template_learn, adds_values_in_other_pieces_of_a_list) {
  static const char columns[] = "<div id=m><ul><li>a<li>b<li>c</ul> <ul><li>d<li>e</ul></div><ul><li>f</ul>";
  cr_expect_str_eq(learned_values(columns, "c=a|c=b", NULL), "c=a|c=b|c=c|c=d|c=e", "two columns");
  static const char groups[] = "<div id=m><ul><li class=need>a<li class=need>b<li class=need>c</ul><h3>More</h3>"
                               "<ul><li class=need>d<li class=need>e</ul></div><ul><li>f</ul>";
  cr_expect_str_eq(learned_values(groups, "c=a|c=b", NULL), "c=a|c=b|c=c|c=d|c=e", "entries of one class");
  static const char copy[] = "<div id=m><ul><li class=need>a<li class=need>b<li class=need>c</ul><h3>Print</h3>"
                             "<ul><li class=need>a<li class=need>b<li class=need>c</ul></div>";
  cr_expect_str_eq(learned_values(copy, "c=a|c=b", NULL), "c=a|c=b|c=c", "a copy of the list");
}

/* A heading of the second list is below the heading of both. */
Test(template_learn, adds_values_of_the_next_group_of_a_list) {
  static const char below[] = "<div><h2>Needed</h2><h3>Dough</h3><ul><li>a<li>b<li>c</ul>"
                              "<h3>Filling</h3><ul><li>d<li>e</ul><h3>Top</h3><ul><li>f</ul></div>";
  cr_expect_str_eq(learned_values(below, "c=a|c=b", NULL), "c=a|c=b|c=c|c=d|c=e|c=f");
  static const char line[] = "<div><h2>Needed</h2><ul><li>a<li>b<li>c</ul><p>For the top:</p><ul><li>d<li>e</ul></div>";
  cr_expect_str_eq(learned_values(line, "c=a|c=b", NULL), "c=a|c=b|c=c|c=d|c=e");
  static const char next[] = "<div><h2>Needed</h2><ul><li>a<li>b<li>c</ul><h2>Method</h2><ul><li>d<li>e</ul></div>";
  cr_expect_str_eq(learned_values(next, "c=a|c=b", NULL), "c=a|c=b|c=c", "a heading of the same level");
}

Test(template_learn, adds_the_other_parts_of_a_thing) {
  static const char address[] = "<h1>x</h1><p class=adr><b class=street>Mill Lane 3</b><br><b class=town>Harrow</b>, "
                                "<a class=code>10406</a></p><p class=note><b class=street>y</b></p>";
  cr_expect_str_eq(learned_values(address, "a=Mill Lane 3|a=Harrow", NULL), "a=Mill Lane 3|a=Harrow|a=10406");
}

#define FIRST                                                                                                          \
  "The mill at the weir was mended on Monday by the people of the town, who came with saws and hammers at six in the " \
  "morning."
#define SECOND                                                                                                         \
  "Nobody could say on Tuesday who had paid for all the wood and the nails, and the clerk of the town would not "      \
  "answer "                                                                                                            \
  "a question."
#define THIRD                                                                                                          \
  "The miller thanked them for the work on Wednesday and gave each of them a loaf of bread from the first flour that " \
  "he "                                                                                                                \
  "ground."
#define LEAD                                                                                                           \
  "The wheel of the old mill turns again after nine years without any water, and bread from its own flour is sold in " \
  "town."

Test(template_learn, adds_a_text_after_its_summary) {
  static const char page[] = "<h2 class=lead>" LEAD "</h2><div class=text><p>" FIRST "</p><p>" SECOND "</p><p>" THIRD
                             "</p></div><p>Log in to write a comment on this article.</p>";
  cr_expect_str_eq(learned_values(page, "t=" LEAD "|t=" FIRST, NULL), "t=" LEAD "|t=" FIRST "|t=" SECOND "|t=" THIRD);
  static const char same[] =
      "<div class=top><div><p>" LEAD "</p></div></div><div class=text><p>" FIRST "</p><p>" SECOND "</p><p>" THIRD
      "</p></div><div class=foot><p>Log in to write a comment on this article.</p></div>";
  cr_expect_str_eq(learned_values(same, "t=" LEAD "|t=" FIRST, NULL), "t=" LEAD "|t=" FIRST "|t=" SECOND "|t=" THIRD,
                   "elements of one tag");
}

Test(template_learn, finds_paragraphs_on_a_page_of_another_layout) {
  static const char page[] = "<div class=text><p>" FIRST "</p><p>" SECOND "</p><p>" THIRD "</p></div>";
  static const char other[] = "<p>Log in</p><section class=story><div><p>" THIRD "</p><p>" LEAD "</p><p>" FIRST
                              "</p></div></section><footer><p>Write a comment.</p></footer>";
  cr_expect_str_eq(learned_values(page, "t=" FIRST "|t=" SECOND "|t=" THIRD, other), "t=" THIRD "|t=" LEAD "|t=" FIRST);
}

/* The heading has other signs at its ends, or is followed by paragraphs instead of a list. */
Test(template_learn, finds_the_section_of_a_heading_that_is_decorated_or_laid_out_otherwise) {
  static const char page[] = "<div><h2>\xe2\x98\x85 Needed:</h2><ul><li>wood<li>nails<li>a saw</ul>"
                             "<h2>Tips</h2><ul><li>rest<li>drink</ul></div>";
  static const char values[] = "t=wood|t=nails|t=a saw";
  cr_expect_str_eq(learned_values(page, values,
                                  "<div><h2>Tips</h2><ul><li>work</ul><h2>Needed</h2><ul><li>rope<li>glue</ul>"
                                  "<h2>Notes</h2><ul><li>none</ul></div>"),
                   "t=rope|t=glue", "without the sign");
  cr_expect_str_eq(learned_values(page, values,
                                  "<div><h2>Tips</h2><p>work<h2>\xe2\x98\x85 Needed:</h2><p>rope<p>glue"
                                  "<h2>Notes</h2><p>none</div>"),
                   "t=rope|t=glue", "paragraphs");
}

Test(template_learn, adds_short_sentences_headings_and_quotations_of_a_text) {
  static const char page[] = "<div class=text><p>" FIRST "</p><p>" SECOND
                             "</p><p><b>Bread</b></p><p>They said:</p><p>" THIRD "</p><p>Nobody knows.</p></div>";
  cr_expect_str_eq(learned_values(page, "t=" FIRST "|t=" SECOND, NULL),
                   "t=" FIRST "|t=" SECOND "|t=Bread|t=They said:|t=" THIRD "|t=Nobody knows.");
  static const char headed[] = "<div class=text><p>" LEAD "</p><p>" FIRST
                               "</p><h3>What the miller said on Wednesday</h3><p>" SECOND "</p><p>" THIRD "</p></div>";
  cr_expect_str_eq(learned_values(headed, "t=" LEAD "|t=" FIRST, NULL),
                   "t=" LEAD "|t=" FIRST "|t=What the miller said on Wednesday|t=" SECOND "|t=" THIRD);
  static const char plain[] = "<div class=text><p>" FIRST "</p><p>" SECOND "</p><p>" THIRD "</p></div>";
  static const char quoted[] =
      "<div class=text><p>" FIRST "</p><blockquote><p>" SECOND "</p></blockquote><p>" THIRD "</p></div>";
  cr_expect_str_eq(learned_values(plain, "t=" FIRST "|t=" SECOND, quoted), "t=" FIRST "|t=" SECOND "|t=" THIRD);
}

/* Lines before and after the text of a sample that are not sentences are left out on other pages too. */
Test(template_learn, distinguishes_a_text_from_its_byline) {
  static const char page[] =
      "<div class=text><p>By Ann Bee</p><p>" FIRST "</p><p>" SECOND "</p><p>" THIRD "</p><p>bee@mill.example</p></div>";
  static const char other[] = "<div class=text><p>By Cy Dee</p><p>Tuesday</p><p>" SECOND "</p><p>" FIRST "</p></div>";
  cr_expect_str_eq(learned_values(page, "t=" FIRST "|t=" SECOND, other), "t=" SECOND "|t=" FIRST);
}

Test(template_learn, finds_the_parts_of_a_list_in_the_order_of_the_sample) {
  static const char page[] =
      "<h2 class=lead>" LEAD "</h2><div class=text><p>" FIRST "</p><p>" SECOND "</p><p>" THIRD "</p></div>";
  cr_expect_str_eq(learned_values(page, "t=" LEAD "|t=" FIRST "|t=" SECOND "|t=" THIRD, NULL),
                   "t=" LEAD "|t=" FIRST "|t=" SECOND "|t=" THIRD);
}

Test(template_learn, leaves_headings_out_of_lists) {
  static const char page[] = "<h1>x</h1><ul><li>a<li>b<li><b>Bold</b><li>c<li>Sauce:<li>d</ul>";
  cr_expect_str_eq(learned_values(page, "c=a|c=b", NULL), "c=a|c=b|c=c|c=d");
  static const char classes[] = "<h1>x</h1><ul><li>a<li>b<li class=group>Top<li>c<li class=last>d</ul>";
  cr_expect_str_eq(learned_values(classes, "c=a|c=b", NULL), "c=a|c=b|c=c|c=d");
}

/* The doubt about the only choice of a page. */
static detm_doubt doubt_of(const char *markup, const char *name, const char *value) {
  detm_page *page = document_of(markup);
  detm_choice choice = {.name = name, .value = value};
  detm_template *t = detm_template_learn(&(detm_sample){page, &choice, 1}, 1, NULL, NULL);
  cr_assert_not_null(t);
  detm_doubt doubt = detm_template_notice_get(t, 0)->doubt;
  detm_template_free(t);
  detm_page_free(page);
  return doubt;
}

Test(template_learn, reports_values_in_doubt) {
  static const char table[] = "<h1>Good Book</h1><h2>Good Book</h2><table><tr><th>Cups<td>5<tr><th>Pots<td>5</table>";
  cr_expect_eq(doubt_of(table, "n", "5"), DETM_DOUBT_SEVERAL);
  cr_expect_eq(doubt_of(table, "pots", "5"), DETM_DOUBT_NONE, "a label has the field's name");
  cr_expect_eq(doubt_of(table, "n", "Good Book"), DETM_DOUBT_NONE, "equal long texts mean the same");
  cr_expect_eq(doubt_of("<p>x<select><option>7<option>8</select>", "n", "8"), DETM_DOUBT_CONTROL);
  cr_expect_eq(doubt_of("<p>In stock, 8 left<p>x", "n", "8"), DETM_DOUBT_PART);
  cr_expect_eq(doubt_of("<p>8 left<table><tr><td>Cups<td>8</table><select><option>8</select>", "n", "8"),
               DETM_DOUBT_NONE, "one element has only the value");
  cr_expect_eq(doubt_of("<p>8 pages<p>x", "pages", "8"), DETM_DOUBT_NONE);
  cr_expect_eq(doubt_of("<p>Price: $24.50 with tax<p>x", "n", "$24.50"), DETM_DOUBT_NONE);
}

Test(template_learn, accepts_values_as_people_see_them) {
  cr_expect_str_eq(learned_values("<h1>Fish&nbsp;&amp;\n <i>Chips</i></h1>", "title=fish & chips", NULL),
                   "title=Fish & Chips");
  cr_expect_str_eq(learned_values("<h1>Fish &amp; Chips&hellip;</h1>", "title=  Fish &  Chips... ", NULL),
                   "title=Fish & Chips…");
}

/* ---- limits ---- */

Test(template_learn, ends_when_the_time_of_its_pages_is_up) {
  detm_page *page = document_of("<h1>x</h1><ul><li>red<li>green<li>blue</ul>");
  detm_choice choice = {.name = "c", .value = "red"};
  detm_sample sample = {page, &choice, 1};
  for (int limited = 0; limited < 2; limited++) {
    detm_error error = DETM_ERROR_NONE;
    page->seconds = limited ? 2.5 : 0;
    clock_step(1);
    detm_template *template = detm_template_learn(&sample, 1, NULL, &error);
    clock_step(0);
    cr_expect_eq(template == NULL, limited);
    cr_expect_eq(error.status, limited ? DETM_LIMIT : DETM_OK, "%s", error.text);
    detm_template_free(template);
  }
  detm_page_free(page);
}

/* ---- refused arguments ---- */

static detm_status refusal(const detm_sample *samples, size_t count) {
  detm_error error = DETM_ERROR_NONE;
  cr_expect_null(detm_template_learn(samples, count, NULL, &error));
  cr_expect_str_not_empty(error.text);
  return error.status;
}

Test(template_learn, refuses_bad_names) {
  static const char *const names[] = {"", "@a", " a", "a ", "a\n", "a\xc2\x9b", "\xff", NULL};
  detm_page *page = document_of("<p>12</p>");
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    detm_choice choices[] = {{.name = "good", .value = "12"}, {.name = names[i], .value = "12"}};
    cr_expect_eq(refusal(&(detm_sample){page, choices, 2}, 1), DETM_USAGE, "%s", names[i]);
  }
  detm_page_free(page);
}

Test(template_learn, accepts_good_names) {
  static const char *const names[] = {"a",   "A-b_c.1",  "_x",  "préname", "價格", "1a",
                                      "a b", "3P% \"x'", "<a>", "&",       "a:b"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char text[100];
    snprintf(text, sizeof text, "%s=12", names[i]);
    cr_expect_str_eq(learned_values("<p>12</p>", text, NULL), text);
  }
}

Test(template_learn, refuses_pages_without_document) {
  detm_page *page = detm_page_parse("<p>12</p>", 9, &(detm_page_options){.parts = DETM_PAGE_TREE}, NULL);
  detm_choice choice = {.name = "a", .value = "12"};
  cr_expect_eq(refusal(&(detm_sample){page, &choice, 1}, 1), DETM_USAGE);
  detm_page_free(page);
}

Test(template_learn, needs_samples_and_values) {
  detm_page *page = document_of("<p>12</p>"), *empty = document_of("");
  detm_choice choices[] = {
      {.name = "a", .value = "13"}, {.name = "b", .value = ""}, {.name = "c", .value = " \xc2\xa0"}};
  cr_expect_eq(refusal(NULL, 0), DETM_USAGE);
  cr_expect_eq(refusal(&(detm_sample){page, NULL, 0}, 1), DETM_NOTHING);
  cr_expect_eq(refusal(&(detm_sample){page, choices, 3}, 1), DETM_NOTHING);
  cr_expect_eq(refusal(&(detm_sample){empty, choices, 3}, 1), DETM_NOTHING);
  cr_expect_null(detm_template_learn(NULL, 0, NULL, NULL));
  detm_page_free(page);
  detm_page_free(empty);
}

/* ---- notices ---- */

Test(template_learn, reports_on_each_value) {
  detm_template *t = template_from("<h1>A</h1><p class=x>A</p><p>for $12 net</p><ul><li>b<li>c</ul>",
                                   "title=A|price=$12|none=D|tag=b|tag=c");
  static const struct {
    size_t places;
    int partial;
    const char *path;
  } expected[] = {{2, 0, NULL},
                  {1, 1, "/html/body/p[2]"},
                  {0, 0, NULL},
                  {1, 0, "/html/body/ul/li[1]"},
                  {1, 0, "/html/body/ul/li[2]"}};
  cr_assert_eq(detm_template_notice_count(t), 5);
  for (size_t i = 0; i < 5; i++) {
    const detm_notice *n = detm_template_notice_get(t, i);
    cr_expect_eq(n->sample, 0);
    cr_expect_eq(n->choice, i);
    cr_expect_eq(n->places, expected[i].places, "%zu: %zu", i, n->places);
    cr_expect_eq(n->partial, expected[i].partial, "%zu", i);
    if (expected[i].path != NULL) cr_expect_str_eq(n->path, expected[i].path);
  }
  cr_expect_not_null(detm_template_notice_get(t, 0)->path);
  cr_expect_null(detm_template_notice_get(t, 2)->path);
  cr_expect_null(detm_template_notice_get(t, 5));
  detm_template_free(t);
}

static const char tagged[] =
    "<ul class=nav><li>Home<li>Cart</ul><h1>Oak shelf</h1><ul class=f><li>Solid oak<li>Oiled</ul>"
    "<p>Tags: shelf, oak, home</p>";

/* Several texts hold the values as parts: the one with the field's name is used. */
Test(template_learn, finds_a_list_in_the_text_that_names_it) {
  cr_expect_str_eq(learned_values(tagged, "tag=shelf|tag=oak|tag=home", NULL), "tag=shelf|tag=oak|tag=home");
  cr_expect_str_eq(learned_values("<h1>Oak shelf</h1><ul><li>solid oak</ul><p><b>Tags:</b> shelf, oak, solid</p>",
                                  "tag=shelf|tag=oak|tag=solid", NULL),
                   "tag=shelf|tag=oak|tag=solid");
}

/* If each value is a text of its own elsewhere, that list is used. */
Test(template_learn, prefers_a_list_of_whole_texts_to_parts_of_a_text_that_names_it) {
  cr_expect_str_eq(learned_values("<p>Tags are oak, elm and others.<ul class=w><li>oak<li>elm</ul>", "tag=oak|tag=elm",
                                  "<p>Tags are ash, fir and others.<ul class=w><li>red<li>blue</ul>"),
                   "tag=red|tag=blue");
}

/* Values that are parts of different texts are not a list. */
Test(template_learn, doubts_a_list_from_parts_of_texts) {
  detm_template *t = template_from(tagged, "word=shelf|word=oak|word=home");
  for (size_t i = 0; i < 3; i++) {
    cr_expect_eq(detm_template_notice_get(t, i)->doubt, DETM_DOUBT_PART, "%zu", i);
    cr_expect_neq(detm_template_notice_get(t, i)->where_count, 0, "%zu", i);
  }
  detm_template_free(t);
  t = template_from(tagged, "tag=shelf|tag=oak|tag=home");
  for (size_t i = 0; i < 3; i++) cr_expect_eq(detm_template_notice_get(t, i)->doubt, DETM_DOUBT_NONE, "%zu", i);
  detm_template_free(t);
}

/* The reported path can be given as the path of a choice. */
Test(template_learn, reports_paths_that_find_the_value) {
  static const char *const pages[] = {"<div><p>x</p><p>12</p></div>", "<p><b>Price:</b> 12</p>",
                                      "<meta name=price content=12>", "<p>for 12 USD</p>", "<p>a<br>b<br>12<br>c</p>"};
  for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
    learning l;
    detm_template *t = template_from(pages[i], "price=12");
    const char *path = detm_template_notice_get(t, 0)->path;
    cr_assert_not_null(path, "%s", pages[i]);
    learning_of(&l, pages[i], NULL);
    cr_expect_geq(xpath_count(&l, path), 1, "%s", path);
    learning_free(&l);
    detm_template_free(t);
  }
}

Test(template_learn, reports_on_every_sample) {
  detm_page *pages[] = {document_of("<h1>A</h1><p>x"), document_of("<h1>B</h1><p>y")};
  const char *choices[] = {"title=A", "title=B|gone=z"};
  detm_error error = DETM_ERROR_NONE;
  detm_template *t = learn_from((const detm_page *const *)pages, choices, 2, &error);
  cr_assert_not_null(t, "%s", error.text);
  cr_assert_eq(detm_template_notice_count(t), 3);
  cr_expect_eq(detm_template_notice_get(t, 0)->sample, 0);
  cr_expect_eq(detm_template_notice_get(t, 1)->sample, 1);
  cr_expect_eq(detm_template_notice_get(t, 1)->choice, 0);
  cr_expect_eq(detm_template_notice_get(t, 1)->places, 1);
  cr_expect_eq(detm_template_notice_get(t, 2)->choice, 1);
  cr_expect_eq(detm_template_notice_get(t, 2)->places, 0);
  detm_template_free(t);
  for (int i = 0; i < 2; i++) detm_page_free(pages[i]);
}

Test(template_learn, drops_only_values_that_are_not_found) {
  cr_expect_str_eq(learned_values(book, "title=Good Book|none=nowhere|author=A. Bee|author=nobody|price=$12.50", NULL),
                   "title=Good Book|author=A. Bee|price=$12.50");
}

Test(template_learn, has_no_notices_after_load) {
  detm_template *t = template_from("<p>12</p>", "a=12");
  dt_buffer xml = {0};
  cr_assert_eq(detm_template_save(t, dt_buffer_write, &xml, NULL), DETM_OK);
  detm_template *again = detm_template_load(xml.data, xml.length, "again", NULL);
  cr_assert_not_null(again);
  cr_expect_eq(detm_template_notice_count(again), 0);
  cr_expect_null(detm_template_notice_get(again, 0));
  detm_template_free(again);
  detm_template_free(t);
  dt_buffer_free(&xml);
}

/* ---- the contents of a template ---- */

Test(template_learn, keeps_names_captions_and_types) {
  detm_page *page = document_of("<h1>A</h1><p>$12</p><i>288</i><ul><li>b<li>c</ul>");
  detm_choice choices[] = {{.name = "title", .value = "A", .caption = "The title"},
                           {.name = "price", .value = "$12"},
                           {.name = "pages", .value = "288", .caption = "How long"},
                           {.name = "tag", .value = "b"},
                           {.name = "tag", .value = "c"}};
  detm_sample sample = {page, choices, 5};
  detm_template_options options = detm_template_defaults;
  options.name = "book";
  options.domain = "books";
  detm_template *t = detm_template_learn(&sample, 1, &options, NULL);
  cr_assert_not_null(t);
  cr_expect_str_eq(detm_template_name(t), "book");
  cr_expect_str_eq(t->domain, "books");
  cr_expect_eq(t->pages, 1);
  cr_assert_eq(t->layout_count, 1);
  static const struct {
    const char *name, *caption, *type;
    bool list;
  } expected[] = {{"title", "The title", "text", false},
                  {"price", NULL, "price", false},
                  {"pages", "How long", "number", false},
                  {"tag", NULL, "text", true}};
  cr_assert_eq(t->layouts[0].field_count, 4);
  for (size_t i = 0; i < 4; i++) {
    const dt_template_field *f = &t->layouts[0].fields[i];
    cr_expect_str_eq(f->name, expected[i].name);
    cr_expect_eq(f->caption == NULL, expected[i].caption == NULL);
    if (f->caption != NULL && expected[i].caption != NULL) cr_expect_str_eq(f->caption, expected[i].caption);
    cr_expect_str_eq(f->type, expected[i].type);
    cr_expect_eq(f->list, expected[i].list);
  }
  cr_expect_gt(t->layouts[0].fields[0].longest, 0);
  detm_template_free(t);
  t = detm_template_learn(&sample, 1, NULL, NULL);
  cr_assert_not_null(t);
  cr_expect_str_eq(detm_template_name(t), "template");
  detm_template_free(t);
  detm_page_free(page);
}

Test(template_learn, owns_copies_of_its_choices) {
  char name[] = "title", value[] = "Good Book", caption[] = "The title", called[] = "book";
  detm_page *page = document_of(book);
  detm_choice choice = {.name = name, .value = value, .caption = caption};
  detm_template_options options = {.name = called, .domain = called};
  detm_template *t = detm_template_learn(&(detm_sample){page, &choice, 1}, 1, &options, NULL);
  cr_assert_not_null(t);
  detm_page_free(page);
  memset(name, 'x', sizeof name - 1);
  memset(value, 'x', sizeof value - 1);
  memset(caption, 'x', sizeof caption - 1);
  memset(called, 'x', sizeof called - 1);
  cr_expect_str_eq(detm_template_name(t), "book");
  cr_expect_str_eq(t->layouts[0].fields[0].caption, "The title");
  cr_expect_str_eq(values_on(t, other_book), "title=Other");
  cr_expect_str_not_empty(detm_template_notice_get(t, 0)->path);
  detm_template_free(t);
}

/* A template that was just learned equals the one that is loaded after saving. */
Test(template_learn, is_the_same_after_saving_and_loading) {
  detm_template *t = template_from(book, "title=Good Book|author=A. Bee|author=C. Dee|price=$12.50|pages=288");
  dt_buffer xml = {0}, again = {0};
  cr_assert_eq(detm_template_save(t, dt_buffer_write, &xml, NULL), DETM_OK);
  detm_error error = DETM_ERROR_NONE;
  detm_template *loaded = detm_template_load(xml.data, xml.length, "t.xml", &error);
  cr_assert_not_null(loaded, "%s", error.text);
  cr_assert_eq(detm_template_save(loaded, dt_buffer_write, &again, NULL), DETM_OK);
  cr_assert_eq(xml.length, again.length);
  cr_expect_arr_eq(xml.data, again.data, xml.length);
  char values[500];
  snprintf(values, sizeof values, "%s", values_on(t, other_book));
  cr_expect_str_eq(values_on(loaded, other_book), values);
  detm_template_free(loaded);
  detm_template_free(t);
  dt_buffer_free(&xml);
  dt_buffer_free(&again);
}

Test(template_learn, is_the_same_in_every_run) {
  dt_buffer first = {0}, second = {0};
  detm_template *t = template_from(book, "title=Good Book|author=A. Bee|author=C. Dee|price=$12.50");
  cr_assert_eq(detm_template_save(t, dt_buffer_write, &first, NULL), DETM_OK);
  detm_template_free(t);
  t = template_from(book, "title=Good Book|author=A. Bee|author=C. Dee|price=$12.50");
  cr_assert_eq(detm_template_save(t, dt_buffer_write, &second, NULL), DETM_OK);
  detm_template_free(t);
  cr_assert_eq(first.length, second.length);
  cr_expect_arr_eq(first.data, second.data, first.length);
  dt_buffer_free(&first);
  dt_buffer_free(&second);
}

/* ---- given places ---- */

Test(template_learn, uses_the_given_place) {
  static const char page[] = "<div class=old><b>$12</b></div><div class=new><b>$12</b></div>";
  static const char other[] = "<div class=old><b>$20</b></div><div class=new><b>$15</b></div>";
  detm_page *sample = document_of(page);
  detm_choice choice = {.name = "price", .value = "$12", .path = "/html/body/div[2]/b"};
  detm_template *t = detm_template_learn(&(detm_sample){sample, &choice, 1}, 1, NULL, NULL);
  cr_assert_not_null(t);
  cr_expect_str_eq(values_on(t, other), "price=$15");
  detm_template_free(t);
  choice.path = "/html/body/div[1]/b";
  t = detm_template_learn(&(detm_sample){sample, &choice, 1}, 1, NULL, NULL);
  cr_assert_not_null(t);
  cr_expect_str_eq(values_on(t, other), "price=$20");
  detm_template_free(t);
  detm_page_free(sample);
}

/* ---- several samples ---- */

static detm_template *learn_both(const char *const markups[2], const char *const choices[2]) {
  detm_error error = DETM_ERROR_NONE;
  detm_page *pages[] = {document_of(markups[0]), document_of(markups[1])};
  detm_template *t = learn_from((const detm_page *const *)pages, choices, 2, &error);
  cr_assert_not_null(t, "%s", error.text);
  for (int i = 0; i < 2; i++) detm_page_free(pages[i]);
  return t;
}

Test(template_learn, makes_one_template_of_several_samples) {
  static const char *const pages[] = {book, other_book};
  static const char *const choices[] = {"title=Good Book|price=$12.50", "title=Other|price=$7|format=Paper"};
  detm_template *t = learn_both(pages, choices);
  cr_expect_eq(t->pages, 2);
  cr_expect_eq(t->layout_count, 1);
  cr_expect_str_eq(values_on(t, book), "title=Good Book|price=$12.50");
  cr_expect_str_eq(values_on(t, other_book), "title=Other|price=$7|format=Paper");
  detm_template_free(t);
}

Test(template_learn, makes_a_field_a_list_where_one_sample_has_several) {
  static const char *const pages[] = {"<p class=by><a>A</a></p><h1>x</h1>",
                                      "<p class=by><a>B</a>, <a>C</a></p><h1>y</h1>"};
  static const char *const choices[] = {"author=A", "author=B|author=C"};
  detm_template *t = learn_both(pages, choices);
  cr_expect(t->layouts[0].fields[0].list);
  cr_expect_str_eq(values_on(t, "<p class=by><a>D</a>, <a>E</a>, <a>F</a></p><h1>z</h1>"),
                   "author=D|author=E|author=F");
  detm_template_free(t);
}

/* Pages that have only the site in common. */
Test(template_learn, makes_layouts_of_samples_of_different_kinds) {
  static const char *const pages[] = {
      "<h1 class=name>Good Book</h1><dl><dt>Price:<dd>$12<dt>Size:<dd>Small</dl>",
      "<div id=head><p>Other Thing</p></div><table><tr><th>Cost<td>$7<tr><th>Format<td>Large</table>"};
  static const char *const choices[] = {"title=Good Book|price=$12|size=Small",
                                        "title=Other Thing|price=$7|size=Large"};
  detm_template *t = learn_both(pages, choices);
  cr_expect_str_eq(values_on(t, pages[0]), "title=Good Book|price=$12|size=Small");
  cr_expect_str_eq(values_on(t, pages[1]), "title=Other Thing|price=$7|size=Large");
  cr_expect_str_eq(values_on(t, "<h1 class=name>New</h1><dl><dt>Price:<dd>$3<dt>Size:<dd>Tall</dl>"),
                   "title=New|price=$3|size=Tall");
  cr_expect_eq(detm_template_notice_count(t), 6);
  for (size_t i = 0; i < 6; i++) {
    cr_expect_eq(detm_template_notice_get(t, i)->sample, i / 3);
    cr_expect_eq(detm_template_notice_get(t, i)->choice, i % 3);
  }
  detm_template_free(t);
}

Test(template_learn, accepts_the_same_page_twice) {
  detm_page *page = document_of(book);
  const detm_page *const pages[] = {page, page};
  static const char *const choices[] = {"title=Good Book", "title=Good Book|price=$12.50"};
  detm_template *t = learn_from(pages, choices, 2, NULL);
  cr_assert_not_null(t);
  cr_expect_str_eq(values_on_page(t, page), "title=Good Book|price=$12.50");
  detm_template_free(t);
  detm_page_free(page);
}

/* ---- lack of memory ---- */

static void fail_each_allocation(const detm_sample *samples, size_t count) {
  detm_template *t = NULL;
  for (size_t fail = 1; t == NULL; fail++) {
    detm_error error = DETM_ERROR_NONE;
    allocation_fail_from(fail);
    t = detm_template_learn(samples, count, NULL, &error);
    allocation_fail_from(0);
    if (t == NULL) cr_assert_eq(error.status, DETM_NO_MEMORY, "allocation %zu: %s", fail, error.text);
  }
  cr_expect_str_eq(values_on(t, book), "title=Good Book|author=A. Bee|author=C. Dee|pages=288");
  detm_template_free(t);
}

Test(template_learn, survives_each_allocation_that_fails) {
  static const detm_choice first[] = {{.name = "title", .value = "Good Book"},
                                      {.name = "author", .value = "A. Bee"},
                                      {.name = "author", .value = "C. Dee"},
                                      {.name = "pages", .value = "288"}};
  static const detm_choice second[] = {
      {.name = "title", .value = "Other"}, {.name = "author", .value = "E. Eff"}, {.name = "pages", .value = "90"}};
  detm_page *pages[] = {document_of(book), document_of(other_book)};
  const detm_sample samples[] = {{pages[0], first, 4}, {pages[1], second, 3}};
  fail_each_allocation(samples, 1);
  fail_each_allocation(samples, 2);
  for (int i = 0; i < 2; i++) detm_page_free(pages[i]);
}

/* Samples stay unchanged after failures: a later template of the same page is the same. */
Test(template_learn, leaves_its_samples_unchanged) {
  detm_page *page = document_of(book);
  const detm_page *const pages[] = {page};
  static const char *const choices[] = {"title=Good Book|price=$12.50"};
  for (size_t fail = 1; fail < 12; fail++) {
    allocation_fail_from(fail);
    detm_template *none =
        detm_template_learn(&(detm_sample){page, &(detm_choice){.name = "a", .value = "$12.50"}, 1}, 1, NULL, NULL);
    allocation_fail_from(0);
    detm_template_free(none);
  }
  detm_template *t = learn_from(pages, choices, 1, NULL);
  cr_assert_not_null(t);
  cr_expect_str_eq(values_on_page(t, page), "title=Good Book|price=$12.50");
  detm_template_free(t);
  detm_page_free(page);
}

/* ---- hostile pages ---- */

static void expect_ends(const dt_buffer *markup, const char *choices, const char *expected) {
  detm_template *t = template_from(markup->data, choices);
  if (expected != NULL) cr_expect_str_eq(values_on(t, markup->data), expected);
  detm_template_free(t);
}

Test(template_learn, finds_the_value_among_20000_siblings) {
  dt_buffer markup = {0};
  for (int i = 0; i < 20000; i++) dt_buffer_format(&markup, "<p>text %d</p>", i);
  dt_buffer_byte(&markup, '\0');
  expect_ends(&markup, "a=text 10000|b=text 19999", "a=text 10000|b=text 19999");
  expect_ends(&markup, "a=text 5|a=text 10000|a=text 19999", NULL);
  dt_buffer_free(&markup);
}

Test(template_learn, ends_on_10000_equal_values) {
  dt_buffer markup = {0};
  for (unsigned i = 0; i < rounds(10000); i++)
    dt_buffer_format(&markup, "<div class='c%c'><b>Price:</b> <i>12</i></div>", 'a' + i % 26);
  dt_buffer_byte(&markup, '\0');
  expect_ends(&markup, "a=12", "a=12");
  expect_ends(&markup, "a=12|a=12", NULL);
  dt_buffer_free(&markup);
}

Test(template_learn, ends_on_200_values) {
  dt_buffer markup = {0}, choices = {0};
  dt_buffer_text(&markup, "<ul class=all>");
  for (int i = 0; i < 200; i++) {
    dt_buffer_format(&markup, "<li>v%c%c</li>", 'a' + i / 26, 'a' + i % 26);
    dt_buffer_format(&choices, "%sa=v%c%c", i != 0 ? "|" : "", 'a' + i / 26, 'a' + i % 26);
  }
  dt_buffer_text(&markup, "</ul>");
  dt_buffer_byte(&markup, '\0');
  dt_buffer_byte(&choices, '\0');
  expect_ends(&markup, choices.data, choices.data);
  dt_buffer_free(&markup);
  dt_buffer_free(&choices);
}

Test(template_learn, ends_on_deep_pages) {
  dt_buffer markup = {0};
  for (int i = 0; i < 990; i++) dt_buffer_format(&markup, "<div class='c%c%c'>", 'a' + i / 26 % 26, 'a' + i % 26);
  dt_buffer_text(&markup, "<b>12</b><i>13</i>");
  dt_buffer_byte(&markup, '\0');
  expect_ends(&markup, "a=12|b=13", "a=12|b=13");
  dt_buffer_free(&markup);
}

/* Texts and attributes longer than any anchor may be, and values as long as a page. */
Test(template_learn, ends_on_long_texts) {
  dt_buffer markup = {0}, choices = {0};
  dt_buffer_text(&markup, "<div class='");
  for (int i = 0; i < 5000; i++) dt_buffer_text(&markup, "class ");
  dt_buffer_text(&markup, "' id='");
  for (int i = 0; i < 5000; i++) dt_buffer_byte(&markup, 'i');
  dt_buffer_text(&markup, "'><p>");
  dt_buffer_text(&choices, "a=");
  for (int i = 0; i < 20000; i++) {
    dt_buffer_text(&markup, "word ");
    dt_buffer_text(&choices, "word ");
  }
  dt_buffer_text(&markup, "</p><b>12</b>");
  dt_buffer_byte(&markup, '\0');
  dt_buffer_text(&choices, "|b=12");
  dt_buffer_byte(&choices, '\0');
  expect_ends(&markup, choices.data, NULL);
  dt_buffer_free(&markup);
  dt_buffer_free(&choices);
}

/* ---- the round trip ---- */

enum { MAX_ROWS = 24 };

/* A page made of blocks: the structure seed selects blocks and labels, the value seed their values. */
typedef struct made_page {
  dt_buffer markup, expected; /* expected: "f0=..|f1=.." of the chosen fields */
  unsigned structure, values; /* states of the two generators */
  unsigned label, field, value;
} made_page;

static unsigned draw_below(unsigned *state, unsigned below) {
  *state = *state * 1664525 + 1013904223;
  return (*state >> 8) % below;
}

/* Different from all other values of the page. */
static const char *make_value(made_page *m, char *out, size_t size) {
  static const char *const syllables[] = {"ba", "do", "fi", "gu", "ka", "lo", "mi", "nu", "pa", "ro", "si", "tu"};
  unsigned number = 1000 + 37 * m->value++ + draw_below(&m->values, 37), kind = draw_below(&m->structure, 5);
  if (kind == 0) {
    snprintf(out, size, "$%u.%02u", number, draw_below(&m->values, 100));
  } else if (kind == 1) {
    snprintf(out, size, "%u", number);
  } else if (kind == 2) {
    snprintf(out, size, "%u-%02u-%02u", 1990 + draw_below(&m->values, 30), 1 + m->value % 12,
             1 + m->value / 12 + draw_below(&m->values, 20));
  } else {
    int words = 1 + (int)draw_below(&m->values, 3), length = 0;
    for (int w = 0; w < words; w++)
      length += snprintf(out + length, size - (size_t)length, "%s%c%s%s%s", w != 0 ? " " : "",
                         "BDFGKLMNPRST"[m->value % 12], syllables[m->value / 12 % 12],
                         syllables[draw_below(&m->values, 12)], syllables[draw_below(&m->values, 12)]);
  }
  return out;
}

static const char *make_label(made_page *m) {
  static const char *const labels[] = {"Price",   "Pages",   "Publisher", "Author", "Format",  "Size",
                                       "Weight",  "Colour",  "Language",  "Series", "Edition", "Country",
                                       "Made by", "Sold in", "Genre",     "Level"};
  return labels[m->label++ % 16];
}

static void expect_value(made_page *m, bool chosen, const char *value) {
  if (chosen) dt_buffer_format(&m->expected, "%sf%u=%s", m->expected.length != 0 ? "|" : "", m->field, value);
}

static void make_rows(made_page *m) {
  static const struct {
    const char *open, *before, *between, *behind, *close;
  } forms[] = {{"<dl>", "<dt>", "</dt><dd>", "</dd>", "</dl>"},
               {"<dl class=facts>", "<dt>", ":</dt><dd>", "</dd>", "</dl>"},
               {"<table>", "<tr><th>", "</th><td>", "</td></tr>", "</table>"},
               {"<table><tbody>", "<tr><td>", ":</td><td>", "</td></tr>", "</tbody></table>"},
               {"<div>", "<p><b>", ":</b> ", "</p>", "</div>"},
               {"<div>", "<p>", ": <span>", "</span></p>", "</div>"},
               {"<p>", "<b>", ":</b> ", "<br>", "</p>"},
               {"<ul>", "<li>", ": ", "</li>", "</ul>"},
               {"<table>", "<tr><td>", "</td><td>about ", " in all</td></tr>", "</table>"},
               {"<div>", "<div><label>", "</label><em><b>", "</b></em></div>", "</div>"},
               {"<div>", "<span>", "</span>&nbsp;|&nbsp;<i>", "</i><br>", "</div>"},
               {"<div>", "<meta name='", "' content='", "'>", "</div>"}};
  unsigned form = draw_below(&m->structure, 12), count = 1 + draw_below(&m->structure, 4);
  dt_buffer_text(&m->markup, forms[form].open);
  for (unsigned i = 0; i < count; i++) {
    char value[100];
    bool chosen = draw_below(&m->structure, 3) != 0;
    make_value(m, value, sizeof value);
    dt_buffer_format(&m->markup, "%s%s%s%s%s", forms[form].before, make_label(m), forms[form].between, value,
                     forms[form].behind);
    expect_value(m, chosen, value);
    m->field += chosen;
  }
  dt_buffer_text(&m->markup, forms[form].close);
}

static void make_list(made_page *m) {
  static const struct {
    const char *open, *before, *behind, *close;
  } forms[] = {{"<ul class=%s>", "<li>", "</li>", "</ul>"},
               {"<div id=%s>", "<p>", "</p>", "</div>"},
               {"<p class=%s>", "<a href=x>", "</a>, ", "</p>"},
               {"<ol><!-- %s -->", "<li class=entry>", "</li>", "</ol>"},
               {"<div class=%s>", "<div><i>", "</i></div>", "</div>"},
               {"<p class=%s>", "", "<br>", "</p>"},
               {"<table class=%s>", "<tr><td>no</td><td>", "</td></tr>", "</table>"}};
  static const char *const names[] = {"tags", "people", "places", "steps", "parts", "things"};
  unsigned form = draw_below(&m->structure, 7), count = 2 + draw_below(&m->values, 4);
  bool chosen = draw_below(&m->structure, 3) != 0;
  unsigned kinds = m->structure; /* all items are of one kind */
  dt_buffer_format(&m->markup, "<h3>%s</h3>", make_label(m));
  dt_buffer_format(&m->markup, forms[form].open, names[m->label % 6]);
  for (unsigned i = 0; i < count; i++) {
    char value[100];
    m->structure = kinds;
    make_value(m, value, sizeof value);
    dt_buffer_format(&m->markup, "%s%s%s", forms[form].before, value, forms[form].behind);
    expect_value(m, chosen, value);
  }
  m->field += chosen;
  dt_buffer_text(&m->markup, forms[form].close);
}

static void make_noise(made_page *m) {
  static const char *const noise[] = {
      "<p>Some words that nobody wants.</p>", "<div class=ad><a href=y>Buy now</a></div>",
      "<ul class=menu><li>Home<li>News<li>About</ul>", "<hr>", "<p class=note><i>Note</i></p>"};
  dt_buffer_text(&m->markup, noise[draw_below(&m->structure, 5)]);
}

static made_page make_page(unsigned structure, unsigned values) {
  made_page m = {.structure = structure * 7919 + 1, .values = values * 104729 + 1};
  char title[100];
  m.label = draw_below(&m.structure, 16);
  unsigned kinds = m.structure;
  make_value(&m, title, sizeof title);
  m.structure = kinds;
  dt_buffer_format(&m.markup, "<html><head><title>%s - Site</title></head><body><h1>%s</h1>", title, title);
  expect_value(&m, true, title);
  m.field++;
  for (unsigned blocks = 2 + draw_below(&m.structure, 4); blocks > 0; blocks--) {
    unsigned kind = draw_below(&m.structure, 4);
    if (kind < 2) make_rows(&m);
    if (kind == 2) make_list(&m);
    if (kind == 3) make_noise(&m);
  }
  dt_buffer_text(&m.markup, "</body></html>");
  dt_buffer_byte(&m.markup, '\0');
  dt_buffer_byte(&m.expected, '\0');
  return m;
}

static void free_page(made_page *m) {
  dt_buffer_free(&m->markup);
  dt_buffer_free(&m->expected);
}

/* On any page, a template finds the values that were chosen there. */
Test(template_learn, finds_the_chosen_values_of_random_samples) {
  for (unsigned seed = 0; seed < rounds(400); seed++) {
    made_page m = make_page(seed, seed);
    const char *values = learned_values(m.markup.data, m.expected.data, NULL);
    cr_expect_str_eq(values, m.expected.data, "page %u\n%s\n  gives     %s\n  should be %s", seed, m.markup.data,
                     values, m.expected.data);
    free_page(&m);
  }
}

/* On another page of the same structure, it finds the values of that page. */
Test(template_learn, finds_the_values_of_other_random_pages) {
  for (unsigned seed = 0; seed < rounds(400); seed++) {
    made_page m = make_page(seed, seed), other = make_page(seed, seed + 1000);
    const char *values = learned_values(m.markup.data, m.expected.data, other.markup.data);
    cr_expect_str_eq(values, other.expected.data, "page %u\n%s\n%s\n  gives     %s\n  should be %s", seed,
                     m.markup.data, other.markup.data, values, other.expected.data);
    free_page(&m);
    free_page(&other);
  }
}

/* ---- odd pages ---- */

#define ODD_DATA                                                                                                       \
  "<script type='application/ld+json'>{\"@type\":\"A\",\"isPartOf\":{\"@type\":\"B:c\",\"a b\":\"red\",\"1\":\"12\","  \
  "\"x:y\":\"red\"}}</script>"

/* Templates learned from any page can be saved, loaded and applied. */
Test(template_learn, makes_templates_that_can_be_loaded_on_any_page) {
  static const char *const parts[] = {"<fb:like>",
                                      "</fb:like>",
                                      "<x-y class=\"a'b\">",
                                      "<p class='it\"s'>",
                                      "<p id=]]&gt;>",
                                      "<b>&lt;&amp;:</b>",
                                      "\x01 ",
                                      "<i title='&#1;'>",
                                      "{$x}",
                                      "<1>",
                                      "'\"'\"",
                                      "<div>",
                                      "</div>",
                                      "red",
                                      "12",
                                      "<dt>a\"b'c:<dd>",
                                      "\xef\xbf\xbe",
                                      "<svg viewBox='0'><linearGradient>",
                                      "</svg>",
                                      "<p itemprop='a\xc2\xa0 b'>",
                                      "&#x1f4da; ",
                                      "<li>",
                                      "<br>",
                                      "Label:",
                                      "<meta name='a:b' content='d e'>",
                                      ODD_DATA};
  unsigned seed = 41, made = 0;
  for (unsigned round = 0; round < rounds(600); round++) {
    dt_buffer markup = {0};
    dt_buffer_text(&markup, "<p>"); /* else control characters make it binary data */
    for (unsigned i = 0; i < 16; i++) dt_buffer_text(&markup, parts[draw_below(&seed, sizeof parts / sizeof *parts)]);
    dt_buffer_byte(&markup, '\0');
    detm_page *page = document_of(markup.data);
    const detm_page *const pages[] = {page};
    static const char *const choices[] = {"a=red|b=12|c=d e"};
    detm_error error = DETM_ERROR_NONE;
    detm_template *t = learn_from(pages, choices, 1, &error);
    if (t == NULL) {
      cr_expect_eq(error.status, DETM_NOTHING, "%s in %s", error.text, markup.data);
    } else {
      dt_buffer xml = {0};
      cr_assert_eq(detm_template_save(t, dt_buffer_write, &xml, NULL), DETM_OK);
      detm_template *again = detm_template_load(xml.data, xml.length, "again", &error);
      cr_assert_not_null(again, "%s: %s", error.text, markup.data);
      char *loaded = strdup(values_on_page(again, page));
      const char *values = values_on_page(t, page);
      cr_expect_str_eq(loaded, values, "%s", markup.data);
      free(loaded);
      detm_template_free(again);
      dt_buffer_free(&xml);
      made++;
      for (size_t i = 0; i < 3; i++) {
        static const char *const each[] = {"a=red", "b=12", "c=d e"};
        if (detm_template_notice_get(t, i)->path != NULL)
          cr_expect_not_null(strstr(values, each[i]), "%s: %s in %s", each[i], values, markup.data);
      }
    }
    detm_template_free(t);
    detm_page_free(page);
    dt_buffer_free(&markup);
  }
  cr_expect_gt(made, rounds(600) / 2);
}

Test(template_learn, finds_values_in_json_ld) {
  static const char page[] =
      "<h1>x</h1><script type='application/ld+json'>{\"@type\":\"Book\",\"name\":\"Good Book\","
      "\"author\":[{\"@type\":\"Person\",\"name\":\"A. Bee\"},{\"@type\":\"Person\",\"name\":\"C. Dee\"}],"
      "\"isPartOf\":{\"name\":\"Series\"}}</script>";
  static const char other[] =
      "<h1>y</h1><script type='application/ld+json'>{\"@type\":\"Book\",\"isPartOf\":{\"name\":\"None\"},"
      "\"name\":\"Other\",\"author\":{\"@type\":\"Person\",\"name\":\"E. Eff\"}}</script>";
  cr_expect_str_eq(learned_values(page, "title=Good Book|author=A. Bee|author=C. Dee|series=Series", other),
                   "title=Other|author=E. Eff|series=None");
}

/* The text contains the value 50,000 times, each time within a word. */
Test(template_learn, does_not_find_a_value_within_a_word) {
  dt_buffer markup = {0};
  dt_buffer_text(&markup, "<p>ab cd ");
  for (unsigned i = 0; i < rounds(50000); i++) dt_buffer_text(&markup, "xABx");
  dt_buffer_text(&markup, "</p>");
  dt_buffer_byte(&markup, '\0');
  cr_expect_str_eq(learned_values(markup.data, "a=AB", "<p>ab cd xABx</p>"), "a=ab");
  dt_buffer_free(&markup);
}

Test(template_learn, finds_the_second_author_of_another_page) {
  static const char one[] = "<h1>T</h1><p class=by>by <a href=a>Ann Poe</a></p>";
  cr_expect_str_eq(
      learned_values(one, "author=Ann Poe", "<h1>T</h1><p class=by>by <a href=b>Bo Lee</a>, <a href=c>Cy Roe</a></p>"),
      "author=Bo Lee|author=Cy Roe");
  static const char tabs[] = "<h1>T</h1><p class=by><a href=a>Ann Poe</a> | <a href=x>Shop</a></p>";
  cr_expect_str_eq(
      learned_values(tabs, "author=Ann Poe", "<h1>T</h1><p class=by><a href=b>Bo Lee</a> | <a href=x>Shop</a></p>"),
      "author=Bo Lee");
}
