/* values/month_names.h: recognizes the names of months in many languages. */
#ifndef DT_VALUES_MONTH_NAMES_H
#define DT_VALUES_MONTH_NAMES_H

#include "base/base.h"

typedef struct dt_month {
  int number; /* 1 to 12, 0 = not a month */
  bool solar; /* in the solar Hijri calendar */
} dt_month;

typedef struct dt_month_name {
  char text[36];
  char language[4];
  uint8_t month;
  bool solar;
} dt_month_name;

/* The names, sorted by their first three bytes.  month_names.awk makes the tables of month_names.tsv. */
extern const dt_month_name dt_month_names[];
extern const uint32_t dt_month_name_count;
/* Bit b - 'a' of item a - 'a': whether a name begins with the letters a and b. */
extern const uint32_t dt_month_starts[26];

/* Returns the month that a word names: by its name, at least the first three letters of it, or, in the page's language
 * ("pt-br", "" = unknown), which is preferred, the name with an ending. */
dt_month dt_month_named(const char *language, detm_text word);
/* Returns whether a word names a month in any language: by its name, or by an abbreviation that is no word of another
 * language: in English, in a script other than Latin, or, if `shortened` says that the text marks it as one, in any. */
bool dt_is_month(detm_text word, bool shortened);

#endif
