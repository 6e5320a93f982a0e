/* Tests of src/text/chars.c: properties of characters.  Oracles: the C library, PCRE2, and values from the Unicode data
 * written down here. */
#include "text/chars.h"

#include "leaks.h"
#include "rounds.h"

#include <criterion/criterion.h>
#include <locale.h>
#include <wctype.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

TestSuite(chars, .fini = find_leaks);

enum { END = 0x110000 };

/* Expects that one of the flags is set for just those characters that a pattern matches. */
static void expect_pattern(const char *pattern, unsigned flags) {
  int error;
  PCRE2_SIZE where;
  pcre2_code *code = pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED, PCRE2_UTF, &error, &where, NULL);
  cr_assert_not_null(code);
  pcre2_match_data *match = pcre2_match_data_create_from_pattern(code, NULL);
  for (uint32_t c = 0, end = rounds(END); c < end; c++) {
    char text[4];
    if (c >= 0xd800 && c < 0xe000) continue;
    unsigned length = dt_utf8_write(text, c);
    bool matches = pcre2_match(code, (PCRE2_SPTR)text, length, 0, PCRE2_NO_UTF_CHECK, match, NULL) >= 0;
    if (matches != ((dt_char_flags(c) & flags) != 0)) cr_expect(false, "%s: U+%04X", pattern, c);
  }
  pcre2_match_data_free(match);
  pcre2_code_free(code);
}

Test(chars, have_the_categories_of_unicode) {
  char version[32];
  pcre2_config(PCRE2_CONFIG_UNICODE_VERSION, version);
  if (strcmp(version, "14.0.0") != 0) cr_skip_test("PCRE2 has Unicode %s", version);
  expect_pattern("^\\p{Nd}$", DT_CHAR_DIGIT);
  expect_pattern("^\\p{P}$", DT_CHAR_PUNCTUATION);
  expect_pattern("^[\\p{Pe}\\p{Pf}\\p{Pi}]$", DT_CHAR_CLOSING);
  expect_pattern("^[\\p{Z}\\x00-\\x1f\\x7f\\x{85}]$", DT_CHAR_WHITE);
  expect_pattern("^(?![\\x{34f}\\x{115f}\\x{1160}\\x{180b}-\\x{180f}\\x{3164}\\x{ffa0}\\x{fe00}-\\x{fe0f}\\x{e0100}-"
                 "\\x{e01ef}])[\\p{L}\\p{M}\\p{Nl}]$",
                 DT_CHAR_LETTER);
}

Test(chars, lower_case_is_that_of_the_c_library) {
  cr_assert_not_null(setlocale(LC_CTYPE, "C.UTF-8"));
  unsigned changed = 0;
  for (uint32_t c = 0; c < END; c++) {
    changed += dt_lower(c) != c;
    if (dt_lower(c) != c) cr_expect_eq(dt_lower(c), (uint32_t)towlower((wint_t)c), "U+%04X", c);
  }
  cr_expect_gt(changed, 1300);
  cr_expect_eq(dt_lower(0x130), 0x130); /* the lower case of this I is two characters */
}

/* Characters and whether they are (w)hite, (i)nvisible, (b)lank, a (l)etter, (s)paced, (c)jk. */
Test(chars, have_the_properties_of_their_names) {
  static const struct {
    uint32_t code;
    const char *is;
  } cases[] = {{'a', "ls"},    {'Z', "ls"},     {'7', "ls"},     {'_', ""},      {'-', ""},      {' ', "wb"},
               {'\t', "wb"},   {0x0b, "wb"},    {0, "wb"},       {0x7f, "wb"},   {0x85, "wb"},   {0xa0, "wb"},
               {0xad, "ib"},   {0xaa, "ls"},    {0xb2, ""},      {0xb5, "ls"},   {0xd7, ""},     {0xe9, "ls"},
               {0xf7, ""},     {0x301, "ls"},   {0x34f, "b"},    {0x37e, ""},    {0x3b1, "ls"},  {0x416, "ls"},
               {0x5be, ""},    {0x5d0, "ls"},   {0x60c, ""},     {0x61c, "ib"},  {0x627, "ls"},  {0x660, "ls"},
               {0x6dd, ""},    {0x93e, "ls"},   {0x964, ""},     {0xe01, "ls"},  {0xe3f, ""},    {0x10d0, "ls"},
               {0x1160, "ib"}, {0x1680, "wb"},  {0x180e, "b"},   {0x1ec7, "ls"}, {0x2003, "wb"}, {0x200b, "ib"},
               {0x200c, "b"},  {0x200d, "b"},   {0x200e, "ib"},  {0x200f, "ib"}, {0x2013, ""},   {0x2026, ""},
               {0x2028, "wb"}, {0x2029, "wb"},  {0x202a, "ib"},  {0x202f, "wb"}, {0x205f, "wb"}, {0x2060, "ib"},
               {0x2066, "ib"}, {0x207f, "ls"},  {0x20ac, ""},    {0x2122, ""},   {0x2160, "ls"}, {0x2460, ""},
               {0x2665, ""},   {0x2c00, "ls"},  {0x3000, "wb"},  {0x3001, ""},   {0x3005, "lc"}, {0x3007, "lc"},
               {0x300c, ""},   {0x3042, "lc"},  {0x3099, "lc"},  {0x30a2, "lc"}, {0x30fb, ""},   {0x30fc, "lc"},
               {0x3105, "l"},  {0x3164, "ib"},  {0x32a3, ""},    {0x3400, "lc"}, {0x4e00, "lc"}, {0xac00, "lc"},
               {0xd7a3, "lc"}, {0xe000, ""},    {0xf8ff, ""},    {0xf900, "lc"}, {0xfe0f, "b"},  {0xfeff, "ib"},
               {0xff01, ""},   {0xff11, "l"},   {0xff21, "l"},   {0xff71, "lc"}, {0xfffd, ""},   {0x1d400, "l"},
               {0x1f4da, ""},  {0x20000, "lc"}, {0x2fa1d, "lc"}, {0xe0067, "b"}, {0xf0000, ""},  {0x10ffff, ""},
               {0x110000, ""}, {UINT32_MAX, ""}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    uint32_t c = cases[i].code;
    char is[8] = "";
    if (dt_is_white(c)) strcat(is, "w");
    if (dt_is_invisible(c)) strcat(is, "i");
    if (dt_is_blank(c)) strcat(is, "b");
    if (dt_is_letter(c)) strcat(is, "l");
    if (dt_is_spaced_letter(c)) strcat(is, "s");
    if (dt_is_cjk(c)) strcat(is, "c");
    cr_expect_str_eq(is, cases[i].is, "U+%04X is \"%s\", not \"%s\"", c, is, cases[i].is);
  }
}

Test(chars, have_the_properties_of_runs) {
  static const struct {
    uint32_t code;
    unsigned flags;
  } cases[] = {{0x3042, DT_CHAR_LETTER | DT_CHAR_CJK | DT_CHAR_HIRAGANA},
               {0x30ab, DT_CHAR_LETTER | DT_CHAR_CJK | DT_CHAR_KATAKANA},
               {0x30fc, DT_CHAR_LETTER | DT_CHAR_CJK | DT_CHAR_KATAKANA},
               {0x6c34, DT_CHAR_LETTER | DT_CHAR_CJK},
               {0xac00, DT_CHAR_LETTER | DT_CHAR_CJK},
               {0xe01, DT_CHAR_LETTER | DT_CHAR_UNSPACED},
               {0xe50, DT_CHAR_DIGIT | DT_CHAR_UNSPACED},
               {0xe9a, DT_CHAR_LETTER | DT_CHAR_UNSPACED},
               {0x1000, DT_CHAR_LETTER | DT_CHAR_UNSPACED},
               {0x1780, DT_CHAR_LETTER | DT_CHAR_UNSPACED},
               {0x17d4, DT_CHAR_PUNCTUATION},
               {0x915, DT_CHAR_LETTER}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    cr_expect_eq(dt_char_flags(cases[i].code), cases[i].flags, "U+%04X", cases[i].code);
}

/* The functions have a fast path for ASCII. */
Test(chars, in_ascii_are_as_in_the_table) {
  for (uint32_t c = 0; c < 0x80; c++) {
    unsigned flags = dt_char_flags(c);
    cr_expect_eq(dt_is_letter(c), (flags & (DT_CHAR_LETTER | DT_CHAR_DIGIT)) != 0, "U+%04X", c);
    cr_expect_eq(dt_is_white(c), (flags & DT_CHAR_WHITE) != 0, "U+%04X", c);
    cr_expect_eq(dt_is_blank(c), (flags & (DT_CHAR_WHITE | DT_CHAR_INVISIBLE)) != 0, "U+%04X", c);
    cr_expect_eq(dt_lower(c), (uint32_t)((int32_t)c + dt_char_class_of(c)->lower), "U+%04X", c);
    cr_expect_eq(dt_is_ascii_letter((char)c), (flags & DT_CHAR_LETTER) != 0, "U+%04X", c);
    cr_expect_eq(dt_is_digit((char)c), (flags & DT_CHAR_DIGIT) != 0, "U+%04X", c);
  }
}
