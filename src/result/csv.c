/* result/csv.c: results as CSV (RFC 4180, UTF-8, CRLF), one record per row.
 *
 *   @page,@region,@record,@confidence,@fit,@quality, the fields of all pages in order of first occurrence, @fallback
 *
 * The parts of typed values ("price.amount") are columns after their field.  Columns with @ are omitted if they would
 * hold no information (detm_writer_show_columns).  Values of one field are joined by " | ".  The header needs all
 * fields, so rows are spooled: in memory, above 8 MiB in a temporary file.  An entry of the spool is its length,
 * followed by a region (when it changes) or a row: the record's number, then column, length and bytes of each value. */
#include "base/files.h"
#include "base/map.h"
#include "base/vec.h"
#include "result/escape.h"
#include "result/writer.h"

#include <stdio.h>
#include <stdlib.h>

enum { SPOOL_IN_MEMORY = 8 * 1024 * 1024 };

typedef enum entry { REGION, ROW } entry;

static const size_t none = SIZE_MAX;

/* A column of the header: its name in `names`; for a part, the name of its field. */
typedef struct column {
  size_t start, length;
  const dt_typed_part *part; /* part of a field's values; NULL: the field itself */
  bool has_records;          /* a region with the column has records */
  size_t first, last,
      next; /* ids: the first and last column for parts of its values, the next column of the same field; or `none` */
} column;

/* A value of the current row; `next` is the field's next value or `none`. */
typedef struct cell {
  detm_text value;
  size_t next;
} cell;

/* What is known about how reliable a region is. */
enum { CONFIDENCE, FIT, QUALITY, SHARES };
static const char *const share_names[SHARES] = {"@confidence", "@fit", "@quality"};

struct dt_csv {
  dt_buffer names;
  DT_VEC(column) columns;
  dt_lookup lookup;     /* by hash of the names of columns that are not parts */
  DT_VEC(size_t) named; /* the columns of `lookup`, by its numbers */
  DT_VEC(size_t) ids;   /* the header's column of each column of the region */

  dt_buffer page; /* the page and region of the current rows */
  size_t region;
  double shares[SHARES]; /* the region's; below 0: unknown */
  bool region_known;     /* its entry is in the spool */

  dt_buffer spool;
  size_t whole; /* length of the complete entries in the spool */
  size_t entry; /* offset of the entry that is being written */
  FILE *file;
  size_t bytes; /* total length of all values: a lower limit for the length of the output */
  size_t rows, rows_written, cells, most_cells;

  /* Data that decide which columns with @ are needed. */
  size_t pages, page_regions; /* page_regions: regions with records on the current page */
  bool any_share[SHARES], several_regions, any_anchor, any_fallback;
  size_t fallback; /* the column @fallback, or `none` */
  size_t field;    /* the column of the last field */
  size_t noted;    /* the field that was last added to @fallback in this record */
  unsigned shown;  /* DETM_COLUMN_...: those in the document */
  size_t *order;   /* ids of the header's columns in output order */
  size_t width;    /* their number */
  bool row_begun;  /* the row has cells before those of the fields */

  dt_buffer before, after; /* cells before and after the row's record number */
  cell *row;
  size_t *first, *last; /* first and last value of each column */
};

/* ---- columns ---- */

static detm_text column_name(const dt_csv *csv, size_t id) {
  return (detm_text){csv->names.data + csv->columns.items[id].start, csv->columns.items[id].length};
}

/* The header's column of that name; `none` if it does not exist. */
static size_t find_named(const dt_csv *csv, uint64_t hash, detm_text name) {
  uint32_t probe = 0, number;
  while ((number = dt_lookup_next(&csv->lookup, hash, &probe)) != DT_NO_NUMBER)
    if (dt_text_equal(column_name(csv, csv->named.items[number]), name)) return csv->named.items[number];
  return none;
}

/* The header's column of that name, added if it does not exist.  `none` without memory. */
static size_t find_column(dt_csv *csv, const char *name) {
  detm_text text = dt_text(name);
  uint64_t hash = dt_hash_keyed(text.data, text.length);
  size_t id = find_named(csv, hash, text), start = csv->names.length;
  if (id != none) return id;
  dt_buffer_reserve(&csv->names, text.length + 1);
  dt_buffer_add(&csv->names, text.data, text.length);
  if (csv->names.failed || !DT_VEC_RESERVE(NULL, &csv->columns, 1) || !DT_VEC_RESERVE(NULL, &csv->named, 1) ||
      dt_lookup_append(&csv->lookup, hash) == DT_NO_NUMBER)
    return none;
  id = csv->columns.count;
  DT_VEC_PUSH(NULL, &csv->columns, (column){start, text.length, NULL, false, none, none, none});
  DT_VEC_PUSH(NULL, &csv->named, id);
  return id;
}

/* The column of a part of a field's values, added if it does not exist; `none` without memory.  It is written after the
 * field, and is named then, because its name depends on the names of all fields. */
static size_t find_part_column(dt_csv *csv, size_t field, const dt_typed_part *part) {
  for (size_t id = csv->columns.items[field].first; id != none; id = csv->columns.items[id].next)
    if (csv->columns.items[id].part == part) return id;
  if (!DT_VEC_RESERVE(NULL, &csv->columns, 1)) return none;
  size_t id = csv->columns.count;
  column *of = &csv->columns.items[field];
  DT_VEC_PUSH(NULL, &csv->columns, (column){of->start, of->length, part, false, none, none, none});
  if (of->last != none)
    csv->columns.items[of->last].next = id;
  else
    of->first = id;
  of->last = id;
  return id;
}

static bool has_field(detm_writer *writer, detm_text name) {
  return find_named(writer->csv, dt_hash_keyed(name.data, name.length), name) != none;
}

/* ---- the spool ---- */

static void put_number(dt_buffer *to, size_t number) {
  for (; number >= 0x80; number >>= 7) dt_buffer_byte(to, (char)(0x80 | (number & 0x7f)));
  dt_buffer_byte(to, (char)number);
}

static size_t take_number(const char **at) {
  size_t number = 0;
  unsigned char byte;
  for (unsigned shift = 0;; shift += 7) {
    byte = (unsigned char)*(*at)++;
    number |= (size_t)(byte & 0x7f) << shift;
    if (byte < 0x80) return number;
  }
}

static void begin_entry(dt_csv *csv, entry kind) {
  const size_t unknown = 0;
  csv->entry = csv->spool.length;
  dt_buffer_add(&csv->spool, (const char *)&unknown, sizeof unknown);
  dt_buffer_byte(&csv->spool, (char)kind);
}

static void end_entry(detm_writer *writer) {
  dt_csv *csv = writer->csv;
  if (csv->spool.failed) {
    dt_writer_fail_memory(writer);
    return;
  }
  size_t length = csv->spool.length - csv->entry - sizeof length;
  memcpy(csv->spool.data + csv->entry, &length, sizeof length);
  csv->whole = csv->spool.length;
}

static void spill(detm_writer *writer) {
  dt_csv *csv = writer->csv;
  if (csv->file == NULL) csv->file = dt_temporary_file();
  if (csv->file == NULL || fwrite(csv->spool.data, 1, csv->whole, csv->file) != csv->whole || fflush(csv->file) != 0)
    dt_writer_fail(writer, DETM_WRITE, "no space for the rows in the temporary folder: free some, or use NDJSON");
  csv->whole = csv->spool.length = 0;
}

/* ---- calls of the sink ---- */

static bool start(detm_writer *writer) {
  writer->csv = calloc(1, sizeof *writer->csv);
  if (writer->csv == NULL) return false;
  writer->csv->fallback = none;
  dt_lookup_start(&writer->csv->lookup, NULL, 0);
  return true;
}

static void page_begin(detm_writer *writer, const detm_page_info *page) {
  writer->csv->page.length = 0;
  if (page->name != NULL) dt_buffer_text(&writer->csv->page, page->name);
  ++writer->csv->pages;
  writer->csv->page_regions = 0;
  if (writer->csv->page.failed) dt_writer_fail_memory(writer);
}

static void region_begin(detm_writer *writer, const detm_region_info *region) {
  dt_csv *csv = writer->csv;
  csv->region = region->number;
  csv->shares[CONFIDENCE] = region->confidence;
  csv->shares[FIT] = region->fit;
  csv->shares[QUALITY] = region->quality;
  csv->region_known = false;
  csv->ids.count = 0;
  if (region->records != 0) csv->several_regions |= ++csv->page_regions > 1;
  if (!DT_VEC_RESERVE(NULL, &csv->ids, region->column_count)) {
    dt_writer_fail_memory(writer);
    return;
  }
  for (size_t i = 0; i < region->column_count; i++) {
    size_t id = find_column(csv, region->columns[i].name);
    DT_VEC_PUSH(NULL, &csv->ids, id);
    if (id == none)
      dt_writer_fail_memory(writer);
    else
      csv->columns.items[id].has_records |= region->records != 0;
  }
}

static void record_begin(detm_writer *writer, size_t number) {
  dt_csv *csv = writer->csv;
  dt_buffer *spool = &csv->spool;
  if (!csv->region_known) {
    begin_entry(csv, REGION);
    put_number(spool, csv->region);
    dt_buffer_add(spool, (const char *)csv->shares, sizeof csv->shares);
    put_number(spool, csv->page.length);
    dt_buffer_add(spool, csv->page.data, csv->page.length);
    end_entry(writer);
    for (int i = 0; i < SHARES; i++) csv->any_share[i] |= csv->shares[i] >= 0;
    csv->region_known = true;
  }
  begin_entry(csv, ROW);
  put_number(spool, number);
  csv->cells = 0;
  csv->noted = none;
}

static void add_value(detm_writer *writer, size_t id, detm_text value) {
  dt_csv *csv = writer->csv;
  csv->bytes += value.length;
  if (writer->max_bytes != 0 && csv->bytes > writer->max_bytes) {
    dt_writer_fail_limit(writer);
    return;
  }
  csv->columns.items[id].has_records = true;
  put_number(&csv->spool, id);
  put_number(&csv->spool, value.length);
  dt_buffer_add(&csv->spool, value.data, value.length);
  if (csv->spool.failed) dt_writer_fail_memory(writer);
  ++csv->cells;
}

/* Adds a value, and its field to @fallback if it is from a fall-back anchor: once for adjacent values. */
static void field(detm_writer *writer, const detm_field *value, detm_text before) {
  (void)before;
  dt_csv *csv = writer->csv;
  size_t id = value->column < csv->ids.count ? csv->ids.items[value->column] : find_column(csv, value->name);
  if (id == none) {
    dt_writer_fail_memory(writer);
    return;
  }
  csv->field = id;
  add_value(writer, id, value->value);
  if (writer->failure.status != DETM_OK) return;
  csv->any_anchor |= value->rank != 0;
  if (value->rank < 2 || csv->noted == id) return;
  csv->any_fallback = true;
  csv->noted = id;
  if (csv->fallback == none) csv->fallback = find_column(csv, "@fallback");
  if (csv->fallback == none)
    dt_writer_fail_memory(writer);
  else
    add_value(writer, csv->fallback, dt_text(value->name));
}

/* Adds one value for each value of the field; empty if it has no such part. */
static void part(detm_writer *writer, const dt_typed_part *part) {
  dt_csv *csv = writer->csv;
  dt_typed *typed = &writer->typed;
  size_t id = find_part_column(csv, csv->field, part);
  for (size_t i = 0; i < typed->count && id != none; i++) {
    typed->part.length = 0;
    dt_part_add(&typed->part, &typed->values[i], part);
    if (!typed->part.failed) add_value(writer, id, (detm_text){typed->part.data, typed->part.length});
  }
  if (id == none || typed->part.failed) dt_writer_fail_memory(writer);
}

static void record_end(detm_writer *writer) {
  dt_csv *csv = writer->csv;
  end_entry(writer);
  ++csv->rows;
  if (csv->cells > csv->most_cells) csv->most_cells = csv->cells;
  if (csv->whole >= SPOOL_IN_MEMORY) spill(writer);
}

/* ---- the document ---- */

static bool must_quote(detm_text text) {
  const char *end = text.data + text.length;
  return text.length != 0 && dt_escape_find(text.data, end, DT_CSV_QUOTING) != end;
}

static void add_cell(dt_buffer *out, detm_text text) {
  bool quoted = must_quote(text);
  if (quoted) dt_buffer_byte(out, '"');
  dt_escape(out, DT_ESCAPE_CSV, text.data, text.length);
  if (quoted) dt_buffer_byte(out, '"');
}

/* Chooses the columns with @: those that were requested and those that hold information.  Puts the fields in order of
 * first occurrence, each followed by its parts, @fallback last.  Omits fields that occur only in regions without
 * records, unless all regions are empty. */
static bool order_columns(detm_writer *writer) {
  dt_csv *csv = writer->csv;
  csv->shown = writer->columns;
  if (!csv->any_anchor) csv->shown &= ~(unsigned)DETM_COLUMN_FALLBACK;
  if (csv->pages > 1) csv->shown |= DETM_COLUMN_PAGE;
  if (csv->several_regions) csv->shown |= DETM_COLUMN_REGION;
  if (csv->any_fallback) csv->shown |= DETM_COLUMN_FALLBACK;
  bool fallback = csv->shown & DETM_COLUMN_FALLBACK;
  if (fallback && csv->fallback == none) csv->fallback = find_column(csv, "@fallback");
  csv->order = malloc(((size_t)csv->columns.count + 1) * sizeof *csv->order);
  if (csv->order == NULL || (fallback && csv->fallback == none)) return false;
  for (size_t id = 0; id < csv->columns.count; ++id) {
    const column *field = &csv->columns.items[id];
    if (id == csv->fallback || field->part != NULL || !(field->has_records || csv->rows == 0)) continue;
    csv->order[csv->width++] = id;
    for (size_t part = field->first; part != none; part = csv->columns.items[part].next)
      csv->order[csv->width++] = part;
  }
  if (fallback) csv->order[csv->width++] = csv->fallback;
  return true;
}

/* Adds a comma before each cell of a row except the first. */
static void begin_cell(dt_buffer *out, bool *first) {
  if (!*first) dt_buffer_byte(out, ',');
  *first = false;
}

static bool shows_share(const dt_csv *csv, int share) {
  return (csv->shown & DETM_COLUMN_CONFIDENCE) && csv->any_share[share];
}

static void write_header(detm_writer *writer) {
  const dt_csv *csv = writer->csv;
  const struct {
    unsigned column;
    const char *name;
  } about[] = {{DETM_COLUMN_PAGE, "@page"}, {DETM_COLUMN_REGION, "@region"}, {DETM_COLUMN_RECORD, "@record"}};
  dt_buffer *out = &writer->out;
  bool first = true;
  for (size_t at = 0; at < sizeof about / sizeof *about; ++at) {
    if (!(csv->shown & about[at].column)) continue;
    begin_cell(out, &first);
    dt_buffer_text(out, about[at].name);
  }
  for (int i = 0; i < SHARES; i++) {
    if (!shows_share(csv, i)) continue;
    begin_cell(out, &first);
    dt_buffer_text(out, share_names[i]);
  }
  for (size_t at = 0; at < csv->width; ++at) {
    const dt_typed_part *part = csv->columns.items[csv->order[at]].part;
    detm_text name = column_name(csv, csv->order[at]);
    begin_cell(out, &first);
    add_cell(out, part != NULL ? dt_part_name(writer, name, part) : name);
  }
  dt_buffer_add(out, "\r\n", 2);
  dt_writer_settle(writer);
}

/* Reads the cells that all rows of a region have in common: page and region before the record number, the shares after
 * it. */
static void read_region(dt_csv *csv, const char *at) {
  size_t number = take_number(&at);
  bool first = true;
  double shares[SHARES];
  csv->before.length = csv->after.length = 0;
  memcpy(shares, at, sizeof shares);
  at += sizeof shares;
  size_t length = take_number(&at);
  if (csv->shown & DETM_COLUMN_PAGE) {
    begin_cell(&csv->before, &first);
    add_cell(&csv->before, (detm_text){at, length});
  }
  if (csv->shown & DETM_COLUMN_REGION) {
    begin_cell(&csv->before, &first);
    dt_buffer_count(&csv->before, number);
  }
  if (csv->shown & DETM_COLUMN_RECORD) begin_cell(&csv->before, &first);
  for (int i = 0; i < SHARES; i++) {
    if (!shows_share(csv, i)) continue;
    begin_cell(&csv->after, &first);
    dt_escape_share(&csv->after, "", shares[i], "");
  }
  csv->row_begun = !first;
}

/* Links the row's values by column and writes the row. */
static void write_row(detm_writer *writer, const char *at, const char *end) {
  dt_csv *csv = writer->csv;
  dt_buffer *out = &writer->out;
  bool first = !csv->row_begun;
  size_t start = out->length, number = take_number(&at);
  for (size_t id = 0; id < csv->columns.count; ++id) csv->first[id] = none;
  for (size_t count = 0; at < end; ++count) {
    size_t id = take_number(&at), length = take_number(&at);
    csv->row[count] = (cell){{at, length}, none};
    if (csv->first[id] == none)
      csv->first[id] = count;
    else
      csv->row[csv->last[id]].next = count;
    csv->last[id] = count;
    at += length;
  }
  dt_buffer_add(out, csv->before.data, csv->before.length);
  if (csv->shown & DETM_COLUMN_RECORD) dt_buffer_count(out, number);
  dt_buffer_add(out, csv->after.data, csv->after.length);
  for (size_t i = 0; i < csv->width; ++i) {
    size_t values = csv->first[csv->order[i]];
    bool quoted = false;
    for (size_t v = values; v != none && !quoted; v = csv->row[v].next) quoted = must_quote(csv->row[v].value);
    begin_cell(out, &first);
    if (quoted) dt_buffer_byte(out, '"');
    for (size_t v = values; v != none; v = csv->row[v].next) {
      if (v != values) dt_buffer_add(out, " | ", 3);
      dt_escape(out, DT_ESCAPE_CSV, csv->row[v].value.data, csv->row[v].value.length);
    }
    if (quoted) dt_buffer_byte(out, '"');
  }
  if (out->length == start) dt_buffer_add(out, "\"\"", 2); /* CSV readers ignore an empty line */
  dt_buffer_add(out, "\r\n", 2);
  ++csv->rows_written;
}

/* Writes an entry of the spool; false after a failure. */
static bool write_entry(detm_writer *writer, const char *at, size_t length) {
  dt_csv *csv = writer->csv;
  if (*at == REGION)
    read_region(csv, at + 1);
  else
    write_row(writer, at + 1, at + length);
  if (csv->before.failed || csv->after.failed) dt_writer_fail_memory(writer);
  return dt_writer_settle(writer);
}

/* Writes the header, then the rows from memory or, in the order in which they were spooled, from the file. */
static void write_rows(detm_writer *writer) {
  dt_csv *csv = writer->csv;
  dt_buffer *spool = &csv->spool;
  size_t length;
  spool->length = csv->whole;
  if (csv->file != NULL) spill(writer);
  bool ordered = order_columns(writer);
  csv->row = calloc(csv->most_cells + 1, sizeof *csv->row);
  csv->first = calloc((size_t)csv->columns.count + 1, sizeof *csv->first);
  csv->last = calloc((size_t)csv->columns.count + 1, sizeof *csv->last);
  if (csv->width == 0 && !(csv->shown & (DETM_COLUMN_PAGE | DETM_COLUMN_REGION)))
    csv->shown |= DETM_COLUMN_RECORD; /* a header must not be empty */
  if (!ordered || csv->row == NULL || csv->first == NULL || csv->last == NULL) dt_writer_fail_memory(writer);
  write_header(writer);
  if (writer->failure.status != DETM_OK || csv->rows == 0) return;
  if (csv->file == NULL) {
    for (const char *at = spool->data, *end = at + csv->whole; at < end; at += length) {
      memcpy(&length, at, sizeof length);
      at += sizeof length;
      if (!write_entry(writer, at, length)) return;
    }
    return;
  }
  rewind(csv->file);
  while (csv->rows_written < csv->rows && fread(&length, sizeof length, 1, csv->file) == 1) {
    spool->length = 0;
    if (!dt_buffer_reserve(spool, length)) dt_writer_fail_memory(writer);
    if (spool->failed || fread(spool->data, 1, length, csv->file) != length) break;
    if (!write_entry(writer, spool->data, length)) return;
  }
  if (csv->rows_written != csv->rows)
    dt_writer_fail(writer, DETM_WRITE, "the rows could not be read back from their temporary file");
}

/* Writes the rows before a failure as if it had not occurred; the failure is reported afterwards. */
static void close_document(detm_writer *writer) {
  detm_error failure = writer->failure;
  writer->failure = (detm_error)DETM_ERROR_NONE;
  write_rows(writer);
  if (writer->failure.status == DETM_OK) writer->failure = failure;
}

static void free_csv(detm_writer *writer) {
  dt_csv *csv = writer->csv;
  if (csv == NULL) return;
  if (csv->file != NULL) fclose(csv->file);
  dt_lookup_free(&csv->lookup);
  dt_buffer *buffers[] = {&csv->names, &csv->page, &csv->spool, &csv->before, &csv->after};
  for (size_t at = 0; at < sizeof buffers / sizeof *buffers; ++at) dt_buffer_free(buffers[at]);
  void *arrays[] = {csv->columns.items, csv->named.items, csv->ids.items, csv->row, csv->first, csv->last, csv->order};
  for (size_t at = 0; at < sizeof arrays / sizeof *arrays; ++at) free(arrays[at]);
  free(csv);
}

const dt_format dt_format_csv = {
    .start = start,
    .page_begin = page_begin,
    .region_begin = region_begin,
    .record_begin = record_begin,
    .field = field,
    .part = part,
    .has_field = has_field,
    .record_end = record_end,
    .close = close_document,
    .free = free_csv,
};
