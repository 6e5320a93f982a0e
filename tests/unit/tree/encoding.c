/* Tests of src/tree/encoding.c: which encoding a page is taken to be in, and its text. */
#include "tree/encoding.h"

#include "tree/pages.h"

#include <criterion/criterion.h>
#include <iconv.h>

TestSuite(encoding);

#define RUSSIAN "\xD0\x9A\xD0\xBD\xD0\xB8\xD0\xB3\xD0\xB8 \xD0\xB8 \xD0\xBA\xD0\xB0\xD1\x80\xD1\x82\xD1\x8B"
#define CHINESE "\xE5\x95\x86\xE5\x93\x81\xE4\xBB\xB7\xE6\xA0\xBC\xE5\x92\x8C\xE6\x97\xA5\xE6\x9C\x9F"
#define TAIWANESE "\xE5\x95\x86\xE5\x93\x81\xE5\x83\xB9\xE6\xA0\xBC\xE5\x92\x8C\xE6\x97\xA5\xE6\x9C\x9F"
#define JAPANESE "\xE3\x81\x93\xE3\x82\x8C\xE3\x81\xAF\xE6\x9C\xAC\xE3\x81\xA7\xE3\x81\x99"
#define KOREAN "\xEC\xB1\x85\xEA\xB3\xBC \xEC\xA7\x80\xEB\x8F\x84"
#define FRENCH "d\xC3\xA9j\xC3\xA0 vu \xE2\x80\x94 \xE2\x82\xAC 5"

/* Adds the text in another encoding. */
static void add_in(dt_buffer *out, const char *encoding, const char *text) {
  iconv_t converter = iconv_open(encoding, "UTF-8");
  char piece[4096], *to = piece, *from = (char *)(uintptr_t)text;
  size_t left = strlen(text), room = sizeof piece;
  cr_assert_neq(converter, (iconv_t)-1, "%s", encoding);
  cr_assert_neq(iconv(converter, &from, &left, &to, &room), (size_t)-1, "%s", encoding);
  iconv_close(converter);
  dt_buffer_add(out, piece, sizeof piece - room);
}

static void expect_decoded(const dt_buffer *page, const char *given, const char *name, const char *text) {
  dt_arena arena;
  dt_buffer out = {0};
  detm_text decoded;
  const char *found;
  detm_error error = DETM_ERROR_NONE;
  dt_arena_start(&arena, NULL);
  detm_status status = dt_decode(page->data, page->length, given, &arena, &out, &decoded, &found, &error);
  cr_assert_eq(status, DETM_OK, "%s", error.text);
  cr_expect_str_eq(found, name);
  cr_expect_eq(dt_utf8_valid(decoded.data, decoded.length), decoded.length);
  size_t length = strlen(text);
  bool ends = decoded.length >= length && memcmp(decoded.data + decoded.length - length, text, length) == 0;
  cr_expect(ends, "in %s: \"%.*s\" should end with \"%s\"", name, (int)decoded.length, decoded.data, text);
  dt_buffer_free(&out);
  dt_arena_free(&arena);
}

static const struct encoded {
  const char *said, *in, *shown, *text;
} encodings[] = {
    {"gb2312", "GB18030", "GB18030", CHINESE},
    {"GBK", "GB18030", "GB18030", CHINESE},
    {"gb18030", "GB18030", "GB18030", CHINESE},
    {"big5", "BIG5", "BIG5-HKSCS", TAIWANESE},
    {"Shift_JIS", "CP932", "CP932", JAPANESE},
    {"x-sjis", "CP932", "CP932", JAPANESE},
    {"euc-kr", "CP949", "CP949", KOREAN},
    {"ks_c_5601-1987", "CP949", "CP949", KOREAN},
    {"EUC-JP", "EUC-JP", "EUC-JP", JAPANESE},
    {"windows-1251", "CP1251", "windows-1251", RUSSIAN},
    {"koi8-r", "KOI8-R", "koi8-r", RUSSIAN},
    {"windows-1252", "CP1252", "windows-1252", FRENCH},
    {"iso-8859-1", "CP1252", "windows-1252", FRENCH},
    {"ISO-8859-15", "ISO-8859-15", "ISO-8859-15", "d\xC3\xA9j\xC3\xA0 \xE2\x82\xAC"},
};
enum { ENCODINGS = sizeof encodings / sizeof *encodings };

static void expect_declared(const char *format) {
  for (size_t i = 0; i < ENCODINGS; i++) {
    const struct encoded *e = &encodings[i];
    dt_buffer page = {0};
    dt_buffer_format(&page, format, e->said);
    add_in(&page, e->in, e->text);
    expect_decoded(&page, NULL, e->shown, e->text);
    dt_buffer_free(&page);
  }
}

Test(encoding, is_what_the_page_says) {
  expect_declared("<meta charset=%s>");
  expect_declared("<html><head><META CharSet = \"%s\" /></head>");
  expect_declared("<meta http-equiv='Content-Type' content='text/html; charset=%s'>");
  expect_declared("<?xml version=\"1.0\" encoding='%s'?>");
}

Test(encoding, is_what_the_caller_says_whatever_the_page_says) {
  for (size_t i = 0; i < ENCODINGS; i++) {
    const struct encoded *e = &encodings[i];
    dt_buffer page = {0};
    dt_buffer_text(&page, "<meta charset=macintosh>");
    add_in(&page, e->in, e->text);
    expect_decoded(&page, e->said, e->shown, e->text);
    dt_buffer_free(&page);
  }
}

Test(encoding, is_utf_8_where_all_of_the_page_is) {
  static const char *const starts[] = {"", "<meta charset=gb2312>", "<meta charset=utf-8>", "<meta charset=nonsense>",
                                       "\xEF\xBB\xBF"};
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
    for (size_t e = 0; e < ENCODINGS; e++) {
      dt_buffer page = {0};
      dt_buffer_text(&page, starts[i]);
      dt_buffer_text(&page, encodings[e].text);
      expect_decoded(&page, NULL, "UTF-8", encodings[e].text);
      dt_buffer_free(&page);
    }
}

Test(encoding, is_windows_1252_where_nothing_tells) {
  static const char *const starts[] = {"", "<meta charset=nonsense>", "<meta charset=utf-16>", "<meta charset=utf-8>"};
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
    dt_buffer page = {0};
    dt_buffer_text(&page, starts[i]);
    add_in(&page, "CP1252", FRENCH);
    expect_decoded(&page, NULL, "windows-1252", FRENCH);
    dt_buffer_free(&page);
  }
}

Test(encoding, is_what_the_byte_order_mark_says) {
  static const struct {
    const char *mark, *in;
    size_t length;
  } marks[] = {{"\xFF\xFE", "UTF-16LE", 2}, {"\xFE\xFF", "UTF-16BE", 2}, {"\xEF\xBB\xBF", "UTF-8", 3}};
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
    dt_buffer page = {0};
    dt_buffer_add(&page, marks[i].mark, marks[i].length);
    add_in(&page, marks[i].in, "<meta charset=gbk>" CHINESE FRENCH);
    expect_decoded(&page, NULL, marks[i].in, "<meta charset=gbk>" CHINESE FRENCH);
    dt_buffer_free(&page);
  }
}

/* In windows-1258 an accent may follow: the converter waits for it. */
Test(encoding, does_not_lose_the_last_letter) {
  dt_buffer page = {0};
  dt_buffer_text(&page, "<p>abc");
  expect_decoded(&page, "windows-1258", "windows-1258", "abc");
  dt_buffer_free(&page);
}

Test(encoding, stays_utf_8_with_a_broken_byte) {
  dt_buffer page = {0};
  for (int n = 0; n < 10; n++) dt_buffer_text(&page, CHINESE);
  dt_buffer_text(&page, "\xFF\xE5\x95" JAPANESE);
  expect_decoded(&page, NULL, "UTF-8", CHINESE "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD" JAPANESE);
  dt_buffer_free(&page);
}

Test(encoding, replaces_what_is_broken_and_reads_on) {
  static const struct {
    const char *given, *bytes, *text;
  } cases[] = {
      {"UTF-8",
       "a\xFF"
       "b",
       "a\xEF\xBF\xBD"
       "b"},
      {"UTF-8", "a\xC3", "a\xEF\xBF\xBD"},
      {"UTF-8", "a\xED\xA0\x80z", "a\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBDz"},
      {"gbk", "a\xFF<b>", "a\xEF\xBF\xBD<b>"},
      {"Shift_JIS", "a\x81", "a\xEF\xBF\xBD"},
      {"windows-1252", "a\x81z", "a\xEF\xBF\xBDz"},
      {"euc-kr", "<p>\xC9", "<p>\xEF\xBF\xBD"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    dt_buffer page = {0};
    dt_buffer_text(&page, cases[i].bytes);
    dt_arena arena;
    dt_arena_start(&arena, NULL);
    dt_buffer out = {0};
    detm_text text;
    const char *name;
    detm_status status = dt_decode(page.data, page.length, cases[i].given, &arena, &out, &text, &name, NULL);
    cr_assert_eq(status, DETM_OK);
    cr_expect(dt_text_equal(text, dt_text(cases[i].text)), "%s: %.*s", cases[i].given, (int)text.length, text.data);
    dt_buffer_free(&out);
    dt_buffer_free(&page);
    dt_arena_free(&arena);
  }
}

Test(encoding, replaces_control_characters) {
  static const char *const given[] = {NULL, "UTF-8", "gbk", "windows-1251"};
  for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
    detm_page_options options = detm_page_defaults;
    options.encoding = given[i];
    static const char markup[] = "<p>a\0b\tc\x01\x1f\x0b</p><a href='x\0y'>\x08</a>";
    detm_page *page = detm_page_parse(markup, sizeof markup - 1, &options, NULL);
    cr_assert_not_null(page);
    dt_buffer out = {0};
    outline(&page->tree, &out);
    dt_buffer_byte(&out, '\0');
    cr_expect_str_eq(out.data,
                     "p{\"a\xEF\xBF\xBD"
                     "b c\xEF\xBF\xBD\xEF\xBF\xBD\"} a[href=x\xEF\xBF\xBDy]{\"\xEF\xBF\xBD\"@}",
                     "%s", out.data);
    dt_buffer_free(&out);
    detm_page_free(page);
  }
}

/* Wherever it stands: eight bytes are looked at together. */
Test(encoding, replaces_every_control_character_and_nothing_else) {
  for (unsigned code = 0; code < 0x80; code++)
    for (size_t at = 0; at < 19; at++) {
      char bytes[20] = "abcdefghij\xC3\xA9lmnopq";
      if (at == 10 || at == 11) continue;
      bytes[at] = (char)code;
      dt_arena arena;
      dt_buffer out = {0};
      detm_text text;
      const char *name;
      dt_arena_start(&arena, NULL);
      cr_assert_eq(dt_decode(bytes, 18, "UTF-8", &arena, &out, &text, &name, NULL), DETM_OK);
      bool control = at < 18 && code < ' ' && !(code >= '\t' && code <= '\r');
      cr_assert_eq(text.length, control ? 20 : 18, "%u at %zu: %zu", code, at, text.length);
      if (control) cr_assert_arr_eq(text.data + at, "\xEF\xBF\xBD", 3);
      dt_buffer_free(&out);
      dt_arena_free(&arena);
    }
}

Test(encoding, that_nobody_knows_is_refused) {
  detm_page_options options = detm_page_defaults;
  detm_error error = DETM_ERROR_NONE;
  options.encoding = "no-such-thing";
  cr_expect_null(detm_page_parse("a", 1, &options, &error));
  cr_expect_eq(error.status, DETM_BAD_INPUT);
  cr_expect(strstr(error.text, "no-such-thing") != NULL, "%s", error.text);
}

Test(encoding, hands_on_clean_bytes_without_a_copy) {
  static const char clean[] = "<p>" CHINESE;
  dt_buffer out = {0};
  dt_arena arena;
  detm_text text;
  const char *name;
  dt_arena_start(&arena, NULL);
  detm_status status = dt_decode(clean, sizeof clean - 1, NULL, &arena, &out, &text, &name, NULL);
  cr_expect_eq(status, DETM_OK);
  cr_expect_eq(text.data, clean);
  cr_expect_eq(out.capacity, 0);
  dt_arena_free(&arena);
}
