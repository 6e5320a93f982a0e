/* template/template.h: a template as the files of this folder share it.
 *
 * A template has layouts (one, unless its samples were made by different templates of the site); a layout has
 * fields; a field's values are those of its parts, one part after the other; a part is read by the first of its
 * anchors that gives a value.  detm-template(5) describes the XML, which has the same shape. */
#ifndef DT_TEMPLATE_H
#define DT_TEMPLATE_H

#include <detm/template.h>

#include "base/base.h"

/* How an anchor finds the element that it starts from.  The comments are the XPath that it stands for: TAG is the
 * anchor's tag ("*" if NULL), VALUE and NAME its value and name. */
typedef enum dt_anchor_kind {
  DT_ANCHOR_CAPTION,   /* //TAG[normalize-space()=VALUE] */
  DT_ANCHOR_TEXT,      /* //TAG/text()[normalize-space()=VALUE]: a caption that is no element of its own */
  DT_ANCHOR_ID,        /* //TAG[@id=VALUE] */
  DT_ANCHOR_CLASS,     /* //TAG[its class attribute holds every token of VALUE] */
  DT_ANCHOR_ATTRIBUTE, /* //TAG[@NAME=VALUE] */
  DT_ANCHOR_TOKEN,     /* //TAG[its attribute NAME holds the token VALUE] */
  DT_ANCHOR_TAG,       /* //TAG */
  DT_ANCHOR_DATA,      /* //ld//ANY[@type=VALUE]: JSON-LD, see tree/data.h */
  DT_ANCHOR_PATH,      /* nothing: its path begins at the root */
  DT_ANCHOR_KINDS
} dt_anchor_kind;

/* "caption", "text", "id", "class", "attribute", "token", "tag", "data", "path": as in the XML. */
extern const char *const dt_anchor_kind_names[DT_ANCHOR_KINDS];

#define DT_EVERY_RUN UINT32_MAX

typedef struct dt_anchor {
  dt_anchor_kind kind;
  const char *tag;     /* NULL = any */
  const char *name;    /* ATTRIBUTE, TOKEN */
  const char *value;   /* NULL for TAG and PATH */
  const char *path;    /* XPath steps from there to the value's node; may be "" */
  const char *pattern; /* PCRE2: its group 1, or else its match, is the value; NULL = the whole text */
  uint32_t run;        /* 0 = the nodes are the values; else each one's run of this number (tree/document.h) is */
  uint32_t skip, drop; /* nodes, or runs, at the start and at the end that are no values */
  double trust;        /* 0 to 1; anchors stand in falling order of it */
} dt_anchor;

typedef struct dt_template_part {
  bool all; /* every node's text is a value; else only the first that is not empty */
  bool
      more; /* and then siblings like it, parted by a comma or the like: pages may have several where samples had one */
  dt_anchor *anchors;
  uint32_t anchor_count;
} dt_template_part;

typedef struct dt_template_field {
  const char *name;
  const char *caption; /* NULL = none */
  const char *type;    /* "text", "number", "price", "date", "url": what all its sample values were */
  bool list;
  bool optional; /* pages without it are no worse: it does not count for the fit, and nobody misses it */
  uint32_t
      longest; /* characters that a value may have (0 = any number): more is a broken page, the next anchor is tried */
  dt_template_part *parts;
  uint32_t part_count;
} dt_template_field;

typedef struct dt_layout {
  const char *const *marks; /* the fingerprint: what all sample pages of the layout have (fingerprint.h), sorted */
  uint32_t mark_count;
  dt_template_field *fields;
  uint32_t field_count;
  struct dt_skeleton *skeleton; /* the tags of the sample that lead to the values (skeleton.h); NULL = none */
} dt_layout;

struct detm_template {
  dt_arena arena;
  const char *name, *domain; /* domain NULL = none */
  uint32_t pages;            /* sample pages that it was made of, 0 = unknown */
  dt_layout *layouts;
  uint32_t layout_count;
  detm_notice *notices;
  size_t notice_count;
  struct detm_profile *profile; /* what the values of the samples were like, by name; NULL = unknown */
  void *stylesheet;             /* the compiled xsltStylesheet (stylesheet.h) */
};

#endif
