/* report/table.c: the tables of the records of a page. */
#include "report/report.h"

#include "result/escape.h"

#include <math.h>
#include <stdlib.h>

typedef struct table {
  dt_buffer *out;
  size_t number; /* of the page */
  size_t start;  /* where the tables of the page start in `out` */
  const detm_page *page;
  const dt_page_view *view;
  const detm_region *region;
  const detm_region_info *info;
} table;

/* No record has so many fields. */
#define NO_FIELD SIZE_MAX

/* What the records have of a column. */
typedef struct column_figures {
  size_t records, distinct;
} column_figures;

static size_t shown_columns(const table *t) {
  return t->info->column_count < DT_INSPECT_COLUMNS ? t->info->column_count : DT_INSPECT_COLUMNS;
}

static void add_text(table *t, detm_text text) { dt_escape(t->out, DT_ESCAPE_TEXT, text.data, text.length); }

static void add_count(table *t, size_t count, const char *one, const char *many) {
  dt_buffer_count(t->out, count);
  dt_buffer_text(t->out, count == 1 ? one : many);
}

/* A value of a column. */
typedef struct column_value {
  uint64_t column, hash;
} column_value;

static int compare_values(const void *a, const void *b) {
  const column_value *x = a, *y = b;
  int order = dt_compare_numbers(&x->column, &y->column);
  return order != 0 ? order : dt_compare_numbers(&x->hash, &y->hash);
}

typedef DT_VEC(column_value) column_values;

/* Counts the values of a record.  Returns false without memory. */
static bool count_record(const detm_record *record, column_figures *figures, column_values *values) {
  for (size_t f = 0; f < detm_record_field_count(record); f++) {
    figures[detm_record_field_get(record, f)->column].records++;
    for (size_t v = 0; v < detm_record_value_count(record, f); v++) {
      const detm_field *field = detm_record_value_get(record, f, v);
      if (!DT_VEC_RESERVE(NULL, values, 1)) return false;
      uint64_t hash = dt_hash_bytes(field->value.data, field->value.length, 0);
      DT_VEC_PUSH(NULL, values, (column_value){field->column, hash});
    }
  }
  return true;
}

/* Returns the figures of all columns, which the caller frees; NULL without memory. */
static column_figures *count_columns(const table *t) {
  column_figures *figures = calloc(t->info->column_count + 1, sizeof *figures);
  column_values values = {0};
  bool counted = figures != NULL;
  for (size_t i = 0; i < detm_region_record_count(t->region) && counted; i++)
    counted = count_record(detm_region_record_get(t->region, i), figures, &values);
  if (counted && values.count != 0) qsort(values.items, values.count, sizeof *values.items, compare_values);
  for (uint32_t i = 0; i < values.count && counted; i++)
    if (i == 0 || compare_values(&values.items[i], &values.items[i - 1]) != 0)
      figures[values.items[i].column].distinct++;
  free(values.items);
  if (counted) return figures;
  free(figures);
  t->out->failed = true;
  return NULL;
}

static void add_heading(table *t, size_t column, column_figures figures) {
  const detm_column *named = &t->info->columns[column];
  size_t records = detm_region_record_count(t->region);
  dt_buffer_format(t->out, "<th scope=\"col\" data-c=\"%zu\"><span class=\"number\">%zu</span> <span class=\"name\">",
                   column % DT_INSPECT_COLOURS + 1, column + 1);
  add_text(t, dt_text(named->name));
  dt_buffer_text(t->out, "</span> <span class=\"figures\">");
  add_text(t, dt_text(named->type));
  dt_buffer_format(t->out, ", %zu %%, ", records != 0 ? 100 * figures.records / records : 0);
  dt_buffer_format(t->out, "%zu distinct</span></th>", figures.distinct);
}

/* Adds the start of a link to a place in the page; false if the page does not have it. */
static bool add_link(table *t, const detm_range *range) {
  size_t start = t->out->length;
  dt_buffer_text(t->out, "<a href=\"about:srcdoc#");
  if (dt_inspect_anchor(t->out, t->page, t->view, range)) {
    dt_buffer_format(t->out, "\" target=\"view-%zu\"", t->number);
    return true;
  }
  if (!t->out->failed) t->out->length = start;
  return false;
}

/* Says how a value differs from the text that the page has there. */
static void add_remark(table *t, const detm_field *field) {
  const dt_tree *tree = &t->page->tree;
  const detm_range *range = &field->range;
  if (field->rank != 0) {
    dt_buffer_format(t->out, " data-remark=\"anchor %zu: ", field->rank);
    dt_escape(t->out, DT_ESCAPE_ATTRIBUTE, field->by, strlen(field->by));
    dt_buffer_byte(t->out, '"');
  } else if (range->known && range->first != range->last) {
    dt_buffer_text(t->out, " data-remark=\"joined\"");
  } else if (range->known && tree->nodes[range->first].tag == DT_TAG_TEXT &&
             range->end - range->start < dt_text_of(tree, range->first).length) {
    dt_buffer_text(t->out, " data-remark=\"part\"");
  }
}

static void add_value(table *t, const detm_field *field) {
  bool linked = add_link(t, &field->range);
  if (linked)
    dt_buffer_text(t->out, " tabindex=\"-1\"");
  else
    dt_buffer_text(t->out, "<span");
  dt_buffer_text(t->out, " class=\"value\"");
  add_remark(t, field);
  dt_buffer_byte(t->out, '>');
  add_text(t, field->value);
  dt_buffer_text(t->out, linked ? "</a>" : "</span>");
}

/* Finds the field of each column that is shown; NO_FIELD if the record has no value of the column. */
static void find_fields(const detm_record *record, size_t field_of[DT_INSPECT_COLUMNS]) {
  for (size_t c = 0; c < DT_INSPECT_COLUMNS; c++) field_of[c] = NO_FIELD;
  for (size_t f = detm_record_field_count(record); f-- > 0;) {
    size_t column = detm_record_field_get(record, f)->column;
    if (column < DT_INSPECT_COLUMNS) field_of[column] = f;
  }
}

static void add_record(table *t, const detm_record *record) {
  size_t field_of[DT_INSPECT_COLUMNS];
  detm_range range = detm_record_range(record);
  dt_scope_tick(t->view->html.arena->scope);
  find_fields(record, field_of);
  dt_buffer_text(t->out, "<tr><th scope=\"row\">");
  bool linked = add_link(t, &range);
  if (linked) dt_buffer_byte(t->out, '>');
  dt_buffer_count(t->out, detm_record_number(record));
  if (linked) dt_buffer_text(t->out, "</a>");
  dt_buffer_text(t->out, "</th>");
  for (size_t c = 0; c < shown_columns(t); c++) {
    dt_buffer_text(t->out, "<td dir=\"auto\">");
    for (size_t v = 0; v < detm_record_value_count(record, field_of[c]); v++)
      add_value(t, detm_record_value_get(record, field_of[c], v));
    dt_buffer_text(t->out, "</td>");
  }
  dt_buffer_text(t->out, "</tr>\n");
}

/* Says how many records or columns are not shown. */
static void add_more(table *t, size_t count, const char *one, const char *many) {
  if (count == 0) return;
  dt_buffer_text(t->out, "<p class=\"more\">");
  add_count(t, count, one, many);
  dt_buffer_text(t->out, " not shown: 'detm extract' and 'detm apply' print all.</p>\n");
}

/* Adds a table of the records; it can be scrolled, also by keyboard. */
static void add_table(table *t, size_t region) {
  size_t records = detm_region_record_count(t->region), shown = 0;
  dt_buffer_format(t->out,
                   "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"Records of region %zu of page "
                   "%zu\"><table>\n<thead><tr><th scope=\"col\">record</th>",
                   region, t->number);
  column_figures *figures = count_columns(t);
  for (size_t c = 0; c < shown_columns(t) && figures != NULL; c++) add_heading(t, c, figures[c]);
  free(figures);
  dt_buffer_text(t->out, "</tr></thead>\n<tbody>\n");
  for (; shown < records && t->out->length - t->start < DT_INSPECT_TABLE_BYTES; shown++)
    add_record(t, detm_region_record_get(t->region, shown));
  dt_buffer_text(t->out, "</tbody></table></div>\n");
  add_more(t, t->info->column_count - shown_columns(t), " more column is", " more columns are");
  add_more(t, records - shown, " more record is", " more records are");
}

static void add_region(table *t, size_t region) {
  size_t records = detm_region_record_count(t->region);
  dt_buffer_format(t->out, "<details class=\"region\" name=\"regions-%zu\" data-region=\"%zu\"%s><summary>", t->number,
                   region, region == 1 ? " open=\"\"" : "");
  dt_buffer_format(t->out, "<span>Region %zu</span> <span>", region);
  add_count(t, records, " record", " records");
  dt_buffer_text(t->out, "</span> ");
  dt_escape_share(t->out, "<span>confidence ", t->info->confidence, "</span> ");
  dt_escape_share(t->out, "<span>fit ", t->info->fit, "</span> ");
  if (t->info->fit < 0) {
    dt_buffer_text(t->out, "<span>score ");
    dt_buffer_number(t->out, round(t->info->score * 100) / 100);
    dt_buffer_text(t->out, "</span> ");
  }
  if (t->info->domain != NULL) {
    dt_buffer_text(t->out, "<span>domain ");
    add_text(t, dt_text(t->info->domain));
    dt_buffer_text(t->out, "</span> ");
  }
  dt_buffer_text(t->out, "<code>");
  add_text(t, dt_text(t->info->path));
  dt_buffer_text(t->out, "</code></summary>\n");
  add_table(t, region);
  dt_buffer_text(t->out, "</details>\n");
}

void dt_inspect_regions(dt_buffer *out, size_t number, const detm_page *page, const dt_page_view *view,
                        const detm_records *records) {
  table t = {.out = out, .number = number, .start = out->length, .page = page, .view = view};
  size_t count = detm_records_region_count(records);
  for (size_t r = 0; r < count && r < DT_INSPECT_REGIONS; r++) {
    t.region = detm_records_region_get(records, r);
    t.info = detm_region_properties(t.region);
    add_region(&t, r + 1);
  }
  if (count > DT_INSPECT_REGIONS)
    dt_buffer_format(out,
                     "<p class=\"more\">%zu more regions, ranked lower, are not shown: 'detm extract -a' prints "
                     "them.</p>\n",
                     count - DT_INSPECT_REGIONS);
}
