/* crawl/tokens.c: the words by which texts are compared with a topic. */
#include "crawl/tokens.h"

enum { MAX_BRIEF_LETTERS = 4 };

static bool is_brief(detm_text word) {
  unsigned letters = 0;
  for (const char *at = word.data, *end = at + word.length; at < end; letters++) {
    uint32_t code;
    at += dt_utf8_read(at, end, &code);
    if ((code < 0x80 && dt_is_digit((char)code)) || letters == MAX_BRIEF_LETTERS) return false;
  }
  return true;
}

/* Checks whether the end of the text or punctuation that ends a clause is at `at`. */
static bool ends_before(const char *at, const char *end) {
  uint32_t code;
  if (at >= end) return true;
  dt_utf8_read(at, end, &code);
  if (code < 0x80) return strchr(".,;:!?)]}\n", (int)code) != NULL;
  return (dt_char_flags(code) & DT_CHAR_PUNCTUATION) != 0;
}

bool dt_token_next(dt_word_reader *words, dt_token *token) {
  dt_word word;
  while (dt_word_read(words, &word)) {
    token->hash = dt_word_hash(word.text);
    if (token->hash == 0) continue;
    token->single = word.single;
    token->brief = word.single || word.kind == DT_WORD_HIRAGANA || (word.kind == DT_WORD_SPACED && is_brief(word.text));
    token->ends = ends_before(word.text.data + word.text.length, words->end);
    return true;
  }
  return false;
}
