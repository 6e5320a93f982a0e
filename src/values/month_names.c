/* values/month_names.c: finds a month by its name. */
#include "values/month_names.h"

#include "base/search.h"
#include "text/fold.h"

enum {
  MAX_NAME_LENGTH = 64,
  MIN_BYTES = 3,    /* bytes that a word and a name both begin with */
  MIN_LETTERS = 3,  /* letters of an abbreviation, ... */
  ENOUGH_BYTES = 6, /* ... or its bytes, in scripts where these are two syllables */
  MIN_STEM = 4      /* letters of a name before an ending */
};

/* Returns the code of a language, which may have a region, in the table. */
static detm_text code_of(const char *language) {
  static const char *const others[][2] = {{"nb", "no"}, {"nn", "no"}, {"fil", "tl"}};
  detm_text code = {language, strcspn(language, "-_")};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (dt_text_equal(code, dt_text(others[i][0]))) return dt_text(others[i][1]);
  return code;
}

/* How well a word matches a name; better if the name is in the page's language. */
enum { FIT_NONE, FIT_ENDING, FIT_SHORT, FIT_OWN_SHORT, FIT_WHOLE, FIT_OWN_WHOLE };

/* Returns how well a word matches a name of a month, for a page in a language. */
static int fit_of_month(const dt_month_name *month, detm_text name, detm_text language, detm_text word) {
  size_t shorter = word.length < name.length ? word.length : name.length;
  if (memcmp(word.data, name.data, shorter) != 0) return FIT_NONE;
  bool own = dt_text_equal(dt_text(month->language), language);
  if (word.length == name.length) return own ? FIT_OWN_WHOLE : FIT_WHOLE;
  size_t letters = dt_utf8_count((detm_text){word.data, shorter});
  if (letters < MIN_LETTERS && shorter < ENOUGH_BYTES) return FIT_NONE;
  if (word.length < name.length) return own ? FIT_OWN_SHORT : FIT_SHORT;
  return own && letters >= MIN_STEM ? FIT_ENDING : FIT_NONE;
}

/* The first MIN_BYTES bytes of a text as a number in the order of the table. */
static uint32_t month_key(const char *text) {
  const unsigned char *at = (const unsigned char *)text;
  return (uint32_t)at[0] << 16 | (uint32_t)at[1] << 8 | at[2];
}

/* Returns the first name whose key is not lower. */
static const dt_month_name *first_month_name(uint32_t key) {
  uint32_t i;
  DT_LOWER_BOUND(i, 0, dt_month_name_count, month_key(dt_month_names[i].text) < key);
  return &dt_month_names[i];
}

/* Whether a name may begin with the first two bytes of a word: most words that are no month differ there. */
static bool may_be_month(detm_text word) {
  if (word.length < MIN_BYTES) return false;
  unsigned first = (unsigned)(word.data[0] - 'a'), second = (unsigned)(word.data[1] - 'a');
  return first >= 26 || second >= 26 || (dt_month_starts[first] >> second & 1);
}

/* The same before the word is folded: most words beside numbers are left by it. */
static bool may_begin_month(detm_text word) {
  if (!dt_is_ascii_letter(word.data[0]) || word.length < 2 || !dt_is_ascii_letter(word.data[1])) return true;
  char start[MIN_BYTES] = {dt_ascii_lower(word.data[0]), dt_ascii_lower(word.data[1])};
  return may_be_month((detm_text){start, sizeof start});
}

static dt_month look_up_month(const char *language, detm_text word) {
  dt_month month = {0};
  int best = FIT_NONE;
  size_t best_length =
      0; /* of two names with one beginning the shorter is meant: Czech "čer" is červen, not červenec */
  if (!may_be_month(word)) return month;

  const dt_month_name *end = dt_month_names + dt_month_name_count;
  uint32_t key = month_key(word.data);
  const dt_month_name *at = first_month_name(key);
  if (at == end || month_key(at->text) != key) return month;
  detm_text code = code_of(language);
  for (; at < end && month_key(at->text) == key; at++) {
    detm_text name = dt_text(at->text);
    int fit = fit_of_month(at, name, code, word);
    if (fit < best || fit == FIT_NONE || (fit == best && name.length >= best_length)) continue;
    best = fit;
    best_length = name.length;
    month = (dt_month){at->month, at->solar};
  }

  return month;
}

/* Hebrew writes "in" and the month as one word; Hindi ends abbreviations with a special character. */
dt_month dt_month_named(const char *language, detm_text word) {
  static const char in[] = "ב", shortened[] = "॰";
  size_t sign = sizeof shortened - 1;

  if (word.length > sign && memcmp(word.data + word.length - sign, shortened, sign) == 0) word.length -= sign;
  char folded[MAX_NAME_LENGTH];
  if (word.length == 0 || word.length > sizeof folded || !may_begin_month(word)) return (dt_month){0};
  word = dt_fold_copy(folded, sizeof folded, word);
  dt_month month = look_up_month(language, word);
  size_t prefix = sizeof in - 1;
  if (month.number == 0 && word.length > prefix && memcmp(folded, in, prefix) == 0)
    month = look_up_month(language, dt_text_from(word, prefix));
  return month;
}

/* Every number of a page is asked for the words beside it, so a word is folded only if a name begins as it does. */
bool dt_is_month(detm_text word, bool shortened) {
  char folded[MAX_NAME_LENGTH];
  const dt_month_name *end = dt_month_names + dt_month_name_count, *at = NULL;
  if (word.length < MIN_BYTES || word.length > sizeof folded) return false;
  if (dt_is_ascii_letter(word.data[0]) && dt_is_ascii_letter(word.data[1])) {
    char start[MIN_BYTES] = {dt_ascii_lower(word.data[0]), dt_ascii_lower(word.data[1]), dt_ascii_lower(word.data[2])};
    if (!may_begin_month(word)) return false;
    uint32_t key = month_key(start);
    bool plain = dt_is_ascii_letter(start[2]);
    if (plain && ((at = first_month_name(key)) == end || month_key(at->text) != key)) return false;
  }

  word = dt_fold_copy(folded, sizeof folded, word);
  uint32_t key = month_key(word.data);
  if (at == NULL) at = first_month_name(key);
  shortened = shortened || (unsigned char)word.data[0] >= 0xce; /* Greek and on */
  for (; at < end && month_key(at->text) == key; at++) {
    bool own = shortened || dt_text_equal(dt_text(at->language), DT_TEXT("en"));
    int fit = fit_of_month(at, dt_text(at->text), DT_TEXT(""), word);
    if (fit == FIT_WHOLE || (fit == FIT_SHORT && own)) return true;
  }
  return false;
}
