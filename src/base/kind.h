/* base/kind.h: what kind of value a text is: date, price, number, address, words.
 *
 * Scanners written by hand because every text of a page is looked at. */
#ifndef DT_KIND_H
#define DT_KIND_H

#include "base/base.h"

enum {
  DT_KIND_KNOWN = 1,   /* looked at already */
  DT_KIND_DATE = 2,    /* holds a date or time of day */
  DT_KIND_PRICE = 4,   /* holds an amount of money */
  DT_KIND_LONG = 8,    /* 40 bytes or more */
  DT_KIND_COUNT = 16,  /* nothing but a number: "1,234" "(12)" */
  DT_KIND_WORDS = 32,  /* has a letter or digit besides a count at its end */
  DT_KIND_LETTER = 64, /* has a letter */
  DT_KIND_DIGIT = 128  /* has a digit */
};

unsigned dt_kind_of(detm_text text);
/* The type that results give a field with such values: "text", "date", "price", "number". */
const char *dt_kind_type(unsigned kind);
/* The type of one value; also "url", if it is absolute. */
const char *dt_type_of(detm_text text);

#endif
