/* text/sentences.h: finds the ends of sentences, in all scripts of Unicode. */
#ifndef DT_TEXT_SENTENCES_H
#define DT_TEXT_SENTENCES_H

#include "text/chars.h"

/* Returns whether a character has Unicode's property Sentence_Terminal: . ! ? and their equivalents in other scripts.
 */
bool dt_is_sentence_terminal(uint32_t code);

/* Returns how many sentences end in a text (doc/method 4.1).  Terminals in a row ("...", "?!") count as one.  ASCII
 * ones also occur in numbers, names and addresses: they count only before white space, a closing quote or bracket, or
 * the end. */
uint32_t dt_sentence_ends(detm_text text);

#endif
