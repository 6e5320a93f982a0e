/* serve/learning.c: calls that make wrappers and templates: learn, template, edit, repair. */
#include <detm/repair.h>

#include "result/escape.h"
#include "serve/answer.h"

/* Answers with a wrapper or template: its XML alone, or an object with it and the notices, which this frees. */
static detm_status answer_rule(dt_answering *a, dt_form form, const dt_call_rule *rule, json_t *notices,
                               detm_error *error) {
  dt_buffer xml = {0}, *out = &a->reply->body;
  detm_status status = dt_call_rule_save(rule, form == DT_FORM_XML ? out : &xml, error);
  a->reply->type = dt_form_type(form);
  if (status == DETM_OK && form == DT_FORM_JSON) {
    dt_buffer_format(out, "{\"%s\":", rule->made != NULL ? "template" : "wrapper");
    dt_escape_json_string(out, (detm_text){xml.data, xml.length});
    if (notices != NULL) dt_call_write_notices(out, notices);
    dt_buffer_byte(out, '}');
  }
  if (status == DETM_OK && (out->failed || xml.failed)) status = dt_error_memory(error);
  dt_buffer_free(&xml);
  return status;
}

/* Reads a call that answers with a rule. */
static detm_status read_call(dt_answering *a, dt_call call, dt_form *form, detm_error *error) {
  detm_status status = dt_answer_read(a, call, error);
  *form = DT_FORM_JSON;
  if (status == DETM_OK && !dt_answer_form(a, 1U << DT_FORM_JSON | 1U << DT_FORM_XML, form))
    status = dt_error_set(error, DETM_USAGE, "the answer is JSON or XML");
  return status;
}

static void answer_learned(dt_answering *a, bool is_template) {
  detm_error error = DETM_ERROR_NONE;
  dt_call_rule rule = {0};
  json_t *notices = NULL;
  dt_form form;
  detm_status status = read_call(a, is_template ? DT_CALL_TEMPLATE : DT_CALL_LEARN, &form, &error);
  a->options.page.parts = is_template ? DETM_PAGE_DOCUMENT : DETM_PAGE_TREE;
  if (status == DETM_OK) status = dt_pages_read(a, &error);
  const detm_page *const *all = (const detm_page *const *)a->pages.items;
  if (status == DETM_OK && is_template)
    rule.made = dt_call_template(all, a->pages.count, a->object, &a->options, &notices, &error);
  else if (status == DETM_OK)
    rule.wrapper = dt_call_learn(all, a->pages.count, a->object, &a->options, a->service->domains, &notices, &error);
  if (rule.made != NULL || rule.wrapper != NULL) status = answer_rule(a, form, &rule, notices, &error);
  dt_call_name_options(&error);
  if (error.status != DETM_OK || status != DETM_OK) dt_answer_error(a, &error);
  json_decref(notices);
  dt_call_rule_free(&rule);
}

void dt_answer_learn(dt_answering *a) { answer_learned(a, false); }
void dt_answer_template(dt_answering *a) { answer_learned(a, true); }

void dt_answer_edit(dt_answering *a) {
  detm_error error = DETM_ERROR_NONE;
  dt_call_rule rule = {0};
  dt_form form;
  detm_status status = read_call(a, DT_CALL_EDIT, &form, &error);
  if (status == DETM_OK) status = dt_answer_rule(a, &rule, &error);
  if (status == DETM_OK && rule.wrapper == NULL)
    status = dt_error_set(&error, DETM_USAGE, "a template is not edited: learn it again from its examples");
  if (status == DETM_OK) status = dt_call_edit(rule.wrapper, json_object_get(a->object, "edits"), &error);
  if (status == DETM_OK) status = answer_rule(a, form, &rule, NULL, &error);
  if (status != DETM_OK) dt_answer_error(a, &error);
  dt_call_rule_free(&rule);
}

/* ---- repair ---- */

/* Adds what became of each field to the answer's object. */
static detm_status add_fates(dt_answering *a, const detm_repair *repair, detm_error *error) {
  dt_buffer lines = {0}, *out = &a->reply->body;
  detm_writer *writer = detm_writer_new(DETM_NDJSON, dt_buffer_write, &lines, 0, error);
  detm_status status =
      writer != NULL ? detm_repair_emit(repair, "pages", detm_writer_sink(writer), error) : DETM_NO_MEMORY;
  if (status == DETM_OK) status = detm_writer_finish(writer, error);
  if (status == DETM_OK) {
    out->length--; /* the object is open again */
    dt_buffer_text(out, ",\"fields\":[");
    dt_answer_add_lines(out, (detm_text){lines.data, lines.length});
    dt_buffer_text(out, "]}");
  }
  detm_writer_free(writer);
  dt_buffer_free(&lines);
  return status;
}

static detm_status write_repair(dt_answering *a, dt_form form, const detm_repair *repair, detm_error *error) {
  dt_buffer xml = {0};
  const detm_template *made = detm_repair_new_template(repair);
  const detm_wrapper *wrapper = detm_repair_new_wrapper(repair);
  dt_buffer *out = form == DT_FORM_XML ? &a->reply->body : &xml;
  detm_status status = made != NULL ? detm_template_save(made, dt_buffer_write, out, error)
                                    : detm_wrapper_save(wrapper, dt_buffer_write, out, error);
  a->reply->type = dt_form_type(form);
  if (status == DETM_OK && form == DT_FORM_JSON) {
    dt_buffer_format(&a->reply->body, "{\"%s\":", made != NULL ? "template" : "wrapper");
    dt_escape_json_string(&a->reply->body, (detm_text){xml.data, xml.length});
    dt_buffer_byte(&a->reply->body, '}');
    status = add_fates(a, repair, error);
  }
  dt_buffer_free(&xml);
  return status;
}

void dt_answer_repair(dt_answering *a) {
  detm_error error = DETM_ERROR_NONE;
  dt_call_rule rule = {0};
  dt_form form;
  detm_repair *repair = NULL;
  detm_profile *past = NULL;
  detm_status status = read_call(a, DT_CALL_REPAIR, &form, &error);
  if (status == DETM_OK) status = dt_answer_rule(a, &rule, &error);
  a->options.page.parts = rule.made != NULL ? DETM_PAGE_DOCUMENT : DETM_PAGE_TREE;
  if (status == DETM_OK) status = dt_pages_read(a, &error);
  const detm_page *const *all = (const detm_page *const *)a->pages.items;
  if (status == DETM_OK && (past = dt_call_past(&rule, &error)) == NULL) status = error.status;
  if (status == DETM_OK)
    repair = rule.made != NULL
                 ? detm_template_repair(rule.made, past, all, a->pages.count, &error)
                 : detm_wrapper_repair(rule.wrapper, past, all, a->pages.count, &a->options.extract, &error);
  if (repair != NULL) status = write_repair(a, form, repair, &error);
  dt_call_name_options(&error);
  if (error.status != DETM_OK || status != DETM_OK) dt_answer_error(a, &error);
  detm_repair_free(repair);
  detm_profile_free(past);
  dt_call_rule_free(&rule);
}
