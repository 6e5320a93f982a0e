/* wrapper/learn/column_words.h: maps words on pages to names of columns.  All word lists of naming are in this file. */
#ifndef DT_WRAPPER_LEARN_COLUMN_WORDS_H
#define DT_WRAPPER_LEARN_COLUMN_WORDS_H

#include "base/base.h"

/* The column name for a word: "Byline" is "author".  NULL = unknown. */
const char *dt_word_name(const char *word, size_t length);
/* The column name for a word in the class of an icon: "heart" is "likes".  NULL = unknown. */
const char *dt_icon_name(const char *word, size_t length);
/* Whether columns of this name hold a count: "reviews". */
bool dt_name_counts(const char *name);
/* The column name for a preposition before the values: "by" is "author".  NULL = unknown. */
const char *dt_preposition_name(const char *word, size_t length);
/* Whether a word in a class describes the layout, not a column: "meta". */
bool dt_word_is_vague(const char *word, size_t length);

#endif
