/* result/table/rows.c: results as the rows of one table.
 *
 *   @page,@region,@record,@confidence,@fit,@quality, the fields of all pages in order of first occurrence, @fallback
 *
 * The parts of typed values ("price.amount") are columns after their field.  Columns with @ are omitted if they would
 * hold no information (detm_writer_show_columns).  The header needs all fields, so rows are spooled: in memory, above
 * 8 MiB in a temporary file.  An entry of the spool is its length, followed by a region (when it changes) or a row: the
 * record's number, then column, length and bytes of each value.
 *
 * The rows of a sheet (detm_writer_set_sheets) are a group, whose header has the columns of its own rows; other formats
 * have one group.  The rows of a group may come in several runs, since the pages of a site may come between others. */
#include "result/table/rows.h"

#include "base/escape.h"
#include "base/files.h"
#include "base/map.h"
#include "base/vec.h"

#include <stdio.h>
#include <stdlib.h>

enum {
  SPOOL_IN_MEMORY = 8 * 1024 * 1024,
  MOST_GROUPS = 1000 /* sheets: spreadsheets take minutes to open more */
};

typedef enum entry { REGION, ROW } entry;

static const size_t none = SIZE_MAX;

/* A column of the header: its name in `names`; for a part, the name of its field. */
typedef struct column {
  size_t start, length;
  const dt_typed_part *part; /* part of a field's values; NULL: the field itself */
  size_t group;              /* the last one with records that have the column, or `none` */
  bool shown;                /* it is in the header of the group that is written */
  bool kept;                 /* what is known of the page, not a field */
  bool list;                 /* its field, or that of its part, is a list */
  size_t longest;            /* bytes of its longest value */
  size_t first, last,
      next; /* ids: the first and last column for parts of its values, the next column of the same field; or `none` */
} column;

/* A value of the current row. */
typedef struct cell {
  detm_text value;
  size_t column;
} cell;

/* What is known about how reliable a region is. */
enum { CONFIDENCE, FIT, QUALITY, SHARES };
static const char *const share_names[SHARES] = {"@confidence", "@fit", "@quality"};

/* What a column with @ says of the record.  All before ABOUT_RECORD are the same in a region. */
typedef enum dt_about {
  ABOUT_PAGE,
  ABOUT_REGION,
  ABOUT_CONFIDENCE,
  ABOUT_RECORD = ABOUT_CONFIDENCE + SHARES,
  ABOUT_COUNT,
  ABOUT_NOTHING = ABOUT_COUNT
} dt_about;

/* A column of the document: one of the header's, or one about the record. */
typedef struct place {
  size_t column;
  dt_about about;
} place;

/* Rows that a format has together, with their own header. */
typedef struct row_group {
  size_t start, length; /* its name in `group_names` */
  bool filled;          /* it has rows */
  DT_VEC(size_t) columns;
} row_group;

/* Successive rows of a group: where they begin in the spool. */
typedef struct row_run {
  size_t group, start;
} row_run;

struct dt_rows {
  dt_buffer names;
  DT_VEC(column) columns;
  dt_lookup lookup;     /* by hash of the names of columns that are not parts */
  DT_VEC(size_t) named; /* the columns of `lookup`, by its numbers */
  DT_VEC(size_t) ids;   /* the header's column of each column of the region */

  dt_buffer page;      /* the page and region of the current rows */
  size_t longest_page; /* bytes of the longest name of a page */
  size_t region;
  double shares[SHARES]; /* the region's; below 0: unknown */
  bool region_known;     /* its entry is in the spool */

  dt_buffer group_names;
  dt_lookup group_lookup; /* by hash of the name */
  DT_VEC(row_group) groups;
  DT_VEC(row_run) runs;
  size_t group; /* that of the current page, or of what is written; `none` until the page has a record */

  dt_buffer spool;
  size_t spilled; /* bytes of entries in `file` */
  size_t whole;   /* length of the complete entries in the spool */
  size_t entry;   /* offset of the entry that is being written */
  FILE *file;
  size_t bytes; /* total length of all values: a lower limit for the length of the output */
  size_t count, cells, most_cells;

  /* Data that decide which columns with @ are needed. */
  size_t pages, page_regions; /* page_regions: regions with records on the current page */
  bool any_share[SHARES], several_regions, any_anchor, any_fallback;
  size_t fallback; /* the column @fallback, or `none` */
  size_t field;    /* the column of the last field */
  size_t noted;    /* the field that was last added to @fallback in this record */
  unsigned shown;  /* DETM_COLUMN_...: those in the document */
  place *order;    /* the columns of the current header */
  dt_row_column *header;
  size_t width; /* their number */

  dt_buffer about_text; /* of `about` */
  detm_text about[ABOUT_COUNT];
  cell *row;             /* the values of the current row, as they were spooled */
  detm_text *values;     /* the same by column */
  dt_row_cell *cells_of; /* of each column */
  dt_row_cell *line;     /* of each column of the header */
};

/* ---- columns ---- */

static detm_text row_column_name(const dt_rows *rows, size_t id) {
  return (detm_text){rows->names.data + rows->columns.items[id].start, rows->columns.items[id].length};
}

/* The header's column of that name; `none` if it does not exist. */
static size_t find_named(const dt_rows *rows, uint64_t hash, detm_text name) {
  uint32_t probe = 0, number;
  while ((number = dt_lookup_next(&rows->lookup, hash, &probe)) != DT_NO_NUMBER)
    if (dt_text_equal(row_column_name(rows, rows->named.items[number]), name)) return rows->named.items[number];
  return none;
}

/* The header's column of that name, added if it does not exist.  `none` without memory. */
static size_t find_row_column(dt_rows *rows, const char *name) {
  detm_text text = dt_text(name);
  uint64_t hash = dt_hash_keyed(text.data, text.length);
  size_t id = find_named(rows, hash, text), start = rows->names.length;
  if (id != none) return id;

  dt_buffer_reserve(&rows->names, text.length + 1);
  dt_buffer_add(&rows->names, text.data, text.length);

  if (rows->names.failed || !DT_VEC_RESERVE(NULL, &rows->columns, 1) || !DT_VEC_RESERVE(NULL, &rows->named, 1) ||
      dt_lookup_append(&rows->lookup, hash) == DT_NO_NUMBER)
    return none;

  id = rows->columns.count;
  DT_VEC_PUSH(
      NULL, &rows->columns,
      (column){.start = start, .length = text.length, .group = none, .first = none, .last = none, .next = none});
  DT_VEC_PUSH(NULL, &rows->named, id);
  return id;
}

/* The column of a part of a field's values, added if it does not exist; `none` without memory.  It is written after the
 * field, and is named then, because its name depends on the names of all fields. */
static size_t find_part_column(dt_rows *rows, size_t field, const dt_typed_part *part) {
  for (size_t id = rows->columns.items[field].first; id != none; id = rows->columns.items[id].next)
    if (rows->columns.items[id].part == part) return id;
  if (!DT_VEC_RESERVE(NULL, &rows->columns, 1)) return none;
  size_t id = rows->columns.count;
  column *of = &rows->columns.items[field];
  DT_VEC_PUSH(NULL, &rows->columns,
              (column){.start = of->start,
                       .length = of->length,
                       .part = part,
                       .group = none,
                       .first = none,
                       .last = none,
                       .next = none});

  if (of->last != none)
    rows->columns.items[of->last].next = id;
  else
    of->first = id;

  of->last = id;
  return id;
}

bool dt_rows_has_field(detm_writer *writer, detm_text name) {
  return find_named(writer->rows, dt_hash_keyed(name.data, name.length), name) != none;
}

/* ---- groups ---- */

/* The host of a URL, with its port; empty for other names. */
static detm_text host_of_name(detm_text name) {
  if (!dt_text_is_web_address(name)) return (detm_text){"", 0};
  const char *start = (const char *)memchr(name.data, '/', name.length) + 2, *at = start;
  const char *end = name.data + name.length;
  for (; at < end && memchr("/?#", *at, 3) == NULL; at++)
    if (*at == '@') start = at + 1; /* what is before it may be a password */
  return dt_text_between(start, at);
}

/* Adds a group for a page, if there is none of that name; `none` without memory, or for one more than MOST_GROUPS. */
static size_t find_row_group(detm_writer *writer, detm_text name) {
  dt_rows *rows = writer->rows;
  const uint64_t hash = writer->sheets == DETM_SHEETS_SITES ? dt_hash_folded(name, dt_hash_keyed("", 0))
                                                            : dt_hash_keyed(name.data, name.length);
  const uint32_t found = dt_lookup_find(&rows->group_lookup, hash);
  if (found != DT_NO_NUMBER) return found;

  if (rows->groups.count == MOST_GROUPS) {
    dt_writer_fail(writer, DETM_LIMIT, "more than 1,000 sheets: have one for each site or one for all, or write CSV");
    return none;
  }

  const row_group group = {.start = rows->group_names.length, .length = name.length};
  dt_buffer_add(&rows->group_names, name.data, name.length);
  if (rows->group_names.failed || !DT_VEC_RESERVE(NULL, &rows->groups, 1) ||
      dt_lookup_append(&rows->group_lookup, hash) == DT_NO_NUMBER) {
    dt_writer_fail_memory(writer);
    return none;
  }
  DT_VEC_PUSH(NULL, &rows->groups, group);
  return rows->groups.count - 1;
}

/* Finds the group of the current page, which has records.  False after a failure. */
static bool enter_group(detm_writer *writer) {
  dt_rows *rows = writer->rows;
  detm_text name = {"", 0};
  if (rows->group != none) return true;

  if (writer->sheets != DETM_SHEETS_ONE && rows->page.length != 0)
    name = (detm_text){rows->page.data, rows->page.length};
  if (writer->sheets == DETM_SHEETS_SITES) name = host_of_name(name);
  rows->group = find_row_group(writer, name);
  return rows->group != none;
}

/* Notes that records of the current group have a column. */
static void use_column(detm_writer *writer, size_t id) {
  dt_rows *rows = writer->rows;
  if (!enter_group(writer) || rows->columns.items[id].group == rows->group) return;
  row_group *group = &rows->groups.items[rows->group];
  if (!DT_VEC_RESERVE(NULL, &group->columns, 1)) {
    dt_writer_fail_memory(writer);
    return;
  }
  DT_VEC_PUSH(NULL, &group->columns, id);
  rows->columns.items[id].group = rows->group;
}

detm_text dt_rows_group_name(const detm_writer *writer) {
  const dt_rows *rows = writer->rows;
  if (rows->group >= rows->groups.count) return (detm_text){"", 0};
  const row_group *group = &rows->groups.items[rows->group];
  return group->length != 0 ? (detm_text){rows->group_names.data + group->start, group->length} : (detm_text){"", 0};
}

/* ---- the spool ---- */

static void spool_number(dt_buffer *to, size_t number) {
  for (; number >= 0x80; number >>= 7) dt_buffer_byte(to, (char)(0x80 | (number & 0x7f)));
  dt_buffer_byte(to, (char)number);
}

static size_t take_spooled_number(const char **at) {
  size_t number = 0;
  unsigned char byte;
  for (unsigned shift = 0;; shift += 7) {
    byte = (unsigned char)*(*at)++;
    number |= (size_t)(byte & 0x7f) << shift;
    if (byte < 0x80) return number;
  }
}

static void begin_entry(dt_rows *rows, entry kind) {
  const size_t unknown = 0;
  rows->entry = rows->spool.length;
  dt_buffer_add(&rows->spool, (const char *)&unknown, sizeof unknown);
  dt_buffer_byte(&rows->spool, (char)kind);
}

static void end_entry(detm_writer *writer) {
  dt_rows *rows = writer->rows;
  if (rows->spool.failed) {
    dt_writer_fail_memory(writer);
    return;
  }
  size_t length = rows->spool.length - rows->entry - sizeof length;
  memcpy(rows->spool.data + rows->entry, &length, sizeof length);
  rows->whole = rows->spool.length;
}

static void spill(detm_writer *writer) {
  dt_rows *rows = writer->rows;
  if (rows->file == NULL) rows->file = dt_temporary_file();
  if (rows->file == NULL || fwrite(rows->spool.data, 1, rows->whole, rows->file) != rows->whole ||
      fflush(rows->file) != 0)
    dt_writer_fail(writer, DETM_WRITE, "no space for the rows in the temporary folder: free some, or use NDJSON");
  rows->spilled += rows->whole;
  rows->whole = rows->spool.length = 0;
}

/* ---- calls of the sink ---- */

bool dt_rows_start(detm_writer *writer) {
  writer->rows = calloc(1, sizeof *writer->rows);
  if (writer->rows == NULL) return false;
  writer->rows->fallback = writer->rows->group = none;
  dt_lookup_start(&writer->rows->lookup, NULL, 0);
  return true;
}

void dt_rows_page_begin(detm_writer *writer, const detm_page_info *page) {
  dt_rows *rows = writer->rows;
  rows->page.length = 0;
  rows->group = none;
  if (page->name != NULL) dt_buffer_text(&rows->page, page->name);
  if (rows->page.length > rows->longest_page) rows->longest_page = rows->page.length;
  ++rows->pages;
  rows->page_regions = 0;
  if (rows->page.failed) dt_writer_fail_memory(writer);
}

/* Notes what a region says of a column.  With DETM_COLUMN_PARTS, the type of a rule's column, not its values, decides
 * which parts it has. */
static void note_column(detm_writer *writer, size_t id, const detm_region_info *region, size_t at) {
  dt_rows *rows = writer->rows;
  if (region->records != 0) use_column(writer, id);
  rows->columns.items[id].list |= region->columns[at].list != 0;
  if (!(writer->columns & DETM_COLUMN_PARTS) || region->fit < 0) return;
  const detm_value_kind kind = dt_kind_of_type(region->columns[at].type);
  for (const dt_typed_part *part = NULL; kind != 0 && (part = dt_part_next(part, kind)) != NULL;) {
    const size_t id_of_part = find_part_column(rows, id, part);
    if (id_of_part == none)
      dt_writer_fail_memory(writer);
    else if (region->records != 0)
      use_column(writer, id_of_part);
  }
}

void dt_rows_region_begin(detm_writer *writer, const detm_region_info *region) {
  dt_rows *rows = writer->rows;
  rows->region = region->number;
  rows->shares[CONFIDENCE] = region->confidence;
  rows->shares[FIT] = region->fit;
  rows->shares[QUALITY] = region->quality;
  rows->region_known = false;
  rows->ids.count = 0;
  if (region->records != 0) rows->several_regions |= ++rows->page_regions > 1;

  if (!DT_VEC_RESERVE(NULL, &rows->ids, region->column_count)) {
    dt_writer_fail_memory(writer);
    return;
  }

  for (size_t i = 0; i < region->column_count; i++) {
    size_t id = find_row_column(rows, region->columns[i].name);
    DT_VEC_PUSH(NULL, &rows->ids, id);
    if (id == none)
      dt_writer_fail_memory(writer);
    else
      note_column(writer, id, region, i);
  }
}

static void add_row_value(detm_writer *writer, size_t id, detm_text value) {
  dt_rows *rows = writer->rows;
  rows->bytes += value.length;
  if (writer->max_bytes != 0 && rows->bytes > writer->max_bytes) {
    dt_writer_fail_limit(writer);
    return;
  }

  use_column(writer, id);
  if (value.length > rows->columns.items[id].longest) rows->columns.items[id].longest = value.length;
  spool_number(&rows->spool, id);
  spool_number(&rows->spool, value.length);
  dt_buffer_add(&rows->spool, value.data, value.length);
  if (rows->spool.failed) dt_writer_fail_memory(writer);
  ++rows->cells;
}

/* Adds what is known of the page to its record. */
static void add_kept(detm_writer *writer) {
  const detm_page_note *note = writer->note;
  for (size_t i = 0; note != NULL && i < note->kept_count; i++) {
    size_t id = find_row_column(writer->rows, note->kept[i].name);
    if (id == none) {
      dt_writer_fail_memory(writer);
      return;
    }
    writer->rows->columns.items[id].kept = true;
    add_row_value(writer, id, note->kept[i].text);
  }
}

/* Notes where rows of another group begin. */
static void begin_row_run(detm_writer *writer) {
  dt_rows *rows = writer->rows;
  if (!enter_group(writer)) return;
  if (rows->group < rows->groups.count) rows->groups.items[rows->group].filled = true;
  if (rows->runs.count != 0 && rows->runs.items[rows->runs.count - 1].group == rows->group) return;
  if (!DT_VEC_RESERVE(NULL, &rows->runs, 1)) {
    dt_writer_fail_memory(writer);
    return;
  }
  DT_VEC_PUSH(NULL, &rows->runs, (row_run){rows->group, rows->spilled + rows->whole});
}

void dt_rows_record_begin(detm_writer *writer, size_t number) {
  dt_rows *rows = writer->rows;
  dt_buffer *spool = &rows->spool;

  if (!rows->region_known) {
    begin_row_run(writer);
    begin_entry(rows, REGION);
    spool_number(spool, rows->region);
    dt_buffer_add(spool, (const char *)rows->shares, sizeof rows->shares);
    spool_number(spool, rows->page.length);
    dt_buffer_add(spool, rows->page.data, rows->page.length);
    end_entry(writer);
    for (int i = 0; i < SHARES; i++) rows->any_share[i] |= rows->shares[i] >= 0;
    rows->region_known = true;
  }

  begin_entry(rows, ROW);
  spool_number(spool, number);
  rows->cells = 0;
  rows->noted = none;
  add_kept(writer);
}

/* Adds a value, and its field to @fallback if it is from a fall-back anchor: once for adjacent values. */
void dt_rows_field(detm_writer *writer, const detm_field *value, detm_text before) {
  (void)before;
  dt_rows *rows = writer->rows;

  size_t id = value->column < rows->ids.count ? rows->ids.items[value->column] : find_row_column(rows, value->name);
  if (id == none) {
    dt_writer_fail_memory(writer);
    return;
  }

  rows->field = id;
  add_row_value(writer, id, value->value);
  if (writer->failure.status != DETM_OK) return;
  rows->any_anchor |= value->rank != 0;
  if (value->rank < 2 || rows->noted == id) return;
  rows->any_fallback = true;
  rows->noted = id;
  if (rows->fallback == none) rows->fallback = find_row_column(rows, "@fallback");

  if (rows->fallback == none)
    dt_writer_fail_memory(writer);
  else
    add_row_value(writer, rows->fallback, dt_text(value->name));
}

/* Adds one value for each value of the field; empty if it has no such part. */
void dt_rows_part(detm_writer *writer, const dt_typed_part *part) {
  dt_rows *rows = writer->rows;
  dt_typed *typed = &writer->typed;
  size_t id = find_part_column(rows, rows->field, part);
  for (size_t i = 0; i < typed->count && id != none; i++) {
    typed->part.length = 0;
    dt_part_add(&typed->part, &typed->values[i], part);
    if (!typed->part.failed) add_row_value(writer, id, (detm_text){typed->part.data, typed->part.length});
  }
  if (id == none || typed->part.failed) dt_writer_fail_memory(writer);
}

void dt_rows_record_end(detm_writer *writer) {
  dt_rows *rows = writer->rows;
  end_entry(writer);
  ++rows->count;
  if (rows->cells > rows->most_cells) rows->most_cells = rows->cells;
  if (rows->whole >= SPOOL_IN_MEMORY) spill(writer);
}

/* ---- the document ---- */

/* Adds a column at the end of the header. */
static void add_row_column(dt_rows *rows, size_t id, dt_about about, detm_text name, dt_cell_kind kind) {
  rows->order[rows->width] = (place){id, about};
  rows->header[rows->width++] = (dt_row_column){.name = name, .kind = kind};
  if (about == ABOUT_NOTHING) rows->header[rows->width - 1].longest = rows->columns.items[id].longest;
  if (about == ABOUT_PAGE) rows->header[rows->width - 1].longest = rows->longest_page;
}

/* Adds a column whose name begins with @, or is a plain one instead. */
static void add_named_column(detm_writer *writer, size_t id, dt_about about, detm_text name, dt_cell_kind kind) {
  dt_rows *rows = writer->rows;
  detm_text made = dt_writer_name(writer, name);
  if (!writer->plain) { /* its bytes may be in `names` */
    add_row_column(rows, id, about, made, kind);
    return;
  }
  size_t start = rows->names.length;
  dt_buffer_add(&rows->names, made.data, made.length);
  if (!rows->names.failed) add_row_column(rows, id, about, (detm_text){rows->names.data + start, made.length}, kind);
}

static void add_about(detm_writer *writer, dt_about about, const char *name, dt_cell_kind kind) {
  add_named_column(writer, 0, about, dt_text(name), kind);
}

static bool shows_share(const dt_rows *rows, int share) {
  return (rows->shown & DETM_COLUMN_CONFIDENCE) && rows->any_share[share];
}

/* Names the column of a part, which depends on the names of all fields; false without memory. */
static bool name_part(detm_writer *writer, size_t id) {
  dt_rows *rows = writer->rows;
  detm_text name = dt_part_name(writer, row_column_name(rows, id), rows->columns.items[id].part);
  rows->columns.items[id].start = rows->names.length;
  rows->columns.items[id].length = name.length;
  dt_buffer_add(&rows->names, name.data, name.length);
  return !rows->names.failed;
}

/* Chooses the columns with @: those that were requested and those that hold information.  False without memory. */
static bool choose_about(detm_writer *writer) {
  dt_rows *rows = writer->rows;
  rows->shown = writer->columns;
  if (!rows->any_anchor) rows->shown &= ~(unsigned)DETM_COLUMN_FALLBACK;
  if (rows->pages > 1) rows->shown |= DETM_COLUMN_PAGE;
  if (rows->several_regions) rows->shown |= DETM_COLUMN_REGION;
  if (rows->any_fallback) rows->shown |= DETM_COLUMN_FALLBACK;
  if (!(rows->shown & DETM_COLUMN_FALLBACK) || rows->fallback != none) return true;
  rows->fallback = find_row_column(rows, "@fallback");
  return rows->fallback != none;
}

/* Chooses the columns of a group.  Omits fields that occur only in other groups or in regions without records, unless
 * all regions are empty. */
static void choose_columns(detm_writer *writer) {
  dt_rows *rows = writer->rows;
  for (size_t id = 0; id < rows->columns.count; ++id) rows->columns.items[id].shown = rows->count == 0;
  if (rows->group < rows->groups.count) {
    const row_group *group = &rows->groups.items[rows->group];
    for (size_t i = 0; i < group->columns.count; i++) rows->columns.items[group->columns.items[i]].shown = true;
  }
  if (rows->fallback != none) rows->columns.items[rows->fallback].shown = (rows->shown & DETM_COLUMN_FALLBACK) != 0;

  bool any = (rows->shown & (DETM_COLUMN_PAGE | DETM_COLUMN_REGION)) != 0;
  for (size_t id = 0; id < rows->columns.count; ++id) any |= rows->columns.items[id].shown;
  if (!any) rows->shown |= DETM_COLUMN_RECORD; /* a header must not be empty */
}

/* Makes the header of the group: what is known of the record, then the fields in order of first occurrence, each
 * followed by its parts, @fallback last. */
static bool order_row_columns(detm_writer *writer) {
  static const struct {
    unsigned column;
    dt_about about;
    const char *name;
  } numbers[] = {{DETM_COLUMN_REGION, ABOUT_REGION, "@region"}, {DETM_COLUMN_RECORD, ABOUT_RECORD, "@record"}};
  dt_rows *rows = writer->rows;
  choose_columns(writer);
  rows->width = 0;
  if (rows->shown & DETM_COLUMN_PAGE) add_about(writer, ABOUT_PAGE, "@page", DT_CELLS_TEXT);

  for (size_t id = 0; id < rows->columns.count; ++id)
    if (rows->columns.items[id].kept) {
      const bool dates = dt_text_equal(row_column_name(rows, id), DT_TEXT("@fetched"));
      add_named_column(writer, id, ABOUT_NOTHING, row_column_name(rows, id), DT_CELLS_TEXT);
      if (!rows->names.failed) rows->header[rows->width - 1].dates = dates;
    }

  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    if (rows->shown & numbers[i].column) add_about(writer, numbers[i].about, numbers[i].name, DT_CELLS_WHOLE);
  for (int i = 0; i < SHARES; i++)
    if (shows_share(rows, i)) add_about(writer, (dt_about)(ABOUT_CONFIDENCE + i), share_names[i], DT_CELLS_DECIMAL);

  for (size_t id = 0; id < rows->columns.count; ++id) {
    const column *of = &rows->columns.items[id];
    if (!of->shown || of->kept || id == rows->fallback || of->part != NULL) continue;
    size_t first = rows->width;
    add_row_column(rows, id, ABOUT_NOTHING, row_column_name(rows, id), DT_CELLS_TEXT);
    for (size_t id_of_part = of->first; id_of_part != none; id_of_part = rows->columns.items[id_of_part].next) {
      const dt_typed_part *part = rows->columns.items[id_of_part].part;
      if (!rows->columns.items[id_of_part].shown) continue;
      add_row_column(rows, id_of_part, ABOUT_NOTHING, row_column_name(rows, id_of_part),
                     part->text ? DT_CELLS_TEXT : DT_CELLS_DECIMAL);
      rows->header[rows->width - 1].dates = part->what == DT_PART_ISO;
    }
    for (size_t at = first; at < rows->width; at++) rows->header[at].list = of->list;
  }

  if (rows->shown & DETM_COLUMN_FALLBACK)
    add_named_column(writer, rows->fallback, ABOUT_NOTHING, DT_TEXT("@fallback"), DT_CELLS_TEXT);
  return !rows->names.failed;
}

/* Reads what all rows of a region have in common. */
static void read_spooled_region(dt_rows *rows, const char *at) {
  size_t number = take_spooled_number(&at);
  double shares[SHARES];

  memcpy(shares, at, sizeof shares);
  at += sizeof shares;
  size_t length = take_spooled_number(&at), ends[ABOUT_COUNT];
  dt_buffer *to = &rows->about_text;
  to->length = 0;
  dt_buffer_add(to, at, length);
  ends[ABOUT_PAGE] = to->length;
  dt_buffer_count(to, number);
  ends[ABOUT_REGION] = to->length;

  for (int i = 0; i < SHARES; i++) {
    dt_escape_share(to, "", shares[i], "");
    ends[ABOUT_CONFIDENCE + i] = to->length;
  }

  size_t start = 0;
  for (int about = 0; about < ABOUT_RECORD; about++) {
    rows->about[about] = (detm_text){to->failed ? "" : to->data + start, to->failed ? 0 : ends[about] - start};
    start = ends[about];
  }
}

/* Groups the row's values by column, and writes the row. */
static void write_row(detm_writer *writer, const char *at, const char *end) {
  dt_rows *rows = writer->rows;
  char record[24];
  int digits = snprintf(record, sizeof record, "%zu", take_spooled_number(&at));

  rows->about[ABOUT_RECORD] = (detm_text){record, (size_t)digits};
  memset(rows->cells_of, 0, rows->columns.count * sizeof *rows->cells_of);

  size_t count = 0, start = 0;
  for (; at < end; at += rows->row[count++].value.length) {
    size_t id = take_spooled_number(&at), length = take_spooled_number(&at);
    rows->row[count] = (cell){{at, length}, id};
    rows->cells_of[id].count++;
  }

  for (size_t id = 0; id < rows->columns.count; id++) {
    rows->cells_of[id].values = rows->values + start;
    start += rows->cells_of[id].count;
    rows->cells_of[id].count = 0;
  }

  for (size_t i = 0; i < count; i++) {
    dt_row_cell *to = &rows->cells_of[rows->row[i].column];
    rows->values[(size_t)(to->values - rows->values) + to->count++] = rows->row[i].value;
  }

  for (size_t i = 0; i < rows->width; i++) {
    dt_about about = rows->order[i].about;
    rows->line[i] = about == ABOUT_NOTHING ? rows->cells_of[rows->order[i].column]
                                           : (dt_row_cell){&rows->about[about], rows->about[about].length != 0};
  }

  writer->format->rows->row(writer, rows->header, rows->line, rows->width);
}

/* Writes an entry of the spool; false after a failure. */
static bool write_entry(detm_writer *writer, const char *at, size_t length) {
  dt_rows *rows = writer->rows;
  if (*at == REGION)
    read_spooled_region(rows, at + 1);
  else
    write_row(writer, at + 1, at + length);
  if (rows->about_text.failed) dt_writer_fail_memory(writer);
  return dt_writer_settle(writer);
}

/* Chooses and names what all headers have, and gets the memory for a header and a row; false without. */
static bool prepare_rows(detm_writer *writer) {
  dt_rows *rows = writer->rows;
  bool named = choose_about(writer);
  for (size_t id = 0; id < rows->columns.count; ++id)
    if (rows->columns.items[id].part != NULL) named = name_part(writer, id) && named;

  const size_t most = (size_t)rows->columns.count + ABOUT_COUNT;
  rows->order = malloc(most * sizeof *rows->order);
  rows->header = malloc(most * sizeof *rows->header);
  rows->row = calloc(rows->most_cells + 1, sizeof *rows->row);
  rows->values = calloc(rows->most_cells + 1, sizeof *rows->values);
  rows->cells_of = calloc(most, sizeof *rows->cells_of);
  rows->line = calloc(most, sizeof *rows->line);
  if (rows->order == NULL || rows->header == NULL) return false;
  if (rows->row == NULL || rows->values == NULL || rows->cells_of == NULL || rows->line == NULL) return false;
  return named && dt_buffer_reserve(&rows->names, (size_t)32 * (most + 1)); /* other names must not move */
}

/* The entry at an offset of the spool, in memory or read from the file, which is there.  NULL: it cannot be read. */
static const char *read_spooled_entry(detm_writer *writer, size_t at, size_t *length) {
  dt_rows *rows = writer->rows;
  dt_buffer *spool = &rows->spool;
  if (rows->file == NULL) {
    memcpy(length, spool->data + at, sizeof *length);
    return spool->data + at + sizeof *length;
  }

  if (fread(length, sizeof *length, 1, rows->file) != 1) return NULL;
  spool->length = 0;
  if (!dt_buffer_reserve(spool, *length)) dt_writer_fail_memory(writer);
  return !spool->failed && fread(spool->data, 1, *length, rows->file) == *length ? spool->data : NULL;
}

/* Writes the rows between two offsets of the spool; false after a failure. */
static bool write_row_run(detm_writer *writer, size_t at, size_t end) {
  dt_rows *rows = writer->rows;
  bool read = rows->file == NULL || fseeko(rows->file, (off_t)at, SEEK_SET) == 0;
  for (size_t length; read && at < end; at += sizeof length + length) {
    const char *bytes = read_spooled_entry(writer, at, &length);
    read = bytes != NULL;
    if (read && !write_entry(writer, bytes, length)) return false;
  }

  if (!read) dt_writer_fail(writer, DETM_WRITE, "the rows could not be read back from their temporary file");
  return read;
}

/* Writes the header and the rows of a group; false after a failure. */
static bool write_group(detm_writer *writer, size_t group) {
  dt_rows *rows = writer->rows;
  rows->group = group;
  if (!order_row_columns(writer)) {
    dt_writer_fail_memory(writer);
    return false;
  }
  writer->format->rows->head(writer, rows->header, rows->width);
  if (!dt_writer_settle(writer)) return false;

  for (size_t r = 0; r < rows->runs.count; r++) {
    const bool last = r + 1 == rows->runs.count;
    const size_t end = last ? rows->spilled + rows->whole : rows->runs.items[r + 1].start;
    if (rows->runs.items[r].group == group && !write_row_run(writer, rows->runs.items[r].start, end)) return false;
  }
  return true;
}

/* Writes all groups with rows, each with its header, from memory or from the file; a header if there are no rows. */
static void write_spooled_rows(detm_writer *writer) {
  dt_rows *rows = writer->rows;
  rows->spool.length = rows->whole;
  if (rows->file != NULL) spill(writer);
  if (!prepare_rows(writer)) {
    dt_writer_fail_memory(writer);
    return;
  }

  const size_t names = rows->names.length;
  bool written = false;
  for (size_t g = 0; g < rows->groups.count; g++) {
    if (!rows->groups.items[g].filled) continue;
    rows->names.length = names;
    if (!write_group(writer, g)) return;
    written = true;
  }
  if (!written) write_group(writer, 0);
}

/* Writes the rows before a failure as if it had not occurred; the failure is reported afterwards. */
void dt_rows_close(detm_writer *writer) {
  detm_error failure = writer->failure;
  writer->failure = (detm_error)DETM_ERROR_NONE;
  write_spooled_rows(writer);
  /* a limit leaves space for the end of what has begun */
  bool ends = writer->failure.status == DETM_OK || writer->failure.status == DETM_LIMIT;
  bool begun = writer->written + writer->whole != 0;
  if (ends && begun && writer->format->rows->end != NULL) writer->format->rows->end(writer);
  if (writer->failure.status == DETM_OK) writer->failure = failure;
}

void dt_rows_free(detm_writer *writer) {
  dt_rows *rows = writer->rows;
  if (rows == NULL) return;
  if (rows->file != NULL) fclose(rows->file);
  dt_lookup_free(&rows->lookup);
  dt_lookup_free(&rows->group_lookup);
  for (size_t g = 0; g < rows->groups.count; g++) free(rows->groups.items[g].columns.items);
  dt_buffer *buffers[] = {&rows->names, &rows->page, &rows->group_names, &rows->spool, &rows->about_text};
  for (size_t at = 0; at < sizeof buffers / sizeof *buffers; ++at) dt_buffer_free(buffers[at]);
  void *arrays[] = {rows->columns.items, rows->named.items, rows->ids.items, rows->groups.items,
                    rows->runs.items,    rows->row,         rows->values,    rows->cells_of,
                    rows->line,          rows->order,       rows->header};
  for (size_t at = 0; at < sizeof arrays / sizeof *arrays; ++at) free(arrays[at]);
  free(rows);
}
