/* focus/sight.h: which attributes of which elements hold links. */
#ifndef DT_SIGHT_H
#define DT_SIGHT_H

#include "tree/node.h"

/* What an element does with links. */
typedef struct dt_sight {
  const char *element; /* its name */
  uint8_t attributes;  /* its links: DT_SIGHT_... */
  uint8_t pictures;    /* those that --images adds */
} dt_sight;

enum {
  DT_SIGHT_HREF = 1, /* href, xlink:href */
  DT_SIGHT_SRC = 2,
  DT_SIGHT_ACTION = 4,
  DT_SIGHT_REFRESH = 8, /* content of meta http-equiv=refresh */
  DT_SIGHT_SET = 16,    /* srcset */
  DT_SIGHT_LAZY = 32,   /* attributes that scripts load pictures from */
  DT_SIGHT_POSTER = 64,
  DT_SIGHT_BACKGROUND = 128
};

/* NULL = an element without links. */
const dt_sight *dt_sight_of(const char *element);
/* Hands on each link of an element, as it is written and never empty but for white space. */
typedef void (*dt_sight_take)(void *data, detm_text link);
void dt_sight_read(const dt_sight *sight, const xmlNode *node, bool pictures, dt_sight_take take, void *data);

#endif
