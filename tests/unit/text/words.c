/* Tests of src/text/words.c: the words of a text. */
#include "text/words.h"

#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(text_words, .fini = find_leaks);

/* All words, separated by "|"; "*" after dense ones, "~" after hiragana, "^" after other unspaced ones. */
static void expect_words(const char *text, const char *expected) {
  const char *end = text + strlen(text);
  dt_buffer out = {0};
  dt_word word;
  for (const char *at = text; dt_word_next(at, end, &word); at = word.text.data + word.text.length) {
    if (out.length != 0) dt_buffer_byte(&out, '|');
    dt_buffer_add(&out, word.text.data, word.text.length);
    dt_buffer_text(&out, word.kind == DT_WORD_DENSE      ? "*"
                         : word.kind == DT_WORD_HIRAGANA ? "~"
                         : word.kind == DT_WORD_UNSPACED ? "^"
                                                         : "");
  }
  dt_buffer_byte(&out, '\0');
  cr_expect_str_eq(out.data, expected);
  dt_buffer_free(&out);
}

Test(text_words, are_separated_by_blanks_and_punctuation) {
  expect_words("The otters, 12 of them (all été).", "The|otters|12|of|them|all|été");
  expect_words(" -- ", "");
  expect_words("", "");
}

Test(text_words, keep_apostrophes_and_hyphens_between_letters) {
  expect_words("Anna's well-known 'quote' - l’"
               "arbre-",
               "Anna's|well-known|quote|l’"
               "arbre");
  expect_words("non‑breaking", "non‑breaking");
}

Test(text_words, are_unspaced_runs_in_dense_scripts) {
  expect_words("水獺，"
               "AI河",
               "水獺*|AI|河*");
  expect_words("水のカワ", "水*|の~|カワ");
}

Test(text_words, compare_equal_despite_case_and_width) {
  cr_expect_eq(dt_word_hash(DT_TEXT("Otter")), dt_word_hash(DT_TEXT("oTTER")));
  cr_expect_eq(dt_word_hash(DT_TEXT("well-known")), dt_word_hash(DT_TEXT("wellknown")));
  cr_expect_eq(dt_word_hash(DT_TEXT("Ａ"
                                    "b")),
               dt_word_hash(DT_TEXT("ab")));
  cr_expect_neq(dt_word_hash(DT_TEXT("otter")), dt_word_hash(DT_TEXT("otters")));
}

Test(text_words, end_at_the_punctuation_of_all_scripts) {
  expect_words("كتاب، قلم؟", "كتاب|قلم");
  expect_words("नदी। पानी", "नदी|पानी");
  expect_words("iPhoneรุ่น", "iPhone|รุ่น^");
  expect_words("人々・カー", "人々*|カー");
  expect_words("50 €, 🐧 x²", "50|x");
}

Test(text_words, are_counted_up_to_a_limit) {
  cr_expect_eq(dt_word_count(DT_TEXT("The otters aren't here"), 9), 4);
  cr_expect_eq(dt_word_count(DT_TEXT("The otters aren't here"), 3), 3);
  cr_expect_eq(dt_word_count(DT_TEXT("水獭在 AI"), 9), 4);
  cr_expect_eq(dt_word_count(DT_TEXT("水獭在 AI"), 2), 2);
  cr_expect_eq(dt_word_count(DT_TEXT(" - "), 9), 0);
  cr_expect_eq(dt_word_count((detm_text){NULL, 0}, 9), 0);
}

/* Expects the words that a reader returns, separated by "|"; "." after single characters. */
static void expect_read(const char *text, bool singles, const char *expected) {
  dt_word_reader reader = dt_word_reader_of(dt_text(text), singles);
  dt_buffer out = {0};
  for (dt_word word; dt_word_read(&reader, &word);) {
    if (out.length != 0) dt_buffer_byte(&out, '|');
    dt_buffer_add(&out, word.text.data, word.text.length);
    if (word.single) dt_buffer_byte(&out, '.');
  }
  dt_buffer_byte(&out, '\0');
  cr_expect_str_eq(out.data, expected);
  dt_buffer_free(&out);
}

Test(text_words, in_text_without_spaces_are_pairs_of_characters) {
  expect_read("水獭在河里，鱼 the 鱼", false, "水獭|獭在|在河|河里|鱼.|the|鱼.");
  expect_read("แม่น", false, "แม|ม่|่น");
  expect_read("水獭河", true, "水.|水獭|獭.|獭河|河.");
  expect_read("", true, "");
}

Test(text_words, have_their_edges_where_a_text_may_be_cut) {
  static const struct {
    const char *text;
    size_t cut;
    bool edge;
  } cases[] = {{"otter", 0, true},    {"otter", 5, true},     {"otter", 2, false}, {"an otter", 2, true},
               {"an otter", 3, true}, {"otter-cub", 5, true}, {"36kg", 2, false},  {"36€", 2, true},
               {"36€", 3, false},     {"Fähre", 1, false},    {"Fähre", 2, false}, {"水獭", 3, true},
               {"水獭", 1, false},    {"AI水", 2, true}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    cr_expect_eq(dt_is_word_edge(dt_text(cases[i].text), cases[i].cut), cases[i].edge, "%s at %zu", cases[i].text,
                 cases[i].cut);
}

/* ---- lists of words ---- */

Test(text_words, of_a_list_begin_texts_in_its_order) {
  static dt_word_list list = DT_WORD_LIST("by|post|posted|über|b");
  detm_text found = dt_word_beginning(DT_TEXT("posted by Ann"), &list, NULL);
  cr_expect(dt_text_equal(found, DT_TEXT("post")));
  found = dt_word_beginning(DT_TEXT("posted by Ann"), &list, found.data);
  cr_expect(dt_text_equal(found, DT_TEXT("posted")));
  cr_expect_null(dt_word_beginning(DT_TEXT("posted by Ann"), &list, found.data).data);
  cr_expect(dt_text_equal(dt_word_beginning(DT_TEXT("über"), &list, NULL), DT_TEXT("über")));
  cr_expect(dt_text_equal(dt_word_beginning(DT_TEXT("be"), &list, NULL), DT_TEXT("b")));
  cr_expect_null(dt_word_beginning(DT_TEXT("By"), &list, NULL).data);
  cr_expect_null(dt_word_beginning(DT_TEXT("pos"), &list, NULL).data);
  cr_expect_null(dt_word_beginning(DT_TEXT(""), &list, NULL).data);
}

Test(text_words, of_a_list_are_found_in_any_case) {
  static dt_word_list list = DT_WORD_LIST("von|van der|од");
  cr_expect(dt_word_is_listed(DT_TEXT("VON"), &list));
  cr_expect(dt_word_is_listed(DT_TEXT("Van der"), &list));
  cr_expect(dt_word_is_listed(DT_TEXT("од"), &list));
  cr_expect_not(dt_word_is_listed(DT_TEXT("vo"), &list));
  cr_expect_not(dt_word_is_listed(DT_TEXT("vons"), &list));
  cr_expect_not(dt_word_is_listed(DT_TEXT(""), &list));
}

Test(text_words, of_a_list_keep_their_case) {
  static dt_word_list list = DT_WORD_LIST("view|viewBox");
  cr_expect(dt_text_equal(dt_word_listed(DT_TEXT("VIEWBOX"), &list), DT_TEXT("viewBox")));
  cr_expect_null(dt_word_listed(DT_TEXT("viewBo"), &list).data);
}

Test(text_words, are_among_a_short_list) {
  cr_expect(dt_word_is_among(DT_TEXT("VON"), "by|von"));
  cr_expect(dt_word_is_among(DT_TEXT("by"), "by|von"));
  cr_expect_not(dt_word_is_among(DT_TEXT("vo"), "by|von"));
  cr_expect_not(dt_word_is_among(DT_TEXT(""), "by|von"));
  cr_expect_not(dt_word_is_among((detm_text){"von\0x", 5}, "by|von"));
  cr_expect_not(dt_word_is_among(DT_TEXT("by|von"), "by|von"));
  cr_expect(dt_text_is_among(DT_TEXT("h2"), "h1|h2|h3"));
  cr_expect_not(dt_text_is_among(DT_TEXT("H2"), "h1|h2|h3"));
  cr_expect_not(dt_text_is_among(DT_TEXT("h"), "h1|h2|h3"));
  cr_expect_not(dt_text_is_among(DT_TEXT("h1|h2"), "h1|h2|h3"));
  cr_expect_eq(dt_word_at_start(DT_TEXT("LANG-c"), "language-|lang-"), 5);
  cr_expect_eq(dt_word_at_start(DT_TEXT("lan"), "language-|lang-"), 0);
  cr_expect_eq(dt_word_at_start(DT_TEXT(""), "language-|lang-"), 0);
}

Test(text_words, of_a_long_list_are_found_without_an_index) {
  static char words[4 * (DT_MAX_INDEXED + 2)];
  for (size_t i = 0; i < DT_MAX_INDEXED + 1; i++) strcat(words, i == DT_MAX_INDEXED ? "abc|" : "xy|");
  strcat(words, "z");
  static dt_word_list list = DT_WORD_LIST(words);
  cr_expect(dt_text_equal(dt_word_beginning(DT_TEXT("abcd"), &list, NULL), DT_TEXT("abc")));
  cr_expect(dt_word_is_listed(DT_TEXT("ABC"), &list));
  cr_expect_not(dt_word_is_listed(DT_TEXT("ab"), &list));
}

Test(text_words, of_classes_are_whole) {
  detm_text classes = DT_TEXT("top-row-b top-row\tlast");
  cr_expect(dt_classes_have(classes, DT_TEXT("top-row")));
  cr_expect(dt_classes_have(classes, DT_TEXT("top-row-b")));
  cr_expect(dt_classes_have(classes, DT_TEXT("last")));
  cr_expect_not(dt_classes_have(classes, DT_TEXT("row")));
  cr_expect_not(dt_classes_have(classes, DT_TEXT("las")));
  cr_expect_not(dt_classes_have(classes, DT_TEXT("ast")));
  cr_expect_not(dt_classes_have(classes, DT_TEXT("")));
  cr_expect_not(dt_classes_have(DT_TEXT(""), DT_TEXT("row")));
}
