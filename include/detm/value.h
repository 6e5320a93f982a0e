/* detm/value.h: values of texts: amounts and currencies of prices, numbers, dates in ISO 8601, telephone numbers.
 *
 *   detm_locale *locale = detm_locale_new("de-at", NULL, &error);
 *   detm_value value;
 *   if (detm_value_read(locale, NULL, DETM_VALUE_PRICE, text, &value)) printf("%.2f %s\n", value.number, value.unit);
 *   detm_locale_free(locale);
 *
 * A text is read only if it is such a value: nothing is guessed.  A typing sink (detm_typing_new) adds the values to
 * the fields of results on their way to another sink. */
#ifndef DETM_VALUE_H
#define DETM_VALUE_H

#include <detm/sink.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Language and date of a page.  It does not change once made: threads may share it. */
typedef struct detm_locale detm_locale;

/* `language` is a tag such as "en", "pt-br" or "und-au" (NULL = unknown); `date` is what relative dates ("3 days ago")
 * count from, in ISO 8601 only: a day, or a day and a time (NULL = unknown: relative dates have no
 * value).  NULL with DETM_USAGE (no such date) or DETM_NO_MEMORY.  The caller frees the locale. */
DETM_API detm_locale *detm_locale_new(const char *language, const char *date, detm_error *error) DETM_CHECK;
DETM_API void detm_locale_free(detm_locale *locale);

/* Sets the page's own address (copied; NULL = unknown), against which a typing sink resolves relative addresses.
 * DETM_USAGE if nothing can be relative to it, DETM_NO_MEMORY. */
DETM_API detm_status detm_locale_set_base(detm_locale *locale, const char *base, detm_error *error) DETM_CHECK;

typedef enum detm_value_kind {
  DETM_VALUE_NUMBER = 1,
  DETM_VALUE_PRICE,
  DETM_VALUE_DATE,
  DETM_VALUE_PHONE
} detm_value_kind;

/* How the values of one column are written. */
typedef struct detm_habits {
  char decimal;    /* the decimal mark, '.' or ','; 0 = not known */
  int shown;       /* 1 = the values show the mark, 0 = it is the language's */
  int month_first; /* 5/1/2024 is in May: 1; in January: 0; not known: -1 */
} detm_habits;

enum { DETM_UNIT_SIZE = 12, DETM_ISO_SIZE = 56, DETM_DIGITS_SIZE = 17 };

typedef struct detm_value {
  detm_value_kind kind;
  double number; /* the number, or the amount of a price, of at most 15 digits; the low end of a range ("$10 - $20") */
  double high;   /* the high end of a range, else equal to `number` */
  char unit[DETM_UNIT_SIZE]; /* currency of a price: an ISO 4217 code, or the symbol as it is written if the page's
                                language does not decide between several ("$", "kr"); "%" of a number; "" = none */
  char iso[DETM_ISO_SIZE];   /* the date: "2024-02-03", "2024-02-03T14:30:00+01:00", "2021-03", "1998"; two days of a
                                range: "2024-02-03/2024-02-05" */
  char digits[DETM_DIGITS_SIZE]; /* of a telephone number, with the + and the area code that the text has */
} detm_value;

/* Learns how the values of a column are written, from values with only one reading ("1.979,00", "25/12/2024"), else
 * from the language. */
DETM_API void detm_habits_learn(const detm_locale *locale, const detm_text *values, size_t count, detm_habits *habits);

/* Reads a text as a value of that kind; habits NULL = those of the locale's language.  Returns 1, or 0 if the text is
 * not such a value. */
DETM_API int detm_value_read(const detm_locale *locale, const detm_habits *habits, detm_value_kind kind, detm_text text,
                             detm_value *value);

/* A part of a value, which NDJSON and tables have beside the text under a name of its own ("price.amount"). */
typedef struct detm_value_part {
  const char *text; /* of the value; NULL = the part is a number */
  double number;    /* written with at most 15 digits */
} detm_value_part;

/* The parts of the values of a kind are numbered from 0: "amount", "high" and "currency" of a price.  The name of a
 * part; NULL past the last. */
DETM_API const char *detm_value_part_name(detm_value_kind kind, size_t part);
/* Reads a part of a value.  Returns 1, or 0 if the value lacks it: the high end without a range, an unknown unit. */
DETM_API int detm_value_part_get(const detm_value *value, size_t part, detm_value_part *found);

/* A sink that pushes the same results into `next` (borrowed), with typed fields: page by page it learns how each column
 * is written and sets `typed` of its fields.  A column of texts that are all numbers, prices, dates or telephone
 * numbers, none longer than 80 bytes, gets that type.  NULL with DETM_NO_MEMORY.  The caller frees it. */
typedef struct detm_typing detm_typing;
DETM_API detm_typing *detm_typing_new(const detm_sink *next, detm_error *error) DETM_CHECK;
DETM_API void detm_typing_free(detm_typing *typing);
DETM_API const detm_sink *detm_typing_sink(detm_typing *typing);
/* Sets the locale of the pages that follow, borrowed until the next call; NULL (the default) = unknown. */
DETM_API void detm_typing_set_locale(detm_typing *typing, const detm_locale *locale);
/* The number of addresses of the last page that stayed relative, as the page's own address was unknown. */
DETM_API size_t detm_typing_relative_count(const detm_typing *typing);
/* The number of its relative dates without a value, as the page's date was unknown, or not to the minute. */
DETM_API size_t detm_typing_undated_count(const detm_typing *typing);

#ifdef __cplusplus
}
#endif
#endif
