/* engine/composition.h: what records, or the cells of a column, consist of: a basis to recognise records of one list.
 */
#ifndef DT_ENGINE_COMPOSITION_H
#define DT_ENGINE_COMPOSITION_H

#include "engine/engine.h"

enum { DT_C_empty, DT_C_linked, DT_C_dated, DT_C_priced, DT_C_numeral, DT_COMPOSITION_SHARES };

/* Sums while records are added; then shares of the records that have such a text. */
typedef struct dt_composition {
  double count, share[DT_COMPOSITION_SHARES]; /* those after DT_C_empty are shares of the records that are not empty */
  double characters;                          /* mean of the records that are not empty */
} dt_composition;

/* Adds a record: the texts of nodes that are siblings. */
void dt_composition_add(dt_engine *engine, const dt_index *nodes, uint32_t count, dt_composition *composition);
/* Turns the sums into shares. */
void dt_composition_finish(dt_composition *composition);
/* Whether no share differs by more than DT_SHARE_DIFFERS. */
bool dt_compositions_agree(const dt_composition *a, const dt_composition *b);
/* Whether the mean lengths differ at most by this factor. */
static inline bool dt_lengths_agree(const dt_composition *a, const dt_composition *b, double factor) {
  return a->characters <= factor * b->characters && b->characters <= factor * a->characters;
}

#endif
