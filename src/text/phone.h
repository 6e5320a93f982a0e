/* text/phone.h: telephone numbers. */
#ifndef DT_TEXT_PHONE_H
#define DT_TEXT_PHONE_H

#include "base/base.h"

enum { DT_PHONE_SIZE = 17 /* +, at most 15 digits (E.164), 0 */ };

/* Reads a text that is a telephone number and nothing else: "+44 20 7946 0000", "(520) 704-0213", "030 / 555 01 23".
 * Copies its digits, with a + before them if the text begins with one.  Returns the number of digits; 0 = it is none,
 * or could as well be another number. */
unsigned dt_phone_read(detm_text text, char digits[DT_PHONE_SIZE]);

#endif
