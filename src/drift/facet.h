/* drift/facet.h: what is known of the fields of a wrapper or template, and how likely two are the same. */
#ifndef DT_FACET_H
#define DT_FACET_H

#include "profile/profile.h"
#include "wrapper/wrapper.h"

enum { DT_FACET_CLASSES = 12, DT_FACET_ELEMENTS = 6 };

typedef struct dt_facet {
  const char *type;
  const char *label;                  /* what the page calls it, NULL = nothing */
  detm_text first;                    /* the text that the wrapper tree keeps as a sample; empty = none */
  bool address, image;                /* of an href, of a src */
  bool linked;                        /* it stands in a link */
  double prior;                       /* log odds of its being any field, beside others: 0 = as likely as not */
  bool list;                          /* of a template: it has several values a page */
  uint64_t classes[DT_FACET_CLASSES]; /* hashes of those of the elements round it and of its decoration */
  uint32_t class_count;
  double order;            /* among the fields of its sort: 0 the first, 1 the last */
  uint32_t beside;         /* of an address: the field of the first text within, DT_NO_FIELD = none */
  const dt_values *values; /* NULL = not known */
  const dt_values *past;   /* and those of past results */
} dt_facet;

/* A facet for each field of the wrapper, in their order; they point into it and into the profile (NULL = none), whose
 * fields are known by number. */
dt_facet *dt_facets_of_wrapper(dt_arena *arena, const detm_wrapper *wrapper, const dt_profile *profile);

/* What tells for and against two fields being the same, each in its weight's unit (weights in facet-odds.c). */
typedef enum dt_evidence {
  DT_EVIDENCE_BIAS,
  DT_EVIDENCE_PRIOR,      /* of the new one, as it is */
  DT_EVIDENCE_ALIGNED,    /* share of the values that stand where the old wrapper has the field */
  DT_EVIDENCE_SAME_LABEL, /* both have one */
  DT_EVIDENCE_OTHER_LABEL,
  DT_EVIDENCE_CLASSES, /* share of classes that both have */
  DT_EVIDENCE_LINKED,  /* one in a link, the other not */
  DT_EVIDENCE_TYPE,    /* other types */
  DT_EVIDENCE_LIST,    /* one is a list, the other not */
  DT_EVIDENCE_ORDER,   /* distance of their places among the fields */
  DT_EVIDENCE_PROFILE, /* what dt_values_odds says, bounded */
  DT_EVIDENCE_OVERLAP, /* share of the values that were seen before */
  DT_EVIDENCE_SAMPLE,  /* the very same sample */
  DT_EVIDENCE_BESIDE,  /* the texts of two addresses are the same field, or neither has one */
  DT_EVIDENCE_NOT_BESIDE,
  DT_EVIDENCES
} dt_evidence;

/* False: they cannot be the same (a text, an address, a picture), or the new one has no value. */
bool dt_facets_compare(const dt_facet *old, const dt_facet *now, double evidence[DT_EVIDENCES]);
/* The logarithm of the odds that they are the same. */
double dt_evidence_odds(const double evidence[DT_EVIDENCES]);

#endif
