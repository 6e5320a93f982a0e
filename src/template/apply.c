/* template/apply.c: a template over a page: its record as a result.
 *
 * The stylesheet does the finding; what it could not find is looked for by Tree Align with the skeleton (skeleton.h).
 * Here are also how well the page fits, and what is missing. */
#include "base/result.h"
#include "template/skeleton.h"
#include "template/stylesheet.h"
#include "tree/document.h"
#include "tree/tree.h"
#include "tree/url.h"

#include <stdlib.h>

#define PLACE "/html"

enum {
  MOST_COMPARED = 1000, /* values of a field */
  SHOWN_PATTERN = 200   /* bytes */
};

typedef struct record {
  detm_result result;
  dt_arena arena;
  const detm_page *page;
  detm_column *columns;
  size_t column_count;
  detm_field *fields; /* in the order of their columns */
  size_t field_count, field_room;
} record;

/* ---- the result ---- */

/* Past the time the record ends early, and the scope's status tells. */
static detm_status push_record(const record *r, const detm_sink *sink, dt_scope *scope, detm_error *error) {
  detm_status status = DT_PUSH(sink, record_begin, (size_t)1, error);
  for (size_t i = 0; i < r->field_count && status == DETM_OK && !dt_scope_late(scope); i++)
    status = DT_PUSH(sink, field, &r->fields[i], error);
  return status == DETM_OK ? DT_PUSH(sink, record_end, error) : status;
}

static detm_status push_region(const record *r, const detm_sink *sink, dt_scope *scope, detm_error *error) {
  detm_region_info info = {.number = 1,
                           .path = PLACE,
                           .score = r->result.fit,
                           .confidence = -1,
                           .fit = r->result.fit,
                           .records = 1,
                           .columns = r->columns,
                           .column_count = r->column_count,
                           .domain = r->result.domain};
  detm_status status = DT_PUSH(sink, region_begin, &info, error);
  if (status == DETM_OK) status = push_record(r, sink, scope, error);
  return status == DETM_OK ? DT_PUSH(sink, region_end, error) : status;
}

static detm_status emit(const detm_result *result, const detm_sink *sink, detm_error *error) {
  const record *r = (const record *)result;
  detm_page_info info = {
      .name = r->page->name, .encoding = r->page->encoding, .file = r->result.file, .hash = r->result.file_hash};
  dt_scope scope;
  dt_scope_start(&scope, r->page->seconds);
  detm_status status = DT_PUSH(sink, page_begin, &info, error);
  if (status == DETM_OK && result->region_count != 0) status = push_region(r, sink, &scope, error);
  if (status == DETM_OK) status = DT_PUSH(sink, page_end, error);
  return status == DETM_OK && scope.status != DETM_OK ? dt_error_scope(error, &scope, r->page->name) : status;
}

static size_t records(const detm_result *result, size_t region) {
  (void)result;
  (void)region;
  return 1;
}

static void free_record(detm_result *result) {
  record *r = (record *)result;
  dt_arena_free(&r->arena);
  free(r);
}

static const dt_result_type type = {.emit = emit, .records = records, .free = free_record};

/* ---- reading what the stylesheet made ---- */

typedef struct applier {
  record *record;
  const detm_template *template;
  const dt_layout *layout;
  const char *base;
  dt_scope scope;
  dt_arena scratch;
  dt_buffer text;
  dt_made made;
  double min_fit;
} applier;

static bool is_named(const xmlNode *node, const char *name) {
  return node->type == XML_ELEMENT_NODE && strcmp((const char *)node->name, name) == 0;
}

static const xmlNode *child(const xmlNode *parent, const char *name) {
  const xmlNode *node = parent != NULL ? parent->children : NULL;
  while (node != NULL && !is_named(node, name)) node = node->next;
  return node;
}

/* Of an attribute of a field: a word of the stylesheet's own. */
static const char *attribute_of(applier *a, const xmlNode *node, const char *name) {
  for (const xmlAttr *at = node->properties; at != NULL; at = at->next)
    if (strcmp((const char *)at->name, name) == 0 && at->children != NULL) {
      const char *value = (const char *)at->children->content;
      return dt_arena_copy(&a->record->arena, value, strlen(value));
    }
  return "";
}

static detm_text text_of(applier *a, const xmlNode *node) {
  a->text.length = 0;
  for (const xmlNode *text = node->children; text != NULL; text = text->next)
    if (text->type == XML_TEXT_NODE && text->content != NULL) dt_buffer_text(&a->text, (const char *)text->content);
  if (a->text.failed) dt_scope_leave(&a->scope, DETM_NO_MEMORY);
  return (detm_text){dt_arena_copy(&a->record->arena, a->text.data, a->text.length), a->text.length};
}

static void add_value(applier *a, uint32_t column, detm_text text, const char *by, size_t rank) {
  record *r = a->record;
  const dt_template_field *field = &a->layout->fields[column];
  if (strcmp(field->type, "url") == 0) text = dt_url_resolve(&r->arena, a->base, text);
  if (r->field_count == r->field_room) {
    r->field_room = r->field_room * 2 + 16;
    detm_field *bigger = DT_ARRAY(&r->arena, detm_field, r->field_room);
    if (r->field_count != 0) memcpy(bigger, r->fields, r->field_count * sizeof *bigger);
    r->fields = bigger;
  }
  r->fields[r->field_count++] = (detm_field){
      .column = column, .name = r->columns[column].name, .type = field->type, .value = text, .by = by, .rank = rank};
}

/* ---- what is missing ---- */

/* The field's place on the page by Tree Align, as the last resort. */
static bool add_aligned(applier *a, uint32_t column, const xmlNode **aligned) {
  const dt_template_field *field = &a->layout->fields[column];
  const dt_skeleton *skeleton = a->layout->skeleton;
  if (field->list || aligned == NULL) return false;
  for (uint32_t i = 0; i < skeleton->node_count; i++) {
    const char *name = skeleton->nodes[i].field;
    if (name == NULL || strcmp(name, field->name) != 0 || aligned[i] == NULL) continue;
    a->text.length = 0;
    dt_value_text(aligned[i], &a->text);
    if (a->text.failed) dt_scope_leave(&a->scope, DETM_NO_MEMORY);
    detm_text text = {a->text.data, a->text.length};
    if (text.length == 0 || (field->longest != 0 && dt_utf8_count(text) > field->longest)) continue;
    if (!dt_value_fits(text, field->type)) continue;
    text.data = dt_arena_copy(&a->record->arena, text.data, text.length);
    add_value(a, column, text, "align", field->parts[0].anchor_count + 1);
    return true;
  }
  return false;
}

/* Parts of a list may meet in a value: it is told once. */
static bool is_told(const applier *a, uint32_t column, size_t first, detm_text text) {
  size_t count = a->record->field_count - first;
  if (a->layout->fields[column].part_count < 2 || count > MOST_COMPARED) return false;
  for (size_t i = first; i < a->record->field_count; i++)
    if (dt_text_equal(a->record->fields[i].value, text)) return true;
  return false;
}

/* All values of one field, from `node` on; the node after them. */
static const xmlNode *add_field(applier *a, uint32_t column, const xmlNode *node) {
  const char *name = a->layout->fields[column].name;
  size_t first = a->record->field_count;
  for (; node != NULL; node = node->next) {
    if (!is_named(node, "field")) continue;
    if (strcmp(attribute_of(a, node, "name"), name) != 0) break;
    size_t rank = (size_t)strtoul(attribute_of(a, node, "rank"), NULL, 10);
    detm_text text = text_of(a, node);
    if (!is_told(a, column, first, text)) add_value(a, column, text, attribute_of(a, node, "by"), rank);
  }
  return node;
}

static const xmlNode **align(applier *a) {
  const dt_skeleton *skeleton = a->layout->skeleton;
  return skeleton != NULL ? dt_skeleton_align(skeleton, &a->scratch, a->record->page->document) : NULL;
}

static void add_missing(applier *a, const char *name) {
  if (a->record->result.missing == NULL) {
    a->record->result.missing = name;
  } else {
    a->record->result.missing = dt_arena_format(&a->record->arena, "%s, %s", a->record->result.missing, name);
  }
}

/* Fit is the share of the fields, but optional ones, that have a value; of all fields where all are optional. */
static void add_fields(applier *a, const xmlNode *values) {
  record *r = a->record;
  const dt_layout *layout = a->layout;
  const xmlNode **aligned = NULL;
  uint32_t found = 0, found_required = 0, required = 0;
  bool looked = false;
  for (uint32_t column = 0; column < layout->field_count; column++) {
    const dt_template_field *field = &layout->fields[column];
    size_t before = r->field_count;
    values = add_field(a, column, values);
    bool has = r->field_count != before;
    if (!has && !field->list && !looked) {
      aligned = align(a);
      looked = true;
    }
    if (!has) has = add_aligned(a, column, aligned);
    required += !field->optional;
    found += has;
    found_required += has && !field->optional;
    if (!has && !field->optional) add_missing(a, dt_arena_copy(&r->arena, field->name, strlen(field->name)));
  }
  r->result.fit = required != 0 ? (double)found_required / required : (double)found / layout->field_count;
}

static void add_columns(applier *a) {
  record *r = a->record;
  r->column_count = a->layout->field_count;
  r->columns = DT_ARRAY(&r->arena, detm_column, r->column_count);
  for (size_t i = 0; i < r->column_count; i++) {
    const dt_template_field *field = &a->layout->fields[i];
    r->columns[i] =
        (detm_column){.name = dt_arena_copy(&r->arena, field->name, strlen(field->name)), .type = field->type};
  }
}

/* Which layout the stylesheet took stands in a processing instruction. */
static const dt_layout *layout_of(const applier *a, const xmlNode *region) {
  const xmlNode *node = region != NULL ? region->children : NULL;
  while (node != NULL && node->type != XML_PI_NODE) node = node->next;
  unsigned long number = node != NULL && node->content != NULL ? strtoul((const char *)node->content, NULL, 10) : 1;
  if (number == 0 || number > a->template->layout_count) number = 1;
  return &a->template->layouts[number - 1];
}

static void read_results(applier *a) {
  const xmlNode *region = child(child((xmlNodePtr)a->made.results->children, "page"), "region");
  const xmlNode *values = child(region, "record");
  a->layout = layout_of(a, region);
  add_columns(a);
  add_fields(a, values != NULL ? values->children : NULL);
  if (a->record->result.fit >= a->min_fit) a->record->result.region_count = 1;
  if (a->made.given_up == NULL) return;
  detm_text shown = dt_text_cut(dt_text(a->made.given_up), SHOWN_PATTERN);
  a->record->result.warning = dt_arena_format(
      &a->record->arena,
      "the pattern '%.*s' takes too much work on some text here: it was given up there, so values may be missing",
      (int)shown.length, shown.data);
}

/* ---- applying ---- */

static bool find_base(applier *a) {
  if (setjmp(a->scope.escape) != 0) return false;
  a->base = dt_page_base(&a->record->arena, a->record->page);
  return true;
}

static bool take_results(applier *a) {
  if (setjmp(a->scope.escape) != 0) return false;
  read_results(a);
  return true;
}

/* The stylesheet runs between two scopes: nothing may be left through its frames. */
static detm_status apply(applier *a, detm_error *error) {
  const detm_page *page = a->record->page;
  dt_scope_start(&a->scope, page->seconds);
  dt_arena_start(&a->scratch, &a->scope);
  dt_arena_start(&a->record->arena, &a->scope);
  detm_status status = DETM_OK;
  if (!find_base(a)) status = dt_error_scope(error, &a->scope, page->name);
  if (status == DETM_OK) status = dt_stylesheet_run(a->template, page, a->base, &a->made, error);
  if (status == DETM_OK && !take_results(a)) status = dt_error_scope(error, &a->scope, page->name);
  xmlFreeDoc(a->made.results);
  dt_buffer_free(&a->text);
  dt_arena_free(&a->scratch);
  a->record->arena.scope = NULL;
  return status;
}

detm_result *detm_template_apply(const detm_template *template, const detm_page *page,
                                 const detm_template_options *options, detm_error *error) {
  if (options == NULL) options = &detm_template_defaults;
  if (page->document == NULL) {
    dt_error_at(error, DETM_USAGE, page->name, 0, 0, "the page was parsed without its document: see detm_page_options");
    return NULL;
  }
  if (!(options->min_fit >= 0 && options->min_fit <= 1)) {
    dt_error_set(error, DETM_USAGE, "the least fit must lie between 0 and 1");
    return NULL;
  }
  record *r = calloc(1, sizeof *r);
  if (r == NULL) {
    dt_error_set(error, DETM_NO_MEMORY, "out of memory");
    return NULL;
  }
  r->result = (detm_result){.type = &type, .confidence = -1, .fit = -1};
  r->page = page;
  applier a = {.record = r, .template = template, .min_fit = options->min_fit};
  r->result.domain = template->domain;
  if (apply(&a, error) == DETM_OK) return &r->result;
  free_record(&r->result);
  return NULL;
}
