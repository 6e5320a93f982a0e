/* Tests of src/content/text/blocks.c: the main text from segments. */
#include "content/reading.h"

#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(content_blocks, .fini = find_leaks);

static void expect_text(const char *markup, const char *expected) {
  expect_chosen(dt_choose_by_blocks, markup, expected);
}

#define PROSE "A paragraph of some length that ends as sentences do."
#define MENU "<ul><li><a href=a>One</a><li><a href=b>Two</a><li><a href=c>Three</a></ul>"
#define LONG PROSE " And on it goes, with a second sentence, and a third. Here it is."

Test(content_blocks, the_topic_is_taken_without_menus_and_labels) {
  expect_text("<div>" MENU "</div><div><h1>Title</h1><p>" PROSE "<p>" PROSE "</div><div>12 May</div>",
              "Title|" PROSE "|" PROSE "|12 May");
  expect_text("<div>" MENU "</div><div><div><p>" PROSE "</div></div><div>" MENU "</div>", PROSE);
}

Test(content_blocks, all_large_topic_segments_are_taken) {
  expect_text("<div><p>" LONG "<p>" LONG "</div><div>" MENU "</div><div><p>" LONG "</div>", LONG "|" LONG "|" LONG);
}

Test(content_blocks, a_small_text_beside_a_large_one_is_left_out) {
  expect_text("<div><p>" LONG "<p>" LONG "</div><div>" MENU "</div><div><p>" PROSE "</div>", LONG "|" LONG);
}

Test(content_blocks, accepts_pages_without_prose) {
  expect_text("", "");
  expect_text("<div>" MENU "</div>", "");
  expect_text("<p>Hello", "");
}
