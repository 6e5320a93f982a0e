/* base/source.h: where the tags of an XML file stand, for messages.
 *
 * Goes from tag to tag without judging them: that is the XML parser's part. */
#ifndef DT_SOURCE_H
#define DT_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct dt_source {
  const char *at;   /* the "<" of the tag */
  const char *next; /* behind its ">" */
  const char *end;
  const char *line_start;
  size_t line;   /* of `at`, from 1 */
  size_t quoted; /* quoted values of the tag */
} dt_source;

/* Before the first tag; a byte order mark is passed over. */
dt_source dt_source_start(const char *bytes, size_t length);
/* The next tag; comments, processing instructions and CDATA are passed over.  False: there is none. */
bool dt_source_next(dt_source *source);
/* The first of the words behind the tag: white space and comments are passed over. */
void dt_source_pass(dt_source *source);
/* Moves on to `at`, which is not behind `end`. */
void dt_source_go(dt_source *source, const char *at);
/* Of `at`, in characters from 1. */
size_t dt_source_column(const dt_source *source);

#endif
