/* report/table.c: the tables of the records of a page. */
#include "report/report.h"

#include "report/say.h"

#include "base/escape.h"
#include "result/records.h"

#include <math.h>
#include <stdlib.h>

typedef struct table {
  dt_buffer *out;
  size_t number; /* of the page */
  size_t start;  /* where the tables of the page start in `out` */
  const detm_page *page;
  const dt_page_view *view;
  dt_result_matter matter;
  const detm_region *region;
  const detm_region_info *info;
  size_t order[DT_INSPECT_COLUMNS]; /* the columns that are shown */
  size_t shown;
} table;

/* No record has so many fields, and no region so many columns. */
#define NO_FIELD SIZE_MAX

/* What the records have of a column. */
typedef struct column_figures {
  size_t records, distinct;
} column_figures;

static void add_cell_text(table *t, detm_text text) { dt_escape(t->out, DT_ESCAPE_TEXT, text.data, text.length); }

/* Adds an element with a message; `start` is its start tag but for the ">". */
static void add_message_element(table *t, const char *start, const char *key, const dt_said *said, const char *end) {
  dt_buffer_text(t->out, start);
  dt_say(t->out, key, said);
  dt_buffer_text(t->out, end);
}

/* A value of a column. */
typedef struct column_value {
  uint64_t column, hash;
} column_value;

static int compare_column_values(const void *a, const void *b) {
  const column_value *x = a, *y = b;
  int order = dt_compare_numbers(&x->column, &y->column);
  return order != 0 ? order : dt_compare_numbers(&x->hash, &y->hash);
}

typedef DT_VEC(column_value) column_values;

static void count_column_values(dt_arena *arena, const detm_record *record, column_figures *figures,
                                column_values *values) {
  for (size_t f = 0; f < detm_record_field_count(record); f++) {
    figures[detm_record_field_get(record, f)->column].records++;
    for (size_t v = 0; v < detm_record_value_count(record, f); v++) {
      const detm_field *field = detm_record_value_get(record, f, v);
      uint64_t hash = dt_hash_bytes(field->value.data, field->value.length, 0);
      DT_VEC_PUSH(arena, values, (column_value){field->column, hash});
    }
  }
}

/* Returns the figures of all columns. */
static const column_figures *count_columns(const table *t) {
  dt_arena *arena = t->view->html.arena;
  column_figures *figures = DT_ZERO(arena, column_figures, t->info->column_count + 1);
  column_values values = {0};
  for (size_t i = 0; i < detm_region_record_count(t->region); i++)
    count_column_values(arena, detm_region_record_get(t->region, i), figures, &values);
  if (values.count != 0) qsort(values.items, values.count, sizeof *values.items, compare_column_values);
  for (uint32_t i = 0; i < values.count; i++)
    if (i == 0 || compare_column_values(&values.items[i], &values.items[i - 1]) != 0)
      figures[values.items[i].column].distinct++;
  return figures;
}

/* Chooses the columns that are shown: of links those with values, first what the marks on the page say. */
static void order_table_columns(table *t, const column_figures *figures) {
  bool links = t->matter == DT_MATTER_LINKS;
  t->shown = 0;
  for (unsigned pass = links ? 0 : 1; pass < 2; pass++)
    for (size_t c = 0; c < t->info->column_count && t->shown < DT_INSPECT_COLUMNS; c++) {
      bool first =
          links && (strcmp(t->info->columns[c].name, "place") == 0 || strcmp(t->info->columns[c].name, "turn") == 0);
      if (first == (pass == 0) && (!links || figures[c].records != 0)) t->order[t->shown++] = c;
    }
}

/* Adds the start of the heading of a column, up to its name and type. */
static void add_column_name(table *t, const char *scope, size_t column) {
  const detm_column *named = &t->info->columns[column];
  dt_buffer_format(t->out, "<th scope=\"%s\"", scope);
  if (t->matter != DT_MATTER_LINKS)
    dt_buffer_format(t->out, " data-c=\"%zu\"><span class=\"number\">%zu</span> ", column % DT_INSPECT_COLOURS + 1,
                     column + 1);
  else
    dt_buffer_byte(t->out, '>');

  dt_buffer_text(t->out, "<span class=\"name\">");
  add_cell_text(t, dt_text(named->name));
  dt_buffer_text(t->out, "</span> <span class=\"figures\">");
  char key[64];
  snprintf(key, sizeof key, "type-%s", named->type);

  if (dt_say_knows(key))
    add_message_element(t, "<span", key, NULL, "</span>");
  else
    add_cell_text(t, dt_text(named->type));
}

unsigned dt_inspect_percent(size_t filled, size_t records) {
  unsigned percent = records != 0 ? (unsigned)(100 * filled / records) : 0;
  return percent == 0 && filled != 0 ? 1 : percent;
}

static void add_table_heading(table *t, size_t column, column_figures figures) {
  size_t records = detm_region_record_count(t->region);
  add_column_name(t, "col", column);
  add_message_element(
      t, ", <span", "facets",
      DT_SAID({"percent", NULL, dt_inspect_percent(figures.records, records)}, {"n", NULL, figures.distinct}),
      "</span></span></th>");
}

/* Adds the start of a link to a place in the page; false if the page does not have it. */
static bool add_cell_link(table *t, const detm_range *range) {
  size_t start = t->out->length;
  dt_buffer_text(t->out, "<a href=\"about:srcdoc#");
  if (dt_inspect_anchor(t->out, t->page, t->view, range)) {
    dt_buffer_format(t->out, "\" target=\"view-%zu\"", t->number);
    return true;
  }
  if (!t->out->failed) t->out->length = start;
  return false;
}

const char *dt_inspect_difference(const detm_page *page, const detm_field *field) {
  const dt_tree *tree = &page->tree;
  const detm_range *range = &field->range;
  if (!range->known || tree->nodes[range->first].tag != DT_TAG_TEXT) return NULL;
  if (range->first != range->last) return "joined";
  detm_text text = dt_text_of(tree, range->first);
  detm_text shown = {text.data + range->start, range->end - range->start};
  if (!dt_text_equal(shown, field->value)) return "joined";
  return shown.length < text.length ? "part" : NULL;
}

/* Says how a value was made, and the anchor of a template that found it. */
static void add_remark(table *t, const detm_field *field) {
  const char *differs = dt_inspect_difference(t->page, field);
  if (field->rank != 0) {
    const char *key = field->range.known ? "remark-anchor" : "remark-anchor-elsewhere";
    if (field->rank > 1) key = field->range.known ? "remark-later" : "remark-later-elsewhere";
    dt_say_attribute(t->out, "data-remark", key, DT_SAID({"n", NULL, field->rank}, {"by", field->by, 0}));
  } else if (t->matter == DT_MATTER_RECORDS && differs != NULL) {
    dt_say_attribute(t->out, "data-remark", strcmp(differs, "part") == 0 ? "remark-part" : "remark-joined", NULL);
  }
}

/* Adds the number and colour that links of this place have on the page. */
static void add_link_place(table *t, detm_text word) {
  unsigned place = dt_inspect_link_place(word);
  dt_buffer_format(t->out, "<span class=\"value\" data-c=\"%u\"><span class=\"number\">%u</span> ", place, place);
  add_cell_text(t, word);
  dt_buffer_text(t->out, "</span>");
}

static void add_cell_value(table *t, const detm_field *field) {
  if (t->matter == DT_MATTER_LINKS && strcmp(field->name, "place") == 0) {
    add_link_place(t, field->value);
    return;
  }

  bool linked = add_cell_link(t, &field->range);
  if (linked)
    dt_buffer_text(t->out, " tabindex=\"-1\"");
  else
    dt_buffer_text(t->out, "<span");

  dt_buffer_text(t->out, " class=\"value\"");
  add_remark(t, field);
  dt_buffer_byte(t->out, '>');
  add_cell_text(t, field->value);
  dt_buffer_text(t->out, linked ? "</a>" : "</span>");
}

/* Finds the field of each column that is shown; NO_FIELD if the record has no value of the column. */
static void find_record_fields(const table *t, const detm_record *record, size_t field_of[DT_INSPECT_COLUMNS]) {
  for (size_t c = 0; c < t->shown; c++) field_of[c] = NO_FIELD;
  for (size_t f = 0, c = 0; f < detm_record_field_count(record); f++) {
    size_t column = detm_record_field_get(record, f)->column;
    for (size_t tried = 0; tried < t->shown && t->order[c] != column; tried++) c = (c + 1) % t->shown;
    if (c < t->shown && t->order[c] == column && field_of[c] == NO_FIELD) field_of[c] = f;
  }
}

static void add_table_record(table *t, const detm_record *record) {
  size_t field_of[DT_INSPECT_COLUMNS];
  detm_range range = detm_record_range(record);

  dt_scope_tick(t->view->html.arena->scope);
  find_record_fields(t, record, field_of);
  dt_buffer_text(t->out, "<tr><th scope=\"row\">");
  bool linked = add_cell_link(t, &range);
  if (linked) dt_buffer_byte(t->out, '>');
  dt_buffer_count(t->out, detm_record_number(record));
  if (linked) dt_buffer_text(t->out, "</a>");
  dt_buffer_text(t->out, "</th>");

  for (size_t c = 0; c < t->shown; c++) {
    dt_buffer_text(t->out, "<td dir=\"auto\">");
    for (size_t v = 0; v < detm_record_value_count(record, field_of[c]); v++)
      add_cell_value(t, detm_record_value_get(record, field_of[c], v));
    dt_buffer_text(t->out, "</td>");
  }

  dt_buffer_text(t->out, "</tr>\n");
}

/* Says how many records or columns are not shown. */
static void add_more(table *t, size_t count, const char *key) {
  if (count != 0) add_message_element(t, "<p class=\"more\"", key, DT_SAID({"n", NULL, count}), "</p>\n");
}

static void start_region_table(table *t, const char *key, size_t region) {
  dt_buffer_text(t->out, "<div class=\"scroll\" role=\"region\" tabindex=\"0\"");
  dt_say_attribute(t->out, "aria-label", key, DT_SAID({"region", NULL, region}, {"page", NULL, t->number}));
  dt_buffer_text(t->out, "><table>\n<thead><tr>");
}

/* Adds a table of the fields of the only record of a template or of content, also of those that it lacks. */
static void add_table_fields(table *t, size_t region) {
  const detm_record *record = detm_region_record_get(t->region, 0);
  start_region_table(t, "fields-of", region);
  add_message_element(t, "<th scope=\"col\"", "field", NULL, "</th>");
  add_message_element(t, "<th scope=\"col\"", "head-value", NULL, "</th></tr></thead>\n<tbody>\n");

  for (size_t c = 0, f = 0; c < t->shown; c++) {
    dt_buffer_text(t->out, "<tr>");
    add_column_name(t, "row", c);
    dt_buffer_text(t->out, "</span></th><td dir=\"auto\">");
    while (f < detm_record_field_count(record) && detm_record_field_get(record, f)->column < c) f++;
    bool has = f < detm_record_field_count(record) && detm_record_field_get(record, f)->column == c;
    for (size_t v = 0; has && v < detm_record_value_count(record, f); v++)
      add_cell_value(t, detm_record_value_get(record, f, v));
    if (!has) add_message_element(t, "<em class=\"none\"", "not-found", NULL, "</em>");
    dt_buffer_text(t->out, "</td></tr>\n");
  }

  dt_buffer_text(t->out, "</tbody></table></div>\n");
  add_more(t, t->info->column_count - t->shown, "more-fields");
}

/* Adds a table of the records; it can be scrolled, also by keyboard. */
static void add_table_records(table *t, size_t region, const column_figures *figures) {
  size_t records = detm_region_record_count(t->region), shown = 0;
  start_region_table(t, t->matter == DT_MATTER_LINKS ? "links-of" : "records-of-region", region);
  add_message_element(t, "<th scope=\"col\"", t->matter == DT_MATTER_LINKS ? "head-link" : "head-record", NULL,
                      "</th>");
  for (size_t c = 0; c < t->shown; c++) add_table_heading(t, t->order[c], figures[t->order[c]]);
  dt_buffer_text(t->out, "</tr></thead>\n<tbody>\n");
  for (; shown < records && t->out->length - t->start < DT_INSPECT_TABLE_BYTES; shown++)
    add_table_record(t, detm_region_record_get(t->region, shown));
  dt_buffer_text(t->out, "</tbody></table></div>\n");
  if (t->matter != DT_MATTER_LINKS) add_more(t, t->info->column_count - t->shown, "more-columns");
  add_more(t, records - shown, "more-records");
}

/* Checks whether the region is one record that is not from the tag tree: of a template, or content. */
static bool is_single(const table *t) {
  return t->matter != DT_MATTER_LINKS && detm_region_record_count(t->region) == 1 &&
         !detm_record_range(detm_region_record_get(t->region, 0)).known;
}

/* Adds how much of the region is in no column, for each reason, with the first of it. */
static void add_table_left_out(table *t) {
  if (t->info->left_out_count == 0) return;

  add_message_element(t, "<p class=\"left\"><span", "in-no-column-here", NULL, "</span>");
  for (size_t i = 0; i < t->info->left_out_count; i++) {
    const detm_left_out *left = &t->info->left_out[i];
    char key[64];
    snprintf(key, sizeof key, "left-%s", left->reason);
    add_message_element(t, i != 0 ? ", <span class=\"reason\"" : " <span class=\"reason\"", key,
                        DT_SAID({"n", NULL, left->count}), "</span>");
    if (left->sample.length == 0) continue;
    dt_buffer_text(t->out, " (\"<bdi>");
    add_cell_text(t, left->sample);
    dt_buffer_text(t->out, "</bdi>\")");
  }

  dt_buffer_text(t->out, "</p>\n");
}

static void add_region_table(table *t, size_t region) {
  const column_figures *figures = count_columns(t);
  order_table_columns(t, figures);
  if (is_single(t))
    add_table_fields(t, region);
  else
    add_table_records(t, region, figures);
}

static void add_share_span(table *t, const char *key, double share) {
  if (share >= 0) add_message_element(t, "<span><span", key, NULL, "</span>");
  dt_escape_share(t->out, " ", share, "</span> ");
}

/* Adds what the region is, and how many records it has. */
static void add_title(table *t, size_t region) {
  size_t records = detm_region_record_count(t->region);
  if (t->matter == DT_MATTER_CONTENT) {
    add_message_element(t, "<span", "region-content", NULL, "</span> ");
    add_share_span(t, "note-quality", t->info->quality);
    return;
  }

  if (is_single(t)) {
    add_message_element(t, "<span", "region-template", NULL, "</span> ");
    return;
  }

  bool links = t->matter == DT_MATTER_LINKS;
  add_message_element(t, "<span", links ? "region-links" : "region-number", DT_SAID({"number", NULL, region}),
                      "</span> ");
  add_message_element(t, "<span", links ? "count-links" : "count-records", DT_SAID({"n", NULL, records}), "</span> ");
}

/* Adds how sure the region is, and where it is on the page: what few readers need. */
static void add_facts(table *t) {
  bool has_path = t->matter == DT_MATTER_RECORDS && !is_single(t);
  if (t->info->confidence < 0 && t->info->fit < 0 && t->info->domain == NULL && !has_path) return;
  add_message_element(t, "<details class=\"facts\"><summary", "details", NULL, "</summary>");
  add_share_span(t, "note-confidence", t->info->confidence);
  add_share_span(t, "note-fit", t->info->fit);

  if (t->info->fit < 0 && t->matter == DT_MATTER_RECORDS) {
    add_message_element(t, "<span><span", "note-score", NULL, "</span> ");
    dt_buffer_number(t->out, round(t->info->score * 100) / 100);
    dt_buffer_text(t->out, "</span> ");
  }

  if (t->info->domain != NULL) {
    add_message_element(t, "<span><span", "note-domain", NULL, "</span> ");
    add_cell_text(t, dt_text(t->info->domain));
    dt_buffer_text(t->out, "</span> ");
  }

  if (has_path) {
    dt_buffer_text(t->out, "<code>");
    add_cell_text(t, dt_text(t->info->path));
    dt_buffer_text(t->out, "</code>");
  }

  dt_buffer_text(t->out, "</details>\n");
}

static void add_table_region(table *t, size_t region) {
  dt_buffer_format(t->out, "<details class=\"region\" name=\"regions-%zu\" data-region=\"%zu\"%s><summary>", t->number,
                   region, region == 1 ? " open=\"\"" : "");
  add_title(t, region);
  dt_buffer_text(t->out, "</summary>\n");
  add_region_table(t, region);
  add_table_left_out(t);
  add_facts(t);
  dt_buffer_text(t->out, "</details>\n");
}

void dt_inspect_regions(dt_buffer *out, size_t number, const detm_page *page, const dt_page_view *view,
                        const detm_records *records) {
  table t = {.out = out, .number = number, .start = out->length, .page = page, .view = view, .matter = records->matter};
  size_t count = detm_records_region_count(records);
  for (size_t r = 0; r < count && r < DT_INSPECT_REGIONS; r++) {
    t.region = detm_records_region_get(records, r);
    t.info = detm_region_properties(t.region);
    add_table_region(&t, r + 1);
  }
  if (count > DT_INSPECT_REGIONS) add_more(&t, count - DT_INSPECT_REGIONS, "more-regions");
}
