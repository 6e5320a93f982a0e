/* content/calendar.c: days of the Gregorian and the solar Hijri calendar, and how ISO 8601 writes them. */
#include "content/moment.h"

#include <stdio.h>

static bool is_leap(int year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

int dt_days_in(int year, int month) {
  static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return month == 2 && is_leap(year) ? 29 : days[month - 1];
}

/* Howard Hinnant, chrono-compatible low-level date algorithms: years begin in March. */
long dt_moment_day(const dt_moment *m) {
  long year = m->month <= 2 ? m->year - 1 : m->year;
  long era = year / 400, of_era = year - era * 400;
  long of_year = (153 * (m->month + (m->month > 2 ? -3 : 9)) + 2) / 5 + m->day - 1;
  return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

dt_moment dt_moment_of_day(long day) {
  day += 719468;
  long era = day / 146097, of_era = day - era * 146097;
  long year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  long of_year = of_era - (365 * year + year / 4 - year / 100), part = (5 * of_year + 2) / 153;
  long month = part + (part < 10 ? 3 : -9);
  year += era * 400 + (month <= 2 ? 1 : 0);
  return (dt_moment){(int)year, (int)month, (int)(of_year - (153 * part + 2) / 5 + 1), -1, 0, 0, DT_NO_ZONE};
}

/* Leap years come every 33 years (exact from 1343 to 1472). */
dt_moment dt_moment_of_solar(int year, int month, int day) {
  static const dt_moment epoch = {.year = 1926, .month = 3, .day = 22}; /* 1 Farvardin 1305 */
  long days = dt_moment_day(&epoch);
  for (int y = 1305; y < year; y++) {
    int of_33 = y % 33;
    days += of_33 == 1 || of_33 == 5 || of_33 == 9 || of_33 == 13 || of_33 == 17 || of_33 == 22 || of_33 == 26 ||
                    of_33 == 30
                ? 366
                : 365;
  }
  return dt_moment_of_day(days + (month <= 7 ? (month - 1) * 31 : (month - 1) * 30 + 6) + day - 1);
}

const char *dt_moment_write(dt_arena *arena, const dt_moment *m) {
  if (m->hour < 0 || (m->hour == 0 && m->minute == 0 && m->second == 0))
    return dt_arena_format(arena, "%04d-%02d-%02d", m->year, m->month, m->day);
  char zone[8] = "";
  int ahead = m->zone < 0 ? -m->zone : m->zone;
  if (m->zone == 0)
    memcpy(zone, "Z", 2);
  else if (m->zone != DT_NO_ZONE)
    snprintf(zone, sizeof zone, "%c%02d:%02d", m->zone < 0 ? '-' : '+', ahead / 60 % 100, ahead % 60);
  return dt_arena_format(arena, "%04d-%02d-%02dT%02d:%02d:%02d%s", m->year, m->month, m->day, m->hour, m->minute,
                         m->second, zone);
}
