/* Tests of src/content/text/select.c: the main text of pages of many kinds. In the pages, blocks that begin with "+"
 * are main text and blocks that begin with "-" are not; other blocks may be either. */
#include "content/text/select.h"
#include "content/reading.h"

#include "leaks.h"
#include "rounds.h"

#include <criterion/criterion.h>

TestSuite(content_choose, .fini = find_leaks);

#define PROSE                                                                                                          \
  " the river rose in the night, and by the morning the lower streets stood under water. People carried what they "    \
  "could to the church on the hill, where the school's kitchen cooked for all of them. "
#define MORE                                                                                                           \
  " nobody had thought that it could come so far, because the new dam was only two years old. The engineers had said " \
  "that it would hold for a century, and the town believed them. "
#define CHINESE                                                                                                        \
  "夜里河水上涨，早上低"                                                                                     \
  "处的街道已经被水淹"                                                                                        \
  "没。人们把能带的都"                                                                                        \
  "搬到山上的教堂里。"
#define MENU                                                                                                           \
  "<ul><li><a href=/>-Home</a><li><a href=/n>-News</a><li><a href=/w>-Weather</a><li><a href=/s>-Sport</a>"            \
  "<li><a href=/c>-Contact</a></ul>"
#define FOOT "<div><a href=/i>-Imprint</a> | <a href=/p>Privacy</a> | © 2021 The Valley Paper</div>"

#define HEAD "<title>High water in the valley</title>"
#define SHORT_ARTICLE "<h1>High water in the valley</h1><p>+In May" PROSE "<p>+Before," MORE "<p>+Since" MORE

static void by_features(const dt_content_page *page, bool *chosen) { dt_choose_by_features(page, chosen); }

static void expect_marked(const char *markup) {
  reading_of *reading = read_content(markup);
  choose_content(reading, by_features);
  for (uint32_t i = 0; i < reading->page.block_count; i++) {
    const dt_block *block = &reading->page.blocks[i];
    char mark = block->text.data[0];
    if (mark != '+' && mark != '-') continue;
    bool chosen = reading->chosen[block->first];
    cr_expect_eq(chosen, mark == '+', "%s: %s\nin %s", chosen ? "chosen" : "left out", block->text.data, markup);
    for (uint32_t k = block->first; k < block->last; k++) cr_expect_eq(reading->chosen[k], chosen);
  }
  free_reading(reading);
}

Test(content_choose, selects_an_article_without_its_surroundings) {
  expect_marked(
      "<title>High water in the valley - The Valley Paper</title><body><div id=top>" MENU "</div>"
      "<div class=column><h1>High water in the valley</h1><p>+In May" PROSE "<p>+Before," MORE "<h2>+The dam</h2>"
      "<p>+For" PROSE "<p>+Since" MORE "<p>+Here" PROSE "</div><div class=right><h3>-Most read</h3><ul>"
      "<li><a href=/1>-Ten walks along the river</a><li><a href=/2>-What the mayor earns</a></ul></div>" FOOT);
}

Test(content_choose, lists_tables_and_code_between_paragraphs_belong_to_them) {
  expect_marked(
      "<title>High water</title><body>" MENU "<div><h1>High water in the valley</h1><p>+In May" PROSE
      "<ul><li>+boats<li>+ropes<li>+lamps</ul><p>+Before," MORE
      "</p><table><tr><td>+May<td>+3 m<tr><td>+June<td>+1 m</table><dl><dt>+Dam<dd>+of stone</dl><p>+For" PROSE
      "<pre>+level: 3</pre><blockquote>+So be it.</blockquote><p>+Since" MORE "<ol><li>+Wait.<li>+Look.</ol>"
      "<ul><li><a href=/1>-Ten walks</a><li><a href=/2>-The mayor</a></ul></div>" FOOT);
}

Test(content_choose, hidden_text_and_calls_to_click_are_left_out) {
  expect_marked(
      "<title>High water</title><body><div role=dialog><p>-We use" MORE "</div>" MENU
      "<div><h1>High water in the valley</h1><div><a href=//f>-Share</a> <a href=//t>Tweet</a></div><p>+In May" PROSE
      "<p>+Before," MORE "<p style='display:none'>-Hidden" MORE "<p>+For" PROSE "<p>+Since" MORE
      "<button>-Copy the link</button></div>" FOOT);
}

Test(content_choose, hidden_text_is_taken_if_there_is_no_other) {
  expect_marked("<title>High water</title><body>" MENU
                "<div style='visibility: hidden'><h1>High water in the valley</h1>"
                "<p>+In May" PROSE "<p>+Before," MORE "<p>+For" PROSE "<p>+Since" MORE "</div>" FOOT);
}

#define LINK(what, href)                                                                                               \
  "<p>" what "<a href=" href ">the river rose in the night again, and the dam did not hold</a> (12 May)"
Test(content_choose, links_after_the_text_are_left_out) {
  expect_marked(HEAD "<div>" SHORT_ARTICLE "<p>-Related reports" LINK("-* ", "/1") LINK("-** ", "/2")
                    LINK("-*** ", "/3") "<p>-Why it came so far [all]" LINK("-**** ", "/4") "</div>");
}

Test(content_choose, links_between_the_text_belong_to_it) {
  expect_marked(HEAD "<div>" SHORT_ARTICLE LINK("+* ", "/1") LINK("+** ", "/2") "<p>+Later," MORE "<p>+In June" PROSE
                                                                                "</div>");
}

Test(content_choose, links_that_are_the_text_are_kept) {
  expect_marked(HEAD "<div><h1>High water in the valley</h1><p>+In May" PROSE LINK("+* ", "/1") LINK("+** ", "/2")
                    LINK("+*** ", "/3") LINK("+**** ", "/4") LINK("+***** ", "/5") LINK("+****** ", "/6") "</div>");
}

Test(content_choose, a_single_link_after_the_text_is_kept) {
  expect_marked(HEAD "<div>" SHORT_ARTICLE "<p>+Read <a href=/report>the whole report on the dam</a>.</div>");
  expect_marked(HEAD "<div>" SHORT_ARTICLE LINK("+* ", "/1") "<p>+Ann lives in the valley.</div>");
}

Test(content_choose, links_to_parts_of_the_page_and_to_no_page_are_kept) {
  const char *addresses[] = {"#part2", "mailto:ann@example.com", "tel:5550100", "/valley#part2"};
  for (size_t i = 0; i < sizeof addresses / sizeof *addresses; i++) {
    char markup[4000];
    snprintf(markup, sizeof markup, HEAD "<div>" SHORT_ARTICLE LINK("+* ", "%s") LINK("+** ", "%s") "</div>",
             addresses[i], addresses[i]);
    expect_marked(markup);
  }
}

Test(content_choose, sentences_after_links_after_the_text_are_kept) {
  expect_marked(HEAD "<div>" SHORT_ARTICLE LINK("-* ", "/1") LINK("-** ", "/2") LINK("-*** ", "/3")
                    LINK("-**** ", "/4") "<p>+The author lives in the valley.</div>");
}

/* Only the class tells a signature and a notice from the text of the posts. */
Test(content_choose, signatures_and_notices_are_left_out) {
#define POST(text, class) "<div class=post><p>+" text "<div class=" class "><p>-He who" MORE "</div></div>"
  expect_marked(HEAD "<body>" MENU
                     "<div id=thread><h1>High water in the valley</h1>" POST("In May" PROSE, "post-signature")
                         POST("Before," MORE, "post-signature") POST("Since" PROSE, "post-signature") "</div>" FOOT);
  expect_marked(HEAD "<body>" MENU "<main>" SHORT_ARTICLE "<div class=noticeBox><p>-All of" MORE "</div></main>" FOOT);
#undef POST
}

Test(content_choose, a_row_is_chosen_whole) {
  expect_marked("<title>High water</title><body><table><tr><td>+In May" PROSE "<td>+3 m</table>");
}

Test(content_choose, comments_after_the_text_are_left_out) {
  expect_marked("<title>High water in the valley</title><body>" MENU
                "<article><h1>High water in the valley</h1><p>+In May" PROSE "<p>+Before," MORE "<p>+For" PROSE
                "<p>+Since" MORE "<p>+Here" PROSE "<p>+There" MORE "<p>+Now" PROSE "</article><div class=list>"
                "<div class=one><b>-Anna</b><div>12 May 2021, 10:30</div><div>-I was there," PROSE "</div></div>"
                "<div class=one><b>-Bert</b><div>12 May 2021, 11:04</div><div>-My cellar!" MORE "</div></div>"
                "<div class=one><b>-Carl</b><div>13 May 2021, 09:12</div><div>-We too," PROSE "</div></div>"
                "<div class=one><b>-Dora</b><div>14 May 2021, 18:45</div><div>-Well," MORE "</div></div></div>" FOOT);
}

#define COMMENTS(mark) "<div class=comments><p>" mark "I was there," PROSE "<p>" mark "My cellar!" MORE "</div>"

/* Few comments in the element of the article: only their class tells them from its text. */
Test(content_choose, comments_on_an_article_are_left_out) {
  expect_marked(HEAD "<meta property=og:type content=article><body>" MENU
                     "<main>" SHORT_ARTICLE COMMENTS("-") "</main>");
  expect_marked(HEAD "<script type=application/ld+json>{\"@type\":\"NewsArticle\"}</script><body>" MENU
                     "<main>" SHORT_ARTICLE COMMENTS("-") "</main>");
}

/* More than half of the good text. */
Test(content_choose, many_comments_on_an_article_are_left_out) {
  expect_marked(HEAD "<meta property=og:type content=article><body>" MENU "<main>" SHORT_ARTICLE
                     "<div class=comments><p>-I was there," PROSE "<p>-My cellar!" MORE "<p>-We too," PROSE
                     "<p>-Here" MORE "<p>-Well," PROSE "<p>-Now" MORE "</div></main>");
}

Test(content_choose, a_commentary_is_no_comment) {
  expect_marked(HEAD "<meta property=og:type content=article><body>" MENU "<main>" SHORT_ARTICLE
                     "<div class=commentary><p>+I was there," PROSE "<p>+My cellar!" MORE "</div></main>");
}

Test(content_choose, what_a_page_calls_comments_may_be_its_text) {
  expect_marked(HEAD "<body>" MENU "<main><h1>High water in the valley</h1>" COMMENTS("+") "</main>" FOOT);
  expect_marked(HEAD "<meta property=og:type content=article><script type=application/ld+json>"
                     "{\"@type\":\"DiscussionForumPosting\"}</script><body>" MENU
                     "<main><h1>High water in the valley</h1>" COMMENTS("+") "</main>" FOOT);
  expect_marked(HEAD "<meta property=og:type content=article><body>" MENU
                     "<main><h1>High water in the valley</h1>" COMMENTS("+") "</main>" FOOT);
}

Test(content_choose, the_posts_of_a_thread_are_its_text) {
  expect_marked(
      "<title>Water in the cellar</title><body>" MENU "<div id=thread><h1>Water in the cellar</h1>"
      "<div class=post><div class=who><a href=/a>-anna</a></div><div class=said><p>+Hello," PROSE "</div></div>"
      "<div class=post><div class=who><a href=/b>-bert</a></div><div class=said><p>+Yes," MORE "</div></div>"
      "<div class=post><div class=who><a href=/c>-carl</a></div><div class=said><p>+Try a pump," PROSE "</div></div>"
      "<div class=post><div class=who><a href=/a>-anna</a></div><div class=said><p>+Thanks," MORE "</div></div>"
      "</div>" FOOT);
}

Test(content_choose, selects_a_product_with_its_description) {
  expect_marked(
      "<title>Garden pump 300 - Pumps and more</title><meta property=og:type content=product><body>" MENU
      "<main><h1>Garden pump 300</h1><div class=buy><button>-Add to cart</button></div><div class=about>"
      "<h2>+Description</h2><p>+This pump empties a cellar in an hour, and it runs on the battery of a car. It is "
      "made of steel, and all of its parts can be had for twenty years.<p>+Put the hose into the water and turn "
      "the switch. The pump stops by itself when there is no more water, so that it never runs dry.</div></main>"
      "<div class=others><h3>-Others bought</h3><div><a href=/1>-Hose, 20 m</a></div><div><a href=/2>-Bucket</a>"
      "</div><div><a href=/3>-Rubber boots</a></div></div>" FOOT);
}

Test(content_choose, selects_the_introduction_of_a_listing) {
  expect_marked("<title>Pumps - Pumps and more</title><body><div>" MENU
                "</div><main><h1>Pumps</h1><p>+Every house by a "
                "river needs a pump. Here are those that we have tried ourselves, from the small one for a boat to the "
                "large one that empties a hall.<ul class=goods><li><a href=/1>Garden pump 300</a><li><a href=/2>Garden "
                "pump 500</a><li><a href=/3>Boat pump</a></ul></main>" FOOT);
}

Test(content_choose, documentation_keeps_its_code) {
  expect_marked(
      "<title>Reading levels - gauge 2.1</title><body><nav>" MENU "</nav><main><h1>Reading levels</h1>"
      "<p>+The function returns the level of a gauge in metres. It takes the number of the gauge, and it waits "
      "for at most a second before it gives up.<pre>+double level = gauge_read(7);\nif (level &gt; 4.5) ring();"
      "</pre><h2>+Errors</h2><p>+A gauge that does not answer gives a negative level. Call the function again "
      "after a minute, because gauges sleep to save their batteries.<pre>+while (gauge_read(7) &lt; 0) wait();"
      "</pre><p>+All functions may be called from several threads. They lock the gauge that they read, so that "
      "two readings of it never overlap.</main><footer>-Made with gauge-doc</footer>");
}

Test(content_choose, selects_the_text_in_a_table_of_an_old_page) {
  expect_marked(
      "<title>My valley</title><body bgcolor=white><center><table width=760><tr><td colspan=2>"
      "<a href=i.htm>-Home</a> <a href=p.htm>Pictures</a> <a href=g.htm>Guestbook</a></td></tr><tr><td width=120>"
      "<a href=1.htm>-1997</a><br><a href=2.htm>1998</a><br><a href=3.htm>1999</a></td><td><font size=2><b>High "
      "water</b></td></tr><tr><td></td><td><font face=Arial size=2>+In May" PROSE MORE "<p>+Before," PROSE MORE
      "<p>+Since" MORE PROSE "</font></td></tr><tr><td colspan=2><a href=m.htm>-Mail me</a></td></tr></table>");
}

Test(content_choose, lines_between_div_and_br_are_text) {
  expect_marked("<title>" CHINESE "</title><body><div><a href=/>-首页</a> <a href=/2>新闻"
                "</a></div><div><div>+" CHINESE CHINESE "<br><br>" CHINESE CHINESE CHINESE "<br>" CHINESE "</div>"
                "<div>+" CHINESE CHINESE "<br>" CHINESE "</div></div><div><a href=/3>-上一页"
                "</a> <a href=/4>下一页</a></div>");
}

Test(content_choose, a_page_of_one_block_is_its_text) {
  expect_marked("+In May" PROSE MORE PROSE "<br><br>Since" MORE);
  expect_marked("<title>t</title><p>+Hardly anything.");
  expect_marked("<div>+word</div>");
}

Test(content_choose, a_page_without_text_has_none) {
  expect_marked("");
  expect_marked("<title>t</title><body><img src=x><script>x</script>");
}

/* Reads a page of three blocks and checks which of them are chosen. */
static void expect_three(const char *markup, bool first, bool second, bool third) {
  reading_of *reading = read_content(markup);
  bool chosen[3] = {false};
  double figures[DT_QUALITY_COUNT];
  cr_assert_eq(reading->page.block_count, 3);
  dt_choose_blocks(&reading->page, dt_feature_weights, chosen, figures);
  cr_expect(chosen[0] == first && chosen[1] == second && chosen[2] == third, "%s", markup);
  free_reading(reading);
}

Test(content_choose, a_copy_in_another_kind_of_place_is_left_out) {
  expect_three("<title>t</title><div><p>In May" PROSE "<p>In May" PROSE "<p>Before," MORE "</div>", true, true, true);
  expect_three("<title>t</title><div><p>In May" PROSE "<p class=narrow>In May" PROSE "<p>Before," MORE "</div>", true,
               false, true);
}

/* Chooses with scores that depend only on the bias and on links. */
static void choose_with(const char *markup, double bias, double links_after, bool *chosen) {
  double weights[DT_FEATURE_COUNT] = {0}, figures[DT_QUALITY_COUNT];
  reading_of *reading = read_content(markup);
  weights[DT_X_bias] = bias;
  weights[DT_X_links_after] = links_after;
  dt_choose_blocks(&reading->page, weights, chosen, figures);
  free_reading(reading);
}

Test(content_choose, the_threshold_is_lowered_if_nothing_reaches_it) {
  bool chosen[3] = {false};
  choose_with("<p>a<p>b<p>c", -10, 0, chosen);
  cr_expect(chosen[0] && chosen[1] && chosen[2]);
  /* a: 0 (b has no link), b: -4 (c is a link), c: -4 (the end); the threshold is the best score less 3 */
  memset(chosen, 0, sizeof chosen);
  choose_with("<h1>a</h1><h2>b</h2><p><a href=x>c</a></p>", 0, -4, chosen);
  cr_expect(chosen[0] && !chosen[1] && !chosen[2]);
}

Test(content_choose, outside_the_core_the_threshold_is_higher) {
  const char *page = "<div><p>In May" PROSE PROSE PROSE "</div><div>x <ul><li>y</ul></div>";
  bool chosen[3] = {false};
  choose_with(page, 1, 0, chosen);
  cr_expect(chosen[0] && !chosen[1] && !chosen[2]);
  choose_with(page, 5, 0, chosen);
  cr_expect(chosen[0] && chosen[1] && chosen[2]);
}

/* The cost is linear in siblings, depth, classes and length. */
Test(content_choose, survives_hostile_pages, .timeout = 60) {
  unsigned many = rounds(100000);
  dt_buffer pages[4] = {{0}};
  const size_t expected[4] = {2 * many, 2 * many, 1976, 1}; /* number of chosen pieces */
  for (unsigned i = 0; i < many; i++) {
    dt_buffer_text(&pages[0], "<div><p>a.<p>b.</div>");
    dt_buffer_format(&pages[1], "<div class='c%u x-%u'><p id=comment-%u>a<p>b</div>", i, i * 7, i);
    if (i < 1000) dt_buffer_text(&pages[2], "<div><p>a</p><p>b</p>");
    dt_buffer_text(&pages[3], "In May" PROSE);
  }
  for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
    dt_buffer_byte(&pages[i], '\0');
    cr_assert(!pages[i].failed);
    reading_of *reading = read_content(pages[i].data);
    unsigned before = reading->scope.ticks;
    choose_content(reading, by_features);
    cr_expect_leq(reading->scope.ticks - before, 20 * reading->page.piece_count, "page %zu: %u ticks, %u pieces", i,
                  reading->scope.ticks - before, (unsigned)reading->page.piece_count);
    size_t chosen = 0;
    for (size_t p = 0; p < reading->page.piece_count; p++) chosen += reading->chosen[p];
    cr_expect_eq(chosen, expected[i], "page %zu: %zu", i, chosen);
    free_reading(reading);
    dt_buffer_free(&pages[i]);
  }
}
