/* csv.c: results as CSV (RFC 4180, UTF-8, CRLF), one record a row.
 *
 *   @page,@region,@record,@confidence,@fit, then the fields of all pages in order of first sight.
 *
 * Values of one field are joined by " | ".  The header needs all fields, so rows wait: in memory, past
 * 8 MiB in a temporary file.  An entry of that spool is its length, then either a region (as it
 * changes) or a row: the record's number, then column, length and bytes of each value. */
#include "export/writer.h"

#include <stdio.h>
#include <stdlib.h>

enum { SPOOL_IN_MEMORY = 8 * 1024 * 1024, FEWEST_SLOTS = 64 };

typedef enum entry { REGION, ROW } entry;

static const size_t none = SIZE_MAX;

/* A column of the header: its name in `names`. */
typedef struct column {
  size_t start, length;
} column;

/* A value of the row that is written; `next` is the field's next value or `none`. */
typedef struct cell {
  detm_text value;
  size_t next;
} cell;

struct dt_csv {
  dt_buffer names;
  column *columns;
  size_t column_count;
  size_t *slots; /* hash table of columns: index + 1, 0 = empty */
  size_t slot_count;
  size_t *ids; /* the header's column of each of the region's */
  size_t id_count, id_room;

  dt_buffer page; /* and the region that rows belong to now */
  size_t region;
  double confidence, fit;
  bool region_known; /* its entry is in the spool */

  dt_buffer spool;
  size_t whole; /* bytes of the spool that end with a whole entry */
  size_t entry; /* where the entry in the making begins */
  FILE *file;
  size_t bytes; /* of all values: the output is not shorter */
  size_t rows, rows_written, cells, most_cells;
  bool any_confidence, any_fit;

  dt_buffer before, after; /* of the row's number, while rows are written */
  cell *row;
  size_t *first, *last; /* value of each column */
};

static void fail_memory(detm_writer *writer) {
  dt_writer_fail(writer, DETM_NO_MEMORY, "out of memory for the results");
}

/* Columns. */

static uint64_t hash_name(const dt_csv *csv, detm_text name) {
  return dt_hash_bytes(name.data, name.length, (uint64_t)(uintptr_t)csv); /* a page cannot aim at it */
}

static detm_text column_name(const dt_csv *csv, size_t id) {
  return (detm_text){csv->names.data + csv->columns[id].start, csv->columns[id].length};
}

/* The slot that holds `name`, or the empty one where it belongs. */
static size_t *find_slot(const dt_csv *csv, detm_text name) {
  size_t at = (size_t)hash_name(csv, name) & (csv->slot_count - 1);
  while (csv->slots[at] != 0 && !dt_text_equal(column_name(csv, csv->slots[at] - 1), name))
    at = (at + 1) & (csv->slot_count - 1);
  return &csv->slots[at];
}

/* Half of the slots stay empty; there are half as many columns as slots. */
static bool grow_columns(dt_csv *csv) {
  if (csv->column_count < csv->slot_count / 2) return true;
  size_t count = csv->slot_count == 0 ? FEWEST_SLOTS : csv->slot_count * 2;
  size_t *slots = calloc(count, sizeof *slots);
  column *columns = slots == NULL ? NULL : realloc(csv->columns, count / 2 * sizeof *columns);
  if (columns == NULL) {
    free(slots);
    return false;
  }
  free(csv->slots);
  csv->slots = slots;
  csv->slot_count = count;
  csv->columns = columns;
  for (size_t id = 0; id < csv->column_count; ++id) *find_slot(csv, column_name(csv, id)) = id + 1;
  return true;
}

/* The header's column of that name; `none` without memory. */
static size_t find_column(dt_csv *csv, const char *name) {
  detm_text text = dt_text(name);
  if (!grow_columns(csv)) return none;
  size_t *slot = find_slot(csv, text);
  if (*slot == 0) {
    size_t start = csv->names.length;
    dt_buffer_reserve(&csv->names, text.length + 1);
    dt_buffer_add(&csv->names, text.data, text.length);
    if (csv->names.failed) return none;
    csv->columns[csv->column_count++] = (column){start, text.length};
    *slot = csv->column_count;
  }
  return *slot - 1;
}

static bool reserve_ids(dt_csv *csv, size_t count) {
  csv->id_count = 0;
  if (count <= csv->id_room) return true;
  if (count > SIZE_MAX / sizeof *csv->ids) return false;
  free(csv->ids);
  csv->ids = malloc(count * sizeof *csv->ids);
  csv->id_room = csv->ids == NULL ? 0 : count;
  return csv->ids != NULL;
}

/* The spool. */

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
    fail_memory(writer);
    return;
  }
  size_t length = csv->spool.length - csv->entry - sizeof length;
  memcpy(csv->spool.data + csv->entry, &length, sizeof length);
  csv->whole = csv->spool.length;
}

static void spill(detm_writer *writer) {
  dt_csv *csv = writer->csv;
  if (csv->file == NULL) csv->file = tmpfile();
  if (csv->file == NULL || fwrite(csv->spool.data, 1, csv->whole, csv->file) != csv->whole || fflush(csv->file) != 0)
    dt_writer_fail(writer, DETM_WRITE, "no room for the rows among the temporary files; make some or use NDJSON");
  csv->whole = csv->spool.length = 0;
}

/* The sink's calls. */

static bool start(detm_writer *writer) {
  writer->csv = calloc(1, sizeof *writer->csv);
  return writer->csv != NULL;
}

static void page_begin(detm_writer *writer, const detm_page_info *page) {
  writer->csv->page.length = 0;
  if (page->name != NULL) dt_buffer_text(&writer->csv->page, page->name);
  if (writer->csv->page.failed) fail_memory(writer);
}

/* Columns of a region without records are none of the header's. */
static void region_begin(detm_writer *writer, const detm_region_info *region) {
  dt_csv *csv = writer->csv;
  size_t count = region->records == 0 ? 0 : region->column_count;
  csv->region = region->number;
  csv->confidence = region->confidence;
  csv->fit = region->fit;
  csv->region_known = false;
  if (!reserve_ids(csv, count)) {
    fail_memory(writer);
    return;
  }
  for (; csv->id_count < count; ++csv->id_count) {
    csv->ids[csv->id_count] = find_column(csv, region->columns[csv->id_count].name);
    if (csv->ids[csv->id_count] == none) fail_memory(writer);
  }
}

static void spool_region(detm_writer *writer) {
  dt_csv *csv = writer->csv;
  begin_entry(csv, REGION);
  put_number(&csv->spool, csv->region);
  dt_buffer_add(&csv->spool, (const char *)&csv->confidence, sizeof csv->confidence);
  dt_buffer_add(&csv->spool, (const char *)&csv->fit, sizeof csv->fit);
  put_number(&csv->spool, csv->page.length);
  dt_buffer_add(&csv->spool, csv->page.data, csv->page.length);
  end_entry(writer);
  csv->any_confidence |= csv->confidence >= 0;
  csv->any_fit |= csv->fit >= 0;
  csv->region_known = true;
}

static void record_begin(detm_writer *writer, size_t number) {
  dt_csv *csv = writer->csv;
  if (!csv->region_known) spool_region(writer);
  begin_entry(csv, ROW);
  put_number(&csv->spool, number);
  csv->cells = 0;
}

static void field(detm_writer *writer, const detm_field *value, detm_text before) {
  (void)before;
  dt_csv *csv = writer->csv;
  size_t id = value->column < csv->id_count ? csv->ids[value->column] : find_column(csv, value->name);
  if (id == none) {
    fail_memory(writer);
    return;
  }
  csv->bytes += value->value.length;
  if (writer->max_bytes != 0 && csv->bytes > writer->max_bytes) {
    dt_writer_fail_limit(writer);
    return;
  }
  put_number(&csv->spool, id);
  put_number(&csv->spool, value->value.length);
  dt_buffer_add(&csv->spool, value->value.data, value->value.length);
  if (csv->spool.failed) fail_memory(writer);
  ++csv->cells;
}

static void record_end(detm_writer *writer) {
  dt_csv *csv = writer->csv;
  end_entry(writer);
  ++csv->rows;
  if (csv->cells > csv->most_cells) csv->most_cells = csv->cells;
  if (csv->whole >= SPOOL_IN_MEMORY) spill(writer);
}

/* The document. */

static bool must_quote(detm_text text) {
  const char *end = text.data + text.length;
  return text.length != 0 && dt_escape_find(text.data, end, DT_CSV_QUOTING) != end;
}

static void add_text(dt_buffer *out, detm_text text) {
  bool quoted = must_quote(text);
  if (quoted) dt_buffer_byte(out, '"');
  dt_escape(out, DT_ESCAPE_CSV, text.data, text.length);
  if (quoted) dt_buffer_byte(out, '"');
}

static void add_values(dt_buffer *out, const cell *row, size_t first) {
  bool quoted = false;
  for (size_t at = first; at != none && !quoted; at = row[at].next) quoted = must_quote(row[at].value);
  if (quoted) dt_buffer_byte(out, '"');
  for (size_t at = first; at != none; at = row[at].next) {
    if (at != first) dt_buffer_add(out, " | ", 3);
    dt_escape(out, DT_ESCAPE_CSV, row[at].value.data, row[at].value.length);
  }
  if (quoted) dt_buffer_byte(out, '"');
}

static void write_header(detm_writer *writer) {
  dt_csv *csv = writer->csv;
  dt_buffer *out = &writer->out;
  dt_buffer_text(out, "@page,@region,@record");
  if (csv->any_confidence) dt_buffer_text(out, ",@confidence");
  if (csv->any_fit) dt_buffer_text(out, ",@fit");
  for (size_t id = 0; csv->rows != 0 && id < csv->column_count; ++id) {
    dt_buffer_byte(out, ',');
    add_text(out, column_name(csv, id));
  }
  dt_buffer_add(out, "\r\n", 2);
  dt_writer_settle(writer);
}

static void add_share(dt_buffer *to, bool wanted, const char *share) {
  double value;
  memcpy(&value, share, sizeof value);
  if (wanted) dt_buffer_byte(to, ',');
  if (wanted && value >= 0) dt_buffer_share(to, value);
}

/* What the region's rows have in common: page and region before, confidence and fit after the number. */
static void read_region(dt_csv *csv, const char *at) {
  size_t number = take_number(&at);
  csv->before.length = csv->after.length = 0;
  add_share(&csv->after, csv->any_confidence, at);
  add_share(&csv->after, csv->any_fit, at + sizeof(double));
  at += 2 * sizeof(double);
  size_t length = take_number(&at);
  add_text(&csv->before, (detm_text){at, length});
  dt_buffer_byte(&csv->before, ',');
  dt_buffer_count(&csv->before, number);
  dt_buffer_byte(&csv->before, ',');
}

/* Chains the row's values by column. */
static void read_values(dt_csv *csv, const char *at, const char *end) {
  for (size_t id = 0; id < csv->column_count; ++id) csv->first[id] = none;
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
}

static void write_row(detm_writer *writer, const char *at, const char *end) {
  dt_csv *csv = writer->csv;
  dt_buffer *out = &writer->out;
  dt_buffer_add(out, csv->before.data, csv->before.length);
  dt_buffer_count(out, take_number(&at));
  dt_buffer_add(out, csv->after.data, csv->after.length);
  read_values(csv, at, end);
  for (size_t id = 0; id < csv->column_count; ++id) {
    dt_buffer_byte(out, ',');
    add_values(out, csv->row, csv->first[id]);
  }
  dt_buffer_add(out, "\r\n", 2);
  ++csv->rows_written;
}

/* False after a failure. */
static bool write_entry(detm_writer *writer, const char *at, size_t length) {
  dt_csv *csv = writer->csv;
  if (*at == REGION)
    read_region(csv, at + 1);
  else
    write_row(writer, at + 1, at + length);
  if (csv->before.failed || csv->after.failed) fail_memory(writer);
  return dt_writer_settle(writer);
}

static void write_from_memory(detm_writer *writer) {
  const char *at = writer->csv->spool.data;
  for (const char *end = at + writer->csv->whole; at < end;) {
    size_t length;
    memcpy(&length, at, sizeof length);
    at += sizeof length;
    if (!write_entry(writer, at, length)) return;
    at += length;
  }
}

static void write_from_file(detm_writer *writer) {
  dt_csv *csv = writer->csv;
  dt_buffer *read = &csv->spool;
  size_t length;
  rewind(csv->file);
  while (csv->rows_written < csv->rows && fread(&length, sizeof length, 1, csv->file) == 1) {
    read->length = 0;
    if (!dt_buffer_reserve(read, length)) fail_memory(writer);
    if (read->failed || fread(read->data, 1, length, csv->file) != length) break;
    if (!write_entry(writer, read->data, length)) return;
  }
  if (csv->rows_written != csv->rows)
    dt_writer_fail(writer, DETM_WRITE, "the rows could not be read back from their temporary file");
}

static bool reserve_row(dt_csv *csv) {
  csv->row = calloc(csv->most_cells + 1, sizeof *csv->row);
  csv->first = calloc(csv->column_count + 1, sizeof *csv->first);
  csv->last = calloc(csv->column_count + 1, sizeof *csv->last);
  return csv->row != NULL && csv->first != NULL && csv->last != NULL;
}

static void write_rows(detm_writer *writer) {
  dt_csv *csv = writer->csv;
  csv->spool.length = csv->whole;
  if (csv->file != NULL) spill(writer);
  if (!reserve_row(csv)) fail_memory(writer);
  write_header(writer);
  if (writer->failure.status != DETM_OK || csv->rows == 0) return;
  if (csv->file == NULL)
    write_from_memory(writer);
  else
    write_from_file(writer);
}

/* The rows before a failure are written as if there had been none; it is handed back afterwards. */
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
  dt_buffer *buffers[] = {&csv->names, &csv->page, &csv->spool, &csv->before, &csv->after};
  for (size_t at = 0; at < sizeof buffers / sizeof *buffers; ++at) dt_buffer_free(buffers[at]);
  void *arrays[] = {csv->columns, csv->slots, csv->ids, csv->row, csv->first, csv->last};
  for (size_t at = 0; at < sizeof arrays / sizeof *arrays; ++at) free(arrays[at]);
  free(csv);
}

const dt_format dt_format_csv = {
    .start = start,
    .page_begin = page_begin,
    .region_begin = region_begin,
    .record_begin = record_begin,
    .field = field,
    .record_end = record_end,
    .close = close_document,
    .free = free_csv,
};
