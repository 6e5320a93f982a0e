/* Tests of src/fetch/robots.c. */
#include "fetch/robots.h"

#include "leaks.h"

#include <criterion/criterion.h>
#include <stdio.h>

TestSuite(fetch_robots, .fini = find_leaks);

/* Whether a robots.txt lets detm fetch a path. */
static bool allows(const char *file, const char *path) {
  dt_robots robots;
  cr_assert(dt_robots_parse(&robots, dt_text(file), DT_TEXT("detm")));
  bool allow = dt_robots_allow(&robots, dt_text(path));
  dt_robots_free(&robots);
  return allow;
}

#define ANY "User-agent: *\n"

Test(fetch_robots, group_is_that_of_the_program) {
  cr_expect(allows("", "/a"));
  cr_expect(!allows(ANY "Disallow: /\n", "/a"));
  cr_expect(allows("User-agent: other\nDisallow: /\n", "/a"));
  cr_expect(!allows("User-agent: DETM/2.0 (+x)\nDisallow: /\n", "/a"));
  cr_expect(allows("User-agent: detmbot\nDisallow: /\n", "/a"));
  cr_expect(allows("User-agent: det\nDisallow: /\n", "/a"));
  /* a group of its own replaces that of all, wherever it is */
  cr_expect(allows("User-agent: detm\nDisallow: /x\n\n" ANY "Disallow: /\n", "/a"));
  cr_expect(allows(ANY "Disallow: /\n\nUser-agent: detm\nDisallow:\n", "/a"));
  /* groups for the same program are one */
  cr_expect(
      !allows("User-agent: detm\nAllow: /x\n\nUser-agent: y\nAllow: /\n\nUser-agent: detm\nDisallow: /a\n", "/a"));
}

Test(fetch_robots, group_has_several_names) {
  cr_expect(!allows("User-agent: one\nUser-agent: detm\nDisallow: /a\n", "/a"));
  cr_expect(!allows("User-agent: detm\nUser-agent: one\nDisallow: /a\n", "/a"));
  cr_expect(!allows("User-agent: detm\n\n# text\nSitemap: https://a.example/s\nUser-agent: one\nDisallow: /a\n", "/a"));
  cr_expect(allows("User-agent: detm\nDisallow: /b\nUser-agent: one\nDisallow: /a\n", "/a"));
}

Test(fetch_robots, longest_pattern_decides) {
  static const char file[] = ANY "Disallow: /shop\nAllow: /shop/open\nDisallow: /shop/open/not\n";
  cr_expect(allows(file, "/"));
  cr_expect(!allows(file, "/shop"));
  cr_expect(!allows(file, "/shopping"));
  cr_expect(allows(file, "/shop/open"));
  cr_expect(!allows(file, "/shop/open/not/x"));
  cr_expect(allows(ANY "Disallow: /a\nAllow: /a\n", "/a"), "of two equal ones, the one that allows");
  cr_expect(allows(ANY "Allow: /a\nDisallow: /a\n", "/a"));
  cr_expect(!allows(ANY "disALLOW :\t/a # why\r\n", "/a"));
}

Test(fetch_robots, patterns) {
  static const struct {
    const char *pattern, *path;
    bool matches;
  } cases[] = {
      {"/", "/", true},
      {"/*.pdf$", "/a/b.pdf", true},
      {"/*.pdf$", "/a/b.pdf?x", false},
      {"/*.pdf", "/a/b.pdf?x", true},
      {"/a$", "/a", true},
      {"/a$", "/ab", false},
      {"/a$b", "/a%24b", false},
      {"/a*$", "/ab", true},
      {"/*b*$", "/abc", true},
      {"/*c*b$", "/abcb", true},
      {"/*b$", "/bb", true},
      {"/*bc*bc$", "/abc", false},
      {"*", "/x", true},
      {"*/x", "/a/x", true},
      {"$", "/", false},
      {"/*?sort=", "/list?page=2&sort=", false},
      {"/*sort=", "/list?page=2&sort=", true},
      {"/%7Euser", "/~user", true},
      {"/~user", "/%7euser", true},
      {"/caf\xc3\xa9", "/caf%C3%A9", true},
      {"/caf%c3%a9", "/caf%C3%A9", true},
      {"/a%2Fb", "/a/b", false},
      {"/a%2fb", "/a%2Fb", true},
      {"/a%2A", "/a*b", true},
      {"/a%2A", "/ab", false},
      {"/a%2", "/a%2", true},
      {"/a%zz", "/a%zz", true},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char file[128];
    snprintf(file, sizeof file, ANY "Disallow: %s\n", cases[i].pattern);
    cr_expect(allows(file, cases[i].path) != cases[i].matches, "%s %s", cases[i].pattern, cases[i].path);
  }
}

Test(fetch_robots, robots_txt_itself) { cr_expect(allows(ANY "Disallow: /\n", "/robots.txt")); }

Test(fetch_robots, crawl_delay) {
  static const struct {
    const char *text;
    double delay;
  } cases[] = {{"2", 2}, {"0.5", .5}, {"", 0}, {"-1", 0}, {"nan", 0}, {"1e9", 0}, {"99999999999999999999", 0}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char file[128];
    dt_robots robots;
    snprintf(file, sizeof file, ANY "Crawl-delay: %s\n", cases[i].text);
    cr_assert(dt_robots_parse(&robots, dt_text(file), DT_TEXT("detm")));
    cr_expect(robots.delay == cases[i].delay, "%s", cases[i].text);
    dt_robots_free(&robots);
  }
}

Test(fetch_robots, files_of_other_kinds) {
  cr_expect(!allows("\xef\xbb\xbf" ANY "Disallow: /\n", "/a"), "a byte order mark");
  cr_expect(!allows("User-agent: *\rDisallow: /\r", "/a"), "line ends of old systems");
  cr_expect(allows("<!DOCTYPE html><title>User-agent: *</title>\n<p>Disallow: /\n", "/a"), "a page");
  cr_expect(allows("Disallow: /\n", "/a"), "a rule without a group");
  cr_expect(allows(": /\n:\n::\nUser-agent\nUser-agent:\nDisallow: /\n", "/a"));
  cr_expect(!allows(ANY "Disallow: /a", "/a"), "no line end");
}

Test(fetch_robots, bytes_of_any_value) {
  static const char file[] = "User-agent: *\nDisallow: /a\0b\n\xff\xfe\nDisallow: /c\n";
  dt_robots robots;
  cr_assert(dt_robots_parse(&robots, (detm_text){file, sizeof file - 1}, DT_TEXT("detm")));
  cr_expect(dt_robots_allow(&robots, DT_TEXT("/a")));
  cr_expect(!dt_robots_allow(&robots, DT_TEXT("/a%00b")));
  cr_expect(!dt_robots_allow(&robots, DT_TEXT("/c")));
  dt_robots_free(&robots);
}

/* Rules beyond the limit are ignored, and none is cut. */
Test(fetch_robots, long_file) {
  dt_buffer file = {0};
  dt_buffer_text(&file, ANY);
  while (file.length < DT_ROBOTS_BYTES - 4) dt_buffer_text(&file, "#\n");
  dt_buffer_text(&file, "Disallow: /abc\n");
  dt_robots robots;
  cr_assert(dt_robots_parse(&robots, (detm_text){file.data, file.length}, DT_TEXT("detm")));
  cr_expect_eq(robots.count, 0);
  dt_robots_free(&robots);
  dt_buffer_free(&file);
}

/* A pattern that makes a matcher with backtracking take exponential time. */
Test(fetch_robots, many_stars) {
  dt_buffer file = {0}, path = {0};
  dt_buffer_text(&file, ANY "Disallow: /");
  for (int i = 0; i < 20000; i++) dt_buffer_text(&file, "*a");
  dt_buffer_text(&file, "*b$\n");
  dt_buffer_byte(&path, '/');
  for (int i = 0; i < 30000; i++) dt_buffer_byte(&path, 'a');
  dt_robots robots;
  cr_assert(dt_robots_parse(&robots, (detm_text){file.data, file.length}, DT_TEXT("detm")));
  cr_expect(dt_robots_allow(&robots, (detm_text){path.data, path.length}));
  dt_buffer_byte(&path, 'b');
  cr_expect(!dt_robots_allow(&robots, (detm_text){path.data, path.length}));
  dt_robots_free(&robots);
  dt_buffer_free(&file);
  dt_buffer_free(&path);
}
