/* base/escape.h: escapes text for XML, JSON, CSV and SQL. */
#ifndef DT_BASE_ESCAPE_H
#define DT_BASE_ESCAPE_H

#include "base/base.h"

/* Classes of bytes in escape.c; each is also the name of an escaping. */
enum {
  DT_ESCAPE_TEXT = 1,      /* XML text */
  DT_ESCAPE_ATTRIBUTE = 2, /* XML attribute value in double quotes */
  DT_ESCAPE_JSON = 4,      /* inside a JSON string */
  DT_ESCAPE_CSV = 8,       /* inside a CSV cell, quoted or not */
  DT_CSV_QUOTING = 16      /* not an escaping: bytes besides the delimiter because of which a CSV cell must be quoted */
};

/* Adds `length` bytes, escaped; the output is valid for the format and valid UTF-8 for any input. */
void dt_escape(dt_buffer *to, unsigned kind, const char *bytes, size_t length);
/* Adds the text as a JSON string in quotes. */
void dt_escape_json_string(dt_buffer *to, detm_text text);
/* Adds ,"name":"value" to an object of JSON, without the comma if it is the first member; nothing for
 * a value without data. */
void dt_escape_json_member(dt_buffer *to, const char *name, detm_text value);
/* Adds the text as a name of SQL in double quotes. */
void dt_escape_sql_name(dt_buffer *to, detm_text name);
/* Returns the first byte of the class, or `end`. */
const char *dt_escape_find(const char *at, const char *end, unsigned wanted);
/* Adds a share (confidence or fit) with at most 3 decimals between two texts; nothing if it is unknown, below 0. */
void dt_escape_share(dt_buffer *to, const char *before, double share, const char *after);

#endif
