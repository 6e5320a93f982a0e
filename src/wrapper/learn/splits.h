/* wrapper/learn/splits.h: decides which texts hold several values. */
#ifndef DT_WRAPPER_LEARN_SPLITS_H
#define DT_WRAPPER_LEARN_SPLITS_H

#include "wrapper/learn/learn.h"

/* An instance of a text of the wrapper. */
typedef struct dt_instance {
  const dt_tree *tree;
  dt_index node;
} dt_instance;

/* Sets the parts of a text from its instances: the pieces between its decoration where they are separate values, else
 * one part.  The parts have no fields yet. */
void dt_text_split(detm_wrapper *wrapper, dt_arena *scratch, dt_wrapper_node *w, const dt_instance *instances,
                   uint32_t count);
/* Whether a text ends with a colon. */
bool dt_ends_like_label(detm_text text);

#endif
