/* repair/field_features.h: features of the fields of a wrapper or template. */
#ifndef DT_REPAIR_FIELD_FEATURES_H
#define DT_REPAIR_FIELD_FEATURES_H

#include "profile/profile.h"
#include "wrapper/wrapper.h"

enum { DT_FACET_CLASSES = 12, DT_FACET_ELEMENTS = 6, DT_FACET_LINK_WORDS = 8 };

typedef struct dt_facet {
  const char *type;
  const char *label;                  /* the caption on the page, NULL = none */
  detm_text first;                    /* the sample in the wrapper tree; empty = none */
  bool address, image;                /* from an href, from a src */
  bool linked;                        /* within a link */
  double prior;                       /* log odds that it is any field, 0 = even */
  bool list;                          /* of a template: a page has several values */
  uint64_t classes[DT_FACET_CLASSES]; /* hashes of the classes of its ancestors and decoration */
  uint32_t class_count;
  uint64_t link_words[DT_FACET_LINK_WORDS]; /* of an address, and of a text in a link: hashes of the words that all its
                                             * addresses have, and no other address of the record: "stargazers" */
  uint32_t link_word_count;
  double order;            /* among fields of its sort: 0 = first, 1 = last */
  uint32_t beside;         /* of an address: the field of the first text in the link, DT_NO_FIELD = none */
  const dt_values *values; /* NULL = unknown */
  const dt_values *past;   /* values of saved results */
} dt_facet;

/* Returns a facet for each field of the wrapper, in order.  They point into the wrapper and into the profile (NULL =
 * none), whose fields are in the same order. */
dt_facet *dt_facets_of_wrapper(dt_arena *arena, const detm_wrapper *wrapper, const dt_profile *profile);

/* Evidence that two fields are the same (weights in match_model.c). */
typedef enum dt_evidence {
  DT_EVIDENCE_BIAS,
  DT_EVIDENCE_PRIOR,      /* of the new field */
  DT_EVIDENCE_ALIGNED,    /* share of values that the old wrapper aligns with the field */
  DT_EVIDENCE_SAME_LABEL, /* both have the same label */
  DT_EVIDENCE_OTHER_LABEL,
  DT_EVIDENCE_CLASSES,   /* share of classes that both have */
  DT_EVIDENCE_LINKED,    /* one is in a link, the other is not */
  DT_EVIDENCE_LINK_WORD, /* the links of both share a word that no other link of their records has */
  DT_EVIDENCE_TYPE,      /* different types */
  DT_EVIDENCE_LIST,      /* one is a list, the other is not */
  DT_EVIDENCE_ORDER,     /* distance of their positions among the fields */
  DT_EVIDENCE_PROFILE,   /* dt_values_odds, bounded */
  DT_EVIDENCE_OVERLAP,   /* share of values that were seen before */
  DT_EVIDENCE_SAMPLE,    /* the same sample */
  DT_EVIDENCE_BESIDE,    /* the texts of two addresses are the same field, or neither has one */
  DT_EVIDENCE_NOT_BESIDE,
  DT_EVIDENCES
} dt_evidence;

#endif
