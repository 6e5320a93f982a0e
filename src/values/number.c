/* values/number.c: reads numbers in texts: groups of digits, decimal marks, scales.
 *
 * Marks may separate the digits of a number: "1,979.00", "1.979,00", "1 979", "1'979", "1,00,000".  The order of the
 * marks and the lengths of the groups show which mark is the decimal one; only a single mark before three digits is
 * ambiguous. */
#include "text/fold.h"
#include "values/values.h"

enum { MAX_GROUPS = 8 };

/* The marks between groups of digits; blanks of all kinds are ' ', apostrophes '\''. */
static const struct {
  const char *text;
  char mark;
} marks[] = {{".", '.'},  {",", ','},        {"'", '\''},           {"’", '\''},
             {" ", ' '},  {"\xc2\xa0", ' '}, {"\xe2\x80\xaf", ' '}, {"\xe2\x80\x89", ' '},
             {"٬", '\''}, {"٫", 'd'},        {"，", ','},           {"．", '.'}};

/* Words and symbols that multiply a number, separated by blanks.  `price`: only in prices, because they have other
 * meanings too ("5m"). */
static const struct {
  double factor;
  bool price;
  const char *languages; /* NULL = any */
  const char *words;
} scales[] = {{1e3, false, NULL, "k K thousand Tsd Tsd. тыс тыс. tys. 千 천"},
              {1e3, false, "es pt gl ca", "mil"},
              {1e4, false, NULL, "万 萬 만"},
              {1e5, false, NULL, "lakh lakhs"},
              {1e6, false, NULL, "M million mln mio mio. Mio Mio. Millionen millions millones milhões млн"},
              {1e6, true, "en und", "m"},
              {1e6, false, "pt", "mi"},
              {1e7, false, NULL, "crore crores"},
              {1e8, false, NULL, "亿 億 억"},
              {1e9, false, NULL, "B bn Mrd Mrd. mrd Milliarden milliards млрд"},
              {1e9, true, NULL, "b"},
              {1e9, false, "en und", "billion"},
              {1e9, false, "fr", "md"},
              {1e12, true, NULL, "T"},
              {1e12, false, "en und", "trillion"}};

/* Words between the ends of a range. */
static const char *const range_words[] = {"to", "bis", "à", "til", "till", "до", "do", "至", "到"};
static const char *const dashes[] = {"-", "–", "—", "−", "‐", "‑", "~", "～"};
enum { RANGE_DASHES = 8, SIGN_DASHES = 6 };

const char *dt_past_dash(const char *at, const char *stop) {
  for (size_t i = 0; i < SIGN_DASHES; i++)
    if (dt_starts(at, stop, dashes[i])) return at + strlen(dashes[i]);
  return NULL;
}

const char *dt_past_range(const char *at, const char *stop) {
  const char *from = dt_skip_blanks(at, stop);
  for (size_t i = 0; i < RANGE_DASHES; i++)
    if (dt_starts(from, stop, dashes[i])) return dt_skip_blanks(from + strlen(dashes[i]), stop);
  for (size_t i = 0; i < sizeof range_words / sizeof *range_words; i++) {
    if (!dt_starts(from, stop, range_words[i])) continue;
    const char *end = from + strlen(range_words[i]);
    if (!dt_is_letter_at(end, stop)) return dt_skip_blanks(end, stop);
  }
  return NULL;
}

const char *dt_numeral_find(const char *at, const char *stop) {
  const char *start = at;
  at = dt_find_digit(at, stop);
  if (at == stop || at == start || (at[-1] != '.' && at[-1] != ',')) return at;
  /* "No.5", "...5" and "2,.5" are 5 */
  const char *mark = at - 1;
  bool joined = mark > start && (dt_is_ascii_letter(mark[-1]) || mark[-1] == '.' || mark[-1] == ',');
  return joined ? at : mark;
}

/* ---- Groups of digits -------------------------------------------------------------------------- */

typedef struct groups {
  char digits[DT_MAX_DIGITS];
  unsigned digit_count; /* may be more than DT_MAX_DIGITS */
  unsigned lengths[MAX_GROUPS];
  char marks[MAX_GROUPS]; /* marks[i] is before group i + 1 */
  unsigned count;         /* may be more than MAX_GROUPS */
} groups;

static const char *read_digit_group(const char *at, const char *stop, groups *g) {
  unsigned length = 0;
  int width;
  for (int digit; (digit = dt_digit_at(at, stop, &width)) >= 0; at += width, length++) {
    if (g->digit_count < DT_MAX_DIGITS) g->digits[g->digit_count] = (char)digit;
    g->digit_count++;
  }
  if (g->count < MAX_GROUPS) g->lengths[g->count] = length;
  g->count++;
  return at;
}

/* Returns the mark at `at` if digits follow it, and sets *next to them; else 0.  Only groups of three follow a blank.
 */
static char group_mark_at(const char *at, const char *stop, const groups *g, const char **next) {
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
    if (!dt_starts(at, stop, marks[i].text)) continue;
    *next = at + strlen(marks[i].text);
    unsigned more = 0;
    int width;
    for (const char *digit = *next; dt_digit_at(digit, stop, &width) >= 0; digit += width) more++;
    bool groups_of_three = more == 3 && g->count <= MAX_GROUPS && g->lengths[g->count - 1] <= 3;
    if (marks[i].mark == ' ') return groups_of_three ? ' ' : 0;
    return more != 0 ? marks[i].mark : 0;
  }
  return 0;
}

static const char *read_digit_groups(const char *at, const char *stop, groups *g) {
  const char *next;
  if (*at == '.' || *at == ',') /* ".99" is "0.99" */
    *g = (groups){.digit_count = 1, .lengths = {1}, .count = 1};
  else
    at = read_digit_group(at, stop, g);
  for (char mark; (mark = group_mark_at(at, stop, g, &next)) != 0;) {
    if (g->count <= MAX_GROUPS) g->marks[g->count - 1] = mark;
    at = read_digit_group(next, stop, g);
  }
  return at;
}

/* Whether the first `count` groups form a whole number: thousands, or lakhs and crores. */
static bool are_thousands(const groups *g, unsigned count) {
  bool western = g->lengths[0] <= 3, indian = g->lengths[0] <= 2 && count > 2 && g->marks[0] == ',';
  for (unsigned i = 1; i < count; i++) {
    western = western && g->lengths[i] == 3;
    indian = indian && g->lengths[i] == (i + 1 == count ? 3 : 2);
  }
  return count == 1 || ((western || indian) && g->digits[0] != 0);
}

static bool is_decimal_mark(char mark) { return mark == '.' || mark == ',' || mark == 'd'; }

/* Returns the decimal mark; 0 = a whole number, '?' = the mark is ambiguous, -1 = the groups are not a number. */
static int decimal_of_groups(const groups *g) {
  unsigned count = g->count;
  if (count == 1) return 0;
  char last = g->marks[count - 2];
  for (unsigned i = 0; i + 2 < count; i++)
    if (g->marks[i] != g->marks[0]) return -1;
  if (last != g->marks[0] || last == 'd') return is_decimal_mark(last) && are_thousands(g, count - 1) ? last : -1;
  bool whole = are_thousands(g, count);
  if (count > 2 || !is_decimal_mark(last)) return whole ? 0 : -1;
  return whole ? '?' : last;
}

bool dt_numeral_read(const char *at, const char *stop, char decimal, bool price, dt_numeral *number) {
  static const double powers[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  groups g = {.digit_count = 0};
  *number = (dt_numeral){.start = at, .end = read_digit_groups(at, stop, &g)};
  if (g.count > MAX_GROUPS || g.digit_count > DT_MAX_DIGITS) return false;

  int mark = decimal_of_groups(&g);
  if (mark < 0) return false;
  char first = g.count > 1 ? g.marks[0] : 0;

  number->open = mark == '?';
  if (number->open) {
    bool is = decimal != 0 ? decimal == first : !price && first == '.';
    mark = is ? first : 0;
  } else {
    char other = first == '.' ? ',' : first == ',' ? '.' : 0;
    number->decimal = (char)(mark == 'd' ? 0 : mark != 0 ? mark : g.count > 2 ? other : 0);
    number->strong = mark != 0 && g.count > 2;
  }

  unsigned decimals = mark != 0 ? g.lengths[g.count - 1] : 0;
  if (g.digits[0] == 0 && g.digit_count - decimals > 1) return false; /* 007 is not a number */
  for (unsigned i = 0; i < g.digit_count; i++) number->value = number->value * 10 + g.digits[i];
  number->value /= powers[decimals];
  return true;
}

bool dt_divides_number(detm_text text, size_t at) {
  enum { LONGEST = 40 }; /* bytes of a number */
  if (at == 0 || at >= text.length || text.data[at] == ' ' || text.data[at - 1] == ' ') return false;

  const char *cut = text.data + at, *stop = text.data + text.length, *start = cut;
  while (start > text.data && cut - start < LONGEST &&
         (dt_is_digit(start[-1]) || start[-1] == '.' || start[-1] == ',' || start[-1] == '\'' || (start[-1] & 0x80)))
    start--;

  while ((start = dt_find_digit(start, stop)) < cut) {
    dt_numeral number;
    if (dt_numeral_read(start, stop, 0, false, &number) && number.end > cut) return true;
    start = number.end;
  }

  return false;
}

/* ---- Scales ------------------------------------------------------------------------------------ */

const char *dt_numeral_scale(const detm_locale *locale, const char *at, const char *stop, bool price, double *value) {
  const char *from = dt_skip_blanks(at, stop), *best = at;
  double factor = 1;
  if (!dt_is_letter_at(from, stop)) return at;

  bool joined = (unsigned char)*from >= 0xe4; /* East Asian characters need no blank after them */
  for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
    const char *languages = scales[i].languages;
    for (const char *word = scales[i].words; *word != '\0' && (price || !scales[i].price); word += strspn(word, " ")) {
      detm_text text = {word, strcspn(word, " ")};
      word += text.length;
      if (*text.data != *from || !dt_text_starts(dt_text_between(from, stop), text)) continue;
      if (languages != NULL && !dt_locale_is(locale, languages)) continue;
      const char *end = from + text.length;
      bool letter = text.length == 1; /* "$24 T-shirt" does not cost trillions */
      if (letter && ((from != at && end != stop) || (end < stop && *end == '-'))) continue;
      if (end <= best || (!joined && dt_is_letter_at(end, stop))) continue;
      best = end;
      factor = scales[i].factor;
    }
  }
  *value *= factor;

  return best;
}

double dt_range_low(double low, double low_factor, double high, double high_factor) {
  return low_factor == 1 && low * high_factor <= high ? low * high_factor : low;
}

/* ---- A number alone ---------------------------------------------------------------------------- */

/* Reads a number with its sign and scale: *value includes *factor.  Returns its end, or NULL. */
static const char *read_scaled_number(const detm_locale *locale, char decimal, const char *at, const char *stop,
                                      double *value, double *factor) {
  dt_numeral number;
  const char *minus = at < stop ? dt_past_dash(at, stop) : NULL;
  const char *from = minus != NULL ? minus : at < stop && *at == '+' ? at + 1 : at;
  if (dt_numeral_find(from, stop) != from || from == stop) return NULL;
  if (!dt_numeral_read(from, stop, decimal, false, &number)) return NULL;
  *factor = 1;
  const char *end = dt_numeral_scale(locale, number.end, stop, false, factor);
  number.value *= *factor;
  *value = minus != NULL ? -number.value : number.value;
  return end;
}

/* Reads the high end of a range.  A hyphen needs blanks, since telephone numbers have hyphens.  Returns its end, or
 * NULL. */
static const char *read_range_high(const detm_locale *locale, char decimal, const char *at, const char *stop,
                                   double low_factor, detm_value *value) {
  double high, factor;
  if (at < stop && *at == '-') return NULL;
  const char *from = dt_past_range(at, stop);
  const char *end = from != NULL ? read_scaled_number(locale, decimal, from, stop, &high, &factor) : NULL;
  if (end == NULL || high <= value->number) return NULL;
  value->number = dt_range_low(value->number, low_factor, high, factor);
  value->high = high;
  return end;
}

bool dt_value_number(const detm_locale *locale, const detm_habits *habits, detm_text text, detm_value *value) {
  const char *at = dt_skip_blanks(text.data, text.data + text.length), *stop = text.data + text.length;
  if (at < stop && (*at == '(' || *at == '[')) {
    char closing = *at == '(' ? ')' : ']';
    while (stop > at && (stop[-1] == ' ' || stop[-1] == '\n')) stop--;
    if (stop - at < 3 || stop[-1] != closing) return false;
    at = dt_skip_blanks(at + 1, --stop);
  }

  if (at < stop && *at == '#') at++;
  double factor;
  at = read_scaled_number(locale, habits->decimal, at, stop, &value->number, &factor);
  if (at == NULL) return false;
  value->high = value->number;
  const char *end = read_range_high(locale, habits->decimal, at, stop, factor, value);
  if (end != NULL) at = end;
  if (at < stop && *at == '+') at++;

  const char *percent = dt_skip_blanks(at, stop);
  if (percent < stop && *percent == '%') {
    memcpy(value->unit, "%", 2);
    at = percent + 1;
  } else if (at < stop && (*at == '.' || *at == ':')) {
    at++;
  }

  value->kind = DETM_VALUE_NUMBER;
  return dt_skip_blanks(at, stop) == stop;
}
