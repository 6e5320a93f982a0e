/* Tests of src/wrapper/load.c: round trips, edited files, each error with its message, broken files. */
#include "allocation.h"
#include "html/pages.h"
#include "html/tree_path.h"
#include "leaks.h"
#include "rounds.h"
#include "wrappers.h"

#include <criterion/criterion.h>
#include <detm/writer.h>
#include <stdio.h>
#include <stdlib.h>

TestSuite(load, .fini = find_leaks);

static detm_wrapper *load(const char *text, detm_error *error) {
  return detm_wrapper_load(text, strlen(text), "w.xml", error);
}

static detm_wrapper *load_good(const char *text) {
  detm_error error = DETM_ERROR_NONE;
  detm_wrapper *wrapper = load(text, &error);
  cr_assert_not_null(wrapper, "%zu:%zu: %s", error.line, error.column, error.text);
  cr_assert_eq(error.status, DETM_OK);
  return wrapper;
}

/* ---- round trips ---- */

Test(load, reads_back_a_saved_wrapper) {
  for (unsigned seed = 1; seed <= rounds(300); seed++) {
    dt_buffer first = {0}, second = {0};
    detm_wrapper *made = wrapper_random(seed);
    wrapper_save(made, &first);
    detm_wrapper *loaded = load_good(first.data);
    cr_assert(wrapper_equal(made, loaded), "seed %u:\n%s", seed, first.data);
    wrapper_save(loaded, &second);
    cr_assert_str_eq(first.data, second.data);
    detm_wrapper_free(made);
    detm_wrapper_free(loaded);
    dt_buffer_free(&first);
    dt_buffer_free(&second);
  }
}

Test(load, counts_places_as_pages_do) {
  static const char page_text[] = "<html><body><div><x-list><li>a</li></x-list></div></body></html>";
  detm_page *page = page_of(page_text);
  detm_wrapper *wrapper = load_good("<wrapper xmlns='urn:detm:wrapper:1'><place path='/html/body/div/x-list'/>"
                                    "<record><text/></record></wrapper>");
  dt_index list = dt_path_find(&page->tree, "/html/body/div/x-list");
  cr_assert_neq(list, DT_NONE);
  cr_assert_eq(wrapper->places[0].hash, dt_path_hash(&page->tree, list));
  detm_wrapper_free(wrapper);
  detm_page_free(page);
}

Test(load, reads_paths_with_brackets_in_tags) { /* of damaged pages: "<td<![CDATA[" */
  detm_wrapper *wrapper =
      load_good("<wrapper xmlns='urn:detm:wrapper:1'><place path='/html/td&lt;![cdata[/x[1/x]/y[]/ul'/>"
                "<record><text/></record></wrapper>");
  detm_wrapper_free(wrapper);
}

/* Returns a file of the project with a final NUL; the next call overwrites it. */
static char *read_project_file(const char *name) {
  static char bytes[1 << 20];
  char path[4096];
  const char *folder = getenv("top_srcdir");
  snprintf(path, sizeof path, "%s/%s", folder == NULL ? "." : folder, name);
  FILE *file = fopen(path, "rb");
  cr_assert_not_null(file, "%s", path);
  bytes[fread(bytes, 1, sizeof bytes - 1, file)] = '\0';
  fclose(file);
  return bytes;
}

static detm_page *read_example(const char *name) {
  const char *bytes = read_project_file(name);
  return detm_page_parse(bytes, strlen(bytes), NULL, NULL);
}

static void add_records(const detm_wrapper *wrapper, const detm_page *page, dt_buffer *out) {
  detm_result *result = detm_wrapper_apply(wrapper, page, &detm_extract_defaults, NULL);
  detm_writer *writer = detm_writer_new(DETM_NDJSON, dt_buffer_write, out, 0, NULL);
  cr_assert_not_null(result);
  cr_assert_eq(detm_result_emit(result, detm_writer_sink(writer), NULL), DETM_OK);
  cr_assert_eq(detm_writer_finish(writer, NULL), DETM_OK);
  detm_writer_free(writer);
  detm_result_free(result);
}

/* A file that lacked data needed to apply it would find other records than the wrapper that was saved. */
Test(load, finds_the_same_records_as_the_wrapper_that_was_saved) {
  static const char *const pages[][2] = {{"examples/library.html", "examples/library-2.html"},
                                         {"examples/shop.html", "examples/shop-2.html"},
                                         {"examples/docket.html", "examples/docket-2.html"}};
  for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
    dt_buffer file = {0}, learned = {0}, loaded = {0};
    detm_page *sample = read_example(pages[i][0]), *other = read_example(pages[i][1]);
    detm_wrapper *first = detm_wrapper_learn((const detm_page *const[]){sample}, 1, &detm_extract_defaults, NULL);
    wrapper_save(first, &file);
    detm_wrapper *second = load_good(file.data);
    add_records(first, sample, &learned);
    add_records(first, other, &learned);
    add_records(second, sample, &loaded);
    add_records(second, other, &loaded);
    cr_assert_gt(learned.length, 1000);
    cr_assert(dt_text_equal((detm_text){learned.data, learned.length}, (detm_text){loaded.data, loaded.length}), "%s",
              pages[i][0]);
    dt_buffer_free(&file);
    dt_buffer_free(&learned);
    dt_buffer_free(&loaded);
    detm_wrapper_free(first);
    detm_wrapper_free(second);
    detm_page_free(sample);
    detm_page_free(other);
  }
}

/* ---- edited files ---- */

#define WRAPPER "<wrapper xmlns='urn:detm:wrapper:1'>"
#define END "</wrapper>"
#define RECORD "<record><text/></record>"
#define FIELDS "<field id='a' name='a'/><field id='b' name='b'/>"

Test(load, accepts_the_example_of_the_manual) {
  char *text = strstr(read_project_file("man/detm-wrapper.5"), "<?xml"), *end = text != NULL ? strstr(text, END) : NULL;
  cr_assert_not_null(end);
  end[strlen(END)] = '\0';
  detm_wrapper *wrapper = load_good(text);
  xmlRelaxNGPtr schema = schema_of("detm-wrapper.rng");
  cr_assert(schema_accepts(schema, text, strlen(text)));
  cr_assert_str_eq(wrapper->fields[1].name, "price");
  cr_assert_eq(wrapper->root->first->last->parts[0].field, 1);
  xmlRelaxNGFree(schema);
  detm_wrapper_free(wrapper);
}

Test(load, needs_only_the_name_changed_to_rename_a_field) {
  detm_wrapper *wrapper =
      load_good(WRAPPER "<field id='text-2' name='author'/><field id='author' name='x' wanted='no'/>"
                        "<record><element tag='a' href='author'><text field='text-2'/></element></record>" END);
  cr_assert_eq(wrapper->field_count, 2);
  cr_assert_str_eq(wrapper->fields[0].name, "author");
  cr_assert_str_eq(wrapper->fields[0].type, "text");
  cr_assert(wrapper->fields[0].wanted);
  cr_assert_not(wrapper->fields[1].wanted);
  cr_assert_eq(wrapper->root->first->href, 1);
  cr_assert_eq(wrapper->root->first->src, DT_NO_FIELD);
  cr_assert_eq(wrapper->root->first->first->parts[0].field, 0);
  detm_wrapper_free(wrapper);
}

Test(load, accepts_files_of_xml_editors) {
  static const char *const texts[] = {
      "\xef\xbb\xbf<?xml version='1.0' encoding='utf-8'?>\r\n<?xml-model href='detm-wrapper.rng'?>\r\n<!-- a > \" ' <b "
      "-->\r\n"
      "<wrapper xmlns='urn:detm:wrapper:1'>\r\n\t<record>\r\n<element tag='li' class='' occurs='.'>\r\n"
      "<text label='' linked='no' split='none' sample=''>\r\n  Price<!-- c --> &#x26;\r\n\t<![CDATA[<more>:]]>  </text>"
      "</element></record>\r\n" END "\r\n<!-- end -->\r\n",
      "<w:wrapper xmlns:w='urn:detm:wrapper:1' records='0' pages='0'><w:record><w:element tag='li'><w:text>Price &amp; "
      "&lt;more>:</w:text></w:element></w:record></w:wrapper>",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    detm_wrapper *wrapper = load_good(texts[i]);
    const dt_wrapper_node *element = wrapper->root->first, *text = element->first;
    cr_assert_eq(element->tag, DT_TAG_li);
    cr_assert_str_eq(element->class, "");
    cr_assert(!element->optional && !element->repeated && element->column == 0 && !element->cell);
    cr_assert_str_eq(text->text, "Price & <more>:");
    cr_assert_null(text->label);
    cr_assert(!text->linked && text->part_count == 0);
    cr_assert_eq(wrapper->node_count, 3);
    detm_wrapper_free(wrapper);
  }
}

Test(load, makes_one_part_without_field_for_an_empty_text) {
  detm_wrapper *wrapper = load_good(WRAPPER "<record><text> <!-- nothing --> </text></record>" END);
  const dt_wrapper_node *text = wrapper->root->first;
  cr_assert_null(text->text);
  cr_assert_eq(text->part_count, 1);
  cr_assert_eq(text->parts[0].field, DT_NO_FIELD);
  cr_assert_eq(text->parts[0].hash, dt_within_hash(""));
  detm_wrapper_free(wrapper);
}

Test(load, accepts_the_depth_of_pages) {
  detm_wrapper *deep = wrapper_deep(997), *deeper = wrapper_deep(998);
  dt_buffer out = {0};
  detm_error error = DETM_ERROR_NONE;
  wrapper_save(deep, &out);
  detm_wrapper *loaded = load_good(out.data);
  cr_assert(wrapper_equal(deep, loaded));
  out.length = 0;
  wrapper_save(deeper, &out);
  cr_assert_null(load(out.data, &error));
  cr_assert_str_eq(error.text, "elements are nested more than 1000 deep");
  dt_buffer_free(&out);
  detm_wrapper_free(deep);
  detm_wrapper_free(deeper);
  detm_wrapper_free(loaded);
}

/* ---- errors ---- */

typedef struct mistake {
  const char *text;
  size_t line, column;
  const char *message;
} mistake;

/* Files that the schema refuses too. */
static const mistake mistakes[] = {
    {"", 1, 1, "the file is empty: learn the wrapper again"},
    {"<!DOCTYPE wrapper [<!ENTITY a 'b'>]>\n<wrapper/>", 1, 1, "a wrapper cannot have a DOCTYPE: remove it"},
    {"<?xml version='1.0'?>\n<!-- > -->\n  <!DOCTYPE wrapper SYSTEM 'http://example.org/x.dtd'>", 3, 3,
     "a wrapper cannot have a DOCTYPE: remove it"},
    {"<?xml version='1.0'?>\n<!-- \xff -->", 2, 6, "the file is not UTF-8: save it as UTF-8"},
    {WRAPPER "\n\xc3\xa9<record\xff", 2, 9, "the file is not UTF-8: save it as UTF-8"},
    {"  <!-- -->  ", 0, 0, "not well-formed XML: "},
    {WRAPPER "\n<record>\n" END, 3, 0,
     "not well-formed XML: Opening and ending tag mismatch: record line 2 and wrapper"},
    {WRAPPER "<record><text>&nbsp;</text></record>" END, 1, 0, "not well-formed XML: Entity 'nbsp' not defined"},
    {WRAPPER "<record><x:text/></record>" END, 1, 0, "not well-formed XML: Namespace prefix x on text is not defined"},
    {WRAPPER RECORD END "x", 1, 0, "not well-formed XML: Extra content at the end of the document"},
    {"\n <results xmlns='urn:detm:results:1'/>", 2, 2,
     "this is not a wrapper: it begins with <results>, not <wrapper>"},
    {"<wrapper>" RECORD END, 1, 1, "<wrapper> has no namespace: add xmlns=\"urn:detm:wrapper:1\""},
    {"<wrapper xmlns=''>" RECORD END, 1, 1, "<wrapper> has no namespace: add xmlns=\"urn:detm:wrapper:1\""},
    {"<wrapper xmlns='urn:detm:wrapper:2'>" RECORD END, 1, 1,
     "this is a wrapper of version \"2\", but this detm reads version 1: learn it again"},
    {"<wrapper xmlns='urn:x'>" RECORD END, 1, 1,
     "<wrapper> has the namespace \"urn:x\": it must be \"urn:detm:wrapper:1\""},
    {WRAPPER "\n\t<fields/>" END, 2, 2, "a wrapper has no element <fields>: see detm-wrapper(5)"},
    {"<wrapper xmlns='urn:detm:wrapper:1' xmlns:o='urn:o'><o:record/>" END, 1, 53,
     "a wrapper has no element <record>: see detm-wrapper(5)"},
    {WRAPPER "<record><record/></record>" END, 1, 45, "<record> is not allowed in <record>"},
    {WRAPPER "<element tag='li'/>" END, 1, 37, "<element> is not allowed in <wrapper>"},
    {WRAPPER "<record>\n<part/></record>" END, 2, 1, "<part> is not allowed in <record>"},
    {WRAPPER "<record><text><element tag='b'/></text></record>" END, 1, 51, "<element> is not allowed in <text>"},
    {WRAPPER WRAPPER END END, 1, 37, "<wrapper> is not allowed in <wrapper>"},
    {WRAPPER "<place path='/html'/>\n<field id='a' name='a'/>" RECORD END, 2, 1, "<field> must come before <place>"},
    {WRAPPER RECORD "\n <field id='a' name='a'/>" END, 2, 2, "<field> must come before <record>"},
    {WRAPPER RECORD "\n" RECORD END, 2, 1, "a second <record>: a wrapper has only one"},
    {WRAPPER "\n" END, 2, 1, "the <record>, which describes the structure of records, is missing: add it"},
    {"<wrapper xmlns='urn:detm:wrapper:1'/>", 1, 1,
     "the <record>, which describes the structure of records, is missing: add it"},
    {WRAPPER "<profile counts='1 1 1 1 1 0'/>" END, 1, 68,
     "the <record>, which describes the structure of records, is missing: add it"},
    {WRAPPER "<record>\n</record>" END, 2, 1, "the <record> is empty: it needs an <element> or a <text>"},
    {WRAPPER "<record>\n<element tag='li'><element tag='h2' group='1'/></element></record>" END, 2, 19,
     "group belongs to an <element> or <text> of <record>, not to one within another: remove it"},
    {WRAPPER "<record>\n<element tag='li'/><element tag='tr' group='1' column='1'/></record>" END, 2, 20,
     "an element with group cannot have column, span or caption: remove them"},
    {WRAPPER "<record>\n<element tag='li'/><element tag='h2' group='6'/></record>" END, 2, 20,
     "group=\"6\" is not a number from 1 to 5"},
    {WRAPPER "<record>\n<element tag='h2' group='1'/><element tag='li'/></record>" END, 2, 49,
     "the first element of the <record> has group: move it to the end"},
    {WRAPPER "<record>\n<element tag='li'/><element tag='h2' group='1'/><element tag='p'/></record>" END, 2, 67,
     "elements with group are the last of the <record>: move them there"},
    {WRAPPER "<record>\n<element tag='li'/><element tag='h2' group='1'/><element tag='h3' group='1'/>"
             "<element tag='h4' group='1'/><element tag='h5' group='1'/></record>" END,
     2, 136, "more than 3 elements of the <record> have group: remove some"},
    {WRAPPER "<record>\n  <!-- c -->\n  Price: <text/></record>" END, 3, 3, "<record> cannot hold text: \"Price: \""},
    {WRAPPER RECORD "é" END, 1, 61, "<wrapper> cannot hold text: \"é\""},
    {WRAPPER "<field id='a' name='a' href='b'/>" RECORD END, 1, 37,
     "<field> has no attribute \"href\": see detm-wrapper(5)"},
    {WRAPPER "<record>\n <text colour='red'/></record>" END, 2, 2,
     "<text> has no attribute \"colour\": see detm-wrapper(5)"},
    {WRAPPER "<record><text xml:space='preserve'/></record>" END, 1, 45,
     "<text> has no attribute \"space\": see detm-wrapper(5)"},
    {WRAPPER "<record><text xml:label='x'/></record>" END, 1, 45,
     "<text> has no attribute \"label\": see detm-wrapper(5)"},
    {WRAPPER "<record><element class='a'/></record>" END, 1, 45, "<element> needs the attribute tag"},
    {WRAPPER "<place class='a'/>" RECORD END, 1, 37, "<place> needs the attribute path"},
    {WRAPPER "<field name='a'/>" RECORD END, 1, 37, "<field> needs the attribute id"},
    {WRAPPER "<field id='a'/>" RECORD END, 1, 37, "<field> needs the attribute name"},
    {"<wrapper xmlns='urn:detm:wrapper:1' records='4294967296'>" RECORD END, 1, 1,
     "records=\"4294967296\" is not a number from 0 to 4294967295"},
    {"<wrapper xmlns='urn:detm:wrapper:1' pages='1.5'>" RECORD END, 1, 1,
     "pages=\"1.5\" is not a number from 0 to 4294967295"},
    {WRAPPER "<record><element tag='td' column='0'/></record>" END, 1, 45,
     "column=\"0\" is not a number from 1 to 65535"},
    {WRAPPER "<record><element tag='td' column='1' span='-1'/></record>" END, 1, 45,
     "span=\"-1\" is not a number from 1 to 65535"},
    {WRAPPER "<record><element tag='td' span='2'/></record>" END, 1, 45,
     "span needs column, the number of the column in which the cell begins: add it"},
    {WRAPPER "<record><text occurs='!'/></record>" END, 1, 45, "occurs=\"!\" is not one of these: . ? + *"},
    {WRAPPER "<record><text occurs=''/></record>" END, 1, 45, "occurs=\"\" is not one of these: . ? + *"},
    {WRAPPER "<record><element tag='b' occurs='? '/></record>" END, 1, 45,
     "occurs=\"? \" is not one of these: . ? + *"},
    {WRAPPER "<record><text linked='true'/></record>" END, 1, 45, "linked=\"true\" is not one of these: no yes"},
    {WRAPPER "<record><text split='some'/></record>" END, 1, 45,
     "split=\"some\" is not one of these: none all phrases outer struck marks shapes"},
    {WRAPPER "<field id='a' name='a' wanted='0'/>" RECORD END, 1, 37, "wanted=\"0\" is not one of these: yes no"},
    {WRAPPER "<field id='a' name='a' unsure='1'/>" RECORD END, 1, 37, "unsure=\"1\" is not one of these: no yes"},
    {WRAPPER "<field id='a' name=' a'/>" RECORD END, 1, 37,
     "name=\" a\" is not a field name: it begins or ends with a blank: leave that out"},
    {WRAPPER "<field id='@b' name='a'/>" RECORD END, 1, 37,
     "id=\"@b\" is not a field name: names with @ at the start are for what NDJSON says of a record, such as @page: "
     "leave @ "
     "out"},
    {WRAPPER "<field id='a' name='a' type='a b'/>" RECORD END, 1, 37, "type=\"a b\" is not a type such as \"text\""},
    {"<wrapper xmlns='urn:detm:wrapper:1' parents='1'>" RECORD END, 1, 1,
     "parents=\"1\" is not one of these: many one"},
    {WRAPPER "<clue tag='DIV' id='a'/>" RECORD END, 1, 37, "tag=\"DIV\" is not a tag: write its name in lower case"},
    {WRAPPER "<clue tag='div'/>" RECORD END, 1, 37, "a <clue> needs one of id, class and href, with a value"},
    {WRAPPER "<clue tag='div' id='a' class='b'/>" RECORD END, 1, 37,
     "a <clue> needs one of id, class and href, with a value"},
    {WRAPPER "<clue tag='a' href=''/>" RECORD END, 1, 37, "a <clue> needs one of id, class and href, with a value"},
    {WRAPPER RECORD "<except/>" END, 1, 61, "an <except> needs one of class, text and lacks, with a value"},
    {WRAPPER RECORD "<except class=''/>" END, 1, 61, "an <except> needs one of class, text and lacks, with a value"},
    {WRAPPER RECORD "<except class='a' text='b'/>" END, 1, 61,
     "an <except> needs one of class, text and lacks, with a value"},
    {WRAPPER "<except class='a'/>\n" RECORD END, 2, 1, "<record> must come before <except>"},
    {WRAPPER "<clue tag='a' id='a'/>\n<place path='/html'/>" RECORD END, 2, 1, "<place> must come before <clue>"},
    {WRAPPER "<place path='/html/body/div[2]'/>" RECORD END, 1, 37,
     "path=\"/html/body/div[2]\": leave out the numbers in brackets"},
    {WRAPPER "<place path='/html/body[10]/div'/>" RECORD END, 1, 37,
     "path=\"/html/body[10]/div\": leave out the numbers in brackets"},
    {WRAPPER "<place path='html/body'/>" RECORD END, 1, 37,
     "path=\"html/body\" is not a path of tags such as \"/html/body/ul\""},
    {WRAPPER "<place path='/html//ul'/>" RECORD END, 1, 37,
     "path=\"/html//ul\" is not a path of tags such as \"/html/body/ul\""},
    {WRAPPER "<place path=''/>" RECORD END, 1, 37, "path=\"\" is not a path of tags such as \"/html/body/ul\""},
    {WRAPPER "<place path='/HTML'/>" RECORD END, 1, 37,
     "path=\"/HTML\" is not a path of tags such as \"/html/body/ul\""},
    {WRAPPER "<record><element tag='LI'/></record>" END, 1, 45,
     "tag=\"LI\" is not a tag: write its name in lower case"},
    {WRAPPER "<record><element tag='#text'/></record>" END, 1, 45,
     "tag=\"#text\" is not a tag: write its name in lower case"},
    {WRAPPER "<record><element tag=''/></record>" END, 1, 45, "tag=\"\" is not a tag: write its name in lower case"},
    {WRAPPER FIELDS "<record><text field='a' split='all'><part/></text></record>" END, 1, 93,
     "a <text> with split has <part> elements: move field, before and after there"},
    {WRAPPER FIELDS "<record><text field='a'>Price:</text></record>" END, 1, 115,
     "a <text> with words has no field: remove the words \"Price:\", or its attributes"},
    {WRAPPER "<record><element tag='p' before='x'/></record>" END, 1, 45,
     "before=\"x\" on an <element> without field: add field, or remove before"},
    {WRAPPER "<record><element tag='p' list=','/></record>" END, 1, 45,
     "list=\",\" on an <element> without field: add field, or remove list"},
    {WRAPPER "<record><text before='x' split='all'><part/></text></record>" END, 1, 45,
     "a <text> with split has <part> elements: move field, before and after there"},
    {WRAPPER "<record><text after='x'>Price:</text></record>" END, 1, 67,
     "a <text> with words has no field: remove the words \"Price:\", or its attributes"},
    {WRAPPER "<record><text split='all'><part/>Price:</text></record>" END, 1, 76,
     "a <text> with words has no field: remove the words \"Price:\", or its attributes"},
    {WRAPPER "<record><text split='all'>Price:<part/> x</text></record>" END, 1, 78,
     "a <text> with words has no field: remove the words \"Price: x\", or its attributes"},
    {WRAPPER "<record><text><part/></text></record>" END, 1, 51,
     "a <text> with <part> needs split=\"all\", \"phrases\", \"outer\", \"struck\", \"marks\" or \"shapes\""},
    {WRAPPER "<record><text split='all'></text></record>" END, 1, 63,
     "a <text> with split needs a <part> for each of its pieces"},
    {WRAPPER FIELDS "<record><element tag='img' src=''/></record>" END, 1, 93,
     "src=\"\": no <field> has this id: add one, or remove this attribute"},
};

/* Files that the schema cannot refuse. */
static const mistake beyond_schema[] = {
    {WRAPPER "<field id='a' name='x'/>\n <field id='b' name='y'/>\n<field id='b' name='z'/>" RECORD END, 3, 1,
     "two fields have the id \"b\": change one of them, and its uses in the record"},
    {WRAPPER "<field id='c' name='x'/>\n <field id='b' name='x'/>" RECORD END, 2, 2,
     "two fields have the name \"x\": rename one of them"},
    {WRAPPER RECORD "<except lacks='x'/>" END, 1, 61,
     "lacks=\"x\": no <field> has this id: add one, or remove this attribute"},
    {WRAPPER FIELDS "<record><element tag='a' href='c'/></record>" END, 1, 93,
     "href=\"c\": no <field> has this id: add one, or remove this attribute"},
    {WRAPPER "<record><text field='a'/></record>" END, 1, 45,
     "field=\"a\": no <field> has this id: add one, or remove this attribute"},
    {WRAPPER FIELDS "<record><text split='all'><part field='c'/></text></record>" END, 1, 111,
     "field=\"c\": no <field> has this id: add one, or remove this attribute"},
    {"<wrapper xmlns='urn:detm:wrapper:1'>\n<record xmlns='urn:detm:wrapper:1'><text/></record>" END, 2, 1,
     "<record> declares a namespace: only <wrapper> may"},
};

/* In XML that is not well-formed, line, column and the end of the message come from libxml2. */
static void expect(const mistake *wrong) {
  detm_error error = DETM_ERROR_NONE;
  bool foreign = strncmp(wrong->message, "not well-formed", 15) == 0;
  cr_expect_null(load(wrong->text, &error), "%s", wrong->text);
  cr_expect_eq(error.status, DETM_BAD_FILE);
  cr_expect_str_eq(error.where, "w.xml");
  if (foreign) error.text[strlen(wrong->message)] = '\0';
  cr_expect_str_eq(error.text, wrong->message);
  if (wrong->line != 0) cr_expect_eq(error.line, wrong->line, "%s\n%zu", wrong->text, error.line);
  if (!foreign) cr_expect_eq(error.column, wrong->column, "%s\n%zu", wrong->text, error.column);
  cr_expect_null(load(wrong->text, NULL));
}

Test(load, reports_each_error_and_its_position) {
  for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) expect(&mistakes[i]);
  for (size_t i = 0; i < sizeof beyond_schema / sizeof *beyond_schema; i++) expect(&beyond_schema[i]);
}

Test(load, refuses_the_same_files_as_the_schema) {
  xmlRelaxNGPtr schema = schema_of("detm-wrapper.rng");
  for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++)
    cr_expect_not(schema_accepts(schema, mistakes[i].text, strlen(mistakes[i].text)), "%s", mistakes[i].text);
  for (size_t i = 0; i < sizeof beyond_schema / sizeof *beyond_schema; i++)
    cr_expect(schema_accepts(schema, beyond_schema[i].text, strlen(beyond_schema[i].text)), "%s",
              beyond_schema[i].text);
  xmlRelaxNGFree(schema);
}

Test(load, keeps_an_earlier_error) {
  detm_error error = {DETM_USAGE, 7, 8, "a", "b"};
  cr_assert_null(load("<a/>", &error));
  cr_assert_eq(error.status, DETM_USAGE);
  cr_assert_eq(error.line, 7);
  cr_assert_str_eq(error.text, "b");
}

/* ---- hostile files ---- */

static void expect_refused(const dt_buffer *text, const char *message) {
  detm_error error = DETM_ERROR_NONE;
  cr_assert_not(text->failed);
  cr_assert_null(detm_wrapper_load(text->data, text->length, "w.xml", &error));
  cr_assert_eq(error.status, DETM_BAD_FILE);
  cr_assert_str_eq(error.text, message);
}

Test(load, refuses_files_beyond_its_limits) {
  dt_buffer text = {0};
  dt_buffer_text(&text, WRAPPER "<record><text ");
  for (unsigned i = 0; i < 100000; i++) dt_buffer_format(&text, "a%u='' ", i);
  expect_refused(&text, "a tag has more than 64 attributes");
  text.length = 0;
  dt_buffer_text(&text, WRAPPER "<record>");
  for (unsigned i = 0; i <= 100000; i++) dt_buffer_text(&text, "<text/>");
  expect_refused(&text, "the record has more than 100000 nodes");
  text.length = 0;
  cr_assert(dt_buffer_reserve(&text, (64 << 20) + 1));
  memset(text.data, ' ', (64 << 20) + 1);
  text.length = (64 << 20) + 1;
  expect_refused(&text, "the file has more than 65536 KiB: it is not a wrapper");
  dt_buffer_free(&text);
}

static void add_times(dt_buffer *text, unsigned times, const char *what) {
  for (unsigned i = 0; i < times; i++) dt_buffer_text(text, what);
}

/* Names are written with each record; places and clues are searched for in the whole page. */
Test(load, limits_names_places_clues_and_exceptions) {
  static const struct {
    const char *before, *what;
    unsigned fine;
    const char *behind, *message;
  } bounds[] = {
      {WRAPPER "<field id='a' name='", "n", 1000, "'/>" RECORD END, "name has more than 1000 bytes: shorten it"},
      {WRAPPER "<field name='a' id='", "n", 1000, "'/>" RECORD END, "id has more than 1000 bytes: shorten it"},
      {WRAPPER "<field id='a' name='a' type='", "n", 1000, "'/>" RECORD END,
       "type has more than 1000 bytes: shorten it"},
      {WRAPPER, "<place path='/html'/>", 1000, RECORD END, "more than 1000 places: remove some"},
      {WRAPPER RECORD, "<except text='b'/>", 1000, END, "more than 1000 exceptions: remove some"},
      {WRAPPER, "<clue tag='a' id='b'/>", 1000, RECORD END, "more than 1000 clues: remove some"},
  };
  for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
    dt_buffer text = {0};
    dt_buffer_text(&text, bounds[i].before);
    add_times(&text, bounds[i].fine, bounds[i].what);
    size_t length = text.length;
    dt_buffer_text(&text, bounds[i].behind);
    dt_buffer_byte(&text, '\0');
    detm_wrapper_free(load_good(text.data));
    text.length = length;
    add_times(&text, 1, bounds[i].what);
    dt_buffer_text(&text, bounds[i].behind);
    expect_refused(&text, bounds[i].message);
    dt_buffer_free(&text);
  }
}

Test(load, reads_a_long_line_and_many_fields) {
  dt_buffer text = {0};
  dt_buffer_text(&text, WRAPPER);
  for (unsigned i = 0; i < 20000; i++) dt_buffer_format(&text, "<field id='f%u' name='f%u'/>", i, i);
  dt_buffer_text(&text, "<record>");
  for (unsigned i = 0; i < 20000; i++) dt_buffer_format(&text, "<text field='f%u'/>", 19999 - i);
  dt_buffer_text(&text, "</record>" END);
  dt_buffer_byte(&text, '\0');
  detm_wrapper *wrapper = load_good(text.data);
  cr_assert_eq(wrapper->field_count, 20000);
  cr_assert_eq(wrapper->root->first->parts[0].field, 19999);
  cr_assert_eq(wrapper->root->last->parts[0].field, 0);
  detm_wrapper_free(wrapper);
  dt_buffer_free(&text);
}

/* Texts learned from a page may be as long as the page. */
Test(load, reads_long_words_and_names) {
  enum { WORDS = 3 << 20, NAME = 1000 };
  dt_buffer text = {0};
  dt_buffer_text(&text, WRAPPER "<field id='a' name='");
  for (unsigned i = 0; i < NAME; i++) dt_buffer_byte(&text, 'n');
  dt_buffer_text(&text, "'/><record><text>");
  for (unsigned i = 0; i < WORDS; i++) dt_buffer_byte(&text, 'w');
  dt_buffer_text(&text, "</text></record>" END);
  dt_buffer_byte(&text, '\0');
  detm_wrapper *wrapper = load_good(text.data);
  cr_assert_eq(strlen(wrapper->fields[0].name), NAME);
  cr_assert_eq(strlen(wrapper->root->first->text), WORDS);
  detm_wrapper_free(wrapper);
  dt_buffer_free(&text);
}

/* Loads a copy without a final NUL, so that memory checkers see a read beyond the end. */
static detm_wrapper *load_copy(const char *bytes, size_t length) {
  char *copy = malloc(length + (length == 0));
  if (length != 0) memcpy(copy, bytes, length);
  detm_wrapper *wrapper = detm_wrapper_load(copy, length, NULL, NULL);
  free(copy);
  return wrapper;
}

Test(load, refuses_a_file_that_ends_too_early) {
  static const char text[] =
      "<?xml version='1.0'?><!-- c -->" WRAPPER "<field id='a' name='b'/><place path='/html' class='é'/>"
      "<clue tag='a' href='/x'/><record><element tag='li' occurs='*' src='a'><text>Price &amp; <![CDATA[x]]></text>"
      "<text split='all'><part field='a'/></text></element></record>" END;
  for (size_t length = 0; length < sizeof text; length++) {
    detm_wrapper *wrapper = load_copy(text, length);
    cr_assert_eq(wrapper != NULL, length == sizeof text - 1, "length %zu", length);
    detm_wrapper_free(wrapper);
  }
}

/* A file that is still a wrapper after changes is the same after saving and loading again. */
Test(load, survives_changed_bytes) {
  static const char bytes[] = "<>&\"'/= \n!?[]-:;#%\x01\x7f\x80\xc3\xff"
                              "0ax";
  unsigned state = 12345, loaded = 0;
  for (unsigned seed = 1; seed <= rounds(4000); seed++) {
    dt_buffer text = {0}, first = {0}, second = {0};
    detm_wrapper *made = wrapper_random(seed % 20 + 1);
    wrapper_save(made, &text);
    detm_wrapper_free(made);
    for (unsigned change = seed % 3 + 1; change != 0; change--) {
      state = state * 1103515245u + 12345u;
      text.data[(state >> 8) % text.length] = bytes[(state >> 4) % (sizeof bytes - 1)];
    }
    detm_wrapper *wrapper = load_copy(text.data, text.length), *again;
    if (wrapper != NULL) {
      loaded++;
      wrapper_save(wrapper, &first);
      again = load_good(first.data);
      wrapper_save(again, &second);
      cr_assert_str_eq(first.data, second.data);
      detm_wrapper_free(again);
    }
    detm_wrapper_free(wrapper);
    dt_buffer_free(&text);
    dt_buffer_free(&first);
    dt_buffer_free(&second);
  }
  cr_assert_gt(loaded, rounds(4000) / 40, "%u", loaded);
}

Test(load, survives_each_allocation_that_fails) {
  dt_buffer text = {0};
  detm_wrapper *made = wrapper_deep(900), *wrapper = NULL;
  wrapper_save(made, &text);
  detm_wrapper_free(made);
  for (size_t number = 1; wrapper == NULL; number++) {
    detm_error error = DETM_ERROR_NONE;
    allocation_fail_from(number);
    wrapper = load(text.data, &error);
    allocation_fail_from(0);
    if (wrapper != NULL) break;
    cr_assert_eq(error.status, DETM_NO_MEMORY, "allocation %zu: %s", number, error.text);
    cr_assert_str_eq(error.text, "out of memory");
    cr_assert_lt(number, 100);
  }
  detm_wrapper_free(wrapper);
  dt_buffer_free(&text);
}
