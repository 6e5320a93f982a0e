/* template/learn/learn.h: learns a template from sample pages and their values (doc/method 3.4).
 *
 *   values on samples -> places of each value -> candidates (anchors that give it) -> groups with equal output
 *   -> the best groups are the parts of the field
 *
 * sample.c             a sample page: its nodes numbered, its text searchable
 * value_search.c       the places of a value on a sample
 * value_places.c       the places that notices list, and whether the right one is in doubt
 * value_pattern.c      patterns that cut a value out of a longer text
 * anchors.c            attributes by which elements can be found
 * anchor_path.c        paths from an element to a descendant
 * labels.c             labels before a value
 * candidates_single.c  candidates for one value
 * candidates_list.c    candidates for all values of a list
 * list_filter.c        predicates that exclude unwanted nodes of a list
 * list_examples.c      the whole list that the values are examples of
 * candidates.c         the set of candidates; their output
 * select.c             the choice of candidates for the parts of a field
 * field.c              one field
 * layout_labels.c      the labels of the fields, and of the other pairs on the samples
 * learn.c              layouts, notices, the template; detm_template_learn
 * remember.c           statistics of the sample values */
#ifndef DT_TEMPLATE_LEARN_H
#define DT_TEMPLATE_LEARN_H

#include "template/apply/pattern.h"
#include "template/learn/anchors.h"

typedef enum dt_target_kind { DT_TARGET_ELEMENT, DT_TARGET_TEXT, DT_TARGET_ATTRIBUTE, DT_TARGET_RUN } dt_target_kind;

typedef struct dt_target {
  dt_target_kind kind;
  xmlNodePtr node;    /* the element, the text node, the attribute (an xmlAttr), or the first node of the run */
  xmlNodePtr element; /* the element itself, or the parent of the text, attribute or run */
  bool partial;       /* the value is part of the node's text */
} dt_target;

/* Returns the node of a target; the element of a run. */
static inline xmlNodePtr dt_target_node(const dt_target *target) {
  return target->kind == DT_TARGET_RUN ? target->element : target->node;
}

typedef struct dt_targets {
  dt_target *all;
  uint32_t count;
  uint32_t places; /* count of places as a person sees them: nested elements with one text are one place */
  bool unseen;     /* they are attributes that readers do not see, such as data-sku and class */
} dt_targets;

/* Finds the nodes whose text is `value` or contains it.  Compares squeezed texts; ignores case only if no text contains
 * the value as given and no attribute is equal to it.  `path` (XPath, NULL = any) restricts the result to the node that
 * it leads to. */
dt_targets dt_find_value(dt_sample *sample, detm_text value, const char *path);
/* A value that ends in "..." and is on no such place is the beginning of one: returns the text of the block that begins
 * so, in the sample's arena; else the value. */
detm_text dt_find_whole(dt_sample *sample, detm_text value, const char *path);

/* The output of a candidate on one sample: its values as numbers of dt_words. */
typedef struct dt_output_words {
  uint32_t *words;
  uint32_t count;
} dt_output_words;

static inline bool dt_output_has(dt_output_words output, uint32_t word) {
  for (uint32_t i = 0; i < output.count; i++)
    if (output.words[i] == word) return true;
  return false;
}

/* An anchor that may become one of the field. */
typedef struct dt_candidate {
  dt_anchor anchor;
  bool all;                  /* every node is a value; else the first that is not empty */
  const char *expression;    /* XPath of the anchor */
  const dt_pattern *pattern; /* compiled; NULL = none */
  uint64_t hash;             /* of everything that distinguishes candidates */
  dt_output_words *outputs;  /* one per sample; NULL = not evaluated yet */
  double strength;           /* trust, reduced if several values were found instead of one */
} dt_candidate;

/* The values of a field that the user wants of one sample: one, or several for a list. */
typedef struct dt_wish {
  const detm_text *values;
  const char *const *paths; /* one per value, NULL = anywhere */
  uint32_t count;           /* 0 = the sample does not have the field */
} dt_wish;

typedef struct dt_mean {
  double sum;
  uint32_t count;
} dt_mean;
static inline double dt_mean_of(dt_mean mean) { return mean.count != 0 ? mean.sum / mean.count : 0; }

typedef struct dt_known_pattern {
  const char *text;
  dt_pattern *pattern;
} dt_known_pattern;

typedef struct dt_learning {
  dt_scope scope;
  dt_arena arena;
  dt_sample *samples;
  dt_target_values *wanted; /* one per sample */
  uint32_t sample_count;
  dt_words words;
  dt_buffer buffer; /* freed at the end, like the patterns */
  dt_known_pattern *patterns;
  uint32_t pattern_count, pattern_capacity;
  bool exactly;              /* list fields must not give more than the wanted values */
  const char *field;         /* name of the current field */
  dt_candidate **candidates; /* of that field */
  uint32_t candidate_count, candidate_capacity;
  dt_lookup candidate_lookup;   /* hashes of the candidates */
  DT_VEC(dt_candidate *) fresh; /* the candidates that dt_list_candidates made last */
  dt_mean *agreement;           /* one per sample, over all fields of the current layout */
  uint32_t *tally;              /* counts by word, all 0 between uses */
  uint32_t tally_capacity;
} dt_learning;

/* Returns a copy of l->buffer in the arena. */
const char *dt_buffer_copy(dt_learning *l);

/* Removes all candidates. */
void dt_candidates_clear(dt_learning *l);
/* Adds a candidate, or raises the trust of an equal one.  Returns NULL if there are too many, or it is invalid. */
dt_candidate *dt_candidates_add(dt_learning *l, const dt_anchor *anchor, bool all);
/* Returns the nodes of a candidate on the sample, or the first nodes of the runs in them. */
dt_nodes dt_candidate_nodes(const dt_candidate *candidate, dt_sample *sample);
/* Returns the value that the candidate gives for such a node, 0 = no value. */
uint32_t dt_candidate_word(dt_learning *l, const dt_candidate *candidate, dt_sample *sample, xmlNodePtr node);
/* Returns that value as text; length 0 = no value. */
detm_text dt_candidate_text(dt_learning *l, const dt_candidate *candidate, dt_sample *sample, xmlNodePtr node);
/* Returns the output of the candidate on sample number `sample`. */
dt_output_words dt_candidate_output(dt_learning *l, dt_candidate *candidate, uint32_t sample);

/* The path from the body to the paragraphs of elements that have three long ones or more. */
#define DT_PROSE_ANYWHERE "//*[count(p[string-length(normalize-space())>80])>2]/p"
/* Returns whether the values are paragraphs of prose. */
bool dt_is_prose(const dt_wish *wish);

/* Adds candidates for one value of sample number `sample`. */
void dt_single_candidates(dt_learning *l, uint32_t sample, detm_text value, const char *path);
/* Adds candidates that give several values at once.  `prose`: the values are paragraphs. */
void dt_list_candidates(dt_learning *l, uint32_t sample, const dt_wish *wish, bool prose);
/* Returns the whole list, in document order, that the values of a list field are examples of; the same wish if they are
 * the whole list, or one has a path. */
dt_wish dt_whole_list(dt_learning *l, uint32_t sample, const dt_wish *wish);
/* Adds variants of a list candidate that exclude the unwanted values that it gives on the sample. */
void dt_filtered_candidates(dt_learning *l, uint32_t sample, const dt_wish *wish, const dt_candidate *candidate);
/* Adds a variant that requires the features that all wanted values have in common. */
void dt_uniform_candidate(dt_learning *l, uint32_t sample, const dt_wish *wish, const dt_candidate *candidate);

/* Returns whether all text of the element is in one child that is bold or a heading. */
bool dt_is_wholly_bold(const dt_sample *sample, xmlNodePtr node);

/* A way to cut a value out of a longer text. */
typedef struct dt_cutting {
  const char *pattern; /* NULL = the whole text is the value */
  double cost;
} dt_cutting;
enum { DT_MAX_CUTTINGS = 6 };
/* Makes patterns that cut the value out of the text.  Returns their number. */
uint32_t dt_cuttings_of(dt_learning *l, detm_text text, detm_text value, dt_cutting cuts[DT_MAX_CUTTINGS]);

/* Returns a pattern that cuts the values of a list out of texts with an optional prefix and suffix, which are equal in
 * all texts but for numbers ("1. ", "Step 2: "); NULL if one is too long. */
const char *dt_numbered_cut(dt_learning *l, detm_text text, detm_text value);

/* Learns a field from the wanted values, one wish per sample.  Returns false if no candidate gives them. */
bool dt_field_learn(dt_learning *l, const char *name, const dt_wish *wishes, dt_template_field *field);
/* Chooses candidates for the parts of the field, given one wish per sample.  Returns false if no candidate will do. */
bool dt_choose(dt_learning *l, const dt_wish *wishes, bool list, dt_arena *into, dt_template_field *field);
/* Sets the labels of a layout, and those of the anchors of fields with one value, given for each field a wish of each
 * sample. */
void dt_layout_labels(dt_learning *l, dt_template_layout *layout, const dt_wish *const *wishes);
/* Returns the values of the wish as an output. */
dt_output_words dt_wanted_output(dt_learning *l, const dt_wish *wish);
/* Returns how well `have` and `more` together agree with `want`: the harmonic mean of precision and recall.  If nothing
 * is wanted, 1 for no values, else 0.6. */
double dt_agreement(dt_learning *l, dt_output_words want, dt_output_words have, dt_output_words more);

/* Returns the XPath of a node, for people to read. */
const char *dt_place_path(dt_arena *arena, xmlNodePtr node);
/* Returns whether a text contains the name of the field, ignoring white space, punctuation and case. */
bool dt_names_field(dt_learning *l, const char *field, detm_text text);
/* Returns the path of the text that contains all values of a list and has the field's name, in itself or in its label:
 * "Tags: oak, shelf".  Returns NULL without one, or if each value is a whole text elsewhere. */
const char *dt_named_text(dt_learning *l, uint32_t sample, const char *field, const dt_wish *wish);
/* Fills in the places of a choice's value on sample number `sample`, and whether the right one is in doubt.
 * `gathered`: it is one value of a list, cut out of a text alone. */
void dt_places_note(dt_learning *l, uint32_t sample, const detm_choice *choice, const dt_targets *targets,
                    bool gathered, detm_notice *notice);

/* Sets template->profile to statistics of the values that the template gives on the samples. */
detm_status dt_template_remember(detm_template *template, const detm_sample *samples, size_t sample_count,
                                 detm_error *error);

#endif
