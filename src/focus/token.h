/* focus/token.h: the words by which texts are compared with a topic. */
#ifndef DT_FOCUS_TOKEN_H
#define DT_FOCUS_TOKEN_H

#include "content/words.h"

typedef struct dt_token {
  uint64_t hash; /* equal for words that are equal but for case and signs; never 0 */
  bool brief;    /* short as articles and prepositions are, without digits */
  bool single;   /* one character of a dense script, which is no word of its own if others stand beside it */
  bool ends;     /* the last word before a sign or the end of the text */
} dt_token;

/* The words of a text, one after the other.  Of scripts without blanks each pair of characters is a word; with
 * `singles` each character too. */
typedef struct dt_tokens {
  const char *at, *end;
  detm_text run; /* what is left of a dense run */
  bool started;  /* the run has given a word */
  bool singles, paired;
} dt_tokens;

static inline dt_tokens dt_tokens_of(detm_text text, bool singles) {
  return (dt_tokens){.at = text.data, .end = text.data + text.length, .singles = singles};
}
/* False: there are no more. */
bool dt_token_next(dt_tokens *tokens, dt_token *token);

#endif
