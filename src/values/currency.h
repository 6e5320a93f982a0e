/* values/currency.h: the symbols and names of currencies. */
#ifndef DT_VALUES_CURRENCY_H
#define DT_VALUES_CURRENCY_H

#include "base/base.h"

/* If `code` is NULL, `choices` (a code for each region or language) decides, else the symbol itself is the unit.  The
 * longest matching symbol is used. */
typedef struct dt_currency_sign {
  detm_text sign;
  const char *code, *choices;
} dt_currency_sign;

/* Made of currencies.tsv by currencies.awk. */
extern const dt_currency_sign dt_currency_signs[];
extern const size_t dt_currency_sign_count;

#endif
