/* links/link_attributes.h: the attributes that hold links. */
#ifndef DT_LINKS_LINK_ATTRIBUTES_H
#define DT_LINKS_LINK_ATTRIBUTES_H

#include "html/dom.h"

/* The link attributes of an element. */
typedef struct dt_link_attributes {
  const char *element;
  uint8_t attributes; /* DT_LINK_IN_... */
  uint8_t pictures;   /* added by the option `images` */
} dt_link_attributes;

enum {
  DT_LINK_IN_HREF = 1, /* href, xlink:href */
  DT_LINK_IN_SRC = 2,
  DT_LINK_IN_ACTION = 4,
  DT_LINK_IN_REFRESH = 8, /* content of meta http-equiv=refresh */
  DT_LINK_IN_SET = 16,    /* srcset */
  DT_LINK_IN_LAZY = 32,   /* attributes from which scripts load pictures */
  DT_LINK_IN_POSTER = 64,
  DT_LINK_IN_BACKGROUND = 128
};

/* Returns the link attributes of an element, or NULL. */
const dt_link_attributes *dt_link_attributes_of(const char *element);
/* Called for each link as it is written, which may be only white space but not empty. */
typedef void (*dt_link_visit)(void *data, detm_text link);
void dt_link_attributes_read(const dt_link_attributes *attributes, const xmlNode *node, bool pictures,
                             dt_link_visit take, void *data);

#endif
