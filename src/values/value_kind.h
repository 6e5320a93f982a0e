/* values/value_kind.h: finds the kind of a value: date, price, number, URL, words.
 *
 * The scanners are written by hand, for speed: every text of a page is scanned. */
#ifndef DT_VALUES_VALUE_KIND_H
#define DT_VALUES_VALUE_KIND_H

#include "base/base.h"

enum {
  DT_KIND_KNOWN = 1,   /* the kind is known */
  DT_KIND_DATE = 2,    /* contains a date or time of day */
  DT_KIND_PRICE = 4,   /* contains an amount of money */
  DT_KIND_LONG = 8,    /* 40 bytes or more */
  DT_KIND_COUNT = 16,  /* is only a number: "1,234" "(12)" */
  DT_KIND_WORDS = 32,  /* has a letter or digit, not counting a number in brackets at its end */
  DT_KIND_LETTER = 64, /* has a letter */
  DT_KIND_DIGIT = 128, /* has a digit */
  DT_KIND_BITS = 8
};
typedef uint8_t dt_kind; /* room for all bits */

/* Returns the kind of a text: bits of DT_KIND. */
unsigned dt_kind_of(detm_text text);
/* Returns the end of the time of day that digits begin: "12:30", "14h30", "9.30 Uhr", "9 pm"; NULL if it is none. */
const char *dt_clock_end(const char *at, const char *stop);
/* Returns whether a text has a letter or digit; faster than dt_kind_of. */
bool dt_has_words(detm_text text);
/* Whether a text has a letter, of any script: DT_KIND_LETTER alone. */
bool dt_has_letter(detm_text text);
/* Returns the type of fields with values of this kind: "text", "date", "price", "number". */
const char *dt_kind_type(unsigned kind);
/* Returns the type of one value; "url" if it is an absolute URL. */
const char *dt_type_of(detm_text text);

#endif
