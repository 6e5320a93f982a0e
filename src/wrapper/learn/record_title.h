/* wrapper/learn/record_title.h: the text that is the title of a record. */
#ifndef DT_WRAPPER_LEARN_RECORD_TITLE_H
#define DT_WRAPPER_LEARN_RECORD_TITLE_H

#include "wrapper/learn/names.h"

/* The spot of the title; DT_NONE = none. */
uint32_t dt_title_find(const dt_namer *n);
bool dt_in_heading(const dt_wrapper_node *w);

#endif
