/* template/learn/sample.h: a sample page, prepared for learning.
 *
 * The elements and texts of its document are numbered in document order.  All texts are squeezed and concatenated to a
 * stream, in which values are searched.  The nodes of an anchor are found once, as they are when templates are applied.
 */
#ifndef DT_TEMPLATE_LEARN_SAMPLE_H
#define DT_TEMPLATE_LEARN_SAMPLE_H

#include "base/map.h"
#include "base/vec.h"
#include "html/dom.h"
#include "html/page.h"
#include "template/apply/anchor_index.h"
#include "template/apply/anchor_xpath.h"

#include <libxml/tree.h>
#include <libxml/xpath.h>

/* The cached value of a node. */
typedef struct dt_sample_value_of {
  detm_text text; /* data NULL = not yet known */
  uint32_t word;
  bool has_word;
} dt_sample_value_of;

/* A text node that is not blank. */
typedef struct dt_sample_text {
  xmlNodePtr node;
  uint32_t start, length;        /* in the stream */
  dt_sample_value_of value, run; /* run: the run that begins with this node */
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
  char *stream, *folded; /* equal in length and offsets */
  uint32_t stream_length;
  dt_locator locator; /* dt_sample_end frees this and the next two */
  xmlXPathContextPtr context;
  xmlNodeSetPtr held;
  dt_lookup answer_lookup; /* hashes of the answers' expressions */
  DT_VEC(dt_answer *) answers;
} dt_sample;

/* Numbers the nodes of a document.  Allocates in `arena`; leaves its scope without memory. */
void dt_sample_start(dt_sample *sample, dt_arena *arena, xmlDocPtr document);
/* Frees a sample that was started, or is all 0. */
void dt_sample_end(dt_sample *sample);

/* Returns the nodes of an anchor (elements, texts, attributes), or the elements with its runs, in document order, at
 * most 400; none if its path is invalid.  `expression` is its XPath (dt_anchor_xpath), the key of the cache. */
dt_nodes dt_sample_find(dt_sample *sample, const dt_anchor *anchor, const char *expression);
/* Returns the same for a path from the root; no nodes if templates do not allow it. */
dt_nodes dt_sample_at_path(dt_sample *sample, const char *path);

/* Returns the index of an element in `elements`, or of a text that is not blank in `texts`. */
uint32_t dt_sample_number(const xmlNode *node);
static inline const dt_sample_element *dt_sample_at(const dt_sample *sample, xmlNodePtr element) {
  return &sample->elements[dt_sample_number(element)];
}
/* Returns the length of the element's squeezed text. */
uint32_t dt_sample_length(const dt_sample *sample, xmlNodePtr element);
/* Returns the index of the text that contains byte `offset` of the stream. */
uint32_t dt_sample_text_at(const dt_sample *sample, uint32_t offset);
/* Returns the nearest common ancestor of two nodes, or one of them. */
xmlNodePtr dt_common_ancestor(xmlNodePtr a, xmlNodePtr b);

/* Returns the value text of a node (html/value_text.h), with a NUL after it, in the sample's arena. */
detm_text dt_sample_value(dt_sample *sample, xmlNodePtr node);
/* Returns all text of a node, as XPath's normalize-space(.). */
detm_text dt_sample_string(dt_sample *sample, xmlNodePtr node);

/* Returns the value text of the run that begins with a node. */
detm_text dt_sample_run_value(dt_sample *sample, xmlNodePtr run);

/* Return a squeezed and folded copy of a text, or one of only its letters and digits. */
detm_text dt_squeezed(dt_arena *arena, detm_text text);
detm_text dt_squeezed_words(dt_arena *arena, detm_text text);

/* Numbers texts from 1.  Texts that are equal when squeezed and folded have the same number; 0 = an empty text. */
typedef struct dt_words {
  dt_lookup lookup; /* hashes of the texts */
  detm_text *texts; /* texts[n - 1] has the number n */
  uint32_t capacity;
} dt_words;
uint32_t dt_words_number(dt_words *words, dt_arena *arena, detm_text text);
/* Return the number of the value of a node, or of a run; all samples share one `words`. */
uint32_t dt_sample_word_of(dt_sample *sample, dt_words *words, xmlNodePtr node);
uint32_t dt_sample_run_word(dt_sample *sample, dt_words *words, xmlNodePtr run);

/* Returns the value of an attribute, in the document; data NULL if it is missing or empty. */
detm_text dt_attribute_value(xmlNodePtr element, const char *name);
/* Returns the position, from 1, of a text among the texts of its parent that are not blank; sets *of to their number.
 */
uint32_t dt_text_position(xmlNodePtr text, uint32_t *of);
/* Returns the same for a run among the runs of its parent. */
uint32_t dt_run_position(const xmlNode *run, uint32_t *of);
bool dt_node_blank(xmlNodePtr text);

#endif
