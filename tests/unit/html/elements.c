/* Tests of src/html/elements.c: names and numbers of tags and attributes, and the classes of tags. */
#include "html/elements.h"

#include "base/base.h"
#include "base/embedded.h"

#include "leaks.h"

#include <criterion/criterion.h>
#include <stdio.h>

TestSuite(tag, .fini = find_leaks);

static dt_tag number(const char *name) { return dt_tag_number(name, strlen(name)); }

Test(tag, names_and_numbers_go_both_ways) {
  for (dt_tag tag = 0; tag < DT_TAG_COUNT; tag++) {
    const char *name = dt_tag_known_name(tag);
    cr_expect_eq(number(name), tag, "%s is %u", name, number(name));
  }
  cr_expect_str_eq(dt_tag_known_name(DT_TAG_TEXT), "#text");
  cr_expect_str_eq(dt_tag_known_name(DT_TAG_BR2), "br2");
  cr_expect_str_eq(dt_tag_known_name(DT_TAG_td), "td");
}

Test(tag, unknown_to_html_has_a_number_made_from_its_name) {
  static const char *const foreign[] = {"x-card", "product", "d", "divs", "di", "h7", "", "br3", "商"};
  for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) {
    dt_tag tag = number(foreign[i]);
    cr_expect(tag & DT_TAG_FOREIGN, "%s", foreign[i]);
    cr_expect_null(dt_tag_known_name(tag));
    cr_expect_eq(dt_tag_classes(tag), 0);
    for (size_t j = 0; j < i; j++) cr_expect_neq(number(foreign[j]), tag);
  }
  cr_expect_eq(dt_tag_number("divx", 3), DT_TAG_div, "only the length counts");
  cr_expect(dt_tag_number("annotation-xmlxxx", 17) & DT_TAG_FOREIGN);
}

Test(tag, some_tags_of_html_are_unknown_to_the_tag_tree) {
  static const char *const names[] = {"data", "details", "ruby", "math", "xmp", "annotation-xml"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    dt_tag tag = number(names[i]);
    cr_expect(tag >= DT_TAG_KNOWN && tag < DT_TAG_COUNT, "%s", names[i]);
    cr_expect_str_eq(dt_tag_known_name(tag), names[i]);
    cr_expect_eq(dt_tag_classes(tag), 0);
    cr_expect_eq(dt_tag_display(tag), DT_DISPLAY_UNKNOWN);
    cr_expect_eq(dt_element_of(tag)->role, DT_ROLE_NONE);
  }
  cr_expect_eq(dt_element_of(number("dialog"))->role, DT_ROLE_DIALOG);
  cr_expect_eq(dt_element_of(number("x-card"))->display, DT_DISPLAY_UNKNOWN);
}

Test(tag, tree_construction_knows_the_categories_of_tags) {
  cr_expect_eq(dt_tag_categories(DT_TAG_b), DT_FORMATTING | DT_BREAKOUT);
  cr_expect((dt_tag_categories(DT_TAG_div) & DT_SPECIAL) != 0);
  cr_expect_eq(dt_tag_categories(DT_TAG_TEXT), 0);
  cr_expect_eq(dt_tag_categories(number("x-card")), 0);
}

Test(tag, classes_are_those_of_the_method) {
  static const char *const decoration[] = {"b", "i",     "em",  "strong", "font",  "u",
                                           "s", "small", "big", "span",   "center"};
  static const char *const dropped[] = {"script", "style", "head", "noscript", "template", "iframe", "svg"};
  static const char *const kept[] = {"div", "p", "a", "td", "br", "hr", "img", "section", "input", "form"};
  for (size_t i = 0; i < sizeof decoration / sizeof *decoration; i++)
    cr_expect(dt_tag_is(number(decoration[i]), DT_DECOR), "%s", decoration[i]);
  for (size_t i = 0; i < sizeof dropped / sizeof *dropped; i++)
    cr_expect(dt_tag_is(number(dropped[i]), DT_DROP), "%s", dropped[i]);
  for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
    cr_expect(!dt_tag_is(number(kept[i]), DT_DROP | DT_LEAF | DT_DECOR | DT_QUOTE), "%s", kept[i]);
  cr_expect(dt_tag_is(DT_TAG_h3, DT_HEADING) && dt_tag_is(DT_TAG_th, DT_BOLD) && dt_tag_is(DT_TAG_nav, DT_NAVIGATION));
}

static bool breaks_line(const char *name) {
  return dt_display_breaks_line((dt_display)dt_element_of(number(name))->display);
}

Test(tag, displays_and_roles_are_those_of_html) {
  static const char *const lines[] = {"p", "li", "h2", "td", "br", "hr", "section", "details", "dialog", "summary"};
  static const char *const others[] = {"a", "span", "time", "kbd", "ruby", "button", "img", "script", "svg", "x-card"};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) cr_expect(breaks_line(lines[i]), "%s", lines[i]);
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) cr_expect_not(breaks_line(others[i]), "%s", others[i]);
  cr_expect_eq(dt_tag_display(number("x-card")), DT_DISPLAY_UNKNOWN);
  cr_expect_eq(dt_tag_display(DT_TAG_select), DT_DISPLAY_CONTROL);
  cr_expect_eq(dt_tag_display(DT_TAG_script), DT_DISPLAY_HIDDEN);
  cr_expect_eq(dt_element_of(DT_TAG_nav)->role, DT_ROLE_NAVIGATION);
  cr_expect_eq(dt_element_of(DT_TAG_div)->role, DT_ROLE_NONE);
  cr_expect_eq(dt_role_named("navigation"), DT_ROLE_NAVIGATION);
  cr_expect_eq(dt_role_named("tablist"), DT_ROLE_MENU);
  cr_expect_eq(dt_role_named("presentation"), DT_ROLE_NONE);
  cr_expect_eq(dt_role_named(""), DT_ROLE_NONE);
}

/* Returns the words of the texts within the element that opens with `start` in the stylesheet, up to `end`. */
static void add_words(dt_buffer *out, const char *from, const char *start, const char *end) {
  const char *at = strstr(from, start), *last = at != NULL ? strstr(at, end) : NULL;
  cr_assert_not_null(last);
  dt_buffer_byte(out, ' ');
  for (at += strlen(start); at < last;) {
    if (*at == '<') {
      at = strchr(at, '>') + 1;
    } else if (*at == ' ' || *at == '\n') {
      at++;
    } else {
      size_t length = strcspn(at, " \n<");
      dt_buffer_add(out, at, length);
      dt_buffer_byte(out, ' ');
      at += length;
    }
  }
  dt_buffer_byte(out, '\0');
}

Test(tag, stylesheets_of_templates_break_lines_where_the_table_does) {
  static const char *const names[] = {
#define X(name, display, role, classes, categories) #name,
      DT_TREE_TAGS(X) DT_OTHER_TAGS(X)
#undef X
  };
  dt_buffer found = {0};
  add_words(&found, (const char *)dt_compiler_files[1].bytes, "<xsl:variable name=\"breaks\">", "</xsl:variable>");
  size_t count = 0, listed = 0;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char word[32];
    snprintf(word, sizeof word, " %s ", names[i]);
    cr_expect_eq(strstr(found.data, word) != NULL, breaks_line(names[i]), "templates/compile-for-others.xsl: %s",
                 names[i]);
    count += breaks_line(names[i]);
  }
  for (const char *at = found.data; *at != '\0'; at++) listed += *at == ' ';
  cr_expect_eq(listed, count + 1);
  dt_buffer_free(&found);
}

Test(tag, attributes_that_are_kept_have_numbers) {
  for (int name = 0; name < DT_ATTRIBUTE_COUNT; name++) {
    const char *text = dt_attribute_text((dt_attribute_name)name);
    cr_expect_eq((int)dt_attribute_number(text, strlen(text)), name, "%s", text);
  }
  static const char *const others[] = {"", "onclick", "data-id", "hre", "hrefs", "classname", "i", "width"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    cr_expect_eq(dt_attribute_number(others[i], strlen(others[i])), DT_ATTRIBUTE_NONE, "%s", others[i]);
}
