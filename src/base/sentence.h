/* base/sentence.h: where sentences end, in the scripts of the world, and which characters stand for a whole syllable
 * or word. */
#ifndef DT_SENTENCE_H
#define DT_SENTENCE_H

#include "base/base.h"

/* Whether Unicode calls the character Sentence_Terminal: . ! ? and what other scripts have for them. */
bool dt_is_sentence_terminal(uint32_t code);

/* How many sentences end in a text (METHOD 4.1).  Terminals in a row ("...", "?!") end one.  Those of ASCII also stand
 * within numbers, names and addresses: they count before white space, a closing quote or bracket, or the end only. */
uint32_t dt_sentence_ends(detm_text text);

/* Chinese characters, kana and Hangul: one of them says about as much as two letters of an alphabet. */
static inline bool dt_is_cjk(uint32_t code) {
  return code >= 0x3040 &&
         ((code <= 0x9FFF && (code <= 0x30FF || code >= 0x3400)) || (code >= 0xAC00 && code <= 0xD7AF) ||
          (code >= 0xF900 && code <= 0xFAFF) || (code >= 0x20000 && code <= 0x3FFFF));
}

#endif
