/* values/habits.c: learns how the values of a column are written. */
#include "text/calendar.h"
#include "values/values.h"

void dt_habits_learn(const detm_habits *otherwise, const detm_text *values, size_t count, detm_habits *habits) {
  size_t points = 0, commas = 0, orders[2] = {0, 0};
  for (size_t i = 0; i < count; i++) {
    if (values[i].length == 0) continue;
    const char *stop = values[i].data + values[i].length;
    for (const char *at = dt_numeral_find(values[i].data, stop); at < stop;) {
      dt_numeral number;
      if (dt_numeral_read(at, stop, 0, false, &number) && number.decimal != 0)
        *(number.decimal == '.' ? &points : &commas) += number.strong ? 2 : 1;
      at = dt_numeral_find(number.end, stop);
    }
    int order = dt_date_order(values[i]);
    if (order >= 0) orders[order]++;
  }

  detm_habits learned = *otherwise;
  if (points != commas) {
    learned.decimal = points > commas ? '.' : ',';
    learned.shown = 1;
  }

  if (orders[0] != orders[1]) learned.month_first = orders[1] > orders[0];
  *habits = learned;
}

void detm_habits_learn(const detm_locale *locale, const detm_text *values, size_t count, detm_habits *habits) {
  dt_habits_learn(&locale->habits, values, count, habits);
}
