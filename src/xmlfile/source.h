/* xmlfile/source.h: positions of the tags of an XML file, for messages.
 *
 * Finds tags without checking them, which the XML parser does. */
#ifndef DT_XMLFILE_SOURCE_H
#define DT_XMLFILE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct dt_source {
  const char *at;   /* the "<" of the tag */
  const char *next; /* after its ">" */
  const char *end;
  const char *line_start;
  size_t line;   /* of `at`, from 1 */
  size_t quoted; /* quoted values of the tag */
} dt_source;

/* Starts before the first tag, after a byte order mark. */
dt_source dt_source_start(const char *bytes, size_t length);
/* Goes to the next tag; skips comments, processing instructions and CDATA.  False at the end. */
bool dt_source_next(dt_source *source);
/* Goes to the first word after the tag; skips white space and comments. */
void dt_source_pass(dt_source *source);
/* Moves forward to `at`, which is not after `end`. */
void dt_source_go(dt_source *source, const char *at);
/* Column of `at` in characters, from 1. */
size_t dt_source_column(const dt_source *source);

#endif
