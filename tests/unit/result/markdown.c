/* Tests of src/result/text/markdown.c, text_blocks.c, text_line.c, table_layout.c and markup_tokens.c: markup as
 * Markdown and as plain text, and the writers of both. */
#include "results.h"

#include "allocation.h"
#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(markdown, .fini = find_leaks);

static void expect(detm_format format, const char *markup, const char *expected) {
  dt_buffer out = {0};
  cr_assert_eq(detm_markup_write(dt_text(markup), format, dt_buffer_write, &out, NULL), DETM_OK);
  dt_buffer_byte(&out, '\0');
  cr_expect_str_eq(out.data, expected, "%s\n  is       %s\n  should be %s", markup, out.data, expected);
  dt_buffer_free(&out);
}

static void expect_markdown(const char *markup, const char *expected) { expect(DETM_MARKDOWN, markup, expected); }
static void expect_text(const char *markup, const char *expected) { expect(DETM_TEXT, markup, expected); }

Test(markdown, writes_paragraphs_and_headings) {
  expect_markdown("<h1>a</h1>\n<h6>b # ##</h6>\n<p>c</p>", "# a\n\n###### b # #\\#\n\nc\n");
  expect_markdown("<h2>a<br/>b</h2><p>c<br/>d</p>", "## a b\n\nc\\\nd\n");
  expect_markdown("", "");
}

Test(markdown, accepts_empty_headings_and_terms) {
  expect_markdown("<h2></h2><p>a</p>", "##\n\na\n");
  expect_markdown("<h2>#</h2><h2><strong></strong></h2>", "## \\#\n\n## <strong></strong>\n");
  expect_markdown("<dl><dt>a</dt><dd>b</dd><dt><strong></strong></dt><dd>c</dd></dl>", "**a**\n\n- b\n\n\n\n- c\n");
}

Test(markdown, escapes_characters_that_begin_a_block) {
  expect_markdown("<p># a</p>", "\\# a\n");
  expect_markdown("<p>&gt; a</p>", "\\> a\n");
  expect_markdown("<p>- a</p><p>-a</p><p>---</p><p>+ a</p>", "\\- a\n\n-a\n\n\\---\n\n\\+ a\n");
  expect_markdown("<p>1. a</p><p>12) a</p><p>1.5 a</p>", "1\\. a\n\n12\\) a\n\n1.5 a\n");
  expect_markdown("<p>a<br/>===<br/>| --- |<br/>:-: b</p>", "a\\\n\\===\\\n\\| --- |\\\n\\:-: b\n");
  expect_markdown("<p>~~~ a</p><p>``` a</p>", "\\~\\~\\~ a\n\n\\`\\`\\` a\n");
}

Test(markdown, escapes_characters_that_are_markup_within_a_line) {
  expect_markdown("<p>a *b* _c_ d_e [f](g) ![h] \\ &lt;i&gt; `</p>",
                  "a \\*b\\* \\_c\\_ d_e \\[f\\](g) !\\[h\\] \\\\ \\<i> \\`\n");
  expect_markdown("<p>&amp;amp; &amp; &amp;#35; R&amp;D;</p>", "\\&amp; & \\&#35; R\\&D;\n");
  expect_markdown("<p>~5 km, a~b~</p>", "~5 km, a\\~b\\~\n");
  expect_markdown("<p>http://x.org/~a*b. http://x.org/a_b</p>", "<http://x.org/~a*b>. http://x.org/a_b\n");
}

Test(markdown, writes_lists) {
  expect_markdown("<ul>\n<li>a<ol>\n<li>b</li>\n<li>c</li>\n</ol></li>\n<li><p>d</p><p>e</p></li>\n</ul>\n<p>f</p>",
                  "- a\n  1. b\n  2. c\n- d\n\n  e\n\nf\n");
  expect_markdown("<ul><li>a</li></ul><ul><li>b</li></ul><ul><li>c</li></ul>", "- a\n\n* b\n\n- c\n");
  expect_markdown("<ol><li>a</li></ol><ol><li>b</li></ol>", "1. a\n\n1) b\n");
  expect_markdown("<ul><li><ul><li>a</li></ul></li></ul>", "- - a\n");
  expect_markdown("<ol start=\"3\"><li>a</li><li>b</li><li value=\"10\">c</li><li>d</li></ol>",
                  "3. a\n4. b\n10. c\n11. d\n");
  expect_markdown("<ol start=\"0\"><li>a</li></ol><ol start=\"x\"><li>b</li></ol>", "0. a\n\n1) b\n");
  expect_markdown("<ul><li>a<ol start=\"3\"><li>b</li></ol></li></ul>", "- a\n\n  3. b\n");
  expect_markdown("<dl><dt>a</dt><dd>b</dd><dd>c</dd><dt>d</dt></dl>", "**a**\n\n- b\n- c\n\n**d**\n");
}

Test(markdown, writes_quotations_and_code) {
  expect_markdown("<blockquote><p>a</p><ul><li>b</li></ul></blockquote>", "> a\n>\n> - b\n");
  expect_markdown("<pre>a &lt;\n\n\tb</pre>", "```\na <\n\n\tb\n```\n");
  expect_markdown("<pre>```</pre><ul><li>a<pre>b\n\nc</pre></li></ul>",
                  "````\n```\n````\n\n- a\n\n  ```\n  b\n\n  c\n  ```\n");
  expect_markdown("<p><code>a`b</code> <code>`</code> <code>*</code></p>", "``a`b`` `` ` `` `*`\n");
  expect_markdown("<p><code>a</code><code>b</code></p>", "`a`<code>b</code>\n");
  expect_markdown("<p><code>a <a href=\"u\">b</a></code></p>", "`a` [`b`](u)\n");
}

Test(markdown, writes_html_where_markdown_has_no_emphasis) {
  expect_markdown("<p>a <strong>b</strong> <em>c</em>, <strong><em>d</em></strong></p>", "a **b** *c*, ***d***\n");
  expect_markdown("<p>a<strong>b</strong>c <strong>d:</strong>e</p>", "a**b**c <strong>d:</strong>e\n");
  expect_markdown("<p><em>a</em><strong>b</strong> c<sup>2</sup></p>", "*a*<strong>b</strong> c<sup>2</sup>\n");
}

Test(markdown, writes_links_and_images) {
  expect_markdown("<p><a href=\"u(1) 2?a&amp;lt;=3\">[a] <strong>b</strong></a></p>",
                  "[\\[a\\] **b**](u\\(1\\)%202?a&amp;lt;=3)\n");
  expect_markdown("<p>a!<a href=\"u\">b</a> <a>c</a></p>", "a\\![b](u) c\n");
  expect_markdown("<img src=\"i\" alt=\"a ]\"/><p>b <img src=\"j\"/></p>", "![a \\]](i)\n\nb ![](j)\n");
}

Test(markdown, writes_tables) {
  expect_markdown(
      "<table><caption>a</caption><tr><th>b|c</th><th/></tr><tr><td><code>|</code></td><td>d</td></tr></table>",
      "a\n\n| b\\|c | |\n| --- | --- |\n| `\\|` | d |\n");
  expect_markdown("<table><tr><th>a</th><td>b</td></tr></table>", "| | |\n| --- | --- |\n| a | b |\n");
  expect_markdown(
      "<table><tr><td rowspan=\"2\">a</td><td colspan=\"2\">b</td></tr><tr><td>c</td><td>d</td></tr></table>",
      "| | | |\n| --- | --- | --- |\n| a | b | |\n| | c | d |\n");
  expect_markdown("<table><tr><td>a<p>b</p></td><td><ul><li>c</li><li>d</li></ul></td></tr></table>",
                  "| | |\n| --- | --- |\n| a<br>b | - c<br>- d |\n");
  expect_markdown(
      "<table><tr><td><pre>a\nb</pre></td><td><table><tr><td>c</td><td>d</td></tr></table></td></tr></table>",
      "| | |\n| --- | --- |\n| `a`<br>`b` | c d |\n");
}

Test(markdown, reads_rows_without_an_end_tag) {
  expect_markdown("<table><tr><th>a</th><tr><th>b</th></tr></tr></table>", "| a |\n| --- |\n| b |\n");
  expect_markdown("<table><th>a</th><tr><th>b</th></tr></table>", "| a |\n| --- |\n| b |\n");
  expect_markdown("<table><tr><th>a<tr><th>b</th><th>c</th></table>", "| a | |\n| --- | --- |\n| b | c |\n");
  expect_markdown("<table><tr><th>a</tr><tr><th>b</tr></table>", "| a |\n| --- |\n| b |\n");
  expect_text("<table><tr><td>a</td><td>b</td></tr></tr><td>c</td></table>", "a  b\nc\n");
}

/* UBSan of clang reports an offset from the null pointer of a buffer without bytes. */
Test(markdown, writes_empty_code_in_a_cell_as_an_empty_cell) {
  expect_markdown("<table><tr><td><pre></pre></td><td>a</td></tr></table>", "| | |\n| --- | --- |\n| | a |\n");
}

Test(markdown, limits_nesting) {
  dt_buffer deep = {0}, out = {0};
  for (int i = 0; i < 500; i++) dt_buffer_text(&deep, "<ul><li>");
  for (int i = 0; i < 1000; i++) dt_buffer_text(&deep, "<p>a</p>");
  for (int i = 0; i < 500; i++) dt_buffer_text(&deep, "</li></ul>");
  dt_buffer_text(&deep, "<p>b</p>");
  cr_assert_eq(detm_markup_write((detm_text){deep.data, deep.length}, DETM_MARKDOWN, dt_buffer_write, &out, NULL),
               DETM_OK);
  cr_expect_lt(out.length, 10 * deep.length);
  cr_expect_eq(memcmp(out.data + out.length - 3, "\nb\n", 3), 0, "what follows is not indented");
  dt_buffer_free(&deep);
  dt_buffer_free(&out);
}

Test(markdown, limits_spans) {
  dt_buffer table = {0}, out = {0};
  dt_buffer_text(&table, "<table>");
  for (int i = 0; i < 1000; i++)
    dt_buffer_text(&table, "<tr><td colspan=\"9999\" rowspan=\"9999\">a</td><td>b</td></tr>");
  dt_buffer_text(&table, "</table>");
  cr_assert_eq(detm_markup_write((detm_text){table.data, table.length}, DETM_MARKDOWN, dt_buffer_write, &out, NULL),
               DETM_OK);
  cr_expect_lt(out.length, 10 * table.length);
  dt_buffer_free(&table);
  dt_buffer_free(&out);
}

Test(markdown, accepts_malformed_markup) {
  static const struct {
    const char *markup, *markdown, *text;
  } cases[] = {
      {"<", "\\<\n", "<\n"},
      {"<p", "\\<p\n", "<p\n"},
      {"a<", "a\\<\n", "a<\n"},
      {"</p></li></ul></table>", "", ""},
      {"<table><td>a", "| |\n| --- |\n| a |\n", "a\n"},
      {"<tr>a</tr>", "a\n", "a\n"},
      {"&", "&\n", "&\n"},
      {"&#x;", "\\&#x;\n", "&#x;\n"},
      {"<li>a", "a\n", "a\n"},
      {"<dd>a", "- a\n", "    a\n"},
      {"<p><a href=\"x", "\\<a href=\"x\n", "<a href=\"x\n"},
      {"<a href=\"u\">a", "[a](u)\n", "a\n"},
      {"<pre>a", "```\na\n```\n", "a\n"},
      {"<td>a</td>", "a\n", "a\n"},
      {"<code>a", "`a`\n", "a\n"},
      {"<p><strong><em>a", "<strong><em>a</em></strong>\n", "a\n"},
      {"<p><strong></strong></p>", "<strong></strong>\n", ""},
      {"<br/>", "", ""},
      {"<table></tr>", "", ""},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    expect_markdown(cases[i].markup, cases[i].markdown);
    expect_text(cases[i].markup, cases[i].text);
  }
}

/* Otherwise the search for the end of each "<" would read the rest of the markup. */
Test(markdown, ends_a_tag_before_the_next_one) {
  expect_text("<p>a < b <strong>c</strong></p>", "a < b c\n");
  expect_text("<p <p>a</p>", "<p\n\na\n");
  expect_text("<p>a <<<> b</p>", "a <<<> b\n");
}

Test(markdown, writes_lists_tables_and_code_as_plain_text) {
  expect_text("<ul><li>a<ol start=\"3\"><li>b</li></ol></li></ul>", "- a\n  3. b\n");
  expect_text("<h1>a</h1><ul><li>b<ol><li>c</li></ol></li></ul><p>d *e* <strong>f</strong><br/>g</p>",
              "a\n\n- b\n  1. c\n\nd *e* f\ng\n");
  expect_text("<dl><dt>a</dt><dd>b</dd><dt>c</dt></dl><blockquote><p>d</p></blockquote>", "a\n    b\n\nc\n\n> d\n");
  expect_text("<table><tr><th>a</th><th>bcd</th><th>e</th></tr><tr><td>fgh</td><td/><td>i</td></tr></table>",
              "a    bcd  e\nfgh       i\n");
  expect_text("<table><tr><td>水</td><td>a</td></tr><tr><td>bb</td><td>c</td></tr></table>", "水  a\nbb  c\n");
  expect_text("<pre>a\n\n  b</pre><p>c <a href=\"u\">d</a><img src=\"i\" alt=\"e\"/></p>", "a\n\n  b\n\nc d\n");
}

static int refuse(void *data, const char *bytes, size_t length) {
  (void)data, (void)bytes, (void)length;
  return 1;
}

Test(markdown, needs_a_known_format_and_a_place_to_write) {
  dt_buffer out = {0};
  cr_expect_eq(detm_markup_write(DT_TEXT("<p>a</p>"), DETM_XML, dt_buffer_write, &out, NULL), DETM_USAGE);
  cr_expect_eq(detm_markup_write(DT_TEXT("<p>a</p>"), DETM_TEXT, refuse, NULL, NULL), DETM_WRITE);
  cr_expect_eq(out.length, 0);
}

/* ---- writers ---- */

static const detm_column columns[] = {{.name = "title", .type = "text"},
                                      {.name = "tags", .type = "text", .list = 1},
                                      {.name = "text", .type = "content"}};

static detm_status push_page(detm_writer *writer, const char *name, const char *title, const char *markup,
                             size_t number, detm_error *error) {
  const detm_sink *sink = detm_writer_sink(writer);
  detm_page_info about = {.name = name, .encoding = "UTF-8"};
  detm_region_info info = {.number = number, .path = "/", .columns = columns, .column_count = 3, .records = 1};
  detm_field fields[] = {{.column = 0, .name = "title", .type = "text", .value = dt_text(title)},
                         {.column = 1, .name = "tags", .type = "text", .value = DT_TEXT("a\"b")},
                         {.column = 1, .name = "tags", .type = "text", .value = DT_TEXT("c")},
                         {.column = 2, .name = "text", .type = "content", .value = DT_TEXT("d\n*e*")}};
  if (markup != NULL) fields[3].markup = dt_text(markup);
  detm_status status = sink->page_begin(sink->data, &about, error);
  if (status == DETM_OK) status = sink->region_begin(sink->data, &info, error);
  if (status == DETM_OK) status = sink->record_begin(sink->data, 1, error);
  for (int i = 0; i < 4 && status == DETM_OK; i++) status = sink->field(sink->data, &fields[i], error);
  if (status == DETM_OK) status = sink->record_end(sink->data, error);
  if (status == DETM_OK) status = sink->region_end(sink->data, error);
  return status == DETM_OK ? sink->page_end(sink->data, error) : status;
}

static detm_status write_two(detm_format format, dt_buffer *out) {
  detm_writer *writer = detm_writer_new(format, dt_buffer_write, out, 0, NULL);
  if (writer == NULL) return DETM_NO_MEMORY;
  detm_status status = push_page(writer, "a.html", "A", "<p>A</p><p>b</p>", 0, NULL);
  if (status == DETM_OK) status = push_page(writer, "b.html", "B", NULL, 0, NULL);
  if (detm_writer_finish(writer, NULL) != DETM_OK && status == DETM_OK) status = DETM_NO_MEMORY;
  detm_writer_free(writer);
  return status;
}

static void expect_two(detm_format format, const char *expected) {
  dt_buffer out = {0};
  cr_assert_eq(write_two(format, &out), DETM_OK);
  dt_buffer_byte(&out, '\0');
  cr_expect_str_eq(out.data, expected, "%s", out.data);
  dt_buffer_free(&out);
}

Test(markdown, includes_metadata_and_pages) {
  expect_two(DETM_MARKDOWN, "---\npage: \"a.html\"\ntitle: \"A\"\ntags: [\"a\\\"b\", \"c\"]\n---\n\nA\n\nb\n\n"
                            "---\npage: \"b.html\"\ntitle: \"B\"\ntags: [\"a\\\"b\", \"c\"]\n---\n\nd\n\n\\*e\\*\n");
  expect_two(DETM_TEXT, "A\n\nb\n\f\nB\n\nd\n\n*e*\n");
}

Test(markdown, is_refused_for_records) {
  for (detm_format format = DETM_MARKDOWN; format <= DETM_TEXT; format++) {
    detm_error error = DETM_ERROR_NONE;
    dt_buffer out = {0};
    detm_writer *writer = detm_writer_new(format, dt_buffer_write, &out, 0, NULL);
    cr_assert_not_null(writer);
    cr_expect_eq(push_page(writer, "a.html", "A", NULL, 1, &error), DETM_USAGE);
    cr_expect_not_null(strstr(error.text, "XML, NDJSON or CSV"), "%s", error.text);
    cr_expect_eq(detm_writer_finish(writer, NULL), DETM_USAGE);
    cr_expect_eq(out.length, 0);
    detm_writer_free(writer);
    dt_buffer_free(&out);
  }
}

static detm_status write_title(const char *title, dt_buffer *out) {
  detm_writer *writer = detm_writer_new(DETM_MARKDOWN, dt_buffer_write, out, 0, NULL);
  if (writer == NULL) return DETM_NO_MEMORY;
  detm_status status = push_page(writer, "a.html", title, "<p>b</p>", 0, NULL);
  if (detm_writer_finish(writer, NULL) != DETM_OK && status == DETM_OK) status = DETM_NO_MEMORY;
  detm_writer_free(writer);
  return status;
}

/* With one of the titles, the buffer of the metadata is full before the bracket that ends the list. */
Test(markdown, lack_of_memory_for_the_end_of_a_list_is_an_error) {
  char title[600] = "";
  for (size_t length = 0; length + 1 < sizeof title; length++) {
    bool failed = true;
    for (size_t number = 1; failed; number++) {
      char room[4096];
      dt_buffer out = {.data = room, .capacity = sizeof room};
      allocation_fail_at(number);
      detm_status status = write_title(title, &out);
      failed = allocation_count() >= number;
      allocation_fail_from(0);
      cr_assert_eq(status, failed ? DETM_NO_MEMORY : DETM_OK, "title of %zu bytes, allocation %zu: %d", length, number,
                   (int)status);
    }
    title[length] = 'a';
  }
}

Test(markdown, lack_of_memory_is_an_error) {
  for (detm_format format = DETM_MARKDOWN; format <= DETM_TEXT; format++) {
    bool failed = true;
    for (size_t number = 1; failed; number++) {
      char room[4096];
      dt_buffer out = {.data = room, .capacity = sizeof room};
      allocation_fail_from(number);
      detm_status status = write_two(format, &out);
      failed = allocation_count() >= number;
      allocation_fail_from(0);
      cr_assert_eq(status, failed ? DETM_NO_MEMORY : DETM_OK, "allocation %zu: %d", number, (int)status);
    }
  }
}
