/* values/month_names.h: recognizes the names of months in many languages. */
#ifndef DT_VALUES_MONTH_NAMES_H
#define DT_VALUES_MONTH_NAMES_H

#include "base/base.h"

typedef struct dt_months dt_months;

typedef struct dt_month {
  int number; /* 1 to 12, 0 = not a month */
  bool solar; /* in the solar Hijri calendar */
} dt_month;

/* Returns the names of months; those of `language` ("pt-br", "" = unknown), which must outlive them, are preferred. The
 * names are read into the arena, which has a scope, at their first use. */
dt_months *dt_months_of(dt_arena *arena, const char *language);
/* Returns the month that a word names: by its name, at least the first three letters of it, or, in the page's language,
 * the name with an ending. */
dt_month dt_month_named(dt_months *months, detm_text word);

#endif
