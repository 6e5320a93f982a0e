/* detm/fields.h: candidate fields of single-record pages, for a person to choose from (doc/method 3.1).
 *
 *   detm_fields *fields = detm_fields_find(&page, 1, NULL, &error);
 *   for (size_t i = 0; i < detm_fields_count(fields); i++)
 *     printf("%s = %s\n", detm_fields_get(fields, i)->name, detm_fields_value_get(fields, i, 0, 0)->text);
 *
 * Pages must outlive the fields. */
#ifndef DETM_FIELDS_H
#define DETM_FIELDS_H

#include <detm/page.h>
#include <detm/sink.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct detm_fields detm_fields;

typedef struct detm_candidate {
  size_t id;            /* from 1, the most likely ones first; the same for the same pages in the same order */
  const char *name;     /* suggested name, which no other candidate has */
  const char *label;    /* the caption on the page ("Publisher"), NULL = none */
  const char *property; /* the name in the markup (an itemprop, a class), NULL = none */
  const char *type;     /* "text", "number", "price", "date", "url" */
  double score;         /* how likely a person wants it; only the order of scores is meaningful */
  size_t pages;         /* the number of pages that have it */
} detm_candidate;

typedef struct detm_candidate_value {
  const char *text;
  const char *path; /* XPath of the smallest node that holds it: an element, a text() or an @attribute */
} detm_candidate_value;

typedef struct detm_fields_options {
  size_t size;       /* sizeof(detm_fields_options): set by the defaults */
  size_t max_fields; /* limit of candidates, the most likely ones; 0 = all */
} detm_fields_options;

/* 1000 fields. */
static const detm_fields_options detm_fields_defaults DETM_UNUSED = {sizeof(detm_fields_options), 1000};

/* Finds the candidates of one page, or of several pages of one site.  With several pages a text that never changes is
 * not a value but may label one, unless the markup declares it to be data (microdata, JSON-LD).  Without candidates the
 * count is 0.  NULL with DETM_USAGE (a page parsed without its document), DETM_LIMIT or DETM_NO_MEMORY.  The caller
 * frees the fields. */
DETM_API detm_fields *detm_fields_find(const detm_page *const *pages, size_t page_count,
                                       const detm_fields_options *options, detm_error *error) DETM_CHECK;
DETM_API void detm_fields_free(detm_fields *fields);

DETM_API size_t detm_fields_count(const detm_fields *fields);
/* Candidate `i` from 0, NULL past the last; owned by the fields.  Its id is i + 1. */
DETM_API const detm_candidate *detm_fields_get(const detm_fields *fields, size_t i);
/* The number of values that candidate `i` has on a page (from 0), and each value (from 0), NULL past the last; owned by
 * the fields. */
DETM_API size_t detm_fields_value_count(const detm_fields *fields, size_t i, size_t page);
DETM_API const detm_candidate_value *detm_fields_value_get(const detm_fields *fields, size_t i, size_t page,
                                                           size_t number);

/* Pushes the pages into the sink, each with one region, whose records are the candidates that the page has: columns
 * id, name, label, type, value (one or more) and path (of each value). */
DETM_API detm_status detm_fields_emit(const detm_fields *fields, const detm_sink *sink, detm_error *error) DETM_CHECK;

#ifdef __cplusplus
}
#endif
#endif
