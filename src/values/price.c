/* values/price.c: reads the first amount of money in a text. */
#include "values/values.h"

/* An amount with its currency and sign. */
typedef struct amount {
  const char *start, *end;   /* with currency, sign and scale */
  double value, factor;      /* factor: of its scale, included in the value */
  char unit[DETM_UNIT_SIZE]; /* "" = no currency */
  bool negative;
} amount;

typedef struct reader {
  const detm_locale *locale;
  const detm_habits *habits;
  const char *start, *stop;
} reader;

/* Returns the start of a minus before `at`, or `at`.  A dash is a minus if only blanks or a bracket precede it. */
static const char *before_minus(const char *start, const char *at) {
  for (const char *from = at; from > start && at - from < 3;) {
    from--;
    if (dt_past_dash(from, at) != at) continue;
    const char *edge = dt_before_blanks(start, from);
    return edge == start || edge != from || *(from - 1) == '(' ? from : at;
  }
  return at;
}

/* Returns the end of ",-", ",–", ".-" or ":-", which mean no cents, or `at`. */
static const char *past_no_cents(const char *at, const char *stop) {
  if (stop - at < 2 || (*at != ',' && *at != '.' && *at != ':')) return at;
  const char *end = dt_past_dash(at + 1, stop);
  if (end == NULL) return at;
  for (const char *more; (more = dt_past_dash(end, stop)) != NULL;) end = more;
  return end;
}

/* Reads raised cents, two digits after a blank at the end: "749<sup>90</sup>".  Returns their end, or `at`. */
static const char *past_raised_cents(const char *at, const char *stop, double *cents) {
  if (stop - at != 3 || *at != ' ' || !dt_is_digit(at[1]) || !dt_is_digit(at[2])) return at;
  *cents = (10 * (at[1] - '0') + (at[2] - '0')) / 100.0;
  return stop;
}

/* Returns the decimal mark of an amount in that currency.  "€ 1.299" is 1299 on English pages too, unless the column
 * shows otherwise: a mark before three digits is decimal only if both the language and the currency have that mark. */
static char decimal_of_price(const reader *r, const char *unit) {
  if (unit[0] == '\0' || r->habits->shown) return r->habits->decimal;
  return (char)(r->habits->decimal == (dt_currency_has_comma(unit) ? ',' : '.') ? r->habits->decimal : 0);
}

/* Reads the number at `at`, with its scale.  ",-" after it shows its decimal mark.  Returns its end; NULL if it is not
 * a number. */
static const char *read_scaled_price(const reader *r, const char *at, const char *unit, amount *a) {
  dt_numeral number;
  bool read = dt_numeral_read(at, r->stop, decimal_of_price(r, unit), true, &number);
  const char *end = past_no_cents(number.end, r->stop);

  if (read && end != number.end && *number.end != ':') read = dt_numeral_read(at, r->stop, *number.end, true, &number);
  a->value = number.value;
  a->factor = 1;
  double cents = 0;
  if (end == number.end && number.value == (double)(long long)number.value)
    end = past_raised_cents(end, r->stop, &cents);
  a->value += cents;
  a->end = dt_numeral_scale(r->locale, end, r->stop, true, &a->factor);
  a->value *= a->factor;
  return read ? a->end : NULL;
}

/* Whether the number that ends at `end` has two decimals. */
static bool has_cents(const char *start, const char *end) {
  return end - start > 3 && (end[-3] == '.' || end[-3] == ',');
}

/* Whether the currency [sign, sign_end) after a number belongs to the next number: "iPhone 14 $799", "Size 10
 * USD 25.00"; not "12,90 € 9,90 €", "12 € 3 reviews". */
static bool is_of_next(const reader *r, const char *number, const char *number_end, const char *sign,
                       const char *sign_end) {
  dt_numeral next;
  char unit[DETM_UNIT_SIZE];
  int width;
  const char *at = dt_skip_blanks(sign_end, r->stop), *end;
  if (sign == number_end || dt_digit_at(at, r->stop, &width) < 0) return false;
  dt_numeral_read(at, r->stop, 0, true, &next);
  if (dt_currency_after(r->locale, dt_skip_blanks(next.end, r->stop), r->stop, &end, unit) &&
      dt_digit_at(end, r->stop, &width) < 0)
    return false;
  if (has_cents(at, next.end) && !has_cents(number, number_end)) return true;
  return at == sign_end && r->habits->decimal != ','; /* else "749 €90" is 749 € with raised cents */
}

/* Reads the sign and currency of the number in [at, digits_end): "-5", "$-5", "-$5", "5 $". */
static void read_around(const reader *r, const char *at, const char *digits_end, amount *a) {
  const char *before = before_minus(r->start, at), *begin;
  if (before == at) { /* a dash after a currency */
    for (const char *from = at; from > r->start && at - from < 3 && before == at;) {
      --from;
      if (dt_past_dash(from, at) == at &&
          dt_currency_before(r->locale, r->start, from, digits_end, r->stop, &begin, &a->end, a->unit))
        before = from;
    }
  }

  a->negative = before != at;
  a->start = before;
  if (dt_currency_before(r->locale, r->start, dt_before_blanks(r->start, before), digits_end, r->stop, &begin, &a->end,
                         a->unit)) {
    a->start = before_minus(r->start, begin);
    a->negative = a->negative || a->start != begin;
    return;
  }

  const char *after = dt_skip_blanks(digits_end, r->stop), *end;
  if (!dt_currency_after(r->locale, after, r->stop, &end, a->unit)) return;

  if (is_of_next(r, at, digits_end, after, end))
    a->unit[0] = '\0';
  else
    a->end = end;
}

static bool read_amount(const reader *r, const char *at, amount *a) {
  *a = (amount){.start = at};
  const char *digits_end = read_scaled_price(r, at, "", a), *end;
  if (digits_end == NULL) return false;
  read_around(r, at, digits_end, a);
  end = a->end;
  read_scaled_price(r, at, a->unit, a); /* again, since the currency may change the decimal mark */
  a->end = end;
  return true;
}

/* Reads the high end of a range.  Returns false if it is not a range. */
static bool read_price_high(const reader *r, amount *low, amount *high) {
  const char *from = dt_past_range(low->end, r->stop);
  if (from == NULL) return false;
  const char *digit = dt_numeral_find(from, r->stop), *begin = digit, *end;
  if (digit == r->stop || !read_amount(r, digit, high)) return false;
  char unit[DETM_UNIT_SIZE];
  dt_currency_before(r->locale, from, dt_before_blanks(from, digit), high->end, r->stop, &begin, &end, unit);
  bool same = low->unit[0] == '\0' || high->unit[0] == '\0' || strcmp(low->unit, high->unit) == 0;
  if (begin != from || !same || low->negative) return false;
  low->value = dt_range_low(low->value, low->factor, high->value, high->factor);
  return high->value > low->value;
}

static bool is_price_edge(const char *from, const char *to) { return dt_skip_blanks(from, to) == to; }

/* Whether the text is only an amount in brackets, which is negative in accounts: "(12.00)", "(€ 12)". */
static bool is_in_brackets(const reader *r, const amount *a) {
  const char *open = dt_before_blanks(r->start, a->start), *close = dt_skip_blanks(a->end, r->stop);
  return open > r->start && open[-1] == '(' && is_price_edge(r->start, open - 1) && close < r->stop && *close == ')' &&
         is_price_edge(close + 1, r->stop);
}

/* Reads the first amount with a currency, or one without if it is the whole text.  `bare`: only if it is the whole text
 * and has a currency. */
static bool read_price(const reader *r, bool bare, detm_value *value) {
  for (const char *at = dt_numeral_find(r->start, r->stop); at < r->stop;) {
    amount low, high;
    if (!read_amount(r, at, &low)) {
      at = dt_numeral_find(low.end, r->stop);
      continue;
    }

    bool range = read_price_high(r, &low, &high);
    const char *unit = low.unit[0] != '\0' || !range ? low.unit : high.unit, *end = range ? high.end : low.end;

    bool all = (is_price_edge(r->start, low.start) && is_price_edge(end, r->stop)) || is_in_brackets(r, &low);
    if (unit[0] != '\0' ? all || !bare : all && !bare) {
      bool negative = low.negative || is_in_brackets(r, &low);
      value->number = negative ? -low.value : low.value;
      value->high = range && !negative ? high.value : value->number;
      memcpy(value->unit, unit, strlen(unit) + 1);
      value->kind = DETM_VALUE_PRICE;
      return true;
    }

    at = dt_numeral_find(low.end, r->stop);
  }
  return false;
}

bool dt_value_price(const detm_locale *locale, const detm_habits *habits, detm_text text, detm_value *value) {
  reader r = {locale, habits, text.data, text.data + text.length};
  return read_price(&r, false, value);
}

bool dt_value_is_bare_price(const detm_locale *locale, const detm_habits *habits, detm_text text) {
  reader r = {locale, habits, text.data, text.data + text.length};
  detm_value value = {.number = 0};
  return read_price(&r, true, &value);
}
