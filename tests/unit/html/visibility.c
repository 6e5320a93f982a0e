/* Tests of src/html/visibility.c: which attributes hide their element. */
#include "html/visibility.h"

#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(visibility, .fini = find_leaks);

Test(visibility, some_styles_hide_an_element) {
  static const char *const styles[] = {"display:none",
                                       "display: none",
                                       " DISPLAY : None ;",
                                       "color:red;display:none!important",
                                       "display:block;display:none",
                                       "visibility:hidden",
                                       "visibility: collapse; color: red",
                                       "display;visibility:hidden"};
  for (size_t i = 0; i < sizeof styles / sizeof *styles; i++)
    cr_expect(dt_style_hides(dt_text(styles[i])), "%s", styles[i]);
}

Test(visibility, other_styles_do_not_hide) {
  static const char *const styles[] = {"",
                                       ";",
                                       "display",
                                       "display:",
                                       "display:inline",
                                       "display:nonesuch",
                                       "display:none;display:block",
                                       "x-display:none",
                                       "displayed:none",
                                       "visibility:visible",
                                       "content:'display:none'",
                                       "backface-visibility:hidden"};
  for (size_t i = 0; i < sizeof styles / sizeof *styles; i++)
    cr_expect_not(dt_style_hides(dt_text(styles[i])), "%s", styles[i]);
}

Test(visibility, classes_for_screen_readers_hide_an_element) {
  static const char *const hiding[] = {"sr-only",           "a visually-hidden",  "\n visuallyhidden\tb",
                                       "element-invisible", "screen-reader-text", "screen-reader-only",
                                       "assistive-text",    "usa-sr-only",        "show-for-sr c",
                                       "d e sr-text"};
  static const char *const others[] = {"", " ", "sr", "sr-only-focusable", "not-sr-only", "SR-ONLY", "hidden"};
  for (size_t i = 0; i < sizeof hiding / sizeof *hiding; i++)
    cr_expect(dt_class_hides(dt_text(hiding[i])), "%s", hiding[i]);
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    cr_expect_not(dt_class_hides(dt_text(others[i])), "%s", others[i]);
}

Test(visibility, some_attributes_hide_an_element) {
  cr_expect(dt_attribute_hides("hidden", ""));
  cr_expect(dt_attribute_hides("hidden", "until-found"));
  cr_expect(dt_attribute_hides("style", "display:none"));
  cr_expect_not(dt_attribute_hides("style", ""));
  cr_expect_not(dt_attribute_hides("class", "hidden"));
  cr_expect_not(dt_attribute_hides("aria-hidden", "true"));
}
