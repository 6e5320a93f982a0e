/* detm/drift.h: whether a wrapper or a template still fits its site (METHOD 2.6).
 *
 *   detm_profile *past = detm_wrapper_profile(wrapper, &error), *now = detm_profile_new(&error);
 *   detm_result *records = detm_wrapper_apply(wrapper, page, NULL, &error);
 *   status = detm_result_emit(records, detm_profile_sink(now), &error);
 *   detm_page_info info = {.name = detm_page_name(page), .encoding = detm_page_encoding(page)};
 *   detm_result *drift = detm_verify(past, now, &info, NULL, &error);
 *   if (detm_drift_count(drift) != 0) ...
 *
 * A profile says what the values of each field are like, in a few kB however many there are: how many records have
 * one, types, lengths, characters, shapes, words that come again, where in the record they stand.  Learning notes one
 * in the wrapper or template; the records of earlier runs may be added to it. */
#ifndef DETM_DRIFT_H
#define DETM_DRIFT_H

#include <detm/records.h>
#include <detm/sink.h>
#include <detm/template.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct detm_profile detm_profile;

/* An empty profile; NULL with DETM_NO_MEMORY.  The caller frees it. */
DETM_API detm_profile *detm_profile_new(detm_error *error) DETM_CHECK;
DETM_API void detm_profile_free(detm_profile *self);

/* A sink that adds the pages and records pushed into it to the profile, which owns it.  Fields are known by name.  A
 * page without regions counts as one that did not fit. */
DETM_API const detm_sink *detm_profile_sink(detm_profile *self);
/* Adds all that `other` knows. */
DETM_API detm_status detm_profile_add(detm_profile *self, const detm_profile *other, detm_error *error) DETM_CHECK;

/* A copy of what was noted while learning, with the names that the fields have now and without those that are not
 * wanted; empty (no pages) if the file has none.  NULL with DETM_NO_MEMORY.  The caller frees it. */
DETM_API detm_profile *detm_wrapper_profile(const detm_wrapper *wrapper, detm_error *error) DETM_CHECK;
DETM_API detm_profile *detm_template_profile(const detm_template *self, detm_error *error) DETM_CHECK;
/* Pages that were gathered, those that did not fit included. */
DETM_API size_t detm_profile_pages(const detm_profile *self);

/* What has become of a field, or of the page. */
typedef enum detm_change {
  DETM_CHANGE_NONE,
  DETM_CHANGE_MISFIT,   /* the page does not fit */
  DETM_CHANGE_COUNT,    /* records out of all proportion, or fit */
  DETM_CHANGE_MOVED,    /* the records stand elsewhere */
  DETM_CHANGE_MISSING,  /* no record has the field any more, or far fewer */
  DETM_CHANGE_CONSTANT, /* all its values are the same now */
  DETM_CHANGE_SHIFTED,  /* its values are what another field's were */
  DETM_CHANGE_TYPE,     /* they are of another type */
  DETM_CHANGE_LENGTH,   /* they are longer or shorter */
  DETM_CHANGE_VALUES,   /* they are of other characters, shapes and words */
  DETM_CHANGE_PLACE,    /* they stand in other tags and classes, or under other words */
  DETM_CHANGES
} detm_change;

/* "none", "misfit", "count", "moved", "missing", "constant", "shifted", "type", "length", "values", "place". */
DETM_API const char *detm_change_name(detm_change change);

/* Figures that decide about a field, each 0 or more: 0 = as it was. */
enum { DETM_DRIFT_FIGURES = 17 };
DETM_API const char *detm_drift_figure(size_t number);

typedef struct detm_finding {
  const char *field; /* NULL = the page */
  detm_change change;
  const char *before, *now; /* for people: "10 of 10 records", "0 of 10 records" */
  const char *to;           /* SHIFTED: the field whose values these were, NULL = none */
  double confidence;        /* that something is wrong, 0 to 1 */
  int drifted;              /* the confidence is enough */
  double figures[DETM_DRIFT_FIGURES];
} detm_finding;

typedef struct detm_verify_options {
  double least_confidence; /* from which on something has drifted (0.6): 0.05 to 1, as what has not changed has .02 */
  int all;                 /* 1 = the findings tell of fields that have not drifted, too */
} detm_verify_options;

/* 0.6, 0. */
extern DETM_API const detm_verify_options detm_verify_defaults;

/* Compares what a page gave with what was; a result with one record a finding, the surest first: field, change, before,
 * now, to, confidence; with `all` the figures too.  What nothing is known of is not judged: without past pages nothing
 * has drifted.  NULL with DETM_USAGE or DETM_NO_MEMORY.  The result owns all it tells; the profiles may be freed. */
DETM_API detm_result *detm_verify(const detm_profile *past, const detm_profile *now, const detm_page_info *page,
                                  const detm_verify_options *options, detm_error *error) DETM_CHECK;

/* Of a result of detm_verify: how many findings have drifted; finding number `number` from 0, NULL past the last; and
 * what the page gave. */
DETM_API size_t detm_drift_count(const detm_result *drift);
DETM_API const detm_finding *detm_drift_finding(const detm_result *drift, size_t number);
DETM_API const detm_profile *detm_drift_now(const detm_result *drift);

#ifdef __cplusplus
}
#endif
#endif
