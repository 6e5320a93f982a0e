/* template/load.c: template XML -> template, as detm-template(5) describes it.
 *
 * xmlfile/reader.c reads the file and checks how elements are nested; this file handles each element. */
#include "template/template.h"

#include "base/vec.h"
#include "html/dom.h"
#include "profile/profile.h"
#include "template/apply/anchor_xpath.h"
#include "template/apply/pattern.h"
#include "template/apply/skeleton.h"
#include "template/apply/stylesheet.h"
#include "template/apply/value_label.h"
#include "template/apply/xpath.h"
#include "template/apply/xpath_check.h"
#include "xmlfile/reader.h"

#include <stdlib.h>

typedef enum form {
  TEMPLATE,
  LAYOUT,
  MARKS,
  LABEL,
  PAGE,
  NODE,
  FIELD,
  PART,
  ANCHOR,
  PROFILE,
  REGION,
  VALUES,
  FORMS
} form;

const char *const dt_anchor_kind_names[DT_ANCHOR_KINDS] = {"caption", "text", "id",   "class", "attribute",
                                                           "token",   "tag",  "data", "path"};

enum { MAX_TEXT_LENGTH = 1000, MAX_BYTES = 16 << 20 };

typedef struct loader {
  detm_template *template;
  uint32_t layout_capacity, label_capacity, field_capacity, part_capacity, anchor_capacity, node_capacity;
  uint32_t anchors;                           /* in the whole template */
  uint32_t open_nodes[DT_MAX_SKELETON_DEPTH]; /* nodes of the skeleton, from its root */
  uint32_t open_count;
} loader;

static detm_template *template_of(dt_reader *r) { return ((loader *)r->data)->template; }

static dt_template_layout *last_layout(dt_reader *r) {
  detm_template *template = template_of(r);
  return &template->layouts[template->layout_count - 1];
}

static dt_template_field *last_loaded_field(dt_reader *r) {
  dt_template_layout *layout = last_layout(r);
  return &layout->fields[layout->field_count - 1];
}

static dt_template_part *last_loaded_part(dt_reader *r) {
  dt_template_field *field = last_loaded_field(r);
  return &field->parts[field->part_count - 1];
}

/* ---- layouts ---- */

static void begin_template(dt_reader *r) {
  detm_template *template = template_of(r);
  template->name = dt_read_text(r, "name", MAX_TEXT_LENGTH, NULL);
  template->domain = dt_read_text(r, "domain", MAX_TEXT_LENGTH, NULL);
  template->pages = dt_read_count(r, "pages", 0, UINT32_MAX, 0);
}

static void end_template(dt_reader *r) {
  if (template_of(r)->layout_count == 0) dt_refuse(r, "the template has no <layout>");
}

static void begin_layout(dt_reader *r) {
  loader *l = r->data;
  detm_template *template = l->template;
  dt_refuse_above(r, template->layout_count, DT_MAX_LAYOUTS, "layouts");
  DT_RESERVE(r->arena, template->layouts, template->layout_count, l->layout_capacity, 1);
  template->layouts[template->layout_count++] = (dt_template_layout){0};
  l->field_capacity = l->label_capacity = 0;
}

static void end_layout(dt_reader *r) {
  dt_template_layout *layout = last_layout(r);
  if (layout->field_count == 0) dt_refuse(r, "the layout has no <field>");
  dt_labels_number(r->arena, layout);
}

static void load_label(dt_reader *r) {
  loader *l = r->data;
  dt_template_layout *layout = last_layout(r);
  dt_refuse_above(r, layout->label_count, DT_MAX_LABELS, "labels");
  DT_RESERVE(r->arena, layout->labels, layout->label_count, l->label_capacity, 1);
  layout->labels[layout->label_count++] = dt_read_text(r, "text", MAX_TEXT_LENGTH, NULL);
}

/* Sorts the marks and removes duplicates. */
static void load_marks(dt_reader *r) {
  dt_template_layout *layout = last_layout(r);
  DT_VEC(const char *) marks = {0};
  size_t length;
  if (layout->marks != NULL) dt_refuse(r, "a layout has only one <marks>");
  DT_VEC_RESERVE(r->arena, &marks, 1); /* an empty <marks> is one, too */

  for (const char *at = dt_next_token(r->words.data, &length); at != NULL; at = dt_next_token(at + length, &length)) {
    if (length > DT_MAX_MARK_LENGTH) dt_refuse(r, "a mark has more than %d bytes", DT_MAX_MARK_LENGTH);
    DT_VEC_PUSH(r->arena, &marks, dt_arena_copy(r->arena, at, length));
  }

  layout->marks = marks.items;
  layout->mark_count = dt_sort_distinct(marks.items, marks.count);
}

/* ---- the skeleton ---- */

static void load_page_start(dt_reader *r) {
  loader *l = r->data;
  if (last_layout(r)->skeleton != NULL) dt_refuse(r, "a layout has only one <page>");
  last_layout(r)->skeleton = DT_ZERO(r->arena, dt_skeleton, 1);
  l->node_capacity = l->open_count = 0;
}

static void load_page_end(dt_reader *r) {
  if (last_layout(r)->skeleton->node_count == 0) dt_refuse(r, "the <page> is empty: it needs a <node>");
}

static void begin_node(dt_reader *r) {
  loader *l = r->data;
  dt_skeleton *skeleton = last_layout(r)->skeleton;

  if (l->open_count == 0 && skeleton->node_count != 0) dt_refuse(r, "<page> holds only one <node>, the root element");
  dt_refuse_above(r, skeleton->node_count, DT_MAX_SKELETON_NODES, "nodes of the page");
  if (l->open_count == DT_MAX_SKELETON_DEPTH) dt_refuse(r, "nodes are nested more than %d deep", DT_MAX_SKELETON_DEPTH);
  DT_RESERVE(r->arena, skeleton->nodes, skeleton->node_count, l->node_capacity, 1);
  l->open_nodes[l->open_count++] = skeleton->node_count;
  skeleton->nodes[skeleton->node_count++] = (dt_skeleton_node){
      .tag = dt_read_name(r, "tag"),
      .id = dt_read_text(r, "id", MAX_TEXT_LENGTH, NULL),
      .class = dt_read_text(r, "class", MAX_TEXT_LENGTH, NULL),
      .caption = dt_read_text(r, "caption", MAX_TEXT_LENGTH, NULL),
      .label = dt_read_text(r, "label", MAX_TEXT_LENGTH, NULL),
      .field = dt_read_field_name(r, "field"),
  };
}

static void end_node(dt_reader *r) {
  loader *l = r->data;
  dt_skeleton *skeleton = last_layout(r)->skeleton;
  skeleton->nodes[l->open_nodes[--l->open_count]].end = skeleton->node_count;
}

/* ---- fields ---- */

static void load_field(dt_reader *r) {
  loader *l = r->data;
  dt_template_layout *layout = last_layout(r);
  dt_template_field field = {.name = dt_read_field_name(r, "name"),
                             .caption = dt_read_text(r, "caption", MAX_TEXT_LENGTH, NULL)};

  dt_refuse_above(r, layout->field_count, DT_MAX_FIELDS, "fields");
  if (dt_layout_field(layout, field.name) != NULL)
    dt_refuse(r, "two fields have the name \"%.80s\": rename one of them", field.name);
  field.type = dt_value_kind_names[dt_read_choice(r, "type", "text number price date url")];
  field.list = dt_read_flag(r, "list");
  field.optional = dt_read_flag(r, "optional");
  field.require = dt_profile_read_rule(r);
  field.longest = dt_read_count(r, "longest", 1, UINT32_MAX, 0);
  DT_RESERVE(r->arena, layout->fields, layout->field_count, l->field_capacity, 1);
  layout->fields[layout->field_count++] = field;
  l->part_capacity = 0;
}

static void end_field(dt_reader *r) {
  if (last_loaded_field(r)->part_count == 0) dt_refuse(r, "the field has no <part>");
}

static void load_part(dt_reader *r) {
  loader *l = r->data;
  dt_template_field *field = last_loaded_field(r);
  dt_refuse_above(r, field->part_count, DT_MAX_PARTS, "parts");
  DT_RESERVE(r->arena, field->parts, field->part_count, l->part_capacity, 1);
  field->parts[field->part_count++] =
      (dt_template_part){.all = dt_read_flag(r, "all"), .more = dt_read_flag(r, "more")};
  if (last_loaded_part(r)->all && last_loaded_part(r)->more)
    dt_refuse(r, "a part cannot have both all=\"yes\" and more=\"yes\": remove one of them");
  l->anchor_capacity = 0;
}

static void end_part(dt_reader *r) {
  if (last_loaded_part(r)->anchor_count == 0) dt_refuse(r, "the part has no <anchor>");
}

/* ---- anchors ---- */

unsigned dt_count_tokens(const char *value) {
  unsigned count = 0;
  size_t length;
  for (const char *at = dt_next_token(value, &length); at != NULL; at = dt_next_token(at + length, &length)) count++;
  return count;
}

#define BIT(kind) (1U << DT_ANCHOR_##kind)

/* Checks an attribute against the kinds of anchor (bits) that need it and that allow it. */
static void check_has(dt_reader *r, dt_anchor_kind kind, const char *name, unsigned needed, unsigned allowed) {
  const char *by = dt_anchor_kind_names[kind];
  bool has = dt_read_value(r, name) != NULL;
  if (!has && (needed >> kind & 1)) dt_refuse(r, "an anchor by %s needs the attribute %s", by, name);
  if (has && !(allowed >> kind & 1)) dt_refuse(r, "an anchor by %s has no attribute %s", by, name);
}

static void check_kind(dt_reader *r, const dt_anchor *a) {
  const unsigned all = (1U << DT_ANCHOR_KINDS) - 1, named = BIT(ATTRIBUTE) | BIT(TOKEN), by_path = BIT(PATH);
  check_has(r, a->kind, "tag", BIT(TAG), all & ~by_path);
  check_has(r, a->kind, "name", named, named);
  check_has(r, a->kind, "value", all & ~(BIT(TAG) | BIT(DATA) | by_path), all & ~(BIT(TAG) | by_path));
  check_has(r, a->kind, "path", by_path, all);
  if (a->kind == DT_ANCHOR_PATH && *a->path != '/')
    dt_refuse(r, "the path of an anchor by path starts at the root: it must begin with \"/\"");
  if (a->value == NULL) return;
  if (*a->value == '\0' && a->kind != DT_ANCHOR_ATTRIBUTE) dt_refuse(r, "the value is empty: give one");
  if (!((BIT(CLASS) | BIT(TOKEN)) >> a->kind & 1)) return;
  unsigned tokens = dt_count_tokens(a->value);
  if (tokens == 0 || tokens > DT_MAX_TOKENS)
    dt_refuse(r, "value=\"%.80s\" has %u tokens: 1 to %d are allowed", a->value, tokens, DT_MAX_TOKENS);
}

static uint32_t run_of(dt_reader *r) {
  const char *value = dt_read_value(r, "run");
  if (value == NULL) return 0;
  if (strcmp(value, "all") == 0) return DT_EVERY_RUN;
  if (value[strspn(value, "0123456789")] != '\0') dt_refuse(r, "run=\"%.80s\" is neither \"all\" nor a number", value);
  return dt_read_count(r, "run", 1, DT_EVERY_RUN - 1, 0);
}

static void begin_anchor(dt_reader *r) {
  loader *l = r->data;
  dt_template_part *part = last_loaded_part(r);

  dt_refuse_above(r, part->anchor_count, DT_MAX_ANCHORS, "anchors in one part");
  dt_refuse_above(r, l->anchors++, DT_MAX_TEMPLATE_ANCHORS, "anchors");
  dt_anchor a = {
      .kind = (dt_anchor_kind)dt_read_choice(r, "by", "caption text id class attribute token tag data path"),
      .tag = dt_read_name(r, "tag"),
      .name = dt_read_name(r, "name"),
      .value = dt_read_text(r, "value", DT_MAX_VALUE_LENGTH, NULL),
      .path = dt_read_text(r, "path", DT_MAX_XPATH_LENGTH, ""),
      .pattern = dt_read_text(r, "pattern", DT_MAX_PATTERN_LENGTH, NULL),
      .run = run_of(r),
      .skip = dt_read_count(r, "skip", 0, UINT32_MAX, 0),
      .drop = dt_read_count(r, "drop", 0, UINT32_MAX, 0),
      .label = dt_read_text(r, "label", MAX_TEXT_LENGTH, NULL),
      .trust = dt_read_share(r, "trust", 0),
  };
  a.label_key = dt_label_key_of(a.label);
  check_kind(r, &a);
  char fault[200];
  if (!dt_xpath_check(a.path, fault, sizeof fault)) dt_refuse(r, "path=\"%.100s\": %s", a.path, fault);
  dt_xpath_state state = dt_xpath_of_anchor(&a);
  if (state == DT_XPATH_NO_MEMORY) dt_scope_leave(&r->scope, DETM_NO_MEMORY);

  if (state != DT_XPATH_FINE)
    dt_refuse(r, "path=\"%.100s\" is not an XPath that can follow an anchor, such as \"/following-sibling::dd[1]\"",
              a.path);

  if (a.pattern != NULL) {
    if (*a.pattern == '\0') dt_refuse(r, "the pattern is empty: remove it, or give one");
    dt_pattern *pattern = dt_pattern_compile(a.pattern, fault, sizeof fault);
    bool fine = pattern != NULL;
    dt_pattern_free(pattern);
    if (!fine && *fault == '\0') dt_scope_leave(&r->scope, DETM_NO_MEMORY);
    if (!fine) dt_refuse(r, "pattern=\"%.100s\": %s", a.pattern, fault);
  }

  DT_RESERVE(r->arena, part->anchors, part->anchor_count, l->anchor_capacity, 1);
  part->anchors[part->anchor_count++] = a;
}

/* ---- the profile ---- */

static void load_profile(dt_reader *r) {
  detm_template *template = template_of(r);
  if (template->profile != NULL) dt_refuse(r, "a second <profile>: a template has only one");
  template->profile = dt_profile_new();
  if (template->profile == NULL) dt_scope_leave(&r->scope, DETM_NO_MEMORY);
  dt_profile_read(r, template->profile);
}

static void load_region(dt_reader *r) { dt_profile_read_path(r, template_of(r)->profile); }

static void load_values(dt_reader *r) {
  dt_profile *profile = template_of(r)->profile;
  const char *name = dt_read_field_name(r, "field");

  dt_refuse_above(r, profile->field_count, DT_PROFILE_FIELDS, "<values>");
  if (dt_profile_find(profile, name) != NULL) dt_refuse(r, "a second <values> of the field \"%.80s\"", name);
  dt_values *values = dt_profile_field(profile, name);
  if (values == NULL) dt_scope_leave(&r->scope, DETM_NO_MEMORY);
  dt_values_read(r, profile, values);
}

#define IN(form) (1U << form)

static const dt_element_form forms[FORMS] = {
    [TEMPLATE] = {"template", "name! domain pages", IN(DT_READER_OUTSIDE), false, begin_template, end_template},
    [LAYOUT] = {"layout", "", IN(TEMPLATE), false, begin_layout, end_layout},
    [MARKS] = {"marks", "", IN(LAYOUT), true, NULL, load_marks},
    [LABEL] = {"label", "text!", IN(LAYOUT), false, load_label, NULL},
    [PAGE] = {"page", "", IN(LAYOUT), false, load_page_start, load_page_end},
    [NODE] = {"node", "tag! id class caption label field", IN(PAGE) | IN(NODE), false, begin_node, end_node},
    [FIELD] = {"field", "name! caption type list optional longest require", IN(LAYOUT), false, load_field, end_field},
    [PART] = {"part", "all more", IN(FIELD), false, load_part, end_part},
    [ANCHOR] = {"anchor", "by! tag name value path pattern run skip drop label trust", IN(PART), false, begin_anchor,
                NULL},
    [PROFILE] = {"profile", "counts!", IN(TEMPLATE), false, load_profile, NULL},
    [REGION] = {"region", "pages! path!", IN(PROFILE), false, load_region, NULL},
    [VALUES] = {"values", DT_VALUES_ATTRIBUTES, IN(PROFILE), false, load_values, NULL},
};

static const dt_grammar grammar = {.what = "template",
                                   .space = "urn:detm:template:",
                                   .version = "1",
                                   .manual = "detm-template(5)",
                                   .max_bytes = MAX_BYTES,
                                   .forms = forms,
                                   .form_count = FORMS};

detm_template *dt_template_read(const char *bytes, size_t length, const char *name, detm_error *error) {
  detm_template *template = calloc(1, sizeof *template);
  if (template == NULL) {
    dt_error_memory_at(error, name);
    return NULL;
  }

  dt_arena_start(&template->arena, NULL);
  loader l = {.template = template};
  if (dt_read_file(&grammar, &l, &template->arena, (detm_text){bytes, length}, name, error) == DETM_OK) return template;
  detm_template_free(template);
  return NULL;
}

detm_template *detm_template_load(const char *bytes, size_t length, const char *name, detm_error *error) {
  detm_template *template = dt_template_read(bytes, length, name, error);
  if (template == NULL || dt_stylesheet_make(template, error) == DETM_OK) return template;
  detm_template_free(template);
  return NULL;
}

void detm_template_free(detm_template *template) {
  if (template == NULL) return;
  dt_stylesheet_free(template->stylesheet);
  dt_profile_free(template->profile);
  dt_arena_free(&template->arena);
  free(template);
}

const char *detm_template_name(const detm_template *template) { return template->name; }
