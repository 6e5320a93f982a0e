/* template/learn.h: what the files that learn a template share.
 *
 * For each field candidates are made from each sample (single.c, list.c, filter.c): anchors that give its values there.
 * They are evaluated on all samples, and what gives the same is grouped (choose.c). */
#ifndef DT_TEMPLATE_LEARN_H
#define DT_TEMPLATE_LEARN_H

#include "template/anchor.h"
#include "template/find.h"
#include "template/pattern.h"

/* What a candidate gives on one sample: its values as numbers of dt_words. */
typedef struct dt_output {
  uint32_t *words;
  uint32_t count;
} dt_output;

typedef struct dt_candidate {
  dt_anchor anchor;
  bool all; /* every node is a value; else the first that is not empty */
  const char *expression;
  const dt_pattern *pattern; /* compiled; NULL = none */
  uint64_t hash;             /* of all that tells candidates apart */
  dt_output *outputs;        /* one a sample; NULL = not evaluated yet */
  double strength;           /* trust, less where several values were found instead of one */
} dt_candidate;

/* One value that the user wants, or the several of a list field. */
typedef struct dt_wish {
  const detm_text *values;
  const char *const *paths; /* one a value, NULL = anywhere */
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

/* Candidates by index, in the order of adding. */
typedef struct dt_chosen {
  dt_candidate **all;
  uint32_t count, room;
} dt_chosen;

typedef struct dt_learning {
  dt_scope scope;
  dt_arena arena;
  dt_sample *samples;
  dt_wanted *wanted; /* one a sample */
  uint32_t sample_count;
  dt_words words;
  dt_buffer buffer; /* this and the patterns are freed at the end, whatever happens */
  dt_known_pattern *patterns;
  uint32_t pattern_count, pattern_room;
  dt_candidate **candidates; /* of the field at hand */
  uint32_t candidate_count, candidate_room;
  uint32_t *slots; /* candidates by hash: index + 1 */
  uint32_t slot_count;
  dt_chosen fresh;    /* what dt_list_candidates made last */
  dt_mean *agreement; /* of each sample, over the fields chosen since it was zeroed */
  uint32_t *tally;    /* by word, all 0 between uses */
  uint32_t tally_room;
} dt_learning;

void dt_chosen_add(dt_learning *l, dt_chosen *chosen, dt_candidate *candidate);

/* Forgets the candidates of the field before. */
void dt_candidates_clear(dt_learning *l);
/* Adds a candidate, or raises the trust of the same one; NULL if there are too many or its pattern is wrong. */
dt_candidate *dt_candidates_add(dt_learning *l, const dt_anchor *anchor, bool all);
/* What it takes its values from on the sample: the nodes of its expression, or the runs in them. */
dt_nodes dt_candidate_nodes(const dt_candidate *candidate, dt_sample *sample);
/* The value that it takes from one of them, 0 = none. */
uint32_t dt_candidate_word(dt_learning *l, const dt_candidate *candidate, dt_sample *sample, xmlNodePtr node);
/* What it gives on sample number `sample`. */
dt_output dt_candidate_output(dt_learning *l, dt_candidate *candidate, uint32_t sample);

/* Whether the values are paragraphs rather than entries. */
bool dt_is_prose(const dt_wish *wish);

/* Candidates for one value of sample number `sample`. */
void dt_single_candidates(dt_learning *l, uint32_t sample, detm_text value, const char *path);
/* Candidates that give several values at once. */
void dt_list_candidates(dt_learning *l, uint32_t sample, const dt_wish *wish);
/* Variants of a list candidate that leave out what it gives too much on the sample. */
void dt_filtered_candidates(dt_learning *l, uint32_t sample, const dt_wish *wish, const dt_candidate *candidate);
/* A variant that asks for what all values have in common in form. */
void dt_uniform_candidate(dt_learning *l, uint32_t sample, const dt_wish *wish, const dt_candidate *candidate);

/* Ways to cut a value out of the longer text that holds it, as patterns. */
typedef struct dt_cutting {
  const char *pattern; /* NULL = the whole text is the value */
  double cost;
} dt_cutting;
enum { DT_MAX_CUTTINGS = 6 };
uint32_t dt_cuttings_of(dt_learning *l, detm_text text, detm_text value, dt_cutting cuts[DT_MAX_CUTTINGS]);

/* The pattern that cuts values out of a list's texts which have something before or behind them, the same in all but
 * for numbers ("1. ", "Step 2: "), or may lack it; NULL if that is long. */
const char *dt_numbered_cut(dt_learning *l, detm_text text, detm_text value);

/* A field from what is wanted of each sample; false: nothing gives it. */
bool dt_field_learn(dt_learning *l, const char *name, const dt_wish *wishes, dt_template_field *field);
/* The entry of a list (li) that the node is, or is within; NULL = none. */
xmlNodePtr dt_entry_of(xmlNodePtr node);
/* Fills field's parts from candidates and what is wanted of each sample (one wish a sample); false: nothing gives it.
 */
bool dt_choose(dt_learning *l, const dt_wish *wishes, bool list, dt_arena *into, dt_template_field *field);
/* The wish's values as an output. */
dt_output dt_wanted_output(dt_learning *l, const dt_wish *wish);
/* How well `have` and `more` together are what is wanted: the harmonic mean of precision and recall.  Where nothing is
 * wanted 1 for nothing, else 0.6. */
double dt_agreement(dt_learning *l, dt_output want, dt_output have, dt_output more);

/* remember.c: notes what the values of the sample pages are like. */
detm_status dt_template_remember(detm_template *template, const detm_sample *samples, size_t sample_count,
                                 detm_error *error);

#endif
