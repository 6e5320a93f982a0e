/* Tests of src/tree/url.c: links resolved as RFC 3986 says. */
#include "tree/url.h"

#include "tree/pages.h"

#include <criterion/criterion.h>

TestSuite(url);

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

Test(url, takes_links_as_pages_write_them) {
  static const link links[] = {
      {"  item.php?id=1&amp=2 \n", "https://shop.example/list/item.php?id=1&amp=2"},
      {"a b.html", "https://shop.example/list/a%20b.html"},
      {"/\xE5\x95\x86?q=\xC3\xA9", "https://shop.example/%E5%95%86?q=%C3%A9"},
      {"/x%20y?a=1", "https://shop.example/x%20y?a=1"},
      {"mailto:a@b.example", "mailto:a@b.example"},
      {"https://other.example/z", "https://other.example/z"},
      {"   ", ""},
      /* what the standard does not allow */
      {"/x?a[]=1", "https://shop.example/x?a%5B%5D=1"},
      {"/sale?d=50%", "https://shop.example/sale?d=50%25"},
      {"?q=x#y#z", "https://shop.example/list/page?q=x#y%23z"},
  };
  EXPECT_RESOLVED("https://shop.example/list/page?p=2", links);
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

/* The same, whatever is made of the page. */
static void expect_base(const char *given, const char *markup, const char *expected) {
  static const unsigned parts[] = {DETM_PAGE_TREE, DETM_PAGE_DOCUMENT, DETM_PAGE_BOTH};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) expect_base_of(parts[i], given, markup, expected);
}

Test(url, base_of_a_page_is_its_own_or_the_given_one) {
  static const char with[] = "<body><base href='../x/'><p>a</p>", absolute[] = "<body><base href='http://b.example/'>a";
  expect_base(NULL, "<p>a</p>", NULL);
  expect_base("http://a.example/b/c", "<p>a</p>", "http://a.example/b/c");
  expect_base("http://a.example/b/c", with, "http://a.example/x/");
  expect_base("http://a.example/b/c", absolute, "http://b.example/");
  expect_base(NULL, absolute, "http://b.example/");
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
