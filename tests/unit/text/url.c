/* Tests of src/text/url.c: links resolved by RFC 3986. */
#include "text/url.h"

#include "html/pages.h"

#include "leaks.h"

#include <criterion/criterion.h>
#include <stdio.h>

TestSuite(url, .fini = find_leaks);

typedef struct link {
  const char *written, *expected;
} link;

static void expect_resolved(const char *base, const link *links, size_t count) {
  dt_arena arena;
  dt_arena_start(&arena, NULL);
  for (size_t i = 0; i < count; i++) {
    detm_text resolved = dt_url_resolve(&arena, base, dt_text(links[i].written));
    cr_expect(dt_text_equal(resolved, dt_text(links[i].expected)), "\"%s\": %.*s, not %s", links[i].written,
              (int)resolved.length, resolved.data, links[i].expected);
  }
  dt_arena_free(&arena);
}
#define EXPECT_RESOLVED(base, links) expect_resolved((base), (links), sizeof(links) / sizeof *(links))

/* RFC 3986, 5.4.1; an empty link stays empty. */
Test(url, resolves_the_normal_examples_of_the_standard) {
  static const link links[] = {
      {"g:h", "g:h"},
      {"g", "http://a/b/c/g"},
      {"./g", "http://a/b/c/g"},
      {"g/", "http://a/b/c/g/"},
      {"/g", "http://a/g"},
      {"//g", "http://g"},
      {"?y", "http://a/b/c/d;p?y"},
      {"g?y", "http://a/b/c/g?y"},
      {"#s", "http://a/b/c/d;p?q#s"},
      {"g#s", "http://a/b/c/g#s"},
      {"g?y#s", "http://a/b/c/g?y#s"},
      {";x", "http://a/b/c/;x"},
      {"g;x", "http://a/b/c/g;x"},
      {"g;x?y#s", "http://a/b/c/g;x?y#s"},
      {"", ""},
      {".", "http://a/b/c/"},
      {"./", "http://a/b/c/"},
      {"..", "http://a/b/"},
      {"../", "http://a/b/"},
      {"../g", "http://a/b/g"},
      {"../..", "http://a/"},
      {"../../", "http://a/"},
      {"../../g", "http://a/g"},
  };
  EXPECT_RESOLVED("http://a/b/c/d;p?q", links);
}

/* 5.4.2 */
Test(url, resolves_the_abnormal_examples_of_the_standard) {
  static const link links[] = {
      {"../../../g", "http://a/g"},
      {"../../../../g", "http://a/g"},
      {"g.", "http://a/b/c/g."},
      {".g", "http://a/b/c/.g"},
      {"g..", "http://a/b/c/g.."},
      {"..g", "http://a/b/c/..g"},
      {"./../g", "http://a/b/g"},
      {"./g/.", "http://a/b/c/g/"},
      {"g/./h", "http://a/b/c/g/h"},
      {"g/../h", "http://a/b/c/h"},
      {"g;x=1/./y", "http://a/b/c/g;x=1/y"},
      {"g;x=1/../y", "http://a/b/c/y"},
      {"g?y/./x", "http://a/b/c/g?y/./x"},
      {"g?y/../x", "http://a/b/c/g?y/../x"},
      {"g#s/./x", "http://a/b/c/g#s/./x"},
      {"g#s/../x", "http://a/b/c/g#s/../x"},
      {"http:g", "http:g"},
  };
  EXPECT_RESOLVED("http://a/b/c/d;p?q", links);
}

Test(url, reads_links_as_pages_write_them) {
  static const link links[] = {
      {"  item.php?id=1&amp=2 \n", "https://shop.example/list/item.php?id=1&amp=2"},
      {"a b.html", "https://shop.example/list/a%20b.html"},
      {"/商?q=é", "https://shop.example/%E5%95%86?q=%C3%A9"},
      {"/x%20y?a=1", "https://shop.example/x%20y?a=1"},
      {"mailto:a@b.example", "mailto:a@b.example"},
      {"https://other.example/z", "https://other.example/z"},
      {"   ", ""},
      /* forms that the standard does not allow */
      {"/sale?d=50%", "https://shop.example/sale?d=50%25"},
      {"?q=x#y#z", "https://shop.example/list/page?q=x#y%23z"},
  };
  EXPECT_RESOLVED("https://shop.example/list/page?p=2", links);
}

Test(url, reads_links_as_browsers_do) {
  static const link links[] = {
      {"/a\tb\r\nc", "https://shop.example/abc"},
      {"..\\x\\y?a=\\", "https://shop.example/x/y?a=\\"},
      {"\\\\other.example\\z", "https://other.example/z"},
      {"///other.example/z", "https://other.example/z"},
      {"HTTP://Other.Example/Z", "http://Other.Example/Z"},
      {"http://bü"
       "cher.example/ü",
       "http://bü"
       "cher.example/%C3%BC"},
      {"http://[2001:db8::1]:8080/x", "http://[2001:db8::1]:8080/x"},
      {"/x?a[]=1", "https://shop.example/x?a[]=1"},
      {"/p[1]|`{}", "https://shop.example/p[1]|%60%7B%7D"},
      {"/x?a=<\"`{|}^>", "https://shop.example/x?a=%3C%22`{|}^%3E"},
      {"javascript:a(b, 'c\\d')", "javascript:a(b,%20'c%5Cd')"},
      {"mailto:../a", "mailto:../a"},
      {"//", "//"},
      {"http://", "http://"},
      {"http:///", "http:///"},
      {"http:///\\//x", "http://x"},
      {"http:///\\//", "http://////"},
      {"\\/\\", "///"},
  };
  EXPECT_RESOLVED("https://shop.example/list/page?p=2", links);
}

Test(url, of_a_host_without_a_path_begins_with_a_slash) {
  static const link links[] = {{"x", "http://a.example/x"},
                               {"?x", "http://a.example?x"},
                               {"..", "http://a.example/"},
                               {"#x", "http://a.example#x"}};
  EXPECT_RESOLVED("http://a.example", links);
}

Test(url, relative_to_a_path_stays_relative_and_loses_no_steps) {
  static const link links[] = {
      {"x", "../b/x"}, {"../x", "../x"}, {"../../x", "../../x"}, {"/x/../y", "/y"}, {"//h/x", "//h/x"}};
  EXPECT_RESOLVED("../b/c", links);
}

Test(url, path_that_begins_with_two_slashes_is_not_a_host) {
  static const link links[] = {{"/.//x", "app:/.//x"}, {"..//x", "app:/.//x"}};
  EXPECT_RESOLVED("app:/a/b", links);
}

static detm_text normal_of(detm_text url, char *out) {
  dt_url parts = dt_url_split(url);
  return (detm_text){out, dt_url_normal(&parts, out)};
}

static void expect_normal(const char *url, const char *expected) {
  char normal[DT_NORMAL_URL_SIZE(200)], again[DT_NORMAL_URL_SIZE(600)];
  cr_assert_lt(strlen(url), 200);
  detm_text once = normal_of(dt_text(url), normal), twice = normal_of(once, again);
  cr_expect(dt_text_equal(once, dt_text(expected)), "%s: %.*s", url, (int)once.length, normal);
  cr_expect(dt_text_equal(twice, dt_text(expected)), "%s: %.*s", url, (int)twice.length, again);
}

/* RFC 3986, 6.2.2 and 6.2.3 */
Test(url, normal_form_is_equal_for_equivalent_urls) {
  expect_normal("eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "example://a/b/c/%7Bfoo%7D");
  expect_normal("HTTP://www.EXAMPLE.com/", "http://www.example.com/");
  expect_normal("http://example.com", "http://example.com/");
  expect_normal("http://example.com:/", "http://example.com/");
  expect_normal("http://example.com:80/", "http://example.com/");
  expect_normal("https://example.com:80/", "https://example.com:80/");
  expect_normal("https://Me@Example.com:443?Q#F", "https://Me@example.com/?Q#F");
  expect_normal("http://[2001:DB8::1]:80/", "http://[2001:db8::1]/");
  expect_normal("http://Ü"
                "ber.example/%c3%bc",
                "http://ü"
                "ber.example/%C3%BC");
  expect_normal("http://a/%2e%2E/b%2Fc?%61=%26", "http://a/b%2Fc?a=%26");
  expect_normal("http://a/b c?d e", "http://a/b%20c?d%20e");
  expect_normal("mailto:A@B.example", "mailto:A@B.example");
  expect_normal("http://a:80:80/", "http://a:80:80/");
  expect_normal("http://a::/", "http://a::/");
  expect_normal("", "");
  expect_normal("../x", "../x");
}

Test(url, without_a_base_only_loses_white_space_at_its_ends) {
  static const link links[] = {
      {" ../a b ", "../a b"}, {"x", "x"}, {"\t\n", ""}, {"", ""}, {"\xE3\x80\x80x", "\xE3\x80\x80x"}};
  EXPECT_RESOLVED(NULL, links);
}

static void expect_base_of(unsigned parts, const char *given, const char *markup, const char *expected) {
  detm_page_options options = detm_page_defaults;
  dt_arena arena;
  options.base = given;
  options.parts = parts;
  detm_page *page = detm_page_parse(markup, strlen(markup), &options, NULL);
  cr_assert_not_null(page);
  dt_arena_start(&arena, NULL);
  const char *base = dt_page_base(&arena, page);
  if (expected == NULL) {
    cr_expect_null(base, "%s, parts %u", markup, parts);
  } else {
    cr_expect_str_eq(base != NULL ? base : "none", expected, "%s, parts %u: %s", markup, parts, base);
  }
  dt_arena_free(&arena);
  detm_page_free(page);
}

/* The same for all users of a page. */
static void expect_base(const char *given, const char *markup, const char *expected) {
  static const unsigned parts[] = {DETM_PAGE_TREE, DETM_PAGE_DOCUMENT, DETM_PAGE_BOTH};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) expect_base_of(parts[i], given, markup, expected);
}

Test(url, without_a_host_is_not_a_base) {
  dt_arena arena;
  dt_arena_start(&arena, NULL);
  cr_expect_not(dt_url_is_base(dt_url_resolve(&arena, "https://shop.example/", DT_TEXT("http:///\\//"))));
  cr_expect_not(dt_url_is_base(dt_url_resolve(&arena, NULL, DT_TEXT("http:\\\\"))));
  dt_arena_free(&arena);
}

Test(url, base_of_a_page_is_its_own_or_the_given_one) {
  static const char with[] = "<body><base href='../x/'><p>a</p>", absolute[] = "<body><base href='http://b.example/'>a";
  expect_base(NULL, "<p>a</p>", NULL);
  expect_base("http://a.example/b/c", "<p>a</p>", "http://a.example/b/c");
  expect_base("http://a.example/b/c", with, "http://a.example/x/");
  expect_base("http://a.example/b/c", absolute, "http://b.example/");
  expect_base(NULL, absolute, "http://b.example/");
}

Test(url, of_a_missing_text_has_no_parts) {
  dt_url parts = dt_url_split((detm_text){NULL, 0});
  cr_expect_eq(parts.scheme.length + parts.authority.length + parts.path.length + parts.query.length, 0);
}

Test(url, base_that_links_cannot_be_relative_to_is_ignored) {
  static const char given[] = "http://a.example/b/c";
  static const char *const useless[] = {
      "data:text/html,x", "mailto:a@b.example", "javascript:x()", "JavaScript:/x/", "about:blank", "http://", "//"};
  for (size_t i = 0; i < sizeof useless / sizeof *useless; i++) {
    char page[80];
    snprintf(page, sizeof page, "<base href='%s'>a", useless[i]);
    expect_base(given, page, given);
    expect_base(NULL, page, NULL);
  }
  expect_base("mailto:a@b.example", "<p>a", NULL);
}

Test(url, base_of_a_page_is_that_of_its_first_base_with_an_address) {
  static const char given[] = "http://a.example/b/c";
  expect_base(given, "<base target=x><base href=''><base HREF='/x/'><base href='/y/'>a", "http://a.example/x/");
  expect_base(given, "<html><head><base target=_top href='/x&amp;y/'></head><body>a", "http://a.example/x&y/");
  expect_base(given, "<base href>a", given);
  expect_base(given, "<noscript><div><base href='/x/'></div></noscript>a", given);
  expect_base(given, "<noscript><base href='/x/'></noscript><base href='/y/'>a", "http://a.example/y/");
  expect_base(given, "<template><base href='/x/'></template><!-- <base href='/x/'> -->a", given);
  expect_base(given, "<p>a</p><div><base href='/x/'></div>", "http://a.example/x/");
}

Test(url, percent_signs_stand_for_bytes) {
  static const char *const texts[][2] = {
      {"a%20b", "a b"}, {"%C3%a9", "\xc3\xa9"}, {"%2", "%2"}, {"%zz%", "%zz%"}, {"%2525", "%25"}};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    char out[16];
    size_t length = dt_url_decode_percent(dt_text(texts[i][0]), out);
    cr_expect(dt_text_equal((detm_text){out, length}, dt_text(texts[i][1])), "%s", texts[i][0]);
  }
}
