/* values/month_names.h: recognizes the names of months in many languages. */
#ifndef DT_VALUES_MONTH_NAMES_H
#define DT_VALUES_MONTH_NAMES_H

#include "base/base.h"

typedef struct dt_month {
  int number; /* 1 to 12, 0 = not a month */
  bool solar; /* in the solar Hijri calendar */
} dt_month;

/* Returns the month that a word names: by its name, at least the first three letters of it, or, in the page's language
 * ("pt-br", "" = unknown), which is preferred, the name with an ending. */
dt_month dt_month_named(const char *language, detm_text word);
/* Returns whether a word names a month in any language: by its name, or by an abbreviation that is no word of another
 * language: in English, in a script other than Latin, or, if `shortened` says that the text marks it as one, in any. */
bool dt_is_month(detm_text word, bool shortened);

#endif
