/* wrapper/learn/noise.h: excludes fields that say nothing about a record. */
#ifndef DT_WRAPPER_LEARN_NOISE_H
#define DT_WRAPPER_LEARN_NOISE_H

#include "wrapper/learn/affixes.h"

/* Excludes constants, dead addresses, labels of buttons and hidden texts. */
void dt_wrapper_mark_noise(detm_wrapper *wrapper, dt_arena *scratch, const dt_columns *columns);
/* Excludes copies: the first wanted field is kept, and among addresses that of the title. */
void dt_wrapper_mark_copies(detm_wrapper *wrapper, dt_arena *scratch, const dt_columns *columns, uint32_t title);

#endif
