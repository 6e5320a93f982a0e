/* values/iso_date.c: reads dates as values: days, ranges of days, months, years, and dates relative to the page's date.
 *
 * datetime.c reads days.  The precision of the text is kept: "March 2021" is 2021-03. */
#include "text/fold.h"
#include "values/calendar.h"
#include "values/values.h"

#include <stdio.h>

enum { MAX_LENGTH = 120 }; /* bytes of a text that is a date */

typedef struct reader {
  const detm_locale *locale;
  dt_dates dates;
  const char *start, *stop;
} reader;

static bool is_before(const dt_moment *a, const dt_moment *b) { return dt_moment_day(a) < dt_moment_day(b); }

/* ---- The order of day and month ---------------------------------------------------------------- */

static int digits_of(const char **at, const char *stop, int *value) {
  int count = 0;
  *value = 0;
  for (; *at < stop && dt_is_digit(**at) && count < 5; ++*at, count++) *value = *value * 10 + **at - '0';
  return count;
}

int dt_date_order(detm_text text) {
  const char *stop = text.data + text.length;
  for (const char *at = text.data; at < stop;) {
    int first, second, year;
    const char *from = at;
    bool inside = at > text.data && dt_is_digit(at[-1]);
    int digits = digits_of(&at, stop, &first);
    if (digits == 0) {
      at = from + 1;
      continue;
    }
    if (digits > 2 || inside || at >= stop || (*at != '/' && *at != '-')) continue;
    const char *next = at + 1;
    digits = digits_of(&next, stop, &second);
    if (digits == 0 || digits > 2 || next >= stop || *next != *at) continue;
    next++;
    digits = digits_of(&next, stop, &year);
    if (digits != 2 && digits != 4) continue;
    if ((first > 12) != (second > 12)) return second > 12;
    at = next;
  }
  return -1;
}

/* ---- Days -------------------------------------------------------------------------------------- */

static bool read_text(const reader *r, const char *text, dt_moment *m) {
  return dt_moment_first(&r->dates, dt_text(text), m);
}

static void set_range(detm_value *value, const dt_moment *from, const dt_moment *to) {
  char first[DT_MOMENT_SIZE], last[DT_MOMENT_SIZE];
  dt_moment_print(first, from);
  dt_moment_print(last, to);
  snprintf(value->iso, sizeof value->iso, "%.26s/%.26s", first, last);
}

/* Returns the start of a month's name before `at`, or `at`. */
static const char *before_month(const reader *r, const char *at) {
  const char *end = dt_before_blanks(r->start, at);
  if (end > r->start && (end[-1] == '.' || end[-1] == ',')) end--;
  const char *from = end;
  while (from > r->start && (dt_is_ascii_letter(from[-1]) || (unsigned char)from[-1] >= 0x80)) from--;
  return dt_month_named(r->locale->language, dt_text_between(from, end)).number != 0 ? from : at;
}

/* Returns the start of the dash before `at`, or NULL. */
static const char *before_dash(const char *start, const char *at) {
  const char *end = dt_before_blanks(start, at);
  for (const char *from = end; from > start && end - from < 3;)
    if (dt_past_dash(--from, end) == end) return from;
  return NULL;
}

/* Returns the start of the dash of a range, given the first number of its last day, or NULL.  A day or month must be
 * before the dash. */
static const char *range_before(const reader *r, const char *number) {
  const char *dash = before_dash(r->start, before_month(r, number));
  const char *end = dash != NULL ? dt_before_blanks(r->start, dash) : r->start;
  if (end > r->start && end[-1] == '.') end--; /* 12.–14. Mai */
  if (end == r->start) return NULL;
  return dt_is_digit(end[-1]) || before_month(r, dash) != dash ? dash : NULL;
}

/* Reads "May 12-14, 2024": two days of one month, which datetime.c does not read. */
static bool read_joined_days(const reader *r, detm_value *value) {
  char text[MAX_LENGTH + 1];
  for (const char *at = r->start; at < r->stop; at++) {
    if (!dt_is_digit(*at) || (at > r->start && dt_is_digit(at[-1]))) continue;
    const char *end = at, *dash, *second;
    int day;
    if (digits_of(&end, r->stop, &day) > 2) continue;
    dash = dt_skip_blanks(end, r->stop);
    second = dash < r->stop ? dt_past_dash(dash, r->stop) : NULL;
    if (second == NULL) continue;
    second = dt_skip_blanks(second, r->stop);
    const char *second_end = second;
    int digits = digits_of(&second_end, r->stop, &day);
    if (digits == 0 || digits > 2) continue;
    dt_moment first, last;
    snprintf(text, sizeof text, "%.*s%.*s", (int)(end - r->start), r->start, (int)(r->stop - second_end), second_end);
    if (!read_text(r, text, &first)) return false;
    snprintf(text, sizeof text, "%.*s%.*s", (int)(at - r->start), r->start, (int)(r->stop - second), second);
    if (!read_text(r, text, &last) || !is_before(&first, &last)) return false;
    set_range(value, &first, &last);
    return true;
  }
  return false;
}

/* Reads the first day of the text, or the range that it begins or ends. */
static bool read_days(const reader *r, detm_value *value) {
  detm_text text = dt_text_between(r->start, r->stop);
  size_t start, end = 0, second, second_end;
  dt_moment day, other;
  if (!dt_moment_find(&r->dates, text, &start, &end, &day)) return read_joined_days(r, value);
  const char *number = r->start + start, *date_end = r->start + end, *dash = range_before(r, number);
  if (dash != NULL) { /* "12–14 May 2024", "28 May – 3 June 2024" */
    char first[2 * MAX_LENGTH];
    const char *after = number;
    int width, before = (int)(dash - r->start);
    while (dt_digit_at(after, r->stop, &width) >= 0) after += width;
    if (before > 0 && dash[-1] == '.' && after < date_end && *after == '.') after++;
    snprintf(first, sizeof first, "%.*s %d", before, r->start, day.year);
    bool read = before_month(r, dash) != dash && read_text(r, first, &other);
    if (!read && after < date_end) {
      snprintf(first, sizeof first, "%.*s %.*s", before, r->start, (int)(date_end - after), after);
      read = read_text(r, first, &other);
    }
    if (!read || !is_before(&other, &day)) return false;
    set_range(value, &other, &day);
    return true;
  }
  second_end = end;
  if (dt_past_range(date_end, r->stop) != NULL && dt_moment_find(&r->dates, text, &second, &second_end, &other) &&
      is_before(&day, &other))
    set_range(value, &day, &other);
  else
    dt_moment_print(value->iso, &day);
  return true;
}

/* ---- Months and years -------------------------------------------------------------------------- */

/* The parts of a text that is only a month and a year. */
typedef struct parts {
  int numbers[2], digits[2], count;
  int month;   /* from its name, 0 = no name */
  bool marked; /* a word or punctuation is between the numbers */
} parts;

/* Reads a word or punctuation between numbers: a month's name or a filler.  Returns its end; NULL if it is neither. */
static const char *read_word(const reader *r, const char *at, parts *p) {
  static const char fillers[] = "|de|del|of|.|,|/|-|–|年|月|년|월|";
  const char *from = at;
  uint32_t code;
  int width;
  bool letters = dt_is_letter_at(at, r->stop) && (unsigned char)*at < 0xe3;
  do at += dt_utf8_read(at, r->stop, &code);
  while (letters && at < r->stop && dt_is_letter_at(at, r->stop) && dt_digit_at(at, r->stop, &width) < 0);
  char filler[16];
  size_t length = (size_t)(at - from);
  if (length < sizeof filler - 2) {
    snprintf(filler, sizeof filler, "|%.*s|", (int)length, from);
    p->marked = p->marked || p->count == 1;
    if (strstr(fillers, filler) != NULL) return at;
  }
  dt_month named = dt_month_named(r->locale->language, (detm_text){from, length});
  if (p->month != 0 || named.number == 0 || named.solar) return NULL;
  p->month = named.number;
  return at;
}

static bool read_parts(const reader *r, parts *p) {
  int width;
  for (const char *at = dt_skip_blanks(r->start, r->stop); at < r->stop; at = dt_skip_blanks(at, r->stop)) {
    if (dt_digit_at(at, r->stop, &width) < 0) {
      if ((at = read_word(r, at, p)) == NULL) return false;
      continue;
    }
    if (p->count == 2) return false;
    int *value = &p->numbers[p->count], *digits = &p->digits[p->count];
    for (int digit; (digit = dt_digit_at(at, r->stop, &width)) >= 0; at += width) {
      if (++*digits > 4) return false;
      *value = *value * 10 + digit;
    }
    p->count++;
  }
  return p->count != 0;
}

/* Reads "March 2021", "2021-03", "03/2021", "2021年3月", "1998". */
static bool read_month(const reader *r, detm_value *value) {
  enum { FIRST = 1000, LAST = 2999, MONTHS = 12 };
  parts p = {.count = 0};
  if (!read_parts(r, &p) || (p.count == 2 && (p.month != 0 || !p.marked))) return false;
  int year = p.count == 2 && p.digits[0] <= 2 ? 1 : 0, month = p.count == 2 ? p.numbers[1 - year] : p.month;
  if (p.digits[year] != 4 || p.numbers[year] < FIRST || p.numbers[year] > LAST) return false;
  if (p.count == 2 && (p.digits[1 - year] > 2 || month < 1 || month > MONTHS)) return false;
  if (month == 0)
    snprintf(value->iso, sizeof value->iso, "%04d", p.numbers[year]);
  else
    snprintf(value->iso, sizeof value->iso, "%04d-%02d", p.numbers[year], month);
  return true;
}

/* ---- Relative dates ---------------------------------------------------------------------------- */

/* clang-format off */
/* Forms of units, in lower case, each between bars. */
static const struct {
  char unit;
  const char *forms;
} units[] = {
    {'s', "|second|seconds|sec|secs|sekunde|sekunden|segundo|segundos|seconde|secondes|secondi|secondo|sekund|sekunder|"
          "секунду|секунды|секунд|秒|초|"},
    {'m', "|minute|minutes|min|mins|minuten|minuto|minutos|minuti|minuut|minuter|minutter|minut|minuta|minuty|minutę|"
          "минуту|минуты|минут|分|分钟|分鐘|분|dakika|"},
    {'h', "|hour|hours|hr|hrs|h|stunde|stunden|std|hora|horas|heure|heures|ora|ore|uur|timme|timmar|time|timer|tunti|"
          "tuntia|godzina|godziny|godzin|godzinę|hodina|hodiny|hodin|hodinou|hodinami|час|часа|часов|小时|小時|時間|시간|saat|"},
    {'d', "|day|days|tag|tagen|tage|día|días|dia|dias|jour|jours|giorno|giorni|dag|dagen|dagar|dage|dager|päivä|päivää|"
          "dzień|dni|den|dny|dnem|dní|день|дня|дней|天|日|일|gün|hari|"},
    {'w', "|week|weeks|woche|wochen|semana|semanas|semaine|semaines|settimana|settimane|weken|vecka|veckor|uge|uger|uke|"
          "uker|viikko|viikkoa|tydzień|tygodnie|tygodni|týden|týdny|týdnem|неделю|недели|недель|周|週|週間|주|hafta|minggu|"},
    {'o', "|month|months|monat|monate|monaten|mes|meses|mês|mois|mese|mesi|maand|maanden|månad|månader|måned|måneder|"
          "kuukausi|kuukautta|miesiąc|miesiące|miesięcy|měsíc|měsíce|měsíci|měsícem|месяц|месяца|месяцев|个月|個月|ヶ月|か月|개월|ay|bulan|"},
    {'y', "|year|years|jahr|jahre|jahren|año|años|ano|anos|an|ans|année|années|anno|anni|jaar|år|vuosi|vuotta|rok|lata|lat|"
          "roky|rokem|год|года|лет|年|년|yıl|sene|tahun|"},
};
/* Words for a time in the past: before the number, after the unit. */
static const char ago_before[] = "|vor|hace|il y a|há|před|pred|πριν|لפני|منذ|قبل|";
static const char ago_after[] = "|ago|fa|atrás|geleden|sedan|siden|sitten|temu|назад|тому|önce|前|之前|以前|전|trước|lalu|yang lalu|";
static const char ones[] = "|a|an|one|ein|eine|einem|einer|einen|un|una|uno|une|um|uma|een|en|ett|et|один|одну|";
/* Words for days near the page's date, in languages where they have no other meaning. */
static const struct {
  int days;
  const char *languages, *forms; /* NULL = any */
} day_words[] = {
    {0, NULL, "|today|heute|hoy|aujourd'hui|aujourd’hui|oggi|hoje|vandaag|idag|tänään|dzisiaj|dziś|сегодня|dnes|bugün|今天|今日|오늘|hari ini|"},
    {0, "sv nb nn no da", "|i dag|"},
    {-1, NULL, "|yesterday|gestern|ayer|ieri|ontem|gisteren|igår|eilen|wczoraj|вчера|včera|dün|昨天|昨日|어제|kemarin|"},
    {-1, "fr", "|hier|"},
    {-1, "sv nb nn no da", "|i går|"},
    {-2, NULL, "|vorgestern|anteayer|avant-hier|eergisteren|позавчера|前天|一昨日|"},
    {1, NULL, "|tomorrow|mañana|demain|domani|amanhã|завтра|明天|明日|내일|"},
    {1, "de nl", "|morgen|"},
};
/* clang-format on */

/* Returns the end of the longest form that is a word at `at`, or NULL.  East Asian words need no blank after them. */
static const char *past_form(const char *at, const char *stop, const char *forms) {
  const char *best = NULL;
  bool joined = at < stop && (unsigned char)*at >= 0xe3 && (unsigned char)*at < 0xef;
  for (const char *form = forms + 1; *form != '\0';) {
    size_t length = strcspn(form, "|");
    const char *end = at + length;
    bool same = (size_t)(stop - at) >= length && memcmp(at, form, length) == 0;
    if (same && (best == NULL || end > best) && (joined || !dt_is_letter_at(end, stop))) best = end;
    form += length + 1;
  }
  return best;
}

/* Whether one of the forms ends at `at`, ignoring blanks. */
static bool ends_with_form(const char *start, const char *at, const char *forms) {
  const char *end = dt_before_blanks(start, at);
  for (const char *form = forms + 1; *form != '\0';) {
    size_t length = strcspn(form, "|");
    const char *from = end - length;
    if ((size_t)(end - start) >= length && memcmp(from, form, length) == 0 &&
        (from == start || !dt_is_letter_at(from - 1, end)))
      return true;
    form += length + 1;
  }
  return false;
}

/* Returns the unit after a number, if the text says that the time is in the past; else 0. */
static char unit_after(const char *start, const char *number, const char *at, const char *stop) {
  at = dt_skip_blanks(at, stop);
  for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
    const char *end = past_form(at, stop, units[i].forms);
    if (end == NULL) continue;
    if (end < stop && *end == '.') end++;
    if (ends_with_form(start, number, ago_before) || past_form(dt_skip_blanks(end, stop), stop, ago_after) != NULL)
      return units[i].unit;
  }
  return 0;
}

/* Writes the page's time minus some minutes, to the minute or to the hour.  Returns false if the page's time is
 * unknown. */
static bool print_minutes(const dt_moment *now, long minutes, bool hours, detm_value *value) {
  enum { DAY = 24 * 60 };
  if (now->hour < 0) return false;
  long at = dt_moment_day(now) * DAY + now->hour * 60L + now->minute - minutes;
  long day = at >= 0 ? at / DAY : -((DAY - 1 - at) / DAY), of_day = at - day * DAY;
  dt_moment moment = dt_moment_of_day(day);
  char text[DT_MOMENT_SIZE];
  dt_moment_print(text, &moment);
  snprintf(value->iso, sizeof value->iso, hours ? "%.10sT%02d" : "%.10sT%02d:%02d", text, (int)(of_day / 60 % 24),
           (int)(of_day % 60));
  return true;
}

/* Writes the page's date minus `count` units.  Returns false if that date cannot be written. */
static bool print_earlier(const dt_moment *now, int count, char unit, detm_value *value) {
  int months = now->year * 12 + now->month - 1 - count;
  dt_moment day;
  switch (unit) {
  case 's':
    return print_minutes(now, count / 60, false, value);
  case 'm':
    return print_minutes(now, count, false, value);
  case 'h':
    return print_minutes(now, count * 60L, true, value);
  case 'd':
  case 'w':
    day = dt_moment_of_day(dt_moment_day(now) - (unit == 'w' ? 7L : 1L) * count);
    dt_moment_print(value->iso, &day);
    return true;
  case 'o':
    snprintf(value->iso, sizeof value->iso, "%04d-%02d", months / 12 % 10000, months % 12 + 1);
    return months > 0;
  default:
    snprintf(value->iso, sizeof value->iso, "%04d", (now->year - count) % 10000);
    return now->year > count;
  }
}

/* Reads "today", "yesterday, 14:30" at the start of the text. */
static bool read_day_word(const reader *r, const char *start, const char *stop, detm_value *value) {
  for (size_t i = 0; i < sizeof day_words / sizeof *day_words; i++) {
    const char *languages = day_words[i].languages, *end = past_form(start, stop, day_words[i].forms);
    if (end == NULL || (languages != NULL && !dt_locale_is(r->locale, languages))) continue;
    dt_moment day = dt_moment_of_day(dt_moment_day(&r->locale->date) + day_words[i].days);
    if (day.year > 9999) return false;
    dt_moment_time(&r->dates, dt_text_between(end, stop), &day);
    dt_moment_print(value->iso, &day);
    return true;
  }
  return false;
}

/* Reads the whole number at `at` and sets *end to its end.  Returns -1 if it has a fraction, is part of a date or time,
 * or is too large. */
static int read_count(const reader *r, const char *start, const char *at, const char *stop, const char **end) {
  enum { MAX_COUNT = 10000 };
  dt_numeral number;
  int width, count = 0;
  const char *digits = at;
  bool read = dt_numeral_read(at, stop, r->locale->habits.decimal, false, &number);
  *end = number.end;
  if (at > start && (dt_is_letter_at(at - 1, at) || at[-1] == '/' || at[-1] == ':')) return -1;
  for (int digit; (digit = dt_digit_at(digits, stop, &width)) >= 0 && count < MAX_COUNT; digits += width)
    count = count * 10 + digit; /* "05" is a count, though not a number */
  if (digits != number.end) count = read && number.value < MAX_COUNT ? (int)number.value : MAX_COUNT;
  bool whole = digits == number.end || number.value == count;
  return whole && count < MAX_COUNT ? count : -1;
}

/* Reads a date relative to the page's date. */
static bool read_relative(const reader *r, detm_value *value) {
  char text[MAX_LENGTH + 1];
  size_t length = (size_t)(r->stop - r->start);
  if (r->locale->date.year == 0) return false;
  memcpy(text, r->start, length);
  dt_fold(text, length);
  const char *start = dt_skip_blanks(text, text + length), *stop = text + length;
  if (read_day_word(r, start, stop, value)) return true;
  const char *end;
  for (const char *at = dt_numeral_find(start, stop); at < stop; at = dt_numeral_find(end, stop)) {
    int count = read_count(r, start, at, stop, &end);
    char unit = count >= 0 ? unit_after(start, at, end, stop) : 0;
    if (unit != 0) return print_earlier(&r->locale->date, count, unit, value);
  }
  for (const char *at = start; at < stop; at++) {
    if (at > start && dt_is_letter_at(at - 1, at)) continue;
    end = past_form(at, stop, ones);
    char unit = end != NULL ? unit_after(start, at, end, stop) : 0;
    if (unit != 0) return print_earlier(&r->locale->date, 1, unit, value);
  }
  return false;
}

/* ---- Values ------------------------------------------------------------------------------------ */

static bool read_date(const detm_locale *locale, bool month_first, detm_text text, detm_value *value) {
  reader r = {locale, locale->dates, text.data, text.data + text.length};
  r.dates.month_first = month_first;
  value->iso[0] = '\0';
  return read_days(&r, value) || read_month(&r, value) || read_relative(&r, value);
}

bool dt_value_date(const detm_locale *locale, const detm_habits *habits, detm_text text, detm_value *value) {
  if (text.length > MAX_LENGTH || !read_date(locale, habits->month_first > 0, text, value)) return false;
  value->kind = DETM_VALUE_DATE;
  if (habits->month_first >= 0) return true;
  detm_value other = *value;
  return read_date(locale, true, text, &other) && strcmp(other.iso, value->iso) == 0;
}

bool dt_value_is_relative(const detm_locale *locale, detm_text text) {
  if (text.length == 0) return false;
  static const dt_moment noon = {.year = 2000, .month = 1, .day = 1, .hour = 12, .zone = DT_NO_ZONE};
  detm_locale dated = *locale;
  detm_value value;
  reader r = {&dated, locale->dates, text.data, text.data + text.length};
  dated.date = noon;
  return text.length <= MAX_LENGTH && read_relative(&r, &value);
}
