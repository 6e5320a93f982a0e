/* crawl/tokens.h: the words by which texts are compared with a topic. */
#ifndef DT_CRAWL_TOKENS_H
#define DT_CRAWL_TOKENS_H

#include "text/words.h"

typedef struct dt_token {
  uint64_t hash; /* equal for words that differ only in case and punctuation; never 0 */
  bool brief;    /* as short as articles and prepositions, without digits */
  bool single;   /* one character of a dense script, as in dt_word */
  bool ends;     /* the last word before punctuation or the end of the text */
} dt_token;

/* Reads the next word that is not only punctuation; false after the last one. */
bool dt_token_next(dt_word_reader *words, dt_token *token);

#endif
