/* wrapper/learn/learn.h: learns a wrapper from records. */
#ifndef DT_WRAPPER_LEARN_H
#define DT_WRAPPER_LEARN_H

#include "wrapper/record_set.h"

/* Aligns all records of the sets, learns the wrapper, which must be empty, and makes its fields. */
void dt_wrapper_grow(detm_wrapper *wrapper, dt_arena *arena, dt_arena *scratch, dt_record_set *sets,
                     uint32_t set_count);

/* fold_repeats.c: folds siblings that are repeats into one repeated node. */
void dt_wrapper_fold(detm_wrapper *wrapper);
/* fields.c: finds constants and splits, and makes the fields of the aligned records. */
void dt_wrapper_make_fields(detm_wrapper *wrapper, dt_arena *scratch, dt_record_set *sets, uint32_t set_count);

#endif
