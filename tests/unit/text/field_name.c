/* Tests of src/text/field_name.c: which texts are names of fields, and names made from labels and headers. */
#include "text/field_name.h"

#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(field_name, .fini = find_leaks);

typedef const char *(*name_maker)(dt_arena *arena, const char *text);

/* Checks the names that a function makes; NULL: none. */
static void check_names(name_maker make, const char *const (*cases)[2], size_t count) {
  dt_scope scope;
  dt_arena arena;
  dt_scope_start(&scope, 0);
  dt_arena_start(&arena, &scope);
  for (size_t i = 0; i < count; i++) {
    const char *name = make(&arena, cases[i][0]);
    if (cases[i][1] == NULL) {
      cr_expect_null(name, "%s: %s", cases[i][0], name);
      continue;
    }
    cr_assert_not_null(name, "%s", cases[i][0]);
    cr_expect_str_eq(name, cases[i][1]);
    cr_expect(dt_name_valid(name), "%s", name);
  }
  dt_arena_free(&arena);
}

#define CHECK_NAMES(make, cases) check_names((make), (cases), sizeof(cases) / sizeof *(cases))

#define TEN "abcdefghi "
#define EIGHTY TEN TEN TEN TEN TEN TEN TEN "abcdefghij"
#define TEN_HYPHEN "abcdefghi-"
#define SIXTY_NAME TEN_HYPHEN TEN_HYPHEN TEN_HYPHEN TEN_HYPHEN TEN_HYPHEN TEN_HYPHEN

Test(field_name, keeps_letters_digits_and_signs_of_a_label) {
  static const char *const cases[][2] = {{"Release Date:", "release-date"},
                                         {"2nd price", "2nd-price"},
                                         {"Price (2)", "price-2"},
                                         {"Ärzte & Öle", "ärzte-&-öle"},
                                         {"Địa chỉ", "địa-chỉ"},
                                         {"Ціна ґанку", "ціна-ґанку"},
                                         {"قیمت گوشی", "قیمت-گوشی"},
                                         {"ราคา", "ราคา"},
                                         {"मूल्य", "मूल्य"},
                                         {"価格（税込）", "価格-税込"},
                                         {"3P%", "3p%"},
                                         {"# of votes", "number-of-votes"},
                                         {"Case #", "case-number"},
                                         {"#", "#"},
                                         {"C#", "c#"},
                                         {"% of GDP", "%-of-gdp"},
                                         {"2021", "2021"},
                                         {"+/-", "+/-"},
                                         {"€", "€"},
                                         {"W-L", "w-l"},
                                         {"R&D", "r&d"},
                                         {"km/h", "km-h"},
                                         {"1st (m)", "1st-m"},
                                         {"Area (km²)", "area-km²"},
                                         {"Docket / File Format", "docket-file-format"},
                                         {"Score – home", "score-home"},
                                         {"2019–20", "2019–20"},
                                         {"St. Louis", "st-louis"},
                                         {"\"Quoted\", “name”…", "quoted-name"},
                                         {"  No-\xC2\xA0 break ", "no-break"},
                                         {"Soft\xC2\xADhyphen", "softhyphen"},
                                         {"-lead-", "lead"},
                                         {"@handle", "handle"},
                                         {"me@home", "me@home"},
                                         {"×÷", "×÷"},
                                         {"?", "?"},
                                         {"(%)", "%"},
                                         {"—", "—"},
                                         {"...", "..."},
                                         {EIGHTY, SIXTY_NAME TEN_HYPHEN "abcdefghij"},
                                         {EIGHTY "k", NULL},
                                         {"@", NULL},
                                         {" \t\xE2\x80\x8B", NULL},
                                         {"", NULL}};
  CHECK_NAMES(dt_name_make, cases);
}

Test(field_name, cuts_a_long_header_after_a_word) {
  static const char *const cases[][2] = {{"Rate (per 1,000)", "rate-per-1-000"},
                                         {EIGHTY "k", SIXTY_NAME "abcdefghi"},
                                         {EIGHTY " end", SIXTY_NAME TEN_HYPHEN "abcdefghij"},
                                         {"@", "column"},
                                         {"?", "?"},
                                         {"", NULL}};
  CHECK_NAMES(dt_name_of_header, cases);
  char word[200], cut[81];
  memset(word, 'x', sizeof word);
  word[sizeof word - 1] = '\0';
  memset(cut, 'x', sizeof cut);
  cut[sizeof cut - 1] = '\0';
  const char *const one_word[][2] = {{word, cut}};
  CHECK_NAMES(dt_name_of_header, one_word);
}

Test(field_name, of_a_word_has_letters_and_digits_only) {
  static const char *const cases[][2] = {{"item__price", "item-price"},
                                         {"2nd price", "nd-price"},
                                         {"price-2", "price-2"},
                                         {"og:title", "og-title"},
                                         {"m²", "m"},
                                         {"×÷", NULL},
                                         {"2021", NULL},
                                         {"preț", "preț"}, /* t with a comma, which is not a letter of XML 1.0 */
                                         {"Ѐна", "ѐна"},
                                         {"٣ سعر", "سعر"},
                                         {"a-word-that-has-more-than-the-forty-bytes-of-a-name", NULL}};
  CHECK_NAMES(dt_name_of_word, cases);
}

Test(field_name, plain_form_fits_databases) {
  static const char *const cases[][2] = {{"unit-price", "unit_price"},
                                         {"3p%", "n3p_percent"},
                                         {"% of GDP", "percent_of_gdp"},
                                         {"#-of-votes", "number_of_votes"},
                                         {"2021", "n2021"},
                                         {"area-km²", "area_km2"},
                                         {"r&d", "r_and_d"},
                                         {"Price ($)", "price_usd"},
                                         {"€", "eur"},
                                         {"+/-", "plus"},
                                         {"Größe", "grosse"},
                                         {"Œuvre", "oeuvre"},
                                         {"địa-chỉ", "dia_chi"},
                                         {"Ｎｏ１", "no1"},
                                         {"unit_price_2", "unit_price_2"},
                                         {"__x__", "x"},
                                         {"価格", "column"},
                                         {"—", "column"},
                                         {"", "column"}};
  CHECK_NAMES(dt_name_plain, cases);
}

Test(field_name, says_what_is_wrong_with_a_name) {
  static const struct {
    const char *name, *fault; /* NULL: none */
  } cases[] = {{"3P% \"x\"", NULL},
               {"Unit price", NULL},
               {"km²", NULL},
               {"2021", NULL},
               {"a=b, c", NULL},
               {"a@b", NULL},
               {NULL, "it is empty"},
               {"", "it is empty"},
               {" a", "begins or ends with a blank"},
               {"a\xE3\x80\x80", "begins or ends with a blank"},
               {"a\nb", "a control character"},
               {"a\xC2\x9B", "a control character"},
               {"a\xE2\x80\xAEx", "a control character"},
               {"a\xFF", "not UTF-8"},
               {"@record", "names with @ at the start"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char *fault = dt_name_fault(cases[i].name);
    if (cases[i].fault == NULL)
      cr_expect_null(fault, "%s: %s", cases[i].name, fault);
    else
      cr_expect(fault != NULL && strstr(fault, cases[i].fault) != NULL, "case %zu: %s", i, fault);
  }
  char longest[1002];
  memset(longest, 'x', sizeof longest);
  longest[1001] = '\0';
  cr_expect_not_null(dt_name_fault(longest));
  longest[1000] = '\0';
  cr_expect_null(dt_name_fault(longest));
}

/* Each character, alone and after a letter, gives no name or a valid one, and a plain one that databases take. */
Test(field_name, of_any_character_is_valid) {
  dt_scope scope;
  dt_arena arena;
  dt_scope_start(&scope, 0);
  dt_arena_start(&arena, &scope);
  for (uint32_t code = 1; code < 0x30000; code++) {
    char label[12] = "";
    label[dt_utf8_write(label, code)] = '\0';
    const char *name = dt_name_make(&arena, label), *header = dt_name_of_header(&arena, label);
    cr_expect(name == NULL || dt_name_valid(name), "U+%04X", code);
    cr_expect(name == NULL || (header != NULL && dt_name_valid(header)), "U+%04X", code);
    label[0] = 'a';
    label[1 + dt_utf8_write(label + 1, code)] = '\0';
    cr_expect(dt_name_valid(dt_name_make(&arena, label)), "a and U+%04X", code);
    const char *plain = dt_name_plain(&arena, label);
    cr_expect(*plain >= 'a' && *plain <= 'z' && plain[strspn(plain, "abcdefghijklmnopqrstuvwxyz0123456789_")] == '\0',
              "plain form of a and U+%04X: %s", code, plain);
  }
  dt_arena_free(&arena);
}

Test(field_name, tells_headers_apart) {
  dt_scope scope;
  dt_arena arena;
  dt_names names;
  static const char *const cases[][2] = {{"Points (home)", "points-home"},
                                         {"Points, home", "points,-home"},
                                         {"Points, home", "points-home-2"},
                                         {"POINTS HOME", "points-home-3"},
                                         {"Rank", "rank"},
                                         {"Rank", "rank-2"}};
  dt_scope_start(&scope, 0);
  dt_arena_start(&arena, &scope);
  dt_names_start(&names, &arena);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    cr_expect_str_eq(dt_names_give_header(&names, cases[i][0]), cases[i][1]);
  cr_expect_str_eq(dt_names_give(&names, "rank"), "rank-3");
  dt_names_start(&names, &arena);
  cr_expect_str_eq(dt_names_give_plain(&names, "unit price"), "unit_price");
  cr_expect_str_eq(dt_names_give_plain(&names, "Unit-price"), "unit_price_2");
  dt_arena_free(&arena);
}
