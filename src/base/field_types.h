/* base/field_types.h: the types of the values of fields, in one list. */
#ifndef DT_BASE_FIELD_TYPES_H
#define DT_BASE_FIELD_TYPES_H

/* New types are added at the end: profiles in files count values by type, in this order. */
#define DT_FIELD_TYPES(X) X(TEXT, "text") X(NUMBER, "number") X(PRICE, "price") X(DATE, "date") X(URL, "url")

/* All but text, in sentences. */
#define DT_TYPES_AND "number, price, date and url"
#define DT_TYPES_OR "number, price, date or url"

#endif
