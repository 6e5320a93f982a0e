/* detm/template.h: templates for single-record pages (METHOD 3).
 *
 *   detm_choice wanted[] = {{.name = "price", .value = "$12"}, {.name = "author", .value = "A. Bee"}};
 *   detm_sample sample = {page, wanted, 2};
 *   detm_template *self = detm_template_learn(&sample, 1, NULL, &error);
 *   detm_result *result = detm_template_apply(template, other_page, NULL, &error);
 *   status = detm_result_emit(result, detm_writer_sink(writer), &error);
 *
 * Pages for templates are parsed with detm_page_options.parts = DETM_PAGE_DOCUMENT (or _BOTH).  A template does not
 * change once made: threads may share it.  A page's document belongs to one thread at a time. */
#ifndef DETM_TEMPLATE_H
#define DETM_TEMPLATE_H

#include <detm/page.h>
#include <detm/records.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct detm_template detm_template;

/* One value that somebody sees on a sample page and wants as a field. */
typedef struct detm_choice {
  const char *name;    /* of the field, a valid XML name; given again on the same page: a list field's next value */
  const char *value;   /* as a person sees it: white space, case of entities and inline tags do not matter */
  const char *path;    /* where it is, as detm_candidate says; NULL = wherever it is found */
  const char *caption; /* what the user calls the field, for people; NULL = none */
} detm_choice;

typedef struct detm_sample {
  const detm_page *page;
  const detm_choice *choices;
  size_t choice_count;
} detm_sample;

typedef struct detm_template_options {
  const char *name;   /* of the template, NULL = "template" */
  const char *domain; /* NULL = none */
  double min_fit;     /* apply: a page on which less than this share of the fields is found does not fit */
} detm_template_options;

/* No names, 0.5. */
extern DETM_API const detm_template_options detm_template_defaults;

/* What became of one choice. */
typedef struct detm_notice {
  size_t sample, choice; /* indices from 0 */
  size_t places;         /* where the value stands on its page; 0 = nowhere */
  const char *path;      /* the place that was taken, NULL = none */
  int partial;           /* 1 = it is part of a longer text there */
} detm_notice;

/* Makes a template of one or more sample pages with their own values each.  A value that is not found is told in
 * the notices and costs nothing but itself.  Samples of different layouts become layouts of the template.  NULL with
 * DETM_NOTHING if no value of any field could be found, DETM_USAGE for a bad name or a page without document,
 * DETM_LIMIT, DETM_NO_MEMORY.  The caller frees the template. */
DETM_API detm_template *detm_template_learn(const detm_sample *samples, size_t sample_count,
                                            const detm_template_options *options, detm_error *error) DETM_CHECK;
DETM_API void detm_template_free(detm_template *self);

/* Notices of a template that was just learned, one for each choice in order; none after load. */
DETM_API size_t detm_template_notices(const detm_template *self);
DETM_API const detm_notice *detm_template_notice(const detm_template *self, size_t number);

DETM_API const char *detm_template_name(const detm_template *self);

/* Template XML (detm-template(5)).  Load takes bytes, without network, entities or includes; NULL with
 * DETM_BAD_FILE and its line.  `name` is used in messages. */
DETM_API detm_template *detm_template_load(const char *bytes, size_t length, const char *name,
                                           detm_error *error) DETM_CHECK;
DETM_API detm_status detm_template_save(const detm_template *self, detm_write write, void *data,
                                        detm_error *error) DETM_CHECK;
/* The XSLT 1.0 stylesheet that it compiles to; plain xsltproc --html runs it too. */
DETM_API detm_status detm_template_stylesheet(const detm_template *self, detm_write write, void *data,
                                              detm_error *error) DETM_CHECK;

/* Templates that come with detm, useful on any site that says what its pages are about by schema.org, OpenGraph or
 * microformats.  The XML of the one of this name, NULL if there is none; the name of number `number` (from 0), in
 * alphabetical order, NULL past the last. */
DETM_API const char *detm_template_stock(const char *name, size_t *length);
DETM_API const char *detm_template_stock_name(size_t number);

/* The record of a page, which borrows page and template: a result with one region of one record, or without regions
 * where the page does not fit (detm_result_missing names the missing fields).  NULL with DETM_BAD_FILE if a path of the
 * template fails on the page, DETM_LIMIT, DETM_USAGE or DETM_NO_MEMORY. */
DETM_API detm_result *detm_template_apply(const detm_template *self, const detm_page *page,
                                          const detm_template_options *options, detm_error *error) DETM_CHECK;

#ifdef __cplusplus
}
#endif
#endif
