/* Tests of src/links/collect.c, link_attributes.c and context.c: the links of a page, their texts and attributes. */
#include "leaks.h"
#include "links/linked.h"
#include "rounds.h"

#include <criterion/criterion.h>

TestSuite(links, .fini = find_leaks);

static const detm_link_options with_all = {.all = 1, .words = 10}, with_images = {.images = 1, .words = 10};

Test(links, are_found_on_all_elements_that_can_have_them) {
  expect_urls("<link rel=next href=1><meta http-equiv=Refresh content='5; URL=2'><a href=3>x</a>"
              "<map><area href=4></map><iframe src=5></iframe><form action=6><input></form>"
              "<svg><a xlink:href=7><text>x</text></a></svg>",
              NULL, "/dir/1 /dir/2 /dir/3 /dir/4 /dir/5 /dir/6 /dir/7 ");
  expect_urls("<frameset><frame src=a.html><frame src=b.html></frameset>", NULL, "/dir/a.html /dir/b.html ");
  expect_urls("<p>no link</p><a name=x>x</a><form><input></form>", NULL, "");
}

Test(links, in_refresh_elements_are_read_in_any_spelling) {
  expect_urls("<meta http-equiv=refresh content='0;url=\"a b\" x'>", NULL, "/dir/a%20b ");
  expect_urls("<meta http-equiv=refresh content='3.5, next.html'>", NULL, "/dir/next.html ");
  expect_urls("<meta http-equiv=refresh content='url = /x'>", NULL, "/x ");
  expect_urls("<meta http-equiv=refresh content='30'><meta name=refresh content='0;url=x'>", NULL, "");
}

Test(links, that_lead_to_no_page_are_listed_on_request) {
  static const char page[] = "<a href='javascript:go(1)'>a</a><a href=mailto:a@b.example>b</a><a href=' #top'>c</a>"
                             "<a href=tel:1>d</a><a href=data:,x>e</a><a href=JavaScript:x>f</a><a href=''>g</a>"
                             "<a href='//'>h</a><a href='http://'>i</a><a href=x>j</a>";
  expect_urls(page, NULL, "/dir/x ");
  expect_urls(page, &with_all,
              "javascript:go(1) mailto:a@b.example /dir/page?q=1#top tel:1 data:,x javascript:x // http:// /dir/x ");
}

Test(links, to_pictures_are_listed_on_request) {
  static const char page[] =
      "<img src=1 srcset='2 1x, 3 2x'><picture><source srcset='4,, 5 (a,b) 7w,6'></picture><img data-src=7 alt=x>"
      "<img data-srcset='8 480w' data-original=9><video poster=10 src=11></video><img src='data:image/gif;base64,R0'>"
      "<svg><image xlink:href=12></image></svg>";
  expect_urls(page, NULL, "");
  expect_urls(page, &with_images,
              "/dir/1 /dir/2 /dir/3 /dir/4 /dir/5 /dir/6 /dir/7 /dir/8 /dir/9 /dir/10 /dir/11 /dir/12 ");
}

Test(links, to_the_same_url_are_merged_and_keep_all_texts) {
  detm_links *links = links_of("<a href=x title=T>one</a> <a href='./x' rel='NoFollow'>two</a> <a href=y>y</a> "
                               "<a href='HTTPS://A.example:443/dir/%78' rel='ugc nofollow'>one</a><a href=x#f>f</a>",
                               NULL);
  cr_assert_eq(detm_links_count(links), 3);
  const detm_link *link = detm_links_get(links, 0);
  cr_expect_str_eq(link->url, "https://a.example/dir/x");
  cr_assert_eq(link->text_count, 2);
  cr_expect_str_eq(link->texts[0], "one");
  cr_expect_str_eq(link->texts[1], "two");
  cr_expect_str_eq(link->title, "T");
  cr_expect_str_eq(link->rel, "nofollow ugc");
  cr_expect_str_eq(detm_links_get(links, 2)->url, "https://a.example/dir/x#f", "URLs with fragments stay separate");
  cr_expect_null(detm_links_get(links, 3));
  detm_links_free(links);
}

Test(links, have_the_text_and_pictures_of_their_content) {
  detm_links *links = links_of(
      "<a href=x>\n <h3>A <b>bo</b>ok</h3><img src=p alt='A\n cover'><p>of\xC2\xA0rivers<br>and</p></a>", NULL);
  const detm_link *link = link_to(links, "/dir/x");
  cr_assert_eq(link->text_count, 1);
  cr_expect_str_eq(link->texts[0], "A book of rivers and");
  cr_expect_str_eq(link->alt, "A cover");
  cr_expect_str_eq(link->title, "");
  cr_expect_str_eq(link->element, "a");
  detm_links_free(links);
}

Test(links, without_an_end_tag_end_at_the_next_one) {
  detm_links *links = links_of("<div><a href=x>one<div><a href=y>two</a></div> three</div>", NULL);
  cr_expect_str_eq(link_to(links, "/dir/x")->texts[0], "one");
  cr_expect_str_eq(link_to(links, "/dir/y")->texts[0], "two");
  detm_links_free(links);
}

static void expect_heading(const char *markup, const char *expected) {
  detm_links *links = links_of(markup, NULL);
  cr_expect_str_eq(link_to(links, "/dir/x")->heading, expected, "%s: %s", markup, link_to(links, "/dir/x")->heading);
  detm_links_free(links);
}

Test(links, have_the_heading_above_them) {
  expect_heading("<a href=x>a</a><h1>No</h1>", "");
  expect_heading("<h1>One</h1><h2>Two\n <i>words</i></h2><p><a href=x>a</a>", "Two words");
  expect_heading("<h2>Two</h2><h1>One</h1><p><a href=x>a</a>", "One");
  expect_heading("<h1>One</h1><h3>Old</h3><h3><a href=x>New</a></h3>", "One");
  expect_heading("<h2>Two</h2><h3></h3><a href=x>a</a>", "Two");
}

static void expect_around(const char *markup, size_t words, const char *expected) {
  const detm_link_options options = {.words = words};
  detm_links *links = links_of(markup, &options);
  const char *around = link_to(links, "/dir/x")->around;
  cr_expect_str_eq(around, expected, "%s: %s", markup, around);
  detm_links_free(links);
}

Test(links, have_the_words_around_them) {
  static const char page[] = "<p>One two three, four <a href=x>the link</a>, five <b>si</b>x don't eight.</p><p>Nine";
  expect_around(page, 2, "three, four the link , five six");
  expect_around(page, 3, "two three, four the link , five six don't");
  expect_around(page, 5, "One two three, four the link , five six don't eight.");
  expect_around(page, 0, "the link");
  expect_around("<p>Before it</p><p><a href=x>y</a></p><p>after", 1, "y");
}

Test(links, count_characters_of_scripts_without_blanks) {
  expect_around("<p>河水上涨<a href=x>链</a>"
                "日本語",
                2, "上涨 链 日本");
}

Test(links, say_whether_they_may_lead_to_pages) {
  static const struct {
    const char *markup;
    int page;
  } links[] = {{"<a href=x>", 1},
               {"<a href=x.html>", 1},
               {"<a href=x.PDF>", 0},
               {"<a href='x.php?f=a.pdf'>", 1},
               {"<a href='x.zip#y'>", 0},
               {"<a href=x.7z/>", 1},
               {"<a href=//b.zip>", 1},
               {"<a href=x.torrents>", 1},
               {"<link rel=Stylesheet href=x>", 0},
               {"<link rel=next href=x>", 1},
               {"<img src=x>", 0},
               {"<a href=mailto:x>", 0}};
  const detm_link_options options = {.all = 1, .images = 1};
  for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
    detm_links *found = links_of(links[i].markup, &options);
    cr_assert_eq(detm_links_count(found), 1, "%s", links[i].markup);
    cr_expect_eq(detm_links_get(found, 0)->page, links[i].page, "%s", links[i].markup);
    detm_links_free(found);
  }
}

Test(links, with_rel_next_or_prev_are_pagination) {
  detm_links *links = links_of("<link rel=next href=2><a href=0 rel='nofollow PREV'>x</a><a href=1>1</a>", NULL);
  cr_expect_eq(link_to(links, "/dir/2")->turns, DETM_LINK_NEXT);
  cr_expect_eq(link_to(links, "/dir/0")->turns, DETM_LINK_PREVIOUS);
  cr_expect_eq(link_to(links, "/dir/1")->turns, DETM_LINK_PAGE);
  detm_links_free(links);
}

Test(links, refuse_bad_arguments) {
  detm_error error = DETM_ERROR_NONE;
  detm_link_options options = {.words = 100000};
  detm_page *page = detm_page_parse("<a href=x>y</a>", 15, &(detm_page_options){.parts = DETM_PAGE_TREE}, NULL);
  cr_assert_not_null(page);
  cr_expect_null(detm_links_find(page, NULL, &error));
  cr_expect_eq(error.status, DETM_USAGE);
  detm_page_free(page);
  detm_page_options how = detm_page_defaults;
  how.parts = DETM_PAGE_CONTENT;
  error = (detm_error)DETM_ERROR_NONE;
  page = detm_page_parse("", 0, &how, NULL);
  cr_expect_null(detm_links_find(page, &options, &error));
  cr_expect_eq(error.status, DETM_USAGE);
  detm_links *none = detm_links_find(page, NULL, NULL);
  cr_expect_eq(detm_links_count(none), 0, "an empty page has no links");
  detm_links_free(none);
  detm_page_free(page);
}

Test(links, places_have_names) {
  cr_expect_str_eq(detm_link_place_name(DETM_LINK_RECORD), "record");
  cr_expect_str_eq(detm_link_place_name(DETM_LINK_OTHER), "other");
  cr_expect_null(detm_link_place_name((detm_link_place)9));
}

static void expect_resolved(const char *base, const char *link, const char *expected) {
  dt_buffer url = {0};
  cr_assert_eq(detm_url_resolve(base, link, dt_buffer_write, &url, NULL), DETM_OK);
  dt_buffer_byte(&url, '\0');
  cr_expect_str_eq(url.data, expected, "%s: %s", link, url.data);
  dt_buffer_free(&url);
}

Test(links, are_resolved_on_request) {
  detm_error error = DETM_ERROR_NONE;
  expect_resolved("http://a.example/b/c", " ../d e ", "http://a.example/d%20e");
  expect_resolved(NULL, "../d", "../d");
  expect_resolved("", "d", "d");
  cr_expect_eq(detm_url_resolve("b/c", "d", dt_buffer_write, NULL, &error), DETM_BAD_INPUT);
}

Test(links, that_are_empty_resolve_to_the_base_without_its_fragment) {
  dt_buffer url = {0};
  cr_assert_eq(detm_url_resolve("http://a/b/c/d;p?q#f", "", dt_buffer_write, &url, NULL),
               DETM_OK); /* RFC 3986, 5.4.1 */
  dt_buffer_byte(&url, '\0');
  cr_expect_str_eq(url.data, "http://a/b/c/d;p?q");
  dt_buffer_free(&url);
}

Test(links, have_urls_in_normal_form) {
  dt_buffer url = {0};
  detm_error error = DETM_ERROR_NONE;
  cr_assert_eq(detm_url_normalize("HTTP://A.example:80/b/../%7ec#top", dt_buffer_write, &url, NULL), DETM_OK);
  dt_buffer_byte(&url, '\0');
  cr_expect_str_eq(url.data, "http://a.example/~c");
  cr_expect_eq(detm_url_normalize("b/c", dt_buffer_write, NULL, &error), DETM_BAD_INPUT);
  dt_buffer_free(&url);
}

/* Finds `count` links of 8 KiB each, with a base of nearly 8 KiB; returns the status. */
static detm_status status_of_long_links(unsigned count) {
  enum { EACH = 8192, DIGITS = 5 };
  detm_page_options how = detm_page_defaults;
  detm_error error = DETM_ERROR_NONE;
  char base[EACH - DIGITS + 1];
  dt_buffer markup = {0};
  memset(base, 'x', sizeof base - 1);
  memcpy(base, "http://a/", 9);
  base[sizeof base - 2] = '/';
  base[sizeof base - 1] = '\0';
  how.base = base;
  how.parts = DETM_PAGE_CONTENT;
  for (unsigned i = 0; i < count; i++) dt_buffer_format(&markup, "<a href=%05u></a>", i);
  detm_page *page = detm_page_parse(markup.data, markup.length, &how, &error);
  cr_assert_not_null(page);
  detm_links *links = detm_links_find(page, NULL, &error);
  if (links != NULL) cr_expect_eq(detm_links_count(links), count);
  if (links == NULL) cr_expect_not_null(strstr(error.text, "128 MiB"), "%s", error.text);
  detm_links_free(links);
  detm_page_free(page);
  dt_buffer_free(&markup);
  return error.status;
}

Test(links, are_limited_to_128_MiB_of_a_page) {
  enum { FULL = (128 << 20) / 8192 };
  if (each() != 1) return; /* too slow under valgrind, and the limit cannot be reached with less */
  cr_expect_eq(status_of_long_links(FULL - 1), DETM_OK);
  cr_expect_eq(status_of_long_links(FULL), DETM_OK);
  cr_expect_eq(status_of_long_links(FULL + 1), DETM_LIMIT);
}

/* The words around each link are the whole paragraph. */
Test(links, share_a_limit_on_their_texts) {
  const detm_link_options wide = {.words = 10000};
  detm_page_options how = detm_page_defaults;
  detm_error error = DETM_ERROR_NONE;
  dt_buffer markup = {0};
  if (each() != 1) return; /* as above */
  how.parts = DETM_PAGE_CONTENT;
  dt_buffer_text(&markup, "<p>");
  for (unsigned i = 0; i < 6000; i++) dt_buffer_format(&markup, "<a href=/%u>somewhere</a> else ", i);
  detm_page *page = detm_page_parse(markup.data, markup.length, &how, &error);
  cr_assert_not_null(page);
  cr_expect_null(detm_links_find(page, &wide, &error));
  cr_expect_eq(error.status, DETM_LIMIT);
  cr_expect_not_null(strstr(error.text, "options.words"), "%s", error.text);
  detm_links *links = detm_links_find(page, NULL, NULL);
  cr_assert_not_null(links);
  cr_expect_eq(detm_links_count(links), 6000);
  detm_links_free(links);
  detm_page_free(page);
  dt_buffer_free(&markup);
}
