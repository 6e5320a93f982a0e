/* Tests of src/result/table/xlsx.c and zip.c: the files of workbooks are unpacked with zlib.  tests/cli/workbook.sh
 * reads workbooks of the command with Python. */
#include "config.h"

#include "leaks.h"
#include "results.h"
#include "rounds.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <zlib.h>

TestSuite(xlsx, .fini = find_leaks);

static uint32_t number_at(const unsigned char *at, int width) {
  uint32_t number = 0;
  for (int i = 0; i < width; i++) number |= (uint32_t)at[i] << (8 * i);
  return number;
}

/* A file of the archive as a string, which the caller frees; NULL if there is none of that name. */
static char *unpack(const dt_buffer *archive, const char *name) {
  const unsigned char *bytes = (const unsigned char *)archive->data, *end = bytes + archive->length - 22;
  cr_assert_eq(number_at(end, 4), 0x06054b50, "the archive has no end");
  const unsigned char *at = bytes + number_at(end + 16, 4);
  for (uint32_t left = number_at(end + 10, 2); left != 0; left--) {
    const uint32_t length = number_at(at + 28, 2), size = number_at(at + 24, 4);
    if (length == strlen(name) && memcmp(at + 46, name, length) == 0) {
      const unsigned char *local = bytes + number_at(at + 42, 4);
      char *text = calloc(1, size + 1);
      z_stream stream = {.next_in = (Bytef *)(uintptr_t)(local + 30 + number_at(local + 26, 2)),
                         .avail_in = number_at(at + 20, 4),
                         .next_out = (Bytef *)text,
                         .avail_out = size};
      cr_assert_eq(inflateInit2(&stream, -MAX_WBITS), Z_OK);
      cr_assert_eq(inflate(&stream, Z_FINISH), Z_STREAM_END);
      cr_assert_eq(inflateEnd(&stream), Z_OK);
      cr_assert_eq(stream.avail_out, 0);
      cr_assert_eq(crc32(0, (const Bytef *)text, size), number_at(at + 16, 4));
      return text;
    }
    at += 46 + length;
  }
  return NULL;
}

/* With memmem: AddressSanitizer measures the rest of the text for each strstr. */
static size_t count_of(const char *text, const char *part) {
  size_t count = 0;
  const char *end = text + strlen(text);
  for (const char *at = text; (at = memmem(at, (size_t)(end - at), part, strlen(part))) != NULL; at += strlen(part))
    count++;
  return count;
}

/* Begins a page with a region of one column. */
static void begin(detm_writer *writer, const char *name, const detm_left_out *left_out, size_t left_out_count) {
  const detm_sink *sink = detm_writer_sink(writer);
  const detm_column column = {.name = "title", .type = "text"};
  const detm_region_info info = {.number = 1,
                                 .confidence = -1,
                                 .fit = -1,
                                 .quality = -1,
                                 .records = 1,
                                 .columns = &column,
                                 .column_count = 1,
                                 .left_out = left_out,
                                 .left_out_count = left_out_count};
  cr_assert_eq(sink->page_begin(sink->data, &(detm_page_info){.name = name, .encoding = "UTF-8"}, NULL), DETM_OK);
  cr_assert_eq(sink->region_begin(sink->data, &info, NULL), DETM_OK);
}

static void add(detm_writer *writer, detm_text text) {
  const detm_sink *sink = detm_writer_sink(writer);
  const detm_field field = {.name = "title", .type = "text", .value = text};
  cr_assert_eq(sink->record_begin(sink->data, 1, NULL), DETM_OK);
  cr_assert_eq(sink->field(sink->data, &field, NULL), DETM_OK);
  cr_assert_eq(sink->record_end(sink->data, NULL), DETM_OK);
}

static void finish(detm_writer *writer) {
  const detm_sink *sink = detm_writer_sink(writer);
  cr_assert_eq(sink->region_end(sink->data, NULL), DETM_OK);
  cr_assert_eq(sink->page_end(sink->data, NULL), DETM_OK);
  cr_assert_eq(detm_writer_finish(writer, NULL), DETM_OK);
}

static detm_writer *new_writer(dt_buffer *out) {
  detm_writer *writer = detm_writer_new(DETM_XLSX, dt_buffer_write, out, 0, NULL);
  cr_assert_not_null(writer);
  return writer;
}

/* The first sheet of a workbook with one record. */
static char *sheet_of(detm_text text) {
  dt_buffer out = {0};
  detm_writer *writer = new_writer(&out);
  begin(writer, "p.html", NULL, 0);
  add(writer, text);
  finish(writer);
  cr_expect_null(detm_writer_warning(writer));
  detm_writer_free(writer);
  char *sheet = unpack(&out, "xl/worksheets/records1.xml");
  dt_buffer_free(&out);
  return sheet;
}

Test(xlsx, texts_stay_what_they_are) {
  static const struct {
    const char *value, *cell;
  } cases[] = {
      {"007", "s=\"2\" t=\"inlineStr\"><is><t>007</t>"},
      {"=1+1", "s=\"2\" t=\"inlineStr\"><is><t>=1+1</t>"},
      {"a < b & c", "<t>a &lt; b &amp; c</t>"},
      {" two lines\nof text", "<t xml:space=\"preserve\"> two lines\nof text</t>"},
      {"_x0041_x004G_", "<t>_x005F_x0041_x004G_</t>"},
      {"a\x01 and \xff", "<t>a\xef\xbf\xbd and \xef\xbf\xbd</t>"},
      {"https://shop.example/a?b=1&c=ü", "s=\"5\" t=\"inlineStr\"><is><t>https://shop.example/a?b=1&amp;c=ü</t>"},
      {"https://", "s=\"2\" t=\"inlineStr\"><is><t>https://</t>"},
      {"http://[::1]/", "s=\"2\""},
      {"https://shop.example/a b", "s=\"2\""},
      {"https://shop.example:port/", "s=\"2\""},
      {"javascript:alert(1)", "s=\"2\""},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char *sheet = sheet_of(dt_text(cases[i].value));
    cr_expect_not_null(strstr(sheet, cases[i].cell), "%s: %s", cases[i].value, sheet);
    free(sheet);
  }
}

Test(xlsx, links_have_encoded_addresses) {
  dt_buffer out = {0};
  detm_writer *writer = new_writer(&out);
  begin(writer, "p.html", NULL, 0);
  add(writer, DT_TEXT("https://shop.example/ü?a=\"1\"&b=100%#part \"2\""));
  add(writer, DT_TEXT("https://shop.example/%41?q=[x]#part&2"));
  finish(writer);
  detm_writer_free(writer);
  char *sheet = unpack(&out, "xl/worksheets/records1.xml"),
       *links = unpack(&out, "xl/worksheets/_rels/records1.xml.rels");
  cr_expect_not_null(
      strstr(sheet, "<hyperlinks><hyperlink ref=\"A3\" r:id=\"rId1\" location=\"part&amp;2\"/></hyperlinks>"));
  cr_expect_not_null(strstr(links, "Target=\"https://shop.example/%41?q=%5Bx%5D\" TargetMode=\"External\"/>"), "%s",
                     links);
  free(sheet);
  free(links);
  dt_buffer_free(&out);
}

Test(xlsx, a_sheet_has_at_most_65530_links) {
  enum { MOST = 65530 };
  dt_buffer out = {0};
  detm_writer *writer = new_writer(&out);
  begin(writer, "p.html", NULL, 0);
  for (size_t i = 0; i < MOST + 10; i++) add(writer, DT_TEXT("https://shop.example/1"));
  finish(writer);
  detm_writer_free(writer);
  char *sheet = unpack(&out, "xl/worksheets/records1.xml");
  cr_expect_eq(count_of(sheet, "<hyperlink "), MOST);
  cr_expect_eq(count_of(sheet, "<t>https://shop.example/1</t>"), MOST + 10);
  free(sheet);
  dt_buffer_free(&out);
}

Test(xlsx, a_text_that_is_longer_than_a_cell_is_cut_with_a_warning) {
  enum { MOST = 32767 };
  static char text[2 * MOST];
  memset(text, 'x', sizeof text);
  memcpy(text + MOST - 1, "\xf0\x9f\x98\x80", 4); /* two units, of which the second has no place */
  dt_buffer out = {0};
  detm_writer *writer = new_writer(&out);
  begin(writer, "p.html", NULL, 0);
  add(writer, (detm_text){text, MOST - 1});
  add(writer, (detm_text){text, sizeof text});
  finish(writer);
  cr_expect_str_eq(
      detm_writer_warning(writer),
      "1 value is longer than the 32767 characters of a cell and was cut, such as cell A3 (title): CSV and "
      "NDJSON have it whole");
  detm_writer_free(writer);
  char *sheet = unpack(&out, "xl/worksheets/records1.xml"), *cell = strstr(sheet, "r=\"A3\"");
  cr_assert_not_null(cell);
  cr_expect_eq(strspn(strstr(cell, "<t>") + 3, "x"), MOST - 1);
  cr_expect_not_null(strstr(cell, "x</t>"));
  free(sheet);
  dt_buffer_free(&out);
}

Test(xlsx, further_rows_get_further_sheets) {
  enum { MOST = 1048575, MORE = 3 }; /* without the header */
  const size_t count = rounds(MOST) + MORE, sheets = count > MOST ? 2 : 1;
  dt_buffer out = {0};
  detm_writer *writer = new_writer(&out);
  cr_assert_eq(detm_writer_set_sheet(writer, "a name of thirty-one characters", NULL), DETM_OK);
  begin(writer, "p.html", NULL, 0);
  for (size_t i = 0; i < count; i++) add(writer, DT_TEXT("x"));
  finish(writer);
  cr_expect_null(detm_writer_warning(writer));
  detm_writer_free(writer);
  char *workbook = unpack(&out, "xl/workbook.xml"), *second = unpack(&out, "xl/worksheets/records2.xml");
  cr_expect_not_null(strstr(workbook, "<sheet name=\"a name of thirty-one characters\" sheetId=\"1\""));
  if (sheets == 2) {
    cr_expect_not_null(strstr(workbook, "<sheet name=\"a name of thirty-one characte 2\" sheetId=\"2\""), "%s",
                       workbook);
    cr_assert_not_null(second);
    cr_expect_eq(count_of(second, "<t>x</t>"), MORE);
    cr_expect_not_null(strstr(second, "<t>title</t>"));
  }
  free(workbook);
  free(second);
  dt_buffer_free(&out);
}

Test(xlsx, what_is_in_no_column_has_its_own_sheet) {
  const detm_left_out left_out[] = {{"button", 3, {"Add", 3}}, {"row-total", 1, {"", 0}}};
  dt_buffer out = {0};
  detm_writer *writer = new_writer(&out);
  const detm_sink *sink = detm_writer_sink(writer);
  for (int i = 0; i < 2; i++) {
    begin(writer, i == 0 ? "first.html" : "second.html", left_out, 2);
    add(writer, DT_TEXT("x"));
    cr_assert_eq(sink->region_end(sink->data, NULL), DETM_OK);
    cr_assert_eq(sink->page_end(sink->data, NULL), DETM_OK);
  }
  cr_assert_eq(detm_writer_finish(writer, NULL), DETM_OK);
  detm_writer_free(writer);
  char *workbook = unpack(&out, "xl/workbook.xml"), *sheet = unpack(&out, "xl/worksheets/left-out1.xml");
  cr_expect_not_null(strstr(workbook, "name=\"records\" sheetId=\"1\" r:id=\"rId1\"/><sheet name=\"left out\""));
  cr_expect_eq(count_of(sheet, "<t>button</t></is></c><c r=\"D"), 2);
  cr_expect_eq(count_of(sheet, "<t>second.html</t>"), 2);
  cr_expect_not_null(strstr(sheet, "<autoFilter ref=\"A1:E5\"/></worksheet>"));
  free(workbook);
  free(sheet);
  dt_buffer_free(&out);
}

/* Adds a page with a record of one column. */
static void add_page(detm_writer *writer, const char *name, const char *column, const char *text) {
  const detm_sink *sink = detm_writer_sink(writer);
  const detm_column columns[] = {{.name = column, .type = "text"}};
  const detm_region_info info = {
      .number = 1, .confidence = -1, .fit = -1, .quality = -1, .records = 1, .columns = columns, .column_count = 1};
  const detm_field field = {.name = column, .type = "text", .value = dt_text(text)};
  cr_assert_eq(sink->page_begin(sink->data, &(detm_page_info){.name = name, .encoding = "UTF-8"}, NULL), DETM_OK);
  cr_assert_eq(sink->region_begin(sink->data, &info, NULL), DETM_OK);
  cr_assert_eq(sink->record_begin(sink->data, 1, NULL), DETM_OK);
  cr_assert_eq(sink->field(sink->data, &field, NULL), DETM_OK);
  cr_assert_eq(sink->record_end(sink->data, NULL), DETM_OK);
  cr_assert_eq(sink->region_end(sink->data, NULL), DETM_OK);
  cr_assert_eq(sink->page_end(sink->data, NULL), DETM_OK);
}

/* The names of the sheets of a workbook, each with "|"; the caller frees them. */
static char *names_of_sheets(const dt_buffer *archive) {
  char *workbook = unpack(archive, "xl/workbook.xml");
  dt_buffer names = {0};
  for (const char *at = workbook; (at = strstr(at, "<sheet name=\"")) != NULL;) {
    at += strlen("<sheet name=\"");
    dt_buffer_add(&names, at, strcspn(at, "\""));
    dt_buffer_byte(&names, '|');
  }
  dt_buffer_byte(&names, '\0');
  cr_assert_not(names.failed);
  free(workbook);
  return names.data;
}

Test(xlsx, pages_have_sheets_with_their_own_columns) {
  dt_buffer out = {0};
  detm_writer *writer = new_writer(&out);
  detm_writer_set_sheets(writer, DETM_SHEETS_PAGES);
  add_page(writer, "saved/one.html", "item", "first");
  add_page(writer, "https://shop.example/list?page=2", "price", "second");
  add_page(writer, "saved/one.html", "stock", "third");
  cr_assert_eq(detm_writer_finish(writer, NULL), DETM_OK);
  detm_writer_free(writer);
  char *names = names_of_sheets(&out), *first = unpack(&out, "xl/worksheets/records1.xml"),
       *second = unpack(&out, "xl/worksheets/records2.xml");
  cr_expect_str_eq(names, "one.html|list-page=2|");
  cr_expect(strstr(first, "first") != NULL && strstr(first, "third") != NULL && strstr(first, "second") == NULL);
  cr_expect(strstr(first, "<t>item</t>") != NULL && strstr(first, "<t>stock</t>") != NULL);
  cr_expect_null(strstr(first, "<t>price</t>"));
  cr_expect_not_null(strstr(second, "<autoFilter ref=\"A1:B2\"/>"), "@page and price: %s", second);
  free(names);
  free(first);
  free(second);
  dt_buffer_free(&out);
}

Test(xlsx, sites_have_sheets_and_other_pages_that_of_the_records) {
  dt_buffer out = {0};
  detm_writer *writer = new_writer(&out);
  detm_writer_set_sheets(writer, DETM_SHEETS_SITES);
  cr_assert_eq(detm_writer_set_sheet(writer, "files", NULL), DETM_OK);
  const char *const pages[] = {"https://a.example/1", "http://b.example:8080?x", "https://a.example/2#top",
                               "mine.html"};
  for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) add_page(writer, pages[i], "item", pages[i]);
  cr_assert_eq(detm_writer_finish(writer, NULL), DETM_OK);
  detm_writer_free(writer);
  char *names = names_of_sheets(&out), *first = unpack(&out, "xl/worksheets/records1.xml");
  cr_expect_str_eq(names, "a.example|b.example-8080|files|");
  cr_expect(count_of(first, "<row") == 3 && strstr(first, ".example/2") != NULL && strstr(first, "b.example") == NULL);
  free(names);
  free(first);
  dt_buffer_free(&out);
}

Test(xlsx, each_sheet_has_a_name_that_excel_takes) {
  static const char *const pages[] = {"a/list",
                                      "b/LIST",
                                      "c/\xc3\x89t\xc3\xa9",
                                      "d/\xc3\xa9t\xc3\xa9",
                                      "history",
                                      "x/Left out",
                                      "'[a]:b'",
                                      "https://a.example/list/?from=/x",
                                      "/",
                                      "\xff*",
                                      "a name of more than thirty-one characters",
                                      "b/a name of more than thirty-one characters"};
  dt_buffer out = {0};
  detm_writer *writer = new_writer(&out);
  detm_writer_set_sheets(writer, DETM_SHEETS_PAGES);
  for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) add_page(writer, pages[i], "item", "x");
  cr_assert_eq(detm_writer_finish(writer, NULL), DETM_OK);
  detm_writer_free(writer);
  char *names = names_of_sheets(&out);
  cr_expect_str_eq(
      names,
      "list|LIST 2|\xc3\x89t\xc3\xa9|\xc3\xa9t\xc3\xa9 2|page history|page Left out|--a--b-|list--from=-x|records|--|"
      "a name of more than thirty-one |a name of more than thirty-on 2|");
  free(names);
  dt_buffer_free(&out);
}

Test(xlsx, rows_of_a_sheet_are_found_in_the_temporary_file) {
  enum { PAGES = 40 };
  dt_buffer out = {0};
  char *bytes = malloc(1 << 19), name[32];
  detm_writer *writer = new_writer(&out);
  detm_writer_set_sheets(writer, DETM_SHEETS_PAGES);
  memset(bytes, 'x', 1 << 19);
  bytes[(1 << 19) - 1] = '\0';
  for (int i = 0; i < PAGES; i++) {
    snprintf(name, sizeof name, "%d.html", i % 4);
    snprintf(bytes, 8, "row%03d", i);
    bytes[6] = 'x';
    add_page(writer, name, "item", bytes);
  }
  cr_assert_eq(detm_writer_finish(writer, NULL), DETM_OK);
  detm_writer_free(writer);
  char *sheet = unpack(&out, "xl/worksheets/records3.xml");
  for (int i = 0; i < PAGES; i++) {
    snprintf(name, sizeof name, "<t>row%03dx", i);
    cr_expect_eq(count_of(sheet, name), i % 4 == 2 ? 1 : 0, "%s", name);
  }
  free(sheet);
  free(bytes);
  dt_buffer_free(&out);
}

Test(xlsx, more_than_1000_sheets_are_refused) {
  for (int pages = 1000; pages <= 1001; pages++) {
    dt_buffer out = {0};
    detm_error error;
    detm_writer *writer = new_writer(&out);
    const detm_sink *sink = detm_writer_sink(writer);
    detm_writer_set_sheets(writer, DETM_SHEETS_PAGES);
    for (int i = 0; i < 1000; i++) {
      char name[24];
      snprintf(name, sizeof name, "%d.html", i);
      add_page(writer, name, "item", "x");
    }
    if (pages > 1000) {
      const detm_column column = {.name = "item", .type = "text"};
      const detm_region_info info = {.number = 1, .records = 1, .columns = &column, .column_count = 1};
      cr_assert_eq(sink->page_begin(sink->data, &(detm_page_info){.name = "last"}, NULL), DETM_OK);
      cr_expect_eq(sink->region_begin(sink->data, &info, NULL), DETM_LIMIT);
    }
    cr_expect_eq(detm_writer_finish(writer, &error), pages > 1000 ? DETM_LIMIT : DETM_OK);
    detm_writer_free(writer);
    dt_buffer_free(&out);
  }
}

Test(xlsx, names_of_sheets_are_checked) {
  static const char *const wrong[] = {
      "", "a/b", "[a]", "a:b", "'a", "a'", "HISTORY", "Left out 2", "\xff", "a\nb", "a name of thirty-two characters."};
  dt_buffer out = {0};
  detm_writer *writer = new_writer(&out);
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    cr_expect_eq(detm_writer_set_sheet(writer, wrong[i], NULL), DETM_USAGE, "%s", wrong[i]);
  cr_expect_eq(detm_writer_set_sheet(writer, "Übersicht's", NULL), DETM_OK);
  detm_writer_free(writer);
  writer = detm_writer_new(DETM_CSV, dt_buffer_write, &out, 0, NULL);
  cr_expect_eq(detm_writer_set_sheet(writer, "a/b", NULL), DETM_OK, "CSV has no sheets");
  detm_writer_free(writer);
  dt_buffer_free(&out);
}

Test(xlsx, a_document_that_fails_is_no_workbook) {
  for (size_t room = 0; room < 3000; room += 500) {
    narrow to = {.room = room};
    detm_writer *writer = detm_writer_new(DETM_XLSX, narrow_write, &to, 0, NULL);
    begin(writer, "p.html", NULL, 0);
    for (int i = 0; i < 100; i++) add(writer, DT_TEXT("https://shop.example/1"));
    const detm_status status = detm_writer_finish(writer, NULL);
    detm_writer_free(writer);
    cr_expect_eq(status == DETM_OK, !to.failed);
    cr_expect_eq(to.calls_after_failure, 0);
    dt_buffer_free(&to.taken);
  }
  dt_buffer out = {0};
  detm_writer *writer = detm_writer_new(DETM_XLSX, dt_buffer_write, &out, 1000, NULL);
  begin(writer, "p.html", NULL, 0);
  add(writer, DT_TEXT("x"));
  const detm_sink *sink = detm_writer_sink(writer);
  cr_assert_eq(sink->region_end(sink->data, NULL), DETM_OK);
  cr_assert_eq(sink->page_end(sink->data, NULL), DETM_OK);
  cr_expect_eq(detm_writer_finish(writer, NULL), DETM_LIMIT);
  cr_expect_leq(out.length, 1000);
  detm_writer_free(writer);
  dt_buffer_free(&out);
}
