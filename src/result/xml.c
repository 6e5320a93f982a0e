/* result/xml.c: results as XML, namespace urn:detm:results:1, schema templates/detm-results.rng.
 *
 *   <results><page src encoding template?><region n path score confidence? fit? quality? records>
 *     <record n><field name type by? rank? amount? currency?>value</field>...</record>...
 *     <left-out reason n>text</left-out>...</region>...</page>...
 *   </results>
 *
 * A field with markup holds it instead of its value. */
#include "base/escape.h"
#include "result/writer.h"
#include "xmlfile/escape.h"

#define END_RESULTS "</results>\n"
#define END_PAGE "  </page>\n"
#define END_REGION "    </region>\n"

static const char declaration[] = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                                  "<results xmlns=\"urn:detm:results:1\">\n";

static bool xml_start(detm_writer *writer) {
  dt_buffer_text(&writer->out, declaration);
  return !writer->out.failed;
}

static void xml_page_begin(detm_writer *writer, const detm_page_info *page) {
  dt_buffer *out = &writer->out;
  dt_buffer_text(out, "  <page");
  dt_xml_value(out, "src", dt_text(page->name));
  dt_xml_value(out, "encoding", dt_text(page->encoding));
  if (page->file != NULL) dt_xml_value(out, "template", dt_text(page->file));
  dt_buffer_add(out, ">\n", 2);
}

/* Keeps what comes after the records: the arguments are valid only now. */
static void keep_left_out(dt_buffer *to, const detm_region_info *region) {
  to->length = 0;
  for (size_t i = 0; i < region->left_out_count; i++) {
    const detm_left_out *rows = &region->left_out[i];
    dt_buffer_text(to, "      <left-out");
    dt_xml_value(to, "reason", dt_text(rows->reason));
    dt_buffer_text(to, " n=\"");
    dt_buffer_count(to, rows->count);
    dt_buffer_text(to, "\">");
    dt_escape(to, DT_ESCAPE_TEXT, rows->sample.data, rows->sample.length);
    dt_buffer_text(to, "</left-out>\n");
  }
}

static void xml_region_begin(detm_writer *writer, const detm_region_info *region) {
  dt_buffer *out = &writer->out;
  keep_left_out(&writer->line.after, region);
  dt_buffer_text(out, "    <region n=\"");
  dt_buffer_count(out, region->number);
  dt_buffer_byte(out, '"');
  dt_xml_value(out, "path", dt_text(region->path));
  dt_buffer_text(out, " score=\"");
  dt_buffer_number(out, region->score);
  dt_buffer_byte(out, '"');
  dt_escape_share(out, " confidence=\"", region->confidence, "\"");
  dt_escape_share(out, " fit=\"", region->fit, "\"");
  dt_escape_share(out, " quality=\"", region->quality, "\"");
  dt_buffer_text(out, " records=\"");
  dt_buffer_count(out, region->records);
  dt_buffer_add(out, "\">\n", 3);
}

static void xml_field_head(dt_buffer *to, const detm_column *column) {
  dt_buffer_text(to, "        <field");
  dt_xml_value(to, "name", dt_text(column->name));
  dt_xml_value(to, "type", dt_text(column->type));
}

static void xml_record_begin(detm_writer *writer, size_t number) {
  dt_buffer_add(&writer->out, "      <record n=\"", 17);
  dt_buffer_count(&writer->out, number);
  dt_buffer_add(&writer->out, "\">\n", 3);
}

static void xml_field(detm_writer *writer, const detm_field *value, detm_text before) {
  dt_buffer *out = &writer->out, *text = &writer->typed.part;
  dt_buffer_add(out, before.data, before.length);

  if (value->by != NULL) {
    dt_xml_value(out, "by", dt_text(value->by));
    dt_buffer_add(out, " rank=\"", 7);
    dt_buffer_count(out, value->rank);
    dt_buffer_byte(out, '"');
  }

  const detm_value *typed = value->typed;
  for (const dt_typed_part *part = NULL; typed != NULL && (part = dt_part_next(part, typed->kind)) != NULL;) {
    text->length = 0;
    if (!dt_part_add(text, typed, part)) continue;
    if (!text->failed) dt_xml_value(out, part->key, (detm_text){text->data, text->length});
  }

  dt_buffer_byte(out, '>');
  if (value->markup.data != NULL)
    dt_buffer_add(out, value->markup.data, value->markup.length);
  else
    dt_escape(out, DT_ESCAPE_TEXT, value->value.data, value->value.length);

  dt_buffer_add(out, "</field>\n", 9);
}

static void xml_record_end(detm_writer *writer) { dt_buffer_text(&writer->out, "      </record>\n"); }

static void xml_region_end(detm_writer *writer) {
  dt_buffer_add(&writer->out, writer->line.after.data, writer->line.after.length);
  dt_buffer_text(&writer->out, END_REGION);
}

static void xml_page_end(detm_writer *writer) { dt_buffer_text(&writer->out, END_PAGE); }

/* Ends the document; writes nothing if even the declaration exceeded the limit. */
static void xml_close(detm_writer *writer) {
  if (writer->written == 0 && writer->out.length == 0) return;
  if (writer->place >= DT_IN_REGION) dt_buffer_text(&writer->out, END_REGION); /* the limit counts no more */
  if (writer->place >= DT_IN_PAGE) xml_page_end(writer);
  dt_buffer_text(&writer->out, END_RESULTS);
}

enum {
  CLOSE_RESULTS = sizeof END_RESULTS - 1,
  CLOSE_PAGE = CLOSE_RESULTS + sizeof END_PAGE - 1,
  CLOSE_REGION = CLOSE_PAGE + sizeof END_REGION - 1
};

const dt_format dt_format_xml = {
    .start = xml_start,
    .page_begin = xml_page_begin,
    .region_begin = xml_region_begin,
    .head = xml_field_head,
    .record_begin = xml_record_begin,
    .field = xml_field,
    .record_end = xml_record_end,
    .region_end = xml_region_end,
    .page_end = xml_page_end,
    .close = xml_close,
    .closing = {CLOSE_RESULTS, CLOSE_PAGE, CLOSE_REGION, CLOSE_REGION},
};
