/* Tests of src/content/text/features.c, path_groups.c, record_runs.c,
 * name_hints.c and landmarks.c: the features of text blocks. */
#include "content/text/features.h"
#include "content/reading.h"
#include "content/text/path_groups.h"

#include "leaks.h"

#include <criterion/criterion.h>
#include <math.h>

TestSuite(content_features, .fini = find_leaks);

#define GOOD " this paragraph is long enough to be called good, and it ends as a sentence does, with a full stop. "
#define GOOD7 GOOD GOOD GOOD GOOD GOOD GOOD GOOD

/* Expects these values of a feature for the blocks in order; `expected` ends with -1. */
static void expect_feature(int feature, const char *markup, const double *expected) {
  double x[DT_FEATURE_COUNT];
  reading_of *reading = read_content(markup);
  dt_features features;
  dt_features_read(&features, &reading->page);
  uint32_t block = 0;
  for (; block < reading->page.block_count && expected[block] >= 0; block++) {
    dt_features_of(&features, block, x);
    cr_expect(fabs(x[feature] - expected[block]) < 1e-6, "%s of %s: %g, not %g", dt_feature_names[feature],
              reading->page.blocks[block].text.data, x[feature], expected[block]);
  }
  cr_expect_eq(block, reading->page.block_count);
  cr_expect(expected[block] < 0);
  free_reading(reading);
}
#define EXPECT(feature, markup, ...) expect_feature(DT_X_##feature, markup, (const double[]){__VA_ARGS__, -1})

Test(content_features, include_the_position_of_a_block) {
  EXPECT(heading, "<h1>a</h1><h2>b</h2><h6>c</h6><p>d", 0, 1, 1, 0);
  EXPECT(paragraph, "<p>a</p><div>b</div><dl><dd><div>c</div></dl>", 1, 0, 0);
  EXPECT(in_main, "<p>a<main><p>b</main><div role=main>c</div>", 0, 1, 1);
  EXPECT(out_of_main, "<p>a<main><p>b</main>", 1, 0);
  EXPECT(out_of_main, "<p>a<p>b", 0, 0);
  EXPECT(depth, "<div>a<div>b</div></div>", 2 / 25., 3 / 25.);
}

Test(content_features, distinguish_the_first_article_from_later_ones) {
  EXPECT(in_first_article, "<article></article><p>a<article>b<article>c</article></article><article>d</article>", 0, 1,
         1, 0);
  EXPECT(in_later_article, "<article>a</article><article>b</article>", 0, 0);
  EXPECT(in_later_article, "<article>" GOOD7 "</article><article>b</article>c", 0, 1, 0);
}

Test(content_features, count_dates_in_short_texts) {
  EXPECT(dated,
         "<p>12.5.21<p>5/12/2021<p>at 9:45<p>in 1997<p>2021-05-12<p>5月"
         "12日",
         1, 1, 1, 1, 1, 1);
  EXPECT(dated, "<p>1.5<p>v1.2.3<p>12345<p>2:1<p>1850<p>5月<p>12-<p>x", 0, 0, 0, 0, 0, 0, 0, 0);
  EXPECT(dated, "<p>in 1997" GOOD GOOD, 0);
}

Test(content_features, put_similar_blocks_into_one_group) {
  EXPECT(group_share, "<p>abc</p><p>de</p><p class=x>fghij</p>", .5, .5, .5);
  EXPECT(group_parents, "<div><p>a<p>b</div><div><p>c<p>d</div><h1>e</h1>", .5, .5, .5, .5, 1);
  EXPECT(group_after, "<div><h2>a</h2><p>" GOOD "<p>b</div><ul><li>c</ul>", 0, 0, 0, 1);
}

Test(content_features, are_smoothed_within_a_group) {
  reading_of *reading = read_content("<p>aaa</p><p>b</p><h1>c</h1>");
  double figures[] = {1, 5, 7};
  dt_features features;
  dt_features_read(&features, &reading->page);
  dt_features_smooth(&features, figures); /* the mean is 2 */
  cr_expect(fabs(figures[0] - 1.7) < 1e-9 && fabs(figures[1] - 2.9) < 1e-9 && fabs(figures[2] - 7) < 1e-9);
  free_reading(reading);
}

Test(content_features, find_the_column_with_most_prose) {
  EXPECT(in_column, "<div><p>x</div><div><p>" GOOD "<p>" GOOD "<p>y</div><div><p>" GOOD "</div>", 0, 1, 1, 1, 0);
  EXPECT(parent_good, "<div><p>x</div><div><p>" GOOD "<p>" GOOD "<p>y</div><div><p>" GOOD "</div>", 0, 1, 1, 1, .5);
  EXPECT(parent_share, "<div><p>" GOOD "<p>" GOOD "<p>" GOOD "</div><div><p>" GOOD "</div>", .75, .75, .75, .25);
  EXPECT(column_span, "<p>x<p>y", 0, 0);
  EXPECT(column_span, "<div><p>" GOOD "</div><div><p>" GOOD "<p>" GOOD "<p>" GOOD "</div>", .75, .75, .75, .75);
}

#define RECORD(n) "<li class=n" #n ">" #n "<p>text</p></li>"
Test(content_features, find_records_like_siblings_of_several_blocks) {
  const char *records = "<ul>" RECORD(1) RECORD(2) RECORD(3) "</ul>";
  char page[4000];
  snprintf(page, sizeof page, "<p>%s</p>%s", GOOD7, records);
  EXPECT(record_late, page, 0, 1, 1, 1, 1, 1, 1);
  snprintf(page, sizeof page, "<p>a</p>%s<p>%s</p>", records, GOOD7);
  EXPECT(record_late, page, 0, 0, 0, 0, 0, 0, 0, 0);
  EXPECT(record_late, "<p>" GOOD7 "<ul>" RECORD(1) RECORD(2) "</ul>", 0, 0, 0, 0, 0);
  EXPECT(record_late, "<p>" GOOD7 "<ul><li>a<li>b<li>c</ul>", 0, 0, 0, 0);
  EXPECT(record_late,
         "<p>" GOOD7 "<h1>from here on</h1>"
         "<ul>" RECORD(1) RECORD(2) RECORD(3) "</ul>",
         0, 0, 0, 0, 0, 0, 0, 0);
  EXPECT(record_heading, "<ul><li><h1>a</h1>b<li>c<p>d<li>e<p>f</ul>", 1, 1, 1, 1, 1, 1);
}

Test(content_features, find_the_main_heading_by_the_title) {
  EXPECT(before_heading, "<title>The dam breaks - Paper</title><h1>Paper</h1><p>a<h2>The dam breaks</h2><p>b", 1, 1, 0,
         0);
  EXPECT(before_heading, "<title>x</title><p>a<h1>Other</h1>", 1, 0);
  EXPECT(before_heading, "<title>x</title><p>a<h2>Other</h2>", 0, 0);
  EXPECT(before_heading, "<meta property=og:title content='The dam, breaks!'><p>a<h3>The dam breaks</h3>", 1, 0);
}

Test(content_features, find_the_start_of_the_description) {
  const char *head = "<meta name=description content='This paragraph is long enough to be called good by all'>";
  char page[2000];
  snprintf(page, sizeof page, "%s<ul><li>a</ul><div><p>%s</div>", head, GOOD);
  EXPECT(description_way, page, 2 / 8., 0);
  EXPECT(description_way, "<p>a", .5);
}

Test(content_features, find_the_article_body_of_json_ld) {
  char page[4000];
  snprintf(page, sizeof page,
           "<script type=application/ld+json>{\"@type\":\"NewsArticle\",\"articleBody\":\"First%s%s Last%s\"}</script>"
           "<p>%s</p><p>Not this one at all, no</p><p>short</p>",
           GOOD, GOOD, GOOD, GOOD);
  EXPECT(in_data, page, 1, 0, 0);
  EXPECT(data_article, page, 1, 1, 1);
  EXPECT(data_article, "<script type=application/ld+json>{\"@type\":\"Articles\"}</script><p>a", 0);
  EXPECT(graph_article, "<meta property=og:type content=article><p>a", 1);
}

#define ROW(n) "<li class=n" #n "><b>" #n "</b><p>text</p></li>"
Test(content_features, describe_the_runs_of_records) {
  const char *rows = "<p>ab</p><ul>" ROW(1) ROW(2) ROW(3) "</ul>"; /* 2 units, and 3 records of 5 */
  EXPECT(run_share, rows, 0, 15 / 17., 15 / 17., 15 / 17., 15 / 17., 15 / 17., 15 / 17.);
  EXPECT(run_members, rows, 0, 2 / 6., 2 / 6., 2 / 6., 2 / 6., 2 / 6., 2 / 6.);
  EXPECT(run_main, rows, 0, 1, 1, 1, 1, 1, 1);
  EXPECT(before_run, rows, 1, 0, 0, 0, 0, 0, 0);
  EXPECT(run_main, "<aside><ul>" ROW(1) ROW(2) ROW(3) "</ul></aside><p>ab", 0, 0, 0, 0, 0, 0, 0);
  EXPECT(run_share, "<ul>" ROW(1) ROW(2) "</ul><p>ab", 0, 0, 0, 0, 0);
}

Test(content_features, measure_the_body_without_the_frame) {
  EXPECT(page_prose, "<nav>menu</nav><p>" GOOD "<footer>" GOOD "</footer>", 1, 1, 1);
  EXPECT(page_size, "<header>menu</header><p>abc", 2 / 12., 2 / 12.);
}

Test(content_features, tell_cards_from_other_links) {
  EXPECT(links, "<p>ab<a href=x>cd</a><p>e", .5, 0);
  EXPECT(shared_link, "<a href=x><h3>a</h3><p>b</p></a><p><a href=y>c</a><p><a>d</a>e", 1, 1, 0, 0);
  EXPECT(item_links, "<ul><li><a href=x>a</a><li>b</ul><p><a href=x>c</a>", 1, 0, 0);
}

Test(content_features, read_the_declared_kind_of_page) {
  EXPECT(page_product, "<meta property=og:type content=product.item><p>a", 1);
  EXPECT(page_product, "<script type=application/ld+json>{\"@type\":\"Product\"}</script><p>a", 1);
  EXPECT(page_listing, "<script type=application/ld+json>{\"@type\":\"ItemList\"}</script><p>a", 1);
  EXPECT(page_listing, "<p>a", 0);
}

Test(content_features, read_hints_in_class_and_id) {
  const char *rest = "<p>a text as long as all the others on this page together";
  char page[1000];
  snprintf(page, sizeof page, "<p class=side-menu>a<p class=xMenuItem>b<p class=submenu>c<p id=MENU_1>d%s", rest);
  EXPECT(hint_frame, page, 1, 1, 0, 1, 0);
  EXPECT(hint_record, page, 0, 1, 0, 0, 0);
  snprintf(page, sizeof page, "<p class='ad'>a<p class=ad-top>b<p class=adult>c<p class=relatedPosts>d%s", rest);
  EXPECT(hint_other, page, 1, 1, 0, 1, 0);
  snprintf(page, sizeof page, "<div id=cookies><p>a<p>b</div>%s", rest);
  EXPECT(hint_dialog, page, 1, 1, 0);
  snprintf(page, sizeof page, "<p class=post-signature>a<p class=postNotice>b<p class=actions>c<p class=actionable>d%s",
           rest);
  EXPECT(hint_note, page, 1, 1, 1, 0, 0);
  /* the signature of a function, a section about errors */
  snprintf(page, sizeof page, "<div class=member-signature>a</div><h2 id=errors>b</h2>%s", rest);
  EXPECT(hint_note, page, 0, 0, 0);
  EXPECT(quoted, "<blockquote><p>a</blockquote><p>b", 1, 0);
}

Test(content_features, ignore_the_names_of_elements_around_most_of_the_page) {
  EXPECT(hint_frame, "<div class=with-sidebar><p>a text that is long<p>and more</div><p>b", 0, 0, 0);
  EXPECT(hint_frame,
         "<div class=sidebar><p>" GOOD "</div><p>a b c d e f g h i j k l m n o p q r s t u v w x y z 1 2 3 4 5 "
         "6 7 8 9 a b c d e f g h i j k l m n o p q r s t u v w x y z",
         0, 0);
}
