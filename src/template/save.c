/* template/save.c: template -> template XML, as detm-template(5) describes it.
 *
 * The output depends only on the template, so that two versions of a template can be compared line by line.  Attributes
 * with their default value are left out. */
#include "template/template.h"

#include "profile/profile.h"
#include "template/apply/skeleton.h"
#include "template/apply/stylesheet.h"
#include "xmlfile/escape.h"

#include <math.h>

enum { DEEPEST_INDENT = 32, WIDTH = 110 /* of lines of marks */ };

static const char head[] = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                           "<!-- See detm-template(5). -->\n";

/* Writes marks in lines of at most WIDTH bytes, where no mark is longer. */
static void save_marks(dt_buffer *out, const dt_template_layout *layout) {
  size_t width = WIDTH;
  if (layout->mark_count == 0) return;

  dt_buffer_text(out, "    <marks>");
  for (uint32_t i = 0; i < layout->mark_count; i++) {
    detm_text mark = dt_text(layout->marks[i]);
    width += mark.length + 1;
    if (width >= WIDTH) {
      dt_buffer_text(out, "\n     ");
      width = mark.length;
    }
    dt_buffer_byte(out, ' ');
    dt_xml_text(out, mark);
  }

  dt_buffer_text(out, "\n    </marks>\n");
}

static void save_label(dt_buffer *out, const char *label) {
  dt_buffer_text(out, "    <label");
  dt_xml_value(out, "text", dt_text(label));
  dt_buffer_text(out, "/>\n");
}

static void save_skeleton(dt_buffer *out, const dt_skeleton *skeleton) {
  uint32_t open[DT_MAX_SKELETON_DEPTH + 1];
  unsigned depth = 0;
  if (skeleton == NULL) return;

  dt_buffer_text(out, "    <page>\n");
  for (uint32_t i = 0; i <= skeleton->node_count; i++) {
    while (depth != 0 && open[depth - 1] == i) {
      dt_buffer_indent(out, --depth + 3, DEEPEST_INDENT);
      dt_buffer_text(out, "</node>\n");
    }

    if (i == skeleton->node_count) break;
    const dt_skeleton_node *node = &skeleton->nodes[i];
    bool empty = node->end <= i + 1;
    dt_buffer_indent(out, depth + 3, DEEPEST_INDENT);
    dt_buffer_text(out, "<node");
    dt_xml_attribute(out, "tag", node->tag);
    dt_xml_attribute(out, "id", node->id);
    dt_xml_attribute(out, "class", node->class);
    dt_xml_attribute(out, "caption", node->caption);
    dt_xml_attribute(out, "label", node->label);
    dt_xml_attribute(out, "field", node->field);
    dt_buffer_text(out, empty ? "/>\n" : ">\n");
    if (!empty && depth < DT_MAX_SKELETON_DEPTH) open[depth++] = node->end;
  }

  dt_buffer_text(out, "    </page>\n");
}

static void save_anchor(dt_buffer *out, const dt_anchor *a) {
  dt_buffer_text(out, "        <anchor");
  dt_xml_attribute(out, "by", dt_anchor_kind_names[a->kind]);
  dt_xml_attribute(out, "tag", a->tag);
  dt_xml_attribute(out, "name", a->name);
  if (a->value != NULL) dt_xml_value(out, "value", dt_text(a->value));
  dt_xml_attribute(out, "path", a->path);
  dt_xml_attribute(out, "pattern", a->pattern);

  if (a->run == DT_EVERY_RUN) {
    dt_xml_attribute(out, "run", "all");
  } else {
    dt_xml_count(out, "run", a->run, 0);
  }

  dt_xml_count(out, "skip", a->skip, 0);
  dt_xml_count(out, "drop", a->drop, 0);
  dt_xml_attribute(out, "label", a->label);

  if (a->trust > 0) {
    dt_buffer_text(out, " trust=\"");
    dt_buffer_number(out, round(a->trust * 1000) / 1000);
    dt_buffer_byte(out, '"');
  }

  dt_buffer_text(out, "/>\n");
}

static void save_field(dt_buffer *out, const dt_template_field *field) {
  dt_buffer_text(out, "    <field");
  dt_xml_attribute(out, "name", field->name);
  if (field->type != NULL && strcmp(field->type, "text") != 0) dt_xml_attribute(out, "type", field->type);
  dt_xml_attribute(out, "caption", field->caption);
  dt_xml_flag(out, "list", field->list);
  dt_xml_flag(out, "optional", field->optional);
  dt_xml_attribute(out, "require", field->require);
  dt_xml_count(out, "longest", field->longest, 0);
  dt_buffer_text(out, ">\n");

  for (uint32_t p = 0; p < field->part_count; p++) {
    const dt_template_part *part = &field->parts[p];
    dt_buffer_text(out, "      <part");
    dt_xml_flag(out, "all", part->all);
    dt_xml_flag(out, "more", part->more);
    dt_buffer_text(out, ">\n");
    for (uint32_t a = 0; a < part->anchor_count; a++) save_anchor(out, &part->anchors[a]);
    dt_buffer_text(out, "      </part>\n");
  }

  dt_buffer_text(out, "    </field>\n");
}

static const char *profile_field_name(const void *profile, uint32_t field) {
  return ((const dt_profile *)profile)->fields[field].name;
}

void dt_template_save(const detm_template *template, dt_buffer *out) {
  dt_buffer_text(out, head);
  dt_buffer_text(out, "<template xmlns=\"urn:detm:template:1\"");
  dt_xml_value(out, "name", dt_text(template->name));
  dt_xml_attribute(out, "domain", template->domain);
  dt_xml_count(out, "pages", template->pages, 0);
  dt_buffer_text(out, ">\n");

  for (uint32_t i = 0; i < template->layout_count; i++) {
    const dt_template_layout *layout = &template->layouts[i];
    dt_buffer_text(out, "  <layout>\n");
    save_marks(out, layout);
    for (uint32_t n = 0; n < layout->label_count; n++) save_label(out, layout->labels[n]);
    save_skeleton(out, layout->skeleton);
    for (uint32_t f = 0; f < layout->field_count; f++) save_field(out, &layout->fields[f]);
    dt_buffer_text(out, "  </layout>\n");
  }

  if (template->profile != NULL) dt_profile_write(out, template->profile, profile_field_name, template->profile);
  dt_buffer_text(out, "</template>\n");
}

detm_status detm_template_save(const detm_template *template, detm_write write, void *data, detm_error *error) {
  dt_buffer out = {0};
  dt_template_save(template, &out);
  return dt_buffer_deliver(&out, "template", write, data, error);
}
