/* wrapper/locate/chosen_region.h: the region that detm_extract_options.region names. */
#ifndef DT_WRAPPER_LOCATE_CHOSEN_REGION_H
#define DT_WRAPPER_LOCATE_CHOSEN_REGION_H

#include "engine/engine.h"

/* The region to find; start with {.name = options->region}. */
typedef struct dt_chosen {
  const char *name; /* a number, a path or a caption */
  /* of the first region that was found: those of the next pages are like it */
  const char *path; /* without numbers; NULL = none yet */
  detm_text class, id;
} dt_chosen;

/* Whether a text may name a region. */
bool dt_chosen_valid(const char *name);
/* The options with which the engine finds the chosen region: all regions, if one is chosen. */
detm_extract_options dt_chosen_options(const detm_extract_options *options);
/* Moves the chosen region of the page to the front of the engine's regions.  False if the page has no such region. */
bool dt_chosen_find(dt_chosen *chosen, dt_engine *engine);
/* The caption by which a name chooses a table; NULL = it is a number or a path. */
const char *dt_chosen_caption(const char *name);
/* Whether a name, a path or caption, chooses a table, even one without records. */
bool dt_chosen_is_table(const dt_engine *engine, const char *name, const dt_grid *grid);

#endif
