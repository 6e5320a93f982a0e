/* calls/calls.h: calls of the library whose arguments and results are JSON, for the servers (mcp, serve).
 *
 *   an object of JSON -> input.c: pages, a wrapper or template, options
 *                        calls.c: extract, apply, verify ...: a result for a page, and what to say about it
 *                        learn.c: learns and edits wrappers and templates
 *
 * What a caller gets wrong is DETM_USAGE, with a text for people. */
#ifndef DT_CALLS_H
#define DT_CALLS_H

#include <detm/content.h>
#include <detm/domain.h>
#include <detm/drift.h>
#include <detm/fields.h>
#include <detm/links.h>
#include <detm/writer.h>

#include "base/base.h"
#include "base/json.h"

/* ---- input.c ---- */

/* Options of all calls; the names are those of the command's long options. */
typedef struct dt_call_options {
  detm_page_options page;
  detm_extract_options extract;
  detm_template_options template_options;
  detm_content_options content;
  detm_verify_options verify;
  detm_fields_options fields;
  double min_score; /* of a match in a library */
  const char *method, *domain;
  bool all_regions, also_others;
} dt_call_options;

/* Sets the options to the defaults of the command, with the limits of `page`. */
void dt_call_options_init(dt_call_options *options, const detm_page_options *page);
/* Reads the members of an object (NULL = none), whose strings must outlive the options. */
detm_status dt_call_options_read(dt_call_options *options, const json_t *object, detm_error *error) DETM_CHECK;

/* The page of an object: its members "html", "url" and "name".  The text of JSON is UTF-8, whatever the page
 * declares. */
detm_page *dt_call_page(const json_t *object, const detm_page_options *options, detm_error *error) DETM_CHECK;

/* A wrapper or a template. */
typedef struct dt_call_rule {
  detm_wrapper *wrapper;
  detm_template *made;
} dt_call_rule;

detm_status dt_call_rule_load(dt_call_rule *rule, detm_text bytes, const char *name, detm_error *error) DETM_CHECK;
detm_status dt_call_rule_save(const dt_call_rule *rule, dt_buffer *out, detm_error *error) DETM_CHECK;
void dt_call_rule_free(dt_call_rule *rule);

/* ---- calls.c ---- */

/* Names of fields, as the command gives them: from the domains that come with detm. */
detm_result *dt_call_extract(const detm_page *page, const dt_call_options *options, const detm_domains *domains,
                             detm_error *error) DETM_CHECK;
detm_result *dt_call_apply(const dt_call_rule *rule, const detm_page *page, const dt_call_options *options,
                           detm_error *error) DETM_CHECK;
detm_result *dt_call_content(const detm_page *page, const dt_call_options *options, detm_error *error) DETM_CHECK;
detm_result *dt_call_links(const detm_page *page, detm_error *error) DETM_CHECK;

/* The past values of a wrapper or template; the caller frees the profile. */
detm_profile *dt_call_past(const dt_call_rule *rule, detm_error *error) DETM_CHECK;
/* Compares the values of a page with them. */
detm_drift *dt_call_compare(const dt_call_rule *rule, const detm_profile *past, const detm_page *page,
                            const dt_call_options *options, detm_error *error) DETM_CHECK;

/* What to say about the result of a page; the note points to `message`. */
typedef struct dt_call_note {
  detm_page_note note;
  char message[sizeof((detm_error *)NULL)->text];
} dt_call_note;

void dt_call_describe(dt_call_note *note, const detm_result *result);

/* Adds the result as an object of JSON: the line of a page, without its newline. */
detm_status dt_call_write_line(dt_buffer *out, const detm_result *result, const detm_page_note *note,
                               detm_error *error) DETM_CHECK;

/* ---- learn.c ---- */

/* Learns a wrapper by the members "examples", "region" or "records" of the object, else by the main lists of the pages.
 * *notices gets an array of sentences, which the caller frees, also if the call failed. */
detm_wrapper *dt_call_learn(const detm_page *const *pages, size_t count, const json_t *object,
                            const dt_call_options *options, const detm_domains *domains, json_t **notices,
                            detm_error *error) DETM_CHECK;
/* Learns a template by "examples", likewise. */
detm_template *dt_call_template(const detm_page *const *pages, size_t count, const json_t *object,
                                const dt_call_options *options, json_t **notices, detm_error *error) DETM_CHECK;
/* Makes the changes of the array "edits". */
detm_status dt_call_edit(detm_wrapper *wrapper, const json_t *edits, detm_error *error) DETM_CHECK;

#endif
