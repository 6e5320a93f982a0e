/* values/datetime.c: reads dates from texts.
 *
 * A scan goes from number to number.  At each it tries the forms of dates that may begin there (with a year, a day,
 * eight digits) or with the word before it (a month).  Numbers may have digits of several scripts. */
#include "values/datetime.h"
#include "text/calendar.h"

#include "text/fold.h"
#include "values/scan.h"

enum {
  HEAD_BYTES = 2000,     /* bytes at the start of a text that are scanned */
  TAIL_BYTES = 500,      /* bytes at its end that are scanned */
  MAX_WORD_LENGTH = 64,  /* bytes */
  MAX_GAP_LENGTH = 28,   /* bytes between a date and its time */
  MAX_BEFORE_LENGTH = 12 /* bytes between a time and its date */
};

/* ---- Letters and digits ------------------------------------------------------------------------ */

typedef struct reader {
  const dt_dates *dates;
  const char *start, *stop;
} reader;

typedef struct number {
  int value;  /* of at most nine digits */
  int digits; /* 0 = not a number */
} number;

static number read_date_number(const reader *r, const char **at) {
  number n = {0};
  int width;
  for (int digit; (digit = dt_digit_at(*at, r->stop, &width)) >= 0; *at += width, n.digits++)
    if (n.digits < 9) n.value = n.value * 10 + digit;
  return n;
}

/* Returns the end of the first of `words` that is at `at`, or NULL.  Each word ends with a NUL, the list with another.
 */
static const char *past_any(const reader *r, const char *at, const char *words) {
  while (at < r->stop && *words != '\0') {
    if (*at == *words && dt_starts(at, r->stop, words)) return at + strlen(words);
    while (*words++ != '\0') continue; /* they are too short for strlen */
  }
  return NULL;
}

/* Whether a byte may be part of a word: an ASCII letter, or any character beyond Latin-1 punctuation. */
static bool is_name_byte_at(const char *at) {
  unsigned char c = (unsigned char)*at;
  return dt_is_ascii_letter(*at) || (c >= 0x80 && c != 0xc2);
}

/* Returns the word at `at`; in Thai with the full stops of abbreviations. */
static detm_text read_date_word(const reader *r, const char *at) {
  const char *end = at;
  int width;
  for (; end < r->stop && end - at < MAX_WORD_LENGTH; end++) {
    if (dt_is_ascii_letter(*end)) continue;
    bool thai = end - at >= 3 && (memcmp(at, "\xe0\xb8", 2) == 0 || memcmp(at, "\xe0\xb9", 2) == 0);
    if (!(is_name_byte_at(end) || (thai && *end == '.'))) break;
    if (dt_digit_at(end, r->stop, &width) >= 0 || dt_starts(end, r->stop, "\xe2\x80")) break;
  }
  while (end > at && end[-1] == '.') end--;
  return dt_text_between(at, end);
}

/* ---- Days -------------------------------------------------------------------------------------- */

/* Sets *m to a day, and returns true, if it exists and is not too early or late.  Buddhist years are 543 ahead. */
static bool make_day(const reader *r, int year, dt_month month, int day, dt_moment *m) {
  if (month.number < 1 || month.number > 12 || day < 1 || day > 31) return false;
  if (year >= 2400 && year < 2700) year -= 543;
  dt_moment made = {year, month.number, day, -1, 0, 0, DT_NO_ZONE};

  bool is_solar_year = year >= DT_FIRST_SOLAR && year <= DT_LAST_SOLAR;
  if (month.solar || (r->dates->solar && is_solar_year)) {
    if (!is_solar_year || day > dt_solar_days_in(year, month.number)) return false;
    made = dt_moment_of_solar(year, month.number, day);
  }

  if (made.year < r->dates->first_year || made.day > dt_days_in(made.year, made.month)) return false;
  if (dt_moment_day(&made) > dt_moment_day(&r->dates->latest)) return false;
  *m = made;
  return true;
}

/* Returns the full year for one of two digits. */
static int whole_year(number year) {
  return year.digits > 2 ? year.value : year.value < 50 ? 2000 + year.value : 1900 + year.value;
}

/* ---- Parts of a date --------------------------------------------------------------------------- */

/* Returns the end of a separator of numbers with the blanks around it, or NULL.  Sets *mark to '-', '/' or '.'. */
static const char *past_separator(const reader *r, const char *at, char *mark) {
  static const struct {
    const char *text;
    char mark;
  } marks[] = {{"-", '-'}, {"/", '/'}, {"|", '|'},  {".", '.'},  {"‐", '-'},
               {"‑", '-'}, {"–", '-'}, {"－", '-'}, {"／", '/'}, {"．", '.'}};
  at = dt_skip_blanks(at, r->stop);
  for (size_t i = 0; at < r->stop && i < sizeof marks / sizeof *marks; i++) {
    if (*at != *marks[i].text || !dt_starts(at, r->stop, marks[i].text)) continue;
    *mark = marks[i].mark;
    return dt_skip_blanks(at + strlen(marks[i].text), r->stop);
  }

  return NULL;
}

/* Returns the end of one of `units` with the blanks around it, or NULL. */
static const char *past_unit(const reader *r, const char *at, const char *units) {
  at = past_any(r, dt_skip_blanks(at, r->stop), units);
  return at != NULL ? dt_skip_blanks(at, r->stop) : NULL;
}

/* Returns the end of blanks with a full stop or comma. */
static const char *past_stop(const reader *r, const char *at) {
  static const char stops[] = ".\0,\0،\0，\0";
  const char *after = past_any(r, dt_skip_blanks(at, r->stop), stops);
  return dt_skip_blanks(after != NULL ? after : at, r->stop);
}

/* Returns the end of a word that may be between the parts of a date. */
static const char *past_filler(const reader *r, const char *at) {
  static const char elided[] = "d'\0d’\0";
  static const char fillers[] =
      "de\0del\0di\0of\0the\0năm\0พ.ศ\0ค.ศ\0m\0gada\0г\0года\0року\0р\0жылғы\0жылдын\0ko\0n\0fómhair\0Fómhair\0";
  detm_text word = read_date_word(r, at);
  for (const char *filler = fillers; word.length != 0 && *filler != '\0'; filler += strlen(filler) + 1)
    if (*word.data == *filler && dt_text_equal(word, dt_text(filler))) return past_stop(r, word.data + word.length);
  const char *after = past_any(r, at, elided);
  return after != NULL ? after : at;
}

/* Reads the name of a month.  Returns its end. */
static const char *past_month(const reader *r, const char *at, dt_month *month) {
  static const char vietnamese[] = "tháng\0Tháng\0thg\0";
  const char *number_at = past_unit(r, at, vietnamese);
  if (number_at != NULL) {
    number n = read_date_number(r, &number_at);
    *month = (dt_month){n.digits <= 2 ? n.value : 0, false};
    return number_at;
  }
  detm_text word = read_date_word(r, at);
  *month = dt_month_named(r->dates->language, word);
  return word.data + word.length;
}

/* Returns the end of an ordinal suffix, as in 1st, 5-го, 5:e; `at` if a month follows. */
static const char *past_ending(const reader *r, const char *at) {
  enum { MAX_ENDING_LENGTH = 6 /* bytes: three Cyrillic letters; a longer word is one of its own */ };
  const char *from = at < r->stop && (*at == '-' || *at == ':') ? at + 1 : at;
  if (dt_starts(from, r->stop, "\xc2\xba") || dt_starts(from, r->stop, "\xc2\xaa")) return from + 2;
  detm_text word = read_date_word(r, from);
  if (word.length == 0 || word.length > MAX_ENDING_LENGTH) return at;
  return dt_month_named(r->dates->language, word).number == 0 ? word.data + word.length : at;
}

/* Whether a date may end here: it is not the start of a longer number, version or address. */
static bool is_end(const reader *r, const char *at) {
  int width;
  if (at >= r->stop) return true;
  return !((*at == '.' || *at == '-' || *at == '/') && dt_digit_at(at + 1, r->stop, &width) >= 0);
}

/* ---- Times ------------------------------------------------------------------------------------- */

/* Reads a time zone.  Returns its end, or `at`. */
static const char *read_zone(const reader *r, const char *at, dt_moment *m) {
  const char *from = at < r->stop && *at == ' ' ? at + 1 : at;
  bool named = dt_starts(from, r->stop, "UTC") || dt_starts(from, r->stop, "GMT");

  if (named) from += 3;
  if (named || (from == at && dt_starts(from, r->stop, "Z"))) m->zone = 0;
  if (!named && dt_starts(from, r->stop, "Z")) return from + 1;
  const char *minus = "\xe2\x88\x92";
  if (from >= r->stop || !(*from == '+' || *from == '-' || dt_starts(from, r->stop, minus))) return named ? from : at;
  int sign = *from == '+' ? 1 : -1;
  const char *digits = from + (dt_starts(from, r->stop, minus) ? 3 : 1);
  number hours = read_date_number(r, &digits), minutes = {0};
  if (digits < r->stop && *digits == ':') digits++, minutes = read_date_number(r, &digits);

  if (hours.digits == 4 && minutes.digits == 0)
    minutes.value = hours.value % 100, hours.value /= 100;
  else if (hours.digits == 0 || hours.digits > 2 || (!named && minutes.digits != 2))
    return named ? from : at;

  if (hours.value > 14 || minutes.value > 59) return at;
  m->zone = sign * (hours.value * 60 + minutes.value);
  return digits;
}

/* Reads "pm" and the like: sets *half to 1 or 2.  Returns its end, or `at`. */
static const char *read_half(const reader *r, const char *at, int *half) {
  static const char before[] = "am\0a.m\0AM\0A.M\0ΠΜ\0πμ\0π.μ\0ص\0", after[] = "pm\0p.m\0PM\0P.M\0Pm\0ΜΜ\0μμ\0μ.μ\0م\0";
  const char *from = dt_skip_blanks(at, r->stop), *end = past_any(r, from, before);
  if (end != NULL && (end >= r->stop || !dt_is_ascii_letter(*end))) return *half = 1, end;
  end = past_any(r, from, after);
  if (end != NULL && (end >= r->stop || !dt_is_ascii_letter(*end))) return *half = 2, end;
  return at;
}

/* Reads a time of day at a digit: 14:30, 2:30:05 pm, 14h30, 14時30分.  Returns its end, or NULL. */
static const char *read_time(const reader *r, const char *at, int half, dt_moment *m) {
  static const char hours[] = ":\0：\0h\0时\0時\0點\0点\0시\0", minutes[] = ":\0：\0分\0분\0";
  number hour = read_date_number(r, &at);
  const char *next = past_any(r, at, hours);
  bool stop = next == NULL && dt_starts(at, r->stop, ".");

  if (stop) next = at + 1;
  if (hour.digits == 0 || hour.digits > 2 || hour.value > 23 || next == NULL) return NULL;
  next = dt_skip_blanks(next, r->stop);
  number minute = read_date_number(r, &next), second = {0};
  if (minute.digits != 2 || minute.value > 59 || (stop && !dt_starts(dt_skip_blanks(next, r->stop), r->stop, "Uhr")))
    return NULL;
  at = next;
  next = past_any(r, at, minutes);
  const char *from = next != NULL ? dt_skip_blanks(next, r->stop) : NULL;
  if (from != NULL) second = read_date_number(r, &from);

  if (second.digits == 2 && second.value < 61)
    at = from;
  else
    second.value = 0;

  if (second.digits == 2 && at < r->stop && (*at == '.' || *at == ',') && at + 1 < r->stop && dt_is_digit(at[1]))
    at++, read_date_number(r, &at);
  at = read_half(r, at, &half);
  if (hour.value > 12) half = 0;
  m->hour = half == 2 && hour.value < 12 ? hour.value + 12 : half == 1 && hour.value == 12 ? 0 : hour.value;
  m->minute = minute.value;
  m->second = second.value < 60 ? second.value : 59;
  return read_zone(r, at, m);
}

/* Reads the time that may follow a date after a few words without numbers, at most `gap` bytes.  Returns its end, or
 * NULL. */
static const char *read_time_after(const reader *r, const char *at, ptrdiff_t gap, dt_moment *m) {
  static const char morning[] = "上午\0凌晨\0早上\0午前\0오전\0", evening[] = "下午\0晚上\0午後\0오후\0";
  const char *from = at;
  int half = 0, width;
  while (from < r->stop && from - at < gap && dt_digit_at(from, r->stop, &width) < 0) {
    if (past_any(r, from, morning) != NULL) half = 1;
    if (past_any(r, from, evening) != NULL) half = 2;
    from++;
  }
  return from < r->stop ? read_time(r, from, half, m) : NULL;
}

/* ---- Dates ------------------------------------------------------------------------------------- */

/* Each function returns the end of the date, or NULL. */

/* 2024年5月1日, 令和6年5月1日, after the year's number.  An era begins after its `before`. */
static const char *read_east_asian(const reader *r, const char *from, const char *at, number year, dt_moment *m) {
  static const char years[] = "年\0년\0", months[] = "月\0월\0", days[] = "日\0號\0号\0일\0";
  static const struct {
    const char *name;
    int before;
  } eras[] = {{"令和", 2018}, {"平成", 1988}, {"昭和", 1925}, {"民國", 1911}, {"民国", 1911}};

  at = past_unit(r, at, years);
  if (at == NULL) return NULL;
  number month = read_date_number(r, &at);
  at = month.digits != 0 ? past_unit(r, at, months) : NULL;
  if (at == NULL) return NULL;
  number day = read_date_number(r, &at);
  const char *end = past_unit(r, at, days);
  detm_text before = dt_text_between(r->start, dt_before_blanks(r->start, from));
  int whole = whole_year(year);
  for (size_t i = 0; i < sizeof eras / sizeof *eras; i++)
    if (dt_text_ends(before, dt_text(eras[i].name))) whole = eras[i].before + year.value;
  return make_day(r, whole, (dt_month){month.value, false}, day.value, m) ? end != NULL ? end : at : NULL;
}

/* 2024-05-01, 2024-May-01; 24.5.1 in languages with this order */
static const char *read_year_first(const reader *r, const char *at, number year, dt_moment *m) {
  char mark, second;
  dt_month month = {0};

  at = past_separator(r, at, &mark);
  if (at == NULL) return NULL;
  number n = read_date_number(r, &at);
  if (n.digits > 2) return NULL;
  month.number = n.value;
  if (n.digits == 0) at = past_month(r, at, &month);
  at = past_separator(r, at, &second);
  if (at == NULL || (second != mark && year.digits != 4)) return NULL;
  number day = read_date_number(r, &at);
  if (day.digits == 0 || day.digits > 2 || !is_end(r, at)) return NULL;
  return make_day(r, whole_year(year), month, day.value, m) ? at : NULL;
}

/* 2024. május 5., 2024 m. gegužės 5, 2024. gada 5. maijā */
static const char *read_year_words(const reader *r, const char *at, number year, dt_moment *m) {
  dt_month month;
  at = past_filler(r, past_stop(r, at));
  const char *from = at;

  number day = read_date_number(r, &at);
  if (day.digits == 0) {
    at = past_month(r, from, &month);
    if (month.number == 0) return NULL;
    at = past_stop(r, at);
    day = read_date_number(r, &at);
  } else {
    at = past_month(r, past_stop(r, at), &month);
  }

  if (day.digits == 0 || day.digits > 2) return NULL;
  return make_day(r, year.value, month, day.value, m) ? at : NULL;
}

/* A year of four digits, or of two after an apostrophe, at the end of the text, or if `two` allows it. */
static const char *read_year(const reader *r, const char *at, bool two, int *year) {
  static const char apostrophes[] = "'\0’\0";
  at = past_filler(r, past_filler(r, at));
  const char *after = past_any(r, at, apostrophes);
  if (after != NULL) at = after;
  number n = read_date_number(r, &at);
  *year = whole_year(n);
  if (n.digits == 4) return at;
  if (n.digits != 2) return NULL;
  const char *rest = dt_skip_blanks(at, r->stop);
  int width;
  if (after != NULL || two || rest >= r->stop) return at;
  return rest > at && dt_digit_at(rest, r->stop, &width) >= 0 ? at : NULL;
}

/* 5/1/2024, 5.1.24 */
static const char *read_day_first(const reader *r, const char *at, number first, dt_moment *m) {
  char mark, second;
  at = past_separator(r, at, &mark);
  if (at == NULL) return NULL;
  number middle = read_date_number(r, &at);
  if (middle.digits == 0 || middle.digits > 2) return NULL;
  at = past_separator(r, at, &second);
  if (at == NULL || second != mark) return NULL;
  number year = read_date_number(r, &at);
  if ((year.digits != 2 && year.digits != 4) || !is_end(r, at)) return NULL;
  if (year.digits == 2 && mark != '/' && (first.digits != 2 || middle.digits != 2)) return NULL; /* version 1.2.24 */
  bool swap = r->dates->month_first && mark != '.';
  dt_month one = {first.value, false}, other = {middle.value, false};
  if (make_day(r, whole_year(year), swap ? one : other, swap ? middle.value : first.value, m)) return at;
  return make_day(r, whole_year(year), swap ? other : one, swap ? first.value : middle.value, m) ? at : NULL;
}

/* Whether a word may follow the number of a day, behind blanks and a mark: behind most numbers there is none. */
static bool may_precede_word(const reader *r, const char *at) {
  while (at < r->stop && *at == ' ') at++;
  if (at < r->stop && strchr("-/|.,:", *at) != NULL) at++;
  while (at < r->stop && *at == ' ') at++;
  return at < r->stop && !dt_is_digit(*at) && strchr("%()+$&;?!/", *at) == NULL;
}

/* 5 May 2024, 1er mai 2024, 5-May-24, 5 de mayo de 2024 */
static const char *read_day_words(const reader *r, const char *at, number day, dt_moment *m) {
  char mark = '\0', second;
  dt_month month;
  int year;

  if (!may_precede_word(r, at)) return NULL;
  at = past_ending(r, at);
  const char *after = past_separator(r, at, &mark);
  at = past_filler(r, after != NULL ? after : past_stop(r, at));
  at = past_month(r, at, &month);
  if (month.number == 0) return NULL;
  after = past_separator(r, at, &second);
  bool joined = after != NULL && second == mark && mark != '.';
  at = read_year(r, after != NULL ? past_stop(r, after) : past_stop(r, at), joined, &year);
  return at != NULL && make_day(r, year, month, day.value, m) ? at : NULL;
}

/* Returns the word before a number. */
static detm_text word_before(const reader *r, const char *at) {
  at = dt_before_blanks(r->start, at);
  if (at > r->start && (at[-1] == '.' || at[-1] == ',' || at[-1] == '-' || at[-1] == '/')) at--;
  const char *end = at;
  while (at > r->start && end - at < MAX_WORD_LENGTH && is_name_byte_at(at - 1)) at--;
  return dt_text_between(at, end);
}

/* Returns the month named by the word before a number. */
static dt_month month_before(const reader *r, const char *at) {
  return dt_month_named(r->dates->language, word_before(r, at));
}

/* May 5, 2024; Wed May 01 14:30:00 +0000 2024: after the day's number */
static const char *read_month_first(const reader *r, const char *from, const char *at, number day, dt_moment *m) {
  dt_month month = month_before(r, from);
  if (month.number == 0) return NULL;

  int year;
  at = past_ending(r, at);
  char mark;
  const char *after = past_separator(r, at, &mark);
  const char *end = read_year(r, after != NULL ? after : past_stop(r, at), false, &year);
  if (end != NULL) return make_day(r, year, month, day.value, m) ? end : NULL;
  dt_moment time = {.hour = -1, .zone = DT_NO_ZONE};
  at = read_time(r, dt_skip_blanks(at, r->stop), 0, &time);
  if (at == NULL) return NULL;
  at = dt_skip_blanks(at, r->stop);
  detm_text zone = read_date_word(r, at);
  at = read_year(r, dt_skip_blanks(at + zone.length, r->stop), false, &year);
  if (at == NULL || !make_day(r, year, month, day.value, m)) return NULL;
  m->hour = time.hour, m->minute = time.minute, m->second = time.second, m->zone = time.zone;
  return at;
}

/* 20240501, 202405011430, 20240501143000: after the digits */
static const char *read_compact(const reader *r, const char *from, const char *at, number n, dt_moment *m) {
  if (n.digits != 8 && n.digits != 12 && n.digits != 14) return NULL;
  int digits[14] = {0}, width;
  for (int i = 0; i < n.digits; i++, from += width) digits[i] = dt_digit_at(from, r->stop, &width);
  int year = digits[0] * 1000 + digits[1] * 100 + digits[2] * 10 + digits[3];
  int hour = -1, minute = 0, second = 0;
  if (n.digits > 8) hour = digits[8] * 10 + digits[9], minute = digits[10] * 10 + digits[11];
  if (n.digits == 14) second = digits[12] * 10 + digits[13];
  if (hour > 23 || minute > 59 || second > 59) return NULL;
  if (!make_day(r, year, (dt_month){digits[4] * 10 + digits[5], false}, digits[6] * 10 + digits[7], m)) return NULL;
  m->hour = hour, m->minute = minute, m->second = second;
  return at;
}

/* Any date whose first number is [from, at). */
static const char *read_date_before_time(const reader *r, const char *from, const char *at, number n, dt_moment *m) {
  const char *end = NULL;
  if (n.digits <= 4 && (end = read_east_asian(r, from, at, n, m)) != NULL) return end;
  if (n.digits > 4) return read_compact(r, from, at, n, m);

  if (n.digits == 4) {
    end = read_year_first(r, at, n, m);
    return end != NULL ? end : read_year_words(r, at, n, m);
  }

  if (n.digits > 2) return NULL;
  if (n.digits == 2 && r->dates->year_first && (end = read_year_first(r, at, n, m)) != NULL) return end;
  if ((end = read_day_first(r, at, n, m)) != NULL) return end;
  if ((end = read_day_words(r, at, n, m)) != NULL) return end;
  return read_month_first(r, from, at, n, m);
}

/* Whether a date may start here: a number does not continue from before, as in 1.2.2024.5 or v2024. */
static bool is_date_start(const reader *r, const char *at) {
  if (at == r->start) return true;
  if (dt_is_ascii_letter(at[-1]) && at[-1] != 'T') return at - r->start >= 3 && month_before(r, at).number != 0;
  return !((at[-1] == '.' || at[-1] == '-') && at - r->start >= 2 && dt_is_digit(at[-2]));
}

/* Returns the first byte of a date whose first number is at `from`: a month may be before that. */
static const char *first_byte(const reader *r, const char *from) {
  return month_before(r, from).number != 0 ? word_before(r, from).data : from;
}

/* Returns the end of the first date in a part of the text, or NULL, and sets *start to its start. */
static const char *scan(const reader *r, const char *at, const char **start, dt_moment *m) {
  dt_moment time = {.hour = -1, .zone = DT_NO_ZONE};
  const char *time_end = NULL;

  for (at = dt_find_digit(at, r->stop); at < r->stop; at = dt_find_digit(at, r->stop)) {
    const char *from = at;
    number n = read_date_number(r, &at);
    const char *next = dt_find_digit(at, r->stop);
    if (next == r->stop && n.digits <= 4) break; /* another number belongs to each date and time */
    const char *end = is_date_start(r, from) ? read_date_before_time(r, from, at, n, m) : NULL;

    if (end != NULL) {
      *start = from;
      if (m->hour >= 0) return end;
      bool has_before = time_end != NULL && from - time_end <= MAX_BEFORE_LENGTH;
      ptrdiff_t gap = has_before ? first_byte(r, from) - time_end : MAX_GAP_LENGTH;
      const char *after = read_time_after(r, end, gap, m);
      if (after == NULL && has_before)
        m->hour = time.hour, m->minute = time.minute, m->second = time.second, m->zone = time.zone;
      return after != NULL ? after : end;
    }

    end = n.digits <= 2 ? read_time(r, from, 0, &time) : NULL;
    at = end != NULL ? time_end = end : next;
  }

  return NULL;
}

bool dt_moment_find(const dt_dates *dates, detm_text text, size_t *start, size_t *at, dt_moment *moment) {
  if (text.length == 0) return false;
  const char *stop = text.data + text.length, *from = text.data;
  if (*at < HEAD_BYTES) {
    reader head = {dates, text.data, text.length > HEAD_BYTES ? text.data + HEAD_BYTES : stop};
    const char *end = scan(&head, text.data + *at, &from, moment);
    *at = end != NULL ? (size_t)(end - text.data) : HEAD_BYTES;
    *start = (size_t)(from - text.data);
    if (end != NULL) return true;
  }

  if (text.length <= HEAD_BYTES) return false;
  size_t tail = text.length - HEAD_BYTES > TAIL_BYTES ? text.length - TAIL_BYTES : HEAD_BYTES;
  reader rest = {dates, text.data + tail, stop};
  const char *end = scan(&rest, text.data + (*at > tail ? *at : tail), &from, moment);
  *at = end != NULL ? (size_t)(end - text.data) : text.length;
  *start = (size_t)(from - text.data);
  return end != NULL;
}

bool dt_moment_time(const dt_dates *dates, detm_text text, dt_moment *moment) {
  if (text.length == 0) return false;
  reader r = {dates, text.data, text.data + text.length};
  for (const char *at = r.start; (at = dt_find_digit(at, r.stop)) < r.stop;) {
    if (read_time(&r, at, 0, moment) != NULL) return true;
    read_date_number(&r, &at);
  }
  return false;
}

bool dt_moment_first(const dt_dates *dates, detm_text text, dt_moment *moment) {
  size_t start, at = 0;
  return dt_moment_find(dates, text, &start, &at, moment);
}

/* Whether the name of a month follows a number, after its ending or a filler.  An abbreviation may be that of any
 * language if it has a full stop or if nothing else is in the text: "12 Pro" is in "Model 12 Pro" no December. */
static bool is_before_month(const reader *r, const char *digits, const char *end) {
  enum { MAX_FILLER_LENGTH = 4 /* bytes of "de", "del", "of": a longer word before a month is no part of a date */ };
  static const char vietnamese[] = "tháng\0Tháng\0thg\0";
  const char *at = end < r->stop && *end == '.' ? end + 1 : end;
  if (at < r->stop && (*at == '-' || *at == ':' || dt_is_ascii_letter(*at) || (unsigned char)*at >= 0x80)) {
    const char *blank = at + 1;
    while (blank < r->stop && *blank != ' ') blank++;
    if (blank < r->stop && blank + 1 < r->stop && is_name_byte_at(blank + 1)) at = past_ending(r, at);
  }
  at = dt_skip_blanks(at, r->stop);
  if (at >= r->stop || !is_name_byte_at(at)) return false;
  if ((unsigned char)*at >= 0xe3) return false; /* East Asian months have numbers */

  detm_text word = read_date_word(r, at);
  bool alone = digits == r->start && word.data + word.length == r->stop;
  bool marked = word.data + word.length < r->stop && word.data[word.length] == '.';
  if (dt_is_month(word, alone || marked)) return true;
  if (past_unit(r, at, vietnamese) != NULL) return true;
  if (word.length == 0 || word.length > MAX_FILLER_LENGTH || dt_is_ascii_upper(*at)) return false;
  const char *after = past_filler(r, at);
  return after != at && dt_is_month(read_date_word(r, after), false);
}

bool dt_is_beside_month(detm_text text, const char *digits, const char *end) {
  static const dt_dates unknown = {.language = ""};
  reader r = {&unknown, text.data, text.data + text.length};
  if (is_before_month(&r, digits, end)) return true;
  detm_text word = word_before(&r, digits);
  bool filler = end - digits == 4 && past_filler(&r, word.data) == digits; /* "mayo de 2024" */
  return dt_is_month(filler ? word_before(&r, word.data) : word, false);
}

/* Whether `language` is in a list separated by blanks, with any region. */
static bool is_language_among(const char *language, const char *list) {
  for (const char *at = list; *at != '\0'; at += strspn(at, " ")) {
    size_t length = strcspn(at, " ");
    if (strncmp(language, at, length) == 0 && (language[length] == '\0' || language[length] == '-')) return true;
    at += length;
  }
  return false;
}

enum { FIRST_YEAR = 1990 }; /* no page is older */

dt_dates dt_dates_read(const char *language, dt_moment latest) {
  dt_dates dates = {.language = language, .latest = latest, .first_year = FIRST_YEAR};
  dates.month_first =
      is_language_among(language, "en fil tl") && !is_language_among(language, "en-gb en-au en-nz en-ie en-in en-za");
  dates.year_first = is_language_among(language, "zh ja ko hu");
  dates.solar = is_language_among(language, "fa ps");
  return dates;
}
