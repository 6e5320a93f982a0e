/* text/chars.c: the generated table of character properties. */
#include "text/chars.h"

#include "text/chars_table.h"
