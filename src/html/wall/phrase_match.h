/* html/wall/phrase_match.h: finds the reasons of a wall in a sentence. */
#ifndef DT_HTML_WALL_PHRASE_MATCH_H
#define DT_HTML_WALL_PHRASE_MATCH_H

#include <detm/page.h>

#include "base/base.h"

enum { DT_SENTENCE_BYTES = 600 }; /* of a sentence that is read; what is longer explains something */

/* What a sentence may do beside giving a reason. */
enum { DETM_WALL_EXPLAINS = DETM_WALL_NONE, DETM_WALL_ADDRESSES = DETM_WALLS };

/* A row of templates/wall-phrases.tsv, which says what the words mean; words NULL = the end. */
typedef struct dt_wall_phrase {
  unsigned wall;
  const char *words;
} dt_wall_phrase;
extern const dt_wall_phrase dt_wall_phrases[];

/* A sentence as words: lower case, a blank around each word, and between scripts with and without blanks. */
typedef struct dt_sentence {
  char text[DT_SENTENCE_BYTES + 8];
  size_t length;
  unsigned words; /* characters of scripts without blanks count as half a word */
} dt_sentence;

/* Reads the first sentence at `at` and returns its end.  `title`: the parts between separators such as "|" are
 * sentences. */
const char *dt_sentence_read(dt_sentence *sentence, const char *at, const char *end, bool title);

/* Reasons, bits 1 << detm_wall. */
typedef struct dt_reasons {
  unsigned some, whole; /* that the sentence gives; that it gives as a whole, as a label */
  bool explains;        /* "How to sign in" */
  bool addresses;       /* the reader, or speaks of itself: "This page is gone" */
} dt_reasons;

dt_reasons dt_phrase_reasons(const dt_sentence *sentence);

#endif
