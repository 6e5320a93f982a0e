/* values/locale.c: locales: the language, region, date and URL of a page. */
#include "base/allocate.h"
#include "text/calendar.h"
#include "text/fold.h"
#include "text/url.h"
#include "values/values.h"

#include <stdlib.h>

/* Languages with a decimal comma, and regions where the same languages have a point (Unicode CLDR). */
static const char comma_languages[] =
    "af az be bg bs ca cs da de el eo es et eu fi fo fr gl hr hu hy id is it ka kk lt lv mk nb nl nn no pl pt ro ru sk "
    "sl sq sr sv tr uk uz vi";
static const char point_regions[] = "MX US GT HN NI PA PE SV DO PR CH LI";

detm_text dt_locale_next(const char **list) {
  const char *start = *list;
  while (**list != '\0' && **list != ' ') ++*list;
  return dt_text_between(start, *list);
}

bool dt_locale_is_word(const detm_locale *locale, detm_text word) {
  const char *code = locale->code[0] != '\0' ? locale->code : "und";
  const char *own = word.length != 0 && dt_is_ascii_upper(*word.data) ? locale->region : code;
  return dt_text_equal(word, dt_text(own));
}

bool dt_locale_is(const detm_locale *locale, const char *list) {
  for (const char *at = list; *at != '\0'; at += *at == ' ')
    if (dt_locale_is_word(locale, dt_locale_next(&at))) return true;
  return false;
}

/* Reads the language and region of a language tag; a script may imply the region.  Parts after a single letter are
 * ignored: "en-US-u-ca-gregory". */
static void read_language(detm_locale *locale, const char *tag) {
  static const char *const scripts[][2] = {{"hans", "CN"}, {"hant", "TW"}};
  size_t length = strcspn(tag, "-_");
  char part[9];
  bool region = false;

  for (size_t i = 0; length < sizeof locale->code && i < length; i++) locale->code[i] = dt_ascii_lower(tag[i]);
  if (strcmp(locale->code, "und") == 0) locale->code[0] = '\0';

  for (const char *at = tag + length; *at != '\0'; at += length) {
    at++;
    length = strcspn(at, "-_");
    if (length == 1) break;
    if (length >= sizeof part) continue;
    for (size_t i = 0; i <= length; i++) part[i] = i < length ? dt_ascii_lower(at[i]) : '\0';
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++)
      if (strcmp(part, scripts[i][0]) == 0 && locale->region[0] == '\0') memcpy(locale->region, scripts[i][1], 3);
    if (length != 2 || region) continue;
    for (size_t i = 0; i <= length; i++)
      locale->region[i] = (char)(dt_is_ascii_letter(part[i]) ? part[i] & ~32 : part[i]);
    region = true;
  }

  size_t end = strlen(locale->code);
  memcpy(locale->language, locale->code, end + 1);
  if (end == 0 || locale->region[0] == '\0') return;
  locale->language[end] = '-';
  for (size_t i = 0; i < 3; i++) locale->language[end + 1 + i] = dt_ascii_lower(locale->region[i]);
}

detm_locale *detm_locale_new(const char *language, const char *date, detm_error *error) {
  static const dt_moment latest = {.year = 9999, .month = 12, .day = 31};
  detm_locale *locale = dt_allocate(sizeof *locale, error);
  if (locale == NULL) return NULL;

  read_language(locale, language != NULL ? language : "");
  locale->dates = dt_dates_read(locale->language, latest);
  locale->dates.first_year = 1000;
  bool known = locale->code[0] != '\0', region = locale->region[0] != '\0';
  bool comma = dt_locale_is(locale, comma_languages) && !dt_locale_is(locale, point_regions);
  locale->habits.decimal = (char)(!known ? 0 : comma ? ',' : '.');
  locale->habits.month_first = known ? locale->dates.month_first : !region ? -1 : dt_locale_is(locale, "US PH");
  if (date == NULL || dt_moment_parse(date, &locale->date)) return locale;
  dt_error_set(error, DETM_USAGE, "'%.60s' is not a date: write one such as 2024-02-03 or 2024-02-03T14:30:00", date);

  detm_locale_free(locale);
  return NULL;
}

detm_status detm_locale_set_base(detm_locale *locale, const char *base, detm_error *error) {
  char *copy = base != NULL ? strdup(base) : NULL;
  if (base != NULL && !dt_url_is_base(dt_text(base))) {
    free(copy);
    return dt_error_set(error, DETM_USAGE, "'%.200s' is not an absolute URL", base);
  }
  if (base != NULL && copy == NULL) return dt_error_memory(error);
  free(locale->base);
  locale->base = copy;
  return DETM_OK;
}

void detm_locale_free(detm_locale *locale) {
  if (locale == NULL) return;
  free(locale->base);
  free(locale);
}
