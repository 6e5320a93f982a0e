/* content/moment.h: dates, with their time of day, read from texts of any language.
 *
 * Scanners written by hand because every text of a page is looked at: they start at digits, and what is no date is left
 * after a few bytes. */
#ifndef DT_MOMENT_H
#define DT_MOMENT_H

#include "content/month.h"

enum { DT_NO_ZONE = 24 * 60 }; /* minutes */

typedef struct dt_moment {
  int year, month, day;
  int hour, minute, second; /* hour -1 = no time is told */
  int zone;                 /* minutes east of Greenwich; DT_NO_ZONE */
} dt_moment;

/* How a page writes dates. */
typedef struct dt_dates {
  dt_months *months;
  dt_moment latest; /* no date is after this day */
  bool month_first; /* 5/1/2024 is in May */
  bool year_first;  /* 24-05-01 is in 2024 */
  bool solar;       /* 1403/02/12 is of the solar Hijri calendar */
} dt_dates;

/* As pages in this language ("en-us", "" = unknown) do.  `latest`: usually tomorrow. */
dt_dates dt_dates_read(dt_months *months, const char *language, dt_moment latest);

/* The first date at or behind *at, which is moved behind it; false when there is none.  From 1990 on.
 * A text is looked at for at most 2,000 bytes from its start and 500 from its end. */
bool dt_moment_next(const dt_dates *dates, detm_text text, size_t *at, dt_moment *moment);
/* The first of a text; false = there is none. */
bool dt_moment_first(const dt_dates *dates, detm_text text, dt_moment *moment);

/* Calendars (calendar.c). */
int dt_days_in(int year, int month);                        /* of the month */
dt_moment dt_moment_of_solar(int year, int month, int day); /* solar Hijri */
/* Days since 1 January 1970. */
long dt_moment_day(const dt_moment *moment);
dt_moment dt_moment_of_day(long day);
/* ISO 8601: the day, and the time if there is one other than midnight. */
const char *dt_moment_write(dt_arena *arena, const dt_moment *moment);

#endif
