/* Tests of src/text/fold.c: texts as they are compared. Oracles: the C library's towlower, XPath's normalize-space. */
#include "text/fold.h"
#include "leaks.h"
#include "rounds.h"

#include <criterion/criterion.h>
#include <libxml/xpath.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <wctype.h>

TestSuite(fold, .fini = find_leaks);

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

Test(fold, leaves_out_white_space_of_all_kinds) {
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

/* An offset from a null pointer is undefined; UBSan of clang reports it. */
Test(fold, accepts_an_empty_text_without_data) {
  char out[1];
  cr_expect_eq(dt_squeeze((detm_text){NULL, 0}, out), 0);
  cr_expect_eq(dt_squeeze_word((detm_text){NULL, 0}, out), 0);
}

Test(fold, leaves_out_invisible_characters) {
  cr_expect_str_eq(squeezed("ex\xc2\xad"     /* soft hyphen */
                            "am\xe2\x80\x8b" /* zero width space */
                            "pl\xe2\x80\x8d" /* zero width joiner */
                            "e\xef\xbb\xbf"  /* byte order mark */
                            "s\xe2\x81\xa0"  /* word joiner */
                            "!"),
                   "examples!");
}

Test(fold, converts_full_width_forms) {
  cr_expect_str_eq(squeezed("Ａｚ０：（"), "Az0:(");
  cr_expect_str_eq(squeezed("！～"), "!~");
}

Test(fold, converts_an_ellipsis_to_three_dots) { cr_expect_str_eq(squeezed("and so on…"), "andsoon..."); }

Test(fold, makes_quotes_and_dashes_equal) {
  cr_expect_str_eq(squeezed("‘a’ “b” „c“ «d» ＂e＂"), "'a''b''c''d''e'");
  cr_expect_str_eq(squeezed("9–17—18−2"), "9-17-18-2");
}

Test(fold, leaves_other_characters_unchanged) {
  static const char *const texts[] = {"groß", "€", "日本", "📚", "A-1/b_2;"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) cr_expect_str_eq(squeezed(texts[i]), texts[i]);
}

Test(fold, reads_broken_utf_8_as_bytes) {
  cr_expect_str_eq(squeezed("a \xff b \xc3"), "a\xff"
                                              "b\xc3");
  cr_expect_str_eq(squeezed("\xe2\x80"), "\xe2\x80");
  cr_expect_str_eq(folded("A\xff\xc3"), "a\xff\xc3");
}

/* All functions write at most as many bytes as they read, for any bytes; squeezing twice changes nothing. */
Test(fold, needs_no_more_bytes_than_the_text) {
  static const char *const pieces[] = {" ",    "a",    "Z",        "9",    "\xc2\xa0", "…", "Ａ",
                                       "\xff", "\xc3", "\xe2\x80", "\xd0", "Ж",        "Α", "📚"};
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
    out = malloc(length + 1); /* of exactly this size, so that ASan sees a write beyond it */
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

Test(fold, folds_case_of_many_alphabets) {
  cr_expect_str_eq(folded("ABCXYZ 019 @[`{"), "abcxyz 019 @[`{");
  cr_expect_str_eq(folded("ÉTÉ ß ×"), "été ß ×");
  cr_expect_str_eq(folded("ČŠŽŁ"), "čšžł"); /* CSZ L */
  cr_expect_str_eq(folded("ΑΩΆ"), "αωά");   /* Greek */
  cr_expect_str_eq(folded("АЯЁҐ"), "аяёґ"); /* Cyrillic */
  cr_expect_str_eq(folded("Ա"), "ա");       /* Armenian */
  cr_expect_str_eq(folded("ȘȚƯŸ"), "șțưÿ"); /* S T comma, U horn, Y */
  cr_expect_str_eq(folded("ΌΪӮ"), "όϊӯ");
  cr_expect_str_eq(folded("日本"), "日本");
  cr_expect_str_eq(folded("ĐỊA CHỈ"), "địa chỉ");       /* Vietnamese */
  cr_expect_str_eq(folded("İ Ⱥ \u212a"), "İ Ⱥ \u212a"); /* lower case of another length */
}

/* Each folded letter becomes the C library's lower case, with the same number of bytes. */
Test(fold, folds_to_the_lower_case_of_the_letter) {
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
  cr_expect_gt(changed, 1300);
}

Test(fold, keeps_letters_and_digits_of_words) {
  cr_expect_str_eq(word("The \"Quick\" Brown-Fox, 2nd ed."), "thequickbrownfox2nded");
  cr_expect_str_eq(word("Été – 日本"), "été日本");
  cr_expect_str_eq(word("-- $ !"), "");
  cr_expect_str_eq(word("Ａ－价：「格」。"), "a价格"); /* full width, in brackets, before a full stop */
  cr_expect_str_eq(word("📚 Books"), "books");
}

Test(fold, normalizes_space_as_xpath_does) {
  static const char *const pieces[] = {" ", "\t", "\n", "\r", "a", "b", "\xc2\xa0", "é"};
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

/* Folds texts one after the other. */
static const char *spaced(const char *const texts[2], dt_space space) {
  static char out[400];
  char *end = out;
  dt_folding folding = {0};
  for (size_t i = 0; i < 2; i++) end = dt_fold_space(end, dt_text(texts[i]), space, &folding);
  *end = '\0';
  return out;
}

Test(fold, folds_white_space_over_texts) {
  static const struct {
    const char *texts[2], *xml, *value, *visible;
  } cases[] = {
      {{" a  b\t", "\n c "}, "a b c", "a b c", "a b c"},
      {{"a", "b"}, "ab", "ab", "ab"},
      {{"", " "}, "", "", ""},
      {{"a\u00a0b", " \u00a0 c"}, "a\u00a0b \u00a0 c", "a b c", "a b c"},
      {{"a\u2003b\f", "c"}, "a\u2003b\fc", "a\u2003b\fc", "a b c"},
      {{"ex\u00adam\u200bple", "\ufeffs"}, "ex\u00adam\u200bple\ufeffs", "ex\u00adam\u200bple\ufeffs", "examples"},
      {{"a \u200e b", "\u200fc"}, "a \u200e b\u200fc", "a \u200e b\u200fc", "a bc"},
      {{"م\u200cی", "❤\ufe0f"}, "م\u200cی❤\ufe0f", "م\u200cی❤\ufe0f", "م\u200cی❤\ufe0f"},
      {{"水\u3000火", "\u2028"}, "水\u3000火\u2028", "水\u3000火\u2028", "水 火"},
      {{"\xc2", "\xe2\x80"}, "\xc2\xe2\x80", "\xc2\xe2\x80", "\xc2\xe2\x80"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    cr_expect_str_eq(spaced(cases[i].texts, DT_SPACE_XML), cases[i].xml, "case %zu", i);
    cr_expect_str_eq(spaced(cases[i].texts, DT_SPACE_VALUE), cases[i].value, "case %zu", i);
    cr_expect_str_eq(spaced(cases[i].texts, DT_SPACE_VISIBLE), cases[i].visible, "case %zu", i);
  }
}

/* The table of first bytes includes those of all white space and all invisible characters. */
Test(fold, includes_the_first_bytes_of_white_space) {
  for (uint32_t code = 0; code < 0x110000; code++) {
    char text[4];
    bool gap = false;
    if (code >= 0xd800 && code < 0xe000) continue;
    unsigned length = dt_utf8_write(text, code);
    bool space = dt_is_white(code) || dt_is_invisible(code);
    cr_expect_eq(dt_space_at(text, text + length, DT_SPACE_VISIBLE, &gap), space ? length : 0, "U+%04X", code);
    cr_expect_eq(gap, dt_is_white(code), "U+%04X", code);
    cr_expect_eq(dt_space_at(text, text + length, DT_SPACE_XML, &gap) != 0, code < 0x80 && dt_is_xml_space((char)code));
  }
}
