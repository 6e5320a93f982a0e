/* wrapper/learn/class_words.h: names fields by the words in class attributes. */
#ifndef DT_WRAPPER_LEARN_CLASS_WORDS_H
#define DT_WRAPPER_LEARN_CLASS_WORDS_H

#include "wrapper/learn/names.h"

/* Counts the classes of the wrapper. */
void dt_classes_count(dt_namer *n);
/* Counts the wanted texts below each node.  To be called again after the wanted fields change. */
void dt_wanted_count(dt_namer *n);
/* The name for the known word in the classes of a spot's decoration, or of an ancestor without other wanted texts; NULL
 * = none. */
const char *dt_class_known(const dt_namer *n, uint32_t spot);
/* The words of such a class that no other class of the record has; NULL = none. */
const char *dt_class_own(const dt_namer *n, uint32_t spot);
/* Whether a class of a spot's decoration or element has one of these words, alone or before a known word. */
bool dt_class_has_word(const dt_namer *n, uint32_t spot, const char *const *words, size_t count);

#endif
