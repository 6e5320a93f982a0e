/* wrapper/save.c: wrapper tree -> wrapper XML, as detm-wrapper(5) describes it.
 *
 * The output depends on the wrapper alone, so that two versions of a wrapper can be compared line by line. Attributes
 * with default values are omitted. */
#include "profile/profile.h"
#include "wrapper/wrapper.h"
#include "xmlfile/escape.h"

enum {
  DEEPEST_INDENT = 32,    /* keeps the file of a deep tree as small as the tree */
  MAX_SAMPLE_LENGTH = 200 /* bytes: longer texts are rarely repeated exactly */
};

static const char head[] = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                           "<!-- See detm-wrapper(5).  To rename a field, change its name; to leave it out, add "
                           "wanted=\"no\". -->\n";

static void add_reference(dt_buffer *out, const detm_wrapper *wrapper, const char *name, uint32_t field) {
  if (field != DT_NO_FIELD) dt_xml_attribute(out, name, wrapper->fields[field].name);
}

static const char *occurs(const dt_wrapper_node *node) {
  if (node->optional) return node->repeated ? "*" : "?";
  return node->repeated ? "+" : NULL;
}

/* A value: its field, and the text around it that is removed. */
static void add_part(dt_buffer *out, const detm_wrapper *wrapper, const dt_part *part) {
  add_reference(out, wrapper, "field", part->field);
  dt_xml_attribute(out, "before", part->before);
  dt_xml_attribute(out, "after", part->after);
  dt_xml_attribute(out, "unit", part->unit);
  if (part->join != NULL) dt_xml_value(out, "join", dt_text(part->join));
  dt_xml_attribute(out, "list", part->list);
}

/* The attributes that are values, each on a line of its own. */
static void save_attributes(dt_buffer *out, const detm_wrapper *wrapper, const dt_wrapper_node *node, unsigned depth) {
  for (uint32_t a = 0; a < node->attribute_count; a++) {
    const dt_attribute_source *source = &node->attributes[a];
    if (source->part.field == DT_NO_FIELD) continue;
    dt_buffer_indent(out, depth, DEEPEST_INDENT);
    dt_buffer_text(out, "<attribute");
    dt_xml_attribute(out, "name", source->name);
    dt_xml_attribute(out, "element", source->element);
    dt_xml_count(out, "number", source->number, 1);
    dt_xml_attribute(out, "without", source->without);
    add_part(out, wrapper, &source->part);
    dt_buffer_text(out, "/>\n");
  }
}

static bool has_plain_attributes(const dt_wrapper_node *node) {
  uint32_t a = 0;
  while (a < node->attribute_count && node->attributes[a].part.field == DT_NO_FIELD) a++;
  return a < node->attribute_count;
}

static void save_element(dt_buffer *out, const detm_wrapper *wrapper, const dt_wrapper_node *node, unsigned depth) {
  dt_buffer_text(out, "<element");
  dt_xml_attribute(out, "tag", node->name);
  dt_xml_attribute(out, "class", node->class);
  dt_xml_flag(out, "varied", node->varied && *node->class != '\0');
  dt_xml_attribute(out, "occurs", occurs(node));
  dt_xml_count(out, "group", node->group, 0);
  dt_xml_flag(out, "strict", node->strict);
  dt_xml_count(out, "column", node->column, 0);
  dt_xml_attribute(out, node->cell ? "header" : "caption", node->caption);
  if (node->marks != NULL) dt_xml_value(out, "marks", dt_text(node->marks));
  add_reference(out, wrapper, "href", node->href);
  add_reference(out, wrapper, "src", node->src);
  if (node->part_count != 0 && node->parts[0].field != DT_NO_FIELD) add_part(out, wrapper, &node->parts[0]);
  bool attributes = has_plain_attributes(node);
  dt_buffer_text(out, node->first != NULL || attributes ? ">\n" : "/>\n");
  save_attributes(out, wrapper, node, depth + 1);
  if (node->first != NULL || !attributes) return;
  dt_buffer_indent(out, depth, DEEPEST_INDENT);
  dt_buffer_text(out, "</element>\n");
}

/* Whether the icon before a part tells it apart from another part in the same decoration. */
static bool is_told_by_icon(const dt_wrapper_node *text, uint32_t part) {
  const dt_part *parts = text->parts;
  if (!parts[part].icon_tells || parts[part].field == DT_NO_FIELD) return false;
  for (uint32_t p = 0; p < text->part_count; p++)
    if (p != part && parts[p].hash == parts[part].hash && parts[p].icon != NULL &&
        strcmp(parts[p].icon, parts[part].icon) != 0)
      return true;
  return false;
}

static void save_text(dt_buffer *out, const detm_wrapper *wrapper, const dt_wrapper_node *node, unsigned depth) {
  static const char *const splits[] = {NULL, "all", "phrases", "outer", "struck", "marks", "shapes"};
  bool value = node->text == NULL, split = value && node->split != DT_SPLIT_NONE,
       attributes = has_plain_attributes(node);
  dt_buffer_text(out, "<text");
  if (value && !split && node->part_count != 0) add_part(out, wrapper, &node->parts[0]);
  dt_xml_attribute(out, "occurs", occurs(node));
  dt_xml_count(out, "group", node->group, 0);
  dt_xml_attribute(out, "class", node->class);
  dt_xml_flag(out, "varied", node->varied && *node->class != '\0');
  dt_xml_flag(out, "linked", node->linked);
  dt_xml_attribute(out, "label", node->label);
  dt_xml_attribute(out, "caption", node->caption);

  /* the sample is compared by alignment, and shows a person which field this is */
  detm_text sample = dt_text_cut(node->sample, MAX_SAMPLE_LENGTH);
  if (value && sample.length != 0) dt_xml_value(out, "sample", sample);
  if (value && !split && node->part_count != 0 && node->fragmented) dt_xml_attribute(out, "split", "none");
  if (value && !split && !attributes) {
    dt_buffer_text(out, "/>\n");
    return;
  }

  if (split) dt_xml_attribute(out, "split", splits[node->split]);
  dt_buffer_text(out, split || attributes ? ">\n" : ">");
  if (!value) dt_xml_text(out, dt_text(node->text));
  if (!value && attributes) dt_buffer_byte(out, '\n');
  save_attributes(out, wrapper, node, depth + 1);

  for (uint32_t i = 0; i < node->part_count && split; i++) {
    dt_buffer_indent(out, depth + 1, DEEPEST_INDENT);
    dt_buffer_text(out, "<part");
    dt_xml_attribute(out, "within", node->parts[i].within);
    if (is_told_by_icon(node, i)) dt_xml_attribute(out, "icon", node->parts[i].icon);
    add_part(out, wrapper, &node->parts[i]);
    dt_buffer_text(out, "/>\n");
  }

  if (split || attributes) dt_buffer_indent(out, depth, DEEPEST_INDENT);
  dt_buffer_text(out, "</text>\n");
}

static void save_record(dt_buffer *out, const detm_wrapper *wrapper) {
  unsigned depth = 2;
  dt_buffer_text(out, "  <record");
  dt_xml_flag(out, "nested", wrapper->nested);
  dt_xml_flag(out, "longest", wrapper->longest);
  dt_xml_flag(out, "data", wrapper->data);
  if (wrapper->grid) dt_xml_attribute(out, "grid", wrapper->in_columns ? "columns" : "yes");
  dt_buffer_text(out, ">\n");

  for (const dt_wrapper_node *node = wrapper->root->first; node != NULL; node = dt_wrapper_next(node)) {
    dt_buffer_indent(out, depth, DEEPEST_INDENT);
    if (node->tag == DT_TAG_TEXT)
      save_text(out, wrapper, node, depth);
    else
      save_element(out, wrapper, node, depth);
    if (node->first != NULL) {
      depth++;
      continue;
    }
    for (const dt_wrapper_node *last = node; last->next == NULL && last->parent != NULL;) { /* elements that end here */
      last = last->parent;
      dt_buffer_indent(out, --depth, DEEPEST_INDENT);
      dt_buffer_text(out, last->parent != NULL ? "</element>\n" : "</record>\n");
    }
  }
}

static const char *field_name(const void *wrapper, uint32_t field) {
  return ((const detm_wrapper *)wrapper)->fields[field].name;
}

detm_status detm_wrapper_save(const detm_wrapper *wrapper, detm_write write, void *data, detm_error *error) {
  dt_buffer out = {0};
  dt_buffer_text(&out, head);
  dt_buffer_text(&out, "<wrapper xmlns=\"urn:detm:wrapper:1\"");
  dt_xml_count(&out, "records", wrapper->records, 0);
  dt_xml_count(&out, "pages", wrapper->pages, 0);
  if (wrapper->one_place) dt_xml_attribute(&out, "parents", "one");
  dt_xml_flag(&out, "empty", wrapper->empty);
  dt_buffer_text(&out, ">\n");

  for (uint32_t i = 0; i < wrapper->field_count; i++) {
    const dt_field *field = &wrapper->fields[i];
    dt_buffer_text(&out, "  <field");
    dt_xml_attribute(&out, "id", field->name); /* the record refers to it, so that the name is changed in one place */
    dt_xml_attribute(&out, "name", field->name);
    dt_xml_attribute(&out, "type", field->type != NULL ? field->type : "text");
    if (!field->wanted) dt_xml_attribute(&out, "wanted", "no");
    if (!field->wanted && field->reason != DT_REASON_NONE)
      dt_xml_attribute(&out, "reason", dt_reason_names[field->reason]);
    if (!field->wanted) dt_xml_attribute(&out, "constant", field->constant);
    dt_xml_flag(&out, "list", field->list);
    dt_xml_attribute(&out, "require", field->require);
    dt_xml_flag(&out, "unsure", field->unsure);
    dt_buffer_text(&out, "/>\n");
  }

  for (uint32_t i = 0; i < wrapper->place_count; i++) {
    const dt_place *place = &wrapper->places[i];
    dt_buffer_text(&out, "  <place");
    dt_xml_attribute(&out, "path", place->path);
    dt_xml_attribute(&out, "class", place->class);
    dt_xml_attribute(&out, "id", place->id);
    dt_xml_attribute(&out, "heading", place->heading);
    dt_xml_count(&out, "number", place->number, 0);
    dt_buffer_text(&out, "/>\n");
  }

  for (uint32_t i = 0; i < wrapper->clue_count; i++) {
    dt_buffer_text(&out, "  <clue");
    dt_xml_attribute(&out, "tag", wrapper->clues[i].tag);
    dt_xml_attribute(&out, wrapper->clues[i].attribute, wrapper->clues[i].value);
    dt_buffer_text(&out, "/>\n");
  }

  for (uint32_t i = 0; i < wrapper->notice_count; i++) {
    dt_buffer_text(&out, "  <notice");
    dt_xml_attribute(&out, "text", wrapper->notices[i]);
    dt_buffer_text(&out, "/>\n");
  }

  save_record(&out, wrapper);
  for (uint32_t i = 0; i < wrapper->exception_count; i++) {
    const dt_exception *except = &wrapper->exceptions[i];
    dt_buffer_text(&out, "  <except");
    dt_xml_attribute(&out, "class", except->class);
    dt_xml_attribute(&out, "text", except->text);
    add_reference(&out, wrapper, "lacks", except->lacks);
    dt_buffer_text(&out, "/>\n");
  }

  if (wrapper->profile != NULL) dt_profile_write(&out, wrapper->profile, field_name, wrapper);
  dt_buffer_text(&out, "</wrapper>\n");
  return dt_buffer_deliver(&out, "wrapper", write, data, error);
}
