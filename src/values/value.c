/* values/value.c: reads a text as a number, a price, a date or a telephone number. */
#include "text/phone.h"
#include "values/values.h"

int detm_value_read(const detm_locale *locale, const detm_habits *habits, detm_value_kind kind, detm_text text,
                    detm_value *value) {
  if (habits == NULL) habits = &locale->habits;
  *value = (detm_value){.number = 0};
  if (text.length == 0) return 0;
  bool read = false;
  if (kind == DETM_VALUE_NUMBER) read = dt_value_number(locale, habits, text, value);
  if (kind == DETM_VALUE_PRICE) read = dt_value_price(locale, habits, text, value);
  if (kind == DETM_VALUE_DATE) read = dt_value_date(locale, habits, text, value);
  if (kind == DETM_VALUE_PHONE) {
    value->kind = kind;
    read = dt_phone_read(text, value->digits) != 0;
  }
  return read;
}
