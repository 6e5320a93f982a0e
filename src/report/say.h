/* report/say.h: the report's own words, which the workbench shares: messages of templates/serve/LANGUAGE.json.
 *
 * A report is written in English.  Each of its words is the text or an attribute of an element that also names the
 * message, data-say="KEY" or data-say-title="KEY", and the values in it, data-of-NAME="VALUE".  The report ends with
 * the messages that it names, in the other languages; its script shows those in the language of the browser. */
#ifndef DT_REPORT_SAY_H
#define DT_REPORT_SAY_H

#include "base/base.h"
#include "base/embedded.h"

/* A value in a message: {name}. */
typedef struct dt_said {
  const char *name; /* NULL = the end */
  const char *text; /* NULL = the number */
  size_t number;    /* "n" chooses between the singular and the plural */
} dt_said;

#define DT_SAID(...)                                                                                                   \
  (const dt_said[]) {                                                                                                  \
    __VA_ARGS__, { NULL, NULL, 0 }                                                                                     \
  }

/* Adds the rest of a start tag and the text of its element: the message with these values (NULL = none).  A message
 * that there is not is its key. */
void dt_say(dt_buffer *out, const char *key, const dt_said *said);
/* Adds an attribute whose value is the message. */
void dt_say_attribute(dt_buffer *out, const char *attribute, const char *key, const dt_said *said);
/* Adds markup, with the messages that it names: <b data-say="KEY"></b>. */
void dt_say_markup(dt_buffer *out, detm_text markup);
/* Checks whether there is such a message. */
bool dt_say_knows(const char *key);

/* The messages that a report names. */
typedef struct dt_said_keys {
  bool *used; /* by the place of the message in en.json */
} dt_said_keys;

/* Starts with the messages that the report's script names. False without memory; the caller must free `used`. */
bool dt_said_keys_start(dt_said_keys *keys);
/* Finds the messages that markup of a report names, also in its frames. */
void dt_said_keys_find(dt_said_keys *keys, detm_text markup);
/* Adds the messages as JSON: {"de":{"KEY":...},...}. */
void dt_said_keys_write(dt_buffer *out, const dt_said_keys *keys);

#endif
