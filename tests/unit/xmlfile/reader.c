/* Tests of src/xmlfile/reader.c with a small grammar: <box> holds <box> and <note>, a note holds words. */
#include "xmlfile/reader.h"

#include "leaks.h"

#include <criterion/criterion.h>
#include <stdio.h>

TestSuite(reader, .fini = find_leaks);

enum { BOX, NOTE };

/* The elements that were read, in one line. */
static dt_buffer seen;

static void begin_box(dt_reader *r) {
  dt_buffer_format(&seen, "(%u %u %s %g %s", (unsigned)dt_read_count(r, "count", 1, 9, 5),
                   dt_read_choice(r, "kind", "a bb c"), dt_read_name(r, "name") != NULL ? dt_read_name(r, "name") : "-",
                   dt_read_share(r, "share", 0.5), dt_read_text(r, "text", 4, "-"));
}

static void end_box(dt_reader *r) {
  (void)r;
  dt_buffer_byte(&seen, ')');
}

static void end_note(dt_reader *r) { dt_buffer_format(&seen, "{%s}", r->words.data); }

static const dt_element_form forms[] = {
    {"box", "count kind name share text", 1U << DT_READER_OUTSIDE | 1U << BOX, false, begin_box, end_box},
    {"note", "name!", 1U << BOX, true, NULL, end_note},
};
static const dt_grammar grammar = {.what = "box",
                                   .space = "urn:box:",
                                   .version = "3",
                                   .manual = "box(5)",
                                   .max_bytes = 100000,
                                   .forms = forms,
                                   .form_count = 2};

static const char *read_back(const char *text) {
  static char line[2000];
  dt_arena arena;
  dt_arena_start(&arena, NULL);
  detm_error error = DETM_ERROR_NONE;
  seen.length = 0;
  if (dt_read_file(&grammar, NULL, &arena, dt_text(text), "b.xml", &error) == DETM_OK) {
    snprintf(line, sizeof line, "%.*s", (int)seen.length, seen.data);
  } else {
    cr_expect_eq(error.status, DETM_BAD_FILE);
    snprintf(line, sizeof line, "%zu:%zu: %s", error.line, error.column, error.text);
  }
  cr_expect_null(arena.scope);
  dt_arena_free(&arena);
  dt_buffer_free(&seen);
  seen = (dt_buffer){0};
  return line;
}

#define BOX_OF(attributes, within) "<box xmlns='urn:box:3' " attributes ">" within "</box>"

Test(reader, returns_elements_in_their_order) {
  cr_expect_str_eq(read_back(BOX_OF("count='7' kind='bb' name='n-1' share='0.25' text='abcd'", "")),
                   "(7 1 n-1 0.25 abcd)");
  cr_expect_str_eq(
      read_back(BOX_OF("", "<box/><note name='x'>a &amp; <![CDATA[<b>]]><!-- c --> d</note><box count='2'/>")),
      "(5 0 - 0.5 -(5 0 - 0.5 -){a & <b> d}(2 0 - 0.5 -))");
  cr_expect_str_eq(
      read_back("\xef\xbb\xbf<?xml version='1.0'?>\n<b:box xmlns:b='urn:box:3'>\n<b:note name='x'/></b:box>\n"),
      "(5 0 - 0.5 -{})");
}

Test(reader, reports_errors_with_line_and_column) {
  static const char *const mistakes[][2] = {
      {"", "1:1: the file is empty: make the box again"},
      {"\n <bag/>", "2:2: this is not a box: it begins with <bag>, not <box>"},
      {"<box/>", "1:1: <box> has no namespace: add xmlns=\"urn:box:3\""},
      {"<box xmlns='urn:box:4'/>", "1:1: this is a box of version \"4\", but this detm reads version 3: make it again"},
      {"<box xmlns='urn:bag:3'/>", "1:1: <box> has the namespace \"urn:bag:3\": it must be \"urn:box:3\""},
      {BOX_OF("", "\n\n  <bag/>"), "3:3: a box has no element <bag>: see box(5)"},
      {BOX_OF("", "<box xmlns=''/>"), "1:25: a box has no element <box>: see box(5)"},
      {BOX_OF("", "<o:box xmlns:o='urn:o'/>"), "1:25: a box has no element <box>: see box(5)"},
      {BOX_OF("", "<note name='a'><note name='b'/></note>"), "1:40: <note> is not allowed in <note>"},
      {BOX_OF("", "<note/>"), "1:25: <note> needs the attribute name"},
      {BOX_OF("size='1'", ""), "1:1: <box> has no attribute \"size\": see box(5)"},
      {BOX_OF("", "words"), "1:25: <box> cannot hold text: \"words\""},
      {BOX_OF("count='0'", ""), "1:1: count=\"0\" is not a number from 1 to 9"},
      {BOX_OF("count='18446744073709551617'", ""), "1:1: count=\"18446744073709551617\" is not a number from 1 to 9"},
      {BOX_OF("kind='b'", ""), "1:1: kind=\"b\" is not one of these: a bb c"},
      {BOX_OF("text='abcde'", ""), "1:1: text has more than 4 bytes: shorten it"},
      {BOX_OF("share='-0.1'", ""), "1:1: share=\"-0.1\" is not a number from 0 to 1, such as 0.75"},
      {BOX_OF("share='1e-1'", ""), "1:1: share=\"1e-1\" is not a number from 0 to 1, such as 0.75"},
      {"<!DOCTYPE box><box/>", "1:1: a box cannot have a DOCTYPE: remove it"},
      {"<box xmlns='urn:box:3'>\n\xff</box>", "2:1: the file is not UTF-8: save it as UTF-8"},
  };
  for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
    const char *message = read_back(mistakes[i][0]);
    cr_expect_str_eq(message, mistakes[i][1], "%s\n%s", message, mistakes[i][1]);
  }
  cr_expect_not_null(strstr(read_back("<box xmlns='urn:box:3'>"), "not well-formed XML"));
}

Test(reader, reads_shares_to_the_last_digit) {
  static const char *const shares[] = {"0", "1", "0.0", "1.0", "0.001", "0.999999999", "0.10000000000000000000001"};
  static const char *const expected[] = {"0", "1", "0", "1", "0.001", "1", "0.1"};
  for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
    char text[200], wanted[100];
    snprintf(text, sizeof text, BOX_OF("share='%s'", ""), shares[i]);
    snprintf(wanted, sizeof wanted, "(5 0 - %s -)", expected[i]);
    cr_expect_str_eq(read_back(text), wanted);
  }
}

Test(reader, bounds_depth_and_size) {
  dt_buffer text = {0};
  dt_buffer_text(&text, "<box xmlns='urn:box:3'>");
  for (unsigned i = 0; i < 1000; i++) dt_buffer_text(&text, "<box>");
  dt_buffer_byte(&text, '\0');
  cr_expect_not_null(strstr(read_back(text.data), "elements are nested more than 1000 deep"));
  text.length = 0;
  for (unsigned i = 0; i <= 100000; i++) dt_buffer_byte(&text, ' ');
  dt_buffer_byte(&text, '\0');
  cr_expect_not_null(strstr(read_back(text.data), "the file has more than 97 KiB: it is not a box"));
  dt_buffer_free(&text);
}
