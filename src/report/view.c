/* report/view.c: a page and its records as JSON: the markup of markup.c, and the rows of each region. */
#include "report/view.h"

#include <detm/content.h>

#include "base/escape.h"
#include "html/tree_path.h"
#include "report/doubts.h"
#include "report/report.h"
#include "result/left_out.h"
#include "result/records.h"

#include <stdlib.h>

typedef struct viewing {
  dt_arena arena, scratch;
  dt_buffer *out;
  size_t start; /* where the regions start in `out` */
  const detm_page *page;
  const detm_locale *locale;
  const detm_result *result;
  detm_records *records;
  dt_inspect_account account;
  dt_page_view view;
  dt_buffer markup, style, sheet;
  unsigned parts;              /* dt_view_parts */
  bool has_source, has_doubts; /* about the first region */
} viewing;

static void view_string(viewing *v, const char *before, detm_text text) {
  dt_buffer_text(v->out, before);
  dt_escape_json_string(v->out, text);
}

/* ---- columns ---- */

static size_t count_distinct(viewing *v, const dt_column_facts *facts) {
  size_t distinct = 0;
  uint64_t *hashes = DT_ARRAY(&v->scratch, uint64_t, (size_t)facts->values.count + 1);
  for (uint32_t i = 0; i < facts->values.count; i++)
    hashes[i] = dt_hash_bytes(facts->values.items[i].data, facts->values.items[i].length, 0);
  if (facts->values.count != 0) qsort(hashes, facts->values.count, sizeof *hashes, dt_compare_numbers);
  for (uint32_t i = 0; i < facts->values.count; i++) distinct += i == 0 || hashes[i] != hashes[i - 1];
  return distinct;
}

static void view_columns(viewing *v, const detm_region *region, const dt_column_facts *facts) {
  const detm_region_info *info = detm_region_properties(region);
  size_t records = detm_region_record_count(region);

  dt_buffer_text(v->out, ",\"columns\":[");
  for (size_t c = 0; c < info->column_count; c++) {
    dt_mark mark = dt_arena_mark(&v->scratch);
    view_string(v, c == 0 ? "{\"name\":" : ",{\"name\":", dt_text(info->columns[c].name));
    view_string(v, ",\"type\":", dt_text(info->columns[c].type));
    dt_escape_share(v->out, ",\"share\":", records != 0 ? (double)facts[c].records / (double)records : 0, "");
    dt_buffer_format(v->out, ",\"percent\":%u,\"distinct\":%zu", dt_inspect_percent(facts[c].records, records),
                     count_distinct(v, &facts[c]));
    if (facts[c].values.count != 0) view_string(v, ",\"sample\":", dt_text_cut(facts[c].values.items[0], 200));
    dt_buffer_text(v->out, ",\"wanted\":true}");
    dt_arena_rewind(&v->scratch, mark);
  }
  dt_buffer_byte(v->out, ']');
}

/* ---- rows ---- */

/* How a value is made of the page, if it is not one text or address: of several that are joined, a part of a text, or
 * by an anchor of a template. */
static void add_how(viewing *v, const detm_field *field) {
  const char *differs = dt_inspect_difference(v->page, field);
  if (field->rank != 0) {
    dt_buffer_format(v->out, ",\"how\":\"anchor %zu: ", field->rank);
    dt_escape(v->out, DT_ESCAPE_JSON, field->by, strlen(field->by));
    dt_buffer_byte(v->out, '"');
  } else if (!field->range.known) {
    dt_buffer_text(v->out, ",\"how\":\"derived\"");
  } else if (differs != NULL) {
    dt_buffer_format(v->out, ",\"how\":\"%s\"", differs);
  }
}

/* Adds what a number, the amount of a price or a date is; nothing for a text that is not of its column's type. */
static void view_typed(viewing *v, const dt_column_facts *column, detm_text text) {
  detm_value value;
  if (!dt_column_read(v->locale, column, text, &value)) return;
  if (column->kind == DETM_VALUE_DATE) {
    view_string(v, ",\"typed\":", dt_text(value.iso));
  } else {
    dt_buffer_text(v->out, ",\"typed\":");
    dt_buffer_number(v->out, value.number);
  }
}

static void view_value(viewing *v, const detm_field *field, const dt_column_facts *column) {
  view_string(v, "{\"text\":", field->value);
  view_typed(v, column, field->value);
  size_t start = v->out->length;
  dt_buffer_text(v->out, ",\"anchor\":\"");
  if (dt_inspect_anchor(v->out, v->page, &v->view, &field->range))
    dt_buffer_byte(v->out, '"');
  else if (!v->out->failed)
    v->out->length = start;
  add_how(v, field);
  dt_buffer_byte(v->out, '}');
}

/* Adds the siblings that are a record, as calls that learn take them. */
static void add_range(viewing *v, const detm_range *range, dt_index *parent, const char **path) {
  const dt_tree *tree = &v->page->tree;
  if (!range->known || tree->nodes[range->first].parent == DT_NONE) return;
  if (tree->nodes[range->first].parent != *parent) {
    *parent = tree->nodes[range->first].parent;
    *path = dt_path_write(&v->arena, tree, *parent, true);
  }
  view_string(v, ",\"range\":{\"parent\":", dt_text(*path));
  uint32_t first = dt_child_position(tree, *parent, range->first);
  uint32_t last = dt_child_position(tree, *parent, range->last);
  dt_buffer_format(v->out, ",\"first\":%u,\"last\":%u}", first, last);
}

static void view_values(viewing *v, const detm_record *record, size_t columns, const dt_column_facts *facts) {
  size_t *field_of = DT_ARRAY(&v->scratch, size_t, columns + 1);
  for (size_t c = 0; c < columns; c++) field_of[c] = SIZE_MAX;
  for (size_t f = detm_record_field_count(record); f-- > 0;) field_of[detm_record_field_get(record, f)->column] = f;

  dt_buffer_text(v->out, ",\"values\":[");
  for (size_t c = 0; c < columns; c++) {
    dt_buffer_text(v->out, c == 0 ? "[" : ",[");
    for (size_t n = 0; n < detm_record_value_count(record, field_of[c]); n++) {
      if (n != 0) dt_buffer_byte(v->out, ',');
      view_value(v, detm_record_value_get(record, field_of[c], n), &facts[c]);
    }
    dt_buffer_byte(v->out, ']');
  }
  dt_buffer_byte(v->out, ']');
}

static void add_rows(viewing *v, const detm_region *region, const dt_column_facts *facts) {
  size_t columns = detm_region_properties(region)->column_count, count = detm_region_record_count(region), shown = 0;
  dt_index parent = DT_NONE;
  const char *path = NULL;

  dt_buffer_text(v->out, ",\"rows\":[\n"); /* each row is a line: a reader need not parse all at once */
  for (; shown < count && v->out->length - v->start < DT_INSPECT_TABLE_BYTES; shown++) {
    const detm_record *record = detm_region_record_get(region, shown);
    detm_range range = detm_record_range(record);
    dt_mark mark = dt_arena_mark(&v->scratch);
    dt_scope_tick(v->arena.scope);
    dt_buffer_format(v->out, "%s{\"number\":%zu", shown == 0 ? "" : ",\n", detm_record_number(record));
    add_range(v, &range, &parent, &path);
    view_values(v, record, columns, facts);
    dt_buffer_byte(v->out, '}');
    dt_arena_rewind(&v->scratch, mark);
  }
  dt_buffer_text(v->out, shown == 0 ? "]" : "\n]");
}

/* ---- doubts ---- */

/* Adds what is doubtful about the records and columns, which the program that shows them puts into words. */
static void view_doubts(viewing *v, const detm_region *region, const dt_column_facts *facts) {
  const detm_region_info *info = detm_region_properties(region);
  dt_doubts doubts = {0};
  if (v->records->matter == DT_MATTER_RECORDS) doubts = dt_doubts_find(&v->arena, v->locale, region, facts);

  dt_buffer_text(v->out, ",\"doubts\":[");
  for (uint32_t i = 0; i < doubts.count; i++) {
    const dt_doubt *doubt = &doubts.items[i];
    dt_buffer_format(v->out, "%s{\"kind\":\"%s\"", i == 0 ? "" : ",", dt_doubt_name(doubt->kind));
    if (doubt->record != 0) dt_buffer_format(v->out, ",\"record\":%zu", doubt->record);
    dt_buffer_format(v->out, ",\"n\":%zu", doubt->count);
    if (doubt->reason != NULL) view_string(v, ",\"reason\":", dt_text(doubt->reason));
    dt_buffer_text(v->out, ",\"columns\":[");
    for (uint32_t c = 0; c < doubt->columns.count; c++)
      view_string(v, c == 0 ? "" : ",", dt_text(info->columns[doubt->columns.items[c]].name));
    dt_buffer_byte(v->out, ']');
    if (doubt->sample.length != 0) view_string(v, ",\"sample\":", dt_text_cut(doubt->sample, 200));
    dt_buffer_byte(v->out, '}');
  }
  dt_buffer_byte(v->out, ']');
  if (doubts.count != 0) v->has_doubts |= region == detm_records_region_get(v->records, 0);
}

static void view_region(viewing *v, const detm_region *region, size_t number) {
  const detm_region_info *info = detm_region_properties(region);
  const dt_column_facts *facts = dt_columns_gather(&v->arena, v->locale, region);
  dt_buffer_format(v->out, "%s{\"number\":%zu", number == 1 ? "" : ",", number);
  if (info->path != NULL) view_string(v, ",\"path\":", dt_text(info->path));
  if (info->fit < 0 && info->number != 0) {
    dt_buffer_text(v->out, ",\"score\":");
    dt_buffer_number(v->out, info->score);
  }

  dt_escape_share(v->out, ",\"confidence\":", info->confidence, "");
  dt_escape_share(v->out, ",\"fit\":", info->fit, "");
  dt_buffer_format(v->out, ",\"records\":%zu", detm_region_record_count(region));

  view_columns(v, region, facts);
  if ((v->parts & DT_VIEW_ROWS) != 0) add_rows(v, region, facts);
  view_doubts(v, region, facts);
  dt_buffer_text(v->out, ",\"left_out\":[");
  dt_left_out_write(v->out, info, "");
  dt_buffer_text(v->out, "]}");
}

static void view_markup(viewing *v) {
  dt_inspect_places places;
  dt_inspect_marks marks;
  dt_inspect_find_places(&places, &v->arena, v->page, NULL, v->records);
  dt_inspect_mark_all(&marks, &v->arena, v->page, &v->view, v->records, &places, &v->account);
  dt_inspect_markup(&v->markup, &v->style, &v->sheet, v->page, &v->view, &marks, true);
  view_string(v, ",\"srcdoc\":", (detm_text){v->markup.data, v->markup.length});
}

static void view_page(void *data) {
  viewing *v = data;
  v->has_source = dt_page_view_build(&v->view, &v->arena, &v->scratch, v->page);
  if (!v->has_source) return;
  if ((v->parts & DT_VIEW_MARKUP) != 0) view_markup(v);

  dt_buffer_text(v->out, ",\"regions\":[");
  v->start = v->out->length;
  size_t count = detm_records_region_count(v->records);
  for (size_t r = 0; r < count && r < DT_INSPECT_REGIONS; r++)
    view_region(v, detm_records_region_get(v->records, r), r + 1);
  dt_buffer_format(v->out, "],\"word\":\"%s\"}", dt_inspect_badge(v->page, v->result, v->has_doubts));
  if (v->markup.failed || v->style.failed || v->out->failed) dt_scope_leave(v->arena.scope, DETM_NO_MEMORY);
}

static detm_status view_records(dt_buffer *out, const detm_page *page, const detm_result *result, detm_records *records,
                                unsigned parts, detm_error *error) {
  dt_scope scope;
  detm_locale *locale = detm_content_locale(page, NULL, error);
  viewing v = {.out = out, .page = page, .locale = locale, .result = result, .records = records, .parts = parts};
  if (locale == NULL || dt_inspect_account_read(&v.account, result, error) != DETM_OK) {
    dt_inspect_account_free(&v.account);
    detm_locale_free(locale);
    return error->status;
  }

  dt_page_scope(page, &scope, page->seconds);
  dt_arena_start(&v.arena, &scope);
  dt_arena_start(&v.scratch, &scope);
  bool done = dt_scope_run(&scope, view_page, &v);

  dt_inspect_account_free(&v.account);
  detm_locale_free(locale);
  dt_page_view_free(&v.view);
  dt_buffer_free(&v.markup);
  dt_buffer_free(&v.style);
  dt_buffer_free(&v.sheet);
  dt_arena_free(&v.scratch);
  dt_arena_free(&v.arena);

  if (!done) return dt_error_scope(error, &scope, page->name);
  if (v.has_source) return DETM_OK;
  return dt_error_at(error, DETM_USAGE, page->name, 0, 0, "the page has no source");
}

detm_status dt_view_write(dt_buffer *out, const detm_page *page, const detm_result *result, const char *message,
                          unsigned parts, detm_error *error) {
  detm_error own = DETM_ERROR_NONE;
  detm_status status = dt_page_need(page, DETM_PAGE_TREE, error);
  detm_records *records = status == DETM_OK ? detm_records_from_result(result, &own) : NULL;
  if (records == NULL) return status != DETM_OK ? status : dt_error_set(error, own.status, "%s", own.text);
  dt_buffer_text(out, "{\"name\":");
  dt_escape_json_string(out, dt_text(page->name));
  dt_buffer_format(out, ",\"status\":\"%s\"", dt_inspect_badge(page, result, false));
  if (message != NULL) {
    dt_buffer_text(out, ",\"message\":");
    dt_escape_json_string(out, dt_text(message));
  }
  status = view_records(out, page, result, records, parts, error);
  detm_records_free(records);
  return status;
}
