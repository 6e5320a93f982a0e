/* calls/learn.c: wrappers and templates learned from pages, edited and repaired, as JSON says. */
#include "calls/calls.h"

#include "base/escape.h"
#include "base/json.h"

#include <detm/template.h>
#include <detm/wrapper.h>

#include <stdlib.h>

/* ---- notices ---- */

/* Adds a sentence, and empties it. */
static void add_notice_sentence(json_t *notices, dt_buffer *sentence) {
  if (!sentence->failed && sentence->length != 0)
    json_array_append_new(notices, json_stringn(sentence->data, sentence->length));
  sentence->length = 0;
}

static void add_example_notices(json_t *notices, const detm_wrapper *wrapper) {
  for (size_t n = 0; n < detm_wrapper_message_count(wrapper); n++) {
    const detm_example_message *message = detm_wrapper_message_get(wrapper, n);
    if (message->severity != DETM_NOTE) json_array_append_new(notices, json_string(message->text));
  }
}

/* Adds that the list may not be the main one of the pages. */
static void add_confidence_notice(json_t *notices, const detm_wrapper *wrapper) {
  dt_buffer sentence = {0};
  double confidence = detm_wrapper_confidence(wrapper);
  if (confidence < 0 || confidence >= DETM_CERTAIN) return;
  dt_buffer_format(&sentence, "It is uncertain (%.2f) whether these are the main records of the pages.", confidence);
  add_notice_sentence(notices, &sentence);
  dt_buffer_free(&sentence);
}

/* Adds the notices about records, which are `given` in an array or detm's. */
static void add_record_notices(json_t *notices, const detm_wrapper *wrapper, bool given) {
  dt_buffer sentence = {0};
  for (size_t n = 0; n < detm_wrapper_record_notice_count(wrapper); n++) {
    const detm_record_notice *notice = detm_wrapper_record_notice_get(wrapper, n);
    if (notice->record != 0 && given) dt_buffer_format(&sentence, "records[%zu]: ", notice->record - 1);
    if (notice->record != 0 && !given) dt_buffer_format(&sentence, "record %zu: ", notice->record);
    dt_buffer_text(&sentence, notice->text);
    add_notice_sentence(notices, &sentence);
  }
  dt_buffer_free(&sentence);
}

static void add_template_notices(json_t *notices, const detm_template *made, const detm_sample *samples) {
  dt_buffer sentence = {0};
  for (size_t n = 0; n < detm_template_notice_count(made); n++) {
    const detm_notice *notice = detm_template_notice_get(made, n);
    const detm_sample *sample = &samples[notice->sample];
    const detm_choice *choice = &sample->choices[notice->choice];

    if (notice->places == 0)
      dt_buffer_format(&sentence, "The value \"%s\" of %s is not on the page %s.", choice->value, choice->name,
                       detm_page_name(sample->page));
    else if (notice->doubt == DETM_DOUBT_SEVERAL)
      dt_buffer_format(&sentence, "%zu places of the page %s show the value \"%s\" of %s: another may be meant.",
                       notice->places, detm_page_name(sample->page), choice->value, choice->name);
    else if (notice->doubt != DETM_DOUBT_NONE)
      dt_buffer_format(&sentence, "The place of \"%s\" of %s on the page %s is uncertain.", choice->value, choice->name,
                       detm_page_name(sample->page));

    add_notice_sentence(notices, &sentence);
  }

  dt_buffer_free(&sentence);
}

void dt_call_write_notices(dt_buffer *out, const json_t *notices) {
  dt_buffer_text(out, ",\"notices\":[");
  for (size_t n = 0; n < json_array_size(notices); n++) {
    const json_t *text = json_array_get(notices, n);
    if (n != 0) dt_buffer_byte(out, ',');
    dt_escape_json_string(out, dt_json_text(text));
  }
  dt_buffer_byte(out, ']');
}

/* ---- members ---- */

/* A member that is a text without NUL; NULL: *error says that it is not. */
static const char *get_text(const json_t *object, const char *member, detm_error *error) {
  const json_t *value = json_object_get(object, member);
  const char *text = json_string_value(value);
  if (text != NULL && strlen(text) == json_string_length(value)) return text;
  dt_error_set(error, DETM_USAGE, "\"%s\" is not a string", member);
  return NULL;
}

static bool get_number(const json_t *object, const char *member, size_t *number, detm_error *error) {
  const json_t *value = json_object_get(object, member);
  if (json_is_integer(value) && json_integer_value(value) >= 0) {
    *number = (size_t)json_integer_value(value);
    return true;
  }
  dt_error_set(error, DETM_USAGE, "\"%s\" is not a whole number from 0", member);
  return false;
}

/* Reads one of the array's examples. */
static bool read_example(const json_t *object, size_t pages, detm_example *example, detm_error *error) {
  static const char *const members[] = {"page", "name", "value", NULL};
  *example = (detm_example){0};
  if (dt_call_check_object(object, members, "an example", error) != DETM_OK) return false;
  if (json_object_get(object, "page") != NULL && !get_number(object, "page", &example->page, error)) return false;
  if (example->page >= pages) {
    dt_error_set(error, DETM_USAGE, "\"page\" is %zu, and the last page has number %zu (counted from 0)", example->page,
                 pages - 1);
    return false;
  }
  return (example->name = get_text(object, "name", error)) != NULL &&
         (example->value = get_text(object, "value", error)) != NULL;
}

/* Reads the examples: an array of objects, or an object of names with values of the first page.  The caller frees
 * them. */
static detm_example *read_examples(const json_t *list, size_t pages, size_t *count, detm_error *error) {
  void *members = (void *)(uintptr_t)list;
  detm_example *examples = calloc(json_array_size(list) + json_object_size(list) + 1, sizeof *examples);
  bool right = examples != NULL;
  *count = 0;

  if (examples == NULL) dt_error_memory(error);
  for (size_t i = 0; i < json_array_size(list) && right; i++)
    if (!(right = read_example(json_array_get(list, i), pages, &examples[(*count)++], error)))
      dt_call_name_place(error, "examples", i);

  for (void *at = json_object_iter(members); at != NULL && right; at = json_object_iter_next(members, at)) {
    const char *name = json_object_iter_key(at), *value = get_text(list, name, error);
    right = value != NULL;
    examples[(*count)++] = (detm_example){name, value, 0};
  }

  if (right && list != NULL && !json_is_array(list) && !json_is_object(list)) {
    dt_error_set(error, DETM_USAGE, "\"examples\" is not an array");
    right = false;
  }

  if (right) return examples;
  free(examples);
  return NULL;
}

/* ---- wrappers ---- */

/* Reads a record: one run of siblings, alone or in an array. */
static bool read_record_siblings(const json_t *item, detm_siblings *record, detm_error *error) {
  static const char *const members[] = {"parent", "first", "last", NULL};
  const json_t *run = json_is_array(item) ? json_array_get(item, 0) : item;
  if (json_is_array(item) && json_array_size(item) != 1) {
    dt_error_set(error, DETM_USAGE, "a record is one run of siblings");
    return false;
  }
  return dt_call_check_object(run, members, "a record", error) == DETM_OK &&
         (record->parent = get_text(run, "parent", error)) != NULL && get_number(run, "first", &record->first, error) &&
         get_number(run, "last", &record->last, error);
}

static detm_wrapper *learn_records(const detm_page *const *pages, size_t count, const json_t *list,
                                   const detm_extract_options *options, detm_error *error) {
  size_t given = 0, runs = json_array_size(list);
  detm_siblings *records = calloc(runs + 1, sizeof *records);
  detm_wrapper *wrapper = NULL;
  bool right = records != NULL;
  if (records == NULL) dt_error_memory(error);
  for (; given < runs && right; given++) {
    right = read_record_siblings(json_array_get(list, given), &records[given], error);
    if (!right) dt_call_name_place(error, "records", given);
  }
  if (right) wrapper = detm_wrapper_learn_from_records(pages, count, records, given, options, error);
  free(records);
  return wrapper;
}

static detm_wrapper *learn_examples(const detm_page *const *pages, size_t count, const json_t *list,
                                    const dt_call_options *options, json_t *notices, detm_error *error) {
  size_t given;
  detm_wrapper *wrapper = NULL;
  detm_example *examples = read_examples(list, count, &given, error);
  if (examples == NULL) return NULL;
  wrapper = given != 0 ? detm_wrapper_learn_by_example(pages, count, examples, given, options->also_others,
                                                       &options->extract, error)
                       : detm_wrapper_learn(pages, count, &options->extract, error);
  if (wrapper != NULL) add_example_notices(notices, wrapper);
  free(examples);
  return wrapper;
}

static bool name_fields(detm_wrapper *wrapper, const dt_call_options *options, const detm_domains *domains,
                        detm_error *error) {
  const detm_domain *domain;
  if (!dt_call_names_fields(options, domains)) return true;
  if (!dt_call_domain(options, domains, &domain, error)) return false;
  if (domain == NULL) domain = detm_domains_of_wrapper(domains, wrapper);
  return domain == NULL || detm_domain_name_wrapper(domain, wrapper, error) == DETM_OK;
}

/* Makes a rule of what was learned, with the option's requirements of fields. */
static detm_rule *rule_of(detm_rule *rule, const dt_call_options *options, detm_error *error) {
  if (rule == NULL || detm_rule_require(rule, options->require, error) == DETM_OK) return rule;
  error->where[0] = '\0'; /* the text has the line */
  detm_rule_free(rule);
  return NULL;
}

/* Refuses members and options that exclude each other. */
static detm_status check_choice(const json_t *object, const dt_call_options *options, detm_error *error) {
  bool records = json_object_get(object, "records") != NULL, examples = json_object_get(object, "examples") != NULL;
  bool region = json_object_get(object, "region") != NULL;

  if (region && options->extract.region != NULL)
    return dt_error_set(error, DETM_USAGE, "\"region\" is given twice: leave out the member or the option");
  if (records && (region || options->extract.region != NULL || examples))
    return dt_error_set(
        error, DETM_USAGE,
        "\"records\" and \"%s\" exclude each other: give either \"records\", or \"region\", \"examples\" "
        "or both",
        examples ? "examples" : "region");

  if (options->also_others && !examples)
    return dt_error_set(error, DETM_USAGE, "\"also-others\" is for values by example: give \"examples\", too");
  return DETM_OK;
}

detm_rule *dt_call_learn(const detm_page *const *pages, size_t count, const json_t *object,
                         const dt_call_options *options, const detm_domains *domains, json_t **notices,
                         detm_error *error) {
  detm_wrapper *wrapper = NULL;
  dt_call_options own = *options;
  const json_t *region = json_object_get(object, "region"), *records = json_object_get(object, "records");
  if ((*notices = json_array()) == NULL) {
    dt_error_memory(error);
    return NULL;
  }
  if (check_choice(object, options, error) != DETM_OK) return NULL;
  if (region != NULL && (own.extract.region = get_text(object, "region", error)) == NULL) return NULL;
  if (records != NULL && !json_is_array(records))
    dt_error_set(error, DETM_USAGE, "\"records\" is not an array");
  else if (records != NULL)
    wrapper = learn_records(pages, count, records, &own.extract, error);
  else
    wrapper = learn_examples(pages, count, json_object_get(object, "examples"), &own, *notices, error);
  if (wrapper != NULL) {
    add_record_notices(*notices, wrapper, records != NULL);
    add_confidence_notice(*notices, wrapper);
  }

  if (wrapper == NULL || name_fields(wrapper, options, domains, error))
    return rule_of(detm_rule_from_wrapper(wrapper, error), options, error);
  detm_wrapper_free(wrapper);
  return NULL;
}

/* ---- templates ---- */

/* Sorts the examples into samples, one for each page that has some. */
static size_t make_samples(const detm_page *const *pages, size_t count, const detm_example *examples, size_t given,
                           detm_choice *choices, detm_sample *samples) {
  size_t sample_count = 0, choice_count = 0;
  for (size_t p = 0; p < count; p++) {
    detm_sample *sample = &samples[sample_count];
    *sample = (detm_sample){pages[p], &choices[choice_count], 0};
    for (size_t e = 0; e < given; e++) {
      if (examples[e].page != p) continue;
      choices[choice_count++] = (detm_choice){examples[e].name, examples[e].value, NULL, NULL};
      sample->choice_count++;
    }
    sample_count += sample->choice_count != 0;
  }
  return sample_count;
}

detm_rule *dt_call_template(const detm_page *const *pages, size_t count, const json_t *object,
                            const dt_call_options *options, json_t **notices, detm_error *error) {
  size_t given;
  detm_template *made = NULL;
  dt_call_options own = *options;
  if (own.domain != NULL && strcmp(own.domain, "auto") != 0 && strcmp(own.domain, "none") != 0)
    own.template.domain = own.domain;
  *notices = json_array();
  detm_example *examples = read_examples(json_object_get(object, "examples"), count, &given, error);
  if (examples == NULL) return NULL;
  detm_choice *choices = calloc(given + 1, sizeof *choices);
  detm_sample *samples = calloc(count + 1, sizeof *samples);
  if (choices == NULL || samples == NULL || *notices == NULL) {
    dt_error_memory(error);
  } else if (given == 0) {
    dt_error_set(error, DETM_USAGE, "a template is learned from \"examples\": give at least one");
  } else {
    size_t sample_count = make_samples(pages, count, examples, given, choices, samples);
    made = detm_template_learn(samples, sample_count, &own.template, error);
    if (made != NULL) add_template_notices(*notices, made, samples);
  }

  free(choices);
  free(samples);
  free(examples);
  return rule_of(detm_rule_from_template(made, error), options, error);
}

/* ---- edits ---- */

static detm_status merge_fields(detm_wrapper *wrapper, const json_t *edit, detm_error *error) {
  const json_t *list = json_object_get(edit, "fields"), *item;
  size_t count = json_array_size(list);
  const char *to = get_text(edit, "to", error), **names = calloc(count + 1, sizeof *names);
  detm_status status = to == NULL ? error->status : DETM_OK;

  if (names == NULL) status = dt_error_memory(error);
  for (size_t i = 0; i < count && status == DETM_OK; i++) {
    item = json_array_get(list, i);
    names[i] = json_string_value(item);
    if (names[i] == NULL || strlen(names[i]) != json_string_length(item))
      status = dt_error_set(error, DETM_USAGE, "\"fields\" is not an array of strings");
  }

  if (status == DETM_OK) status = detm_wrapper_merge_fields(wrapper, names, count, to, error);
  free(names);
  return status;
}

static detm_status require_field(detm_rule *rule, const char *field, const char *required, detm_error *error) {
  dt_buffer line = {0};
  dt_buffer_format(&line, "%s: %s", field, required);
  detm_status status = line.failed ? dt_error_memory(error) : detm_rule_require(rule, line.data, error);
  error->where[0] = '\0'; /* the text has the line */
  dt_buffer_free(&line);
  return status;
}

static detm_status make_edit(detm_rule *rule, const json_t *edit, detm_error *error) {
  static const struct {
    const char *op, *members[4];
  } ops[] = {
      {"rename", {"op", "field", "to"}}, {"drop", {"op", "field"}},         {"keep", {"op", "field"}},
      {"title", {"op", "field"}},        {"type", {"op", "field", "type"}}, {"require", {"op", "field", "rule"}},
      {"merge", {"op", "fields", "to"}},
  };

  enum { RENAME, DROP, KEEP, TITLE, TYPE, REQUIRE, MERGE, OPS };
  const char *op = get_text(edit, "op", error), *field, *value = "";
  detm_wrapper *wrapper = detm_rule_wrapper(rule);
  unsigned found = 0;
  if (op == NULL) return error->status;
  while (found < OPS && strcmp(ops[found].op, op) != 0) found++;

  if (found == OPS)
    return dt_error_set(error, DETM_USAGE,
                        "\"op\" is rename, drop, keep, title, type, require or merge, not \"%.100s\"", op);

  if (dt_call_check_object(edit, ops[found].members, ops[found].op, error) != DETM_OK) return error->status;
  if (found == MERGE) return merge_fields(wrapper, edit, error);
  if ((field = get_text(edit, "field", error)) == NULL) return error->status;
  if (ops[found].members[2] != NULL && (value = get_text(edit, ops[found].members[2], error)) == NULL)
    return error->status;
  if (found == RENAME) return detm_wrapper_rename_field(wrapper, field, value, error);
  if (found == TYPE) return detm_wrapper_set_type(wrapper, field, value, error);
  if (found == REQUIRE) return require_field(rule, field, value, error);
  if (found == TITLE) return detm_wrapper_set_title(wrapper, field, error);
  return detm_wrapper_set_wanted(wrapper, field, found == KEEP, error);
}

detm_status dt_call_edit(detm_rule *rule, const json_t *edits, detm_error *error) {
  detm_status status = DETM_OK;
  if (detm_rule_wrapper(rule) == NULL)
    return dt_error_set(error, DETM_USAGE, "a template is not edited: learn it again from its examples");
  if (!json_is_array(edits)) return dt_error_set(error, DETM_USAGE, "\"edits\" is not an array");
  for (size_t i = 0; i < json_array_size(edits) && status == DETM_OK; i++) {
    status = make_edit(rule, json_array_get(edits, i), error);
    if (status != DETM_OK) dt_call_name_place(error, "edits", i);
  }
  return status;
}

/* ---- answers ---- */

/* Begins an object with the XML of a rule. */
static detm_status begin_rule(dt_buffer *out, const detm_rule *rule, detm_error *error) {
  dt_buffer xml = {0};
  detm_status status = detm_rule_save(rule, dt_buffer_write, &xml, error);
  dt_buffer_format(out, "{\"%s\":", detm_rule_kind(rule));
  dt_escape_json_string(out, (detm_text){xml.data, xml.length});
  if (status == DETM_OK && (out->failed || xml.failed)) status = dt_error_memory(error);
  dt_buffer_free(&xml);
  return status;
}

/* Ends the object. */
static detm_status end_rule(dt_buffer *out, detm_status status, detm_error *error) {
  dt_buffer_byte(out, '}');
  return status == DETM_OK && out->failed ? dt_error_memory(error) : status;
}

detm_status dt_call_write_rule(dt_buffer *out, const detm_rule *rule, const json_t *notices, detm_error *error) {
  const detm_wrapper *wrapper = detm_rule_wrapper(rule);
  detm_status status = begin_rule(out, rule, error);
  if (wrapper != NULL) dt_escape_share(out, ",\"confidence\":", detm_wrapper_confidence(wrapper), "");
  if (notices != NULL) dt_call_write_notices(out, notices);
  return end_rule(out, status, error);
}

/* ---- repair ---- */

detm_repair *dt_call_repair(const detm_rule *rule, const detm_page *const *pages, size_t count,
                            const dt_call_options *options, detm_error *error) {
  detm_profile *past = detm_profile_of_rule(rule, 1, error);
  if (past == NULL) return NULL;
  detm_repair *repair = detm_repair_make(rule, past, pages, count, &options->extract, error);
  detm_profile_free(past);
  return repair;
}

/* Adds what became of each field as an array. */
static detm_status add_fates(dt_buffer *out, const detm_repair *repair, detm_error *error) {
  dt_buffer lines = {0};
  detm_writer *writer = detm_writer_new(DETM_NDJSON, dt_buffer_write, &lines, 0, error);
  detm_status status =
      writer != NULL ? detm_repair_emit(repair, "pages", detm_writer_sink(writer), error) : DETM_NO_MEMORY;
  if (status == DETM_OK) status = detm_writer_finish(writer, error);
  dt_buffer_byte(out, '[');
  dt_call_add_lines(out, (detm_text){lines.data, lines.length});
  dt_buffer_byte(out, ']');
  detm_writer_free(writer);
  dt_buffer_free(&lines);
  return status;
}

detm_status dt_call_write_repair(dt_buffer *out, const detm_repair *repair, detm_error *error) {
  detm_status status = begin_rule(out, detm_repair_rule(repair), error);
  dt_buffer_text(out, ",\"fields\":");
  if (status == DETM_OK) status = add_fates(out, repair, error);
  return end_rule(out, status, error);
}
