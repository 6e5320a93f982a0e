/* wrapper/wrapper.h: wrapper trees (METHOD 2.5) and what they make of a page's records.
 *
 *   records -> align (align.c) -> wrapper tree -> fields: constants, splits, names, types (field.c, name.c)
 *   wrapper tree + record -> values (values.c) -> sink (result.c)
 *   wrapper tree + page -> records (locate.c)
 *   wrapper tree <-> XML (save.c, load.c)
 *
 * A wrapper owns all its memory: nothing in it points into a page. */
#ifndef DT_WRAPPER_H
#define DT_WRAPPER_H

#include <detm/records.h>

#include "base/base.h"
#include "tree/tree.h"

/* A column of the results.  Names are valid XML names, unique in the wrapper. */
typedef struct dt_field {
  const char *name;
  const char *type;
  bool wanted; /* false: read, but left out of the results */
} dt_field;

#define DT_NO_FIELD UINT32_MAX

/* A piece of a text that is a value of its own: "<b>12</b> reviews" has two. */
typedef struct dt_part {
  const char *within; /* the decoration it stands in, outermost first: "font b.price", "" = none */
  uint64_t hash;      /* of within */
  const char *before; /* what all values begin with and is no part of them: "Author: ", "" = nothing */
  const char *after;  /* and what they end with */
  uint32_t field;
  /* while learning */
  const char *label; /* what the page calls it, NULL = nothing */
} dt_part;

typedef enum dt_split {
  DT_SPLIT_NONE,    /* the text is one value */
  DT_SPLIT_ALL,     /* each piece between decoration tags is a value */
  DT_SPLIT_PHRASES, /* as DT_SPLIT_ALL, but words printed bold or the like part nothing */
  DT_SPLIT_MARKS    /* each part ends where its `after` stands */
} dt_split;

/* A node of the wrapper tree. */
typedef struct dt_wrapper_node {
  struct dt_wrapper_node *parent, *first, *last, *next;
  dt_tag tag;              /* DT_TAG_RUN at the root: its children are the siblings that make up one record */
  const char *name;        /* of the tag */
  const char *class;       /* class attribute of its first instance, "" = none; any shared class counts as the same */
  bool optional, repeated; /* . = neither, ? = optional, + = repeated, * = both */
  uint32_t column, span;   /* of a table cell: its first column from 1 and how many; 0 = no cell */
  uint32_t number;         /* pre-order, set by dt_wrapper_number */
  /* elements */
  uint32_t href, src; /* fields of these attributes, DT_NO_FIELD = none */
  /* texts */
  bool linked;
  const char *text;  /* the text if it is always the same, else NULL: #PCDATA */
  const char *label; /* what the page calls it: a header, "Price", an itemprop; NULL = nothing */
  dt_split split;
  dt_part *parts; /* one if DT_SPLIT_NONE; the order is that of the page */
  uint32_t part_count;
  detm_text sample; /* the text of the first instance: alike texts align */
  unsigned digits;  /* of the sample: 0 none, 1 some, 2 half of it or more */
  /* while learning */
  uint32_t instances;
  struct dt_wrapper_node *same_as; /* the sibling that it was found to be a repeat of, or NULL */
  bool constant;
  bool has_href, has_src, fragmented;
  bool passed;        /* seen to be no repeat */
  bool labels;        /* a text that names the value after it and is none itself */
  const char *within; /* the decoration that a text of one fragment stands in, "" = none */
  const char *itemprop;
} dt_wrapper_node;

/* Where on the page records were: a parent of records. */
typedef struct dt_place {
  const char *path;  /* tags from the root, without numbers: "/html/body/div/ul" */
  const char *class; /* of the parent, "" = none */
  const char *id;
  uint64_t hash; /* dt_path_hash of such a node */
} dt_place;

/* Something that the page had outside its records: a page that has none of these is another kind of page. */
typedef struct dt_clue {
  const char *tag;
  const char *attribute; /* "id", "class" or "href" */
  const char *value;
} dt_clue;

struct detm_wrapper {
  dt_arena arena;
  dt_wrapper_node *root;
  dt_field *fields; /* in document order */
  uint32_t field_count;
  dt_place *places; /* the most frequent first */
  uint32_t place_count;
  bool one_place; /* records of a page all stand in one parent */
  dt_clue *clues; /* XML: <clue tag="div" id="header"/> */
  uint32_t clue_count;
  uint32_t node_count; /* added to the tree, the root included */
  uint32_t records;    /* learned from */
  uint32_t pages;
  struct detm_profile *profile; /* what the values of each field were like, in their order; NULL = unknown */
};

/* The arena's scope is the caller's; the wrapper's root is an empty run. */
void dt_wrapper_start(detm_wrapper *wrapper, dt_scope *scope);
dt_wrapper_node *dt_wrapper_add(detm_wrapper *wrapper, dt_wrapper_node *parent, dt_wrapper_node *before, dt_tag tag);
/* Next node in pre-order, NULL after the last; and the one after its subtree. */
dt_wrapper_node *dt_wrapper_next(const dt_wrapper_node *node);
dt_wrapper_node *dt_wrapper_past(const dt_wrapper_node *node);
void dt_wrapper_number(detm_wrapper *wrapper);
uint32_t dt_field_add(detm_wrapper *wrapper, const char *name, const char *type);

/* Hash of the decoration written as dt_part.within. */
uint64_t dt_within_hash(const char *within);

#endif
