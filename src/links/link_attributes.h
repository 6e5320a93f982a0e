/* links/link_attributes.h: the attributes that hold links, and those that describe them. */
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

/* An attribute that holds links or describes them (link_attributes.c). */
typedef struct dt_link_attribute dt_link_attribute;

/* The attributes of the last names, cached: equal names of a document are nearly always the same pointer.  Starts as
 * {0}. */
typedef struct dt_link_names {
  struct {
    const xmlChar *name;
    const dt_link_attribute *attribute; /* NULL: another attribute */
  } known[64];
} dt_link_names;

/* The attributes that describe the links of an element; NULL = missing. */
typedef struct dt_link_description {
  const char *rel, *title, *label, *alt, *classes, *current; /* label: aria-label; current: aria-current */
} dt_link_description;

dt_link_description dt_link_description_of(dt_link_names *names, const xmlNode *node);

/* Called for each link as it is written, which may be only white space but not empty. */
typedef void (*dt_link_visit)(void *data, detm_text link);
void dt_link_attributes_read(dt_link_names *names, const dt_link_attributes *attributes, const xmlNode *node,
                             bool pictures, dt_link_visit visit, void *data);

#endif
