/* result/ndjson.c: results as NDJSON, one record per line.
 *
 *   {"@page":"shop.html","@region":1,"@record":1,"@confidence":0.98,"title":"...","tags":["a","b"]}
 *
 * @confidence, @fit and @quality are written only if known, "@template":"shop.xml" after the page's name only if a file
 * of a library was applied.  Several values of a field, and the values of a list, are an array.  If fields are from
 * fall-back anchors of a template, "@fallback":["price"] at the end names them.
 *
 * With one line per page, the page's line holds its records:
 *
 *   {"@page":"shop.html","@status":"ok","@fit":0.97,"records":[{"title":"..."},{"@region":2,"title":"..."}]}
 *
 * and after them, if something is in no column, ,"@left_out":[{"reason":"row-total","n":1,"sample":"Total 12 34"}], of
 * other regions than the first with their "@region", too. */
#include "base/escape.h"
#include "result/left_out.h"
#include "result/writer.h"

#include <stdio.h>

static void json_page_begin(detm_writer *writer, const detm_page_info *page) {
  dt_buffer *to = &writer->line.page;
  to->length = 0;
  dt_escape_json_string(to, dt_text(page->name));
  writer->line.file.length = 0;
  if (page->file != NULL) dt_escape_json_string(&writer->line.file, dt_text(page->file));
}

static void add_json_key(dt_buffer *to, detm_text name) {
  dt_buffer_byte(to, ',');
  dt_escape_json_string(to, name);
  dt_buffer_byte(to, ':');
}

static void add_share(detm_writer *writer, dt_buffer *to, const char *name, double share) {
  if (!(share >= 0)) return;
  add_json_key(to, dt_writer_name(writer, dt_text(name)));
  dt_escape_share(to, "", share, "");
}

static void json_region_begin(detm_writer *writer, const detm_region_info *region) {
  dt_line_state *line = &writer->line;
  line->before.length = line->after.length = 0;
  dt_buffer *before = &line->before;
  add_json_key(before, dt_writer_name(writer, DT_TEXT("@page")));
  if (!before->failed) before->data[0] = '{';
  dt_buffer_add(before, line->page.data, line->page.length);

  if (line->file.length != 0) {
    add_json_key(before, dt_writer_name(writer, DT_TEXT("@template")));
    dt_buffer_add(before, line->file.data, line->file.length);
  }

  line->kept_at = before->length;
  line->numbered = region->number != 0;
  if (line->numbered) {
    add_json_key(before, dt_writer_name(writer, DT_TEXT("@region")));
    dt_buffer_count(before, region->number);
    add_json_key(before, dt_writer_name(writer, DT_TEXT("@record")));
  }

  add_share(writer, &line->after, "@confidence", region->confidence);
  add_share(writer, &line->after, "@fit", region->fit);
  add_share(writer, &line->after, "@quality", region->quality);
}

static void json_head(dt_buffer *to, const detm_column *column) {
  add_json_key(to, dt_text(column->name));
  if (column->list) dt_buffer_byte(to, '[');
}

/* Whether a column of the region has this name: compares the name with the columns' heads. */
static bool has_field(detm_writer *writer, detm_text name) {
  dt_buffer *out = &writer->out;
  size_t start = out->length, head = 0;
  bool found = false;

  add_json_key(out, name);
  size_t length = out->length - start;
  for (size_t i = 0; i < writer->head_ends.count && !out->failed && !found; i++) {
    size_t end = writer->head_ends.items[i];
    const size_t size = end - head; /* of a list, a bracket follows */
    found = (size == length || size == length + 1) && memcmp(writer->heads.data + head, out->data + start, length) == 0;
    head = end;
  }

  out->length = start;
  return found;
}

/* Adds what is known of the record and of its page. */
static void add_kept_members(detm_writer *writer) {
  const detm_page_note *note = writer->note;
  for (size_t i = 0; note != NULL && i < note->kept_count; i++) {
    add_json_key(&writer->out, dt_writer_name(writer, dt_text(note->kept[i].name)));
    dt_buffer_text(&writer->out, note->kept[i].json);
  }
}

static void json_record_begin(detm_writer *writer, size_t number) {
  dt_line_state *line = &writer->line;
  const dt_buffer *before = &line->before;
  if (before->failed) return; /* which is reported */
  dt_buffer_add(&writer->out, before->data, line->kept_at);
  add_kept_members(writer);
  dt_buffer_add(&writer->out, before->data + line->kept_at, before->length - line->kept_at);
  if (line->numbered) dt_buffer_count(&writer->out, number);
  dt_buffer_add(&writer->out, line->after.data, line->after.length);
  line->values = 0;
  line->fallback.length = 0;
}

static void end_array(detm_writer *writer) {
  if (writer->line.values > 1 || (writer->line.values == 1 && writer->line.list)) dt_buffer_byte(&writer->out, ']');
}

/* Adds a value.  A second value makes an array: its bracket is inserted before the first. */
static void json_field(detm_writer *writer, const detm_field *value, detm_text before) {
  dt_buffer *out = &writer->out;
  dt_line_state *line = &writer->line;

  if (line->values != 0 && value->column == line->column) {
    if (line->values == 1 && !line->list && dt_buffer_reserve(out, 1)) {
      char *first = out->data + line->value;
      memmove(first + 1, first, out->length - line->value);
      *first = '[';
      ++out->length;
    }
    dt_buffer_byte(out, ',');
    ++line->values;
  } else {
    end_array(writer);
    dt_buffer_add(out, before.data, before.length);
    line->column = value->column;
    line->value = out->length;
    line->values = 1;
    line->list = before.length != 0 && before.data[before.length - 1] == '[';
    line->noted = false;
  }

  if (value->rank >= 2 && !line->noted) {
    line->noted = true;
    dt_buffer_byte(&line->fallback, line->fallback.length == 0 ? '[' : ',');
    dt_escape_json_string(&line->fallback, dt_text(value->name));
  }

  if (!line->numbered && strcmp(value->type, "figure") == 0)
    dt_buffer_add(out, value->value.data, value->value.length);
  else
    dt_escape_json_string(out, value->value);
}

/* Writes ,"price.amount":24.5 or an array if the field is one; null for a value without that part. */
static void json_part(detm_writer *writer, const dt_typed_part *part) {
  dt_buffer *out = &writer->out;
  dt_line_state *line = &writer->line;
  const dt_typed *typed = &writer->typed;
  bool array = typed->count > 1 || line->list;

  end_array(writer);
  line->values = 0;
  add_json_key(out, dt_part_name(writer, (detm_text){typed->field.data, typed->field.length}, part));
  if (array) dt_buffer_byte(out, '[');

  for (size_t i = 0; i < typed->count; i++) {
    size_t start = out->length;
    if (i != 0) dt_buffer_byte(out, ',');
    if (part->text) dt_buffer_byte(out, '"');
    if (dt_part_add(out, &typed->values[i], part)) {
      if (part->text) dt_buffer_byte(out, '"');
      continue;
    }
    out->length = start;
    dt_buffer_text(out, i != 0 ? ",null" : "null");
  }

  if (array) dt_buffer_byte(out, ']');
}

/* Ends the last field and names those from fall-backs. */
static void end_json_record(detm_writer *writer) {
  dt_line_state *line = &writer->line;
  end_array(writer);
  if (line->fallback.length != 0) {
    add_json_key(&writer->out, dt_writer_name(writer, DT_TEXT("@fallback")));
    dt_buffer_add(&writer->out, line->fallback.data, line->fallback.length);
    dt_buffer_byte(&writer->out, ']');
  }
}

static void ndjson_record_end(detm_writer *writer) {
  end_json_record(writer);
  dt_buffer_add(&writer->out, "}\n", 2);
}

/* ---- an array ---- */

static bool start_array(detm_writer *writer) {
  dt_buffer_text(&writer->out, "[");
  return !writer->out.failed;
}

static void item_begin(detm_writer *writer, size_t number) {
  dt_buffer_text(&writer->out, writer->line.begun ? ",\n" : "\n");
  json_record_begin(writer, number);
}

static void item_end(detm_writer *writer) {
  end_json_record(writer);
  dt_buffer_byte(&writer->out, '}');
  writer->line.begun = true;
}

static void end_items(detm_writer *writer) { dt_buffer_text(&writer->out, "\n]\n"); }

/* ---- one line per page ---- */

static void line_page_begin(detm_writer *writer, const detm_page_info *page) {
  dt_buffer *out = &writer->out;
  const detm_page_note *note = writer->note;

  writer->line.after.length = 0;
  dt_buffer_text(out, "{\"@page\":");
  dt_escape_json_string(out, dt_text(page->name));
  dt_escape_json_member(out, "@template", dt_text(page->file));

  if (note != NULL) {
    dt_escape_json_member(out, "@status", dt_text(note->status));
    dt_escape_share(out, ",\"@confidence\":", note->confidence, "");
    dt_escape_share(out, ",\"@fit\":", note->fit, "");
    dt_escape_share(out, ",\"@quality\":", note->quality, "");
    dt_escape_json_member(out, "@message", dt_text(note->message));
  }

  if (note != NULL && note->members != NULL && note->members[0] != '\0') {
    dt_buffer_byte(out, ',');
    dt_buffer_text(out, note->members);
  }

  dt_buffer_text(out, ",\"records\":[");
}

static void line_region_begin(detm_writer *writer, const detm_region_info *region) {
  dt_line_state *line = &writer->line;
  line->numbered = region->number != 0;
  line->before.length = 0;
  char first[sizeof "\"@region\":," + 20] = "";

  if (region->number > 1) {
    dt_buffer_text(&line->before, "\"@region\":");
    dt_buffer_count(&line->before, region->number);
    snprintf(first, sizeof first, "\"@region\":%zu,", region->number);
  }

  if (region->left_out_count == 0) return;
  if (line->after.length != 0) dt_buffer_byte(&line->after, ',');
  dt_left_out_write(&line->after, region, first);
}

/* The last byte of the output, which a failure may have emptied. */
static char last_byte(const detm_writer *writer) {
  return writer->out.length != 0 ? writer->out.data[writer->out.length - 1] : '\0';
}

static void line_record_begin(detm_writer *writer, size_t number) {
  dt_line_state *line = &writer->line;
  (void)number;
  dt_buffer_text(&writer->out, last_byte(writer) == '}' ? ",{" : "{");
  dt_buffer_add(&writer->out, line->before.data, line->before.length);
  line->values = 0;
  line->fallback.length = 0;
}

/* The first field of a record has no comma before it. */
static void line_field(detm_writer *writer, const detm_field *value, detm_text before) {
  json_field(writer, value, last_byte(writer) == '{' && before.length != 0 ? dt_text_from(before, 1) : before);
}

static void line_record_end(detm_writer *writer) {
  end_json_record(writer);
  dt_buffer_byte(&writer->out, '}');
}

static void line_page_end(detm_writer *writer) {
  const dt_buffer *left = &writer->line.after;
  dt_buffer_byte(&writer->out, ']');
  if (left->failed) writer->out.failed = true;
  if (left->length != 0) {
    dt_buffer_text(&writer->out, ",\"@left_out\":[");
    dt_buffer_add(&writer->out, left->data, left->length);
    dt_buffer_byte(&writer->out, ']');
  }
  dt_buffer_text(&writer->out, "}\n");
}

const dt_format dt_format_ndjson_pages = {
    .page_begin = line_page_begin,
    .region_begin = line_region_begin,
    .head = json_head,
    .record_begin = line_record_begin,
    .field = line_field,
    .part = json_part,
    .has_field = has_field,
    .record_end = line_record_end,
    .page_end = line_page_end,
    .by_page = true,
};

const dt_format dt_format_json = {
    .start = start_array,
    .page_begin = json_page_begin,
    .region_begin = json_region_begin,
    .head = json_head,
    .record_begin = item_begin,
    .field = json_field,
    .part = json_part,
    .has_field = has_field,
    .record_end = item_end,
    .close = end_items,
    .closing = {3, 3, 3, 3},
};

const dt_format dt_format_ndjson = {
    .page_begin = json_page_begin,
    .region_begin = json_region_begin,
    .head = json_head,
    .record_begin = json_record_begin,
    .field = json_field,
    .part = json_part,
    .has_field = has_field,
    .record_end = ndjson_record_end,
};
