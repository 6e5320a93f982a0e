/* result/table/xlsx.c: results as a workbook for spreadsheets (XLSX, ECMA-376 part 1), a format of tables
 * (result/table/rows.h).
 *
 * A workbook is a ZIP file of XML.  Its first sheets have the records, the others what is in no column.  The latter is
 * known page by page and the former at the end, so the sheets of what is left out are the first files of the archive:
 * each sheet is packed while its rows are made, and only the addresses of its links are kept.  With a sheet for each
 * page or site, rows.c gives the rows sheet by sheet.
 *
 * libxlsxwriter is not used: it does not notice when its temporary files cannot be written, prints messages itself, and
 * writes numbers as the locale of the program has them. */
#include "base/escape.h"
#include "base/map.h"
#include "result/table/rows.h"
#include "result/table/zip.h"
#include "text/calendar.h"
#include "text/fold.h"

#include <stdlib.h>

/* The limits of Excel. */
enum {
  MOST_ROWS = 1048576,
  MOST_COLUMNS = 16384,
  MOST_CHARACTERS = 32767, /* of a cell, in units of UTF-16 */
  MOST_LINKS = 65530,      /* of a sheet */
  MOST_ADDRESS = 2079,     /* bytes of the address of a link */
  MOST_FRAGMENT = 255,
  MOST_NAME = 31 /* units of the name of a sheet */
};

enum {
  MOST_LINK_BYTES = 32 << 20, /* of the addresses of a sheet, which are kept in memory */
  MOST_TEXT_FORMAT = 255,     /* Excel shows a longer text with the format of texts as ##### */
  NARROWEST = 8,              /* widths of columns, in characters */
  WIDEST = 60,
  FIRST_DAY = 61,      /* 1 March 1900: Excel counts 29 February 1900, which did not exist */
  DAYS_TO_1970 = 25569 /* from day 0 of Excel, 30 December 1899 */
};

/* Formats of cells, in the order of `styles`. */
typedef enum style { GENERAL, HEAD, TEXT, DAY, TIME, LINK } style;

typedef enum sheet_kind { RECORDS, LEFT_OUT, KINDS } sheet_kind;

struct dt_xlsx {
  dt_zip zip;
  dt_buffer name;  /* of the sheet of records that belong to no page or site; empty = "records" */
  dt_buffer names; /* of the sheets of records, each with a NUL */
  dt_lookup taken; /* by hash of these in lower case */
  dt_buffer page;  /* the name of the current page */
  dt_buffer row;   /* the XML of the current row */
  dt_buffer text;  /* of the current cell */
  sheet_kind kind;
  size_t sheets[KINDS];
  size_t rows;    /* of the current sheet; 0 = none is open */
  size_t columns; /* of the current sheet */
  dt_buffer links, addresses;
  size_t link_count;
  size_t cut; /* values that were longer than a cell */
  dt_buffer cut_where;
};

#define XML_HEAD "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
#define MAIN "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
#define RELATIONS "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
#define PACKAGE "http://schemas.openxmlformats.org/package/2006/"
#define TYPE "application/vnd.openxmlformats-officedocument.spreadsheetml."

static const char styles[] = XML_HEAD
    "<styleSheet xmlns=\"" MAIN "\"><numFmts count=\"2\"><numFmt numFmtId=\"164\" formatCode=\"yyyy\\-mm\\-dd\"/>"
    "<numFmt numFmtId=\"165\" formatCode=\"yyyy\\-mm\\-dd\\ hh:mm:ss\"/></numFmts>"
    "<fonts count=\"3\"><font><sz val=\"11\"/><name val=\"Calibri\"/></font>"
    "<font><b/><sz val=\"11\"/><name val=\"Calibri\"/></font>"
    "<font><u/><sz val=\"11\"/><color rgb=\"FF0563C1\"/><name val=\"Calibri\"/></font></fonts>"
    "<fills count=\"2\"><fill><patternFill patternType=\"none\"/></fill>"
    "<fill><patternFill patternType=\"gray125\"/></fill></fills>"
    "<borders count=\"1\"><border><left/><right/><top/><bottom/><diagonal/></border></borders>"
    "<cellStyleXfs count=\"1\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\"/></cellStyleXfs>"
#define CELL_STYLE(number, font)                                                                                       \
  "<xf numFmtId=\"" number "\" fontId=\"" font "\" fillId=\"0\" borderId=\"0\" xfId=\"0\" applyNumberFormat=\"1\" "    \
  "applyFont=\"1\"/>"
    "<cellXfs count=\"6\">" CELL_STYLE("0", "0") CELL_STYLE("49", "1") CELL_STYLE("49", "0") CELL_STYLE("164", "0")
        CELL_STYLE("165", "0") CELL_STYLE("49", "2") "</cellXfs><cellStyles count=\"1\"><cellStyle name=\"Normal\" "
                                                     "xfId=\"0\" builtinId=\"0\"/></cellStyles></styleSheet>";

static const char relations[] =
    XML_HEAD "<Relationships xmlns=\"" PACKAGE "relationships\"><Relationship Id=\"rId1\" Type=\"" RELATIONS
             "/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>";

/* ---- texts ---- */

/* The start of a text that has at most `most` units of UTF-16. */
static detm_text first_units(detm_text text, size_t most) {
  const char *at = text.data, *end = text.data + text.length;
  if (text.length <= most) return text;
  while (at < end) {
    uint32_t code;
    const unsigned length = dt_utf8_read(at, end, &code);
    const size_t units = code > 0xffff ? 2 : 1;
    if (units > most) break;
    most -= units;
    at += length;
  }
  return dt_text_between(text.data, at);
}

static bool is_hex_digit(char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f'); }

/* Whether Excel reads what is here as a character: "_x0041_". */
static bool is_language_code(const char *at, const char *end) {
  if (end - at < 7 || at[0] != '_' || at[1] != 'x' || at[6] != '_') return false;
  return is_hex_digit(at[2]) && is_hex_digit(at[3]) && is_hex_digit(at[4]) && is_hex_digit(at[5]);
}

/* Adds a text of a cell, in which no "_x0041_" is a character. */
static void xlsx_text(dt_buffer *to, detm_text text) {
  const char *at = text.data, *end = text.data + text.length, *from = at;
  for (; at < end && (at = memchr(at, '_', (size_t)(end - at))) != NULL; at++) {
    if (!is_language_code(at, end)) continue;
    dt_escape(to, DT_ESCAPE_TEXT, from, (size_t)(at - from));
    dt_buffer_text(to, "_x005F");
    from = at;
  }
  dt_escape(to, DT_ESCAPE_TEXT, from, (size_t)(end - from));
}

static void xlsx_attribute(dt_buffer *to, detm_text text) {
  dt_escape(to, DT_ESCAPE_ATTRIBUTE, text.data, text.length);
}

/* ---- dates ---- */

/* Reads a date of ISO 8601 as Excel counts days; the time is that of the place.  False: it is another text, or Excel
 * has no such date. */
static bool read_serial_date(detm_text text, double *days, bool *has_time) {
  char copy[DT_MOMENT_SIZE];
  dt_moment moment;
  if (text.length >= sizeof copy) return false;
  memcpy(copy, text.data, text.length);
  copy[text.length] = '\0';
  if (!dt_moment_parse(copy, &moment)) return false;

  const long day = dt_moment_day(&moment) + DAYS_TO_1970;
  *has_time = moment.hour >= 0;
  *days = (double)day;
  if (*has_time) *days += (3600 * moment.hour + 60 * moment.minute + moment.second) / 86400.0;
  return day >= FIRST_DAY;
}

/* ---- links ---- */

/* Whether a text that begins with http:// or https:// has a host that is a name, and no spaces: Excel repairs a
 * workbook with other addresses, and loses their links. */
static bool address_has_host(detm_text text) {
  const char *end = text.data + text.length, *host = (const char *)memchr(text.data, '/', text.length) + 2, *at = host;
  for (const char *c = text.data; c < end; c++)
    if ((unsigned char)*c <= ' ' || *c == 0x7f) return false;
  while (at < end && (dt_is_ascii_alnum(*at) || (unsigned char)*at >= 0x80 || strchr("-._", *at) != NULL)) at++;
  if (at == host) return false;
  if (at < end && *at == ':')
    for (at++; at < end && dt_is_digit(*at);) at++;
  return at == end || strchr("/?#", *at) != NULL;
}

/* Adds the bytes of an address; those that RFC 3986 does not allow are percent-encoded. */
static void xlsx_address(dt_buffer *to, detm_text text) {
  for (size_t i = 0; i < text.length; i++) {
    const unsigned char c = (unsigned char)text.data[i];
    const bool code =
        c == '%' && text.length - i > 2 && is_hex_digit(text.data[i + 1]) && is_hex_digit(text.data[i + 2]);
    if (code || dt_is_ascii_alnum((char)c) || (c != '%' && strchr("-._~:/?@!$&'()*+,;=", c) != NULL))
      dt_buffer_byte(to, (char)c);
    else
      dt_buffer_format(to, "%%%02X", c);
  }
}

/* Makes the cell a link if its text is an address of the web and the sheet has space for one more.  The part after # is
 * apart, as Excel writes it. */
static bool xlsx_link(dt_xlsx *xlsx, const char *cell, detm_text text) {
  if (xlsx->link_count == MOST_LINKS || xlsx->addresses.length > MOST_LINK_BYTES) return false;
  if (!dt_text_is_web_address(text) || !address_has_host(text)) return false;
  const char *hash = memchr(text.data, '#', text.length);
  const size_t length = hash != NULL ? (size_t)(hash - text.data) : text.length;
  const detm_text fragment = hash != NULL ? dt_text_from(text, length + 1) : (detm_text){"", 0};
  dt_buffer *address = &xlsx->text;
  address->length = 0;
  xlsx_address(address, (detm_text){text.data, length});
  if (address->length > MOST_ADDRESS || fragment.length > MOST_FRAGMENT || address->failed) return false;

  xlsx->link_count++;
  dt_buffer_format(&xlsx->addresses, "<Relationship Id=\"rId%zu\" Type=\"" RELATIONS "/hyperlink\" Target=\"",
                   xlsx->link_count);
  xlsx_attribute(&xlsx->addresses, (detm_text){address->data, address->length});
  dt_buffer_text(&xlsx->addresses, "\" TargetMode=\"External\"/>");
  dt_buffer_format(&xlsx->links, "<hyperlink ref=\"%s\" r:id=\"rId%zu\"", cell, xlsx->link_count);
  if (fragment.length != 0) {
    dt_buffer_text(&xlsx->links, " location=\"");
    xlsx_attribute(&xlsx->links, fragment);
    dt_buffer_byte(&xlsx->links, '"');
  }
  dt_buffer_text(&xlsx->links, "/>");
  return true;
}

/* ---- cells ---- */

typedef char cell_name[16]; /* "XFD1048576" */

static void name_cell(cell_name name, size_t row, size_t column) {
  char letters[4];
  size_t count = 0;
  for (size_t left = column + 1; left != 0; left = (left - 1) / 26) letters[count++] = (char)('A' + (left - 1) % 26);
  size_t at = 0;
  while (count != 0) name[at++] = letters[--count];
  snprintf(name + at, sizeof(cell_name) - at, "%zu", row);
}

/* The values of a cell as one text, in xlsx->text if they are several. */
static detm_text join_cell_values(dt_xlsx *xlsx, const dt_row_cell *cell) {
  if (cell->count == 1) return cell->values[0];
  xlsx->text.length = 0;
  for (size_t v = 0; v < cell->count; v++) {
    if (v != 0) dt_buffer_text(&xlsx->text, " | ");
    dt_buffer_add(&xlsx->text, cell->values[v].data, cell->values[v].length);
  }
  return (detm_text){xlsx->text.data, xlsx->text.failed ? 0 : xlsx->text.length};
}

/* Notes a text that is longer than a cell. */
static void note_cut(dt_xlsx *xlsx, const char *cell, detm_text column) {
  if (xlsx->cut++ != 0) return;
  dt_buffer_format(&xlsx->cut_where, "cell %s (%.*s)", cell, (int)dt_text_cut(column, 80).length, column.data);
}

/* A text is never a number or a formula: it is written into the cell as a text and has the format of texts, so that it
 * stays one when somebody edits it. */
static void add_text_cell(dt_xlsx *xlsx, const char *cell, detm_text text, style format) {
  dt_buffer *row = &xlsx->row;
  if (text.length > MOST_TEXT_FORMAT && format == TEXT) format = GENERAL;
  const bool edges = (unsigned char)text.data[0] <= ' ' || (unsigned char)text.data[text.length - 1] <= ' ';
  dt_buffer_format(row, "<c r=\"%s\" s=\"%d\" t=\"inlineStr\"><is><t%s>", cell, (int)format,
                   edges ? " xml:space=\"preserve\"" : "");
  xlsx_text(row, text);
  dt_buffer_text(row, "</t></is></c>");
}

static void xlsx_cell(dt_xlsx *xlsx, size_t at, const dt_row_column *column, const dt_row_cell *cell) {
  cell_name name;
  double days;
  bool has_time;
  name_cell(name, xlsx->rows, at);
  const bool one = cell->count == 1 && !column->list;
  detm_text text = join_cell_values(xlsx, cell);
  if (text.length == 0) return;

  if (one && column->kind != DT_CELLS_TEXT) {
    dt_buffer_format(&xlsx->row, "<c r=\"%s\"><v>%.*s</v></c>", name, (int)text.length, text.data);
  } else if (one && column->dates && read_serial_date(text, &days, &has_time)) {
    dt_buffer_format(&xlsx->row, "<c r=\"%s\" s=\"%d\"><v>", name, (int)(has_time ? TIME : DAY));
    dt_buffer_exact(&xlsx->row, days);
    dt_buffer_text(&xlsx->row, "</v></c>");
  } else {
    const detm_text start = first_units(text, MOST_CHARACTERS);
    if (start.length != text.length) note_cut(xlsx, name, column->name);
    const bool link = cell->count == 1 && xlsx_link(xlsx, name, text);
    add_text_cell(xlsx, name, start, link ? LINK : TEXT);
  }
}

/* ---- sheets ---- */

static void pack_row(detm_writer *writer) {
  dt_xlsx *xlsx = writer->xlsx;
  dt_zip_add(&xlsx->zip, xlsx->row.data, xlsx->row.length);
  const dt_buffer *used[] = {&xlsx->row, &xlsx->text, &xlsx->links, &xlsx->addresses, &xlsx->names};
  bool failed = xlsx->zip.failed;
  for (size_t i = 0; i < sizeof used / sizeof *used; i++) failed |= used[i]->failed;
  if (failed)
    dt_writer_fail_memory(writer);
  else if (xlsx->zip.too_large)
    dt_writer_fail(writer, DETM_LIMIT, "more than the 4 GiB that a file of XLSX may have: write CSV, or fewer pages");
}

static void begin_row(dt_xlsx *xlsx) {
  xlsx->row.length = 0;
  dt_buffer_format(&xlsx->row, "<row r=\"%zu\">", ++xlsx->rows);
}

static void end_row(detm_writer *writer) {
  dt_buffer_text(&writer->xlsx->row, "</row>");
  pack_row(writer);
}

static void add_width(dt_buffer *to, size_t at, const dt_row_column *column) {
  size_t width = column->longest > column->name.length ? column->longest : column->name.length;
  width += 2; /* the button of the filter */
  width = width < NARROWEST ? NARROWEST : width > WIDEST ? WIDEST : width;
  dt_buffer_format(to, "<col min=\"%zu\" max=\"%zu\" width=\"%zu\" customWidth=\"1\"/>", at + 1, at + 1, width);
}

/* Begins the next sheet of a kind with the header, which stays in view. */
static void begin_sheet(detm_writer *writer, sheet_kind kind, const dt_row_column *columns, size_t count) {
  static const char *const files[KINDS] = {"xl/worksheets/records%zu.xml", "xl/worksheets/left-out%zu.xml"};
  dt_xlsx *xlsx = writer->xlsx;
  dt_buffer *row = &xlsx->row;
  char file[DT_ZIP_NAME];
  xlsx->kind = kind;
  xlsx->columns = count;
  xlsx->rows = xlsx->link_count = xlsx->links.length = xlsx->addresses.length = row->length = 0;
  snprintf(file, sizeof file, files[kind], ++xlsx->sheets[kind]);
  if (xlsx->zip.written == 0) {
    dt_zip_file_add(&xlsx->zip, "_rels/.rels", relations, sizeof relations - 1);
    dt_zip_file_add(&xlsx->zip, "xl/styles.xml", styles, sizeof styles - 1);
  }
  dt_zip_begin(&xlsx->zip, file);
  dt_buffer_text(row, XML_HEAD "<worksheet xmlns=\"" MAIN "\" xmlns:r=\"" RELATIONS "\"><sheetViews><sheetView ");
  if (kind == RECORDS && xlsx->sheets[kind] == 1) dt_buffer_text(row, "tabSelected=\"1\" ");
  dt_buffer_text(row, "workbookViewId=\"0\"><pane ySplit=\"1\" topLeftCell=\"A2\" activePane=\"bottomLeft\" "
                      "state=\"frozen\"/></sheetView></sheetViews>");
  if (count != 0) dt_buffer_text(row, "<cols>");
  for (size_t i = 0; i < count; i++) add_width(row, i, &columns[i]);
  if (count != 0) dt_buffer_text(row, "</cols>");
  dt_buffer_text(row, "<sheetData>");
  pack_row(writer);

  begin_row(xlsx);
  for (size_t i = 0; i < count; i++) {
    cell_name name;
    name_cell(name, xlsx->rows, i);
    if (columns[i].name.length != 0) add_text_cell(xlsx, name, columns[i].name, HEAD);
  }
  end_row(writer);
}

/* Ends the current sheet, if there is one, with the filter of its header and its links. */
static void end_sheet(detm_writer *writer) {
  static const char *const files[KINDS] = {"xl/worksheets/_rels/records%zu.xml.rels",
                                           "xl/worksheets/_rels/left-out%zu.xml.rels"};
  dt_xlsx *xlsx = writer->xlsx;
  if (xlsx->rows == 0) return;
  cell_name last;
  xlsx->row.length = 0;
  dt_buffer_text(&xlsx->row, "</sheetData>");
  if (xlsx->columns != 0) {
    name_cell(last, xlsx->rows, xlsx->columns - 1);
    dt_buffer_format(&xlsx->row, "<autoFilter ref=\"A1:%s\"/>", last);
  }
  if (xlsx->link_count != 0) dt_buffer_text(&xlsx->row, "<hyperlinks>");
  pack_row(writer);
  dt_zip_add(&xlsx->zip, xlsx->links.data, xlsx->links.length);
  xlsx->row.length = 0;
  dt_buffer_text(&xlsx->row, xlsx->link_count != 0 ? "</hyperlinks></worksheet>" : "</worksheet>");
  pack_row(writer);
  dt_zip_end(&xlsx->zip);
  xlsx->rows = 0;
  if (xlsx->link_count == 0) return;

  char file[DT_ZIP_NAME];
  snprintf(file, sizeof file, files[xlsx->kind], xlsx->sheets[xlsx->kind]);
  dt_zip_begin(&xlsx->zip, file);
  xlsx->row.length = 0;
  dt_buffer_text(&xlsx->row, XML_HEAD "<Relationships xmlns=\"" PACKAGE "relationships\">");
  pack_row(writer);
  dt_zip_add(&xlsx->zip, xlsx->addresses.data, xlsx->addresses.length);
  dt_zip_add(&xlsx->zip, "</Relationships>", strlen("</Relationships>"));
  dt_zip_end(&xlsx->zip);
}

/* ---- names of sheets ---- */

/* Whether a sheet cannot have this name: Excel has its own History, and detm sheets of what is left out. */
static bool is_reserved_name(detm_text name) {
  return dt_text_equal_ci(name, DT_TEXT("history")) || dt_text_starts_ci(name, DT_TEXT("left out"));
}

static bool may_be_in_name(char c) { return (unsigned char)c >= ' ' && strchr("[]:*?/\\", c) == NULL; }

/* The last part of a path or of the path of a URL, with its query. */
static detm_text last_part_of(detm_text name) {
  size_t end = 0;
  name = dt_text_strip(name, "/ ");
  while (end < name.length && name.data[end] != '?' && name.data[end] != '#') end++;
  for (size_t i = end; i-- != 0;)
    if (name.data[i] == '/' && i + 1 != end) return dt_text_from(name, i + 1);
  return name;
}

/* Adds the name of a sheet for a page or site, with hyphens for what no name has. */
static void add_sheet_name(dt_buffer *to, detm_text of) {
  const size_t start = to->length;
  of = last_part_of(of);
  if (is_reserved_name(of)) dt_buffer_text(to, "page ");

  const bool valid = dt_utf8_valid(of.data, of.length) == of.length;
  for (size_t i = 0; i < of.length; i++) {
    const char c = of.data[i];
    const bool kept = may_be_in_name(c) && c != '\'' && (valid || (unsigned char)c < 0x80);
    dt_buffer_byte(to, kept ? c : '-');
  }

  if (to->length == start) dt_buffer_text(to, "records");
}

/* Names the next sheet of records: after what its rows have in common, with a number if another one has the name. */
static void name_sheet(detm_writer *writer) {
  dt_xlsx *xlsx = writer->xlsx;
  dt_buffer *names = &xlsx->names, *whole = &xlsx->text;
  const detm_text group = dt_rows_group_name(writer);
  char suffix[24] = "", folded[4 * MOST_NAME];
  whole->length = 0;
  if (group.length == 0 && xlsx->name.length != 0)
    dt_buffer_add(whole, xlsx->name.data, xlsx->name.length);
  else
    add_sheet_name(whole, group);

  for (size_t number = 2; !names->failed && !whole->failed; number++) {
    const detm_text name = first_units((detm_text){whole->data, whole->length}, MOST_NAME - strlen(suffix));
    const size_t start = names->length;
    dt_buffer_add(names, name.data, name.length);
    dt_buffer_text(names, suffix);
    if (names->failed) break;
    const detm_text compared =
        dt_fold_copy(folded, sizeof folded, dt_text_between(names->data + start, names->data + names->length));
    const uint64_t hash = dt_hash_keyed(compared.data, compared.length);
    if (dt_lookup_find(&xlsx->taken, hash) == DT_NO_NUMBER) {
      names->failed |= dt_lookup_append(&xlsx->taken, hash) == DT_NO_NUMBER;
      dt_buffer_byte(names, '\0');
      break;
    }
    names->length = start;
    snprintf(suffix, sizeof suffix, " %zu", number);
  }
}

/* Adds a row; after the last row that a sheet may have, to the next sheet. */
static void xlsx_row(detm_writer *writer, const dt_row_column *columns, const dt_row_cell *cells, size_t count) {
  dt_xlsx *xlsx = writer->xlsx;
  if (xlsx->rows == MOST_ROWS) {
    end_sheet(writer);
    if (xlsx->kind == RECORDS) name_sheet(writer);
    begin_sheet(writer, xlsx->kind, columns, count);
  }
  begin_row(xlsx);
  for (size_t i = 0; i < count; i++) xlsx_cell(xlsx, i, &columns[i], &cells[i]);
  end_row(writer);
}

/* ---- what is in no column ---- */

#define COLUMN(text, width, cells)                                                                                     \
  { .name = {text, sizeof(text) - 1}, .kind = cells, .longest = width }
static const dt_row_column left_out_columns[] = {
    COLUMN("page", 40, DT_CELLS_TEXT), COLUMN("region", 0, DT_CELLS_WHOLE), COLUMN("reason", 18, DT_CELLS_TEXT),
    COLUMN("count", 0, DT_CELLS_WHOLE), COLUMN("the first of them", WIDEST, DT_CELLS_TEXT)};
enum { LEFT_OUT_COLUMNS = sizeof left_out_columns / sizeof *left_out_columns };

static void xlsx_left_out(detm_writer *writer, const detm_region_info *region, const detm_left_out *left) {
  dt_xlsx *xlsx = writer->xlsx;
  char number[24], count[24];
  snprintf(number, sizeof number, "%zu", region->number);
  snprintf(count, sizeof count, "%zu", left->count);
  const detm_text values[LEFT_OUT_COLUMNS] = {
      {xlsx->page.data, xlsx->page.length}, dt_text(number), dt_text(left->reason), dt_text(count), left->sample};
  dt_row_cell cells[LEFT_OUT_COLUMNS];
  for (size_t i = 0; i < LEFT_OUT_COLUMNS; i++) cells[i] = (dt_row_cell){&values[i], 1};
  if (xlsx->rows == 0) begin_sheet(writer, LEFT_OUT, left_out_columns, LEFT_OUT_COLUMNS);
  xlsx_row(writer, left_out_columns, cells, LEFT_OUT_COLUMNS);
}

static void xlsx_page_begin(detm_writer *writer, const detm_page_info *page) {
  dt_buffer *name = &writer->xlsx->page;
  dt_rows_page_begin(writer, page);
  name->length = 0;
  if (page->name != NULL) dt_buffer_text(name, page->name);
  if (name->failed) dt_writer_fail_memory(writer);
}

static void xlsx_region_begin(detm_writer *writer, const detm_region_info *region) {
  dt_rows_region_begin(writer, region);
  for (size_t i = 0; i < region->left_out_count && writer->failure.status == DETM_OK; i++)
    xlsx_left_out(writer, region, &region->left_out[i]);
}

/* ---- the workbook ---- */

static void xlsx_head(detm_writer *writer, const dt_row_column *columns, size_t count) {
  end_sheet(writer);
  name_sheet(writer);
  if (count > MOST_COLUMNS)
    dt_error_set(&writer->failure, DETM_LIMIT,
                 "has %zu columns, but a sheet of XLSX at most %d: write CSV, or drop columns", count, MOST_COLUMNS);
  else
    begin_sheet(writer, RECORDS, columns, count);
}

/* Adds a sheet to the lists of sheets: its name, its relation and its type. */
static void list_sheet(sheet_kind kind, size_t number, const char *name, size_t id, dt_buffer lists[3]) {
  static const char *const files[KINDS] = {"records", "left-out"};
  dt_buffer_text(&lists[0], "<sheet name=\"");
  xlsx_attribute(&lists[0], dt_text(name));
  dt_buffer_format(&lists[0], "\" sheetId=\"%zu\" r:id=\"rId%zu\"/>", id, id);
  dt_buffer_format(&lists[1],
                   "<Relationship Id=\"rId%zu\" Type=\"" RELATIONS "/worksheet\" Target=\"worksheets/%s%zu.xml\"/>", id,
                   files[kind], number);
  dt_buffer_format(&lists[2], "<Override PartName=\"/xl/worksheets/%s%zu.xml\" ContentType=\"" TYPE "worksheet+xml\"/>",
                   files[kind], number);
}

/* Adds the files that list the sheets. */
static void add_workbook(detm_writer *writer) {
  static const char *const files[] = {"xl/workbook.xml", "xl/_rels/workbook.xml.rels", "[Content_Types].xml"};
  static const char *const ends[] = {
      "</sheets></workbook>",
      "<Relationship Id=\"rId0\" Type=\"" RELATIONS "/styles\" Target=\"styles.xml\"/></Relationships>", "</Types>"};
  dt_xlsx *xlsx = writer->xlsx;
  dt_buffer lists[3] = {{0}, {0}, {0}};
  size_t id = 0;

  dt_buffer_text(&lists[0], XML_HEAD "<workbook xmlns=\"" MAIN "\" xmlns:r=\"" RELATIONS "\"><sheets>");
  dt_buffer_text(&lists[1], XML_HEAD "<Relationships xmlns=\"" PACKAGE "relationships\">");
  dt_buffer_text(&lists[2], XML_HEAD
                 "<Types xmlns=\"" PACKAGE "content-types\"><Default Extension=\"rels\" ContentType=\""
                 "application/vnd.openxmlformats-package.relationships+xml\"/><Default Extension=\"xml\" "
                 "ContentType=\"application/xml\"/><Override PartName=\"/xl/workbook.xml\" ContentType=\"" TYPE
                 "sheet.main+xml\"/><Override PartName=\"/xl/styles.xml\" ContentType=\"" TYPE "styles+xml\"/>");
  const char *name = xlsx->names.data;
  for (size_t number = 1; number <= xlsx->sheets[RECORDS]; number++, name += strlen(name) + 1)
    list_sheet(RECORDS, number, name, ++id, lists);
  for (size_t number = 1; number <= xlsx->sheets[LEFT_OUT]; number++) {
    char left_out[32] = "left out";
    if (number > 1) snprintf(left_out, sizeof left_out, "left out %zu", number);
    list_sheet(LEFT_OUT, number, left_out, ++id, lists);
  }

  for (size_t i = 0; i < 3; i++) {
    dt_buffer_text(&lists[i], ends[i]);
    if (lists[i].failed) dt_writer_fail_memory(writer);
    if (!lists[i].failed) dt_zip_file_add(&xlsx->zip, files[i], lists[i].data, lists[i].length);
    dt_buffer_free(&lists[i]);
  }
}

/* A workbook that misses bytes, as after a limit, gets no end: no program reads it as a whole one. */
static void xlsx_end(detm_writer *writer) {
  dt_xlsx *xlsx = writer->xlsx;
  const bool whole = xlsx->zip.written == writer->written + writer->out.length;
  if (writer->failure.status != DETM_OK || !whole) return;

  end_sheet(writer);
  add_workbook(writer);
  dt_zip_finish(&xlsx->zip);
  xlsx->row.length = 0;
  pack_row(writer); /* reports a failure of the archive */
  if (writer->max_bytes != 0 && xlsx->zip.written > writer->max_bytes) dt_writer_fail_limit(writer);
  if (xlsx->cut == 0 || xlsx->cut_where.failed) return;
  snprintf(writer->warning, sizeof writer->warning,
           "%zu value%s longer than the %d characters of a cell and %s cut, such as %.*s: CSV and NDJSON have %s whole",
           xlsx->cut, xlsx->cut == 1 ? " is" : "s are", MOST_CHARACTERS, xlsx->cut == 1 ? "was" : "were",
           (int)xlsx->cut_where.length, xlsx->cut_where.data, xlsx->cut == 1 ? "it" : "them");
}

static bool xlsx_start(detm_writer *writer) {
  writer->xlsx = calloc(1, sizeof *writer->xlsx);
  if (writer->xlsx == NULL) return false;
  writer->xlsx->zip.to = &writer->out;
  return dt_rows_start(writer);
}

static void xlsx_free(detm_writer *writer) {
  dt_xlsx *xlsx = writer->xlsx;
  dt_rows_free(writer);
  if (xlsx == NULL) return;
  dt_lookup_free(&xlsx->taken);
  dt_buffer *buffers[] = {&xlsx->name, &xlsx->names, &xlsx->page,      &xlsx->row,
                          &xlsx->text, &xlsx->links, &xlsx->addresses, &xlsx->cut_where};
  for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++) dt_buffer_free(buffers[i]);
  dt_zip_free(&xlsx->zip);
  free(xlsx);
}

static detm_status xlsx_set_sheet(detm_writer *writer, const char *name, detm_error *error) {
  const detm_text text = dt_text(name);
  const bool quoted = text.length != 0 && (text.data[0] == '\'' || text.data[text.length - 1] == '\'');
  bool fits = text.length != 0 && !quoted && first_units(text, MOST_NAME).length == text.length &&
              dt_utf8_valid(text.data, text.length) == text.length && !is_reserved_name(text);
  for (size_t i = 0; i < text.length && fits; i++) fits = may_be_in_name(text.data[i]);

  if (!fits)
    return dt_error_set(
        error, DETM_USAGE,
        "a sheet cannot be called \"%.40s\": a name has at most %d characters, but none of []:*?/\\ and "
        "no ' at an end, and is not History or left out",
        name, MOST_NAME);

  writer->xlsx->name.length = 0;
  dt_buffer_add(&writer->xlsx->name, text.data, text.length);
  return writer->xlsx->name.failed ? dt_error_memory(error) : DETM_OK;
}

static const dt_rows_format sheet = {.head = xlsx_head, .row = xlsx_row, .end = xlsx_end};
const dt_format dt_format_xlsx = {
    DT_ROWS_RECORDS(&sheet), .start = xlsx_start, .page_begin = xlsx_page_begin, .region_begin = xlsx_region_begin,
    .close = dt_rows_close,  .free = xlsx_free,   .set_sheet = xlsx_set_sheet};
