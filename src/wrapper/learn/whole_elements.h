/* wrapper/learn/whole_elements.h: finds elements whose texts are one value. */
#ifndef DT_WRAPPER_LEARN_WHOLE_ELEMENTS_H
#define DT_WRAPPER_LEARN_WHOLE_ELEMENTS_H

#include "wrapper/learn/splits.h"

/* Makes one part of each element whose texts are one value. */
void dt_wrapper_find_whole(detm_wrapper *wrapper, dt_arena *scratch, const dt_record_set *sets, uint32_t set_count);

#endif
