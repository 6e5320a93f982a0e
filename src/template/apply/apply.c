/* template/apply/apply.c: applies a template to a page; the result has one record.
 *
 * The stylesheet finds the values; Tree Align with the skeleton (skeleton.h) searches for fields that it did not find.
 * This file also computes how well the page fits, and lists the missing fields. */
#include "base/allocate.h"
#include "base/options.h"
#include "base/vec.h"
#include "html/page.h"
#include "html/value_text.h"
#include "result/emitter.h"
#include "template/apply/skeleton_align.h"
#include "template/apply/stylesheet.h"
#include "template/apply/value_label.h"
#include "template/apply/xslt_functions.h"
#include "text/url.h"

#include <stdlib.h>

#define PLACE "/html"

enum {
  MAX_COMPARED = 1000,    /* values per field */
  MAX_SHOWN_PATTERN = 200 /* bytes, in a warning */
};

typedef struct record {
  detm_result result;
  dt_arena arena;
  const detm_page *page;
  detm_column *columns;
  size_t column_count;
  DT_VEC(detm_field) fields; /* sorted by column */
} record;

/* ---- the result ---- */

/* Writes the record to a sink.  Stops early and fails when the time is up. */
static detm_status emit_template_result(const detm_result *result, const detm_sink *sink, detm_error *error) {
  const record *r = (const record *)result;
  dt_emitter e = {.sink = sink, .error = error};
  detm_page_info page = {
      .name = r->page->name, .encoding = r->page->encoding, .file = r->result.file, .hash = r->result.file_hash};
  detm_region_info region = {.number = 1,
                             .path = PLACE,
                             .score = r->result.fit,
                             .confidence = -1,
                             .fit = r->result.fit,
                             .quality = -1,
                             .records = 1,
                             .columns = r->columns,
                             .column_count = r->column_count,
                             .domain = r->result.domain};
  dt_scope scope;

  dt_page_scope(r->page, &scope, r->page->seconds);
  dt_emit_page(&e, &page);

  if (result->region_count != 0) {
    dt_emit_region(&e, &region);
    dt_emit_record(&e, 1);
    for (uint32_t i = 0; i < r->fields.count && e.status == DETM_OK && !dt_scope_late(&scope); i++)
      dt_emit_field(&e, &r->fields.items[i]);
  }

  dt_emit_end(&e);
  if (scope.status != DETM_OK && e.status == DETM_OK) return dt_error_scope(error, &scope, r->page->name);
  return e.status;
}

static void free_template_result(detm_result *result) {
  record *r = (record *)result;
  dt_arena_free(&r->arena);
  free(r);
}

static const dt_result_type type = {.emit = emit_template_result, .free = free_template_result};

/* ---- reading the output of the stylesheet ---- */

typedef struct applier {
  record *record;
  const detm_template *template;
  const dt_template_layout *layout;
  const char *base;
  dt_scope scope;
  dt_arena scratch;
  dt_buffer text;
  dt_made made;
  double min_fit;
} applier;

static bool is_element_named(const xmlNode *node, const char *name) {
  return node->type == XML_ELEMENT_NODE && strcmp((const char *)node->name, name) == 0;
}

static const xmlNode *child(const xmlNode *parent, const char *name) {
  const xmlNode *node = parent != NULL ? parent->children : NULL;
  while (node != NULL && !is_element_named(node, name)) node = node->next;
  return node;
}

/* Returns an attribute of a <field>, which the stylesheet wrote as one text node; "" if absent. */
static const char *attribute_of(applier *a, const xmlNode *node, const char *name) {
  for (const xmlAttr *at = node->properties; at != NULL; at = at->next)
    if (strcmp((const char *)at->name, name) == 0 && at->children != NULL) {
      const char *value = (const char *)at->children->content;
      return dt_arena_copy(&a->record->arena, value, strlen(value));
    }
  return "";
}

static void add_applied_value(applier *a, uint32_t column, detm_text text, const char *by, size_t rank) {
  record *r = a->record;
  const dt_template_field *field = &a->layout->fields[column];
  if (strcmp(field->type, "url") == 0) text = dt_url_resolve(&r->arena, a->base, text);
  DT_VEC_PUSH(&r->arena, &r->fields,
              (detm_field){.column = column,
                           .name = r->columns[column].name,
                           .type = field->type,
                           .value = text,
                           .by = by,
                           .rank = rank});
}

/* ---- fields ---- */

/* Whether the label before the place of a field is another than on the samples. */
static bool is_anothers_place(const applier *a, const dt_template_field *field, const xmlNode *node) {
  uint64_t own = 0;
  for (uint32_t i = 0; i < field->parts[0].anchor_count && own == 0; i++) own = field->parts[0].anchors[i].label_key;
  dt_value_label label = dt_label_before(node, DT_TEXT(""));
  uint64_t key = dt_label_key(&label);
  return own != 0 && key != own && dt_is_known_label(a->layout, key);
}

/* Adds the value at the field's place by Tree Align, as the last resort.  Returns false if none fits there. */
static bool apply_aligned(applier *a, uint32_t column, const xmlNode **aligned) {
  const dt_template_field *field = &a->layout->fields[column];
  const dt_skeleton *skeleton = a->layout->skeleton;
  if (field->list || aligned == NULL) return false;

  for (uint32_t i = 0; i < skeleton->node_count; i++) {
    const char *name = skeleton->nodes[i].field;
    if (name == NULL || strcmp(name, field->name) != 0 || aligned[i] == NULL) continue;
    if (is_anothers_place(a, field, aligned[i])) continue;
    a->text.length = 0;
    dt_value_text(aligned[i], &a->text);
    if (a->text.failed) dt_scope_leave(&a->scope, DETM_NO_MEMORY);
    detm_text text = {a->text.data, a->text.length};
    if (text.length == 0 || (field->longest != 0 && dt_utf8_count(text) > field->longest)) continue;
    if (!dt_value_fits(text, field->type)) continue;
    text.data = dt_arena_copy(&a->record->arena, text.data, text.length);
    add_applied_value(a, column, text, "align", field->parts[0].anchor_count + 1);
    return true;
  }

  return false;
}

/* Whether another part of the list gave the same value. */
static bool is_duplicate(const applier *a, uint32_t column, uint32_t first, detm_text text) {
  uint32_t count = a->record->fields.count - first;
  if (a->layout->fields[column].part_count < 2 || count > MAX_COMPARED) return false;
  for (uint32_t i = first; i < a->record->fields.count; i++)
    if (dt_text_equal(a->record->fields.items[i].value, text)) return true;
  return false;
}

/* Whether a value probably belongs to another field: its type is not the field's, and a fallback anchor of a learned
 * template found it.  The first anchor may find a value of another type ("sold out" for a price). */
static bool is_foreign(const applier *a, uint32_t column, detm_text text, size_t rank) {
  const dt_template_field *field = &a->layout->fields[column];
  return a->template->pages != 0 && !field->list && rank > 1 && !dt_value_fits(text, field->type);
}

/* Adds the values of one field, which begin at `node`.  Returns the node after them. */
static const xmlNode *apply_field(applier *a, uint32_t column, const xmlNode *node) {
  const char *name = a->layout->fields[column].name;
  uint32_t first = a->record->fields.count;

  for (; node != NULL; node = node->next) {
    if (!is_element_named(node, "field")) continue;
    if (strcmp(attribute_of(a, node, "name"), name) != 0) break;
    size_t rank = (size_t)strtoul(attribute_of(a, node, "rank"), NULL, 10);
    a->text.length = 0;
    for (const xmlNode *n = node->children; n != NULL; n = n->next)
      if (n->type == XML_TEXT_NODE && n->content != NULL) dt_buffer_text(&a->text, (const char *)n->content);
    if (a->text.failed) dt_scope_leave(&a->scope, DETM_NO_MEMORY);
    detm_text text = {dt_arena_copy(&a->record->arena, a->text.data, a->text.length), a->text.length};
    if (is_foreign(a, column, text, rank) || is_duplicate(a, column, first, text)) continue;
    add_applied_value(a, column, text, attribute_of(a, node, "by"), rank);
  }

  return node;
}

/* Adds all fields.  The fit is the share of required fields that have a value; of all fields if none is required. */
static void apply_fields(applier *a, const xmlNode *values) {
  record *r = a->record;
  const dt_template_layout *layout = a->layout;
  const xmlNode **aligned = NULL;
  uint32_t found = 0, found_required = 0, required = 0;
  bool looked = false;

  for (uint32_t column = 0; column < layout->field_count; column++) {
    const dt_template_field *field = &layout->fields[column];
    uint32_t before = r->fields.count;

    values = apply_field(a, column, values);
    bool has = r->fields.count != before;
    if (!has && !field->list && !looked) {
      if (layout->skeleton != NULL) aligned = dt_skeleton_align(layout->skeleton, &a->scratch, r->page->document);
      looked = true;
    }

    if (!has) has = apply_aligned(a, column, aligned);
    required += !field->optional;
    found += has;
    found_required += has && !field->optional;
    if (has || field->optional) continue;
    const char *listed = r->result.missing;
    r->result.missing =
        dt_arena_format(&r->arena, "%s%s%s", listed != NULL ? listed : "", listed != NULL ? ", " : "", field->name);
  }

  r->result.fit = required != 0 ? (double)found_required / required : (double)found / layout->field_count;
}

/* Returns the layout that the stylesheet chose: it writes the number in a processing instruction. */
static const dt_template_layout *layout_of(const applier *a, const xmlNode *region) {
  const xmlNode *node = region != NULL ? region->children : NULL;
  while (node != NULL && node->type != XML_PI_NODE) node = node->next;
  unsigned long number = node != NULL && node->content != NULL ? strtoul((const char *)node->content, NULL, 10) : 1;
  if (number == 0 || number > a->template->layout_count) number = 1;
  return &a->template->layouts[number - 1];
}

static void read_results(void *data) {
  applier *a = data;
  record *r = a->record;
  const xmlNode *region = child(child((xmlNodePtr)a->made.results->children, "page"), "region");
  const xmlNode *values = child(region, "record");

  a->layout = layout_of(a, region);
  r->column_count = a->layout->field_count;

  r->columns = DT_ARRAY(&r->arena, detm_column, r->column_count);
  for (size_t i = 0; i < r->column_count; i++) {
    const dt_template_field *field = &a->layout->fields[i];
    r->columns[i] = (detm_column){.name = dt_arena_copy(&r->arena, field->name, strlen(field->name)),
                                  .type = field->type,
                                  .list = field->list,
                                  .require = field->require};
  }

  for (size_t i = 0; i < r->column_count; i++) r->result.has_rules |= r->columns[i].require != NULL;
  apply_fields(a, values != NULL ? values->children : NULL);
  if (r->result.fit >= a->min_fit) r->result.region_count = 1;

  /* the head of a page that scripts fill is that of the page; stock templates require few fields */
  const double least_fit = 0.5;
  bool right = r->result.region_count != 0 &&
               (r->page->wall == DETM_WALL_SCRIPT || (r->result.missing == NULL && r->result.fit >= least_fit));
  if (!right) r->result.wall = r->page->wall;
  if (r->result.wall != DETM_WALL_NONE) r->result.region_count = 0;
  if (a->made.given_up == NULL) return;
  detm_text shown = dt_text_cut(dt_text(a->made.given_up), MAX_SHOWN_PATTERN);
  r->result.warning = dt_arena_format(&r->arena,
                                      "the pattern '%.*s' takes too much time on some texts of this page: it was not "
                                      "applied to them, so values may be missing",
                                      (int)shown.length, shown.data);
}

/* ---- applying ---- */

static void find_base(void *data) {
  applier *a = data;
  a->base = dt_page_base(&a->record->arena, a->record->page);
}

/* Runs the stylesheet between two scopes: no scope may be left through frames of libxslt. */
static detm_status apply_once(applier *a, detm_error *error) {
  const detm_page *page = a->record->page;
  dt_page_scope(page, &a->scope, page->seconds);
  dt_arena_start(&a->scratch, &a->scope);
  dt_arena_start(&a->record->arena, &a->scope);
  detm_status status = DETM_OK;
  if (!dt_scope_run(&a->scope, find_base, a)) status = dt_error_scope(error, &a->scope, page->name);
  if (status == DETM_OK) status = dt_stylesheet_run(a->template, page, a->base, &a->made, error);
  if (status == DETM_OK && !dt_scope_run(&a->scope, read_results, a))
    status = dt_error_scope(error, &a->scope, page->name);
  xmlFreeDoc(a->made.results);
  dt_buffer_free(&a->text);
  dt_arena_free(&a->scratch);
  a->record->arena.scope = NULL;
  return status;
}

detm_result *detm_template_apply(const detm_template *template, const detm_page *page,
                                 const detm_template_options *options, detm_error *error) {
  DT_OPTIONS(detm_template_options, options, detm_template_defaults);
  if (dt_page_need(page, DETM_PAGE_DOCUMENT, error) != DETM_OK) return NULL;
  if (!(options->min_fit >= 0 && options->min_fit <= 1)) {
    dt_error_set(error, DETM_USAGE, "options.min_fit must be between 0 and 1");
    return NULL;
  }
  record *r = dt_allocate(sizeof *r, error);
  if (r == NULL) return NULL;
  r->result = (detm_result){.type = &type, .confidence = -1, .fit = -1, .quality = -1};
  r->page = page;
  applier a = {.record = r, .template = template, .min_fit = options->min_fit};
  r->result.domain = template->domain;
  if (apply_once(&a, error) == DETM_OK) return &r->result;
  free_template_result(&r->result);
  return NULL;
}
