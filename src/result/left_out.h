/* result/left_out.h: what of a region is in no column, for formats of JSON. */
#ifndef DT_RESULT_LEFT_OUT_H
#define DT_RESULT_LEFT_OUT_H

#include <detm/sink.h>

#include "base/base.h"

/* Adds objects, with commas between them: {"reason":"row-total","n":1,"sample":"Total 12 34"}.  `first` are members
 * that each has before its own, as in "\"@region\":2,"; "" = none. */
void dt_left_out_write(dt_buffer *to, const detm_region_info *region, const char *first);

#endif
