/* engine/composition.h: what records, or the cells of a column, consist of: a basis to recognise records of one list.
 */
#ifndef DT_ENGINE_COMPOSITION_H
#define DT_ENGINE_COMPOSITION_H

#include "engine/engine.h"

enum { DT_SHARE_EMPTY, DT_SHARE_LINKED, DT_SHARE_DATED, DT_SHARE_PRICED, DT_SHARE_NUMERAL, DT_SHARE_COUNT };

/* Sums while records are added; then shares of the records that have such a text. */
typedef struct dt_composition {
  double count, share[DT_SHARE_COUNT]; /* those after DT_SHARE_EMPTY are shares of the records that are not empty */
  double characters;                   /* mean of the records that are not empty */
} dt_composition;

/* Adds a record: the texts of nodes that are siblings. */
void dt_composition_add(dt_engine *engine, const dt_index *nodes, uint32_t count, dt_composition *composition);
/* Turns the sums into shares. */
void dt_composition_finish(dt_composition *composition);
/* Whether no share differs by more than DT_MAX_SHARE_DIFFERENCE. */
bool dt_compositions_agree(const dt_composition *a, const dt_composition *b);
/* Whether the mean lengths differ at most by this factor. */
static inline bool dt_lengths_agree(const dt_composition *a, const dt_composition *b, double factor) {
  return a->characters <= factor * b->characters && b->characters <= factor * a->characters;
}

#endif
