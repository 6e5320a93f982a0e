/* Tests of src/base/squeeze.c: texts as they are compared.  Oracles: the C library's towlower, XPath's
 * normalize-space. */
#include "base/squeeze.h"
#include "rounds.h"

#include <criterion/criterion.h>
#include <libxml/xpath.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <wctype.h>

TestSuite(squeeze);

static const char *squeezed(const char *text) {
  static char out[400];
  out[dt_squeeze(dt_text(text), out)] = '\0';
  return out;
}

static const char *folded(const char *text) {
  static char out[400];
  snprintf(out, sizeof out, "%s", text);
  dt_fold(out, strlen(out));
  return out;
}

static const char *word(const char *text) {
  static char out[400];
  out[dt_squeeze_word(dt_text(text), out)] = '\0';
  return out;
}

static unsigned draw_below(unsigned *seed, unsigned below) {
  *seed = *seed * 1664525 + 1013904223;
  return (*seed >> 8) % below;
}

Test(squeeze, leaves_out_white_space_of_all_kinds) {
  cr_expect_str_eq(squeezed(" a \t\n\r\f\v b "), "ab");
  cr_expect_str_eq(squeezed("a\xc2\xa0"        /* no-break space */
                            "b\xe2\x80\x83"    /* em space */
                            "c\xe3\x80\x80"    /* ideographic space */
                            "d\xe2\x80\xaf"    /* narrow no-break space */
                            "e\xc2\x85"        /* next line */
                            "f\xe2\x80\xa8g"), /* line separator */
                   "abcdefg");
  cr_expect_str_eq(squeezed(" \n\xc2\xa0 "), "");
}

Test(squeeze, leaves_out_what_nobody_sees) {
  cr_expect_str_eq(squeezed("ex\xc2\xad"     /* soft hyphen */
                            "am\xe2\x80\x8b" /* zero width space */
                            "pl\xe2\x80\x8d" /* zero width joiner */
                            "e\xef\xbb\xbf"  /* byte order mark */
                            "s\xe2\x81\xa0"  /* word joiner */
                            "!"),
                   "examples!");
}

Test(squeeze, makes_full_width_forms_plain) {
  cr_expect_str_eq(squeezed("\xef\xbc\xa1\xef\xbd\x9a\xef\xbc\x90\xef\xbc\x9a\xef\xbc\x88"), "Az0:(");
  cr_expect_str_eq(squeezed("\xef\xbc\x81\xef\xbd\x9e"), "!~");
}

Test(squeeze, makes_an_ellipsis_three_dots) { cr_expect_str_eq(squeezed("and so on\xe2\x80\xa6"), "andsoon..."); }

Test(squeeze, leaves_all_else_as_it_is) {
  static const char *const texts[] = {"gro\xc3\x9f", "\xe2\x80\x93\xe2\x80\x99\xe2\x82\xac", "\xe6\x97\xa5\xe6\x9c\xac",
                                      "\xf0\x9f\x93\x9a", "A-1/b_2;"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) cr_expect_str_eq(squeezed(texts[i]), texts[i]);
}

Test(squeeze, takes_broken_utf_8_as_bytes) {
  cr_expect_str_eq(squeezed("a \xff b \xc3"), "a\xff"
                                              "b\xc3");
  cr_expect_str_eq(squeezed("\xe2\x80"), "\xe2\x80");
  cr_expect_str_eq(folded("A\xff\xc3"), "a\xff\xc3");
}

/* All functions write at most as many bytes as they read, for any bytes; squeezing twice changes nothing. */
Test(squeeze, needs_no_more_room_than_the_text) {
  static const char *const pieces[] = {
      " ",    "a",    "Z",        "9",    "\xc2\xa0", "\xe2\x80\xa6", "\xef\xbc\xa1",
      "\xff", "\xc3", "\xe2\x80", "\xd0", "\xd0\x96", "\xce\x91",     "\xf0\x9f\x93\x9a"};
  unsigned seed = 3;
  for (unsigned round = 0; round < rounds(20000); round++) {
    char text[200] = "", *out;
    unsigned count = draw_below(&seed, 20);
    bool broken = false;
    for (unsigned i = 0; i < count; i++) {
      unsigned piece = draw_below(&seed, sizeof pieces / sizeof *pieces);
      broken |= piece >= 7 && piece <= 10;
      strcat(text, pieces[piece]);
    }
    size_t length = strlen(text);
    out = malloc(length + 1); /* no byte more: ASan sees what is written behind it */
    size_t made = dt_squeeze(dt_text(text), out);
    cr_assert_leq(made, length);
    if (!broken) {
      char *again = malloc(made + 1);
      cr_assert_eq(dt_squeeze((detm_text){out, made}, again), made);
      cr_assert_arr_eq(again, out, made);
      free(again);
    }
    cr_assert_leq(dt_squeeze_word(dt_text(text), out), length);
    memcpy(out, text, length);
    dt_fold(out, length);
    cr_assert_leq(dt_normalize_space(out, length), length);
    free(out);
  }
}

Test(squeeze, folds_case_of_many_alphabets) {
  cr_expect_str_eq(folded("ABCXYZ 019 @[`{"), "abcxyz 019 @[`{");
  cr_expect_str_eq(folded("\xc3\x89T\xc3\x89 \xc3\x9f \xc3\x97"), "\xc3\xa9t\xc3\xa9 \xc3\x9f \xc3\x97");
  cr_expect_str_eq(folded("\xc4\x8c\xc5\xa0\xc5\xbd\xc5\x81"), "\xc4\x8d\xc5\xa1\xc5\xbe\xc5\x82"); /* CSZ L */
  cr_expect_str_eq(folded("\xce\x91\xce\xa9\xce\x86"), "\xce\xb1\xcf\x89\xce\xac");                 /* Greek */
  cr_expect_str_eq(folded("\xd0\x90\xd0\xaf\xd0\x81\xd2\x90"), "\xd0\xb0\xd1\x8f\xd1\x91\xd2\x91"); /* Cyrillic */
  cr_expect_str_eq(folded("\xd4\xb1"), "\xd5\xa1");                                                 /* Armenian */
  cr_expect_str_eq(folded("\xc8\x98\xc8\x9a\xc6\xaf\xc5\xb8"),
                   "\xc8\x99\xc8\x9b\xc6\xb0\xc3\xbf"); /* S T comma, U horn, Y */
  cr_expect_str_eq(folded("\xce\x8c\xce\xaa\xd3\xae"), "\xcf\x8c\xcf\x8a\xd3\xaf");
  cr_expect_str_eq(folded("\xe6\x97\xa5\xe6\x9c\xac"), "\xe6\x97\xa5\xe6\x9c\xac");
}

/* Whatever is folded becomes the letter that the C library takes for its lower case, and needs as many bytes. */
Test(squeeze, folds_to_the_lower_case_of_the_letter) {
  cr_assert_not_null(setlocale(LC_CTYPE, "C.UTF-8"));
  unsigned changed = 0;
  for (uint32_t code = 1; code < 0x30000; code++) {
    char text[8] = "";
    unsigned length = dt_utf8_write(text, code);
    uint32_t small;
    dt_fold(text, length);
    cr_assert_eq(dt_utf8_read(text, text + length, &small), length);
    if (code >= 0xd800 && code <= 0xdfff) continue;
    if (small == code) continue;
    changed++;
    cr_expect_eq(small, (uint32_t)towlower((wint_t)code), "U+%04X becomes U+%04X", code, small);
  }
  cr_expect_gt(changed, 200);
}

Test(squeeze, keeps_letters_and_digits_of_words) {
  cr_expect_str_eq(word("The \"Quick\" Brown-Fox, 2nd ed."), "thequickbrownfox2nded");
  cr_expect_str_eq(word("\xc3\x89t\xc3\xa9 \xe2\x80\x93 \xe6\x97\xa5\xe6\x9c\xac"),
                   "\xc3\xa9t\xc3\xa9\xe6\x97\xa5\xe6\x9c\xac");
  cr_expect_str_eq(word("-- $ !"), "");
  cr_expect_str_eq(
      word("\xef\xbc\xa1\xef\xbc\x8d\xe4\xbb\xb7\xef\xbc\x9a\xe3\x80\x8c\xe6\xa0\xbc\xe3\x80\x8d\xe3\x80\x82"),
      "a\xe4\xbb\xb7\xe6\xa0\xbc"); /* full width, in brackets, before a full stop */
  cr_expect_str_eq(word("\xf0\x9f\x93\x9a Books"), "books");
}

Test(squeeze, knows_words_and_blanks) {
  static const uint32_t words[] = {'a', 'Z', '0', 0xe9, 0x416, 0x3b1, 0x5d0, 0x627},
                        blanks[] = {' ', '\n', 0xa0, 0x200b, 0xad, 0x3000};
  static const uint32_t signs[] = {'-', ':', '$', '_', 0xd7, 0x2013, 0x20ac, 0x3002};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) cr_expect(dt_is_word(words[i]) && !dt_is_blank(words[i]));
  for (size_t i = 0; i < sizeof blanks / sizeof *blanks; i++) cr_expect(dt_is_blank(blanks[i]));
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) cr_expect(!dt_is_word(signs[i]) && !dt_is_blank(signs[i]));
}

Test(squeeze, normalizes_space_as_xpath_does) {
  static const char *const pieces[] = {" ", "\t", "\n", "\r", "a", "b", "\xc2\xa0", "\xc3\xa9"};
  xmlXPathContextPtr context = xmlXPathNewContext(NULL);
  unsigned seed = 9;
  for (unsigned round = 0; round < rounds(3000); round++) {
    char text[100] = "", xpath[200];
    for (unsigned i = draw_below(&seed, 12); i > 0; i--) strcat(text, pieces[draw_below(&seed, 8)]);
    snprintf(xpath, sizeof xpath, "normalize-space('%s')", text);
    xmlXPathObjectPtr expected = xmlXPathEval((const xmlChar *)xpath, context);
    text[dt_normalize_space(text, strlen(text))] = '\0';
    cr_expect_str_eq(text, (const char *)expected->stringval);
    xmlXPathFreeObject(expected);
  }
  xmlXPathFreeContext(context);
}
