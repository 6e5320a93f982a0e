/* Tests of src/text/sentences.c: the characters that end a sentence, with PCRE2's data as the oracle, and their
 * positions. */
#include "text/sentences.h"

#include "leaks.h"
#include "rounds.h"

#include <criterion/criterion.h>
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdlib.h>

TestSuite(sentence, .fini = find_leaks);

static uint32_t ends(const char *text) { return dt_sentence_ends(dt_text(text)); }

/* Unicode only adds characters: a newer PCRE2 may have more of them, an older one fewer. */
static int compare_unicode(void) {
  char version[64];
  pcre2_config(PCRE2_CONFIG_UNICODE_VERSION, version);
  int major = atoi(version);
  return (major > 14) - (major < 14);
}

Test(sentence, has_the_terminals_of_pcre2) {
  int fault;
  PCRE2_SIZE where;
  pcre2_code *pattern =
      pcre2_compile((PCRE2_SPTR) "\\p{Sentence_Terminal}", PCRE2_ZERO_TERMINATED, PCRE2_UTF, &fault, &where, NULL);
  if (pattern == NULL) cr_skip_test("PCRE2 before 10.40 does not know the property");
  pcre2_match_data *data = pcre2_match_data_create_from_pattern(pattern, NULL);
  int newer = compare_unicode();
  const uint32_t end = rounds(0x110000);
  unsigned found = 0;
  for (uint32_t code = 0; code < end; code++) {
    char text[4];
    unsigned length = dt_utf8_write(text, code);
    bool expected = pcre2_match(pattern, (PCRE2_SPTR)text, length, 0, 0, data, NULL) > 0;
    bool known = dt_is_sentence_terminal(code);
    found += known;
    if (known != expected && !(newer > 0 && expected) && !(newer < 0 && known)) cr_expect(false, "U+%04X", code);
  }
  if (end == 0x110000) cr_expect_eq(found, 152);
  pcre2_match_data_free(data);
  pcre2_code_free(pattern);
}

Test(sentence, every_terminal_at_the_end_ends_one) {
  const uint32_t end = rounds(0x110000);
  for (uint32_t code = 0; code < end; code++) {
    char text[8] = "ab";
    size_t length = 2 + dt_utf8_write(text + 2, code);
    uint32_t expected = dt_is_sentence_terminal(code);
    cr_assert_eq(dt_sentence_ends((detm_text){text, length}), expected, "U+%04X", code);
  }
}

Test(sentence, counts_ascii_terminals_before_space_a_closing_mark_or_the_end) {
  cr_expect_eq(ends("One. Two! Three?"), 3);
  cr_expect_eq(ends("It costs 3.50 at example.com/a?b=c!d now"), 0);
  cr_expect_eq(ends("(One.) \"Two!\" 'Three?'"), 3);
  cr_expect_eq(ends("“One.” »Two.« «Three.»"), 3);
  cr_expect_eq(ends("One.\nTwo.\tThree.\xC2\xA0"
                    "Four.\xE3\x80\x80"),
               4);
  cr_expect_eq(ends("One.一"), 0);
}

Test(sentence, counts_terminals_of_other_scripts_anywhere) {
  cr_expect_eq(ends("一。二！三？"), 3);
  cr_expect_eq(ends("क।ख।"), 2);
  cr_expect_eq(ends("أ؟ب"), 1);
}

Test(sentence, counts_a_row_once) {
  cr_expect_eq(ends("Well... yes?! No!!"), 3);
  cr_expect_eq(ends("一。。。二？!三"), 2);
  cr_expect_eq(ends("...more"), 0);
}

Test(sentence, accepts_empty_and_broken_texts) {
  cr_expect_eq(dt_sentence_ends((detm_text){NULL, 0}), 0);
  cr_expect_eq(ends(""), 0);
  cr_expect_eq(ends("."), 1);
  cr_expect_eq(ends("\xE3\x80"), 0);
  cr_expect_eq(ends("\xFF\xF0\xE3. \xE3"), 1);
}

/* From any start, reading in strides equals reading byte by byte. */
Test(sentence, long_texts_have_the_ends_of_their_parts) {
  static const char text[] = "A sentence that is longer than one stride. Another, café and all, is no shorter! "
                             "Really? 一。 1.5 of them...";
  for (size_t from = 0; from < sizeof text - 1; from++) {
    uint32_t expected = 0;
    for (size_t at = from; at < sizeof text - 1; at++) {
      char next = text[at + 1];
      if (strchr(".!?", text[at]) != NULL && strchr(" ", next) != NULL) expected++;
      expected += strncmp(text + at, "。", 3) == 0;
    }
    cr_expect_eq(ends(text + from), expected, "from %zu", from);
  }
}

Test(sentence, recognises_cjk_characters) {
  static const uint32_t are[] = {0x3042, 0x30A2, 0x3400, 0x4E00, 0x9FFF, 0xAC00, 0xD7A3, 0xF900, 0x20000};
  static const uint32_t are_not[] = {0,      'a',    0xE9,   0x0416, 0x0E01, 0x3002,
                                     0x303F, 0x3100, 0xA000, 0xD7B0, 0xFF01, 0x1F600};
  for (size_t c = 0; c < sizeof are / sizeof *are; c++) cr_expect(dt_is_cjk(are[c]), "U+%04X", are[c]);
  for (size_t c = 0; c < sizeof are_not / sizeof *are_not; c++)
    cr_expect_not(dt_is_cjk(are_not[c]), "U+%04X", are_not[c]);
}
