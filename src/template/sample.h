/* template/sample.h: a page as learning looks at it.
 *
 * Its document's elements and texts are numbered in document order, and all texts stand squeezed one after the other in
 * a stream, in which values are looked for.  What an anchor leads to is found once, the way templates are applied. */
#ifndef DT_SAMPLE_H
#define DT_SAMPLE_H

#include "template/locate.h"
#include "tree/node.h"
#include "tree/tree.h"

#include <libxml/tree.h>
#include <libxml/xpath.h>

/* What is kept of a node once its value was asked for. */
typedef struct dt_sample_value_of {
  detm_text text; /* data NULL = not asked yet */
  uint32_t word;
  bool has_word;
} dt_sample_value_of;

/* A text node that is not blank. */
typedef struct dt_sample_text {
  xmlNodePtr node;
  uint32_t start, length;        /* in the stream */
  dt_sample_value_of value, run; /* run: of the run that begins here */
} dt_sample_text;

typedef struct dt_sample_element {
  xmlNodePtr node;
  uint32_t first, end; /* its texts are [first, end) */
  bool data;           /* within <ld> */
  dt_sample_value_of value, run;
} dt_sample_element;

/* An attribute whose value a person may have seen: content, alt, title, value, datetime, href, src ... */
typedef struct dt_sample_attribute {
  xmlAttrPtr node;
  const char *squeezed;
  uint32_t length;
} dt_sample_attribute;

typedef struct dt_nodes {
  xmlNodePtr *nodes;
  uint32_t count;
} dt_nodes;

typedef struct dt_answer dt_answer;

typedef struct dt_sample {
  dt_scope *scope;
  dt_arena *arena;
  xmlDocPtr document;
  dt_sample_text *texts;
  uint32_t text_count;
  dt_sample_element *elements;
  uint32_t element_count;
  dt_sample_attribute *attributes;
  uint32_t attribute_count;
  char *stream, *folded; /* of the same length, offsets agree */
  uint32_t stream_length;
  dt_locator locator; /* these three are freed by dt_sample_end */
  xmlXPathContextPtr context;
  xmlNodeSetPtr held;
  dt_answer **answers; /* by expression */
  uint32_t answer_count, answer_room;
} dt_sample;

/* Numbers the document; takes memory from `arena` and leaves through its scope. */
void dt_sample_start(dt_sample *sample, dt_arena *arena, xmlDocPtr document);
/* To be called whatever happened after the sample was zeroed. */
void dt_sample_end(dt_sample *sample);

/* The nodes that an anchor leads to (elements, texts, attributes), or where it has runs the elements that hold them, in
 * document order, at most 400; none if its path is wrong.  `expression` is its XPath (dt_anchor_xpath), by which it is
 * known again. */
dt_nodes dt_sample_find(dt_sample *sample, const dt_anchor *anchor, const char *expression);
/* The same of a path from the document, if it is one that a template may hold. */
dt_nodes dt_sample_at_path(dt_sample *sample, const char *path);

/* Number of an element among the elements, of a text that is not blank among the texts. */
uint32_t dt_sample_number(const xmlNode *node);
static inline const dt_sample_element *dt_sample_at(const dt_sample *sample, xmlNodePtr element) {
  return &sample->elements[dt_sample_number(element)];
}
/* Bytes of the element's squeezed text. */
uint32_t dt_sample_length(const dt_sample *sample, xmlNodePtr element);
/* The text that holds byte `offset` of the stream. */
uint32_t dt_sample_text_at(const dt_sample *sample, uint32_t offset);
/* The nearest element that holds both. */
xmlNodePtr dt_common_ancestor(xmlNodePtr a, xmlNodePtr b);

/* Value text of a node (document.h), NUL-terminated, in the sample's arena. */
detm_text dt_sample_value(dt_sample *sample, xmlNodePtr node);
/* All of its text, as XPath's normalize-space(.). */
detm_text dt_sample_string(dt_sample *sample, xmlNodePtr node);

/* The same of the run (tree/document.h) that begins with the node. */
detm_text dt_sample_run_value(dt_sample *sample, xmlNodePtr run);

/* Texts as numbers from 1, equal for texts that are equal squeezed and folded; 0 = nothing is left of it. */
typedef struct dt_word {
  detm_text text;
  uint32_t number;
} dt_word;
typedef struct dt_words {
  dt_word *all;
  uint32_t count, room;
} dt_words;
uint32_t dt_words_number(dt_words *words, dt_arena *arena, detm_text text);
/* The number of a node's value; all samples of a run share one `words`. */
uint32_t dt_sample_word(dt_sample *sample, dt_words *words, xmlNodePtr node);
uint32_t dt_sample_run_word(dt_sample *sample, dt_words *words, xmlNodePtr run);

/* Value of the attribute, data NULL = it has none or an empty one; a pointer into the document. */
detm_text dt_attribute_value(xmlNodePtr element, const char *name);
/* Among the siblings of its tag, from 1; *of gets how many there are. */
uint32_t dt_node_position(xmlNodePtr element, uint32_t *of);
/* Among the texts of its parent that are not blank, likewise. */
uint32_t dt_text_position(xmlNodePtr text, uint32_t *of);
/* Among the runs of its parent, likewise. */
uint32_t dt_run_position(const xmlNode *run, uint32_t *of);
bool dt_node_blank(xmlNodePtr text);

#endif
